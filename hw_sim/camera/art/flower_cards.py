"""The 48 flower cards, drawn simply: a plant for each month, and what stands on it.

Our own drawings, in no maker's style: a deck to simulate with, and the kit that the recogniser
ships for flower cards. Codes as in `mushi.md`, "Equipment and table": `03-bright`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.ink import Bgr, Ink, Point

_RED: Final = (44.0, 40.0, 200.0)
_GREEN: Final = (52.0, 110.0, 30.0)
_BLACK: Final = (30.0, 28.0, 28.0)
_PURPLE: Final = (130.0, 50.0, 96.0)
_BLUE: Final = (160.0, 80.0, 30.0)
_YELLOW: Final = (40.0, 190.0, 235.0)
_PINK: Final = (170.0, 140.0, 240.0)
_BROWN: Final = (40.0, 70.0, 120.0)
_ORANGE: Final = (30.0, 110.0, 235.0)


@dataclass(frozen=True, slots=True)
class Plant:
    """How a month's plant is drawn: petals about a heart, on stems or hanging."""

    petals: int
    long: float
    wide: float
    color: Bgr
    heart: Bgr
    stem: Bgr
    hangs: bool = False


PLANTS: Final[Mapping[str, Plant]] = {
    "01": Plant(11, 0.34, 0.05, _GREEN, _BLACK, _BROWN),
    "02": Plant(5, 0.2, 0.16, _RED, _YELLOW, _BLACK),
    "03": Plant(5, 0.26, 0.12, _PINK, _RED, _BROWN),
    "04": Plant(3, 0.2, 0.1, _PURPLE, _BLACK, _GREEN, hangs=True),
    "05": Plant(3, 0.36, 0.13, _BLUE, _YELLOW, _GREEN),
    "06": Plant(9, 0.3, 0.18, _RED, _YELLOW, _GREEN),
    "07": Plant(3, 0.14, 0.07, _RED, _GREEN, _BLACK),
    "08": Plant(2, 0.44, 0.03, _BLACK, _BLACK, _BLACK),
    "09": Plant(16, 0.3, 0.06, _YELLOW, _RED, _GREEN),
    "10": Plant(7, 0.28, 0.09, _ORANGE, _RED, _BROWN),
    "11": Plant(4, 0.16, 0.04, _GREEN, _GREEN, _BLACK, hangs=True),
    "12": Plant(6, 0.2, 0.12, _PURPLE, _PURPLE, _GREEN),
}
"""Pine, plum, cherry, wisteria, iris, peony, clover, grass, mum, maple, rain, paulownia."""

_SPOTS: Final[Mapping[str, tuple[Point, ...]]] = {
    "junk1": ((-0.45, -0.5), (0.4, -0.1), (-0.3, 0.45)),
    "junk2": ((0.45, -0.55), (-0.4, 0.0), (0.35, 0.5), (-0.1, -0.75)),
    "junk3": ((0.0, -0.6), (0.0, 0.0), (0.0, 0.6)),
    "junk": ((-0.5, -0.6), (0.5, -0.6), (0.0, 0.1), (-0.5, 0.65), (0.5, 0.65)),
    "ribbon": ((-0.5, -0.65), (0.55, 0.6)),
    "animal": ((0.5, -0.6), (-0.55, -0.2)),
    "bright": ((-0.5, 0.6), (0.5, 0.65)),
}

_BLUE_RIBBONS: Final = ("06", "09", "10")


def faces() -> dict[str, NDArray[np.uint8]]:
    """Return the ink of every card, 140×104×4, by its code."""
    found = {}
    for month, plant in PLANTS.items():
        for picture in _pictures(month):
            found[f"{month}-{picture}"] = _card(month, plant, picture)
    return found


def _pictures(month: str) -> tuple[str, ...]:
    odd = {
        "08": ("bright", "animal", "junk1", "junk2"),
        "11": ("bright", "animal", "ribbon", "junk"),
        "12": ("bright", "junk1", "junk2", "junk3"),
    }
    first = "bright" if month in ("01", "03") else "animal"
    return odd.get(month, (first, "ribbon", "junk1", "junk2"))


def _card(month: str, plant: Plant, picture: str) -> NDArray[np.uint8]:
    ink = Ink()
    number = int(month)
    _frame(ink)
    if month == "08":
        ink.oval((0.0, 0.75), (0.95, 0.5), 0.0, _BLACK)
    if month == "12" and picture == "junk1":
        ink.shape([(-0.9, 0.55), (0.9, 0.55), (0.9, 0.92), (-0.9, 0.92)], _YELLOW)
    for at in _SPOTS[picture]:
        _bloom(ink, plant, at, number)
    if picture == "bright":
        _bright(ink, number)
    elif picture == "animal":
        _animal(ink, number)
    elif picture == "ribbon":
        _ribbon(ink, month)
    return ink.face()


def _frame(ink: Ink) -> None:
    corners = [(-0.97, -0.97), (0.97, -0.97), (0.97, 0.97), (-0.97, 0.97), (-0.97, -0.97)]
    ink.line(corners, 0.09, _BLACK)


def _bloom(ink: Ink, plant: Plant, at: Point, number: int) -> None:
    """Draw the plant once: stem, petals, heart."""
    x, y = at
    end = -0.95 if plant.hangs else 0.95
    ink.line([at, (x * 0.6, (y + end) / 2), (x * 0.4, end * 0.9)], 0.05, plant.stem)
    for petal in range(plant.petals):
        angle = 2 * math.pi * petal / plant.petals + 0.3 * number
        out = plant.long * 0.55
        middle = (x + out * math.cos(angle), y + out * math.sin(angle))
        ink.oval(middle, (plant.long / 2, plant.wide), math.degrees(angle), plant.color)
    ink.disc(at, 0.06, plant.heart)


def _bright(ink: Ink, number: int) -> None:
    """Draw the great thing of a bright card: sun, moon, curtain, stranger, phoenix."""
    side = -0.25 if number % 2 else 0.25
    color = {1: _RED, 3: _PURPLE, 8: _YELLOW, 11: _BLUE, 12: _ORANGE}[number]
    if number == 3:
        ink.shape([(-0.85, 0.1), (0.85, 0.1), (0.85, 0.85), (-0.85, 0.85)], color)
        for place in range(5):
            x = -0.7 + 0.35 * place
            ink.line([(x, 0.12), (x, 0.84)], 0.07, _YELLOW)
        return
    ink.disc((side, -0.3), 0.48, color)
    if number in (1, 11, 12):
        ink.oval((side, 0.15), (0.22, 0.5), 20.0 * number, _BLACK if number == 11 else _RED)
        ink.line([(side, -0.1), (side + 0.3, -0.5)], 0.1, _BLACK)


def _animal(ink: Ink, number: int) -> None:
    side = (-1.0) ** number
    body = (_BROWN, _YELLOW, _BLACK, _BLUE)[number % 4]
    ink.oval((0.0, 0.15), (0.2 + 0.03 * number, 0.26), 12.0 * number, body)
    ink.disc((0.32 * side, -0.12 - 0.02 * number), 0.13 + 0.008 * number, body)
    ink.line([(0.3 * side, -0.1), (0.55 * side, -0.2)], 0.06, _RED)
    for leg in range(1 + number % 4):
        x = -0.25 + 0.16 * leg
        ink.line([(x, 0.3), (x - 0.05 * side, 0.62)], 0.06, _BLACK)
    if number % 3 == 0:
        ink.shape([(0.0, 0.1), (-0.6 * side, -0.4), (-0.1 * side, -0.35)], _YELLOW)


def _ribbon(ink: Ink, month: str) -> None:
    """Draw a ribbon; three months have poems on it, three are blue."""
    color = _BLUE if month in _BLUE_RIBBONS else _RED
    ink.shape([(-0.3, -0.55), (0.1, -0.62), (0.32, 0.55), (-0.08, 0.62)], color)
    if month in ("01", "02", "03"):
        for y in (-0.35, -0.05, 0.25):
            ink.line([(-0.08, y), (0.12, y - 0.05), (0.02, y + 0.14)], 0.05, _BLACK)
