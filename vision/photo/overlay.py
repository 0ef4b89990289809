"""A picture with what was read drawn into it, for people who want to see why."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.recognise.detector import Spot
from vision.types import REVIEW_THRESHOLD, Floats, Image, TileReading

_GREEN: Final = (60.0, 200.0, 60.0)
_ORANGE: Final = (0.0, 140.0, 255.0)


def draw_tiles(image: Image, tiles: Iterable[TileReading]) -> Image:
    """Return a copy of *image* with each tile's outline and code; doubtful ones in orange."""
    picture = image.copy()
    for tile in tiles:
        color = _GREEN if tile.confidence >= REVIEW_THRESHOLD else _ORANGE
        _mark(picture, np.array(tile.box), tile.code, color)
    return picture


def draw_outlines(image: Image, spots: Iterable[Spot]) -> Image:
    """Return a copy of *image* with the outline of each of *spots* and its number, from 1."""
    picture = image.copy()
    for number, spot in enumerate(spots, 1):
        _mark(picture, spot.quad(), f"{number:2}", _GREEN)
    return picture


def _mark(picture: Image, quad: Floats, text: str, color: tuple[float, float, float]) -> None:
    """Draw the outline of *quad*, 4×2, and *text* half as wide as its upper side."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    (wide, _), _ = cv2.getTextSize(text, font, 1.0, 1)
    size = float(np.hypot(*(quad[1] - quad[0]))) / wide / 2
    line = math.ceil(size)
    corners = np.round(quad).astype(np.int32)
    cv2.polylines(picture, [corners], isClosed=True, color=color, thickness=line)
    at = (int(corners[:, 0].min()), int(corners[:, 1].max()) - line)
    for ink, thick in (((0, 0, 0), line + 2), (color, line)):
        cv2.putText(picture, text, at, font, size, ink, thick)
