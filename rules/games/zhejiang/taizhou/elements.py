"""Hu, tai and points of any hand, and the winner's readings.

taizhou.md, "Special tiles", "Winning", "Scoring elements".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.game import Element, Options
from rules.hands.divide import Division, divisions, profiles
from rules.hands.keys import LANE, Key, pack
from rules.hands.profiles import equivalence
from rules.hands.shapes import Reading
from rules.record.values import Record, Win
from rules.scoring import Row, Score, Table, WonHand, best, by_count, elements, seat_wind, won_hand
from rules.scoring.set_points import (
    SETS_AND_PAIRS,
    TRIPLETS,
    doubled_terms,
    element_names,
    pungs_and_pairs,
)
from rules.settle.settlement import Item, ScoredHand
from rules.settle.terms import Terms, compute, limit_terms, round_up
from rules.tiles import TILES, WINDS, Tile

WHITE: Final = TILES["5z"]

HU: Final[Mapping[str, int]] = MappingProxyType(
    {
        "base": 10,
        "all_pungs": 4,
        "self_draw": 2,
        "closed_wait": 2,
        "dragon_pair": 2,
        "seat_wind_pair": 2,
        **TRIPLETS,
    }
)
"""Elements that add to the count; all even, so that every half of the points is whole."""

TAI: Final[Mapping[str, int]] = MappingProxyType(
    {
        "dragon_pung": 1,
        "seat_wind_pung": 1,
        "mixed_one_suit": 1,
        "pure_one_suit": 3,
        "little_four_winds": 13,
        "big_four_winds": 13,
    }
)
"""Elements, and how many times each doubles the count."""

LOSERS_FOUR_WINDS: Final = 4
"""Tai of either form of Four Winds in a loser's hand."""

LIMIT: Final = 100
"""Points of a hand at most; a winner who reaches it without rounding is paid in full by all."""


def four_winds(pungs: Collection[int], pairs: Collection[int | None], wind: int, form: str) -> str:
    """Return which form of Four Winds (四風会斉) these are where the house knows *form*, or ""."""
    if form == "none":
        return ""
    missing = WINDS.difference(pungs)
    if not missing:
        return "big_four_winds"
    is_little = len(missing) == 1 and missing.issubset(pairs)
    if is_little and (form == "little" or (form == "little_seat_pair" and wind in missing)):
        return "little_four_winds"
    return ""


def winds_row(name: str, native: str, english: str) -> Row:
    """Return a form of Four Winds, which the house's option knows or not."""

    def holds(hand: WonHand) -> bool:
        form = hand.options["four_winds"]
        return four_winds(hand.pungs, (hand.pair,), hand.seat_wind, form) == name

    value = f"{TAI[name]} tai for the winner, {LOSERS_FOUR_WINDS} tai for a loser"
    return Row(name, native, english, value, holds)


ELEMENTS: Final[tuple[Element, ...]] = (
    Row("base", "胡底", "base", "10 hu", lambda _: 1),
    Row("all_pungs", "対対胡", "all pungs", "4 hu", elements.all_pungs),
    Row("self_draw", "自摸", "self-draw", "2 hu", elements.self_draw),
    Row("closed_wait", "嵌檔", "gap call", "2 hu", elements.closed_wait),
    *SETS_AND_PAIRS,
    Row("dragon_pung", "中發白の刻子", "pung/kong of dragons", "1 tai each", elements.dragon_pung),
    Row("seat_wind_pung", "自分の風の刻子", "pung/kong of own wind", "1 tai",
        elements.seat_wind_pung),
    Row("mixed_one_suit", "混一色", "mixed one suit", "1 tai", elements.mixed_one_suit),
    Row("pure_one_suit", "清一色", "pure one suit", "3 tai", elements.pure_one_suit),
    winds_row("little_four_winds", "四風会斉 (小四喜)", "Four Winds, little"),
    winds_row("big_four_winds", "四風会斉 (大四喜)", "Four Winds, big"),
)  # fmt: skip


def points(items: Iterable[Item]) -> int:
    """Return the hu of *items* doubled by their tai, without the limit."""
    hu = tai = 0
    for item in items:
        if item.id in HU:
            hu += item.value
        else:
            tai += item.value
    return hu << tai


TABLE: Final = Table(ELEMENTS, total=points, apart=True)


def point_terms(items: Sequence[Item], options: Options) -> Terms:
    """Return the points that count: at most the limit, then up to a full ten if the house does."""
    terms = limit_terms(doubled_terms(items, TAI), LIMIT)
    return (*terms, round_up(10)) if options["round_up"] else terms


def loser(record: Record, seat: int) -> ScoredHand:
    """Return the entry of a seat that did not win; nothing stands for anything else there (D5)."""
    parts = [*pungs_and_pairs(record.seats[seat].hand or ())]
    parts += [meld.part() for meld in record.melds_after_robbing(seat)]
    wind = seat_wind(record, seat)
    names = [*element_names(parts, wind)]
    items = [Item(name, HU[name] if name in HU else TAI[name]) for name in names]
    pungs = [part.kind for part in parts if part.is_triplet]
    pairs = [part.kind for part in parts if part.is_pair]
    if winds := four_winds(pungs, pairs, wind, record.options["four_winds"]):
        items.append(Item(winds, LOSERS_FOUR_WINDS))
    sorted_items = tuple(sorted(items, key=lambda item: TABLE.order[item.id]))
    terms = point_terms(sorted_items, record.options)
    return ScoredHand(seat, compute(terms), "points", sorted_items, terms=terms)


# Fortune tiles, and whites that stand for the indicator's tile or stay white


class As(NamedTuple):
    """Tiles with every white taken for one or the other."""

    key: Key
    fortunes: int
    """Tiles like the indicator, each of which stands for any tile."""
    whites: int
    """How many whites stay white."""
    stand_ins: int
    """How many whites stand for the indicator's tile."""


def ways(tiles: Iterable[int], indicator: int) -> Iterator[As]:
    """Yield *tiles* with all numbers of whites standing for the *indicator*'s tile."""
    kinds = [*tiles]
    fortunes = kinds.count(indicator)
    whites = 0 if indicator == WHITE else kinds.count(WHITE)
    key = pack([tile for tile in kinds if tile not in (indicator, WHITE)])
    for stand_ins in range(whites + 1):
        stay = whites - stand_ins
        yield As(key + stay * LANE[WHITE] + stand_ins * LANE[indicator], fortunes, stay, stand_ins)


def indicator_of(record: Record) -> Tile:
    """Return the tile that was turned up."""
    return record.deal.indicators[0]


def judge(record: Record, win: Win) -> Score | None:
    """Return the score of most points before the limit (D15), then of most elements.

    Of those that are equal in that too the first counts; whites stay white before they
    stand for the indicator's tile. Return nothing if the tiles make no hand.
    """
    return best(TABLE, _readings(won_hand(record, win, {indicator_of(record)})), by_count)


def _readings(hand: WonHand) -> Iterator[WonHand]:
    indicator = indicator_of(hand.record)
    tiles, last = hand.record.hand_and_tile(hand.win)
    for way in ways((*tiles, last), indicator):
        kinds = _meanings(hand, way, indicator)
        for division in _divisions(hand, way, kinds):
            yield from _place(hand, division, kinds)


def _place(hand: WonHand, division: Division, kinds: tuple[int, ...] | None) -> Iterator[WonHand]:
    """Yield *division* with every place of the winning tile, as each of *kinds* that it may be."""
    whole = Reading(division.parts, hand.melds, division.wilds)
    for kind in sorted({*division.wilds}) if kinds is None else kinds:
        for reading in whole.placements(kind, is_taken=hand.win.is_taken):
            yield hand.read(reading, kind)


def _meanings(hand: WonHand, way: As, indicator: int) -> tuple[int, ...] | None:
    """Return the kinds that the winning tile can be; `None` for what a fortune tile stands for."""
    if hand.is_last_wild:
        return None
    if hand.tile != WHITE:
        return (hand.tile,)
    return (WHITE,) * (way.whites > 0) + (indicator,) * (way.stand_ins > 0)


def _divisions(hand: WonHand, way: As, kinds: tuple[int, ...] | None) -> Iterable[Division]:
    sets = hand.size - len(hand.melds)
    if not way.fortunes:
        return divisions(way.key, sets)
    return profiles(way.key, sets, way.fortunes, equivalence(kinds).feature).values()
