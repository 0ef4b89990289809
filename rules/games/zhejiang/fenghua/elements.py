"""Fenghua's hands and what they are worth in tai: fenghua.md, "Winning", "Scoring elements".

Four sets and a pair, seven pairs, fourteen unrelated tiles, honors without sets. A wild
tile is judged by what it stands for (D7, D9), whether it wins or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations
from typing import Final

from rules.hands.divide import natural_divisions
from rules.hands.keys import pack
from rules.hands.profiles import equivalence
from rules.hands.shapes import SINGLES, Reading
from rules.hands.special import seven_pairs, unrelated_kinds, unrelated_tiles
from rules.record.claims import supplemented_kong
from rules.scoring import Row, Table, WonHand, elements, place_winning_tile, readings
from rules.scoring.won_hand import HONOR_SUIT
from rules.tiles import FLOWERS, HONORS, KINDS, WINDS

ALL_FLOWERS: Final = 8
FOUR: Final = 4
STARS: Final = frozenset(range(HONORS, KINDS))
"""The seven honors."""
SUIT_STARTS: Final = (0, 9, 18, HONORS)


# The shape of the hand, and what it earns


def is_of_sets(hand: WonHand) -> bool:
    """Return whether the hand is read as four sets and a pair."""
    return len(hand.pungs) + len(hand.runs) == hand.size and hand.pair is not None


def is_of_pairs(hand: WonHand) -> bool:
    """Return whether the hand is read as seven pairs."""
    return hand.pair is not None and not (hand.pungs or hand.runs)


def all_pungs(hand: WonHand) -> bool:
    """大対対."""
    return is_of_sets(hand) and elements.all_pungs(hand)


def all_honors(hand: WonHand) -> bool:
    """清老頭: honors in sets."""
    return is_of_sets(hand) and elements.all_honors(hand)


def scattered_honors(hand: WonHand) -> bool:
    """乱老頭: honors in pairs or without order."""
    return not is_of_sets(hand) and elements.all_honors(hand)


def if_counted(name: str, holds: Callable[[WonHand], bool]) -> Callable[[WonHand], bool]:
    """Return whether an element holds that the house with the option *name* celebrates or not."""
    return lambda hand: hand.options[name] == "points" and holds(hand)


def single_wait_on_four_melds(hand: WonHand) -> bool:
    """大吊車."""
    return is_of_sets(hand) and elements.single_wait_on_four_melds(hand)


def pair_wait(hand: WonHand) -> bool:
    """単吊; seven pairs always wait for one."""
    return is_of_pairs(hand) or elements.pair_wait(hand)


def double_wind_pung(hand: WonHand) -> int:
    """正風: the own wind, which is the round's too."""
    return hand.pungs.count(hand.seat_wind) if hand.seat_wind == hand.round_wind else 0


def seat_wind_pung(hand: WonHand) -> int:
    """位風."""
    return hand.pungs.count(hand.seat_wind) if hand.seat_wind != hand.round_wind else 0


def round_wind_pung(hand: WonHand) -> int:
    """圏風."""
    return hand.pungs.count(hand.round_wind) if hand.seat_wind != hand.round_wind else 0


def concealed_bomb(hand: WonHand) -> int:
    """暗炸: four alike among the thirteen tiles of seven pairs."""
    return sum(count == FOUR for count in Counter(hand.hand).values()) if is_of_pairs(hand) else 0


def completed_bomb(hand: WonHand) -> bool:
    """明炸: the winning tile is the fourth of its kind in seven pairs."""
    is_natural = is_of_pairs(hand) and not hand.is_last_wild
    return is_natural and hand.hand.count(hand.tile) == FOUR - 1


def of_grade(grade: str) -> Callable[[WonHand], bool]:
    """Return whether the hand is fourteen unrelated tiles of that *grade* (D2)."""

    def holds(hand: WonHand) -> bool:
        is_unrelated = hand.pair is None and not elements.all_honors(hand)
        return is_unrelated and unrelated_grade(hand) == grade

    return holds


def unrelated_grade(hand: WonHand) -> str:
    """Return what fourteen unrelated tiles are, by the last one and the thirteen held."""
    last = hand.tile if hand.kind is None else hand.kind
    kinds = {*hand.hand, *hand.reading.wilds} - {last}
    suits = {kind // 9 for kind in kinds if kind < HONORS}
    if kinds >= STARS:
        is_missing = last < HONORS and len(suits) == 2 and last // 9 not in suits
        return "unrelated_void_suit" if is_missing else "seven_stars_concealed"
    return "seven_stars_completed" if {*kinds, last} >= STARS else "thirteen_unrelated"


# Wild tiles, kongs, flowers and the moment of the win


def wilds(number: int) -> Callable[[WonHand], bool]:
    """Return the element of a hand with *number* wild tiles."""
    return lambda hand: hand.wilds == number


def kong(kind: str, *, blooms: bool) -> Callable[[WonHand], int]:
    """Return how many kongs are of *kind*, and gave the winning tile if one *blooms*."""

    def holds(hand: WonHand) -> int:
        record, win = hand.record, hand.win
        supplement_kong = supplemented_kong(record, win) if elements.kong_draw(hand) else None
        melds = record.seats[win.seat].melds
        return sum(meld.kind == kind and (meld is supplement_kong) == blooms for meld in melds)

    return holds


def seat_flower(hand: WonHand) -> int:
    """正花: flowers of the own wind, those of full sets too."""
    own = hand.seat_wind - HONORS
    return sum((flower - FLOWERS) % len(WINDS) == own for flower in {*hand.flowers})


def if_agreed(name: str, holds: Callable[[WonHand], bool]) -> Callable[[WonHand], bool]:
    """Return whether an element holds on whose tai, the option *name*, the house agreed."""
    return lambda hand: hand.options[name] > 0 and holds(hand)


def row(name: str, native: str, english: str, tai: int | tuple[int, int],
        holds: Callable[[WonHand], int]) -> Row:  # fmt: skip
    """Return an element; of two values the second is that of a hand with a wild tile (D18)."""
    if isinstance(tai, int):
        return Row(name, native, english, tai, holds)
    hard, soft = tai
    value = f"{hard}, with wild {soft}"
    return Row(name, native, english, value, holds, worth=lambda h: soft if h.wilds else hard)


BY_OPTION: Final = "as the option says"
ELEMENTS: Final = (
    row("base", "坐台", "seat tai", 1, lambda _: 1),
    row("all_sequences", "朋胡", "all sequences", 1, elements.all_sequences),
    row("dragon_pung", "中發白の刻子", "dragon pung", 1, elements.dragon_pung),
    row("double_wind_pung", "正風", "proper wind", 2, double_wind_pung),
    row("seat_wind_pung", "位風", "own wind", 1, seat_wind_pung),
    row("round_wind_pung", "圏風", "round wind", 1, round_wind_pung),
    row("edge_wait", "辺", "edge wait", 1, elements.edge_wait),
    row("closed_wait", "嵌", "closed wait", 1, elements.closed_wait),
    row("pair_wait", "単吊", "pair wait", 1, pair_wait),
    row("dual_pung_wait", "対倒", "dual pung wait", 1, elements.dual_pung_wait),
    row("self_draw", "自摸", "self-draw", 1, lambda hand: hand.win.by != "discard"),
    row("no_wild", "無搭", "no wild", 1, wilds(0)),
    row("one_wild", "一搭", "one wild", 1, wilds(1)),
    row("two_wilds", "二搭", "two wilds", 2, wilds(2)),
    row("wild_as_itself", "還搭", "wild at face", 1, elements.wild_as_itself),
    Row("robbing_the_kong", "拉槓胡", "robbing the kong", BY_OPTION,
        if_agreed("robbing_the_kong_tai", elements.robbing_the_kong),
        worth=lambda hand: hand.options["robbing_the_kong_tai"]),
    Row("last_tile", "海底撈月", "last tile", BY_OPTION,
        if_agreed("last_tile_tai", elements.last_tile),
        worth=lambda hand: hand.options["last_tile_tai"]),
    row("thirteen_unrelated", "十三不搭, 大大胡", "unrelated tiles", 50,
        of_grade("thirteen_unrelated")),
    row("seven_stars_completed", "大大胡 (明七星)", "seven stars, completed", 100,
        of_grade("seven_stars_completed")),
    row("seven_stars_concealed", "大大胡 (暗七星)", "seven stars, concealed", 150,
        of_grade("seven_stars_concealed")),
    row("unrelated_void_suit", "大大胡 (欠色)", "missing suit", 150,
        of_grade("unrelated_void_suit")),
    row("all_pungs", "大対対", "all pungs", (100, 50), all_pungs),
    row("single_wait_on_four_melds", "大吊車", "bare wait", (100, 50),
        single_wait_on_four_melds),
    row("seven_pairs", "七対頭", "seven pairs", (150, 50), is_of_pairs),
    row("concealed_bomb", "七対頭 (暗炸)", "bomb in hand", 100, concealed_bomb),
    row("completed_bomb", "七対頭 (明炸)", "bomb completed", 50, completed_bomb),
    row("mixed_one_suit", "混一色", "mixed one suit", 70, elements.mixed_one_suit),
    row("pure_one_suit", "清一色", "pure one suit", 150, elements.pure_one_suit),
    row("scattered_honors", "乱老頭", "honours, scattered", 400,
        if_counted("honor_hands", scattered_honors)),
    row("all_honors", "清老頭", "all honours", 800, if_counted("honor_hands", all_honors)),
    row("all_flowers_played_on", "八花 (搓胡)", "eight flowers, played on", 800,
        if_counted("eight_flowers",
                lambda hand: len(hand.flowers) == ALL_FLOWERS and hand.win.by != "declared")),
    row("all_flowers", "八花 (直胡)", "eight flowers at once", 400,
        if_counted("eight_flowers", lambda hand: hand.win.by == "declared")),
    row("open_kong", "直槓 (不開花)", "open kong", 50, kong("kong_discard", blooms=False)),
    row("open_kong_bloom", "直槓 (開花)", "open kong, bloom", 100,
        kong("kong_discard", blooms=True)),
    row("concealed_kong", "暗槓 (不開花)", "concealed kong", 100,
        kong("kong_concealed", blooms=False)),
    row("concealed_kong_bloom", "暗槓 (開花)", "concealed kong, bloom", 150,
        kong("kong_concealed", blooms=True)),
    row("added_kong", "風険槓 (不開花)", "added kong", 100, kong("kong_added", blooms=False)),
    row("added_kong_bloom", "風険槓 (開花)", "added kong, bloom", 200,
        kong("kong_added", blooms=True)),
    row("flower_draw", "花槓槓開", "flower bloom", 50,
        lambda hand: hand.win.is_self_draw and "flower_draw" in hand.marks),
    row("three_wilds", "普通三百搭", "three wilds", 150,
        lambda hand: hand.wilds == 3 and hand.face is not None),
    row("three_flower_wilds", "三花三百搭", "three flower wilds", 300,
        lambda hand: hand.wilds == 3 and hand.face is None),
    row("seat_flower", "正花", "own flower", 2, seat_flower),
    row("flower_set", "四花", "set of four flowers", 150, elements.flower_set),
)  # fmt: skip

TABLE: Final = Table(ELEMENTS)
UNCOUNTED: Final = frozenset(list(TABLE.order)[TABLE.order["all_flowers_played_on"] :])
"""What does not count towards the minimum: flowers, kongs and three wild tiles."""

OF_ANY_HAND: Final = UNCOUNTED | {"base", "self_draw", "no_wild", "one_wild", "two_wilds"}
OF_NO_HAND: Final = Table([one for one in ELEMENTS if one.id in OF_ANY_HAND])
"""What eight flowers at once earn (八花直胡, D10): everything that does not hang on sets."""


# The ways to read a hand


def shapes(hand: WonHand) -> Iterator[WonHand]:
    """Yield the readings that may be worth different things."""
    yield from _in_sets(hand)
    if not hand.melds:
        yield from _in_pairs(hand)
        yield from _unrelated_hands(hand)
    yield from _honors(hand)


def _in_sets(hand: WonHand) -> Iterator[WonHand]:
    if hand.face is not None and hand.wilds:
        # profiles keep one of many that look alike; these must not be lost among them
        faces = (hand.face,) * hand.wilds
        for parts in natural_divisions(pack(hand.concealed + faces), hand.size - len(hand.melds)):
            yield from place_winning_tile(hand.read(Reading(parts, hand.melds, faces)))
    yield from readings(hand, equivalence(None if hand.is_last_wild else (hand.tile,)).feature)


def _in_pairs(hand: WonHand) -> Iterator[WonHand]:
    """Yield seven pairs: a wild tile for each odd one, two wild tiles for a pair of any kind."""
    odd = [kind for kind, count in Counter(hand.concealed).items() if count % 2]
    spare = hand.wilds - len(odd)
    if spare < 0:
        return
    free = {*SUIT_STARTS} if hand.face is None else {*SUIT_STARTS, hand.face}
    for kind in sorted(free) if spare else (HONORS,):
        stand_for = sorted([*odd, *(kind,) * spare])
        pairs = seven_pairs([*hand.concealed, *stand_for])
        yield hand.read(Reading(pairs, (), tuple(stand_for)))


def _unrelated_hands(hand: WonHand) -> Iterator[WonHand]:
    """Yield fourteen tiles of which no two belong together, the last being any that it may be."""
    naturals = frozenset(hand.concealed)
    if len(naturals) < len(hand.concealed):
        return
    for stand_for in _places(hand, naturals):
        if singles := unrelated_tiles([*naturals, *stand_for]):
            for last in stand_for if hand.is_last_wild else (hand.tile,):
                yield hand.read(Reading(singles, (), stand_for), last)


def _places(hand: WonHand, naturals: frozenset[int]) -> Iterable[tuple[int, ...]]:
    """Return what the wild tiles may stand for beside *naturals* that have nothing in common.

    Missing honors are as good as each other, so no more are tried than there are wild
    tiles; so are the places that a suit has room for.
    """
    if not hand.wilds:
        return ((),)
    honors = sorted(STARS - naturals)
    suited = [
        [kind for kind in unrelated_kinds(naturals) if kind // 9 == suit]
        for suit in range(HONOR_SUIT)
    ]
    groups = [honors, *suited]
    candidates = {*chain.from_iterable(group[: hand.wilds] for group in groups)}
    if hand.face is not None:
        candidates.add(hand.face)
    return combinations(sorted(candidates - naturals), hand.wilds)


def _honors(hand: WonHand) -> Iterator[WonHand]:
    """Yield honors without sets (乱老頭); only what was laid down earns more (D19)."""
    if all(kind >= HONORS for kind in chain(hand.concealed, *[one.kinds for one in hand.melds])):
        stands_for = hand.face if hand.face is not None and hand.face >= HONORS else HONORS
        stand_for = (stands_for,) * hand.wilds
        singles = [SINGLES[kind] for kind in sorted((*hand.concealed, *stand_for))]
        yield hand.read(Reading(tuple(singles), hand.melds, stand_for))
