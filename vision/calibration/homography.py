"""Where the table lies in the camera's picture.

A homography from millimetres on the plane of the tiles' faces to an ideal lens's pixels, and the
lens: that is all that reading needs. Both come from markers on the rim or from points tapped on a
still (`vision.calibration.measure`) and are stored once when the camera is fixed.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NotCalibratedError
from vision.geometry import Layout
from vision.types import Floats, Image

Maps = tuple[NDArray[np.int16], NDArray[np.uint16], float]

MARKER_MM: Final = 40.0
"""Side of a corner marker."""

MARKER_OUTSIDE_MM: Final = 26.0
"""How far a marker's centre lies outside the playing field's corner, in x and in y."""

MARKER_FAMILY: Final = cv2.aruco.DICT_4X4_50


DESCRIPTOR_BYTES: Final = cv2.ORB.create().descriptorSize()
"""Bytes of an ORB descriptor."""

CORNERS: Final = 4
"""Markers 0 to 3 lie at the corners, 4 to 7 in the middle of the far, right, near and left side."""
MARKERS: Final = 2 * CORNERS
"""Markers on the rim: numbers 0 to 7, of which 0 to 3 are needed."""

ORDINARY: Final = 0.86
"""Focal length over the picture's width where nobody knows better: 60° from side to side."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal length, centre and bend; pixels of the picture size that it was measured for."""

    focal_px: float
    center: tuple[float, float]
    bend: tuple[float, float] = (0.0, 0.0)
    """Radial distortion after Brown: k1, k2; negative k1 makes a barrel."""

    def __post_init__(self) -> None:
        if self.focal_px <= 0:
            raise ValueError(f"a focal length of {self.focal_px} pixels: must be positive")

    @classmethod
    def ordinary(cls, size: tuple[int, int], focal_px: float | None = None) -> Lens:
        """Return a lens without bend for pictures of *size*, width and height."""
        return cls(focal_px or ORDINARY * size[0], (size[0] / 2, size[1] / 2))

    def distort(self, pixels: Floats) -> Floats:
        """Return where this lens draws what an ideal one draws at *pixels*, N×2."""
        if not len(pixels):  # OpenCV takes none
            return pixels
        rays = np.hstack([(pixels - self.center) / self.focal_px, np.ones((len(pixels), 1))])
        still = np.zeros(3)
        image_points, _ = cv2.projectPoints(rays, still, still, self.matrix, self.distortion)
        return np.asarray(image_points, np.float64).reshape(-1, 2)

    def undistort(self, pixels: Floats) -> Floats:
        """Return where an ideal lens draws what this one draws at *pixels*, N×2."""
        if not len(pixels):
            return pixels
        places = pixels.astype(np.float64)
        ideal = cv2.undistortPoints(places, self.matrix, self.distortion, P=self.matrix)
        return np.asarray(ideal, np.float64).reshape(-1, 2)

    @property
    def matrix(self) -> Floats:
        """Return the 3×3 matrix from the camera's directions to pixels, without the bend."""
        (x, y), focal = self.center, self.focal_px
        return np.array([[focal, 0, x], [0, focal, y], [0, 0, 1.0]])

    @property
    def distortion(self) -> Floats:
        """Return the bend as OpenCV takes it: k1, k2 and no tangential distortion."""
        return np.array([*self.bend, 0.0, 0.0])

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Lens:
        """Return the lens whose *fields* were stored; raise `ValueError` if they are damaged."""
        (x, y), (k1, k2) = fields["center"], fields["bend"]
        return cls(float(fields["focal_px"]), (float(x), float(y)), (float(k1), float(k2)))


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """ORB features of the table's edge, by which a camera that was moved is noticed."""

    places: Floats
    """Where they lie, N×2 in mm of the table frame."""
    descriptors: NDArray[np.uint8]
    """What they look like, N×32."""

    def to_json(self) -> dict[str, Any]:
        """Return what to store."""
        text = base64.b64encode(self.descriptors.tobytes()).decode("ascii")
        return {"places": np.round(self.places, 1).tolist(), "orb": text}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Landmarks:
        """Return what `to_json` gave; raise `ValueError` or `TypeError` if damaged."""
        places = np.array(fields["places"], dtype=float).reshape(-1, 2)
        descriptors = np.frombuffer(base64.b64decode(fields["orb"], validate=True), np.uint8)
        if not np.isfinite(places).all():
            raise ValueError("a landmark lies somewhere on the table")
        return cls(places, descriptors.reshape(len(places), DESCRIPTOR_BYTES))


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The way from the table to the picture and back."""

    face_plane: Floats
    """3×3: millimetres on the plane of lying tiles' faces (table frame) to ideal pixels."""
    size: tuple[int, int]
    """Width and height of the pictures that it is for."""
    lens: Lens | None = None
    """How the lens bends; `None` where it bends nothing that matters."""
    marks: Mapping[int, tuple[float, float]] | None = None
    """Where the middle of each marker was in the picture, by its number."""
    off_mm: float = 0.0
    """How far the points measured lie from where they should, at most."""
    table: Layout | None = None
    """The table that was measured; `None` in what was stored before that was kept."""
    landmarks: Landmarks | None = None
    """How the table looks about its field; `None` in what was stored before that was kept."""

    def __post_init__(self) -> None:
        if self.face_plane.shape != (3, 3) or abs(np.linalg.det(self.face_plane)) < 1e-12:
            raise ValueError("a calibration needs an invertible 3×3 homography")

    def to_pixels(self, points_mm: Floats) -> Floats:
        """Return the pixels of *points_mm* in the table frame, …×2 both."""
        ideal = through(self.face_plane, points_mm.reshape(-1, 2))
        pixels = ideal if self.lens is None else self.lens.distort(ideal)
        return pixels.reshape(points_mm.shape)

    @property
    def px_per_mm(self) -> float:
        """Return how many pixels a millimetre of the table has at its middle."""
        ends = self.to_pixels(np.array([[-0.5, 0.0], [0.5, 0.0]]))
        return float(np.hypot(*(ends[1] - ends[0])))

    def to_table(self, pixels: Floats) -> Floats:
        """Return the table points, N×2 in millimetres, of *pixels*, N×2."""
        ideal = pixels if self.lens is None else self.lens.undistort(pixels)
        return through(np.asarray(np.linalg.inv(self.face_plane), np.float64), ideal)

    def to_json(self) -> dict[str, Any]:
        """Return what to store."""
        table, marks = self.table, self.marks or {}
        sides = ("seats", "side_mm", "oval_mm")
        return {
            "face_plane": self.face_plane.tolist(),
            "size": list(self.size),
            "lens": self.lens and asdict(self.lens),
            "marks": {str(number): list(at) for number, at in marks.items()},
            "table": table and {name: getattr(table, name) for name in sides},
            "rim": self.landmarks and self.landmarks.to_json(),
            "off_mm": round(self.off_mm, 2),
        }

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Calibration:
        """Return the calibration that `to_json` gave; raise `NotCalibratedError` if damaged."""
        try:
            width, height = fields["size"]
            plane, size = np.array(fields["face_plane"], dtype=float), (int(width), int(height))
            lens, table = fields.get("lens"), fields.get("table")
            # Versions before 0.2 kept patches as "landmarks"; those are not looked for any more.
            rim = fields.get("rim")
            marks = {
                int(number): (float(x), float(y))
                for number, (x, y) in fields.get("marks", {}).items()
            }
            return cls(
                plane,
                size,
                None if lens is None else Lens.from_json(lens),
                marks or None,
                float(fields.get("off_mm", 0.0)),
                None if table is None else _table(table),
                None if rim is None else Landmarks.from_json(rim),
            )
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            message = "the stored calibration is damaged: calibrate the camera again"
            raise NotCalibratedError(message, where="calibration") from error


def _table(fields: Mapping[str, Any]) -> Layout:
    oval = fields.get("oval_mm")
    oval_mm = None if oval is None else (float(oval[0]), float(oval[1]))
    return Layout(int(fields["seats"]), float(fields["side_mm"]), oval_mm=oval_mm)


def marker_corners(layout: Layout) -> Floats:
    """Return the corners of the eight markers, 32×2 in the table frame.

    Marker 0 lies at the far left as seat 0 sees it, then clockwise; 4 to 7 lie halfway from each
    to the next: at a round or an oval table all on its rim. Each one's corners start at its top
    left.
    """
    half = MARKER_MM / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    centers = np.vstack(outline(layout)) * (layout.half_mm + MARKER_OUTSIDE_MM)
    return np.asarray((centers[:, None] + square[None]).reshape(-1, 2))


def outline(layout: Layout) -> tuple[Floats, Floats]:
    """Return the corners of the field and the middles of its sides, 4×2 each, in half fields.

    They go clockwise from the far left corner and the far side; all lie on the rim of a round one.
    """
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    return (corners if layout.oval_mm is None else corners / math.sqrt(2)), sides


def from_above(image: Image, calibration: Calibration, half_mm: float, px_per_mm: float) -> Image:
    """Return the square of the table within *half_mm* of its middle, as seen from straight above.

    A frame that is several times as fine is shrunk by as much first, so that strokes do not alias.
    """
    columns, rows, factor = _maps(calibration, half_mm, px_per_mm)
    if factor < 1:
        size = (round(image.shape[1] * factor), round(image.shape[0] * factor))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.remap(image, columns, rows, cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=2)
def _maps(calibration: Calibration, half_mm: float, px_per_mm: float) -> Maps:
    """Return where each pixel of the view from above comes from, and how small the frame is then.

    A camera hangs still, so this is worked out once for its calibration.
    """
    side = round(2 * half_mm * px_per_mm)
    factor = 1 / max(1, round(calibration.px_per_mm / px_per_mm))
    lens = calibration.lens or Lens.ordinary(calibration.size)
    to_mm = np.array([[1 / px_per_mm, 0, -half_mm], [0, 1 / px_per_mm, -half_mm], [0, 0, 1]])
    # A pixel's middle lies half of one from its corner, whatever its size.
    shrunk = np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1]])
    columns, rows = cv2.initUndistortRectifyMap(
        shrunk @ lens.matrix,
        lens.distortion,
        np.linalg.inv(np.linalg.inv(lens.matrix) @ calibration.face_plane @ to_mm),
        np.eye(3),
        (side, side),
        cv2.CV_16SC2,
    )
    return np.asarray(columns, np.int16), np.asarray(rows, np.uint16), factor


def find_markers(image: Image) -> dict[int, Floats]:
    """Return the corners, 4×2 pixels, of every marker of ours seen in *image*, by its number."""
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_FAMILY))
    corners, numbers, _ = finder.detectMarkers(image)
    if not corners:
        return {}
    markers = zip(numbers.ravel(), corners, strict=True)
    return {int(i): np.asarray(quad, float).reshape(4, 2) for i, quad in markers if i < MARKERS}


def through(homography: Floats, points: Floats) -> Floats:
    """Return *points*, N×2, sent through *homography*."""
    homogeneous = np.hstack([points, np.ones((len(points), 1))]) @ homography.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])
