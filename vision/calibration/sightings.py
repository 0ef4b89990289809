"""Finding a table's landmarks again, each by itself and near where it was."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.calibration.landmarks import LIKE, OFF_EDGE_PX, soft

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration.homography import Calibration, Floats
    from vision.calibration.landmarks import Landmark
    from vision.camera import Image

_LEAST_PX: Final = 4
"""A landmark is looked for where its patch can be shifted by at least this."""


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """Landmarks that were found; table points in mm, N×2 each."""

    before: Floats
    """Where they lie on the table."""
    after: Floats
    """Where the picture shows them."""
    normals: Floats
    """Across what an edge tells of movement, as unit vectors on the table; 0, 0 for points."""


def sightings(
    image: Image, calibration: Calibration, reach_mm: float, coarser: int = 1
) -> Sightings:
    """Return which landmarks of *calibration* are seen in *image* at most *reach_mm* away.

    Looked at *coarser* times as coarsely as they were kept (1 or 2), they are found less exactly
    and sooner.
    """
    known = calibration.landmarks
    marks = () if known is None else known.marks
    kept = 1 if known is None else known.shrunk
    places = np.array([mark.place for mark in marks], float).reshape(-1, 2)
    expected = calibration.to_pixels(places)
    aside = calibration.to_pixels(places + np.array([10.0, 0.0])) - expected
    reaches = np.ceil(reach_mm * np.hypot(*aside.T) / 10.0 / (kept * coarser)).astype(int)
    found = [
        _found(image, mark, (float(x), float(y)), _Scale(kept, coarser, int(reach)))
        for mark, (x, y), reach in zip(marks, expected, reaches, strict=True)
    ]
    seen = [number for number, pixel in enumerate(found) if pixel is not None]
    pixels = np.array([found[number] for number in seen], float).reshape(-1, 2)
    after = calibration.to_table(pixels)
    along = calibration.to_table(pixels + _along([marks[number] for number in seen])) - after
    long = np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    normals = np.stack([-along[:, 1], along[:, 0]], axis=1) / long
    return Sightings(places[seen], after, normals)


def _along(marks: list[Landmark]) -> Floats:
    """Return a step along each of *marks* that is an edge, N×2 pixels; 0, 0 for points."""
    steps = [
        (0.0, 0.0) if one.across is None else (-math.sin(one.across), math.cos(one.across))
        for one in marks
    ]
    return np.array(steps).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class _Scale:
    """How coarsely and how far about its place a landmark is looked for."""

    kept: int
    """Pixels of the picture that make one of a patch …"""
    coarser: int
    """… and so many of those one of what is looked at."""
    reach: int
    """How far, in what is looked at."""

    @property
    def shrunk(self) -> int:
        """Return the side of the square of the picture that makes one pixel looked at."""
        return self.kept * self.coarser


def _found(
    image: Image, mark: Landmark, at: tuple[float, float], scale: _Scale
) -> tuple[float, float] | None:
    """Return the pixel at which *mark* is seen near *at*; `None` where it is not."""
    patch, shrunk = _patch(mark, scale.coarser), scale.shrunk
    side = len(patch)
    x, y = ((one + 0.5) / shrunk - side / 2 for one in at)
    left, top = max(0, round(x) - scale.reach), max(0, round(y) - scale.reach)
    right = min(image.shape[1] // shrunk, round(x) + side + scale.reach)
    low = min(image.shape[0] // shrunk, round(y) + side + scale.reach)
    if min(right - left, low - top) < side + _LEAST_PX:
        return None
    part = image[
        top * shrunk : low * shrunk : scale.coarser, left * shrunk : right * shrunk : scale.coarser
    ]
    like = cv2.matchTemplate(soft(part, mark.channel, scale.kept), patch, cv2.TM_CCOEFF_NORMED)
    if mark.across is not None:
        like[_aside(like.shape, (x - left, y - top), mark.across)] = -1.0
    row, column = divmod(int(like.argmax()), like.shape[1])
    is_inside = 0 < row < like.shape[0] - 1 and 0 < column < like.shape[1] - 1
    if not is_inside or like[row, column] < LIKE:
        return None
    aside, down = _peak(like[row - 1 : row + 2, column - 1 : column + 2].tolist(), mark.across)
    return (
        (left + column + aside + side / 2) * shrunk - 0.5,
        (top + row + down + side / 2) * shrunk - 0.5,
    )


def _patch(mark: Landmark, coarser: int) -> NDArray[np.uint8]:
    """Return the patch of *mark* as it looks *coarser*."""
    if coarser == 1:
        return mark.patch
    side = len(mark.patch) // coarser
    return np.asarray(cv2.resize(mark.patch, (side, side), interpolation=cv2.INTER_AREA))


def _aside(shape: tuple[int, ...], aim: tuple[float, float], across: float) -> NDArray[np.bool_]:
    """Return which places of a window do not lie straight before or behind an edge at *aim*."""
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    along = (rows - aim[1]) * math.cos(across) - (columns - aim[0]) * math.sin(across)
    return np.asarray(np.abs(along) > OFF_EDGE_PX)


def _peak(like: list[list[float]], across: float | None) -> tuple[float, float]:
    """Return how far off its middle the top of *like*, 3×3, lies; of an edge only across it."""
    (nw, n, ne), (w, middle, e), (sw, s, se) = like
    right, down = (e - w) / 2, (s - n) / 2
    xx, yy, xy = e - 2 * middle + w, s - 2 * middle + n, (se - sw - ne + nw) / 4
    if across is not None:
        x, y = math.cos(across), math.sin(across)
        bent = xx * x * x + 2 * xy * x * y + yy * y * y
        step = _within(-(right * x + down * y) / bent) if bent < 0 else 0.0
        return step * x, step * y
    det = xx * yy - xy * xy
    if xx >= 0 or det <= 0:
        return 0.0, 0.0
    return _within((xy * down - yy * right) / det), _within((xy * right - xx * down) / det)


def _within(step: float) -> float:
    """Return *step* as far as the next pixel at most."""
    return min(max(step, -1.0), 1.0)
