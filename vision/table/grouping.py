"""From tiles on the table top to hands, sets laid down, flowers and the rest.

Every tile comes with its place in the table frame. The place says whose it is and what for
(`vision.geometry`); a tile lying across its row says from whom a set was claimed. Discards in rows
tell who discarded what and in which order; thrown about the middle they tell neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from rules.tiles import KIND, TILES
from vision.geometry import (
    ASIDE,
    FLOWERS,
    HAND,
    HIDDEN_INDICATORS,
    INDICATORS,
    MELD_GAP_MM,
    MELDS,
    RIVER,
    WALL,
    WINNING_GAP_MM,
    Layout,
    by_rows,
    is_across,
    is_askew,
)
from vision.recognise.detector import Spot
from vision.types import BACK, MeldReading, SeatReading, TableReading, TileReading


@dataclass(frozen=True, slots=True)
class _OwnersView:
    """A tile in the frame of its seat."""

    tile: TileReading
    u: float
    v: float
    sideways: bool
    half_mm: float
    turn: float
    """Radians clockwise from upright for its owner, half turns open."""

    @property
    def left(self) -> float:
        return self.u - self.half_mm

    @property
    def right(self) -> float:
        return self.u + self.half_mm


_Rows = dict[tuple[int, str], list[_OwnersView]]


def arrange(
    tiles: Sequence[TileReading], spots: Sequence[Spot], layout: Layout, problems: Sequence[str]
) -> TableReading:
    """Return what lies before each seat and in the middle, of *tiles* at *spots* of the table."""
    rows: _Rows = {}
    for tile, spot in zip(tiles, spots, strict=True):
        place = layout.row_at((spot.x, spot.y), spot.turn, is_back=tile.code == BACK)
        if place is not None:
            rows.setdefault(place, []).append(_owners_view(tile, spot, place[0], layout))
    for row_tiles in rows.values():
        row_tiles.sort(key=lambda one: one.u)
    discards = [one for (_, name), row in rows.items() if name == RIVER for one in row]
    is_thrown = 2 * sum(is_askew(one.turn) for one in discards) > len(discards)
    seats = tuple(_seat(seat, rows, layout) for seat in range(layout.seats))
    return TableReading(
        tuple(replace(seat, river=()) for seat in seats) if is_thrown else seats,
        _tiles(rows, 0, INDICATORS),
        _tiles(rows, 0, HIDDEN_INDICATORS),
        thrown=tuple(one.tile for one in discards) if is_thrown else (),
        walls=tuple(len(rows.get((seat, WALL), ())) for seat in range(layout.seats)),
        problems=tuple(problems),
    )


def _tiles(rows: _Rows, seat: int, name: str) -> tuple[TileReading, ...]:
    """Return the tiles of one of *rows* from its owner's left."""
    return tuple(one.tile for one in rows.get((seat, name), ()))


def _owners_view(tile: TileReading, spot: Spot, seat: int, layout: Layout) -> _OwnersView:
    u, v = layout.to_seat(seat, (spot.x, spot.y))
    turn = spot.turn + layout.turn(seat)
    across = is_across(turn)
    half = (layout.tile.height_mm if across else layout.tile.width_mm) / 2
    return _OwnersView(tile, u, v, across, half, turn)


def _seat(seat: int, rows: _Rows, layout: Layout) -> SeatReading:
    row = rows.get((seat, HAND.name), [])
    hand, winning = _hand(row)
    return SeatReading(
        seat=seat,
        hand=hand,
        melds=_melds(rows.get((seat, MELDS.name), []), layout.seats),
        flowers=_tiles(rows, seat, FLOWERS.name),
        aside=_tiles(rows, seat, ASIDE.name),
        winning=winning,
        apart=0 if winning is not None else _apart(row, layout),
        river=_river(rows.get((seat, RIVER), []), layout),
    )


def _river(row: Sequence[_OwnersView], layout: Layout) -> tuple[TileReading, ...]:
    """Return the discards of one seat in order: row by row from the middle, from its left."""
    tall, wide = layout.tile.height_mm, layout.tile.width_mm
    lower = [(one.u, one.v + (wide if one.sideways else tall) / 2) for one in row]
    discards = [row[number] for number in by_rows(lower, tall / 2)]
    return tuple(replace(one.tile, sideways=one.sideways) for one in discards)


def _hand(row: Sequence[_OwnersView]) -> tuple[tuple[TileReading, ...], TileReading | None]:
    """Return the hand in *row* and the tile that lies apart at its right end, if one does."""
    tiles = tuple(_reveal([one.tile for one in row]))
    if len(row) >= 2 and row[-1].left - row[-2].right > WINNING_GAP_MM / 2:
        return tiles[:-1], tiles[-1]
    return tiles, None


def _reveal(tiles: Sequence[TileReading]) -> Iterator[TileReading]:
    """Yield the *tiles* of a hand; backs among more faces are half as sure.

    Who reveals a hand reveals all of it: what looks like one tile face down is one that a thumb or
    a sleeve covers.
    """
    is_revealed = 2 * sum(tile.code == BACK for tile in tiles) < len(tiles)
    for tile in tiles:
        is_odd = is_revealed and tile.code == BACK
        yield replace(tile, confidence=tile.confidence / 2) if is_odd else tile


def _apart(row: Sequence[_OwnersView], layout: Layout) -> int:
    """Return how many tiles lie right of the last gap that is wider than a tile that is missing.

    Such a gap is nearer to the one before a tile that won than to the width of a tile.
    """
    least_mm = (layout.tile.width_mm + WINNING_GAP_MM) / 2
    gaps = [right.left - left.right for left, right in pairwise(row)]
    wide = [place for place, gap in enumerate(gaps, start=1) if gap > least_mm]
    return len(row) - wide[-1] if wide else 0


def _melds(row: Sequence[_OwnersView], seats: int) -> tuple[MeldReading, ...]:
    groups: list[list[_OwnersView]] = []
    end = -np.inf
    for one in sorted(row, key=lambda one: one.left):
        if not groups or one.left - end > MELD_GAP_MM / 2:
            groups.append([])
        groups[-1].append(one)
        end = max(end, one.right)
    return tuple(_meld(group, seats) for group in reversed(groups))


def _meld(group: Sequence[_OwnersView], seats: int) -> MeldReading:
    row, stack = _unstack(group)
    tiles = tuple(replace(one.tile, sideways=one.sideways) for one in (*row, *stack))
    claimed_place = next((place for place, one in enumerate(row) if one.sideways), None)
    offset = None if claimed_place is None else _giver(claimed_place, len(row), seats)
    kind = _kind([tile.code for tile in tiles], claimed_place is not None, bool(stack))
    return MeldReading(kind, tiles, claimed_place, offset)


def _unstack(group: Sequence[_OwnersView]) -> tuple[list[_OwnersView], list[_OwnersView]]:
    """Return the row of *group* by its places, and the tile laid on its sideways one."""
    row: list[_OwnersView] = []
    stack: list[_OwnersView] = []
    for one in sorted(group, key=lambda one: -one.v):
        same_place = any(abs(one.u - other.u) < other.half_mm for other in row)
        (stack if same_place else row).append(one)
    return sorted(row, key=lambda one: one.u), stack


def _giver(place: int, count: int, seats: int) -> int:
    """Return who gave the tile at *place* of *count*: left end, right end, or between."""
    if place == 0:
        return seats - 1
    return 1 if place == count - 1 else max(2, seats // 2)


def _kind(codes: Sequence[str], is_claimed: bool, is_stacked: bool) -> str:
    """Return the kind of set that *codes* form; one misread tile does not change it."""
    if len(codes) >= 4:
        if is_stacked:
            return "kong_added"
        return "kong_discard" if is_claimed else "kong_concealed"
    # Where flowers are laid down as a set they are one kind (`five-player-1.md`): none is a run.
    kinds = Counter(None if code[1] == "f" else KIND[TILES[code]] for code in codes)
    return "pung" if kinds and max(kinds.values()) >= 2 else "chow"
