"""A public detector of mahjong tiles, to measure ours beside: `mahjong-detector`, MIT, from PyPI.

One network finds and names the 34 kinds at once in a grey picture 640 pixels wide. It knows
neither red fives, flowers, backs nor turned boxes.
"""

from __future__ import annotations

from typing import Final

import cv2
from mahjong_detector import preprocess_image
from mahjong_detector.predict import CLASS_NAMES, Detection, predict
from PIL import Image as Pictures

from vision.types import Image, TileReading

_HONORS: Final = {
    "tou": "1z",
    "nan": "2z",
    "sha": "3z",
    "pe": "4z",
    "haku": "5z",
    "hatsu": "6z",
    "chun": "7z",
}


def read(image: Image) -> list[TileReading]:
    """Return the tiles of *image* from left to right, as the public detector sees them."""
    picture = Pictures.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
    detections = predict(*preprocess_image(picture))
    return [_to_reading(one) for one in sorted(detections, key=lambda one: one.x1)]


def _to_reading(one: Detection) -> TileReading:
    """Return what was detected as a tile that was read."""
    name = CLASS_NAMES[one.class_id]
    left, top, right, low = (float(edge) for edge in one[:4])
    box = ((left, top), (right, top), (right, low), (left, low))
    return TileReading(_HONORS.get(name, name), one.confidence, box)
