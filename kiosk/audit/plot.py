"""The audit as a picture: bars against what fair ones give, and pairs as a field of squares."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from kiosk.audit.shuffle import SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kiosk.audit.dice import DiceAudit
    from kiosk.audit.shuffle import ShuffleAudit

WIDTH: Final = 720
BAR_AREA: Final = 180
FOOT: Final = 34
GAP: Final = 12
CELL: Final = 30
LINE: Final = 20
SIGMAS: Final = 3.0
"""Fair counts leave the band drawn about once in four hundred times each."""

_STYLE: Final = """
<style>
text { font: 13px sans-serif; fill: #222 } .title { font-weight: bold }
.bar { fill: #3f6f9f } .odd { fill: #b3402e } .band { fill: #cfe3cf } .want { stroke: #2a6b2a }
</style>
"""


def dice_picture(audits: Sequence[DiceAudit]) -> str:
    """Return the SVG of *audits*, one under the other: faces on the left, pairs on the right."""
    parts, top = [], GAP
    for audit in audits:
        parts.append(_words(audit.words()[:1], top, "title"))
        if audit.looked_at:
            expected = [sum(audit.faces) / 6] * 6
            labels = [str(face) for face in range(1, 7)]
            parts.append(_bars(labels, expected, audit.faces, top + LINE))
            parts.append(_pairs(audit.pairs, top + LINE))
            top += BAR_AREA + FOOT + LINE
        top += LINE
        parts.append(_words(audit.words()[1:], top))
        top += LINE * len(audit.words())
    return _svg(parts, top)


def shuffle_picture(audit: ShuffleAudit) -> str:
    """Return the SVG of *audit*: which suits were turned up, and what was found in words."""
    parts, top = [_words(audit.words()[:1], GAP, "title")], GAP + LINE
    if audit.looked_at:
        parts.append(_bars(SUITS, audit.expected, audit.turned, top))
        top += BAR_AREA + FOOT + LINE
    parts.append(_words(audit.words()[1:], top))
    return _svg(parts, top + LINE * len(audit.words()))


def _svg(parts: Iterable[str], height: float) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height + GAP:g}">'
    return head + _STYLE + "\n".join(parts) + "\n</svg>\n"


def _words(lines: Iterable[str], top: float, kind: str = "") -> str:
    return "\n".join(
        f'<text x="{GAP}" y="{top + LINE * (number + 1):g}" class="{kind}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )


def _bars(
    labels: Sequence[str], expected: Sequence[float], counts: Sequence[int], top: float
) -> str:
    """Return a bar for each count, with the band in which fair ones lie behind it."""
    bounds = [_band(want, sum(counts)) for want in expected]
    highest = max([*counts, *(high for _, high in bounds), 1])
    wide = (WIDTH / 2 - 2 * GAP) / len(labels)
    foot = top + LINE + BAR_AREA

    def at(value: float) -> float:
        return foot - BAR_AREA * value / highest

    parts = []
    for place, label in enumerate(labels):
        left, (low, high), count = GAP + wide * place, bounds[place], counts[place]
        kind = "bar" if low <= count <= high else "odd"
        parts += [
            _box(left, at(high), wide - 4, at(low) - at(high), "band"),
            _box(left + wide / 4, at(count), wide / 2 - 4, foot - at(count), kind),
            f'<line x1="{left:g}" x2="{left + wide - 4:g}" y1="{at(expected[place]):g}" '
            f'y2="{at(expected[place]):g}" class="want"/>',
            f'<text x="{left:g}" y="{foot + 16:g}">{escape(label)}: {count}</text>',
        ]
    return "\n".join(parts)


def _band(expected: float, total: int) -> tuple[float, float]:
    """Return between which counts a fair one lies nearly always."""
    share = expected / total if total else 0.0
    spread = SIGMAS * math.sqrt(max(0.0, expected * (1 - share)))
    return max(0.0, expected - spread), expected + spread


def _pairs(pairs: Sequence[Sequence[int]], top: float) -> str:
    """Return a square for each pair of faces, the darker the commoner."""
    left, most = WIDTH / 2 + 3 * GAP, max(max(map(max, pairs)), 1)
    parts = [f'<text x="{left:g}" y="{top + LINE - 6:g}">first die down, second across</text>']
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
