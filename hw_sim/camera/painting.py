"""The empty table and thrown dice as the simulated camera sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.solids import Bgr, View
from vision.calibration import MARKER_FAMILY, MARKER_MM, marker_corners
from vision.geometry import STICK_MM, Layout
from vision.types import Image

_PX_PER_MM: Final = 2.0
_RIM_MM: Final = 56.0
_PLATE_MM: Final = 36.0
_BORDER_MM: Final = 110.0
"""So wide a mat's border is: hands and the sets beside them lie on it."""


@dataclass(frozen=True, slots=True)
class Cloth:
    """Colors of the table, blue-green-red."""

    felt: Bgr = (88.0, 118.0, 34.0)
    rim: Bgr = (38.0, 52.0, 74.0)
    floor: Bgr = (58.0, 60.0, 64.0)
    border: Bgr | None = None
    """Color of the mat along its sides, where the hands lie, if it is another."""
    has_markers: bool = True
    """Whether markers to calibrate by lie on the rim."""


def empty_table(view: View, layout: Layout, cloth: Cloth, rng: np.random.Generator) -> Image:
    """Return the table without tiles as *view* sees it."""
    flat = _texture(layout, cloth, rng)
    reach = layout.span_mm / 2 + _RIM_MM
    to_mm = np.array([[1 / _PX_PER_MM, 0, -reach], [0, 1 / _PX_PER_MM, -reach], [0, 0, 1.0]])
    warp = view.plane(0.0) @ to_mm
    floor = tuple(cloth.floor)
    picture = cv2.warpPerspective(
        flat, warp, view.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT,
        borderValue=floor,
    )  # fmt: skip
    return np.asarray(picture, np.uint8)


def _texture(layout: Layout, cloth: Cloth, rng: np.random.Generator) -> Image:
    side = round((layout.span_mm + 2 * _RIM_MM) * _PX_PER_MM)
    rim = round(_RIM_MM * _PX_PER_MM)
    top = np.empty((side, side, 3), np.float32)
    top[:] = np.array(cloth.rim, np.float32)
    grain = cv2.GaussianBlur(
        rng.normal(0, 60, (side, side)).astype(np.float32), (0, 0), 24, None, 1
    )
    top += grain[:, :, None]
    field = top[rim:-rim, rim:-rim]
    fuzz = rng.normal(0, 5, field.shape[:2]).astype(np.float32)
    clouds = cv2.resize(rng.normal(0, 5, (12, 12)).astype(np.float32), field.shape[1::-1])
    border = round(_BORDER_MM * _PX_PER_MM)
    field[:] = np.array(cloth.border or cloth.felt, np.float32)
    field[border:-border, border:-border] = np.array(cloth.felt, np.float32)
    field += (fuzz + clouds)[:, :, None]
    if layout.oval_mm is not None:
        _round_off(top, layout, cloth)
    picture = np.clip(top, 0, 255).astype(np.uint8)
    middle, radius = side // 2, round(_PLATE_MM * _PX_PER_MM)
    cv2.circle(picture, (middle, middle), radius, (46, 44, 42), -1, cv2.LINE_AA)
    cv2.circle(picture, (middle, middle), radius - 6, (74, 70, 66), 3, cv2.LINE_AA)
    if cloth.has_markers:
        _lay_markers(picture, layout)
    return picture


def _round_off(top: NDArray[np.float32], layout: Layout, cloth: Cloth) -> None:
    places = (np.arange(len(top), dtype=np.float64) - len(top) / 2) / np.float64(_PX_PER_MM)
    x, y = places[None, :], places[:, None]
    assert layout.oval_mm is not None
    wide, deep = (one + 2 * _RIM_MM for one in layout.oval_mm)
    top[layout.outside(x, y)] = np.array(cloth.rim, np.float32)
    top[replace(layout, oval_mm=(wide, deep)).outside(x, y)] = np.array(cloth.floor, np.float32)


def _lay_markers(picture: Image, layout: Layout) -> None:
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    shift = layout.span_mm / 2 + _RIM_MM
    for number, corners in enumerate(marker_corners(layout).reshape(-1, 4, 2)):
        x, y = np.round((corners[0] + shift) * _PX_PER_MM).astype(int)
        pixels = round(MARKER_MM * _PX_PER_MM)
        quiet = 8
        picture[y - quiet : y + pixels + quiet, x - quiet : x + pixels + quiet] = 236
        mark = cv2.aruco.generateImageMarker(family, number, pixels)
        picture[y : y + pixels, x : x + pixels] = np.maximum(mark, 24)[:, :, None]


_STICK_PX_PER_MM: Final = 6.0
_IVORY: Final = (206.0, 226.0, 232.0, 255.0)
_DOTS: Final[Mapping[int, tuple[Bgr, tuple[tuple[float, float], ...]]]] = {
    1000: ((40, 34, 190), ((0.0, 0.0),)),
    100: ((36, 32, 30), tuple((x, y) for x in (-7.5, -2.5, 2.5, 7.5) for y in (-1.4, 1.4))),
}
"""By a stick's points: the color of its dots, and their places in mm from its middle."""


@lru_cache(maxsize=2)
def stick_top(points: int) -> Image:
    """Return the upper side, H×W×4, of a stick of *points*, 1000 or 100."""
    size = np.array(STICK_MM[:2]) * _STICK_PX_PER_MM
    top = np.empty((round(size[1]), round(size[0]), 4), np.uint8)
    top[:] = np.array(_IVORY)
    color, dots = _DOTS[points]
    for dot in dots:
        x, y = size / 2 + np.array(dot) * _STICK_PX_PER_MM
        radius = round((1.9 if len(dots) == 1 else 0.9) * _STICK_PX_PER_MM)
        cv2.circle(top, (round(x), round(y)), radius, (*color, 255), -1, cv2.LINE_AA)
    return top


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
class DieOnFelt:
    """One die on the felt: its upper face, where it lies (mm from the middle), how it is turned."""

    pips: int
    at_mm: tuple[float, float]
    degrees: float
    kind: str = "chinese"
    cocked: bool = False
    """Whether it leans on something and shows two faces."""


def throw(
    dice: Sequence[DieOnFelt], rng: np.random.Generator, px_per_mm: float, *, dome: bool = False
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


def _paint(picture: Image, die: DieOnFelt, px_per_mm: float) -> None:
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


def paint_on(canvas: Image, view: View, dice: Sequence[DieOnFelt]) -> None:
    """Paint *dice* that lie about the table's middle into *canvas*, as *view* sees them."""
    for die in dice:
        angle, half = np.radians(die.degrees), _SIDE_MM / 2
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) * half
        square = _SQUARE @ turn + die.at_mm
        for height, shade in ((0.0, 0.6), (_SIDE_MM, 1.0)):
            quad = view.project(np.hstack([square, np.full((4, 1), height)]))
            _lay(canvas, quad, _face(DICE[die.kind], die.pips) * np.float32(shade))


def _face(coat: Coat, pips: int) -> Floats32:
    face = np.empty((_FACE_PX, _FACE_PX, 3), np.float32)
    face[:] = coat.body
    color = coat.lucky if pips in (1, 4) else coat.pips
    share = 0.2 if pips == 1 and coat.large_one else 0.1
    for x, y in _ACROSS[pips]:
        at = [round(_FACE_PX * (0.5 + 0.5 * _THIRD * v)) for v in (x, y)]
        cv2.circle(face, at, round(share * _FACE_PX), color, -1, cv2.LINE_AA)
    return face


def _lay(picture: Image, quad: Floats, face: Floats32) -> None:
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * _FACE_PX - 0.5
    warp = cv2.getPerspectiveTransform(square, quad.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    overlay = cv2.warpPerspective(face, warp, size)
    mask = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), warp, size)[:, :, None]
    picture[:] = np.clip(picture * (1 - mask) + overlay * mask, 0, 255).astype(np.uint8)


def _glare(picture: Image, rng: np.random.Generator) -> None:
    side = len(picture)
    middle, radius = (side // 2, side // 2), round(side * 0.46)
    cv2.circle(picture, middle, radius, (120, 130, 125), 2, cv2.LINE_AA)
    y, x = np.mgrid[0:side, 0:side]
    at = side / 2 + rng.uniform(-0.3, 0.3, 2) * side
    far = ((x - at[0]) ** 2 + (y - at[1]) ** 2) / (0.12 * side) ** 2
    light = (rng.uniform(25, 60) * np.exp(-far))[:, :, None]
    picture[:] = np.clip(picture + light, 0, 255).astype(np.uint8)
