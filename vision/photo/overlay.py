"""A picture with what was read drawn into it, for people who want to see why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np

from vision.recognise.detector import Spot
from vision.types import REVIEW_THRESHOLD, Floats, Image, TileReading

_GREEN: Final = (60.0, 200.0, 60.0)
_ORANGE: Final = (0.0, 140.0, 255.0)
_BLACK: Final = (0.0, 0.0, 0.0)
_LINES: Final = 700
"""A picture is so many lines long."""
_LETTERS: Final = (0.35, 55)
"""Size of the letters at least, and how many pixels of a tile's width go to a whole one."""


def draw_tiles(image: Image, tiles: Iterable[TileReading]) -> Image:
    """Return a copy of *image* with each tile's outline and code; doubtful ones in orange."""
    return _marked(
        image,
        [(np.array(tile.box), tile.code, tile.confidence >= REVIEW_THRESHOLD) for tile in tiles],
    )


def draw_outlines(image: Image, spots: Iterable[Spot]) -> Image:
    """Return a copy of *image* with the outline of each of *spots* and its number, from 1."""
    return _marked(image, [(spot.quad(), str(i), True) for i, spot in enumerate(spots, 1)])


def _marked(image: Image, marks: Sequence[tuple[Floats, str, bool]]) -> Image:
    """Return a copy of *image* with *marks*: corners, 4×2, what is written there, and how sure."""
    picture = image.copy()
    line = max(1, round(max(image.shape) / _LINES))
    for quad, text, is_sure in marks:
        color = _GREEN if is_sure else _ORANGE
        corners = np.round(quad).astype(np.int32)
        cv2.polylines(picture, [corners], isClosed=True, color=color, thickness=line)
        at = (int(corners[:, 0].min()), int(corners[:, 1].max()) - line)
        size = max(_LETTERS[0], float(np.hypot(*(quad[1] - quad[0]))) / _LETTERS[1])
        for ink, thick in ((_BLACK, line + 2), (color, line)):
            cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, thick)
    return picture
