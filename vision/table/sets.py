"""Sets laid down, fitted as wholes: where a strip of tiles has so much length, few layouts fit it.

Between upright neighbors a sideways tile is easily missed by a finder of single tiles. Here the
cloth shows where a set begins and ends; its length leaves two or three ways to lay upright and
sideways tiles, and the faces seen in each of them decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import MELDS, Layout, Point
from vision.recognise.classifier import Face
from vision.recognise.detector import Spot
from vision.types import BACK

Shows = Callable[[int, NDArray[np.float64], NDArray[np.float64]], NDArray[np.bool_]]
"""Whether cloth shows at places u, v of a seat's frame."""


class _Run:
    """Where tiles lie without a gap; shares of what is no cloth, chosen on simulated tables."""

    REACH_MM: Final = 720
    """How long a row of sets may be."""
    COVERED: Final = 0.6
    """Share of a column that is no cloth where a tile lies."""
    SPECK_MM: Final = 20
    """Shorter than this is no set."""
    SHORT_MM, LONG_MM = -4.0, 12.0
    """By how much a strip may differ from its tiles: the side of the last one is seen, too."""


_GAP_MM: Final = 0.5
"""Between two tiles of a meld that touch."""


class _Sideways:
    """What tells sideways tiles from upright ones; chosen on 310 simulated sets."""

    SHOWS, BARE = 0.2, 0.35
    """More cloth than the first beyond a tile, and it lies sideways, or above it, and no other lies
    there; more than the second within its outline, and it is no upright one."""
    SECOND: Final = (1.4, 1.75)
    """Between these widths of a tile from its row's edge lies the second of two sideways ones, …"""
    TALL: Final = (1.8, 1.95)
    """… and between these nothing else."""


BESIDE: Final = 0.35
"""So far to both sides of a tile's middle, in its widths, cloth is looked for about it."""
EDGE_MM: Final = 1.5
"""How far what tells upright from sideways keeps from both outlines."""
_PLACES: Final = 8
"""Cloth is looked for at so many places, along and across."""


_TINY: Final = 1e-6
"""Least probability of a face: a tile that fits nothing costs much, not everything."""
_EXACT_MM: Final = 1.0
"""A set that lies this near to where it was thought to lie need not be looked at anew."""
_NEAR: Final = 0.35
"""A tile seen within this share of a width from a tile of a layout may be that one."""
SMALLEST: Final = 3
"""Tiles of a chow or a pung."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Where tiles lie without a gap in a seat's row of sets, in millimetres of the seat's frame."""

    seat: int
    left: float
    right: float
    baseline: float


@dataclass(frozen=True, slots=True)
class MeldTile:
    """One tile of a layout: its middle in the seat's frame, and whether it lies sideways."""

    u: float
    v: float
    sideways: bool


def strips(shows: Shows, layout: Layout) -> Iterator[Strip]:
    """Yield the strips of every seat; *shows* says where cloth shows before a seat."""
    tile = layout.tile
    v = np.arange(MELDS.baseline_mm - tile.width_mm + 4, MELDS.baseline_mm - 3, 2.0)
    start = layout.melds.start_mm
    u = np.arange(MELDS.start_mm - _Run.REACH_MM, start + 16)
    for seat in range(layout.seats):
        covered = 1.0 - shows(seat, *np.meshgrid(u, v)).mean(axis=0)
        for left, right in _runs(covered > _Run.COVERED):
            ends = float(u[left]) - 0.5, float(u[right]) + 0.5
            yield Strip(seat, *ends, MELDS.baseline_mm)


def _runs(covered: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield the first and last place of each run in *covered* that may be a set."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], covered.astype(int), [0]))))
    for first, end in edges.reshape(-1, 2):
        if end - 1 - first >= _Run.SPECK_MM:
            yield int(first), int(end) - 1


def layouts(strip: Strip, layout: Layout) -> Iterator[tuple[MeldTile, ...]]:
    """Yield the ways to lay a set's tiles that fill *strip*: at most one sideways."""
    tile = layout.tile
    for count in range(SMALLEST, layout.largest_set + 1):
        yield from _fitting(strip, [tile.width_mm] * count, layout)
        for sideways in range(count):
            widths = [tile.width_mm] * (count - 1)
            widths.insert(sideways, tile.height_mm)
            yield from _fitting(strip, widths, layout)


def _fitting(strip: Strip, widths: list[float], layout: Layout) -> Iterator[tuple[MeldTile, ...]]:
    """Yield tiles of these *widths* where they fill *strip*."""
    if _Run.SHORT_MM <= strip.right - strip.left - _length(widths) <= _Run.LONG_MM:
        yield _lay_tiles(strip, widths, layout)


def _length(widths: list[float]) -> float:
    """Return how long tiles of these *widths* are side by side."""
    return sum(widths) + _GAP_MM * (len(widths) - 1)


def _lay_tiles(strip: Strip, widths: list[float], layout: Layout) -> tuple[MeldTile, ...]:
    """Return tiles of these *widths* side by side, the outermost at the strip's right end."""
    tile = layout.tile
    tiles, right = [], strip.right
    for width in reversed(widths):
        across = width > (tile.width_mm + tile.height_mm) / 2
        tall = tile.width_mm if across else tile.height_mm
        tiles.append(MeldTile(right - width / 2, strip.baseline - tall / 2, across))
        right -= width + _GAP_MM
    return tuple(reversed(tiles))


def corners(seat: int, one: MeldTile, layout: Layout) -> NDArray[np.float64]:
    """Return the corners, 4×2 in the table frame, of the face of *one* before *seat*."""
    turn = layout.turn(seat)
    x, y = layout.to_table(seat, (one.u, one.v))
    size = (layout.tile.width_mm, layout.tile.height_mm)
    return Spot(x, y, *size, (math.pi / 2 if one.sideways else 0.0) - turn, 1.0).quad()


def plausible(shows: Shows, strip: Strip, layout: Layout) -> list[tuple[MeldTile, ...]]:
    """Return the ways to lay the set in *strip* that the cloth beyond its tiles allows.

    A way that it speaks for leaves no other. Where it speaks for none, all that it does not speak
    against are returned: the side of a sideways tile may hide the cloth beyond it.
    """
    whole = [stacked(shows, strip, laid, layout) for laid in layouts(strip, layout)]
    whole = [laid for laid in whole if _is_tall(shows, strip, laid, layout)] or whole
    bare = [_bare(shows, strip, laid, layout) for laid in whole]
    clear = [
        laid
        for laid, (least, most) in zip(whole, bare, strict=True)
        if least > _Sideways.SHOWS > most
    ]
    allowed = [laid for laid, (_, most) in zip(whole, bare, strict=True) if most < _Sideways.BARE]
    return clear or allowed or whole


def _bare(
    shows: Shows, strip: Strip, laid: tuple[MeldTile, ...], layout: Layout
) -> tuple[float, float]:
    """Return how much cloth shows beyond the sideways tiles of *laid*, and within its uprights.

    Shares of the band that an upright tile covers and a sideways one does not: the least of the
    sideways tiles (0 where there is none) and the most of the upright ones.
    """
    tile = layout.tile
    band = strip.baseline - tile.height_mm + EDGE_MM, strip.baseline - tile.width_mm - EDGE_MM
    shares: tuple[list[float], list[float]] = ([], [])
    for one in laid:
        shares[one.sideways].append(cloth(shows, strip.seat, one.u, band, layout))
    return min(shares[True], default=0.0), max(shares[False], default=0.0)


def stacked(
    shows: Shows, strip: Strip, laid: tuple[MeldTile, ...], layout: Layout
) -> tuple[MeldTile, ...]:
    """Return *laid* with the tile that lies above its sideways one, where one does."""
    across = next((one for one in laid if one.sideways), None)
    if across is None or len(laid) >= layout.largest_set:
        return laid
    wide = layout.tile.width_mm
    band = _above(strip, _Sideways.SECOND, wide)
    if cloth(shows, strip.seat, across.u, band, layout) > _Sideways.SHOWS:
        return laid
    middle = strip.baseline - wide - _GAP_MM - wide / 2
    return (*laid, MeldTile(across.u, middle, sideways=True))


def _above(strip: Strip, widths: tuple[float, float], wide: float) -> tuple[float, float]:
    """Return the band between these *widths* of a tile, *wide* mm, above the edge of *strip*."""
    near, far = widths
    return strip.baseline - far * wide, strip.baseline - near * wide


def cloth(shows: Shows, seat: int, u: float, band: tuple[float, float], layout: Layout) -> float:
    """Return how much of what a tile with its middle at *u* covers of a *band* shows cloth."""
    beside = BESIDE * layout.tile.width_mm
    along, down = np.linspace(u - beside, u + beside, _PLACES), np.linspace(*band, _PLACES)
    return float(shows(seat, *np.meshgrid(along, down)).mean())


def _is_tall(shows: Shows, strip: Strip, laid: tuple[MeldTile, ...], layout: Layout) -> bool:
    """Return whether *laid* has a tile above its sideways one, further out than any side is seen.

    Nothing but an added kong reaches that far, so that it leaves no other way to lie.
    """
    tile, top = layout.tile, laid[-1]
    if top.v > strip.baseline - tile.width_mm:
        return False
    band = _above(strip, _Sideways.TALL, tile.width_mm)
    return cloth(shows, strip.seat, top.u, band, layout) < _Sideways.SHOWS


def settled(
    strip: Strip, laid: tuple[MeldTile, ...], seen: Sequence[Point], layout: Layout
) -> tuple[MeldTile, ...]:
    """Return *laid* moved along *strip* to where its tiles were *seen*, in the seat's frame.

    A strip is as much longer than its faces as the side of its last tile is seen: at the end that
    is nearer to the point below the camera. The tiles found singly tell which end that is.
    """
    tile = layout.tile
    row = [one for one in laid if one.v > strip.baseline - tile.width_mm]
    length = _length([tile.height_mm if one.sideways else tile.width_mm for one in row])
    spare = length - (strip.right - strip.left)
    off = []
    for one in laid:
        near = min(((math.hypot(u - one.u, v - one.v), u - one.u) for u, v in seen), default=None)
        if near is not None and near[0] < _NEAR * tile.width_mm:
            off.append(near[1])
    if not off:
        return laid
    shift = float(np.clip(np.median(off), min(0.0, spare), max(0.0, spare)))
    if abs(shift) < _EXACT_MM:
        return laid
    return tuple(replace(one, u=one.u + shift) for one in laid)


def likelihood(laid: tuple[MeldTile, ...], faces: Sequence[Face]) -> float:
    """Return how well *faces*, those seen where *laid* says, are tiles laid so: 0 at best.

    The claimed tile lies sideways and never face down.
    """
    score = sum(math.log(max(_TINY, one.best * (1 - one.no_tile))) for one in faces) / len(faces)
    is_hidden = any(
        one.sideways and face.code == BACK for one, face in zip(laid, faces, strict=True)
    )
    return score + math.log(_TINY) * is_hidden


def holds(strip: Strip, place: tuple[float, float], layout: Layout) -> bool:
    """Return whether a tile found at *place* of the table is one of *strip*."""
    u, v = layout.to_seat(strip.seat, place)
    near = layout.tile.width_mm / 3
    upper = strip.baseline - 2 * layout.tile.height_mm
    return strip.left - near < u < strip.right + near and upper < v < strip.baseline + near
