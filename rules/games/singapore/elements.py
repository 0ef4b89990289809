"""What a hand counts in Singapore: singapore.md, "Special tiles", "Scoring elements"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from rules.game import Element
from rules.hands import special
from rules.hands.shapes import Part, Reading
from rules.record.values import Meld, Record, Win
from rules.scoring import SETS, Row, Score, Table, WonHand, best, elements, readings, won_hand
from rules.scoring.kinds import full_flower_groups
from rules.settle.settlement import Item, itemize_value, value_of
from rules.settle.terms import Terms, add, become
from rules.tiles import ANIMALS, DRAGONS, FLOWERS, HONORS, TILES, WINDS, Tile

LIMIT: Final = 5
"""The most tai that a hand counts (満貫)."""

ALL_FLOWERS: Final = frozenset(TILES[f"{place}f"] for place in range(1, 9))
ALL_ANIMALS: Final = frozenset(TILES[f"{place}a"] for place in range(1, 5))
PUNG: Final = 3


def own_flowers(wind: int) -> frozenset[int]:
    """Return the season and the plant of the seat whose wind is of the kind *wind*."""
    first = FLOWERS + wind - HONORS
    return frozenset((first, first + len(WINDS)))


def tai_of_bonus(flowers: Collection[Tile], wind: int) -> int:
    """Return the tai of flowers and animals for the seat with *wind*."""
    return (
        animal(flowers)
        + ALL_ANIMALS.issubset(flowers)
        + len(own_flowers(wind).intersection(flowers))
        + len(full_flower_groups(flowers))
    )


def animal(flowers: Iterable[Tile]) -> int:
    """Return how many of *flowers* are animals."""
    return sum(tile >= ANIMALS for tile in flowers)


def all_sequences(hand: WonHand) -> bool:
    """平胡: four runs, a pair that brings nothing, an open wait."""
    if not elements.all_sequences(hand) or hand.pair in (
        hand.seat_wind,
        hand.round_wind,
        *DRAGONS,
    ):
        return False
    return hand.wait == "open" if hand.win.is_taken else len(hand.melds) < SETS


def four_concealed_pungs(hand: WonHand) -> bool:
    """四暗刻: completed by a self-draw that the house takes."""
    house = hand.options["four_concealed_pungs"]
    is_drawn = hand.win.is_self_draw and (house == "self_draw" or hand.wait == "pair")
    return is_drawn and elements.four_concealed_pungs(hand)


def human_hand(hand: WonHand) -> bool:
    """人胡: a non-banker wins before his first draw, and nothing was claimed."""
    is_early = hand.win.by == "discard" and "before_first_draw" in hand.marks
    was_claimed = any(meld.is_exposed for seat in hand.record.seats for meld in seat.melds)
    is_other = is_early and not hand.is_banker and not was_claimed
    return is_other and bool(hand.options["human_hand"])


def thirteen_orphans(hand: WonHand) -> bool:
    """十三幺: the only hand that is not read in sets."""
    return not (hand.runs or hand.pungs)


def by_option(name: str, holds: Callable[[WonHand], bool]) -> Callable[[WonHand], bool]:
    """Return whether an element holds that counts only where the option *name* is on."""
    return lambda hand: bool(hand.options[name]) and holds(hand)


SMALL: Final = (
    Row("all_sequences", "(臭)平胡", "all sequences with bonus tiles", 1,
        lambda hand: bool(hand.flowers) and all_sequences(hand)),
    Row("all_sequences_no_flowers", "清平胡", "all sequences, no bonus tile", 4,
        lambda hand: not hand.flowers and all_sequences(hand)),
    Row("dragon_pung", "三元牌の刻子", "pung or kong of dragons", 1, elements.dragon_pung),
    Row("round_wind_pung", "場の風", "pung or kong of the round wind", 1,
        elements.round_wind_pung),
    Row("seat_wind_pung", "自分の風", "pung or kong of the seat wind", 1,
        elements.seat_wind_pung),
    Row("animal", "動物牌", "animal", 1, lambda hand: animal(hand.flowers)),
    Row("animal_set", "動物牌一式", "all four animals", 1,
        lambda hand: ALL_ANIMALS.issubset(hand.flowers)),
    Row("seat_flower", "正花", "own flower", 1,
        lambda hand: len(own_flowers(hand.seat_wind).intersection(hand.flowers))),
    Row("flower_set", "一台花", "set of four flowers", 1, elements.flower_set),
    Row("kong_draw", "槓上花", "win on a supplement", 1, elements.supplement_draw),
    Row("last_tile", "海底撈月", "last tile", 1, elements.last_tile),
    Row("robbing_the_kong", "搶槓", "robbing the kong", 1, elements.robbing_the_kong),
    Row("little_three_dragons", "小三元", "little three dragons", 1,
        elements.little_three_dragons),
    Row("concealed_hand", "門前", "concealed hand", 1,
        by_option("concealed_hand_tai", elements.concealed_hand)),
    Row("self_draw", "自摸", "self-draw", 1, by_option("self_draw_tai", elements.self_draw)),
    Row("all_pungs", "対対胡", "all pungs", 2, elements.all_pungs),
    Row("mixed_one_suit", "混一色", "mixed one suit", 2, elements.mixed_one_suit),
    Row("mixed_terminals", "混幺九 (混老頭)", "terminals and honours", 2,
        elements.mixed_terminals, worth=lambda hand: hand.options["mixed_terminals_tai"]),
    Row("little_four_winds", "小四喜", "little four winds", 2, elements.little_four_winds),
    Row("pure_one_suit", "清一色", "pure one suit", 4, elements.pure_one_suit),
)  # fmt: skip


def limit(name: str, native: str, english: str, holds: Callable[[WonHand], bool]) -> Row:
    """Return a limit element, which absorbs all that are none (D6)."""
    return Row(name, native, english, LIMIT, holds, tuple(row.id for row in SMALL))


LIMITS: Final = (
    limit("big_three_dragons", "大三元", "big three dragons", elements.big_three_dragons),
    limit("all_terminals", "清幺九 (清老頭)", "all terminals", elements.all_terminals),
    limit("double_kong_draw", "槓上槓", "kong upon kong",
          lambda hand: hand.win.is_self_draw and "double_kong_draw" in hand.marks),
    Element("seven_robs_one", "七搶一", "seven robs one", LIMIT),
    limit("all_flowers", "大花胡, 八仙過海", "eight flowers",
          lambda hand: hand.win.is_self_draw and elements.all_flowers(hand)),
    limit("all_honors", "字一色", "all honours", elements.all_honors),
    limit("big_four_winds", "大四喜", "big four winds", elements.big_four_winds),
    limit("four_concealed_pungs", "四暗刻", "four concealed pungs", four_concealed_pungs),
    limit("four_kongs", "十八羅漢", "four kongs", elements.four_kongs),
    limit("heavenly_hand", "天胡", "heavenly hand", elements.heavenly_hand),
    limit("earthly_hand", "地胡", "earthly hand", elements.earthly_hand),
    limit("human_hand", "人胡", "human hand", human_hand),
    limit("thirteen_orphans", "十三幺", "thirteen orphans", thirteen_orphans),
    limit("nine_gates", "九子連環 (九蓮宝燈)", "nine gates", elements.nine_gates),
)  # fmt: skip

ELEMENTS: Final = (*SMALL, *LIMITS)
TABLE: Final = Table(ELEMENTS, limit=LIMIT, apart=True)


class Verdict(NamedTuple):
    """What a win counts."""

    tai: int
    items: tuple[Item, ...]
    elements: Mapping[str, int]
    """Every element that holds, those absorbed by a limit too."""
    reading: Reading | None = None
    """Nothing where the win looks at no hand."""

    @property
    def terms(self) -> Terms:
        """Return how the tai come about: no more than the limit."""
        terms = tuple([add(item.id, item.value) for item in self.items])
        return (*terms, become("limit", LIMIT)) if value_of(self.items) > self.tai else terms

    @property
    def last_part(self) -> Part | None:
        """Return what the last tile completed."""
        return None if self.reading is None else self.reading.completed


def judge(record: Record, win: Win) -> Verdict | None:
    """Return what *win* counts in its best reading; nothing if it is none."""
    if win.value is not None:
        return Verdict(win.worth, itemize_value(win.worth), {})
    if win.by in LOOKS_AT_NO_HAND:
        names = LOOKS_AT_NO_HAND[win.by](record, win)
        items = tuple([Item(name, LIMIT) for name in names])
        return Verdict(LIMIT, items, dict.fromkeys(names, 1)) if names else None
    score = best(TABLE, _readings(won_hand(record, win)), _rank)
    if score is None:
        return None
    return Verdict(score.value, score.items, score.elements, score.hand.reading)


def _readings(hand: WonHand) -> Iterator[WonHand]:
    yield from readings(hand)
    if not hand.melds and (parts := special.thirteen_orphans(hand.concealed)):
        yield hand.read(Reading(parts))


def _rank(score: Score) -> tuple[int, bool, int]:
    return score.value, LIMIT in [item.value for item in score.items], value_of(score.items)


def is_thirteen_orphans(record: Record, seat: int, win: Win) -> bool:
    """Return whether *seat* shows thirteen orphans with the tile of *win*."""
    layout = record.seats[seat]
    if layout.hand is None or layout.melds or win.tile is None:
        return False
    return bool(special.thirteen_orphans((*layout.hand, win.tile)))


def declared_win(record: Record, win: Win) -> tuple[str, ...]:
    """Return what wins without a last tile: eight flowers, or the sets of a great honor hand."""
    seat = record.seats[win.seat]
    if ALL_FLOWERS.issubset(seat.flowers):
        return ("all_flowers",)
    return _honor_limits(seat.melds, seat.hand or ())


def _honor_limits(melds: Iterable[Meld], hand: tuple[int, ...]) -> tuple[str, ...]:
    """Return which of the two great honor hands have all their sets, whatever else is there."""
    sets: set[int] = {meld.tiles[0] for meld in melds if meld.kind != "chow"}
    sets |= {kind for kind in hand if hand.count(kind) >= PUNG}
    great = {"big_three_dragons": DRAGONS, "big_four_winds": WINDS}
    return tuple(name for name, kinds in great.items() if kinds <= sets)


def flower_robbery(record: Record, win: Win) -> tuple[str, ...]:
    """Return the element of seven flowers that take the eighth from who drew it."""
    flowers = ALL_FLOWERS.intersection(record.seats[win.seat].flowers)
    is_eighth = win.tile in ALL_FLOWERS - flowers and len(flowers) == len(ALL_FLOWERS) - 1
    return ("seven_robs_one",) if is_eighth else ()


LOOKS_AT_NO_HAND: Final[Mapping[str, Callable[[Record, Win], tuple[str, ...]]]] = {
    "robbed_flower": flower_robbery,
    "declared": declared_win,
}
"""Ways of winning that need no last tile, and what they are."""
