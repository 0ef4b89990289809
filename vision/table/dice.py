"""What dice show: the pips of up to three dice on felt or under a dome.

A die is a light (or strongly colored) square of a dozen millimetres with round dark or red pips.
Each is read by itself: where its pips do not make one of the six faces the die is cocked or
hidden, and nobody guesses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration
from vision.geometry import HIDDEN_INDICATORS_Y_MM, TileSize
from vision.recognise.classifier import squared
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
    INSIDE: Final = 0.09
    """What lies nearer to the edge than this share of the face is the edge."""


class _Pips:
    """What may be a pip; chosen on the same."""

    PIP: Final = (0.008, 0.17)
    """Area of a pip over that of the face; the one of Chinese dice is larger than the others."""
    ROUND: Final = 0.6
    """Shorter over longer side of a pip, and share of its box that it fills."""
    APART: Final = 34.0
    """Colours further apart than this, in lightness and tint (CIE L*a*b*, 8 bits), are two
    things."""
    HALFWAY: Final = 0.66
    """Between body and pips this share of the way belongs to the body, so that near pips part."""
    NEAR: Final = 0.17
    """How far pips lie from where a face has them, over its side."""


_LEFT, _MID, _RIGHT = 0.27, 0.5, 0.73
_FACES: Final = {
    1: [(_MID, _MID)],
    2: [(_LEFT, _LEFT), (_RIGHT, _RIGHT)],
    3: [(_LEFT, _LEFT), (_MID, _MID), (_RIGHT, _RIGHT)],
    4: [(_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)],
    5: [(_LEFT, _LEFT), (_RIGHT, _LEFT), (_MID, _MID), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)],
    6: [(x, y) for x in (_LEFT, _RIGHT) for y in (_LEFT, _MID, _RIGHT)],
}


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
    things = (np.linalg.norm(off, axis=2) > _Pips.APART).astype(np.uint8)
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
    """Return what the *face* shows, or `None` where its pips make no face of a die."""
    if face is None:
        return None
    lab = cv2.cvtColor(face, cv2.COLOR_BGR2LAB).astype(np.float32)
    edge = _margin(lab.shape[:2])
    # Pips cover a fifth of a face at most: what is ordinary on it is its body.
    off = np.linalg.norm(lab - np.median(lab[~edge], axis=0), axis=2)
    marks = (off > max(_Pips.APART, _Pips.HALFWAY * float(np.percentile(off[~edge], 98)))).astype(
        np.uint8
    )
    marks[edge] = 0
    found = _round_things(marks)
    return _named(found) if found else None


def _margin(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return where the edge of a face of *shape* is."""
    edge = round(_Body.INSIDE * shape[0])
    inside = np.zeros(shape[:2], bool)
    inside[edge:-edge, edge:-edge] = True
    return ~inside


def _round_things(marks: NDArray[np.uint8]) -> list[tuple[float, float]]:
    count, _, found, middles = cv2.connectedComponentsWithStats(marks)
    area = float(_Body.FACE_PX**2)
    pips = []
    for number in range(1, count):
        _, _, wide, tall, held = (float(value) for value in found[number])
        is_round = (
            min(wide, tall) / max(wide, tall) > _Pips.ROUND and held > _Pips.ROUND * wide * tall
        )
        if is_round and _Pips.PIP[0] < held / area < _Pips.PIP[1]:
            pips.append(
                (
                    float(middles[number][0]) / _Body.FACE_PX,
                    float(middles[number][1]) / _Body.FACE_PX,
                )
            )
    return pips


def _named(pips: Sequence[tuple[float, float]]) -> int | None:
    """Return the number whose face has its pips where *pips* are, turned any way."""
    places = _FACES.get(len(pips))
    if places is None:
        return None
    for quarter in range(2):
        turned = [(y, 1 - x) for x, y in places] if quarter else places
        if all(min(math.dist(pip, at) for pip in pips) < _Pips.NEAR for at in turned):
            return len(pips)
    return None
