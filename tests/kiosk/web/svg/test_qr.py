"""QR codes as they stand in a page: a reader reads them."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from kiosk.web.svg.qr import QUIET, qr_file, qr_picture

STEP = re.compile(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?")


SCALES = (8, 5, 11, 6, 4)
"""Pixels a module. OpenCV misses 6 of 900 codes at 8, one of these at 5 and 11, none at 6 too."""


def read(picture: str) -> str:
    """Return what the code *picture* says, its strokes painted module by module."""
    size = int(float(re.findall(r'viewBox="0 0 (\d+)', picture)[0]))
    dots = np.full((size, size), 255, np.uint8)
    (strokes,) = re.findall(r'stroke="#000" d="([^"]+)"', picture)
    x = y = 0.0
    for step, first, second in STEP.findall(strokes):
        if step == "h":
            dots[int(y), int(x) : int(x + float(first))] = 0
            x += float(first)
        else:
            x = float(first) + (x if step == "m" else 0)
            y = float(second) + (y if step == "m" else 0)
    return next(filter(None, (_decode(dots, scale) for scale in SCALES)), "")


def _decode(dots: cv2.typing.MatLike, scale: int) -> str:
    large = cv2.resize(dots, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(large)[0]


@pytest.mark.parametrize(
    "text", ["http://10.0.0.7:8000/join/k7mp2x", "fault 203 side 2\nbundle A-B"]
)
def test_a_code_in_a_page_says_its_text_and_has_a_name(text: str) -> None:
    picture = str(qr_picture(text, "Scan <this>"))
    assert read(picture) == text
    assert "<title>Scan &lt;this&gt;</title>" in picture


def test_a_code_has_white_around_it_that_readers_need() -> None:
    assert QUIET == 4
    assert b'width="' in qr_file("x", 6)
