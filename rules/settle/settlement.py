"""The settlement: who pays whom how much and why, always balanced.

`hand-record.md`, "Settlement". Nothing here knows a game; `net` is derived from
the payments and never given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple

from rules.record.values import State
from rules.settle import terms as step
from rules.settle.terms import Terms
from rules.value import NOTHING, value

Account = int | Literal["pot"]
POT: Final = "pot"


class _Row(NamedTuple):
    source: Account
    target: Account
    amount: int
    reason: str
    """What for: `win`, `side`, `kong`, `penalty`, …"""
    terms: Terms = ()
    """How the amount comes about; none where it is a fixed price for *reason*."""


_new_tuple: Final = tuple.__new__


class Payment(_Row):
    """Points that one account gives another; always positive."""

    __slots__ = ()

    def __new__(
        cls, source: Account, target: Account, amount: int, reason: str, terms: Terms = ()
    ) -> Payment:
        """Refuse a payment that would not be one."""
        if source == target:
            raise ValueError(f"{source} cannot pay itself")
        if amount <= 0:
            raise ValueError(f"payment of {amount}: must be positive")
        return _new_tuple(cls, (source, target, amount, reason, terms))

    def explain(self) -> Terms:
        """Return how the amount comes about, step by step."""
        return self.terms or (step.add(self.reason, self.amount),)

    def to_json(self) -> dict[str, object]:
        """Return the row of `payments`."""
        return {
            "from": self.source,
            "to": self.target,
            "amount": self.amount,
            "for": self.reason,
        }


class Item(NamedTuple):
    """A scoring element that counted, with what it contributed in the sheet's unit."""

    id: str
    value: int
    factor: str = ""
    """What it multiplies by where *value* cannot say it in whole numbers: `×1.5`."""

    def to_json(self) -> dict[str, object]:
        """Return the entry of `items`."""
        entry: dict[str, object] = {"id": self.id, "value": self.value}
        return {**entry, "factor": self.factor} if self.factor else entry


ENTERED: Final = "entered"
"""The id of what people have entered in place of a hand's elements."""


def itemize_value(value: int) -> tuple[Item, ...]:
    """Return the item of a hand that people say is worth *value*, in the sheet's unit."""
    return (Item(ENTERED, value),) if value else ()


_value: Final = itemgetter(Item._fields.index("value"))


def value_of(items: Iterable[Item]) -> int:
    """Return what *items* contribute together."""
    return sum(map(_value, items))


def adds(items: Iterable[Item]) -> Terms:
    """Return the steps that add up what *items* contribute."""
    return tuple([step.add(item.id, item.value) for item in items])


def doubles(items: Iterable[Item]) -> Terms:
    """Return the steps that double as often as *items* count."""
    return tuple([step.times(item.id, 2, item.value) for item in items])


class Bill:
    """Payments while they are being made out."""

    def __init__(self) -> None:
        """Start with nothing to pay."""
        self.rows: list[Payment] = []

    def pay(
        self,
        source: Account,
        target: Account,
        amount: int,
        reason: str = "win",
        terms: Terms = (),
    ) -> None:
        """Add a payment, with how its *amount* comes about unless it is a fixed price.

        Nothing is written for 0 or for what a seat would pay itself.
        """
        if amount > 0 and source != target:
            self.rows.append(_new_tuple(Payment, (source, target, amount, reason, terms)))
        elif amount < 0:
            raise ValueError(f"payment of {amount}: must not be negative")

    def charge(self, source: Account, target: Account, terms: Terms, reason: str = "win") -> None:
        """Add a payment of what *terms* come to."""
        self.pay(source, target, step.compute(terms), reason, terms)

    def scores(self, before: Sequence[int]) -> list[int]:
        """Return the running totals *before* with what has been written so far."""
        scores = list(before)
        for source, target, amount, _reason, _terms in self.rows:
            if source != POT:
                scores[source] -= amount
            if target != POT:
                scores[target] += amount
        return scores

    def assign(self, liable: int, reason: str = "win") -> None:
        """Make *liable* pay every row for *reason* that another seat would (包)."""
        self.rows = [
            _for_another(row, liable) if row.reason == reason and row.target != liable else row
            for row in self.rows
        ]


def _for_another(row: Payment, liable: int) -> Payment:
    if row.source in (liable, POT):
        return row
    terms = (*row.explain(), step.instead_of(int(row.source)))
    return Payment(liable, row.target, row.amount, row.reason, terms)


@value
class ScoredHand:
    """A hand that was scored: one entry of `wins` or `losers`."""

    seat: int
    score: int
    unit: str
    items: tuple[Item, ...]
    reading: tuple[tuple[str, ...], ...] = ()
    """The sets of the concealed tiles, then those laid down, in compact notation."""
    more: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Fields that the sheet adds to the entry; items among them are written like *items*."""
    terms: Terms = ()
    """How the score comes about; none where it is the sum of the items."""

    def explain(self) -> Terms:
        """Return how the score comes about, step by step."""
        return self.terms or adds(self.items)

    def to_json(self) -> dict[str, object]:
        """Return the entry."""
        entry: dict[str, object] = {
            "seat": self.seat,
            "score": self.score,
            "unit": self.unit,
            "items": _rows(self.items),
            "reading": [list(row) for row in self.reading],
            **{name: _plain(value) for name, value in self.more.items()},
        }
        is_sum = self.terms in ((), adds(self.items))
        return entry if is_sum else {**entry, "terms": step.to_json(self.terms)}


def _rows(items: Iterable[Item]) -> list[dict[str, object]]:
    return [item.to_json() for item in items]


def _plain(value: object) -> object:
    """Return a field of an entry for JSON, items in it as rows."""
    if isinstance(value, tuple) and all(isinstance(one, Item) for one in value):
        return _rows(value)
    return value


@value
class NextHand:
    """The table's state for the next hand."""

    banker: int | None
    """`None` where the players have to choose who leads."""
    round: int
    repeats: int
    carry: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    over: bool = False
    more: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Fields that the sheet adds."""

    def to_json(self) -> dict[str, object]:
        """Return the object `next`."""
        return {
            "banker": self.banker,
            "round": self.round,
            "repeats": self.repeats,
            "carry": dict(self.carry),
            "over": self.over,
            **self.more,
        }


@value
class Settlement:
    """What a hand brings everyone, and how the table goes on."""

    ruleset: str
    players: int
    payments: tuple[Payment, ...]
    next: NextHand
    wins: tuple[ScoredHand, ...] = ()
    losers: tuple[ScoredHand, ...] = ()
    prizes: tuple[Payment, ...] | None = None
    """Side prizes apart from the points (祝儀), not in `net`; nothing where the game has none."""
    prize_unit: str = ""
    """What the prizes are where they are no points: `chips`."""
    unseen_hands: tuple[int, ...] = ()
    """Seats whose concealed tiles would count but were not shown, and so counted as none."""
    more: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Fields that the sheet adds."""

    @property
    def net(self) -> tuple[int, ...]:
        """Return what each seat gains; sums to zero but for what the pot takes or gives."""
        return _net(self.payments, self.players)

    def to_json(self) -> dict[str, object]:
        """Return the settlement as `hand-record.md` fixes it."""
        document: dict[str, object] = {
            "ruleset": self.ruleset,
            "net": list(self.net),
            "payments": [row.to_json() for row in self.payments],
            "terms": [step.to_json(row.explain()) for row in self.payments],
            "wins": [entry.to_json() for entry in self.wins],
            "next": self.next.to_json(),
        }
        if self.losers:
            document["losers"] = [entry.to_json() for entry in self.losers]
        if self.prizes is not None:
            document["prizes"] = [row.to_json() for row in self.prizes]
            document["prize_terms"] = [step.to_json(row.explain()) for row in self.prizes]
            document["prize_net"] = list(_net(self.prizes, self.players))
        if self.prize_unit:
            document["prize_unit"] = self.prize_unit
        if self.unseen_hands:
            document["unseen_hands"] = list(self.unseen_hands)
        return {**document, **self.more}


def _net(rows: Sequence[Payment], players: int) -> tuple[int, ...]:
    net = [0] * players
    pot = 0
    for row in rows:
        if row.source == POT:
            pot -= row.amount
        else:
            net[row.source] -= row.amount
        if row.target == POT:
            pot += row.amount
        else:
            net[row.target] += row.amount
    assert sum(net) + pot == 0
    return tuple(net)


def rotate(
    state: State, players: int, *, stays: bool, first: int = 0, carry: Mapping[str, Any] = NOTHING
) -> NextHand:
    """Return the next hand: the banker *stays*, or the post goes to the right-hand neighbour.

    `round` grows when the post comes back to the seat *first*.
    """
    if stays:
        return NextHand(state.banker, state.round, state.repeats + 1, carry)
    banker = (state.banker + 1) % players
    return NextHand(banker, state.round + (banker == first), 0, carry)
