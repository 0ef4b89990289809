"""The result of a session as one picture that needs nothing beside it: to keep and to send on.

What stands where is told once, as shapes: here they become SVG, in `kiosk.web.svg.result_png` PNG.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import segno
from markupsafe import Markup, escape

from kiosk.i18n import number, signed
from kiosk.web.svg.qr import QUIET

WIDTH: Final = 1000
TOP: Final = 150
ROW: Final = 84
NAME_LEFT: Final = 120
NAME_SIZE: Final = 40
CODE: Final = 230
"""Edge of the QR code with its quiet zone."""
ROUND: Final = 24
FIRST_WIDE: Final = "\u2e80"
"""From here on signs are as wide as they are high."""
FONTS: Final = "Noto Sans JP Variable, Noto Sans SC Variable, Noto Sans TC Variable, sans-serif"
FELT: Final = "#0f2b22"
PANEL: Final = "#17392e"
TEXT: Final = "#f6f3e7"
QUIET_TEXT: Final = "#bfd2c6"
GAIN: Final = "#8fe3b0"
LOSS: Final = "#ff9b82"
PLAIN: Final = 400
BOLD: Final = 800


@dataclass(frozen=True, slots=True)
class CardRow:
    """Somebody's line: the points, and what the game brought."""

    place: int
    name: str
    total: int
    result: int
    beside: str = ""
    """What the person has beside the points: `Chips +3`."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    x: int
    y: int
    wide: int
    high: int
    round: int
    fill: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text whose foot is at *y*; it begins at *x*, or ends there."""

    x: int
    y: int
    size: int
    text: str
    fill: str = TEXT
    weight: int = PLAIN
    is_right: bool = False


@dataclass(frozen=True, slots=True)
class Dots:
    """A QR code on white, `CODE` wide."""

    x: int
    y: int
    code: segno.QRCode

    @property
    def scale(self) -> float:
        """Return how wide one of its dots is."""
        return CODE / (len(self.code.matrix) + 2 * QUIET)

    def dark(self) -> Iterator[tuple[int, int]]:
        """Yield column and row of every dark dot."""
        for row, line in enumerate(self.code.matrix):
            yield from ((column, row) for column, is_dark in enumerate(line) if is_dark)


@dataclass(frozen=True, slots=True)
class Card:
    """The picture of a result: its title and what is drawn, one after another."""

    title: str
    high: int
    shapes: tuple[Box | Words | Dots, ...]


def result_card(title: str, day: str, rows: Sequence[CardRow], code: segno.QRCode) -> Card:
    """Return the picture of a result, *rows* by place, with the *code*."""
    high = TOP + max(ROW * len(rows), CODE) + 30
    left = WIDTH - CODE - 30
    return Card(
        title,
        high,
        (
            Box(0, 0, WIDTH, high, ROUND, FELT),
            _fit(Words(40, 70, 44, title), WIDTH - 80),
            _fit(Words(40, 116, 28, day, QUIET_TEXT), WIDTH - 80),
            *(
                shape
                for at, row in enumerate(rows)
                for shape in _line(row, TOP + ROW * at, left - 20)
            ),
            Dots(left, TOP, code),
        ),
    )


def _line(row: CardRow, y: int, right: int) -> Iterator[Box | Words]:
    foot = y + (42 if row.beside else 54)
    yield Box(30, y, right - 30, ROW - 12, 12, PANEL)
    beside = Words(right - 16, y + 65, 20, row.beside, QUIET_TEXT, is_right=True)
    yield from (_fit(beside, right - NAME_LEFT),) if row.beside else ()
    yield _fit(Words(52, foot, NAME_SIZE, f"{row.place}.", weight=BOLD), 60)
    yield _fit(Words(NAME_LEFT, foot, NAME_SIZE, row.name), right - NAME_LEFT - 330)
    total = number(row.total)
    yield Words(right - 150, foot, NAME_SIZE, total, weight=BOLD, is_right=True)
    color = LOSS if row.result < 0 else GAIN
    yield Words(right - 16, foot, 28, signed(row.result), color, BOLD, is_right=True)


def _fit(words: Words, room: int) -> Words:
    """Return *words* at most *room* wide."""
    wide = sum(1.0 if sign >= FIRST_WIDE else 0.62 for sign in words.text)
    size = min(words.size, int(room / wide)) if wide else words.size
    return replace(words, size=size)


def card_svg(card: Card) -> Markup:
    """Return *card* as SVG."""
    return Markup(  # noqa: S704 - built from numbers, words are escaped
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {card.high}"'
        f' width="{WIDTH}" height="{card.high}" role="img" aria-label="{escape(card.title)}"'
        f' font-family="{FONTS}">{"".join(map(_svg, card.shapes))}</svg>'
    )


def _svg(shape: Box | Words | Dots) -> str:
    match shape:
        case Box(x, y, wide, high, round_, fill):
            return (
                f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{round_}"'
                f' fill="{fill}"/>'
            )
        case Words():
            anchor = ' text-anchor="end"' if shape.is_right else ""
            return (
                f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}"'
                f' font-weight="{shape.weight}" fill="{shape.fill}"{anchor}>'
                f"{escape(shape.text)}</text>"
            )
        case Dots(x, y):
            inner = shape.scale * QUIET
            dark = "".join(f"M{column} {row}h1v1h-1z" for column, row in shape.dark())
            return (
                f'<rect x="{x}" y="{y}" width="{CODE}" height="{CODE}" fill="#fff"/>'
                f'<path transform="translate({x + inner:.2f} {y + inner:.2f})'
                f' scale({shape.scale:.4f})" fill="#000" shape-rendering="crispEdges" d="{dark}"/>'
            )
