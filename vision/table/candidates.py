"""Where tiles may lie on the table top: the ways to read what was found there.

A `Candidate` holds one or more `Placement`s of the same thing; the faces seen decide between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

import vision.table.sets as laid_sets
from vision.geometry import MELDS, Layout, Point, TileSize, is_across
from vision.recognise.detector import SURE, Spot, apart, detect
from vision.table.cache import ReadingCache
from vision.table.rivers import ASKEW, askew
from vision.table.sets import MeldTile, Strip
from vision.table.top_view import PX_PER_MM, Part, TopView, content, sheet

_LEAST_SCORE: Final = 0.12
"""Lower than for photographs: where tiles may lie and how large they are is known here, and
cloth is known when it is seen."""


_APART: Final = 0.88
"""Centres of neighbors are at least this share of a tile's width apart: half a tile is none."""
_ABOVE: Final = (0.8, 1.2, 0.3)
"""One sideways tile lies above another: so many widths of a tile apart, and at most so many off."""
_CLOTH: Final = 0.12
"""Beyond a sideways tile this much cloth shows at one end at least; an upright one covers it."""
_SQUAT: Final = 0.82
"""Shorter over longer side of a find that may lie either way, at least; tiles have 0.71 to 0.75."""


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """One way in which something found may be tiles: the corners of their faces."""

    quads: NDArray[np.float64]
    """N×4×2 in the table frame, of the set's own size."""
    laid: tuple[MeldTile, ...] = ()
    """How the tiles lie, where there are several ways."""
    place: float = 0.0
    """How sure it is that a tile lies there at all, whatever its face."""


Candidate = tuple[Placement, ...]
"""One way for most tiles by themselves, several for sets laid down and discards found squat."""


class _Size:
    """How large the tiles of a table are; measured on ten simulated ones of five sizes."""

    ENOUGH: Final = 8
    """With fewer of them the size is left as it was."""
    NARROW: Final = 1.03
    """Tiles are found that much narrower than they are: 1.026 to 1.033 from 20.5 to 32 mm of
    width; their height is found to 1.5 %."""
    OFF: Final = 0.04
    """What differs by a smaller share is no other size; makers' sizes differ by 8 % and more."""


def tile_size(spots: Sequence[Spot], known: TileSize) -> TileSize:
    """Return how large the tiles at *spots* of a view are: as *known*, unless they plainly differ.

    Their thickness cannot be seen from above; it stays.
    """
    sure = [spot for spot in spots if spot.score > SURE]
    if len(sure) < _Size.ENOUGH:
        return known
    sides = np.sort([(spot.width, spot.height) for spot in sure], axis=1) / PX_PER_MM
    width, height = (float(side) for side in np.median(sides, axis=0))
    width *= _Size.NARROW
    off = max(abs(width / known.width_mm - 1), abs(height / known.height_mm - 1))
    if off < _Size.OFF or width >= height:
        return known
    return TileSize(width, height, known.depth_mm)


def candidates(view: TopView, found: Sequence[Spot]) -> list[Candidate]:
    """Return what of the tiles *found* lies where tiles belong, each with the ways to take it."""
    spots = apart(_joined(found, view.layout.tile), _APART * view.layout.tile.width_mm * PX_PER_MM)
    sets = _sets(view, spots)
    strips = [strip for strip, _ in sets]
    single = []
    for spot in spots:
        place = view.place(spot.x, spot.y)
        if any(laid_sets.holds(strip, place, view.layout) for strip in strips):
            continue
        ways = _ways(spot, spots, view)
        single += [ways] if ways else []
    return [*single, *(group for _, group in sets)]


def _joined(found: Sequence[Spot], tile: TileSize) -> list[Spot]:
    """Return *found*, one tile in place of two doubtful ones that are too near to be two.

    A 4p that lies alone may be found as its two halves; either of them shows a 2p, surely.
    """
    spots = list(found)
    doubtful = [spot for spot in found if spot.score < SURE]
    while doubtful:
        spot = doubtful.pop(0)
        other = next((one for one in doubtful if _are_halves(one, spot, tile)), None)
        if other is not None:
            doubtful.remove(other)
            spots = [one for one in spots if one not in (spot, other)]
            turn = math.atan2(other.y - spot.y, other.x - spot.x) + math.pi / 2
            size = (tile.width_mm * PX_PER_MM, tile.height_mm * PX_PER_MM)
            middle = (spot.x + other.x) / 2, (spot.y + other.y) / 2
            spots.append(Spot(*middle, *size, turn, max(spot.score, other.score)))
    return spots


def _are_halves(one: Spot, other: Spot, tile: TileSize) -> bool:
    far = math.hypot(one.x - other.x, one.y - other.y) / PX_PER_MM
    return tile.width_mm / 2 < far < _APART * tile.width_mm


def locate(view: TopView, cache: ReadingCache) -> list[Spot]:
    """Return the tiles that lie where there is anything but cloth, in the view's pixels.

    Where nothing has changed since the last reading they lie as *cache* has it.
    """
    changed = cache.changed(view.image)
    parts = content(view)
    stale = [part for part in parts if part.touches(changed)]
    calm = [part for part in parts if part not in stale]
    spots = [spot for spot in cache.spots if any(part.spans(spot) for part in calm)]
    spots += _localised(view, stale) if stale else []
    cache.spots = apart(spots)
    return list(cache.spots)


def _localised(view: TopView, parts: Sequence[Part]) -> Iterator[Spot]:
    """Yield the tiles that the localiser finds in *parts* of the view."""
    picture, placed = sheet(view, parts)
    for spot in detect(picture, _LEAST_SCORE):
        part = next((part for part in placed if part.holds(spot)), None)
        if part is not None:
            yield part.back(spot)


def _sets(view: TopView, spots: Sequence[Spot]) -> list[tuple[Strip, Candidate]]:
    """Return the sets laid down, as wholes, with the ways in which each may lie."""
    layout, shows = view.layout, view.shows_cloth
    places = [view.place(spot.x, spot.y) for spot in spots]
    sets = []
    for strip in laid_sets.strips(shows, layout):
        seen = [layout.to_seat(strip.seat, place) for place in places]
        ways = []
        for laid in laid_sets.plausible(shows, strip, layout):
            # Sideways tiles are not found exactly, so the faces say which of the two it is.
            for moved in dict.fromkeys((laid, laid_sets.settled(strip, laid, seen, layout))):
                quads = [laid_sets.corners(strip.seat, one, layout) for one in moved]
                ways.append(Placement(np.stack(quads), moved))
        if ways:
            sets.append((strip, tuple(ways)))
    return sets


def _ways(spot: Spot, spots: Sequence[Spot], view: TopView) -> Candidate:
    """Return the ways to take *spot* by itself, along its row or across it: none off every row."""
    layout = view.layout
    place = view.place(spot.x, spot.y)
    row = layout.row_at(place)
    if row is None and layout.line_at(place) is None:
        return _discarded(spot, place, view)
    if row is None and _is_squat(spot):
        return _half_found(spot, place, layout)
    owners = layout.turn(row[0]) if row is not None else 0.0
    if row is not None and row[1].name == MELDS.name:
        others = [view.place(other.x, other.y) for other in spots]
        quarters = int(_is_sideways(place, others, row[0], view))
    else:
        quarters = round((spot.turn + owners) / (math.pi / 2))
    turn = math.pi / 2 * quarters - owners
    whole = Spot(*place, layout.tile.width_mm, layout.tile.height_mm, turn, spot.score)
    return (Placement(whole.quad()[None], place=spot.score),)


def _discarded(spot: Spot, place: Point, view: TopView) -> Candidate:
    """Return *spot* as a discard or a tile of a wall, square to its owner's rows or askew.

    One between others that lie across it is found as wide as it is high: it may lie either way.
    There is none where neither belongs, nor where cloth shows in a corner between tiles.
    """
    layout = view.layout
    seat = layout.river_at(place)
    seat = layout.wall_at(place) if seat is None else seat
    if seat is None:
        return ()
    u, v = layout.to_seat(seat, place)
    near = laid_sets.BESIDE * layout.tile.width_mm
    # Of 323 finds on eight simulated tables 314 show no cloth, eight in corners 0.72 and more.
    if 2 * laid_sets.cloth(view.shows_cloth, seat, u, (v - near, v + near), layout) > 1:
        return ()
    turn = spot.turn + layout.turn(seat)
    if askew(turn) <= ASKEW:
        turn = math.pi / 2 * round(turn / (math.pi / 2))
    ways = []
    for way in (turn, turn + math.pi / 2) if _is_squat(spot) else (turn,):
        size = (layout.tile.width_mm, layout.tile.height_mm)
        whole = Spot(*place, *size, way - layout.turn(seat), spot.score)
        laid = MeldTile(u, v, sideways=is_across(way))
        ways.append(Placement(whole.quad()[None], (laid,), spot.score))
    return tuple(ways)


def _is_squat(spot: Spot) -> bool:
    return min(spot.width, spot.height) > _SQUAT * max(spot.width, spot.height)


def _half_found(spot: Spot, place: Point, layout: Layout) -> Candidate:
    """Return *spot*, of which only a part may have been found, as a tile of the middle.

    It lies along or across seat 0's rows, and what was found is its middle or one end of it.
    """
    x, y = place
    size = (layout.tile.width_mm, layout.tile.height_mm)
    off = (layout.tile.height_mm - min(spot.width, spot.height) / PX_PER_MM) / 2
    ways = []
    for across, shift in product((False, True), (0.0, -off, off)):
        middle = (x + shift * across, y + shift * (not across))
        whole = Spot(*middle, *size, math.pi / 2 * across, spot.score)
        laid = MeldTile(*layout.to_seat(0, middle), sideways=across)
        ways.append(Placement(whole.quad()[None], (laid,), spot.score))
    return tuple(ways)


def _is_sideways(place: Point, others: Sequence[Point], seat: int, view: TopView) -> bool:
    """Return whether the tile at *place* in the row of sets of *seat* lies across that row.

    It lies above or below one of *others*, as sideways ones do, or cloth shows at one end where
    an upright tile would reach. What is printed must not decide: turned, south looks like west.
    """
    tile, to_seat = view.layout.tile, view.layout.to_seat
    u, v = to_seat(seat, place)
    far = ((abs(x - u), abs(y - v)) for x, y in (to_seat(seat, other) for other in others))
    low, high, beside = (share * tile.width_mm for share in _ABOVE)
    if any(low < down < high and along < beside for along, down in far):
        return True
    near, end = tile.width_mm / 2 + laid_sets.EDGE_MM, tile.height_mm / 2 - laid_sets.EDGE_MM
    bands = ((v - end, v - near), (v + near, v + end))
    shares = (laid_sets.cloth(view.shows_cloth, seat, u, band, view.layout) for band in bands)
    return max(shares) > _CLOTH
