"""The audit as a picture: bars against what fair ones give, and pairs as a field of squares."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

from kiosk.fairness.dice import DiceAudit, Say
from kiosk.fairness.shuffle import SUITS, ShuffleAudit

WIDTH: Final = 720
BAR_AREA: Final = 180
FOOT: Final = 34
GAP: Final = 12
CELL: Final = 30
LINE: Final = 20
LONGEST: Final = 96
"""Latin letters that fit on a line of the drawing; of Chinese characters half as many."""

SIGMAS: Final = 3.0
"""Fair counts leave the band drawn about once in four hundred times each."""

_STYLE: Final = """
<style>
text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold }
.bar { fill: #3f6f9f } .odd { fill: #b3402e } .band { fill: #cfe3cf } .want { stroke: #2a6b2a }
</style>
"""


@dataclass(frozen=True, slots=True)
class Bars:
    """Counts beside what is expected of fair ones."""

    labels: Sequence[str]
    expected: Sequence[float]
    counts: Sequence[int]
    width: float
    """Of all bars together, in units of the drawing."""


def dice_picture(audits: Sequence[DiceAudit], t: Say) -> str:
    """Return the SVG of *audits*, one under the other: faces on the left, pairs on the right.

    The words are those of the catalogue that *say* speaks for.
    """
    parts, top = [], GAP
    for audit in audits:
        title, *notes = audit.words(t)
        parts.append(_words([title], top, "title"))
        top += 2 * LINE
        if audit.looked_at:
            labels = [str(face) for face in range(1, 7)]
            bars = Bars(labels, [sum(audit.faces) / 6] * 6, audit.faces, WIDTH / 2)
            parts += [_draw_bars(bars, top), _pairs(audit.pairs, top, t("audit.pairs.axes"))]
            top += BAR_AREA + FOOT + LINE
        lines = _fold(notes)
        parts.append(_words(lines, top))
        top += LINE * (len(lines) + 1)
    return _svg(parts, top)


def shuffle_picture(audit: ShuffleAudit, t: Say) -> str:
    """Return the SVG of *audit*: which suits were turned up, and what was found in words."""
    title, *notes = audit.words(t)
    parts, top = [_words([title], GAP, "title")], GAP + LINE
    if audit.looked_at:
        suits = [t(f"audit.suit.{suit}") for suit in SUITS]
        parts.append(_draw_bars(Bars(suits, audit.expected, audit.turned, WIDTH), top))
        top += BAR_AREA + FOOT + LINE
    lines = _fold(notes)
    parts.append(_words(lines, top))
    return _svg(parts, top + LINE * (len(lines) + 1))


def _fold(lines: Iterable[str]) -> list[str]:
    """Return *lines* cut where they are too long for the picture."""
    return [
        part
        for line in lines
        for part in textwrap.wrap(line.strip(), LONGEST if line.isascii() else LONGEST // 2)
    ]


def _svg(parts: Iterable[str], height: float) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height + GAP:g}">'
    return head + _STYLE + "\n".join(parts) + "\n</svg>\n"


def _words(lines: Iterable[str], top: float, kind: str = "") -> str:
    return "\n".join(
        f'<text x="{GAP}" y="{top + LINE * (number + 1):g}" class="{kind}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )


def _draw_bars(bars: Bars, top: float) -> str:
    """Return a bar for each count, with the band in which fair ones lie behind it."""
    total = sum(bars.counts)
    bounds = [_band(want, total) for want in bars.expected]
    highest = max([*bars.counts, *(high for _, high in bounds), 1])
    wide = (bars.width - 2 * GAP) / len(bars.labels)
    foot = top + LINE + BAR_AREA

    def at(value: float) -> float:
        return foot - BAR_AREA * value / highest

    parts = []
    for place, label in enumerate(bars.labels):
        left, (low, high), count = GAP + wide * place, bounds[place], bars.counts[place]
        kind, want = "bar" if low <= count <= high else "odd", at(bars.expected[place])
        parts += [
            _box(left, at(high), wide - 4, at(low) - at(high), "band"),
            _box(left + wide / 4, at(count), wide / 2 - 4, foot - at(count), kind),
            f'<line x1="{left:.1f}" x2="{left + wide - 4:.1f}" y1="{want:.1f}" y2="{want:.1f}" '
            'class="want"/>',
            f'<text x="{left:.1f}" y="{foot + 16:.1f}">{escape(label)}: {count}</text>',
        ]
    return "\n".join(parts)


def _band(expected: float, total: int) -> tuple[float, float]:
    """Return between which counts a fair one lies nearly always."""
    share = expected / total if total else 0.0
    spread = SIGMAS * math.sqrt(max(0.0, expected * (1 - share)))
    return max(0.0, expected - spread), expected + spread


def _pairs(pairs: Sequence[Sequence[int]], top: float, axes: str) -> str:
    """Return a square for each pair of faces, the darker the commoner."""
    left, most = WIDTH / 2 + 3 * GAP, max(max(map(max, pairs)), 1)
    parts = [f'<text x="{left:g}" y="{top + LINE - 6:g}">{escape(axes)}</text>']
    for row, line in enumerate(pairs):
        for column, count in enumerate(line):
            shade = 255 - round(175 * count / most)
            x, y = left + CELL * column, top + LINE + CELL * row
            parts.append(
                f'<rect x="{x:g}" y="{y:g}" width="{CELL - 1}" height="{CELL - 1}" '
                f'fill="rgb({shade},{shade},255)"/>'
                f'<text x="{x + 4:g}" y="{y + 19:g}">{count}</text>'
            )
    return "\n".join(parts)


def _box(left: float, top: float, width: float, height: float, kind: str) -> str:
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'class="{kind}"/>'
    )
