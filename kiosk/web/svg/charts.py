"""The running totals of a session as an SVG line chart that reads without colours too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from kiosk.i18n import number

WIDTH: Final = 720
HEIGHT: Final = 360
LEFT: Final = 78
RIGHT: Final = 150
TOP: Final = 16
BOTTOM: Final = 38
LABEL_GAP: Final = 26
"""Least distance between two labels at the lines' ends, in units of the drawing."""
MAX_TICKS: Final = 6
STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Line:
    """One player's totals after each hand, the start first."""

    name: str
    seat: int
    totals: tuple[int, ...]


def totals_chart(lines: Sequence[Line], label: str) -> Markup:
    """Return the chart of *lines*, which have all the same length of at least one."""
    lowest, highest = _span(lines)
    hands = len(lines[0].totals) - 1
    grid = "".join(_grid_line(value, lowest, highest) for value in _ticks(lowest, highest))
    curves = "".join(_curve(line, hands, (lowest, highest)) for line in lines)
    return Markup(  # noqa: S704 - built from numbers, names are escaped
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(label)}">{grid}{curves}{_labels(lines, (lowest, highest))}'
        f"{_hand_numbers(hands)}</svg>"
    )


def _span(lines: Sequence[Line]) -> tuple[int, int]:
    values = [total for line in lines for total in line.totals]
    return (min(values), max(values)) if min(values) < max(values) else (min(values), values[0] + 1)


def _ticks(lowest: int, highest: int) -> tuple[int, ...]:
    """Return round values between *lowest* and *highest*, at most `MAX_TICKS`."""
    size, power = 1, 1
    while (highest - lowest) // size >= MAX_TICKS:
        place = STEPS.index(size // power) + 1
        power *= 10 if place == len(STEPS) else 1
        size = power * STEPS[place % len(STEPS)]
    first = -(-lowest // size) * size
    return tuple(range(first, highest + 1, size))


def _x(hand: int, hands: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * hand / max(hands, 1)


def _y(total: int, span: tuple[int, int]) -> float:
    lowest, highest = span
    return TOP + (HEIGHT - TOP - BOTTOM) * (highest - total) / (highest - lowest)


def _grid_line(value: int, lowest: int, highest: int) -> str:
    y = _y(value, (lowest, highest))
    return (
        f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text class="tick" x="{LEFT - 10}" y="{y + 6:.1f}">{number(value)}</text>'
    )


def _curve(line: Line, hands: int, span: tuple[int, int]) -> str:
    points = [(_x(hand, hands), _y(total, span)) for hand, total in enumerate(line.totals)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in points)
    return f'<g class="curve seat-{line.seat}"><polyline points="{path}"/>{dots}</g>'


def _labels(lines: Sequence[Line], span: tuple[int, int]) -> str:
    """Return the names at the lines' ends, moved apart where they would overlap."""
    ranking = sorted(lines, key=lambda line: -line.totals[-1])
    texts: list[str] = []
    room_from = float(TOP)
    for place, line in enumerate(ranking):
        last_room = HEIGHT - BOTTOM - LABEL_GAP * (len(ranking) - 1 - place)
        y = min(max(_y(line.totals[-1], span), room_from), last_room)
        room_from = y + LABEL_GAP
        texts.append(
            f'<text class="end seat-{line.seat}" x="{WIDTH - RIGHT + 12}" y="{y + 6:.1f}">'
            f"{escape(line.name)}</text>"
        )
    return "".join(texts)


def _hand_numbers(hands: int) -> str:
    every = max(1, hands // 10)
    return "".join(
        f'<text class="tick-x" x="{_x(hand, hands):.1f}" y="{HEIGHT - 10}">{hand}</text>'
        for hand in range(0, hands + 1, every)
    )
