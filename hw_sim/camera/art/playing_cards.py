"""The 54 playing cards: indices in two corners, pips, great letters for the court, two jokers.

Our own drawings, in no maker's style. Codes as in `shuangkou.md`, "Equipment and table": `TS`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from vision.ink import Ink

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from vision.ink import Bgr, Point

_RED: Final = (44.0, 36.0, 204.0)
_BLACK: Final = (30.0, 28.0, 28.0)
_COLORS: Final[Mapping[str, Bgr]] = {"S": _BLACK, "H": _RED, "D": _RED, "C": _BLACK}

RANKS: Final = "23456789TJQKA"
CODES: Final = (*(f"{rank}{suit}" for suit in _COLORS for rank in RANKS), "RJ", "BJ")

_SHORT: Final = 0.87
"""A face is drawn 104 by 140 and lies 57 by 88: heights are drawn shorter by this."""
_LINE: Final = 0.075

STROKES: Final[Mapping[str, tuple[tuple[Point, ...], ...]]] = {
    "A": (((-0.9, 1), (0, -1), (0.9, 1)), ((-0.5, 0.35), (0.5, 0.35))),
    "2": (((-0.8, -0.6), (-0.4, -1), (0.4, -1), (0.8, -0.5), (-0.8, 1), (0.8, 1)),),
    "3": (((-0.8, -1), (0.8, -1), (0, -0.15), (0.7, 0.15), (0.7, 0.7), (0.2, 1), (-0.8, 0.8)),),
    "4": (((0.4, 1), (0.4, -1), (-0.9, 0.4), (0.9, 0.4)),),
    "5": (((0.8, -1), (-0.7, -1), (-0.7, -0.1), (0.4, -0.1), (0.8, 0.4), (0.4, 1), (-0.8, 0.9)),),
    "6": (
        (
            (0.6, -1),
            (-0.4, -0.6),
            (-0.8, 0.4),
            (-0.4, 1),
            (0.5, 1),
            (0.8, 0.4),
            (0.4, -0.1),
            (-0.7, 0.2),
        ),
    ),
    "7": (((-0.8, -1), (0.8, -1), (-0.2, 1)),),
    "8": (
        ((0, -1), (0.6, -0.6), (0, -0.1), (-0.6, -0.6), (0, -1)),
        ((0, -0.1), (0.8, 0.45), (0, 1), (-0.8, 0.45), (0, -0.1)),
    ),
    "9": (
        (
            (-0.6, 1),
            (0.4, 0.6),
            (0.8, -0.4),
            (0.4, -1),
            (-0.5, -1),
            (-0.8, -0.4),
            (-0.4, 0.1),
            (0.7, -0.2),
        ),
    ),
    "T": (
        ((-0.85, -0.7), (-0.6, -1), (-0.6, 1)),
        ((0.35, -1), (0, -0.4), (0, 0.4), (0.35, 1), (0.7, 0.4), (0.7, -0.4), (0.35, -1)),
    ),
    "J": (((-0.2, -1), (0.8, -1)), ((0.4, -1), (0.4, 0.6), (0, 1), (-0.7, 0.6))),
    "Q": (
        ((0, -1), (0.8, -0.4), (0.8, 0.4), (0, 1), (-0.8, 0.4), (-0.8, -0.4), (0, -1)),
        ((0.1, 0.4), (0.9, 1)),
    ),
    "K": (((-0.7, -1), (-0.7, 1)), ((0.8, -1), (-0.7, 0.15), (0.8, 1))),
}
"""Each rank's letter as lines, x and y from −1 to 1."""

_L, _R = -0.36, 0.36
_COLUMN: Final = tuple(-0.66 + 0.44 * step for step in range(4))
PIPS: Final[Mapping[str, tuple[Point, ...]]] = {
    "A": ((0, 0),),
    "2": ((0, -0.66), (0, 0.66)),
    "3": ((0, -0.66), (0, 0), (0, 0.66)),
    "4": tuple((x, y) for x in (_L, _R) for y in (-0.66, 0.66)),
    "5": (*((x, y) for x in (_L, _R) for y in (-0.66, 0.66)), (0, 0)),
    "6": tuple((x, y) for x in (_L, _R) for y in (-0.66, 0, 0.66)),
    "7": (*((x, y) for x in (_L, _R) for y in (-0.66, 0, 0.66)), (0, -0.33)),
    "8": (*((x, y) for x in (_L, _R) for y in (-0.66, 0, 0.66)), (0, -0.33), (0, 0.33)),
    "9": (*((x, y) for x in (_L, _R) for y in _COLUMN), (0, 0)),
    "T": (*((x, y) for x in (_L, _R) for y in _COLUMN), (0, -0.44), (0, 0.44)),
}
"""Where the pips of a card lie: x and y from −1 to 1 over the face."""


def faces() -> dict[str, NDArray[np.uint8]]:
    """Return the ink of every card, 140×104×4, by its code."""
    cards = {code: _card(code[0], code[1]) for code in CODES[:-2]}
    return cards | {"RJ": _joker(_RED), "BJ": _joker(_BLACK)}


def _card(rank: str, suit: str) -> NDArray[np.uint8]:
    ink, corner, color = Ink(), Ink(), _COLORS[suit]
    _letter(corner, rank, (-0.78, -0.78), 0.15, color)
    _suit(corner, suit, (-0.78, -0.44), 0.13)
    ink.turned(0.0, (0, 0), corner)
    ink.turned(180.0, (0, 0), corner)
    for x, y in PIPS.get(rank, ()):
        _suit(ink, suit, (x, 0.9 * y), 0.34 if rank == "A" else 0.15)
    if rank not in PIPS:
        ink.box((-0.5, -0.8), (0.5, 0.8), 0.04, color)
        _letter(ink, rank, (0, -0.2), 0.34, color)
        _suit(ink, suit, (0, 0.5), 0.2)
    return ink.face()


def _letter(ink: Ink, rank: str, center: Point, size: float, color: Bgr) -> None:
    for stroke in STROKES[rank]:
        path = [(center[0] + size * x, center[1] + size * _SHORT * y) for x, y in stroke]
        ink.line(path, _LINE if size < 0.3 else 2 * _LINE, color)


def _suit(ink: Ink, suit: str, center: Point, size: float) -> None:
    color, (x, y) = _COLORS[suit], center
    tall = size * _SHORT

    def at(across: float, down: float) -> Point:
        return (x + size * across, y + tall * down)

    match suit:
        case "D":
            ink.shape([at(0, -1.1), at(0.8, 0), at(0, 1.1), at(-0.8, 0)], color)
        case "H":
            for side in (-0.45, 0.45):
                ink.oval(at(side, -0.4), (0.5 * size, 0.5 * tall), 0.0, color)
            ink.shape([at(-0.9, -0.2), at(0.9, -0.2), at(0, 1.1)], color)
        case "S":
            for side in (-0.45, 0.45):
                ink.oval(at(side, 0.3), (0.5 * size, 0.5 * tall), 0.0, color)
            ink.shape([at(-0.9, 0.15), at(0.9, 0.15), at(0, -1.1)], color)
            ink.shape([at(0, 0), at(0.35, 1.1), at(-0.35, 1.1)], color)
        case _:
            for across, down in ((0, -0.6), (-0.5, 0.2), (0.5, 0.2)):
                ink.oval(at(across, down), (0.46 * size, 0.46 * tall), 0.0, color)
            ink.shape([at(0, -0.2), at(0.35, 1.1), at(-0.35, 1.1)], color)


def _joker(color: Bgr) -> NDArray[np.uint8]:
    """Return the ink of a joker: a great star in a ring, a row of small ones down two sides."""
    ink, corner = Ink(), Ink()
    _star(ink, (0, 0), 0.5, color)
    ink.oval((0, 0), (0.58, 0.58 * _SHORT), 0.0, color, 0.05)
    for place in range(3):
        _star(corner, (-0.8, -0.8 + 0.3 * place), 0.15, color)
    ink.turned(0.0, (0, 0), corner)
    ink.turned(180.0, (0, 0), corner)
    return ink.face()


def _star(ink: Ink, center: Point, size: float, color: Bgr) -> None:
    reach = ((size, 0.4 * size)[step % 2] for step in range(10))
    tips = [
        (
            center[0] + r * math.sin(step * math.pi / 5),
            center[1] - r * _SHORT * math.cos(step * math.pi / 5),
        )
        for step, r in enumerate(reach)
    ]
    ink.shape(tips, color)
