"""Thrown dice as a camera straight above sees them, on felt or under a dome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.camera import Image
    from vision.rendering import Bgr, View

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

_FIELD_MM: Final = 120.0
_SIDE_MM: Final = 14.0
_FELT: Final = (88.0, 118.0, 34.0)
_THIRD: Final = 0.46
"""How far pips lie from a face's middle, over half its side."""

_FACE_PX: Final = 96
_SQUARE: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)

_ACROSS: Final[Mapping[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Coat:
    """The colors of a kind of dice: body, ordinary pips, and those of one and four."""

    body: Bgr
    pips: Bgr
    lucky: Bgr
    large_one: bool = False


DICE: Final[Mapping[str, Coat]] = {
    "chinese": Coat((235, 240, 242), (40, 30, 28), (40, 34, 200), large_one=True),
    "red": Coat((40, 36, 190), (236, 240, 242), (236, 240, 242)),
    "white": Coat((232, 236, 238), (34, 30, 30), (34, 30, 30)),
}
"""Chinese dice with red ones and fours, and two kinds with pips of one color."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One die on the felt: its upper face, where it lies (mm from the middle), how it is turned."""

    pips: int
    at_mm: tuple[float, float]
    degrees: float
    kind: str = "chinese"
    cocked: bool = False
    """Whether it leans on something and shows two faces."""


def throw(
    dice: Sequence[Thrown], rng: np.random.Generator, px_per_mm: float, *, dome: bool = False
) -> Image:
    """Return a square picture of *dice* on felt, under a *dome* with glare on it if wanted."""
    side = round(_FIELD_MM * px_per_mm)
    canvas = np.empty((side, side, 3), np.float32)
    canvas[:] = _FELT
    canvas += rng.normal(0, 4, (side, side, 1)).astype(np.float32)
    picture = np.clip(canvas, 0, 255).astype(np.uint8)
    for die in dice:
        _paint(picture, die, px_per_mm)
    if dome:
        _glare(picture, rng)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.7) + rng.normal(0, 2.5, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def _paint(picture: Image, die: Thrown, px_per_mm: float) -> None:
    """Paint one die: its shadow, its upper face, and a second face where it is cocked."""
    coat, half = DICE[die.kind], _SIDE_MM / 2 * px_per_mm
    middle = np.array(picture.shape[:2]) / 2 + np.array(die.at_mm) * px_per_mm
    angle = np.radians(die.degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) * half
    dark = np.round(_SQUARE @ turn * 1.02 + middle + 0.22 * half).astype(np.int32)
    cv2.fillConvexPoly(picture, dark, [channel * 0.55 for channel in _FELT], cv2.LINE_AA)
    if not die.cocked:
        _lay(picture, _SQUARE @ turn + middle, _face(coat, die.pips))
        return
    upper = _SQUARE * (1.0, 0.62)
    lower = _SQUARE * (1.0, 0.42) + (0.0, 1.04)
    _lay(picture, lower @ turn + middle, _face(coat, 7 - die.pips) * np.float32(0.72))
    _lay(picture, upper @ turn + middle, _face(coat, die.pips))


def paint_on(canvas: Image, view: View, dice: Sequence[Thrown]) -> None:
    """Paint *dice* that lie about the table's middle into *canvas*, as *view* sees them."""
    for die in dice:
        angle, half = np.radians(die.degrees), _SIDE_MM / 2
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) * half
        square = _SQUARE @ turn + die.at_mm
        for height, shade in ((0.0, 0.6), (_SIDE_MM, 1.0)):
            quad = view.project(np.hstack([square, np.full((4, 1), height)]))
            _lay(canvas, quad, _face(DICE[die.kind], die.pips) * np.float32(shade))


def _face(coat: Coat, pips: int) -> Floats32:
    """Return the face of a die with so many *pips*, square."""
    face = np.empty((_FACE_PX, _FACE_PX, 3), np.float32)
    face[:] = coat.body
    color = coat.lucky if pips in (1, 4) else coat.pips
    share = 0.2 if pips == 1 and coat.large_one else 0.1
    for x, y in _ACROSS[pips]:
        at = [round(_FACE_PX * (0.5 + 0.5 * _THIRD * v)) for v in (x, y)]
        cv2.circle(face, at, round(share * _FACE_PX), color, -1, cv2.LINE_AA)
    return face


def _lay(picture: Image, quad: Floats, face: Floats32) -> None:
    """Lay *face* on the *quad* of pixels."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * _FACE_PX - 0.5
    warp = cv2.getPerspectiveTransform(square, quad.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    laid = cv2.warpPerspective(face, warp, size)
    held = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), warp, size)[:, :, None]
    picture[:] = np.clip(picture * (1 - held) + laid * held, 0, 255).astype(np.uint8)


def _glare(picture: Image, rng: np.random.Generator) -> None:
    """Add a dome's edge and the lamp that shows in it."""
    side = len(picture)
    middle, radius = (side // 2, side // 2), round(side * 0.46)
    cv2.circle(picture, middle, radius, (120, 130, 125), 2, cv2.LINE_AA)
    y, x = np.mgrid[0:side, 0:side]
    at = side / 2 + rng.uniform(-0.3, 0.3, 2) * side
    far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / (0.12 * side) ** 2
    light = (rng.uniform(25, 60) * np.exp(-far))[:, :, None]
    picture[:] = np.clip(picture + light, 0, 255).astype(np.uint8)
