"""Where tiles and cards are: turned boxes, whatever is printed on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.enrolment import WHOLE_SET
from vision.recognise.networks import CARDS, LOCALISER, WHITE, in_white_light, locate_maps
from vision.types import Image

_CELL: Final = 4
"""Side of a cell of the maps, in pixels of the picture; of sizes the network tells the logarithm,
in times of two cells: what it was built with."""
_LEAST_SCORE: Final = 0.32
"""Scores below this are no tile: from 0.45 on 63 of 67 photographs are read right, else 64; down
to 0.12 rings printed on a mat are found on tables."""
SURE: Final = 0.6
"""From this score on there surely is a tile, whatever its face, which may be covered."""
_ONE_TILE: Final = 0.15
"""Boxes that share more of their union are one tile, as is one within another: two halves shared
0.17. Of 232 seats at 60 ends of hands 227 are read right, at 0.45 226, at 0.6 220; of 67
photographs 61, 59 and 60."""
CONFIDENCE_POWER: Final = 4
"""By this power of it a find's confidence counts where looks are compared: parts are unsure."""
_LOOKS_PX: Final = (75, 150, 300, 600, 1200)
"""Longest sides, an octave apart, at which cards are looked for: two wide or forty."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile's place in a picture: pixels, and radians clockwise from upright, half turns open."""

    x: float
    y: float
    width: float
    height: float
    turn: float
    score: float
    deep: tuple[float, float] = (0.0, 0.0)
    """From the middle of its face to that of the side opposite, right and down."""

    def quad(self, grow: float = 1.0) -> NDArray[np.float64]:
        """Return the corners, 4×2, of the tile made *grow* times larger."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        upright = square * (self.width * grow, self.height * grow)
        return np.asarray(upright @ [(cos, sin), (-sin, cos)] + (self.x, self.y))

    def body(self) -> NDArray[np.float64]:
        """Return the corners, 4×2, of the box about the whole tile: its face, sides and back."""
        face = self.quad()
        along, down = face[1] - face[0], face[3] - face[0]
        right, low = np.linalg.solve(np.stack([along, down], axis=1), self.deep)
        face[[0, 3]] += min(right, 0.0) * along
        face[[1, 2]] += max(right, 0.0) * along
        face[[0, 1]] += min(low, 0.0) * down
        face[[2, 3]] += max(low, 0.0) * down
        return face

    def scale(self, factor: float) -> Spot:
        """Return this place in a picture *factor* times as large."""
        return replace(
            self,
            x=self.x * factor,
            y=self.y * factor,
            width=self.width * factor,
            height=self.height * factor,
            deep=(self.deep[0] * factor, self.deep[1] * factor),
        )


def corners(spots: Sequence[Spot]) -> NDArray[np.float64]:
    """Return the corners of *spots*, N×4×2."""
    return np.array([spot.quad() for spot in spots]).reshape(-1, 4, 2)


def detect(image: Image, localiser: str = LOCALISER) -> list[Spot]:
    """Return what *localiser* finds in *image*, surest first: things 14 to 44 pixels wide."""
    maps = locate_maps(image, localiser)
    heat = 1.0 / (1.0 + np.exp(-maps[0]))
    summit = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= summit) & (heat > _LEAST_SCORE))
    spots = [
        _spot(maps, heat, int(row), int(column)) for row, column in zip(rows, columns, strict=True)
    ]
    height, width = image.shape[:2]
    inside = [spot for spot in spots if 0 <= spot.x < width and 0 <= spot.y < height]
    return apart(inside)


def detect_cards(image: Image) -> list[Spot]:
    """Return the cards and dominoes in *image*, at the size that surely shows most."""
    longest = max(image.shape[:2])
    looks = [detect_at(image, side / longest, CARDS) for side in _LOOKS_PX]
    return max(looks, key=lambda spots: sum(spot.score**CONFIDENCE_POWER for spot in spots))


def detect_at(
    image: Image,
    factor: float,
    localiser: str = LOCALISER,
    white: NDArray[np.float64] = WHITE,
    stretch: float = 1.0,
) -> list[Spot]:
    """Return what *localiser* finds in *image* at *factor* times its size, surest first.

    It is looked at in light that makes *white* white. Places are pixels of *image* made *stretch*
    times as wide.
    """
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    scaled_image = cv2.resize(image, None, fx=factor * stretch, fy=factor, interpolation=way)
    lit = in_white_light(np.asarray(scaled_image, np.uint8), white)
    return [spot.scale(1 / factor) for spot in detect(lit, localiser)]


def _spot(maps: NDArray[np.float32], heat: NDArray[np.float32], row: int, column: int) -> Spot:
    right, down, wide, tall, cos, sin, *deep = (float(value) for value in maps[1:, row, column])
    width, height = (2 * _CELL * math.exp(np.clip(side, -2, 4)) for side in (wide, tall))
    return Spot(
        x=(column + right + 0.5) * _CELL,
        y=(row + down + 0.5) * _CELL,
        width=width,
        height=height,
        turn=float(np.arctan2(sin, cos)) / 2,
        score=float(heat[row, column]),
        deep=(deep[0] * width, deep[1] * width),
    )


def apart(spots: Sequence[Spot]) -> list[Spot]:
    """Return *spots*, surest first, without those that are the same tile as a surer one."""
    boxes = [((one.x, one.y), (one.width, one.height), math.degrees(one.turn)) for one in spots]
    places = cv2.dnn.NMSBoxesRotated(boxes, [one.score for one in spots], 0.0, _ONE_TILE)
    # More tiles than two sets have are never in one picture, and would take their time.
    return [spots[place] for place in places[: 2 * sum(WHOLE_SET.values())]]
