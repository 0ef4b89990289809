"""How an amount comes about, in words: the steps that the settlement gives, only printed here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from kiosk.i18n import Catalogue, number, of_game
from kiosk.session import Standing
from kiosk.session.shapes import Json
from kiosk.web.views.frame import name_of
from rules.settle.terms import Term, steps

POWERS: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of an amount."""

    title: str
    change: str
    """What it does: `3 × 20`, `× 2³`, `→ 300`."""
    amount: str
    """What the amount is after it."""


@dataclass(frozen=True, slots=True)
class AmountView:
    """An amount with the steps that it comes of."""

    formula: str
    """The steps in one line of numbers; empty where the amount is a single number."""
    steps: tuple[StepView, ...]


UNEXPLAINED: Final = AmountView("", ())
"""An amount that people typed, or that was settled before settlements said their steps."""


def formula(terms: Iterable[Term]) -> str:
    """Return the steps in one line: `(50 + 3 × 20) × 2 = 220 → 200`; nothing for a mere number."""
    line, is_sum = "", False
    multiplicand, factors = "", ""
    amount = Fraction(0)
    ends_with: Fraction | None = amount
    for term, after in steps(terms):
        if term.op == "add":
            line, is_sum = _with_summand(line, term), bool(line)
            ends_with = after if line == _plain(after) else None
        elif term.op == "times":
            multiplicand, factors = f"({line})" if is_sum else line, _factor(term)
            line, is_sum, ends_with = f"{multiplicand} {factors}", False, None
        elif term.op == "times_more":
            factors = f"{factors} + {_summand(term)}"
            line = f"{multiplicand} × ({factors.removeprefix('× ')})"
        elif after != amount:
            result = "" if ends_with == amount else f" = {_plain(amount)}"
            line, is_sum = f"{line}{result} → {_plain(after)}".removeprefix(" → "), False
            ends_with = after
        amount = after
    if ends_with != amount:
        return f"{line} = {_plain(amount)}"
    return line if "→" in line else ""


def _with_summand(line: str, term: Term) -> str:
    if not line:
        return _summand(term)
    if term.value < 0:
        return f"{line} − {_summand(term._replace(value=-term.value))}"
    return f"{line} + {_summand(term)}"


def _summand(term: Term) -> str:
    value = number(term.value)
    return value if term.often == 1 else f"{term.often} × {value}"


def _factor(term: Term) -> str:
    """Return what a `times` does: `× 2³`, `× 1.5`, `÷ 10`."""
    if term.value == 1 and term.divisor > 1:
        return f"÷ {number(term.divisor)}"
    factor = _plain(Fraction(term.value, term.divisor))
    return f"× {factor}" + (str(term.often).translate(POWERS) if term.often != 1 else "")


def _plain(amount: Fraction) -> str:
    return number(int(amount)) if amount.denominator == 1 else f"{float(amount):g}"


def step_words(ruleset: str, name: str) -> tuple[str, ...]:
    """Return the keys for the step *name*: an element's words first, a limit's last."""
    kinds = ("element", "term", "reason")
    return *(key for kind in kinds for key in of_game(kind, ruleset, name)), f"limit.{name}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """One hand, ready to be explained to each seat."""

    record: Json
    settlement: Json
    before: Standing
    names: Sequence[str]
    t: Catalogue

    def amount(self, rows: Iterable[Json]) -> AmountView:
        """Return the steps *rows* of a settlement's `terms` in words."""
        terms = [Term.from_json(row) for row in rows]
        views = [
            StepView(self._title(term), self._change(term, place), _plain(amount))
            for place, (term, amount) in enumerate(steps(terms))
        ]
        return AmountView(formula(terms), tuple(views))

    def payments(self, of: str = "payments") -> tuple[AmountView, ...]:
        """Return the steps of each payment, or of each of the `prizes`."""
        terms = self.settlement.get("terms" if of == "payments" else "prize_terms")
        if terms is None:
            return (UNEXPLAINED,) * len(self.settlement.get(of, ()))
        return tuple(map(self.amount, terms))

    def seat(self, seat: int) -> tuple[str, ...]:
        """Return the sentences for *seat*: each of its payments, then what bears on them."""
        rows = [
            (row, view.formula)
            for row, view in zip(self.settlement["payments"], self.payments(), strict=True)
            if seat in (row["from"], row["to"])
        ]
        if not rows:
            return (self.t("ui.why.nothing"),)
        payments = [row for row, _ in rows]
        sentences = [f"{self._payment(row)} {line}".strip() for row, line in rows]
        return tuple(dict.fromkeys([*sentences, *self._wins(payments), *self._banker(payments)]))

    def _title(self, term: Term) -> str:
        title = self.t(*step_words(self.record["ruleset"], term.id))
        return title if term.seat is None else f"{title} · {self._party(term.seat)}"

    def _change(self, term: Term, place: int) -> str:
        if term.op == "add":
            return _summand(term) if place == 0 or term.value < 0 else f"+ {_summand(term)}"
        if term.op == "times":
            return _factor(term)
        if term.op == "times_more":
            return f"× (… + {_summand(term)})"
        return ""

    def _payment(self, row: Json) -> str:
        return self.t(
            "ui.why.pays",
            payer=self._party(row["from"]),
            payee=self._party(row["to"]),
            amount=number(row["amount"]),
            reason=self.t(*of_game("reason", self.record["ruleset"], row["for"])),
        )

    def _wins(self, rows: Sequence[Json]) -> Iterator[str]:
        payees = {row["to"] for row in rows if row["for"] == "win"}
        for win in self.record.get("wins", ()):
            if win["seat"] not in payees:
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

    def _party(self, party: Any) -> str:
        if isinstance(party, int):
            return name_of(self.names, party, self.t)
        return self.t(f"ui.party.{party}")
