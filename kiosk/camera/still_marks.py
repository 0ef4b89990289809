"""What is drawn on a still of the table: points tapped, an enlarged cut, and the seats' zones."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import HAND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiosk.camera.corner_taps import Box, Pixel
    from vision.calibration import Calibration
    from vision.geometry import Layout
    from vision.types import Image

Color = tuple[float, float, float]

_ZONE: Final = (60.0, 200.0, 60.0)
_EDGE: Final = (0.0, 140.0, 255.0)
_LINE: Final = 1.6
_WHOLE: Final = 1440
_POINT: Final = (255.0, 255.0, 255.0)
_UNDER: Final = (0.0, 0.0, 0.0)


def zones(image: Image, calibration: Calibration, layout: Layout, wide: int = 0) -> Image:
    """Return *image* with the field's edge and each seat's rows drawn in.

    The lines are as thick as they have to be where it is looked at *wide* pixels wide.
    """
    picture = image.copy()
    thick = max(1, round(_LINE * image.shape[1] / (wide or _WHOLE)))
    _outline(picture, calibration, _edge(layout), (_EDGE, thick * 2))
    melds = layout.melds
    for seat in range(layout.seats):
        for row, left, right in ((HAND, HAND.start_mm, 270.0), (melds, -150.0, melds.start_mm)):
            box = [
                (left, row.upper_mm),
                (right, row.upper_mm),
                (right, row.baseline_mm),
                (left, row.baseline_mm),
            ]
            _outline(
                picture, calibration, [layout.to_table(seat, at) for at in box], (_ZONE, thick)
            )
    return picture


def draw_points(image: Image, points: Sequence[Pixel], wide: int) -> Image:
    """Return *image* at *wide* pixels with a numbered cross at each of *points*."""
    picture = resize(image, wide)
    scale = picture.shape[1] / image.shape[1]
    for number, (x, y) in enumerate(points, 1):
        at = (round(x * scale), round(y * scale))
        for color, thick in ((_UNDER, 5), (_POINT, 2)):
            cv2.drawMarker(picture, at, color, cv2.MARKER_CROSS, 26, thick)
            beside = (at[0] + 10, at[1] - 10)
            cv2.putText(
                picture, str(number), beside, cv2.FONT_HERSHEY_SIMPLEX, 0.8, color, thick,
                cv2.LINE_AA,
            )  # fmt: skip
    return picture


def enlarge(image: Image, box: Box, wide: int) -> Image:
    """Return what lies in *box* of *image*, *wide* pixels wide."""
    left, top, width, height = box
    cut = image[top : top + height, left : left + width]
    size = (wide, round(wide * height / width))
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_CUBIC), np.uint8)


def resize(image: Image, wide: int) -> Image:
    """Return *image* at a width of *wide* pixels."""
    scale = wide / image.shape[1]
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _edge(layout: Layout) -> list[tuple[float, float]]:
    """Return the field's edge: its corners, or many points of a round or an oval one."""
    if layout.oval_mm is None:
        half = layout.span_mm / 2
        return [(-half, -half), (half, -half), (half, half), (-half, half)]
    wide, deep = (one / 2 for one in layout.oval_mm)
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return [(float(wide * np.cos(turn)), float(deep * np.sin(turn))) for turn in turns]


def _outline(
    picture: Image,
    calibration: Calibration,
    corners: list[tuple[float, float]],
    pen: tuple[Color, int],
) -> None:
    """Draw the polygon *corners*, table points, as the lens bends it."""
    ring = np.array([*corners, corners[0]])
    path = np.vstack([np.linspace(a, b, 24) for a, b in pairwise(ring)])
    pixels = np.round(calibration.to_pixels(path)).astype(np.int32)
    color, thick = pen
    cv2.polylines(picture, [pixels], isClosed=True, color=color, thickness=thick)
