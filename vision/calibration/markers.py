"""The calibration's markers on one sheet of A4, to print at their true size: a PDF.

The sheet is a plan of the table: each marker lies on it as it belongs on the rim, its number beside
it, and a bar shows where the first seat is. A ruler tells whether the printer kept the size. There
are no words on it, so that it serves in every language.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

import cv2
from PIL import Image, ImageDraw, ImageFont
from PIL.ImageDraw import ImageDraw as Draw

from vision.calibration.homography import (
    CORNERS,
    MARKER_FAMILY,
    MARKER_MM,
    MARKER_OUTSIDE_MM,
    marker_corners,
)
from vision.geometry import Layout

PAGE_MM: Final = (210.0, 297.0)
"""Width and height of the sheet."""
RULER_MM: Final = 100.0
"""Length of the printed ruler, by which people see that nothing was scaled."""
DPI: Final = 300
_PX_PER_MM: Final = DPI / 25.4
_FRAME_MM: Final = MARKER_OUTSIDE_MM - MARKER_MM / 2
"""White that has to stay around a marker when it is cut out, so that it reaches the field's edge;
what is written is as high."""


def markers_pdf() -> bytes:
    """Return the sheet as a PDF document of one page, 210 × 297 mm."""
    buffer = BytesIO()
    markers_page().save(buffer, "PDF", resolution=DPI, title="jantaku")
    return buffer.getvalue()


def markers_page() -> Image.Image:
    """Return the sheet in black and white, `DPI` dots an inch."""
    page = Image.new("1", _at(*PAGE_MM), 1)
    draw = ImageDraw.Draw(page)
    side, middle = 2 * MARKER_OUTSIDE_MM, PAGE_MM[0] / 2
    centers = marker_corners(Layout()).reshape(-1, CORNERS, 2).mean(axis=1)
    step = side + 2 * _FRAME_MM
    for number, (x, y) in enumerate(middle + centers / centers.max() * step):
        page.paste(_marker(number), _at(x - MARKER_MM / 2, y - MARKER_MM / 2))
        _box(draw, (x - side / 2, y - side / 2, side, side))
        _text(draw, (x, y + side / 2), str(number))
    low = middle + step + side
    draw.rectangle((*_at(middle - side / 2, low - _FRAME_MM), *_at(middle + side / 2, low)), 0)
    left, top = (PAGE_MM[0] - RULER_MM) / 2, PAGE_MM[1] - side / 2
    _box(draw, (left, top, RULER_MM, _FRAME_MM))
    _text(draw, (middle, top - 2 * _FRAME_MM), f"{RULER_MM:g} mm")
    return page


def _px(length_mm: float) -> int:
    return round(length_mm * _PX_PER_MM)


def _at(x_mm: float, y_mm: float) -> tuple[int, int]:
    return _px(x_mm), _px(y_mm)


def _box(draw: Draw, box: tuple[float, float, float, float]) -> None:
    """Draw a *box* by a hairline: left, top, width and height in millimetres."""
    x, y, wide, tall = box
    draw.rectangle((*_at(x, y), *_at(x + wide, y + tall)), outline=0)


def _text(draw: Draw, top: tuple[float, float], text: str) -> None:
    """Write *text* below the point *top*, in millimetres."""
    draw.text(_at(*top), text, fill=0, font=ImageFont.load_default(_px(_FRAME_MM)), anchor="ma")


def _marker(number: int) -> Image.Image:
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    return Image.fromarray(cv2.aruco.generateImageMarker(family, number, _px(MARKER_MM)))
