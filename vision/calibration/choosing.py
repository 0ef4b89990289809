"""Choosing a table's landmarks from the still that it was measured by.

Patches in a ring about the playing field are weighed: beyond the tiles, and not so far out that
chairs are there. In every direction as seen from the middle the best are kept: clear against the
noise, and like nothing nearby.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.calibration.landmarks import (
    CHANNELS,
    LIKE,
    OFF_EDGE_PX,
    SIDES_PX,
    SOFT_PX,
    Landmark,
    Landmarks,
    soft,
)
from vision.geometry import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.calibration.homography import Calibration, Floats
    from vision.camera import Image

_PATCH_MM: Final = 24.0
"""Side of a patch on the table, as far as it may have so many pixels."""
_REACH_MM: Final = 40.0
"""How far about its place a landmark looks like nothing else."""
_RING_MM: Final = (-8.0, 48.0)
"""How far outside the field's edge the middles of landmarks lie."""
_STEP_MM: Final = 4.0
_SECTORS: Final = 16
_POINTS: Final = 2
"""Points of a sector that are kept; where there are fewer, its clearest edge is, too."""
_TRIES: Final = 8
_UNLIKE: Final = 0.8
"""What correlates as much with a patch may be taken for it."""
_SAME: Final = 1 / 3
"""Nearer than this share of a patch it is the same place."""
_CONTRAST: Final = (3.0, 3.5)
"""How far the brightness of a patch goes at least, of 255, and in times the noise."""
_ROUND: Final = 0.08
"""Slopes along a patch that are this share of those across make it a point; less, an edge."""
_POINT_SLOPE: Final = 4.0
_EDGE_SLOPE: Final = 2.5
"""Slopes of points and of edges are at least so many times, in squares, what noise makes."""


def with_landmarks(image: Image, calibration: Calibration) -> Calibration:
    """Return *calibration* with the landmarks of the table in *image*, by which it was measured.

    A table whose edge shows nothing has none.
    """
    a, b, c = calibration.to_pixels(np.array([[0.0, 0.0], [50.0, 0.0], [0.0, 50.0]]))
    density = float(np.hypot(*(b - a)) + np.hypot(*(c - a))) / 100.0
    shrunk = max(1, round(density))
    low, high = SIDES_PX
    side = min(max(2 * round(_PATCH_MM * density / shrunk / 2), low), high)
    reach = max(3, round(_REACH_MM * density / shrunk))
    grounds = [_Ground(image, channel, shrunk, (side, reach)) for channel in CHANNELS]
    ring = _ring(calibration, shrunk, side)
    chosen = tuple(_chosen(grounds, ring.held(grounds[0].holds(ring.corners))))
    return replace(calibration, landmarks=Landmarks(shrunk, chosen))


@dataclass(frozen=True, slots=True, eq=False)
class _Ring:
    """Patches about the field, N of them."""

    corners: NDArray[np.int64]
    """Their upper left pixels, N×2, of the picture once shrunk."""
    places: Floats
    """Their middles on the table, N×2, in mm."""
    sectors: NDArray[np.int64]
    """In which direction from the middle each lies, 0 to `_SECTORS` - 1."""

    def held(self, which: NDArray[np.bool_]) -> _Ring:
        """Return those for which *which* holds."""
        return _Ring(self.corners[which], self.places[which], self.sectors[which])


def _ring(calibration: Calibration, shrunk: int, side: int) -> _Ring:
    """Return all patches, *side* pixels wide, in the ring about the field."""
    layout = calibration.table or Layout()
    half = np.array(layout.oval_mm or (layout.span_mm, layout.span_mm)) / 2
    x, y = np.meshgrid(*(np.arange(-one, one, _STEP_MM) for one in half + _RING_MM[1]))
    grid = np.stack([x.ravel(), y.ravel()], axis=1)
    out = _outside(grid, half, is_oval=layout.oval_mm is not None)
    grid = grid[(out >= _RING_MM[0]) & (out <= _RING_MM[1])]
    pixels = calibration.to_pixels(grid)
    corners = np.round((pixels + 0.5) / shrunk - side / 2).astype(np.int64)
    middles = (np.asarray(corners, np.float64) + side / 2) * shrunk - 0.5
    places = calibration.to_table(middles)
    turn = np.arctan2(places[:, 1] / half[1], places[:, 0] / half[0]) / (2 * math.pi)
    return _Ring(corners, places, np.round(turn * _SECTORS).astype(np.int64) % _SECTORS)


def _outside(places: Floats, half: Floats, *, is_oval: bool) -> Floats:
    """Return how far outside the field each of *places* lies, in mm; inside is below 0."""
    if not is_oval:
        return np.asarray((np.abs(places) - half).max(axis=1))
    far = np.hypot(*(places / half).T)
    return np.asarray(np.hypot(*places.T) * (1 - 1 / np.maximum(far, 1e-9)))


def _chosen(grounds: Sequence[_Ground], ring: _Ring) -> Iterator[Landmark]:
    """Yield the landmarks of every sector of *ring*."""
    for sector in range(_SECTORS):
        part = ring.held(ring.sectors == sector)
        for number, channel, across in _best(grounds, part.corners):
            x, y = part.places[number]
            patch = grounds[channel].patch(part.corners[number])
            yield Landmark((float(x), float(y)), patch, channel, across)


def _best(
    grounds: Sequence[_Ground], corners: NDArray[np.int64]
) -> Iterator[tuple[int, int, float | None]]:
    """Yield which of *corners* to keep, in which channel, and the normals of those on edges."""
    seen = [ground.slopes(corners) for ground in grounds]
    along, across, normals = (np.stack(one) for one in zip(*seen, strict=True))
    is_point = along >= np.maximum(_POINT_SLOPE, _ROUND * across)
    points = _kept(grounds, corners, np.where(is_point, along, 0.0), None)[:_POINTS]
    yield from ((number, channel, None) for number, channel in points)
    if len(points) < _POINTS:
        is_edge = ~is_point & (across >= _EDGE_SLOPE)
        edges = _kept(grounds, corners, np.where(is_edge, across, 0.0), normals)[:1]
        yield from ((number, channel, float(normals[channel, number])) for number, channel in edges)


def _kept(
    grounds: Sequence[_Ground], corners: NDArray[np.int64], worth: Floats, normals: Floats | None
) -> list[tuple[int, int]]:
    """Return the best of *corners*, each in its channel, that are apart and like nothing near.

    *worth* and *normals* are of every channel and corner; without these they are points.
    """
    kept: list[tuple[int, int]] = []
    left = worth.copy()
    for _ in range(_TRIES):
        if len(kept) == _POINTS or left.max(initial=0.0) <= 0:
            break
        channel, number = divmod(int(left.argmax()), left.shape[1])
        normal = None if normals is None else float(normals[channel, number])
        side = grounds[channel].side
        apart = np.abs(corners - corners[number]).max(axis=1)
        if grounds[channel].is_clear(corners[number], normal):
            kept.append((number, channel))
            left[:, apart < side] = 0
        else:
            left[channel, apart < side * _SAME] = 0
    return kept


class _Ground:
    """One channel of a picture, in which patches are weighed."""

    def __init__(self, image: Image, channel: int, shrunk: int, size: tuple[int, int]) -> None:
        """Take *channel* of *image*, once *shrunk*; *size* is a patch's side and its reach."""
        self.side, self._reach = size
        self._soft = soft(image, channel, shrunk)
        self._noise = _noise(image, channel) / shrunk / (2 * math.sqrt(math.pi) * SOFT_PX)
        right, down = (
            cv2.Sobel(self._soft, cv2.CV_32F, x, 1 - x, ksize=3, scale=1 / 8) for x in (1, 0)
        )
        self._products = [
            cv2.boxFilter(one * other, -1, (self.side, self.side))
            for one, other in ((right, right), (down, down), (right, down))
        ]

    def holds(self, corners: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which patches at *corners* lie in the picture, with some room about them."""
        room = max(2, self._reach // 4)
        far = np.array(self._soft.shape[::-1]) - self.side - room
        return np.asarray(((corners >= room) & (corners <= far)).all(axis=1))

    def patch(self, corner: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return the patch at *corner*."""
        left, top = (int(one) for one in corner)
        return self._soft[top : top + self.side, left : left + self.side].copy()

    def slopes(self, corners: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        """Return how steep each patch is along and across its edge, and the edge's normal.

        Steepness is a mean square, in times of what noise alone makes.
        """
        column, row = (corners + self.side // 2).T
        xx, yy, xy = (np.asarray(one[row, column], np.float64) for one in self._products)
        chance = self._noise**2 / (2 * SOFT_PX**2)
        wide, middle = np.hypot((xx - yy) / 2, xy), (xx + yy) / 2
        normal = np.asarray(np.arctan2(2 * xy, xx - yy) / 2)
        return np.asarray((middle - wide) / chance), np.asarray((middle + wide) / chance), normal

    def is_clear(self, corner: NDArray[np.int64], normal: float | None) -> bool:
        """Return whether the patch at *corner* stands out, and nothing near can be taken for it.

        An edge, which has a *normal*, goes on straight to both sides.
        """
        patch = self.patch(corner)
        if patch.std() < max(_CONTRAST[0], _CONTRAST[1] * self._noise):
            return False
        side, (left, top) = self.side, (int(one) for one in corner)
        x, y = max(0, left - self._reach), max(0, top - self._reach)
        near = self._soft[y : top + side + self._reach, x : left + side + self._reach]
        like = cv2.matchTemplate(near, patch, cv2.TM_CCOEFF_NORMED)
        rows, columns = np.indices(like.shape)
        columns, rows = columns - (left - x), rows - (top - y)
        if normal is None:
            return bool(like[np.hypot(columns, rows) > _SAME * side].max() < _UNLIKE)
        across = np.abs(columns * math.cos(normal) + rows * math.sin(normal))
        along = np.abs(rows * math.cos(normal) - columns * math.sin(normal))
        straight = like[(across < 1.0) & (along < self._reach / 2)]
        others = like[(across > _SAME * side) & (along <= OFF_EDGE_PX)]
        return bool(straight.min() > LIKE and others.max(initial=-1.0) < _UNLIKE)


def _noise(image: Image, channel: int) -> float:
    """Return how far the brightness of neighbors goes apart by chance in a *channel*, of 255."""
    rough = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    apart = cv2.filter2D(cv2.extractChannel(image, channel), cv2.CV_32F, rough)
    # Of chance alone this kernel makes 6 times, and the median of its size is 0.6745 of that.
    return max(0.5, float(np.median(np.abs(apart[::4, ::4]))) / 6 / 0.6745)
