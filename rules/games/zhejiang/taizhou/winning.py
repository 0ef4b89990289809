"""The winner's best reading: taizhou.md, "Winning", "Scoring elements"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rules.games.zhejiang.taizhou.scoring import (
    four_winds,
    of_parts,
    points,
    seat_wind,
    sorted_items,
)
from rules.games.zhejiang.taizhou.special import WHITE, As, ways
from rules.games.zhejiang.taizhou.table import HU, LIMIT, TAI
from rules.hands.divide import Division, divisions, profiles
from rules.hands.profiles import lookout
from rules.hands.reading import Reading, is_middle_wait
from rules.scoring import kinds as elements
from rules.settle.settlement import Item
from rules.tiles import HONORS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.hands.shapes import Part
    from rules.record.values import Record, Win
    from rules.tiles import Tile

SETS = 4


class Claim(NamedTuple):
    """A win that somebody declares, or could have declared."""

    record: Record
    win: Win
    tile: Tile
    """The winning tile."""
    held: tuple[Tile, ...]
    """The winner's concealed tiles without the winning one."""
    melds: tuple[Part, ...]
    indicator: Tile
    wind: int
    """The kind of the winner's wind."""

    @property
    def sets(self) -> int:
        """Return how many sets the concealed tiles have to make."""
        return SETS - len(self.melds)

    def on(self, tile: Tile, by: str) -> Claim:
        """Return the same hand claiming *tile* instead, as a `discard` or a `self_draw`."""
        return self._replace(win=replace(self.win, tile=tile, by=by), tile=tile)


class Score(NamedTuple):
    """A win in one reading."""

    items: tuple[Item, ...]
    reading: Reading
    uncapped: int
    """The points without the limit."""

    @property
    def capped(self) -> int:
        """Return the points after the limit, not rounded."""
        return min(LIMIT, self.uncapped)


def claim(record: Record, win: Win) -> Claim:
    """Return *win* with what is needed to judge it."""
    seat = record.seats[win.seat]
    assert win.tile is not None
    assert seat.hand is not None
    melds = tuple([meld.part() for meld in seat.melds])
    wind = seat_wind(record, win.seat)
    return Claim(record, win, win.tile, seat.hand, melds, record.deal.indicators[0], wind)


def best(won: Claim) -> Score | None:
    """Return the score of most points before the limit (D15), then of most elements.

    Of those that are equal in that too the first counts; whites stay white before they
    stand for the indicator's tile. Return nothing if the tiles make no hand.
    """
    scores = [_score(won, reading, kind) for reading, kind in readings(won)]
    return max(scores, key=lambda score: (score.uncapped, len(score.items)), default=None)


def readings(won: Claim) -> Iterator[tuple[Reading, int]]:
    """Yield the readings that may be worth something different.

    The winning tile has its place in each; with it comes the kind that it is or stands for.
    """
    for way in ways((*won.held, won.tile), won.indicator):
        kinds = _meanings(won, way)
        for division in _divisions(won, way, kinds):
            whole = Reading(division.parts, won.melds, division.wilds)
            meant = sorted(set(division.wilds)) if kinds is None else kinds
            yield from _placed(won, whole, meant)


def _placed(won: Claim, whole: Reading, kinds: Iterable[int]) -> Iterator[tuple[Reading, int]]:
    """Yield *whole* with every place of a winning tile that is one of *kinds*."""
    for kind in kinds:
        for reading in whole.placements(kind, taken=won.win.is_taken):
            yield reading, kind


def _meanings(won: Claim, way: As) -> tuple[int, ...] | None:
    """Return the kinds that the winning tile can be; `None` for what a fortune tile stands for."""
    if won.tile == won.indicator:
        return None
    if won.tile != WHITE:
        return (won.tile,)
    return (WHITE,) * (way.whites > 0) + (int(won.indicator),) * (way.changed > 0)


def _divisions(won: Claim, way: As, kinds: tuple[int, ...] | None) -> Iterable[Division]:
    """Return the divisions that may be judged differently."""
    if not way.fortunes:
        return divisions(way.key, won.sets)
    return profiles(way.key, won.sets, way.fortunes, lookout(kinds).feature).values()


def _score(won: Claim, reading: Reading, kind: int) -> Score:
    """Return what *reading* is worth when the winning tile is of *kind* in it."""
    assert reading.completed is not None
    is_gap_call = is_middle_wait(reading.completed, kind)
    items = sorted_items(_items(won, reading, is_gap_call=is_gap_call))
    return Score(items, reading, points(items))


def _items(won: Claim, reading: Reading, *, is_gap_call: bool) -> Iterator[Item]:
    """Yield the elements of one reading; what occurs twice comes twice."""
    parts = reading.parts
    yield Item("base", HU["base"])
    yield from of_parts(parts, won.wind)
    if elements.all_pungs(parts):
        yield Item("all_pungs", HU["all_pungs"])
    if won.win.is_self_draw:
        yield Item("self_draw", HU["self_draw"])
    if is_gap_call:
        yield Item("closed_wait", HU["closed_wait"])
    suits = {part.suit for part in parts}
    if len(suits) == 1 and HONORS // 9 not in suits:
        yield Item("pure_one_suit", TAI["pure_one_suit"])
    if len(suits) == 2 and HONORS // 9 in suits:
        yield Item("mixed_one_suit", TAI["mixed_one_suit"])
    winds = four_winds(parts, won.wind, won.record.options["four_winds"])
    if winds is not None:
        yield Item(winds, TAI[winds])
