"""Two finds that are the halves of one tile: the rows of dots on a 4p pass for two 2p.

A half lies across the tile, has half its area, and its fellow lies above or below it.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognise.detector import Spot

_NEIGHBORS: Final = 4
"""So many of the nearest others tell how large a tile is here: farther ones look smaller."""
_SMALL: Final = 0.72
"""A half covers less than this share of what they do."""
_WHOLE: Final = (0.6, 1.3)
"""Both together cover about as much as one, and have its shape."""
_SHAPE: Final = (1.1, 2.3)
_LEAST: Final = 4
"""With fewer tiles than this nobody knows how large one is."""


def pairs(spots: Sequence[Spot]) -> list[tuple[int, int, Spot]]:
    """Return the places of *spots* that may be halves of one tile, with that tile's place."""
    if len(spots) < _LEAST:
        return []
    areas = np.array([spot.width * spot.height for spot in spots])
    middles = np.array([(spot.x, spot.y) for spot in spots])
    far = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
    found = []
    for one in range(len(spots)):
        for other in range(one):
            near = [int(i) for i in np.argsort(far[one]) if i not in (one, other)][:_NEIGHBORS]
            ordinary = float(np.median(areas[near]))
            if max(areas[one], areas[other]) > _SMALL * ordinary:
                continue
            if far[one, other] > 1.2 * math.sqrt(ordinary):
                continue
            whole = _whole(spots[one], spots[other])
            if _is_tile(whole, ordinary):
                found.append((one, other, whole))
    return found


def _whole(one: Spot, other: Spot) -> Spot:
    """Return the tile of which *one* and *other* are the halves."""
    corners = np.concatenate([one.quad(), other.quad()]).astype(np.float32)
    (x, y), (wide, tall), degrees = cv2.minAreaRect(corners)
    turn = math.radians(degrees)
    if wide > tall:
        wide, tall, turn = tall, wide, turn + math.pi / 2
    turn = (turn + math.pi / 2) % math.pi - math.pi / 2
    score = (one.score + other.score) / 2
    return replace(one, x=x, y=y, width=wide, height=tall, turn=turn, score=score, steady=1.0)


def _is_tile(whole: Spot, ordinary: float) -> bool:
    """Return whether *whole* is as large as one tile here, and has its shape."""
    relative = whole.width * whole.height / ordinary
    return (
        _WHOLE[0] <= relative <= _WHOLE[1]
        and _SHAPE[0] <= whole.height / max(whole.width, 1e-6) <= _SHAPE[1]
    )
