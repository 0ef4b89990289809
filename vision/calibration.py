"""Where the table lies in the camera's picture.

One homography, from millimetres on the plane of the tiles' faces to pixels, is all
that reading needs. It is stored once when the camera is fixed; it comes from the four
corner markers on the rim and the lens's focal length, or from a known view.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NotCalibratedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.camera import Image
    from vision.layout import Layout

Floats = NDArray[np.float64]

MARKER_MM: Final = 40.0
"""Side of a corner marker."""

MARKER_OUTSIDE_MM: Final = 26.0
"""How far a marker's centre lies outside the playing field's corner, in x and in y."""

MARKER_FAMILY: Final = cv2.aruco.DICT_4X4_50


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The way from the table to the picture and back."""

    face_plane: Floats
    """3×3: millimetres on the plane of lying tiles' faces (table frame) to pixels."""
    size: tuple[int, int]
    """Width and height of the pictures that it is for."""

    def __post_init__(self) -> None:
        if self.face_plane.shape != (3, 3) or abs(np.linalg.det(self.face_plane)) < 1e-12:
            raise ValueError("a calibration needs an invertible 3×3 homography")

    def to_pixels(self, points_mm: Floats) -> Floats:
        """Return the pixels, N×2, of *points_mm*, N×2 in the table frame."""
        return _through(self.face_plane, points_mm)

    def to_table(self, pixels: Floats) -> Floats:
        """Return the table points, N×2 in millimetres, of *pixels*, N×2."""
        return _through(np.asarray(np.linalg.inv(self.face_plane), np.float64), pixels)

    def to_json(self) -> dict[str, Any]:
        """Return what to store."""
        return {"face_plane": self.face_plane.tolist(), "size": list(self.size)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Calibration:
        """Return the calibration that `to_json` gave; raise `NotCalibratedError` if damaged."""
        try:
            width, height = stored["size"]
            return cls(np.array(stored["face_plane"], dtype=float), (int(width), int(height)))
        except (KeyError, TypeError, ValueError) as error:
            message = "the stored calibration is damaged: calibrate the camera again"
            raise NotCalibratedError(message, where="calibration") from error


def marker_corners(layout: Layout) -> Floats:
    """Return the corners of the four markers, 16×2 in the table frame.

    Marker 0 lies at the far left as seat 0 sees it, then clockwise; each one's corners
    start at its top left.
    """
    reach = layout.side_mm / 2 + MARKER_OUTSIDE_MM
    half = MARKER_MM / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    centers = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    return np.asarray((centers[:, None] + square[None]).reshape(-1, 2))


def find_markers(image: Image) -> dict[int, Floats]:
    """Return the corners, 4×2 pixels, of every corner marker seen in *image*, by its number."""
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_FAMILY))
    corners, numbers, _ = finder.detectMarkers(image)
    if not corners:
        return {}
    found = zip(numbers.ravel(), corners, strict=True)
    return {int(i): np.asarray(quad, float).reshape(4, 2) for i, quad in found if i < 4}


def calibrate(image: Image, layout: Layout, focal_px: float) -> Calibration:
    """Return the calibration of a camera that took *image* of the table with its markers.

    *focal_px* is the lens's focal length in pixels of this picture. Raise
    `NotCalibratedError` when not all four markers are seen.
    """
    seen = find_markers(image)
    missing = [str(i) for i in range(4) if i not in seen]
    if missing:
        message = (
            f"corner marker {', '.join(missing)} is not in the picture: "
            "clear the table's corners, check the light, and try again"
        )
        raise NotCalibratedError(message, where="markers")
    height, width = image.shape[:2]
    lens = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1.0]])
    flat = np.hstack([marker_corners(layout), np.zeros((16, 1))])
    pixels = np.vstack([seen[i] for i in range(4)])
    worked, turn, shift = cv2.solvePnP(flat, pixels, lens, None, flags=cv2.SOLVEPNP_IPPE)
    if not worked:
        raise NotCalibratedError("the markers do not lie in one plane: set them flat and try again")
    rotation = cv2.Rodrigues(turn)[0]
    # The table frame is left-handed with z up, so in the solver's frame z points down.
    matrix = lens @ np.hstack([rotation, np.asarray(shift, float).reshape(3, 1)])
    plane = matrix[:, (0, 1, 3)].copy()
    plane[:, 2] -= matrix[:, 2] * layout.tile.depth_mm
    return Calibration(np.asarray(plane / plane[2, 2]), (width, height))


def _through(homography: Floats, points: Floats) -> Floats:
    """Return *points*, N×2, sent through *homography*."""
    sent = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    return np.asarray(sent[:, :2] / sent[:, 2:])
