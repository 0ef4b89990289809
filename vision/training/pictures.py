"""The pictures on tiles: the bird of the one of bamboos, plants and animals, drawn by chance."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.training.ink import Bgr, Ink, Point

Inks = tuple["Bgr", "Bgr", "Bgr"]


def _curve(start: Point, bend: Point, end: Point, steps: int = 12) -> list[Point]:
    t = np.linspace(0, 1, steps)[:, None]
    path = (1 - t) ** 2 * np.array(start) + 2 * t * (1 - t) * np.array(bend) + t**2 * np.array(end)
    return [(float(x), float(y)) for x, y in path]


def draw_bird(ink: Ink, rng: np.random.Generator, inks: Inks) -> None:
    """Draw a bird: sparrow, peacock or parrot by chance, facing either way."""
    dark, red, green = inks
    way = rng.choice((-1.0, 1.0))
    body = (green, dark, red)[rng.choice((0, 0, 1, 2))]
    head = (float(way * rng.uniform(-0.3, 0.3)), float(rng.uniform(-0.72, -0.5)))
    chest = (head[0] - way * 0.1, float(rng.uniform(-0.15, 0.1)))
    for i in range(int(rng.integers(3, 8))):
        spread = float(rng.uniform(-0.65, 0.65))
        end = (spread, float(rng.uniform(0.55, 0.88)))
        color = (green, red, dark)[int(rng.integers(3))]
        ink.line(_curve(chest, (spread * 0.4, 0.3), end), float(rng.uniform(0.05, 0.11)), color)
        if i % 2 and rng.random() < 0.6:
            ink.disc(end, 0.1, (red, dark)[int(rng.integers(2))])
    tilt = float(way * rng.uniform(-25, 10))
    outline = float(rng.choice((0.0, 0.0, 0.05)))
    trunk = (float(rng.uniform(0.24, 0.38)), float(rng.uniform(0.36, 0.52)))
    ink.oval(chest, trunk, tilt, body, outline)
    for _ in range(int(rng.integers(2, 5))):
        x, y = chest[0] + rng.uniform(-0.2, 0.2), chest[1] + rng.uniform(-0.25, 0.25)
        ink.oval(
            (x, y),
            (0.09, 0.13),
            float(rng.uniform(-40, 40)),
            (red, dark, green)[int(rng.integers(3))],
        )
    ink.line([chest, head], 0.06 if outline else 0.2, body)
    crown = float(rng.uniform(0.15, 0.2))
    ink.oval(head, (crown, crown * 0.74), 0, (body, red)[int(rng.integers(2))], outline)
    _beak(ink, head, way, red if rng.random() < 0.6 else dark)
    if rng.random() < 0.5:
        for i in range(3):
            ink.line([head, (head[0] + 0.1 * (i - 1), head[1] - 0.2)], 0.04, red)
    if rng.random() < 0.5:
        ink.line([(-0.6, 0.5), (0.6, 0.62)], 0.1, (dark, green)[int(rng.integers(2))])


def _beak(ink: Ink, head: Point, way: float, color: Bgr) -> None:
    x, y = head
    ink.hole((x + way * 0.05, y - 0.02), 0.05)
    beak = [(x + way * 0.12, y - 0.06), (x + way * 0.36, y), (x + way * 0.12, y + 0.06)]
    ink.shape(beak, color)


def draw_dragon(ink: Ink, rng: np.random.Generator, color: Bgr) -> None:
    """Draw a dragon, upright and winding, in one color."""
    way = float(rng.choice((-1, 1)))
    turns, sway = float(rng.uniform(5, 9)), float(rng.uniform(0.2, 0.4))
    t = np.linspace(0, 1, 28)
    xs = way * sway * np.sin(turns * t) * (0.4 + 0.6 * t)
    spine = [(float(x), float(y)) for x, y in zip(xs, -0.62 + 1.45 * t, strict=True)]
    thick = float(rng.uniform(0.12, 0.26))
    ink.line(spine, thick, color)
    for x, y in spine[3::3]:
        side = float(rng.choice((-1, 1)))
        reach = float(rng.uniform(0.2, 0.42)) * side
        ink.line([(x, y), (x + reach, y + float(rng.uniform(-0.12, 0.12)))], 0.06, color)
        if rng.random() < 0.6:
            ink.hole((x, y), thick * 0.25)
    x, y = spine[0]
    ink.oval((x - 0.08 * way, y - 0.08), (0.26, 0.2), float(rng.uniform(-30, 30)), color)
    ink.hole((x - 0.12 * way, y - 0.12), 0.05)
    for lean in (-0.25, 0.0, 0.25):
        ink.line([(x, y - 0.15), (x + lean + 0.1 * way, y - 0.3)], 0.06, color)
    ink.line([(x - 0.2 * way, y), (x - 0.45 * way, y + 0.05)], 0.08, color)


def _bloom(ink: Ink, at: Point, size: float, petals: int, color: Bgr) -> None:
    for turn in np.arange(petals) * 2 * np.pi / petals:
        spot = (at[0] + size * 0.6 * np.cos(turn), at[1] + size * 0.45 * np.sin(turn))
        ink.oval(spot, (size * 0.42, size * 0.28), float(np.degrees(turn)), color)
    ink.hole(at, size * 0.22)


def _leaves(ink: Ink, rng: np.random.Generator, count: int, color: Bgr) -> None:
    """Draw leaves about the lower half."""
    for _ in range(count):
        at = (float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.1, 0.7)))
        ink.oval(at, (0.2, 0.07), float(rng.uniform(-80, 80)), color)


def draw_plant(ink: Ink, number: int, rng: np.random.Generator, inks: Inks) -> None:
    """Draw the plant of flower *number*: 1–4 by chance, 5 plum, 6 orchid, 7 mum, 8 bamboo."""
    dark, red, green = inks
    leaf = green if rng.random() < 0.8 else dark
    root = (float(rng.uniform(-0.3, 0.3)), 0.85)
    if number == 8:
        for x in rng.uniform(-0.45, 0.45, int(rng.integers(2, 4))):
            for y in np.arange(-0.3, 0.8, 0.3):
                ink.line([(x, y), (x + 0.02, y + 0.24)], 0.09, leaf)
        for _ in range(10):
            at = (float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.4, 0.5)))
            ink.oval(at, (0.22, 0.05), float(rng.uniform(20, 160)), leaf)
        return
    if number == 6:
        _orchid(ink, rng, root, (leaf, (red, dark)[int(rng.random() < 0.3)]))
        return
    tips = int(rng.integers(2, 5)) if number == 5 else int(rng.integers(1, 4))
    petals = {5: 5, 7: 12}.get(number, int(rng.choice((5, 6, 8))))
    _leaves(ink, rng, 7 if number != 5 else 2, leaf)
    for _ in range(tips):
        tip = (float(rng.uniform(-0.55, 0.55)), float(rng.uniform(-0.35, 0.35)))
        bend = (float(rng.uniform(-0.5, 0.5)), 0.4)
        ink.line(_curve(root, bend, tip), 0.07, dark if number == 5 else leaf)
        size = (0.3 if number == 7 else 0.25) * float(rng.uniform(0.8, 1.3))
        _bloom(ink, tip, size, petals, red)


@dataclass(frozen=True, slots=True)
class Caption:
    """Where the flowers of one set have letter and figure, and how large these are."""

    letter: Point
    letter_size: float
    digit: Point
    digit_size: float
    """0: without figures."""
    season: int
    plant: int
    """Which of the three inks seasons and plants are lettered in."""


def invent_caption(rng: np.random.Generator) -> Caption:
    """Return where the flowers of a new set have letter and figure: mostly in the upper corners."""
    side = float(rng.choice((-1, 1)))
    letter = (side * rng.uniform(0.45, 0.65), rng.uniform(-0.72, -0.52))
    digit = (-side * rng.uniform(0.5, 0.78), rng.uniform(-0.82, -0.6))
    chance = rng.random()
    if chance < 0.08:
        digit = (digit[0], -digit[1])
    elif chance < 0.16:
        digit = (letter[0], letter[1] + 0.6)
    elif chance < 0.2:
        letter = (letter[0], -letter[1])
    return Caption(
        letter=letter,
        letter_size=float(rng.uniform(0.75, 1.25)),
        digit=digit,
        digit_size=float(rng.uniform(0.7, 1.4)) if rng.random() < 0.85 else 0.0,
        season=int(rng.choice((1, 1, 1, 0, 2))),
        plant=int(rng.choice((0, 0, 2, 2, 1))),
    )


def _orchid(ink: Ink, rng: np.random.Generator, root: Point, inks: tuple[Bgr, Bgr]) -> None:
    """Draw an orchid: long leaves from one root, few blossoms on bare stems."""
    leaf, bloom = inks
    thick = float(rng.uniform(0.02, 0.1))
    for x in rng.uniform(-0.95, 0.95, int(rng.integers(3, 11))):
        bend = (root[0] + float(x) * 0.4, float(rng.uniform(-0.6, 0.1)))
        ink.line(_curve(root, bend, (float(x), float(rng.uniform(-0.3, 0.6)))), thick, leaf)
    for _ in range(int(rng.integers(1, 4))):
        at = (float(rng.uniform(-0.4, 0.4)), float(rng.uniform(-0.35, 0.2)))
        ink.line(_curve(root, (root[0], 0.2), at), 0.04, leaf)
        size = float(rng.uniform(0.14, 0.34))
        for turn in rng.uniform(0, 30) + np.arange(5) * 72:
            angle = np.radians(turn)
            spot = (at[0] + size * 0.8 * np.cos(angle), at[1] + size * 0.6 * np.sin(angle))
            ink.oval(spot, (size * 0.7, size * 0.3), float(turn), bloom)


def draw_animal(ink: Ink, number: int, rng: np.random.Generator, inks: Inks) -> None:
    """Draw an animal: 1 cat, 2 rat, 3 rooster, 4 centipede."""
    (_cat, _rat, _rooster, _centipede)[number - 1](ink, rng, inks)


def _cat(ink: Ink, rng: np.random.Generator, inks: Inks) -> None:
    coat = inks[int(rng.choice((0, 1)))]
    way = float(rng.choice((-1, 1)))
    ink.oval((0, 0.42), (0.45, 0.5), 0, coat)
    ink.line(_curve((0.3 * way, 0.75), (0.95 * way, 0.6), (0.7 * way, 0.05)), 0.13, coat)
    ink.disc((0, -0.28), 0.42, coat)
    for side in (-1, 1):
        ink.shape([(side * 0.4, -0.3), (side * 0.38, -0.78), (side * 0.08, -0.52)], coat)
        ink.hole((side * 0.17, -0.32), 0.08)
        for y in (-0.2, -0.13):
            ink.line([(side * 0.3, y), (side * 0.7, y + 0.04)], 0.03, inks[0])


def _rat(ink: Ink, rng: np.random.Generator, inks: Inks) -> None:
    coat = inks[int(rng.choice((0, 2)))]
    way = float(rng.choice((-1, 1)))
    ink.oval((0.05 * way, 0.25), (0.58, 0.3), 12 * way, coat)
    ink.shape([(-0.3 * way, 0.05), (-0.85 * way, 0.3), (-0.3 * way, 0.5)], coat)
    ink.disc((-0.3 * way, -0.05), 0.17, coat)
    ink.disc((-0.08 * way, -0.08), 0.14, coat)
    ink.hole((-0.5 * way, 0.24), 0.05)
    tail = _curve((0.55 * way, 0.35), (1.0 * way, 0.1), (0.5 * way, -0.6))
    ink.line(tail, 0.06, inks[int(rng.choice((0, 1)))])
    for x in (-0.2, 0.3):
        ink.line([(x, 0.45), (x - 0.08 * way, 0.7)], 0.08, coat)


def _rooster(ink: Ink, rng: np.random.Generator, inks: Inks) -> None:
    dark, red, green = inks
    way = float(rng.choice((-1, 1)))
    body = (dark, green, red)[int(rng.integers(3))]
    for i in range(5):
        end = (way * (0.55 + 0.09 * i), -0.45 + 0.2 * i)
        ink.line(
            _curve((0.2 * way, 0.25), (0.55 * way, -0.5 + 0.1 * i), end),
            0.12,
            (green, dark, red)[i % 3],
        )
    ink.oval((0, 0.2), (0.45, 0.36), 0, body)
    ink.line([(-0.15 * way, 0.1), (-0.38 * way, -0.42)], 0.26, body)
    ink.disc((-0.4 * way, -0.48), 0.19, body)
    for i in range(3):
        ink.disc((-0.4 * way + 0.13 * (i - 1), -0.7), 0.11, red)
    ink.disc((-0.5 * way, -0.27), 0.1, red)
    ink.shape([(-0.55 * way, -0.55), (-0.82 * way, -0.46), (-0.55 * way, -0.4)], red)
    ink.hole((-0.44 * way, -0.5), 0.05)
    for x in (-0.1, 0.15):
        ink.line([(x, 0.5), (x, 0.8), (x - 0.14 * way, 0.86)], 0.06, red)


def _centipede(ink: Ink, rng: np.random.Generator, inks: Inks) -> None:
    color = inks[int(rng.integers(3))]
    sway = float(rng.uniform(0.15, 0.45)) * float(rng.choice((-1, 1)))
    t = np.linspace(0, 1, 11)
    spine = [(float(sway * np.sin(7 * v)), float(-0.78 + 1.56 * v)) for v in t]
    for x, y in spine[1:]:
        for side in (-1, 1):
            ink.line([(x, y), (x + side * 0.38, y + 0.08)], 0.045, color)
    for x, y in spine:
        ink.disc((x, y), 0.14, color)
    x, y = spine[0]
    ink.disc((x, y), 0.18, inks[1])
    for side in (-1, 1):
        ink.line([(x, y), (x + side * 0.25, y - 0.16)], 0.05, inks[1])


_PIPS: Final = (
    ((0.0, 0.0),),
    ((0.0, -0.9), (0.0, 0.9)),
    ((-1.0, -0.9), (1.0, -0.9), (-1.0, 0.9), (1.0, 0.9)),
    ((-1.0, 0.0), (1.0, 0.0)),
    ((-1.0, -0.3), (1.0, -0.3), (-1.0, 0.3), (1.0, 0.3)),
    ((0.0, -0.45),),
)
"""Where the pips of playing cards may lie, some of these together."""
_RANKS: Final = ((0,), (1,), (0, 1), (2,), (0, 2), (2, 3), (2, 3, 5), (2, 4), (0, 2, 4))
"""Which of `_PIPS` the cards from ace to nine have."""


def draw_card(ink: Ink, rng: np.random.Generator) -> None:
    """Draw a playing card by chance: its pips, and one in a corner."""
    suit = int(rng.integers(4))
    color: Bgr = (35, 30, 190) if suit < 2 else (25, 25, 25)
    ranges = ((0.12, 0.22), (0.3, 0.5), (0.5, 0.8))
    size, wide, tall = (float(rng.uniform(*each)) for each in ranges)
    for group in _RANKS[int(rng.integers(len(_RANKS)))]:
        for x, y in _PIPS[group]:
            _pip(ink, (wide * x, tall * y), size, suit, color)
    if rng.random() < 0.7:
        for side in (-1, 1):
            _pip(ink, (0.82 * side, 0.85 * side), 0.08, suit, color)


def _pip(ink: Ink, at: Point, size: float, suit: int, color: Bgr) -> None:
    """Draw a diamond, a heart, a spade or a club."""
    x, y = at
    low = 0.75 * size  # a face is higher than wide
    if suit == 0:
        ink.shape([(x, y - low), (x + 0.8 * size, y), (x, y + low), (x - 0.8 * size, y)], color)
        return
    way = -1 if suit == 1 else 1  # a heart stands on its tip
    for side in (-1, 1):
        ink.disc((x + 0.45 * side * size, y + 0.2 * way * low), 0.5 * size, color)
    if suit == 3:
        ink.disc((x, y - 0.5 * low), 0.5 * size, color)
    else:
        broad = y + 0.3 * way * low
        ink.shape([(x - size, broad), (x + size, broad), (x, y - way * low)], color)
    if suit > 1:
        foot = y + 1.1 * low
        ink.shape([(x, y), (x + 0.4 * size, foot), (x - 0.4 * size, foot)], color)


DOMINOES: Final = tuple(itertools.combinations_with_replacement(range(1, 7), 2))
"""Pips of dominoes' ends."""
_ENDS: Final = ((4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""Which of nine places the pips of a domino's end from one to six have."""


def draw_domino(ink: Ink, ends: tuple[int, ...], rng: np.random.Generator, is_dark: bool) -> None:
    """Draw a domino with *ends*, the pips of its two ends, on a dark body or on a pale one."""
    plain: Bgr = (235, 240, 240) if is_dark else (30, 25, 25)
    red: Bgr = (50, 40, 210)
    wide, tall, size = rng.uniform(0.3, 0.65), rng.uniform(0.2, 0.3), rng.uniform(0.09, 0.2)
    reddish = (1, 4) if rng.random() < 0.6 else ()
    large = rng.uniform(1.0, 1.7)
    across = rng.random() < 0.3  # a six lies in two lines across, or in two columns
    for middle, count in zip((-0.48, 0.48), ends, strict=True):
        for place in _ENDS[count - 1]:
            y, x = place // 3 - 1, place % 3 - 1
            x, y = (y, x) if across else (x, y)
            spot = (float(x * wide), float(middle + y * tall))
            color = red if count in reddish else plain
            ink.disc(spot, float(size * (large if count == 1 else 1)), color)
    if rng.random() < 0.4:
        ink.line([(-0.8, 0), (0.8, 0)], 0.04, plain)
