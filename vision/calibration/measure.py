"""Measuring where the table lies: from markers on its rim, or from points tapped on a still.

Four points give the plane. With the middles of the sides, too, the lens's bend is measured; its
focal length matters little: another than the ordinary one holds only where it fits far better.
"""

from __future__ import annotations

from collections.abc import Sequence
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
_FOCAL: Final = (0.4, 3.0)
"""Focal lengths over the picture's width that cameras have, least and most."""
_NEARER_MM: Final = 2.5
"""By so much nearer another focal length must bring the points for it to hold: from straight above
they tell none. Eight taps give the table to 1.0 mm by it (median of 105 lenses and slants)."""
_FLAGS: Final = (
    cv2.CALIB_USE_INTRINSIC_GUESS
    | cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_FIX_FOCAL_LENGTH
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K2
    | cv2.CALIB_FIX_K3
)


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
    seen = find_markers(image)
    missing = [str(i) for i in range(CORNERS) if i not in seen]
    if missing:
        message = (
            f"corner marker {', '.join(missing)} is not in the picture: "
            "clear the table's corners, check the light, and try again"
        )
        raise NotCalibratedError(message, where="markers")
    corners = marker_corners(layout).reshape(-1, 4, 2)
    flat = np.concatenate([corners[i] for i in sorted(seen)])
    pixels = np.concatenate([seen[i] for i in sorted(seen)])
    height, width = image.shape[:2]
    measured = measure(flat, pixels, layout, (width, height), focal_px)
    marks = {
        i: (float(x), float(y)) for i, (x, y) in ((i, q.mean(axis=0)) for i, q in seen.items())
    }
    return replace(measured, marks=marks)


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
    ahead = np.roll(corners, -1, axis=0) - corners
    after = np.roll(ahead, -1, axis=0)
    turns = ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0]
    if (turns < 0).all():
        message = "the corners run the wrong way round: start at the far left and go clockwise"
        raise WrongWayRoundError(message, where="points")
    if not (turns > 0).all():
        message = "the corners are no table's: start at the far left and go clockwise"
        raise NoSuchTableError(message, where="points")
    if cv2.contourArea(corners.astype(np.float32)) < _LEAST_FIELD_SHARE * size[0] * size[1]:
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
    shares = () if focal_px else np.geomspace(*_FOCAL, 40).tolist()
    plain = [Lens.ordinary(size, focal) for focal in (focal_px, *(size[0] * one for one in shares))]
    lenses = [_lens(flat, pixels, one, size) for one in plain]
    poses = [_posed(flat, pixels, one) for one in lenses]
    off = [off_mm for _, _, off_mm in poses]
    best = off.index(min(off)) if off[0] - min(off) > _NEARER_MM else 0
    lens, (floor, up, off_mm) = lenses[best], poses[best]
    plane = floor.copy()
    plane[:, 2] -= up * layout.tile.depth_mm
    if off_mm > _FAR_MM:
        message = f"the points are up to {off_mm:.0f} mm off such a table: measure them again"
        raise NoSuchTableError(message, where="points")
    kept = lens if any(lens.bend) else None
    return Calibration(plane / plane[2, 2], size, kept, None, off_mm, layout)


def _posed(flat: Floats, pixels: Floats, lens: Lens) -> tuple[Floats, Floats, float]:
    """Return how *lens* sees the table on which *flat* are seen at *pixels*.

    That is the way from the cloth to ideal pixels (3×3), what a millimetre towards the cloth adds
    to it (3), and how far the points are off, in mm.
    """
    solid = np.hstack([flat, np.zeros((len(flat), 1))])
    ideal = lens.undistort(pixels)
    worked, turn, shift = cv2.solvePnP(solid, ideal, lens.matrix(), None, flags=cv2.SOLVEPNP_IPPE)
    if not worked:
        message = "the points do not lie in one plane: set the markers flat and try again"
        raise NoSuchTableError(message, where="points")
    matrix = lens.matrix() @ np.hstack([cv2.Rodrigues(turn)[0], np.asarray(shift).reshape(3, 1)])
    # The table frame is left-handed with z up, so in the solver's frame z points down.
    floor = np.asarray(matrix[:, (0, 1, 3)], float)
    off_mm = float(np.hypot(*(through(np.linalg.inv(floor), ideal) - flat).T).max())
    return floor, np.asarray(matrix[:, 2], float), off_mm


def _lens(flat: Floats, pixels: Floats, plain: Lens, size: tuple[int, int]) -> Lens:
    """Return *plain* with the bend by which it draws *flat* at *pixels*, where these tell one."""
    far = np.hypot(*flat.T)
    if len(flat) == CORNERS or float(far.min()) > 0.8 * float(far.max()):
        return plain
    solid = [np.hstack([flat, np.zeros((len(flat), 1))]).astype(np.float32)]
    seen = [pixels.astype(np.float32)]
    _, _, bend, _, _ = cv2.calibrateCamera(
        solid, seen, size, plain.matrix(), np.zeros(5), flags=_FLAGS
    )
    return replace(plain, bend=(float(bend.ravel()[0]), 0.0))
