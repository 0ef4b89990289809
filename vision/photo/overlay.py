"""A picture with what was read drawn into it, for people who want to see why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.recognise.detector import Spot
from vision.types import REVIEW_THRESHOLD, Image, TileReading

_GREEN: Final = (60.0, 200.0, 60.0)
_ORANGE: Final = (0.0, 140.0, 255.0)


def draw_tiles(image: Image, tiles: Iterable[TileReading]) -> Image:
    """Return a copy of *image* with each tile's outline and code; doubtful ones in orange."""
    picture = image.copy()
    line = max(1, round(max(image.shape) / 700))
    for tile in tiles:
        color = _GREEN if tile.confidence >= REVIEW_THRESHOLD else _ORANGE
        corners = np.round(np.array(tile.box)).astype(np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=color, thickness=line)
        left, low = corners.min(axis=0)[0], corners.max(axis=0)[1]
        width = float(np.hypot(*(corners[1] - corners[0])))
        size = max(0.35, width / 55)
        at = (int(left), int(low) - line)
        cv2.putText(picture, tile.code, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), line + 2)
        cv2.putText(picture, tile.code, at, cv2.FONT_HERSHEY_SIMPLEX, size, color, line)
    return picture


def draw_outlines(image: Image, spots: Iterable[Spot]) -> Image:
    """Return a copy of *image* with the outline of each of *spots* and its number, from 1."""
    picture = image.copy()
    line = max(1, round(max(image.shape) / 700))
    for number, spot in enumerate(spots, 1):
        corners = np.round(spot.quad()).astype(np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=_GREEN, thickness=line)
        at = (int(corners[3][0]), int(corners[3][1]) - line)
        size = max(0.4, spot.width / 60)
        cv2.putText(picture, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, size, _ORANGE, line)
    return picture
