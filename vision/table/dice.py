"""What dice show: the pips of up to three dice on felt or under a dome.

A die is a light (or strongly colored) square of a dozen millimetres with round dark or red pips.
Each is compared with drawings of the six faces: what is like none is cocked or hidden, and nobody
guesses.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration
from vision.geometry import HIDDEN_INDICATORS_Y_MM, TileSize
from vision.recognise.crops import rectify
from vision.recognise.networks import CROP_SIDE
from vision.types import Image

MOST: Final = 3
"""More dice than this are something else."""
SIDE_MM: Final = (9.0, 22.0)
"""Sides of dice that mahjong tables use."""
FINE: Final = 1.8
"""Pixels a millimetre below which pips run into each other."""
_APART: Final = 50.0
"""Colors further from the felt's, in lightness and tint (CIE L*a*b*, 8 bits), are no felt. Of 540
simulated pictures, 480 of throws, some under a dome that shines, and 60 of tables, the dice of one
are not all found; at 34 and at 65 those of 18 and 17."""
_FILLED: Final = 0.86
"""Share of its box that a die's outline fills, seen from above; round things fill 0.79."""
_LIKE: Final = 0.7
"""Correlation with the likest drawing from which on a face is read. Of 138 simulated cocked dice
none is, at 0.64 six are; of 990 others one is not, and none is misread."""

_STEP: Final = 0.24
"""How far apart rows of pips are, over the side of a face; chosen on dice of three kinds, as …"""
_PIP: Final = 0.125
"""… a pip's radius: between that of most, 0.1, and of the large one of Chinese dice, 0.2."""

_PLACES: Final = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where each number has its pips, of nine places counted as one reads."""


def dice_on(image: Image, calibration: Calibration) -> tuple[int | None, ...]:
    """Return what the dice in the middle of the table in *image* show, as `read_dice` does.

    A frame with less than `FINE` pixels a millimetre shows no pips: there are none then.
    """
    px_per_mm = calibration.px_per_mm
    if px_per_mm < FINE:
        return ()
    half_mm = HIDDEN_INDICATORS_Y_MM - TileSize().height_mm / 2  # between the indicators
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half_mm
    side = round(2 * half_mm * px_per_mm)
    part = rectify(image, calibration.to_pixels(corners), side, cv2.INTER_CUBIC)
    return read_dice(part, px_per_mm)


def read_dice(image: Image, px_per_mm: float) -> tuple[int | None, ...]:
    """Return the pips of the dice in *image*, from left to right; `None` for what is not readable.

    *px_per_mm* is how large things are in it. More than three things that look like dice are none:
    then nothing is returned.
    """
    boxes = sorted(_squares(image, px_per_mm))
    if len(boxes) > MOST:
        return ()
    return tuple(_pips(rectify(image, cv2.boxPoints(box), CROP_SIDE)) for box in boxes)


def _squares(image: Image, px_per_mm: float) -> list[cv2.typing.RotatedRect]:
    """Return the things in *image* whose sides are a die's.

    They need not be square: a die that is covered along one side is read by what shows of it.
    """
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    off = lab - np.median(lab[::4, ::4].reshape(-1, 3), axis=0).astype(np.float32)
    off[:, :, 0] = np.maximum(off[:, :, 0], 0)  # shadows are no dice
    things = (np.linalg.norm(off, axis=2) > _APART).astype(np.uint8)
    things = np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = []
    for outline in outlines:
        box = cv2.minAreaRect(outline)
        short, long = sorted(side / px_per_mm for side in box[1])
        area = cv2.contourArea(cv2.convexHull(outline))
        if SIDE_MM[0] <= short <= long <= SIDE_MM[1] and area > _FILLED * box[1][0] * box[1][1]:
            boxes.append(box)
    return boxes


def _pips(face: Image) -> int | None:
    """Return what the *face* of a die shows, or `None` where it is like none.

    Half of what lies beyond the pips is left out of it, all of it of drawings: a face is found so
    well.
    """
    inside = _within(face, 0.5).astype(np.float32)
    # Pips cover a fifth of a face at most: what is ordinary on it is its body.
    off = np.linalg.norm(inside - np.median(inside, axis=(0, 1)), axis=2).astype(np.float32)
    ways = off, np.ascontiguousarray(np.rot90(off))
    like = {
        number: max(float(cv2.matchTemplate(way, one, cv2.TM_CCOEFF_NORMED).max()) for way in ways)
        for number, one in _drawings().items()
    }
    best = max(like, key=like.__getitem__)
    is_printed = off.max() > _APART  # a highlight on a blank face is as round as a one
    return best if is_printed and like[best] > _LIKE else None


@lru_cache(maxsize=1)
def _drawings() -> dict[int, NDArray[np.float32]]:
    """Return the inside of each face by its number: its pips, bright on dark."""
    drawings = {}
    for number, places in _PLACES.items():
        face = np.zeros((CROP_SIDE, CROP_SIDE), np.float32)
        for place in places:
            down, right = divmod(int(place) - 1, 3)
            at = [round(CROP_SIDE * (0.5 + _STEP * (one - 1))) for one in (right, down)]
            cv2.circle(face, at, round(_PIP * CROP_SIDE), 1.0, cv2.FILLED)
        drawings[number] = _within(cv2.GaussianBlur(face, (0, 0), 2.0), 1.0)
    return drawings


def _within(face: NDArray[Any], share: float) -> NDArray[Any]:
    """Return *face* without so much of what lies beyond its pips at each edge."""
    cut = round(share * (0.5 - _STEP - _PIP) * len(face))
    return np.ascontiguousarray(face[cut:-cut, cut:-cut])
