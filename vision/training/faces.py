"""Tile faces of endless invented sets: what the classifier learns from besides photographs.

Each `Style` is one set: inks, lettering, how circles and bamboos are cut, corner
figures, frame of the white dragon, red fives. `draw` gives one face of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.training.glyphs import MODERN, Glyphs, has
from vision.training.ink import Bgr, Ink, Point, bend_face, vary_letter
from vision.training.pictures import (
    Caption,
    draw_animal,
    draw_bird,
    draw_dragon,
    draw_plant,
    invent_caption,
)

_NUMERALS: Final = "一二三四五六七八九"
_THEMES: Final = ("梅蘭菊竹", "福祿壽貴", "琴棋書畫", "漁樵耕讀")
_USUAL: Final = 0.85
"""Share of the sets with the first of the themes, as nearly all that are sold, and its plants."""
_SEASONS: Final = ("SPR", "SUM", "AUT", "WIN")
_CIRCLES: Final[dict[int, str]] = {
    1: "1",
    2: "13",
    3: "123",
    4: "1133",
    5: "11233",
    6: "112222",
    7: "1112222",
    8: "11111111",
    9: "111222333",
}
"""Which of a set's three inks each circle has, in the order of `circle_places`."""

_RED_ROWS: Final = ((5, 0.0), (7, -0.64))


@dataclass(frozen=True, slots=True)
class Style:
    """One invented set."""

    glyphs: Glyphs
    signs: Glyphs
    inks: tuple[Bgr, Bgr, Bgr]
    """Dark (or blue), red, green."""
    circle: int
    bamboo: int
    stroke: float
    index: int
    """0 none, 1 at the left, 2 at the right, 3 at both ends."""
    index_size: float
    white: int
    bird: int
    formal_five: bool
    dark_wan: bool
    spread: float
    plant_seed: int
    swap: int
    """How the three inks are dealt to the circles of one face."""
    modern: bool
    """Whether letters are written as on the mainland."""
    dragons: bool
    """Whether green and red dragon are pictures."""
    theme: str
    """What the second four flowers are."""
    caption: Caption
    plants: tuple[int, ...]
    """Which plant each of the eight flowers shows."""
    english: bool
    """Whether the seasons are named in English."""
    warp: float
    """How far the cutter's hand strays, of half a face's width."""

    def letter(self, text: str) -> NDArray[np.uint8]:
        """Return the mask of *text*, in the form that the set and its font write."""
        other = MODERN.get(text, text)
        first, second = (other, text) if self.modern else (text, other)
        return self.glyphs[first if first in self.glyphs else second]


def invent(rng: np.random.Generator, fonts: list[Glyphs], signs: list[Glyphs]) -> Style:
    """Return a new set."""
    dark: tuple[Bgr, ...] = ((30, 25, 25), (120, 50, 20), (150, 60, 20), (60, 40, 30))
    red: tuple[Bgr, ...] = ((35, 30, 190), (50, 40, 215), (30, 30, 160), (60, 60, 200))
    green: tuple[Bgr, ...] = ((60, 110, 25), (50, 85, 20), (80, 130, 40), (70, 90, 0))
    wobble = rng.uniform(0.8, 1.25, 3)
    inks = tuple(
        tuple(float(np.clip(channel * w, 0, 255)) for channel in group[rng.integers(len(group))])
        for group, w in zip((dark, red, green), wobble, strict=True)
    )
    glyphs = lettering(rng, fonts)
    usual, *others = [theme for theme in _THEMES if has(glyphs, theme)]
    is_usual = not others or rng.random() < _USUAL
    theme = usual if is_usual else others[int(rng.integers(len(others)))]
    return Style(
        glyphs=glyphs,
        signs=signs[rng.integers(len(signs))],
        inks=inks,  # type: ignore[arg-type]  # three of three channels by construction
        circle=int(rng.integers(6)),
        bamboo=int(rng.integers(5)),
        stroke=float(rng.uniform(0.8, 1.25)),
        index=int(rng.choice((0, 0, 0, 1, 2, 3))),
        index_size=float(rng.uniform(0.2, 0.34)),
        white=int(rng.integers(7)),
        bird=int(rng.integers(1 << 30)),
        formal_five=bool(rng.random() < 0.8),
        dark_wan=bool(rng.random() < 0.1),
        spread=float(rng.uniform(0.88, 1.08)),
        plant_seed=int(rng.integers(1 << 30)),
        swap=int(rng.integers(4)),
        modern=bool(rng.random() < 0.2),
        dragons=bool(rng.random() < 0.12),
        theme=theme,
        caption=invent_caption(rng),
        plants=tuple(range(1, 9)) if is_usual else tuple(rng.integers(1, 9, 8).tolist()),
        english=bool(rng.random() < 0.12),
        warp=float(rng.choice((0.0, 0.0, 0.015, 0.03, 0.04))),
    )


def lettering(rng: np.random.Generator, fonts: list[Glyphs]) -> Glyphs:
    """Return the letters of a new set: of one font or of several, thinner, bolder or slanted."""
    main = fonts[rng.integers(len(fonts))]
    mixed = rng.uniform(0.1, 0.7) if rng.random() < 0.4 else 0.0
    lean = float(rng.normal(0, 0.12)) if rng.random() < 0.4 else 0.0
    weight = int(rng.integers(-5, 10)) if rng.random() < 0.5 else 0
    letters = {}
    for text, mask in main.items():
        other = fonts[rng.integers(len(fonts))].get(text) if rng.random() < mixed else None
        letters[text] = vary_letter(mask if other is None else other, lean, weight)
    return letters


def circle_places(count: int, spread: float = 1.0) -> tuple[list[Point], float]:
    """Return where *count* circles lie and their radius."""
    x, y = 0.42 * spread, 0.62 * spread
    if count == 1:
        return [(0.0, 0.0)], 0.62 * spread
    if count in (2, 3):
        side = x if count == 3 else 0.0
        middle = [(0.0, 0.0)] if count == 3 else []
        return [(-side, -y * 0.85), *middle, (side, y * 0.85)], 0.34
    if count in (4, 5):
        middle = [(0.0, 0.0)] if count == 5 else []
        corners = [(-x, -y), (x, -y)], [(-x, y), (x, y)]
        return [*corners[0], *middle, *corners[1]], 0.34 if count == 4 else 0.3
    if count == 6:
        rows = (-y, 0.12, y)
        return [(side, row) for row in rows for side in (-x, x)], 0.29
    if count == 7:
        slope = [(-0.52, -0.76), (0.0, -0.58), (0.52, -0.4)]
        return [*slope, *((side, row) for row in (0.14, 0.66) for side in (-x, x))], 0.25
    columns = (-x, x) if count == 8 else (-0.55, 0.0, 0.55)
    rows8 = np.linspace(-0.74, 0.74, 4) if count == 8 else np.linspace(-0.64, 0.64, 3)
    return [(c, float(r)) for r in rows8 for c in columns], 0.225 if count == 8 else 0.26


def _circle(ink: Ink, at: Point, radius: float, style: Style, color: Bgr) -> None:
    thick = 0.07 * style.stroke * (radius / 0.3) ** 0.5
    if style.circle in (0, 1, 2):
        ink.ring(at, radius - thick / 2, thick, color)
        ink.ring(at, radius * 0.55, thick * (0.7 if style.circle else 1), color)
        ink.disc(at, radius * (0.3, 0.15, 0.22)[style.circle], color)
        return
    ink.disc(at, radius, color)
    if style.circle == 3:
        for turn in np.arange(4) * np.pi / 2 + np.pi / 4:
            spot = (at[0] + 0.5 * radius * np.cos(turn), at[1] + 0.37 * radius * np.sin(turn))
            ink.hole(spot, radius * 0.22)
        return
    ink.hole(at, radius * 0.68)
    petals = 5 if style.circle == 4 else 8
    for turn in np.arange(petals) * 2 * np.pi / petals:
        spot = (at[0] + 0.4 * radius * np.cos(turn), at[1] + 0.3 * radius * np.sin(turn))
        ink.disc(spot, radius * (0.2 if petals == 5 else 0.12), color)
    ink.disc(at, radius * 0.16, color)


def _big_circle(ink: Ink, style: Style) -> None:
    dark, red, green = style.inks
    outer = green if style.swap % 2 else dark
    radius = 0.6 * style.spread
    ink.ring((0, 0), radius, 0.07 * style.stroke, outer)
    if style.circle % 3 == 0:
        ink.ring((0, 0), radius * 0.78, 0.04, outer)
    petals = 8 + 4 * (style.circle % 3)
    for turn in np.arange(petals) * 2 * np.pi / petals:
        spot = (0.6 * radius * np.cos(turn), 0.45 * radius * np.sin(turn))
        color = outer if style.circle % 2 else red
        if style.bird % 3:
            ink.disc(spot, radius * 0.13, color)
        else:
            leaf = (radius * 0.3, radius * 0.1)
            ink.oval(spot, leaf, float(np.degrees(turn)), color, 0.03 * (style.bird % 2))
    ink.disc((0, 0), radius * 0.3, red)
    ink.hole((0, 0), radius * 0.12)


def _circles(ink: Ink, count: int, style: Style, red_face: bool) -> None:
    if count == 1:
        _big_circle(ink, style)
        return
    dark, red, green = style.inks
    deal = ((dark, red, green), (green, red, dark), (green, red, green), (dark, red, dark))
    places, radius = circle_places(count, style.spread)
    radius *= 1.0 if style.circle < 3 else 0.95
    for place, which in zip(places, _CIRCLES[count], strict=True):
        color = red if red_face else deal[style.swap]["123".index(which)]
        _circle(ink, place, radius * min(1.1, style.spread), style, color)


def _stick(ink: Ink, at: Point, half: float, style: Style, color: Bgr) -> None:
    x, y = at
    wide = 0.095 * style.stroke
    joints = 2 if style.bamboo % 2 else 3
    if style.bamboo == 4:
        ink.box((x - wide, y - half), (x + wide, y + half), 0.045, color)
        ink.line([(x - wide, y), (x + wide, y)], 0.05, color)
        return
    for i in range(joints):
        middle = y - half + (2 * i + 1) * half / joints
        lobe = (wide * (1.15 if style.bamboo < 2 else 0.9), half / joints * 1.28)
        ink.oval((x, middle), lobe, 0, color, 0 if style.bamboo in (0, 3) else 0.05)
    for i in range(joints + 1):
        node = y - half + 2 * i * half / joints
        ink.line([(x - wide * 1.25, node), (x + wide * 1.25, node)], 0.05, color)


def _bamboos(ink: Ink, count: int, style: Style, red_face: bool) -> None:
    dark, red, green = style.inks
    green = dark if style.swap == 3 else green
    if count == 8:
        _eight_bamboos(ink, style, green)
        return
    x = 0.5 * style.spread
    rows: dict[int, list[tuple[float, list[float]]]] = {
        2: [(-0.45, [0.0]), (0.45, [0.0])],
        3: [(-0.45, [0.0]), (0.45, [-x * 0.8, x * 0.8])],
        4: [(-0.45, [-x * 0.8, x * 0.8]), (0.45, [-x * 0.8, x * 0.8])],
        5: [(-0.45, [-x, x]), (0.0, [0.0]), (0.45, [-x, x])],
        6: [(-0.45, [-x, 0.0, x]), (0.45, [-x, 0.0, x])],
        7: [(-0.64, [0.0]), (0.0, [-x, 0.0, x]), (0.64, [-x, 0.0, x])],
        9: [(row, [-x, 0.0, x]) for row in (-0.64, 0.0, 0.64)],
    }
    half = 0.36 if count < 7 else 0.27
    for y, columns in rows[count]:
        for column in columns:
            special = (count, y) in _RED_ROWS or (count == 9 and column == 0.0)
            _stick(ink, (column, y), half, style, red if special or red_face else green)


def _eight_bamboos(ink: Ink, style: Style, color: Bgr) -> None:
    """Draw the eight: an M above a W (or the other way), upright ones at the sides."""
    side = 0.6 * style.spread
    for row in (-0.45, 0.45):
        for column in (-side, side):
            _stick(ink, (column, row), 0.34, style, color)
    for row, lean in ((-0.42, 1), (0.42, -1)):
        for column, way in ((-0.27, 1), (0.27, -1)):
            stick = Ink()
            _stick(stick, (column, row), 0.3, style, color)
            ink.overlay(-28 * way * lean * (1 if style.bird % 3 else -1), (column, row), stick)


def _index(ink: Ink, text: str, style: Style) -> None:
    """Put the corner figure on, where the set has one."""
    sign = style.signs.get(text)
    if sign is None or not style.index:
        return
    size = (style.index_size * sign.shape[1] / sign.shape[0] * 1.1, style.index_size * 0.75)
    color = style.inks[style.plant_seed % 2]
    if style.index in (1, 3):
        ink.stamp(sign, (-0.8, -0.82), size, color)
    if style.index in (2, 3):
        upright = style.index == 2
        mask = sign if upright else np.ascontiguousarray(sign[::-1, ::-1])
        ink.stamp(mask, (0.8, -0.82 if upright else 0.82), size, color)


def _character(
    ink: Ink, mask: NDArray[np.uint8], at: Point, size: tuple[float, float], color: Bgr
) -> None:
    tall, wide = mask.shape
    aspect = np.clip(wide / tall, 0.2, 6)
    box = (size[0] * min(1.0, aspect**0.5), size[1] * min(1.0, aspect**-0.7))
    ink.stamp(mask, at, box, color)


def _characters(ink: Ink, rank: int, style: Style, red_face: bool) -> None:
    dark, red, _ = style.inks
    letter = "伍" if rank == 5 and style.formal_five else _NUMERALS[rank - 1]
    top = red if red_face else dark
    size = (1.05 * style.spread, 0.72 * style.spread)
    _character(ink, style.letter(letter), (0, -0.45), size, top)
    wan = dark if style.dark_wan and not red_face else red
    size = (1.1 * style.spread, 0.85 * style.spread)
    _character(ink, style.letter("萬"), (0, 0.42), size, wan)


def _honor(ink: Ink, rank: int, style: Style) -> None:
    dark, red, green = style.inks
    if rank == 5:
        _white(ink, style)
        return
    color = {6: green, 7: red}.get(rank, dark)
    if style.dragons and rank > 5:
        draw_dragon(ink, np.random.default_rng(style.bird), color)
        return
    size = (1.35 * style.spread, 1.3 * style.spread)
    _character(ink, style.letter("東南西北白發中"[rank - 1]), (0, 0), size, color)


def _white(ink: Ink, style: Style) -> None:
    """Draw the white dragon: blank, framed in several ways, or written."""
    color = style.inks[0] if style.swap else style.inks[style.circle % 3]
    if style.white <= 1:
        return
    wide, tall = 0.66 * style.spread, 0.78 * style.spread
    if style.white == 6:
        _character(ink, style.letter("白"), (0, 0), (1.2, 1.2), color)
        return
    ink.box((-wide, -tall), (wide, tall), 0.07 * style.stroke, color)
    if style.white >= 3:
        ink.box((-wide + 0.17, -tall + 0.13), (wide - 0.17, tall - 0.13), 0.05, color)
    if style.white == 4:
        for x in np.linspace(-wide, wide, 5):
            for y in (-tall + 0.06, tall - 0.06):
                ink.line([(x, y - 0.05), (x, y + 0.05)], 0.08, color)
    if style.white == 5 and "B" in style.signs:
        ink.stamp(style.signs["B"], (0, 0), (0.3, 0.25), color)


def _word(ink: Ink, style: Style, word: str, at: Point) -> None:
    """Print *word* in Latin letters about *at*."""
    for place, sign in enumerate(word):
        spot = (at[0] + 0.3 * (place - (len(word) - 1) / 2), at[1])
        ink.stamp(style.signs[sign], spot, (0.27, 0.24), style.inks[0])


def _flower(ink: Ink, number: int, style: Style) -> None:
    """Draw a season (1–4) or a plant (5–8)."""
    rng = np.random.default_rng(style.plant_seed + number)
    draw_plant(ink, style.plants[number - 1], rng, style.inks)
    caption, is_season = style.caption, number < 5
    color = style.inks[caption.season if is_season else caption.plant]
    if is_season and style.english:
        place = (0.35 * float(np.sign(caption.letter[0])), caption.letter[1])
        _word(ink, style, _SEASONS[number - 1], place)
    else:
        letter = style.letter(("春夏秋冬" + style.theme)[number - 1])
        size = (0.62 * caption.letter_size, 0.5 * caption.letter_size)
        _character(ink, letter, caption.letter, size, color)
    digit = style.signs.get(str((number - 1) % 4 + 1))
    if digit is not None and caption.digit_size:
        aspect = 1.15 * digit.shape[1] / digit.shape[0]
        size = (0.3 * caption.digit_size * aspect, 0.3 * caption.digit_size)
        ink.stamp(digit, caption.digit, size, color if rng.random() < 0.8 else style.inks[1])


def draw(code: str, style: Style) -> NDArray[np.uint8]:
    """Return the ink of *code* in *style*, H×W×4; `ink.WIDTH` × `ink.HEIGHT`."""
    ink = Ink()
    red_face, suit = code[0] == "0", code[1]
    rank = 5 if red_face else int(code[0])
    if suit in "mps":
        _draw_suited(ink, rank, suit, style, red_face)
    elif suit == "z":
        _honor(ink, rank, style)
        _index(ink, "ESWN?FC"[rank - 1], style)
    elif suit == "f":
        _flower(ink, rank, style)
    else:
        draw_animal(ink, rank, np.random.default_rng(style.plant_seed), style.inks)
    if red_face and style.bird % 2:
        ink.disc((0.78, -0.86), 0.09, style.inks[1])
    return bend_face(ink.face(), style.warp, np.random.default_rng(style.plant_seed + ord(suit)))


def _draw_suited(ink: Ink, rank: int, suit: str, style: Style, red_face: bool) -> None:
    if suit == "s" and rank == 1:
        draw_bird(ink, np.random.default_rng(style.bird), style.inks)
    else:
        draw_suit = {"m": _characters, "p": _circles, "s": _bamboos}[suit]
        draw_suit(ink, rank, style, red_face)
    if suit != "m" or style.plant_seed % 3:
        _index(ink, str(rank), style)
