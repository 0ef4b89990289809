"""Naming all tiles of a picture together: no more of a kind than the set has.

Only the number of copies is known here. Whether a hand wins, or would with another
tile, plays no part: a camera that prefers winning hands would be a bad witness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.classifier import Face
from vision.types import BACK

_FLOOR: Final = np.finfo(float).tiny
"""Least probability of a code: no logarithm of 0 is taken."""
_NO_NAME: Final = 0.01
"""A code less likely than this names no tile: it is one copy too many of what it looks like."""


def decode(tiles: Sequence[Face], copies: Mapping[str, int]) -> list[str]:
    """Return the codes for *tiles* that are likeliest together under *copies*.

    A red five counts among the fives only as `copies` says. Where the tiles cannot be
    named within *copies* at a sensible price, the surplus keeps its likeliest code.
    """
    codes = [code for code in copies if copies[code] > 0]
    best_codes = [_best(tile, codes) for tile in tiles]
    if all(best_codes.count(code) <= copies.get(code, len(tiles)) for code in set(best_codes)):
        return best_codes
    costs = np.array([[-np.log(max(tile.codes[code], _FLOOR)) for code in codes] for tile in tiles])
    backs = np.array([-np.log(max(tile.codes[BACK], _FLOOR)) for tile in tiles])
    free = np.minimum(backs, np.maximum(costs.min(axis=1), -np.log(_NO_NAME)))
    places = _assign(
        np.hstack([costs, free[:, None]]), [*(copies[code] for code in codes), len(tiles)]
    )
    return [
        codes[place] if place < len(codes) else _best(tile, codes)
        for place, tile in zip(places, tiles, strict=True)
    ]


def _best(tile: Face, codes: Sequence[str]) -> str:
    return max((*codes, BACK), key=lambda code: tile.codes[code])


def _assign(costs: NDArray[np.float64], room: Sequence[int]) -> list[int]:
    """Return the cheapest column for every row of *costs*, column *j* taken *room[j]* times.

    That is a transport problem, a tile from every row: OpenCV's earth mover's distance solves it.
    """
    from_rows, to_columns = np.ones((len(costs), 1), np.float32), np.array([room], np.float32).T
    *_, flow = cv2.EMD(from_rows, to_columns, cv2.DIST_USER, cost=costs.astype(np.float32))
    return [int(column) for column in flow.argmax(axis=1)]
