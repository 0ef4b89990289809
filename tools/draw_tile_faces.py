"""Draw the simulator's own tile faces and write them as sheets; run by hand, not at run time.

    python -m tools.draw_tile_faces --letters FONT --signs FONT --style plain --out FILE.png

The shapes here are drawn apart from those of the training tools, and lettered in fonts
that training leaves out, so that reading simulated frames says something.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.art import COLUMNS
from rules.tiles import CODES
from vision.training.glyphs import CHARACTERS, SIGNS, face
from vision.training.ink import HEIGHT, WIDTH, Bgr, Ink, Point

Masks = dict[str, "NDArray[np.uint8]"]

_RED: Final = (48.0, 38.0, 196.0)
_GREEN: Final = (66.0, 112.0, 18.0)
_BLACK: Final = (42.0, 34.0, 30.0)
_BLUE: Final = (134.0, 62.0, 22.0)


@dataclass(frozen=True, slots=True)
class Style:
    """One of the simulator's sets: `plain` is a riichi set, `garden` one with flowers."""

    letters: Masks
    signs: Masks
    garden: bool

    @property
    def dark(self) -> Bgr:
        """Ink of numerals and winds."""
        return _BLUE if self.garden else _BLACK


def _letter(ink: Ink, mask: NDArray[np.uint8], at: Point, size: float, color: Bgr) -> None:
    """Write the letter *mask* so that its longer side is *size* of half the width."""
    tall, wide = mask.shape
    scale = size / max(tall, wide)
    ink.stamp(mask, at, (wide * scale, tall * scale * WIDTH / HEIGHT), color)


def _sign(ink: Ink, style: Style, text: str, at: Point, color: Bgr) -> None:
    mask = style.signs[text]
    tall, wide = mask.shape
    ink.stamp(mask, at, (0.26 * wide / tall, 0.26 * WIDTH / HEIGHT), color)


def _coin(ink: Ink, at: Point, radius: float, color: Bgr, style: Style) -> None:
    """Draw a circle: a coin with a square hole, or a wheel with spokes."""
    if style.garden:
        ink.ring(at, radius * 0.88, radius * 0.2, color)
        for turn in range(6):
            angle = turn * math.pi / 3
            tip = (at[0] + 0.62 * radius * math.cos(angle), at[1] + 0.46 * radius * math.sin(angle))
            ink.line([at, tip], radius * 0.16, color)
        return
    ink.disc(at, radius, color)
    ink.hole(at, radius * 0.74)
    ink.disc(at, radius * 0.54, color)
    half = radius * 0.2
    ink.shape(
        [
            (at[0], at[1] - half),
            (at[0] + half, at[1]),
            (at[0], at[1] + half),
            (at[0] - half, at[1]),
        ],
        (235.0, 240.0, 240.0),
    )


def _circles(ink: Ink, rank: int, style: Style, red: bool) -> None:
    if rank == 1:
        ink.ring((0, 0), 0.62, 0.1, style.dark)
        for turn in range(16):
            angle = turn * math.pi / 8
            inner = (0.34 * math.cos(angle), 0.25 * math.sin(angle))
            outer = (0.52 * math.cos(angle), 0.385 * math.sin(angle))
            ink.line([inner, outer], 0.05, _GREEN)
        ink.disc((0, 0), 0.27, _RED)
        ink.hole((0, 0), 0.1)
        return
    low, side = 0.6, 0.44
    four = [(-side, -low), (side, -low), (-side, low), (side, low)]
    slope = [(-0.5, -0.74), (0.02, -0.57), (0.54, -0.4)]
    lower = [(x, y) for y in (0.16, 0.66) for x in (-0.4, 0.4)]
    table: dict[int, tuple[list[Point], str, float]] = {
        2: ([(0, -0.5), (0, 0.5)], "gd" if style.garden else "dg", 0.36),
        3: ([(-0.46, -0.58), (0, 0), (0.46, 0.58)], "drg", 0.31),
        4: (four, "dggd" if style.garden else "dgdg", 0.33),
        5: ([*four, (0, 0)], "dggdr", 0.3),
        6: ([(x, y) for y in (-0.64, 0.12, 0.64) for x in (-0.42, 0.42)], "ggrrrr", 0.28),
        7: ([*slope, *lower], "gggrrrr", 0.245),
        8: ([(x, y) for y in (-0.72, -0.24, 0.24, 0.72) for x in (-0.38, 0.38)], "d" * 8, 0.225),
        9: ([(x, y) for y in (-0.62, 0, 0.62) for x in (-0.56, 0, 0.56)], "dddrrrggg", 0.25),
    }
    places, inks, radius = table[rank]
    for place, which in zip(places, inks, strict=True):
        color = _RED if red else {"d": style.dark, "g": _GREEN, "r": _RED}[which]
        _coin(ink, place, radius, color, style)


def _cane(ink: Ink, low: Point, high: Point, color: Bgr, style: Style) -> None:
    """Draw a bamboo between two points: knots at the ends and in the middle."""
    dx, dy = high[0] - low[0], (high[1] - low[1]) * HEIGHT / WIDTH
    long = math.hypot(dx, dy)
    across = (-dy / long, dx / long * WIDTH / HEIGHT)
    middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    wide = 0.1 if style.garden else 0.085
    for a, b in ((low, middle), (middle, high)):
        quad = []
        for end, sign in ((a, 1), (b, 1), (b, -1), (a, -1)):
            near = 0.12
            x = end[0] + (middle[0] - end[0]) * near + sign * wide * across[0]
            y = end[1] + (middle[1] - end[1]) * near + sign * wide * across[1]
            quad.append((x, y))
        ink.shape(quad, color)
        if style.garden:
            core = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            ink.hole(core, 0.035)
    for knot in (low, middle, high):
        ends = [
            (knot[0] + sign * 0.13 * across[0], knot[1] + sign * 0.13 * across[1])
            for sign in (1, -1)
        ]
        ink.line(ends, 0.06, color)


def _bamboos(ink: Ink, rank: int, style: Style, red: bool) -> None:
    """Draw *rank* bamboos, 2 to 9."""
    if rank == 8:
        for flip in (1, -1):
            for side in (1, -1):
                _cane(ink, (0.58 * side, 0.1 * flip), (0.58 * side, 0.78 * flip), _GREEN, style)
                _cane(ink, (0.5 * side, 0.76 * flip), (0.06 * side, 0.2 * flip), _GREEN, style)
        return
    rows: dict[int, list[tuple[float, str]]] = {
        2: [(-0.44, " g "), (0.44, " g ")],
        3: [(-0.44, " g "), (0.44, "g g")],
        4: [(-0.44, "g g"), (0.44, "g g")],
        5: [(-0.44, "g g"), (0.0, " r "), (0.44, "g g")],
        6: [(-0.44, "ggg"), (0.44, "ggg")],
        7: [(-0.64, " r "), (0.0, "ggg"), (0.64, "ggg")],
        9: [(-0.64, "grg"), (0.0, "grg"), (0.64, "grg")],
    }
    half = 0.35 if rank < 7 else 0.265
    for y, row in rows[rank]:
        for column, which in zip((-0.48, 0.0, 0.48), row, strict=True):
            if which != " ":
                color = _RED if red or which == "r" else _GREEN
                _cane(ink, (column, y - half), (column, y + half), color, style)


def _bird(ink: Ink, style: Style) -> None:
    """Draw the bird of the one of bamboos: a peacock, or a sparrow on a cane."""
    if style.garden:
        _cane(ink, (-0.6, 0.62), (0.6, 0.5), _GREEN, style)
        ink.shape([(-0.5, -0.02), (0.2, -0.3), (0.42, 0.2), (0.05, 0.5), (-0.3, 0.4)], _GREEN)
        ink.shape([(0.25, 0.2), (0.72, 0.8), (0.5, 0.84), (0.05, 0.45)], _BLUE)
        ink.disc((-0.3, -0.42), 0.24, _RED)
        ink.line([(-0.25, -0.3), (-0.15, 0.05)], 0.26, _GREEN)
        ink.shape([(-0.5, -0.48), (-0.78, -0.4), (-0.5, -0.34)], _BLUE)
        ink.hole((-0.34, -0.46), 0.05)
        ink.line([(-0.1, 0.1), (0.2, 0.16)], 0.06, _RED)
        return
    for i in range(7):
        angle = math.radians(35 + 18.5 * i)
        tip = (0.74 * math.cos(angle), 0.12 + 0.62 * math.sin(angle))
        ink.line([(0, -0.1), tip], 0.07, _GREEN)
        ink.disc(tip, 0.13, _RED if i % 2 else _BLACK)
        ink.disc(tip, 0.05, _GREEN)
    ink.oval((0, -0.15), (0.25, 0.42), 0, _GREEN)
    ink.line([(0.02, -0.3), (-0.12, -0.66)], 0.18, _GREEN)
    ink.disc((-0.14, -0.7), 0.15, _BLACK)
    ink.shape([(-0.24, -0.74), (-0.5, -0.66), (-0.24, -0.64)], _RED)
    ink.hole((-0.17, -0.71), 0.045)
    for i in range(3):
        ink.line([(-0.1, -0.78), (-0.18 + 0.14 * i, -0.92)], 0.04, _RED)
    ink.oval((0, -0.1), (0.11, 0.18), 0, _RED)


def _white(ink: Ink, style: Style) -> None:
    """Draw the white dragon: blank in the riichi set, a frame in the other."""
    if style.garden:
        ink.box((-0.64, -0.76), (0.64, 0.76), 0.08, _BLUE)
        ink.box((-0.46, -0.62), (0.46, 0.62), 0.04, _BLUE)
        for x in (-0.55, 0.55):
            for y in (-0.69, 0.69):
                ink.disc((x, y), 0.09, _BLUE)


def _honor(ink: Ink, rank: int, style: Style) -> None:
    if rank == 5:
        _white(ink, style)
        return
    color = {6: _GREEN, 7: _RED}.get(rank, style.dark)
    _letter(ink, style.letters["東南西北白發中"[rank - 1]], (0, 0), 1.5, color)


def _petals(ink: Ink, at: Point, size: float, count: int, color: Bgr) -> None:
    for turn in range(count):
        angle = 2 * math.pi * turn / count
        tip = (at[0] + size * math.cos(angle), at[1] + size * 0.74 * math.sin(angle))
        ink.line([at, tip], size * 0.5, color)
        ink.disc(tip, size * 0.3, color)
    ink.hole(at, size * 0.25)


def _orchid(ink: Ink) -> None:
    """Draw an orchid: long thin leaves that hang over, and blossoms on two bare stems."""
    for reach, height in ((-0.8, 0.35), (-0.55, -0.05), (0.5, 0.0), (0.8, 0.4), (-0.3, 0.5)):
        path = []
        for step in range(9):
            t = step / 8
            path.append((reach * t, 0.85 - (0.85 - height) * math.sin(1.9 * t) / math.sin(1.45)))
        ink.line(path, 0.055, _GREEN)
    for top in ((-0.15, -0.15), (0.3, 0.12)):
        ink.line([(0.0, 0.85), top], 0.04, _GREEN)
        for turn in (-150, -90, -30, 40, 140):
            angle = math.radians(turn)
            at = (top[0] + 0.16 * math.cos(angle), top[1] + 0.12 * math.sin(angle))
            ink.oval(at, (0.13, 0.06), turn, _RED)


def _flower(ink: Ink, number: int, style: Style) -> None:
    """Draw a season (1–4) or a plant (5–8)."""
    head = _RED if number < 5 else _BLUE
    if number == 8:
        for x in (-0.4, 0.1):
            _cane(ink, (x, -0.25), (x, 0.3), _GREEN, style)
            _cane(ink, (x, 0.3), (x, 0.85), _GREEN, style)
        for i in range(6):
            ink.oval((0.3 + 0.07 * i, -0.2 + 0.17 * i), (0.26, 0.055), 30 + 12 * i, _GREEN)
    elif number == 6:
        _orchid(ink)
    else:
        ink.line([(-0.2, 0.85), (0.0, 0.45), (-0.15, 0.1)], 0.09, _BLACK if number == 5 else _GREEN)
        ink.line([(0.0, 0.45), (0.45, 0.15)], 0.07, _BLACK if number == 5 else _GREEN)
        count = {1: 5, 2: 8, 3: 12, 4: 6, 5: 5, 7: 14}[number]
        size = 0.34 if number in (3, 7) else 0.27
        _petals(ink, (-0.2, 0.02), size, count, _RED)
        _petals(ink, (0.45, 0.15), size * 0.8, count, _RED)
        for i in range(2 if number == 4 else 5):
            ink.oval((-0.5 + 0.25 * i, 0.55 + 0.1 * (i % 2)), (0.18, 0.07), -50 + 25 * i, _GREEN)
    _letter(ink, style.letters["春夏秋冬梅蘭菊竹"[number - 1]], (0.5, -0.66), 0.66, head)
    _sign(ink, style, str((number - 1) % 4 + 1), (-0.66, -0.74), head)


def _cat(ink: Ink) -> None:
    ink.shape([(-0.5, 0.8), (-0.38, 0.1), (0.3, 0.1), (0.5, 0.8)], _BLACK)
    ink.line([(0.4, 0.75), (0.82, 0.5), (0.72, 0.0)], 0.14, _BLACK)
    ink.oval((-0.05, -0.25), (0.46, 0.44), 0, _BLACK)
    for side in (-1, 1):
        ink.shape(
            [(-0.05 + side * 0.1, -0.5), (-0.05 + side * 0.42, -0.84), (-0.05 + side * 0.44, -0.3)],
            _BLACK,
        )
        ink.hole((-0.05 + side * 0.18, -0.3), 0.085)
    ink.disc((-0.05, -0.12), 0.06, _RED)


def _rat(ink: Ink) -> None:
    ink.oval((0.08, 0.3), (0.56, 0.36), -8, _BLUE)
    ink.shape([(-0.25, 0.02), (-0.84, 0.36), (-0.3, 0.56)], _BLUE)
    ink.disc((-0.22, -0.06), 0.17, _BLUE)
    ink.disc((-0.22, -0.06), 0.08, _RED)
    ink.hole((-0.46, 0.26), 0.05)
    ink.line([(0.6, 0.35), (0.85, 0.0), (0.5, -0.35), (0.75, -0.7)], 0.06, _BLUE)
    for x in (-0.2, 0.25):
        ink.line([(x, 0.5), (x - 0.1, 0.78)], 0.09, _BLUE)


def _rooster(ink: Ink) -> None:
    for i in range(4):
        ink.line(
            [(0.2, 0.25), (0.5, -0.15 + 0.12 * i), (0.86, -0.3 + 0.22 * i)],
            0.12,
            (_BLACK, _GREEN)[i % 2],
        )
    ink.shape(
        [(-0.35, -0.3), (0.05, -0.2), (0.55, 0.15), (0.3, 0.6), (-0.25, 0.55), (-0.45, 0.1)], _RED
    )
    ink.oval((-0.3, -0.4), (0.2, 0.28), 0, _RED)
    for i in range(3):
        ink.disc((-0.42 + 0.13 * i, -0.68 + 0.04 * abs(i - 1)), 0.1, _RED)
    ink.shape([(-0.46, -0.5), (-0.76, -0.42), (-0.46, -0.34)], _BLACK)
    ink.hole((-0.34, -0.46), 0.05)
    for x in (-0.12, 0.16):
        ink.line([(x, 0.5), (x, 0.84)], 0.06, _BLACK)


def _centipede(ink: Ink) -> None:
    spine = [(0.36 * math.sin(5.6 * t), -0.7 + 1.45 * t) for t in (i / 9 for i in range(10))]
    for x, y in spine[1:]:
        ink.line([(x - 0.4, y + 0.06), (x, y), (x + 0.4, y + 0.06)], 0.05, _GREEN)
    for x, y in spine:
        ink.oval((x, y), (0.15, 0.11), 0, _GREEN)
    ink.disc(spine[0], 0.18, _RED)
    for side in (-1, 1):
        ink.line([spine[0], (spine[0][0] + 0.25 * side, -0.92)], 0.05, _RED)


def draw(code: str, style: Style) -> NDArray[np.uint8]:
    """Return the ink of *code*, H×W×4."""
    ink = Ink()
    red, suit = code[0] == "0", code[1]
    rank = 5 if red else int(code[0])
    if suit == "m":
        number = "一二三四五六七八九"[rank - 1] if rank != 5 or not style.garden else "伍"
        _letter(ink, style.letters[number], (0, -0.46), 0.95, _RED if red else style.dark)
        _letter(ink, style.letters["萬"], (0, 0.42), 1.15, _RED)
    elif suit == "p":
        _circles(ink, rank, style, red)
    elif suit == "s" and rank == 1:
        _bird(ink, style)
    elif suit == "s":
        _bamboos(ink, rank, style, red)
    elif suit == "z":
        _honor(ink, rank, style)
    elif suit == "f":
        _flower(ink, rank, style)
    else:
        (_cat, _rat, _rooster, _centipede)[rank - 1](ink)
    if style.garden and suit in "ms":
        _sign(ink, style, str(rank), (-0.8, -0.84), _RED)
    return ink.face()


def main() -> None:
    """Write one sheet by the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=Path, required=True)
    parser.add_argument("--signs", type=Path, required=True)
    parser.add_argument("--style", choices=("plain", "garden"), required=True)
    parser.add_argument("--out", type=Path, required=True)
    wish = parser.parse_args()
    style = Style(face(wish.letters, CHARACTERS), face(wish.signs, SIGNS), wish.style == "garden")
    faces = [draw(code, style) for code in CODES[:-1]]
    faces += [np.zeros_like(faces[0])] * (-len(faces) % COLUMNS)
    rows = [np.hstack(faces[i : i + COLUMNS]) for i in range(0, len(faces), COLUMNS)]
    cv2.imwrite(str(wish.out), np.vstack(rows), [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
