"""The calibration's markers on one sheet of A4, to print at their true size: a PDF.

Beside each stands its number, and a little plan on which a dot shows where on the rim it belongs,
the first seat at the plan's lower edge. A ruler tells whether the printer kept the size. There are
no words on it, so that it serves in every language.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from PIL.ImageDraw import ImageDraw as Draw

from vision.calibration.homography import MARKER_FAMILY, MARKER_MM, MARKERS, marker_corners
from vision.geometry import Layout

PAGE_MM: Final = (210.0, 297.0)
"""Width and height of the sheet."""
RULER_MM: Final = 100.0
"""Length of the printed ruler, by which people see that nothing was scaled."""
DPI: Final = 600
_PX_PER_MM: Final = DPI / 25.4
_COLUMNS: Final = 2
_CORNER_MM, _STEP_MM = np.array((18.0, 14.0)), np.array((92.0, 64.0))
"""Where the frame of the first marker has its corner, and how far it is to the next ones."""
_FRAME_MM: Final = 6.0
"""White that has to stay around a marker when it is cut out."""
_PLAN_MM: Final = 24.0
_HAIR_MM: Final = 0.2


def markers_pdf() -> bytes:
    """Return the sheet as a PDF document of one page, 210 × 297 mm."""
    packed = BytesIO()
    markers_page().save(packed, "PDF", resolution=DPI, title="jantaku")
    return packed.getvalue()


def markers_page() -> Image.Image:
    """Return the sheet in black and white, `DPI` dots an inch."""
    page = Image.new("1", _at(*PAGE_MM), 1)
    draw = ImageDraw.Draw(page)
    beside = MARKER_MM + 2 * _FRAME_MM
    for number in range(MARKERS):
        row, column = divmod(number, _COLUMNS)
        x, y = _CORNER_MM + (column, row) * _STEP_MM
        page.paste(_marker(number), _at(x + _FRAME_MM, y + _FRAME_MM))
        _box(draw, (x, y, beside, beside), is_filled=False)
        _text(draw, (x + beside + 6, y + 2), 9.0, str(number))
        _plan(draw, number, (x + beside + 6, y + 16))
    left, top = (PAGE_MM[0] - RULER_MM) / 2, PAGE_MM[1] - 16
    _box(draw, (left, top - 4, RULER_MM, 4.6), is_filled=False)
    _text(draw, (PAGE_MM[0] / 2 - 10, top - 10), 5.0, f"{RULER_MM:g} mm")
    return page


def _px(length_mm: float) -> int:
    return round(length_mm * _PX_PER_MM)


def _at(x_mm: float, y_mm: float) -> tuple[int, int]:
    return _px(x_mm), _px(y_mm)


def _box(draw: Draw, box: tuple[float, float, float, float], *, is_filled: bool = True) -> None:
    """Draw a *box*: left, top, width and height in millimetres."""
    x, y, wide, tall = box
    corners = (*_at(x, y), *_at(x + wide, y + tall))
    draw.rectangle(corners, fill=0 if is_filled else None, outline=0, width=_px(_HAIR_MM))


def _text(draw: Draw, corner: tuple[float, float], size_mm: float, text: str) -> None:
    draw.text(_at(*corner), text, fill=0, font=ImageFont.load_default(_px(size_mm)))


def _marker(number: int) -> Image.Image:
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    return Image.fromarray(cv2.aruco.generateImageMarker(family, number, _px(MARKER_MM)))


def _plan(draw: Draw, number: int, corner: tuple[float, float]) -> None:
    """Draw a small table at *corner* with a dot where marker *number* belongs."""
    x, y = corner
    _box(draw, (x, y, _PLAN_MM, _PLAN_MM), is_filled=False)
    centers = marker_corners(Layout()).reshape(-1, 4, 2).mean(axis=1)
    across, down = (centers[number] / np.abs(centers).max() + 1) / 2 * _PLAN_MM
    _box(draw, (x + across - 2, y + down - 2, 4, 4))
    _box(draw, (x + _PLAN_MM / 2 - 4, y + _PLAN_MM + 4, 8, 2))  # who sits at seat 0
