"""Measuring where the table lies: from markers on its rim, or from points tapped on a still.

Four points give the plane. With the middles of the sides, too, the lens's bend is measured; its
focal length only where the ordinary one does not fit: from straight above nothing tells it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.calibration.homography import (
    CORNERS,
    MARKERS,
    Calibration,
    Lens,
    find_markers,
    marker_corners,
    outline,
    through,
)
from vision.errors import NotCalibratedError
from vision.geometry import Layout
from vision.types import Floats, Image

_TAPS: Final = (CORNERS, MARKERS)
"""Points that can be tapped: the corners, or these and the middles of the edges."""
_LEAST_FIELD_SHARE: Final = 0.04
"""Share of the picture that a field fills at least whose tiles can be read."""
_FAR_MM: Final = 8.0
"""Points further than this from where they should be were mistaken."""
EXACT_MM: Final = 2.0
"""Points are known better than this. Where the ordinary focal length brings one further off another
holds, if it brings all twice as near: eight taps then give the table to 0.95 mm (median of 105
lenses and slants). From straight above nothing tells it, and any would be a little nearer."""
_ONE_CIRCLE: Final = 0.8
"""Points whose least distance from the middle is more than this share of the largest tell no bend:
a lens that hangs higher draws them alike."""
_MODEL: Final = (
    cv2.CALIB_USE_INTRINSIC_GUESS
    | cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K2
    | cv2.CALIB_FIX_K3
)
"""What `cv2.calibrateCamera` measures of a lens: its focal length and one bend, at most."""


class WrongWayRoundError(NotCalibratedError):
    """Points that go about the table the other way."""

    code = "wrong_way_round"


class NoSuchTableError(NotCalibratedError):
    """Points that no table of the form given has."""

    code = "no_such_table"


def calibrate(image: Image, layout: Layout, focal_px: float | None = None) -> Calibration:
    """Return the calibration of a camera that took *image* of the table with its markers.

    *focal_px* is the lens's focal length in pixels of this picture, where it is known. Raise
    `NotCalibratedError` when not all four corner markers are seen.
    """
    markers = find_markers(image)
    missing = [str(i) for i in range(CORNERS) if i not in markers]
    if missing:
        message = (
            f"corner marker {', '.join(missing)} is not in the picture: "
            "clear the table's corners, check the light, and try again"
        )
        raise NotCalibratedError(message, where="markers")
    corners = marker_corners(layout).reshape(-1, 4, 2)
    flat = np.concatenate([corners[i] for i in sorted(markers)])
    pixels = np.concatenate([markers[i] for i in sorted(markers)])
    height, width = image.shape[:2]
    calibration = measure(flat, pixels, layout, (width, height), focal_px)
    middles = {number: quad.mean(axis=0) for number, quad in markers.items()}
    return replace(calibration, marks={i: (float(x), float(y)) for i, (x, y) in middles.items()})


def from_taps(
    taps: Sequence[tuple[float, float]],
    layout: Layout,
    size: tuple[int, int],
    focal_px: float | None = None,
) -> Calibration:
    """Return the calibration from *taps*: pixels of the playing field's corners.

    They start at the far left as seat 0 sees it and go clockwise; with four more, the middles of
    the far, right, near and left edge, the lens's bend is measured too. A round or an oval field
    has no corners: there they are its far, right, near and left end, then what lies halfway
    between in its plan. *size* is the still's width and height. Raise `NotCalibratedError` where
    the points cannot be those of a table.
    """
    if len(taps) not in _TAPS:
        message = f"{len(taps)} points: give the field's 4 corners, or those and 4 edge middles"
        raise NoSuchTableError(message, where="points")
    places = outline(layout) if layout.oval_mm is None else outline(layout)[::-1]
    flat = (np.vstack(places) * layout.half_mm)[: len(taps)]
    pixels = np.array(taps, float)
    _check_outline(pixels[:CORNERS], size)
    return measure(flat, pixels, layout, size, focal_px)


def _check_outline(corners: Floats, size: tuple[int, int]) -> None:
    """Raise `NotCalibratedError` unless *corners* go clockwise about a field seen large enough."""
    quad = corners.astype(np.float32)
    area = cv2.contourArea(quad, oriented=True)
    if not cv2.isContourConvex(quad):
        message = "the corners are no table's: start at the far left and go clockwise"
        raise NoSuchTableError(message, where="points")
    if area < 0:
        message = "the corners run the wrong way round: start at the far left and go clockwise"
        raise WrongWayRoundError(message, where="points")
    if area < _LEAST_FIELD_SHARE * size[0] * size[1]:
        message = "the corners lie too close together: tap those of the whole playing field"
        raise NoSuchTableError(message, where="points")


def measure(
    flat: Floats,
    pixels: Floats,
    layout: Layout,
    size: tuple[int, int],
    focal_px: float | None,
) -> Calibration:
    """Return the calibration under which *flat*, N×2 mm on the table, is seen at *pixels*."""
    far = np.hypot(*flat.T)
    tells_no_bend = len(flat) == CORNERS or float(far.min()) > _ONE_CIRCLE * float(far.max())
    flags = _MODEL | (cv2.CALIB_FIX_K1 if tells_no_bend else 0)
    plain = Lens.ordinary(size, focal_px)
    try:
        fit = _fit(flat, pixels, layout, plain, flags | cv2.CALIB_FIX_FOCAL_LENGTH)
    except (ValueError, cv2.error) as error:
        message = "the points do not lie in one plane: set the markers flat and try again"
        raise NoSuchTableError(message, where="points") from error
    if focal_px is None and fit.off_mm > EXACT_MM:
        with suppress(ValueError, cv2.error):  # no lens, or one with its focus behind it
            other = _fit(flat, pixels, layout, plain, flags)
            fit = other if other.off_mm < fit.off_mm / 2 else fit
    if fit.off_mm > _FAR_MM:
        message = f"the points are up to {fit.off_mm:.0f} mm off such a table: measure them again"
        raise NoSuchTableError(message, where="points")
    return fit


def _fit(flat: Floats, pixels: Floats, layout: Layout, plain: Lens, flags: int) -> Calibration:
    """Return the calibration that brings *flat* nearest to *pixels*.

    *flags* tell `cv2.calibrateCamera` what of the lens stays as *plain*, an ordinary one, has it.
    """
    size = (round(2 * plain.center[0]), round(2 * plain.center[1]))
    solid = np.hstack([flat, np.zeros((len(flat), 1))]).astype(np.float32)
    _, matrix, bend, turns, shifts = cv2.calibrateCamera(
        [solid], [pixels.astype(np.float32)], size, plain.matrix, np.zeros(5), flags=flags
    )
    lens = replace(plain, focal_px=float(matrix[0, 0]), bend=(float(bend.ravel()[0]), 0.0))
    # The table frame is left-handed with z up, so in the solver's frame z points down.
    across, along, down, middle = (matrix @ np.hstack([cv2.Rodrigues(turns[0])[0], shifts[0]])).T
    floor = np.stack([across, along, middle], axis=1)
    off = through(np.linalg.inv(floor), lens.undistort(pixels)) - flat
    plane = np.stack([across, along, middle - down * layout.tile.depth_mm], axis=1)
    bent_lens = lens if any(lens.bend) else None
    off_mm = float(np.hypot(*off.T).max())
    return Calibration(plane / plane[2, 2], size, bent_lens, None, off_mm, layout)
