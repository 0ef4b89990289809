"""What dice show: the pips of up to three dice on felt or under a dome.

A die is a light (or strongly colored) square of a dozen millimetres with round dark or red pips.
Each is compared with drawings of the six faces: what is like none is cocked or hidden, and nobody
guesses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration
from vision.geometry import HIDDEN_INDICATORS_Y_MM, TileSize
from vision.recognise.crops import squared
from vision.types import Image

MOST: Final = 3
"""More dice than this are something else."""
SIDE_MM: Final = (9.0, 22.0)
"""Sides of dice that mahjong tables use."""

FINE: Final = 1.8
"""Pixels a millimetre below which pips run into each other."""
_PX_PER_MM: Final = 3.0
"""Scale at which dice are looked for, well above `FINE`."""


class _Body:
    """What may be a die; chosen on simulated dice of three kinds, under a dome, too."""

    FACE_PX: Final = 72
    """A die's face is looked at in this size."""
    SQUARE: Final = 1.28
    """Longer side over the shorter of a die that lies flat, seen from above."""
    FILLED: Final = 0.86
    """Share of its box that a die's outline fills, seen from above."""


class _Face:
    """The upper face of a die, and what tells it from the others; chosen on the same."""

    EDGE: Final = (0.1, 0.12)
    """Share of the side that is left out of a face and of a drawing: a face's middle is known so
    well, and nearer to the edge blur mixes it with what lies about it."""
    APART: Final = 34.0
    """Colours further apart than this, in lightness and tint (CIE L*a*b*, 8 bits), are two
    things."""
    STEP: Final = 0.23
    """How far apart rows of pips are, over the side."""
    PIP: Final = 0.11
    """Radius of a pip, over the side."""
    LARGE: Final = 0.2
    """Radius of the one of Chinese dice."""
    LIKE: Final = 0.7
    """Correlation with the likest drawing from which on a face is read. Of 193 simulated cocked
    dice none is; of 1,343 others 27 are not, and none is misread."""


_PLACES: Final = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where each number has its pips, of nine places counted as one reads."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its pips, or `None` where it is cocked or cannot be read."""

    pips: int | None
    center: tuple[float, float]
    """Pixels."""


def read_dice(image: Image, px_per_mm: float) -> tuple[Die, ...]:
    """Return the dice in *image*, from left to right; *px_per_mm* is how large things are in it.

    More than three things that look like dice are none: then nothing is returned.
    """
    dice = []
    for box in _squares(image, px_per_mm):
        x, y = box[0]
        dice.append(Die(_pips(_face(image, box)), (float(x), float(y))))
    if len(dice) > MOST:
        return ()
    return tuple(sorted(dice, key=lambda die: die.center[0]))


def dice_on(image: Image, calibration: Calibration) -> tuple[Die, ...]:
    """Return the dice in the middle of the table in *image*, in pixels of that part.

    A frame with less than `FINE` pixels a millimetre shows no pips: there are none then.
    """
    if calibration.px_per_mm < FINE:
        return ()
    half_mm = HIDDEN_INDICATORS_Y_MM - TileSize().height_mm / 2  # between the indicators
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half_mm
    side = round(2 * half_mm * _PX_PER_MM)
    part = squared(image, calibration.to_pixels(corners), side, cv2.INTER_CUBIC)
    return read_dice(part, _PX_PER_MM)


def _squares(image: Image, px_per_mm: float) -> list[cv2.typing.RotatedRect]:
    """Return the things in *image* that have the size and about the shape of a die."""
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    off = lab - np.median(lab[::4, ::4].reshape(-1, 3), axis=0).astype(np.float32)
    off[:, :, 0] *= np.where(off[:, :, 0] < 0, 0.3, 1.0)  # shadows are no dice
    things = (np.linalg.norm(off, axis=2) > _Face.APART).astype(np.uint8)
    kernel = np.ones((3, 3), np.uint8)
    things = np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, kernel), np.uint8)
    outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        box = cv2.minAreaRect(outline)
        short, long = sorted(side / px_per_mm for side in box[1])
        if short < SIDE_MM[0] or long > SIDE_MM[1] * _Body.SQUARE:
            continue
        if cv2.contourArea(cv2.convexHull(outline)) > _Body.FILLED * box[1][0] * box[1][1]:
            found.append(box)
    return found


def _face(image: Image, box: cv2.typing.RotatedRect) -> NDArray[np.uint8] | None:
    """Return the upper face of the die in *box*, square, or `None` where it lies on an edge."""
    short, long = sorted(box[1])
    if long > _Body.SQUARE * short:
        return None
    return squared(image, np.asarray(cv2.boxPoints(box)), _Body.FACE_PX)


def _pips(face: NDArray[np.uint8] | None) -> int | None:
    """Return what the *face* shows, or `None` where it is like none of a die."""
    if face is None:
        return None
    lab = _within(cv2.cvtColor(face, cv2.COLOR_BGR2LAB), _Face.EDGE[0]).astype(np.float32)
    # Pips cover a fifth of a face at most: what is ordinary on it is its body.
    off = np.linalg.norm(lab - np.median(lab, axis=(0, 1)), axis=2).astype(np.float32)
    like = {
        number: max(float(cv2.matchTemplate(off, one, cv2.TM_CCOEFF_NORMED).max()) for one in ways)
        for number, ways in _drawings().items()
    }
    best = max(like, key=like.__getitem__)
    is_die = off.max() > _Face.APART and like[best] > _Face.LIKE
    return best if is_die else None


@lru_cache(maxsize=1)
def _drawings() -> dict[int, list[NDArray[np.float32]]]:
    """Return the faces by number: their pips, bright on dark, in each way that they may lie."""
    drawn = {number: [_draw(places, _Face.PIP)] for number, places in _PLACES.items()}
    drawn[1].append(_draw(_PLACES[1], _Face.LARGE))
    return {number: [*ways, *map(_turned, ways)] for number, ways in drawn.items()}


def _turned(face: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.ascontiguousarray(np.rot90(face))


def _draw(places: str, radius: float) -> NDArray[np.float32]:
    """Return the inside of a face with round pips of *radius*, over its side, at *places*."""
    face = np.zeros((_Body.FACE_PX, _Body.FACE_PX), np.float32)
    for place in places:
        down, right = divmod(int(place) - 1, 3)
        at = [round(_Body.FACE_PX * (0.5 + _Face.STEP * (one - 1))) for one in (right, down)]
        cv2.circle(face, at, round(radius * _Body.FACE_PX), 1.0, cv2.FILLED)
    return _within(cv2.GaussianBlur(face, (0, 0), 2.0), _Face.EDGE[1])


def _within(face: NDArray[Any], edge: float) -> NDArray[Any]:
    """Return *face* without so much of its side at each edge."""
    cut = round(edge * len(face))
    return np.ascontiguousarray(face[cut:-cut, cut:-cut])
