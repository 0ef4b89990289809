"""Main and sub jing and what they bring: nanchang.md, "Special tiles", "Side payments"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import prod
from typing import Final, NamedTuple

from rules.errors import Problem, Reason, RecordError
from rules.hands.catalogue import HONOR_RUNS
from rules.hands.covers import find_cover, remove_part, sets_with
from rules.hands.divide import divisions
from rules.hands.keys import LANE, Key, count, counts, pack
from rules.hands.shapes import PAIRS, PUNGS, SINGLES, Part, Reading
from rules.hands.special import APART, unrelated_kinds
from rules.reasons import as_problem
from rules.record.claims import check_nearest
from rules.record.values import Record, Win
from rules.scoring import Row, Score, Table, WonHand, best, elements, won_hand
from rules.settle.settlement import Item, adds
from rules.settle.terms import Terms, add, compute, times
from rules.tiles import HONORS, KINDS, TILES, Tile, next_in_suit

Layer = Callable[["Soft", Key, int, int], tuple[Part, ...] | None]


MAIN_POINTS: Final = 2
SUB_POINTS: Final = 1
BREAKTHROUGH: Final = 5
"""Number of points from which they multiply (冲関)."""

_WINDS: Final = ("1z", "2z", "3z", "4z", "1z")
_DRAGONS: Final = ("7z", "6z", "5z", "7z")
_AFTER: Final[dict[int, int]] = {
    TILES[code]: TILES[following]
    for circle in (_WINDS, _DRAGONS)
    for code, following in pairwise(circle)
}
"""The honors in their circles: red, green, white; East, South, West, North."""


class Jings(NamedTuple):
    """The kinds that are wild in one hand."""

    main: int
    sub: int

    def points(self, tiles: Sequence[int]) -> Terms:
        """Return the jing points of *tiles* before they are multiplied."""
        main = add("main_jing", MAIN_POINTS, tiles.count(self.main))
        sub = add("sub_jing", SUB_POINTS, tiles.count(self.sub))
        return tuple([jing for jing in (main, sub) if jing.often])


@cache
def jings(indicator: int) -> Jings:
    """Return the wild kinds of a hand in which *indicator*, a suit tile or honor, is turned up."""
    if indicator < HONORS:
        return Jings(indicator, next_in_suit(indicator))
    return Jings(indicator, _AFTER[indicator])


def jing_points(terms: Sequence[Terms]) -> tuple[Terms, ...]:
    """Return what each seat collects from each other one by the jing *terms* of all seats.

    Breakthrough (5 ×2, 6 ×3, 7 ×4 and so on) looks at the points before; a sole ruler's result
    is doubled (D7, D12).
    """
    is_sole = len([jing for jing in terms if jing]) == 1
    ruler = (times("sole_ruler", 2),) if is_sole else ()
    return tuple([(*jing, *_breakthrough(compute(jing)), *ruler) if jing else () for jing in terms])


def _breakthrough(raw: int) -> Terms:
    return (times("breakthrough", raw - 3),) if raw >= BREAKTHROUGH else ()


PUNG: Final = 3


class Soft(NamedTuple):
    """The tiles of a hand whose jings are all wild."""

    key: Key
    """The natural tiles, the winning one among them unless it is a drawn jing."""
    sets: int
    """How many sets the concealed tiles have to form beside the pair."""
    last: int | None
    """The kind of the winning tile; `None` for a drawn jing."""
    spare: int
    """What wild tiles stand for where it does not matter."""


def laid_anyhow(soft: Soft, key: Key, sets: int, pairs: int) -> tuple[Part, ...] | None:
    """Return *sets* sets and *pairs* pairs that the tiles of *key* can be, if any."""
    return find_cover(key, sets, pairs, soft.spare, HONOR_RUNS)


def laid_in_pungs(soft: Soft, key: Key, sets: int, pairs: int) -> tuple[Part, ...] | None:
    """Return the same with pungs only; four alike are a pung and one tile over."""
    there = counts(key)
    groups = [kind for kind, count in enumerate(there) for _ in range(0, count, PUNG)]
    loose = [kind for kind in groups if there[kind] % PUNG]
    eyes: list[int] = []
    if len(groups) > sets and pairs and loose:
        eyes = loose[-1:]
        groups.remove(eyes[0])
    if len(groups) > sets:
        return None
    groups += [soft.spare] * (sets - len(groups))
    eyes += [soft.spare] * (pairs - len(eyes))
    return (*(PUNGS[kind] for kind in groups), *(PAIRS[kind] for kind in eyes))


def laid_freely(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return any sets and pair that *layer* finds."""
    return layer(soft, soft.key, soft.sets, 1)


def paired_with_jing(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return sets and pair, the pair being the winning tile and a jing from the hand."""
    rest, pair = soft.key, soft.spare
    if soft.last is not None:
        rest, pair = rest - LANE[soft.last], soft.last
    parts = layer(soft, rest, soft.sets, 0)
    return None if parts is None else (*parts, PAIRS[pair])


def paired_otherwise(soft: Soft, layer: Layer) -> tuple[Part, ...] | None:
    """Return sets and pair in which another seat's tile is no jing's partner.

    Where there is a second tile of its kind, that one is its partner, or one of them is in a set.
    """
    if soft.last is None or count(soft.key, soft.last) > 1:
        return laid_freely(soft, layer)
    for part in sets_with(soft.last, HONOR_RUNS):
        parts = layer(soft, remove_part(soft.key, part), soft.sets - 1, 1)
        if parts is not None and (layer is laid_anyhow or part.is_triplet):
            return (part, *parts)
    return None


FINISHES: Final = {
    "self_draw": ((laid_freely, False), (paired_with_jing, True)),
    "discard": ((paired_otherwise, False), (laid_freely, True)),
    "robbed_kong": ((laid_freely, False),),
}
"""Ways to lay a hand out that tell by what its pair is, and whether that is the jing's."""
ALL_HONORS: Final = frozenset(range(HONORS, KINDS))


def hand_of(record: Record, win: Win) -> WonHand:
    """Return the hand of *win*; another seat's tile is not wild, whatever its face (D4)."""
    hand = won_hand(record, win, frozenset(jings(record.deal.indicators[0])))
    if win.is_taken and hand.is_last_wild:
        return replace(hand, is_last_wild=False, wilds=hand.wilds - 1)
    return hand


def concealed_faces(hand: WonHand) -> tuple[int, ...]:
    """Return all concealed tiles as they lie, jings as what they bear."""
    tiles, last = hand.record.hand_and_tile(hand.win)
    return (*tiles, last)


def shapes(hand: WonHand) -> Iterator[WonHand]:
    """Yield the ways to read the hand that may be judged differently.

    A winning tile that pairs with a wild jing has its place there; others have none.
    """
    yield from _hard_sets(hand)
    if hand.wilds:
        yield from _soft_sets(hand)
    if not hand.melds:
        yield from _hard_loose(hand)
        if hand.wilds:
            yield from _soft_pairs(hand)
            yield from _soft_unrelated(hand)


def _read(
    hand: WonHand, parts: tuple[Part, ...], wilds: Iterable[int] = (), pair: Part | None = None
) -> WonHand:
    """Return *hand* as *parts*, its jings standing for *wilds*, the last tile in the *pair*."""
    stand_for = tuple(sorted(wilds))
    kind = None if pair is None else pair.kind
    return hand.read(Reading(parts, hand.melds, stand_for, pair), kind)


def _hard_sets(hand: WonHand) -> Iterator[WonHand]:
    key = pack(concealed_faces(hand))
    for division in divisions(key, hand.size - len(hand.melds), 0, HONOR_RUNS):
        pair = next(part for part in division.parts if part.is_pair)
        with_jing = hand.is_last_wild and pair.kind == hand.tile
        yield _read(hand, division.parts, (), pair if with_jing else None)


def _soft_sets(hand: WonHand) -> Iterator[WonHand]:
    main = jings(hand.record.deal.indicators[0]).main
    last = None if hand.is_last_wild else hand.tile
    soft = Soft(pack(hand.concealed), hand.size - len(hand.melds), last, main)
    for layer in (laid_in_pungs, laid_anyhow):
        if layer is laid_in_pungs and not all(part.is_triplet for part in hand.melds):
            continue
        for finish, with_jing in FINISHES[hand.win.by]:
            parts = finish(soft, layer)
            if parts is None:
                continue
            kinds = Counter([kind for part in parts for kind in part.kinds])
            stand_for = (kinds - Counter(hand.concealed)).elements()
            pair = PAIRS[main if last is None else last] if with_jing else None
            yield _read(hand, parts, stand_for, pair)


def _hard_loose(hand: WonHand) -> Iterator[WonHand]:
    counts = Counter(concealed_faces(hand))
    if all(count % 2 == 0 for count in counts.values()):
        yield _read(hand, _pairs(counts), (), PAIRS[hand.tile] if hand.is_last_wild else None)
    if _are_unrelated(counts):
        yield _read(hand, _singles(counts))


def _soft_pairs(hand: WonHand) -> Iterator[WonHand]:
    """Yield seven pairs with wild jings: one for each odd tile, the others by twos."""
    counts = Counter(hand.concealed)
    odd = [kind for kind, count in counts.items() if count % 2]
    spare = hand.wilds - len(odd)
    if spare < 0:
        return
    fill = jings(hand.record.deal.indicators[0]).main if hand.is_last_wild else hand.tile
    stand_for = (*odd, *(fill,) * spare)
    is_odd = not hand.is_last_wild and hand.tile in odd
    is_alone = is_odd and counts[hand.tile] == 1
    with_jing = is_alone if hand.win.by == "discard" else is_odd or spare >= 2
    pair = PAIRS[fill] if with_jing else None
    yield _read(hand, _pairs(counts + Counter(stand_for)), stand_for, pair)


def _soft_unrelated(hand: WonHand) -> Iterator[WonHand]:
    """Yield fourteen unrelated tiles with wild jings, the seven stars where they can be had."""
    counts, wilds = Counter(hand.concealed), hand.wilds
    if not _are_unrelated(counts):
        return
    suited = unrelated_kinds(counts)
    missing = sorted(ALL_HONORS - counts.keys())
    stars = has_seven_stars(hand) and wilds <= len(missing) + len(suited)
    places = [*missing, *suited] if stars else [*suited, *missing]
    if len(places) >= wilds:
        yield _read(hand, _singles(counts + Counter(places[:wilds])), places[:wilds])


def has_seven_stars(hand: WonHand) -> bool:
    """Return whether all honors are there by themselves."""
    return ALL_HONORS.issubset(concealed_faces(hand))


def _are_unrelated(counts: Counter[int]) -> bool:
    kinds = sorted(counts)
    return max(counts.values()) == 1 and all(
        high >= HONORS or low // 9 != high // 9 or high - low >= APART
        for low, high in pairwise(kinds)
    )


def _pairs(counts: Counter[int]) -> tuple[Part, ...]:
    return tuple(PAIRS[kind] for kind in sorted(counts) for _ in range(counts[kind] // 2))


def _singles(kinds: Iterable[int]) -> tuple[Part, ...]:
    return tuple(SINGLES[kind] for kind in sorted(kinds))


FLAT: Final = 20
"""What everyone pays for a heavenly or earthly hand, without any double."""

DOUBLE: Final = 2
"""What every other element multiplies the single point by."""

VIRTUE: Final = 5
"""What virtue adds to some payments, after all doubles."""


def is_unrelated(hand: WonHand) -> bool:
    """Return whether the hand is read as fourteen unrelated tiles."""
    return hand.pair is None


def seven_pairs(hand: WonHand) -> bool:
    """小七対."""
    return hand.pair is not None and not hand.melds and all(p.is_pair for p in hand.parts)


def no_wild(hand: WonHand) -> bool:
    """徳国: no jing, or all for what they bear."""
    return not hand.reading.wilds


def double_no_wild(hand: WonHand) -> bool:
    """徳中徳: nobody else holds a jing either."""
    record, seats = hand.record, range(hand.record.players)
    wild = jings(record.deal.indicators[0])
    others = [tiles_of(record, seat) for seat in seats if seat != hand.win.seat]
    return no_wild(hand) and not any(wild.points(tiles) for tiles in others)


def tiles_of(record: Record, seat: int) -> tuple[Tile, ...]:
    """Return all tiles of *seat*, a robbed one and the winner's last not among them."""
    melds = record.melds_after_robbing(seat)
    return (*(record.seats[seat].hand or ()), *[tile for meld in melds for tile in meld.tiles])


def doubling(name: str, native: str, english: str, holds: Callable[[WonHand], bool]) -> Row:
    """Return an element that doubles."""
    return Row(name, native, english, "×2", holds, worth=lambda _: DOUBLE)


DOUBLES: Final = (
    doubling("self_draw", "自摸", "self-draw", elements.self_draw),
    doubling("robbing_the_kong", "搶槓", "robbing the kong", elements.robbing_the_kong),
    doubling("kong_draw", "槓開", "kong supplement win", elements.kong_draw),
    doubling("all_pungs", "大七対", "all pungs", elements.all_pungs),
    doubling("seven_pairs", "小七対", "seven pairs", seven_pairs),
    doubling("thirteen_unrelated", "十三爛", "thirteen unrelated", is_unrelated),
    doubling("seven_stars", "七星", "seven stars",
             lambda hand: is_unrelated(hand) and has_seven_stars(hand)),
    Row("no_wild", "徳国", "virtue (no wild)", "×2, and 5 more from some", no_wild,
        worth=lambda _: DOUBLE),
    doubling("double_no_wild", "徳中徳", "double virtue", double_no_wild),
    doubling("wild_pair_wait", "精釣", "jing pair wait",
             lambda hand: elements.self_draw(hand) and elements.pair_wait(hand)),
)  # fmt: skip


def blessing(name: str, native: str, english: str, holds: Callable[[WonHand], bool]) -> Row:
    """Return an element that is paid flat in place of all others (D9)."""
    double_ids = tuple(row.id for row in DOUBLES)
    return Row(name, native, english, FLAT, lambda hand: holds(hand) and not hand.melds, double_ids)


ELEMENTS: Final = (
    *DOUBLES,
    blessing("heavenly_hand", "天胡", "heavenly hand", elements.heavenly_hand),
    blessing("earthly_hand", "地胡", "earthly hand", elements.earthly_hand),
)


def product(items: Sequence[Item]) -> int:
    """Return what *items* multiply to."""
    return prod([item.value for item in items])


TABLE: Final = Table(ELEMENTS, total=product)
BLESSED: Final = frozenset(("heavenly_hand", "earthly_hand"))


def judge(record: Record, win: Win) -> Score:
    """Return the score of *win* in the reading that brings most, of equal ones the first.

    Readings in sets come before seven pairs and unrelated tiles. Raise `RecordError`
    with all reasons for which the win is refused.
    """
    where = f"seats[{win.seat}].hand"
    readings = [*shapes(hand_of(record, win))]
    problems = _find_bars(record, win)
    if not readings:
        problems.append(as_problem(Reason("nanchang_shape"), "not_a_win", where))
    candidates = [one for one in readings if win.by != "discard" or not elements.pair_wait(one)]
    score = best(TABLE, candidates, lambda one: (sum(dues(one).values()), len(one.items)))
    if readings and score is None:
        problems.append(as_problem(Reason("lone_jing_no_discard"), where=where))
    if problems or score is None:
        raise RecordError(problems)
    return score


def _find_bars(record: Record, win: Win) -> list[Problem]:
    problems = []
    if win.is_taken and win.facts.get("missed_win"):
        problems.append(as_problem(Reason("missed_win_until_turn"), where="wins[0]"))
    problems += check_nearest(record, win, "wins[0]")
    return problems


def dues(score: Score) -> Mapping[int, int]:
    """Return what each loser pays for the hand."""
    record, win = score.hand.record, score.hand.win
    losers = [seat for seat in range(record.players) if seat != win.seat]
    if not BLESSED.isdisjoint(score.names):
        return dict.fromkeys(losers, FLAT)
    return {
        seat: (score.value << len(_doubles(record, win, seat))) + _virtue(score, seat)
        for seat in losers
    }


def score_terms(score: Score) -> Terms:
    """Return how the score comes about: each element doubles."""
    if not BLESSED.isdisjoint(score.names):
        return adds(score.items)
    return (add("base", 1), *[times(item.id, item.value) for item in score.items])


def due_terms(score: Score, seat: int) -> Terms:
    """Return how what *seat* pays for the hand comes about."""
    terms = score_terms(score)
    if not BLESSED.isdisjoint(score.names):
        return terms
    doubles = [times(name, 2) for name in _doubles(score.hand.record, score.hand.win, seat)]
    virtue = _virtue(score, seat)
    return (*terms, *doubles, *((add("no_wild", virtue),) if virtue else ()))


def _doubles(record: Record, win: Win, payer: int) -> list[str]:
    """Return what doubles what the *payer* pays."""
    banker = ["banker"] if record.state.banker in (payer, win.seat) else []
    return [*banker, "discarder"] if win.by == "discard" and payer == win.source else banker


def _virtue(score: Score, payer: int) -> int:
    win = score.hand.win
    is_paid = "no_wild" in score.names and (win.by != "discard" or payer == win.source)
    return VIRTUE if is_paid else 0
