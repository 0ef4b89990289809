"""Where tiles may lie on the table top: the ways to read what was found there.

A `Candidate` holds one or more `Placement`s of the same thing; the faces seen decide between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

import vision.table.sets as laid_sets
from vision.geometry import MELDS, TileSize
from vision.recognise.classifier import Face
from vision.recognise.detector import STEADY, SURE, Spot, apart, detect
from vision.table.cache import ReadingCache
from vision.table.sets import MeldTile, Strip
from vision.table.top_view import PX_PER_MM, Part, TopView, content, sheet

_LEAST_SCORE: Final = 0.12
"""Lower than for photographs: where tiles may lie and how large they are is known here, and
cloth is known when it is seen."""


class _Bare:
    """What of a find is cloth and no tile; chosen on simulated tables of any color."""

    CORE_MM: Final = 8.0
    BODY_MM: Final = 12.0
    MOSTLY, PARTLY = 0.5, 0.42
    """Shares of cloth within these distances of a tile's middle, of which both are too much."""


_APART: Final = 0.88
"""Centres of neighbors are at least this share of a tile's width apart."""


class _Turn:
    """Whether a tile found lies along its row or across it; chosen on simulated tables."""

    SQUARE: Final = math.sin(math.radians(12))
    """Tiles lie along their row or across it, this exactly; what seems turned more is looked at
    both ways."""
    TRUSTED: Final = 0.4
    """How much of a small turn is believed: people lay single tiles straighter than they are
    seen."""
    WHOLE: Final = 0.85
    """What looks narrower than this share of a tile may be half a one, seen across."""
    FIRST: Final = 0.15
    """By how much more likely a face has to be for a tile to lie across what was seen."""
    CLOTH: Final = 0.12
    """Beyond a sideways tile this much cloth shows at one end at least; an upright one covers
    it."""
    STRIP_MM: Final = (1.2, 0.4)
    """How far the strip that tells upright from sideways keeps from both outlines."""


_READ_WELL: Final = -0.005
"""A set laid down that scores this, where 0 is best, lies as it was taken to lie."""


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """One way in which something found may be tiles: the corners of their faces."""

    quads: NDArray[np.float64]
    """N×4×2 in the table frame, of the set's own size."""
    laid: tuple[MeldTile, ...] = ()
    """How the tiles lie, where they are a set laid down."""
    later: bool = False
    """Whether another way has to be clearly worse for this one to hold."""
    place: float = 0.0
    """How sure it is that a tile lies there at all, whatever its face."""

    def score(self, faces: list[Face]) -> float:
        """Return how well *faces*, seen at the corners, speak for this way."""
        if self.laid:
            return laid_sets.likelihood(self.laid, faces)
        return faces[0].best - _Turn.FIRST * self.later


Candidate = tuple[Placement, ...]
"""The likeliest way first, as far as it can be told without the faces."""


def is_decided(placement: Placement, score: float) -> bool:
    """Return whether *placement*, the first of its group, with this *score* leaves no other."""
    return score >= (_READ_WELL if placement.laid else 1.0 - _Turn.FIRST)


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
    spots = apart(found, _APART * view.layout.tile.width_mm * PX_PER_MM)
    sets = _sets(view, spots)
    strips = [strip for strip, _ in sets]
    single = []
    for spot in spots:
        place = view.place(spot.x, spot.y)
        if any(laid_sets.holds(strip, place, view.layout) for strip in strips):
            continue
        group = _single(spot, spots, view)
        single += [group] if group else []
    return [*single, *(group for _, group in sets)]


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
            ways.sort(key=lambda placement: laid_sets.gap_to(placement.laid, seen, layout))
            sets.append((strip, tuple(ways)))
    return sets


def _single(spot: Spot, spots: Sequence[Spot], view: TopView) -> Candidate:
    """Return the ways to take *spot*: two where its angle is neither along its row nor across."""
    layout = view.layout
    x, y = view.place(spot.x, spot.y)
    row = layout.row_at((x, y))
    if (row is None and layout.line_at((x, y)) is None) or _is_cloth(spot, view.cloth):
        return ()
    owners = layout.turn(row[0]) if row is not None else 0.0
    if row is not None and row[1].name == MELDS.name:
        across = _is_stacked(spot, owners, spots, layout.tile)
        across = across or _shows_cloth(spot, owners, view.cloth, layout.tile)
        angles: tuple[float, ...] = (_settled(spot.turn + owners, across),)
    else:
        whole = spot.width > _Turn.WHOLE * layout.tile.width_mm * PX_PER_MM
        angles = turns(spot.turn + owners, spot.steady if whole else 0.0)
    size = (layout.tile.width_mm, layout.tile.height_mm)
    quads = [Spot(x, y, *size, turn - owners, spot.score).quad() for turn in angles]
    return tuple(
        Placement(quad[None], later=number > 0, place=spot.score)
        for number, quad in enumerate(quads)
    )


def _is_cloth(spot: Spot, cloth: NDArray[np.bool_]) -> bool:
    """Return whether there is little but cloth at *spot*: a gap between tiles looks like one.

    A picture in the cloth's color on a tile is not taken for it: its body shows around it.
    """
    shares = []
    for reach_mm in (_Bare.CORE_MM, _Bare.BODY_MM):
        reach = round(reach_mm * PX_PER_MM)
        x, y = round(spot.x), round(spot.y)
        core = cloth[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        shares.append(float(core.mean()))
    return shares[0] > _Bare.MOSTLY and shares[1] > _Bare.PARTLY


def _settled(turn: float, across: bool) -> float:
    """Return *turn* where it fits a tile that lies *across* or not, else the exact angle."""
    askew = abs(math.cos(turn)) if across else abs(math.sin(turn))
    if askew < _Turn.SQUARE:
        return turn
    return math.pi / 2 if across else 0.0


def _is_stacked(spot: Spot, owners: float, spots: Sequence[Spot], tile: TileSize) -> bool:
    """Return whether *spot* lies right above or below another tile, as two sideways ones do."""
    cos, sin = math.cos(owners), math.sin(owners)
    for other in spots:
        dx, dy = (other.x - spot.x) / PX_PER_MM, (other.y - spot.y) / PX_PER_MM
        along, across = dx * cos - dy * sin, dx * sin + dy * cos
        near = tile.width_mm * 0.8 < abs(across) < tile.width_mm * 1.2
        if near and abs(along) < tile.width_mm * 0.3:
            return True
    return False


def _shows_cloth(spot: Spot, owners: float, cloth: NDArray[np.bool_], tile: TileSize) -> bool:
    """Return whether cloth shows where an upright tile at *spot* would reach further.

    What is printed must not decide how a tile lies: turned, south looks like west.
    """
    shares = (_cloth_share(spot, owners, cloth, (side, tile)) for side in (-1, 1))
    return max(shares) > _Turn.CLOTH


def _cloth_share(
    spot: Spot, owners: float, cloth: NDArray[np.bool_], end: tuple[int, TileSize]
) -> float:
    """Return how much cloth shows in the strip that only an upright tile at *spot* covers."""
    side, tile = end
    inner, outer = tile.width_mm / 2 + _Turn.STRIP_MM[0], tile.height_mm / 2 - _Turn.STRIP_MM[1]
    u = np.linspace(-0.35, 0.35, 9) * tile.width_mm
    v = side * np.linspace(inner, outer, 4)
    across, along = np.meshgrid(u, v)
    cos, sin = math.cos(owners), math.sin(owners)
    x = spot.x + (across * cos + along * sin) * PX_PER_MM
    y = spot.y + (along * cos - across * sin) * PX_PER_MM
    rows = np.clip(np.round(y), 0, cloth.shape[0] - 1).astype(int)
    columns = np.clip(np.round(x), 0, cloth.shape[1] - 1).astype(int)
    return float(cloth[rows, columns].mean())


def turns(turn: float, steady: float) -> tuple[float, ...]:
    """Return how a tile seen turned by *turn* in its row may really lie, likelier first.

    Radians; *steady* says how sure the angle is, 0 to 1.
    """
    across = abs(math.sin(turn)) > abs(math.cos(turn))
    square = min(abs(math.sin(turn)), abs(math.cos(turn))) < _Turn.SQUARE
    axis = math.pi / 2 * round(turn / (math.pi / 2))
    first = axis + _Turn.TRUSTED * (turn - axis) if square else math.pi / 2 * across
    if square and steady > STEADY and not across:
        return (first,)  # few tiles of a row lie across it: those are looked at both ways
    return (first, math.pi / 2 * (not across))
