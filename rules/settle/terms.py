"""How an amount comes about, step by step: what a settlement says of every payment.

`hand-record.md`, "Settlement". A step works on what the steps before it came to; the
first starts from nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from math import prod
from typing import Any, Final, Literal, NamedTuple

Operation = Literal[
    "add", "times", "times_more", "set", "round_up", "round_down", "round_half_up", "instead_of"
]


class Term(NamedTuple):
    """One step of an amount."""

    op: Operation
    id: str
    """A scoring element of the game, or what else the step is: `base`, `rounding`, a limit."""
    value: int
    """What is added or multiplied by, by what the factor before grows, what the amount becomes,
    or a multiple of what."""
    often: int = 1
    """How often it is added, multiplied by or added to the factor before."""
    divisor: int = 1
    """What a factor is divided by: ×1.5 is 3 over 2."""
    seat: int | None = None
    """Whose hand it is where it is not the winner's, or in whose stead is paid."""

    def to_json(self) -> dict[str, object]:
        """Return the step for a settlement's `terms`, without what goes without saying."""
        step: dict[str, object] = {"op": self.op, "id": self.id, "value": self.value}
        if self.often != 1:
            step["count"] = self.often
        if self.divisor != 1:
            step["divisor"] = self.divisor
        if self.seat is not None:
            step["seat"] = self.seat
        return step

    @classmethod
    def from_json(cls, step: Mapping[str, Any]) -> Term:
        """Return the term that a settlement has written as *step*."""
        often, divisor = step.get("count", 1), step.get("divisor", 1)
        return cls(step["op"], step["id"], step["value"], often, divisor, step.get("seat"))

    @property
    def factor(self) -> int | Fraction:
        """Return what a `times` multiplies by altogether, or a `times_more` more."""
        if self.op == "times_more":
            return self.value * self.often
        once = self.value if self.divisor == 1 else Fraction(self.value, self.divisor)
        return once**self.often


Terms = tuple[Term, ...]
_term: Final = tuple.__new__


def add(name: str, value: int, often: int = 1, seat: int | None = None) -> Term:
    """Return the step that adds *value*, *often* times."""
    return _term(Term, ("add", name, value, often, 1, seat))


def times(
    name: str, factor: int, often: int = 1, divisor: int = 1, seat: int | None = None
) -> Term:
    """Return the step that multiplies by *factor* over *divisor*, *often* times."""
    return _term(Term, ("times", name, factor, often, divisor, seat))


def times_more(name: str, factor: int, often: int = 1) -> Term:
    """Return the step by which the factor of the step before grows: ×2 and *factor* more."""
    return _term(Term, ("times_more", name, factor, often, 1, None))


def times_sum(factors: Iterable[tuple[str, int]]) -> Terms:
    """Return the steps that multiply by the sum of *factors*, each with its name."""
    return tuple([(times_more if place else times)(*one) for place, one in enumerate(factors)])


def become(name: str, value: int) -> Term:
    """Return the step after which the amount is *value*: a limit, a least or a fixed amount."""
    return _term(Term, ("set", name, value, 1, 1, None))


def round_up(multiple: int) -> Term:
    """Return the step that rounds up to a multiple."""
    return _term(Term, ("round_up", "rounding", multiple, 1, 1, None))


def round_down(multiple: int) -> Term:
    """Return the step that rounds down to a multiple."""
    return _term(Term, ("round_down", "rounding", multiple, 1, 1, None))


def round_half_up(multiple: int) -> Term:
    """Return the step that rounds to the nearest multiple, halves up."""
    return _term(Term, ("round_half_up", "rounding", multiple, 1, 1, None))


def instead_of(seat: int) -> Term:
    """Return the step that lays on somebody what *seat* would pay; the amount stays."""
    return _term(Term, ("instead_of", "liability", 0, 1, 1, seat))


@lru_cache(maxsize=1 << 10)
def sum_of(*amounts: int) -> Terms:
    """Return how the *amounts* of several payers come together."""
    different = sorted(set(amounts), reverse=True)
    return tuple([add("payers", one, amounts.count(one)) for one in different])


_STEPS: Final[dict[str, Callable[[Any, Term], Any]]] = {
    "add": lambda amount, term: amount + term.value * term.often,
    "set": lambda _amount, term: term.value,
    "round_up": lambda amount, term: -(-amount // term.value) * term.value,
    "round_down": lambda amount, term: amount // term.value * term.value,
    "round_half_up": lambda amount, term: (
        (2 * amount + term.value) // (2 * term.value) * term.value
    ),
    "instead_of": lambda amount, _term: amount,
}


def _amounts(terms: Iterable[Term]) -> Iterator[Any]:
    """Yield what the amount is after each of *terms*: an `int` until something is divided."""
    amount: int | Fraction = 0
    multiplicand, factor = amount, amount
    for term in terms:
        if term.op == "times":
            multiplicand, factor = amount, term.factor
            amount = multiplicand * factor
        elif term.op == "times_more":
            factor += term.factor
            amount = multiplicand * factor
        else:
            amount = _STEPS[term.op](amount, term)
        yield amount


def steps(terms: Iterable[Term]) -> Iterator[tuple[Term, Fraction]]:
    """Yield each of *terms* with what the amount is after it."""
    all_terms = tuple(terms)
    yield from zip(all_terms, map(Fraction, _amounts(all_terms)), strict=True)


def compute(terms: Iterable[Term]) -> int:
    """Return what *terms* come to; raise `ValueError` where that is no whole number."""
    *_, amount = (0, *_amounts(terms))
    if amount.denominator != 1:
        raise ValueError(f"the steps come to {amount}, which is no whole number")
    return int(amount)


def together(shares: Sequence[Terms]) -> Terms:
    """Return how *shares* come to one amount: the steps that all of them have, once.

    Between those stand the factors in which they differ, as a sum, and what each adds beside or is
    rounded by. Where shares differ, each has its factors before its summands.
    """
    first = _alike(shares)
    rests = [(*_rounded_by_summands(share),)[len(first) :] for share in shares]
    last = [*takewhile(lambda step: step.op == "times", _alike([rest[::-1] for rest in rests]))]
    own = [rest[: len(rest) - len(last)] for rest in rests]
    factors = Counter(map(_own_factor, own))
    summands = Counter(step for rest in own for step in rest if step.op == "add")
    return (
        *first,
        *times_sum([(name, factor * often) for (name, factor), often in factors.items()]),
        *[add(step.id, step.value, step.often * often) for step, often in summands.items()],
        *reversed(last),
    )


def _alike(shares: Sequence[Terms]) -> Terms:
    """Return the steps with which all *shares* begin."""
    rows = takewhile(lambda steps: len(set(steps)) == 1, zip(*shares, strict=False))
    return tuple([step for step, *_ in rows])


def _rounded_by_summands(terms: Terms) -> Iterator[Term]:
    """Yield *terms* with what each rounding adds, so that rounded shares can be added up."""
    before = Fraction(0)
    for term, after in steps(terms):
        yield add(term.id, int(after - before)) if term.op.startswith("round") else term
        before = after


def _own_factor(rest: Terms) -> tuple[str, int]:
    """Return the name and factor by which *rest* multiplies; `payers` for several factors."""
    factors = [step for step in rest if step.op == "times"]
    name = factors[0].id if len(factors) == 1 else "payers"
    return name, int(prod([step.factor for step in factors]))


def limit_terms(terms: Terms, most: int, name: str = "limit") -> Terms:
    """Return *terms*, with the step of the limit *name* where they come to more than *most*."""
    return (*terms, become(name, most)) if compute(terms) > most else terms


def to_json(terms: Iterable[Term]) -> list[dict[str, object]]:
    """Return *terms* as they stand in a settlement."""
    return [term.to_json() for term in terms]
