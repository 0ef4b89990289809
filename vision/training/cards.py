"""Pictures of cards and dominoes, whatever is printed on them, as people lay them.

What is learned from them is what all have in common: flat or thick, higher than wide, all of one
pack alike, in rows, strips, fans, piles and anyhow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.solids import Material, Solid, back_top, face_on_body
from vision.training.backgrounds import SIDE
from vision.training.ink import WIDTH, Bgr, Ink
from vision.training.material import Sample
from vision.training.pictures import (
    DOMINOES,
    draw_animal,
    draw_bird,
    draw_card,
    draw_domino,
    draw_dragon,
    draw_plant,
)
from vision.training.placing import SPACE, center, lay, move
from vision.training.scenes import Picture, make_opaque, paint_picture, view_from_above

_SHAPES: Final = (1.2, 2.7)
"""Height over width: playing cards 1.4, flower cards 1.64, Chinese dominoes 2.4."""
_FACES: Final = 12
"""Different faces of a pack that one picture shows at most."""
_BACKS: Final = 0.12
"""Share of the cards that lie face down."""
_THICK: Final = 0.4
"""Share of the packs that are of dominoes, 5 to 12 mm thick at 26 mm of width."""


@dataclass(frozen=True, slots=True)
class _Pack:
    """Cards of one make: 26 mm wide, as everything here is laid out in widths."""

    size: tuple[float, float, float]
    material: Material
    faces: list[NDArray[np.uint8]]
    back: NDArray[np.uint8]

    def card(self, rng: np.random.Generator) -> Solid:
        """Return a card of the pack by chance, at the origin."""
        is_back = bool(rng.random() < _BACKS)
        top = self.back if is_back else self.faces[int(rng.integers(len(self.faces)))]
        half = float(np.pi * rng.integers(2))
        return Solid((0.0, 0.0), half, self.size, top, shade=float(rng.normal(1.0, 0.02)))


def invent_cards(rng: np.random.Generator, samples: list[Sample]) -> Picture:
    """Return a new picture of cards; some have the faces of *samples*."""
    view, wide_px = view_from_above(rng)
    pack = _pack(rng, samples)
    reach = float(SIDE / wide_px * SPACE[0] * 0.62)
    groups = [_WAYS[int(rng.integers(len(_WAYS)))](rng, pack) for _ in range(45)]
    cards = [card for group in lay(rng, groups, reach) for card in group]
    return paint_picture(rng, view, pack.material, (cards, []), has_sheets=False)


def _pack(rng: np.random.Generator, samples: list[Sample]) -> _Pack:
    is_thick = bool(rng.random() < _THICK)
    high = float(rng.uniform(5, 12) if is_thick else rng.uniform(0.3, 1.5))
    shape = float(rng.uniform(*_SHAPES))
    body, back = _paper(rng), _any_color(rng)
    edge = body if is_thick or rng.random() < 0.5 else back
    frame = float(rng.uniform(0.02, 0.09)) if rng.random() < 0.55 else 0.0
    lines: tuple[Bgr, ...] = (edge, _any_color(rng), (25.0, 25.0, 25.0))
    line = lines[int(rng.integers(3))]
    bend = 0.03 if rng.random() < 0.4 else 0.09
    size = (WIDTH, round(WIDTH * shape))

    def finish(top: NDArray[np.uint8]) -> NDArray[np.uint8]:
        sheet = np.asarray(cv2.resize(top, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        if frame:
            thick = max(1, round(2 * frame * WIDTH))
            alpha = sheet[:, :, 3].copy()
            cv2.rectangle(sheet, (0, 0), (size[0] - 1, size[1] - 1), (*line, 255.0), thick)
            sheet[:, :, 3] = alpha
        return sheet

    paper = Material(face=body)
    draw = _domino if is_thick and rng.random() < 0.7 else _art
    inks = [draw(rng, samples, body) for _ in range(int(rng.integers(1, _FACES)))]
    faces = [finish(face_on_body(ink, paper, bend)) for ink in inks]
    plain = finish(back_top(size, Material(back=body if is_thick else back), bend))
    return _Pack((SPACE[0], SPACE[0] * shape, high), Material(edge, edge), faces, plain)


def _any_color(rng: np.random.Generator) -> Bgr:
    blue, green, red = (float(value) for value in rng.uniform(10, 245, 3))
    return blue, green, red


def _paper(rng: np.random.Generator) -> Bgr:
    """Return what cards are made of: mostly white or ivory, some black, some anything."""
    chance = rng.random()
    if chance > 0.7:
        return _any_color(rng)
    tone = float(rng.uniform(15, 70) if chance < 0.22 else rng.uniform(195, 250))
    tint = rng.uniform((-30, -8, -4), (2, 2, 2))
    blue, green, red = (float(np.clip(tone + part, 5, 252)) for part in tint)
    return blue, green, red


def _domino(rng: np.random.Generator, _samples: list[Sample], body: Bgr) -> NDArray[np.uint8]:
    ink = Ink()
    draw_domino(ink, DOMINOES[int(rng.integers(len(DOMINOES)))], rng, sum(body) < 330)
    return ink.face()


def _art(rng: np.random.Generator, samples: list[Sample], _body: Bgr) -> NDArray[np.uint8]:
    """Return the print of a card: a tile's, a playing card's, or a picture with a ground."""
    chance = rng.random()
    if chance < 0.12:
        return make_opaque(samples[int(rng.integers(len(samples)))].top)
    ink = Ink()
    if chance < 0.3:
        draw_card(ink, rng)
        return ink.face()
    _scenery(ink, rng)
    inks = (_any_color(rng), _any_color(rng), _any_color(rng))
    for _ in range(int(rng.integers(1, 3))):
        kind = int(rng.integers(5))
        if kind < 2:
            draw_plant(ink, int(rng.integers(1, 9)), rng, inks)
        elif kind == 2:
            draw_bird(ink, rng, inks)
        elif kind == 3:
            draw_dragon(ink, rng, inks[0])
        else:
            draw_animal(ink, int(rng.integers(1, 5)), rng, inks)
    return ink.face()


def _scenery(ink: Ink, rng: np.random.Generator) -> None:
    """Paint a sky, a hill, a sun and a strip of writing, each at times."""
    if rng.random() < 0.3:
        ink.box((-1, -1), (1, 1), 0, _any_color(rng))
    if rng.random() < 0.5:
        x, y = np.linspace(-1, 1, 9), rng.uniform(-0.4, 0.6)
        hill = [(float(at), float(y + rng.normal(0, 0.1))) for at in x]
        color: Bgr = (30.0, 30.0, 30.0) if rng.random() < 0.4 else _any_color(rng)
        ink.shape([*hill, (1.0, 1.0), (-1.0, 1.0)], color)
    if rng.random() < 0.3:
        at = (float(rng.uniform(-0.5, 0.5)), float(rng.uniform(-0.7, 0.2)))
        ink.disc(at, float(rng.uniform(0.2, 0.7)), _any_color(rng))
    if rng.random() < 0.2:
        left, top = float(rng.uniform(-0.7, 0.3)), float(rng.uniform(-0.8, 0.0))
        ink.box((left, top), (left + 0.35, top + 0.8), 0, _any_color(rng))


def _rows(rng: np.random.Generator, pack: _Pack) -> list[Solid]:
    """Return rows, touching or apart, of cards side by side or end to end."""
    rows, columns = int(rng.choice((1, 1, 1, 2, 3))), int(rng.integers(1, 11))
    gap = float(rng.choice((0.0, 0.3, 1.5, 5.0, 12.0, 40.0)))
    wide, tall, _ = pack.size
    end_to_end = bool(rng.random() < 0.2)
    if end_to_end:
        wide, tall, columns = tall, wide, min(columns, 5)
    cards = []
    for row in range(rows):
        for column in range(columns):
            off = rng.normal(0, 0.15 + 0.2 * gap, 2) * (gap > 0)
            spot = np.array([column * (wide + gap), row * (tall + gap)]) + off
            turn = float(rng.normal(0, 0.006 + 0.008 * gap)) + np.pi / 2 * end_to_end
            cards.append(move(pack.card(rng), spot, turn))
    return center(cards)


def _fan(rng: np.random.Generator, pack: _Pack) -> list[Solid]:
    """Return a row in which each card lies on a part of the one before."""
    step, bow = pack.size[0] * float(rng.uniform(0.45, 0.95)), float(rng.normal(0, 0.04))
    count = int(rng.integers(2, 9))
    off = np.arange(count, dtype=np.float64) - count / 2
    return center(
        _heap(rng, pack, np.stack([off * step, bow * step * off**2], 1), np.asarray(bow * off))
    )


def _pile(rng: np.random.Generator, pack: _Pack) -> list[Solid]:
    """Return a pile, of which only the uppermost card is to be found."""
    count, untidy = int(rng.integers(2, 7)), float(rng.choice((0.2, 1.0, 3.0)))
    turns = rng.normal(0, 0.02 * untidy, count)
    return _heap(rng, pack, rng.normal(0, untidy, (count, 2)), turns)


def _anyhow(rng: np.random.Generator, pack: _Pack) -> list[Solid]:
    """Return cards as they fell, some over others."""
    count, reach = int(rng.integers(2, 12)), float(rng.uniform(20, 110))
    turns = rng.uniform(-np.pi, np.pi, count)
    return _heap(rng, pack, rng.uniform(-reach, reach, (count, 2)), turns)


def _heap(
    rng: np.random.Generator, pack: _Pack, spots: NDArray[np.float64], turns: NDArray[np.float64]
) -> list[Solid]:
    """Return a card at each of *spots*, N×2, turned by *turns*, each over the ones before."""
    cards = [
        move(pack.card(rng), spot, float(turn)) for spot, turn in zip(spots, turns, strict=True)
    ]
    return [replace(card, base_mm=place * pack.size[2]) for place, card in enumerate(cards)]


_WAYS: Final[tuple[Callable[[np.random.Generator, _Pack], list[Solid]], ...]] = (
    _rows,
    _rows,
    _rows,
    _rows,
    _fan,
    _pile,
    _anyhow,
)
