"""Why a hand pays what it does: its score as one line of numbers, and sentences for each seat.

The line is shown only where it really gives the score; a game that counts otherwise keeps its list
of elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import prod
from typing import Any, Final

from kiosk.i18n import Catalogue, number, of_game
from kiosk.session import Standing
from kiosk.session.events import Json
from kiosk.web.views.frame import name_of
from rules.game import Doubling

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


def doubled_formula(doubling: Doubling, win: Json) -> str:
    """Return what *win* has, doubled, and what it is rounded to where one payer pays the score."""
    base, power, score = win[doubling.base], win[doubling.power], win["score"]
    if not 1 <= power <= MAX_DOUBLES:
        return ""
    points = base * 2 ** (doubling.always + power)
    text = f"{base} × 2{f'{doubling.always}+{power}'.translate(POWERS)}"
    for share in doubling.shares:
        paid = points * share
        if -(-paid // doubling.rounded_to) * doubling.rounded_to == score:
            rounded = f" → {number(score)}" if paid != score else ""
            return f"{text} × {share} = {number(paid)}{rounded}"
    return f"{text} = {number(points)}"


def _lines(parts: Sequence[Part]) -> Iterator[Line]:
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
    for values in sums:
        yield from (_times([power], factors) for power in _doubled(values))
    for values, doubles in permutations(sums, 2):
        yield from (_times([_sum(values), power], factors) for power in _doubled(doubles))


def _sum(values: Sequence[int]) -> Line:
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


MOST_TIMES: Final = 99
"""A payment is told as so many times the score up to this."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One hand, ready to be explained to each seat."""

    record: Json
    settlement: Json
    before: Standing
    names: Sequence[str]
    t: Catalogue

    def seat(self, seat: int) -> tuple[str, ...]:
        """Return the sentences for *seat*: each of its payments, then what bears on them."""
        rows = [row for row in self.settlement["payments"] if seat in (row["from"], row["to"])]
        if not rows:
            return (self.t("ui.why.nothing"),)
        lines = [*(self._payment(row) for row in rows), *self._wins(rows), *self._banker(rows)]
        return tuple(dict.fromkeys(lines))

    def _payment(self, row: Json) -> str:
        ruleset = self.record["ruleset"]
        text = self.t(
            "ui.why.pays",
            payer=self._party(row["from"]),
            payee=self._party(row["to"]),
            amount=number(row["amount"]),
            reason=self.t(*of_game("reason", ruleset, row["for"])),
        )
        return f"{text} {self._times(row)}".strip()

    def _times(self, row: Json) -> str:
        """Return the amount as a multiple of the payee's score, where it is one."""
        scores = [win["score"] for win in self._won_by(row["to"])]
        if row["for"] != "win" or len(scores) != 1 or not scores[0]:
            return ""
        times, rest = divmod(row["amount"], scores[0])
        if rest or not 1 < times <= MOST_TIMES:
            return ""
        return f"({number(scores[0])} × {times} = {number(row['amount'])})"

    def _wins(self, rows: Sequence[Json]) -> Iterator[str]:
        paid = {row["to"] for row in rows if row["for"] == "win"}
        for win in self.record.get("wins", ()):
            if win["seat"] not in paid:
                continue
            giver = win.get("from")
            yield self.t(
                "ui.why.drawn" if giver is None else "ui.why.given",
                name=self._party(win["seat"]),
                giver="" if giver is None else self._party(giver),
            )

    def _banker(self, rows: Sequence[Json]) -> Iterator[str]:
        banker = self.record.get("state", {}).get("banker", self.before.banker)
        if banker is None or all(banker not in (row["from"], row["to"]) for row in rows):
            return
        yield self.t("ui.why.banker", name=self._party(banker))
        if self.before.repeats:
            yield self.t("ui.repeats", count=self.before.repeats)

    def _won_by(self, party: int | str) -> list[dict[str, Any]]:
        return [win for win in self.settlement.get("wins", ()) if win["seat"] == party]

    def _party(self, party: int | str) -> str:
        if isinstance(party, int):
            return name_of(self.names, party, self.t)
        return self.t(f"ui.party.{party}")
