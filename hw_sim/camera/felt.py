"""The empty table as the simulated camera sees it: felt, rim, centre plate, corner markers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.calibration.homography import MARKER_FAMILY, MARKER_MM, marker_corners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.camera import Image
    from vision.geometry import Layout
    from vision.rendering import View

Bgr = tuple[float, float, float]

_PX_PER_MM: Final = 2.0
_RIM_MM: Final = 56.0
_PLATE_MM: Final = 36.0


@dataclass(frozen=True, slots=True)
class Cloth:
    """Colors of the table, blue-green-red."""

    felt: Bgr = (88.0, 118.0, 34.0)
    rim: Bgr = (38.0, 52.0, 74.0)
    floor: Bgr = (58.0, 60.0, 64.0)
    has_markers: bool = True
    """Whether markers to calibrate by lie on the rim."""


def empty_table(view: View, layout: Layout, cloth: Cloth, rng: np.random.Generator) -> Image:
    """Return the table without tiles as *view* sees it."""
    flat = _texture(layout, cloth, rng)
    reach = layout.span_mm / 2 + _RIM_MM
    to_mm = np.array([[1 / _PX_PER_MM, 0, -reach], [0, 1 / _PX_PER_MM, -reach], [0, 0, 1.0]])
    warp = view.plane(0.0) @ to_mm
    floor = tuple(cloth.floor)
    seen = cv2.warpPerspective(
        flat, warp, view.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
        borderValue=floor,
    )  # fmt: skip
    return np.asarray(seen, np.uint8)


def _texture(layout: Layout, cloth: Cloth, rng: np.random.Generator) -> Image:
    """Return the table top from straight above."""
    side = round((layout.span_mm + 2 * _RIM_MM) * _PX_PER_MM)
    rim = round(_RIM_MM * _PX_PER_MM)
    top = np.empty((side, side, 3), np.float32)
    top[:] = np.array(cloth.rim, np.float32)
    grain = cv2.GaussianBlur(
        rng.normal(0, 60, (side, side)).astype(np.float32), (0, 0), 24, None, 1
    )
    top += grain[:, :, None]
    field = top[rim:-rim, rim:-rim]
    fuzz = rng.normal(0, 5, field.shape[:2]).astype(np.float32)
    clouds = cv2.resize(rng.normal(0, 5, (12, 12)).astype(np.float32), field.shape[1::-1])
    field[:] = np.array(cloth.felt, np.float32) + (fuzz + clouds)[:, :, None]
    if layout.oval_mm is not None:
        _round_off(top, layout, cloth)
    picture = np.clip(top, 0, 255).astype(np.uint8)
    middle, radius = side // 2, round(_PLATE_MM * _PX_PER_MM)
    cv2.circle(picture, (middle, middle), radius, (46, 44, 42), -1, cv2.LINE_AA)
    cv2.circle(picture, (middle, middle), radius - 6, (74, 70, 66), 3, cv2.LINE_AA)
    if cloth.has_markers:
        _lay_markers(picture, layout)
    return picture


def _round_off(top: NDArray[np.float32], layout: Layout, cloth: Cloth) -> None:
    """Cut a round or oval table out of *top*, its rim about the cloth, the floor about that."""
    places = (np.arange(len(top), dtype=np.float64) - len(top) / 2) / np.float64(_PX_PER_MM)
    x, y = places[None, :], places[:, None]
    assert layout.oval_mm is not None
    wide, deep = (one + 2 * _RIM_MM for one in layout.oval_mm)
    top[layout.outside(x, y)] = np.array(cloth.rim, np.float32)
    top[replace(layout, oval_mm=(wide, deep)).outside(x, y)] = np.array(cloth.floor, np.float32)


def _lay_markers(picture: Image, layout: Layout) -> None:
    """Stick the markers on the rim, each on a white square."""
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    shift = layout.span_mm / 2 + _RIM_MM
    for number, corners in enumerate(marker_corners(layout).reshape(-1, 4, 2)):
        x, y = np.round((corners[0] + shift) * _PX_PER_MM).astype(int)
        pixels = round(MARKER_MM * _PX_PER_MM)
        quiet = 8
        picture[y - quiet : y + pixels + quiet, x - quiet : x + pixels + quiet] = 236
        mark = cv2.aruco.generateImageMarker(family, number, pixels)
        picture[y : y + pixels, x : x + pixels] = np.maximum(mark, 24)[:, :, None]
