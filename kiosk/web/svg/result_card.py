"""The result of a session as one picture that needs nothing beside it: to keep and to send on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
FIRST_WIDE: Final = "\u2e80"
"""From here on signs are as wide as they are high."""
FONTS: Final = "Noto Sans JP Variable, Noto Sans SC Variable, Noto Sans TC Variable, sans-serif"


@dataclass(frozen=True, slots=True)
class CardRow:
    """Somebody's line: the points, and what the game brought."""

    place: int
    name: str
    total: int
    result: int


def result_card(title: str, day: str, rows: Sequence[CardRow], code: segno.QRCode) -> Markup:
    """Return the picture of a result, *rows* by place, with the *code*."""
    height = TOP + max(ROW * len(rows), CODE) + 30
    left = WIDTH - CODE - 30
    lines = "".join(_line(row, TOP + ROW * at, left - 20) for at, row in enumerate(rows))
    return Markup(  # noqa: S704 - built from numbers, words are escaped
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="img" aria-label="{escape(title)}"'
        f' font-family="{FONTS}" fill="#f6f3e7">'
        f'<rect width="{WIDTH}" height="{height}" rx="24" fill="#0f2b22"/>'
        f"{_text(40, 70, 44, title, WIDTH - 80)}"
        f'<g fill="#bfd2c6">{_text(40, 116, 28, day, WIDTH - 80)}</g>'
        f"{lines}{_code(code, left, TOP)}</svg>"
    )


def _line(row: CardRow, y: int, right: int) -> str:
    base = y + 54
    room = right - NAME_LEFT - 330
    return (
        f'<rect x="30" y="{y}" width="{right - 30}" height="{ROW - 12}" rx="12" fill="#17392e"/>'
        f'<g font-weight="800">{_text(52, base, NAME_SIZE, f"{row.place}.", 60)}</g>'
        f"{_text(NAME_LEFT, base, NAME_SIZE, row.name, room)}"
        f'<g text-anchor="end" font-weight="800"><text x="{right - 150}" y="{base}"'
        f' font-size="{NAME_SIZE}">{number(row.total)}</text>'
        f'<text x="{right - 16}" y="{base}" font-size="28"'
        f' fill="{"#ff9b82" if row.result < 0 else "#8fe3b0"}">{signed(row.result)}</text></g>'
    )


def _text(x: int, y: int, size: int, words: str, room: int) -> str:
    """Return *words* at most *room* wide."""
    wide = sum(1.0 if sign >= FIRST_WIDE else 0.62 for sign in words)
    small = min(size, int(room / wide)) if wide else size
    return f'<text x="{x}" y="{y}" font-size="{small}">{escape(words)}</text>'


def _code(code: segno.QRCode, x: int, y: int) -> str:
    """Return the QR *code* on white, `CODE` wide."""
    modules = code.symbol_size(border=0)[0]
    scale = CODE / (modules + 2 * QUIET)
    dark = "".join(
        f"M{column} {row}h1v1h-1z"
        for row, line in enumerate(code.matrix)
        for column, is_dark in enumerate(line)
        if is_dark
    )
    inner = scale * QUIET
    return (
        f'<rect x="{x}" y="{y}" width="{CODE}" height="{CODE}" fill="#fff"/>'
        f'<path transform="translate({x + inner:.2f} {y + inner:.2f}) scale({scale:.4f})"'
        f' fill="#000" shape-rendering="crispEdges" d="{dark}"/>'
    )
