"""How a hand's elements come to its score: one line with the numbers put in.

The games reckon in a few ways: values added, doubled so often, multiplied. The line is shown only
where it really gives the score; a game that reckons otherwise keeps its list of elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, Final

from kiosk.i18n import number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MAX_DOUBLES: Final = 40
"""More doubles than any hand has."""
POWERS: Final = str.maketrans("0123456789+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺")


@dataclass(frozen=True, slots=True)
class Part:
    """What one element contributes."""

    value: int
    unit: str
    """What it counts in (`hu`, `tai`); elements of one unit are added."""
    factor: Fraction | None = None
    """What it multiplies by instead, where it does."""


@dataclass(frozen=True, slots=True)
class Line:
    """A way of reckoning, with what comes out."""

    text: str
    result: Fraction


def formula(parts: Sequence[Part], score: int, *, is_limited: bool = False) -> str:
    """Return the line that gives *score*, or nothing where no way of reckoning does.

    Where the hand *is_limited*, a line that comes to more is shown with what is left of it.
    """
    lines = list(_lines(parts))
    found = next((line for line in lines if line.result == score), None)
    if found is not None:
        return f"{found.text} = {number(score)}" if found.text != number(score) else ""
    above = (line for line in lines if line.result > score and line.result.denominator == 1)
    more = min(above, key=lambda line: line.result, default=None)
    if is_limited and more is not None:
        return f"{more.text} = {number(int(more.result))} → {number(score)}"
    return ""


def riichi_formula(han: int, fu: int, score: int) -> str:
    """Return the base points of *han* and *fu* below the limits, and what they are rounded to."""
    if not 1 <= han <= MAX_DOUBLES:
        return ""
    base = fu * 2 ** (2 + han)
    text = f"{fu} × 2{f'2+{han}'.translate(POWERS)}"
    for seats in (4, 6):
        if -(-base * seats // 100) * 100 == score:
            rounded = f" → {number(score)}" if base * seats != score else ""
            return f"{text} × {seats} = {number(base * seats)}{rounded}"
    return f"{text} = {number(base)}"


def _lines(parts: Sequence[Part]) -> Iterator[Line]:
    """Yield the ways of reckoning, the plainest first."""
    factors = [part.factor for part in parts if part.factor is not None and part.factor != 1]
    units: dict[str, list[int]] = {}
    for part in parts:
        if part.factor is None and part.value:
            units.setdefault(part.unit, []).append(part.value)
    sums = list(units.values())
    if factors and not sums:
        yield _times([Line("", Fraction(1))], factors)
    if len(sums) == 1:
        yield _times([_sum(sums[0])], factors)
    yield from (_sum(values) for values in sums if len(sums) > 1 or factors)
    yield from _doubles(sums, factors)


def _doubles(sums: Sequence[list[int]], factors: Sequence[Fraction]) -> Iterator[Line]:
    """Yield the ways in which one unit doubles, by itself or what another one adds up to."""
    for values in sums:
        yield from (_times([power], factors) for power in _doubled(values))
    for values, doubles in permutations(sums, 2):
        yield from (_times([_sum(values), power], factors) for power in _doubled(doubles))


def _sum(values: Sequence[int]) -> Line:
    """Return *values* added."""
    return Line(" + ".join(map(number, values)), Fraction(sum(values)))


def _doubled(values: Sequence[int]) -> Iterator[Line]:
    """Yield two to the power of *values* together, where that can be."""
    if 0 < sum(values) <= MAX_DOUBLES:
        power = "+".join(map(str, values)).translate(POWERS)
        yield Line(f"2{power}", Fraction(2) ** sum(values))


def _times(lines: Sequence[Line], factors: Iterable[Fraction]) -> Line:
    """Return *lines* and *factors* multiplied, sums in brackets."""
    factors = list(factors)
    result = prod([line.result for line in lines], start=Fraction(1)) * prod(factors)
    if len(lines) + len(factors) == 1:
        return Line(lines[0].text, result)
    texts = [f"({line.text})" if " + " in line.text else line.text for line in lines]
    shown = [str(int(one)) if one.denominator == 1 else f"{float(one):g}" for one in factors]
    return Line(" × ".join([text for text in texts if text] + shown), result)
