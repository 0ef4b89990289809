"""The reading that pays most: a game's elements as a table, and the search that they decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from rules.game import Element
from rules.scoring.won_hand import WonHand
from rules.settle.settlement import Item, value_of

ElementCounts = dict[str, int]
"""Elements with how often they hold."""


@dataclass(frozen=True, slots=True)
class Row(Element):
    """A scoring element of the sheet's table that is asked of a won hand."""

    holds: Callable[[WonHand], int]
    """Whether it holds, or how often."""
    excludes: tuple[str, ...] = ()
    """Elements that do not count beside it."""
    worth: Callable[[WonHand], int] | None = None
    """What it is worth once, where that hangs on the house or the hand.

    Else *value* says it: a number, or words that begin with one, as "2 hu each" does.
    """

    def worth_in(self, hand: WonHand) -> int:
        """Return what the element is worth in *hand*, once."""
        if self.worth is not None:
            return self.worth(hand)
        return self.value if isinstance(self.value, int) else _number(self.value)


@cache
def _number(words: str) -> int:
    """Return the number with which *words* begin: "2 hu each"."""
    return int(words.split()[0])


class Table:
    """The elements of a game in the sheet's order, and how they add up."""

    def __init__(
        self,
        elements: Iterable[Element],
        total: Callable[[Sequence[Item]], int] = value_of,
        limit: int | None = None,
        *,
        apart: bool = False,
    ) -> None:
        """Take the *elements* that are rows; *total* is what items are together, up to *limit*.

        What holds several times is one item, or with *apart* as many.
        """
        self.rows = {row.id: row for row in elements if isinstance(row, Row)}
        self.order = {name: place for place, name in enumerate(self.rows)}
        self.total = total
        self.limit = limit
        self.apart = apart

    def find_elements(self, hand: WonHand) -> ElementCounts:
        """Return the elements that hold in *hand*, exclusions not made."""
        return {name: often for name, row in self.rows.items() if (often := int(row.holds(hand)))}

    def items(self, hand: WonHand, elements: Mapping[str, int]) -> tuple[Item, ...]:
        """Return what counts of *elements*: exclusions made, in the table's order."""
        shut_out = self.shut_out(elements)
        counting = [
            (name, row.worth_in(hand), elements[name])
            for name, row in self.rows.items()
            if name in elements and name not in shut_out
        ]
        if self.apart:
            return tuple([Item(name, once) for name, once, often in counting for _ in range(often)])
        return tuple([Item(name, once * often) for name, once, often in counting])

    def shut_out(self, elements: Iterable[str]) -> dict[str, str]:
        """Return what does not count beside one of *elements*, each with that element."""
        return {name: holder for holder in elements for name in self.rows[holder].excludes}

    def score(self, hand: WonHand) -> Score:
        """Return what *hand* is worth in its reading."""
        elements = self.find_elements(hand)
        items = self.items(hand, elements)
        total = self.total(items)
        value = total if self.limit is None else min(self.limit, total)
        return Score(hand, value, items, elements)


class Score(NamedTuple):
    """A won hand in one reading, and what it is worth."""

    hand: WonHand
    value: int
    """In the sheet's unit, up to the limit."""
    items: tuple[Item, ...]
    """What counted."""
    elements: Mapping[str, int]
    """All that holds, with how often, also what did not count."""

    @property
    def names(self) -> frozenset[str]:
        """Return the elements that counted."""
        return frozenset([item.id for item in self.items])


def best(
    table: Table, hands: Iterable[WonHand], rank: Callable[[Score], Any] | None = None
) -> Score | None:
    """Return the best of *hands*, one win in several readings; nothing where there is none.

    It is the one worth most, or the one of the highest *rank*; of equals the first.
    """
    score = max(map(table.score, hands), key=rank or _value, default=None)
    if score is not None:
        note_exclusions(score.hand.win.seat, lambda: _find_exclusions(table, score.elements))
    return score


def _find_exclusions(table: Table, elements: Mapping[str, int]) -> dict[str, str]:
    return {name: holder for name, holder in table.shut_out(elements).items() if name in elements}


_WATCH: ContextVar[dict[int, Mapping[str, str]] | None] = ContextVar("_WATCH", default=None)


def note_exclusions(seat: int, find_exclusions: Callable[[], Mapping[str, str]]) -> None:
    """Note what holds for *seat* without counting; call *find_exclusions* only if watched."""
    watch = _WATCH.get()
    if watch is not None:
        watch[seat] = find_exclusions()


@contextmanager
def watch_exclusions() -> Iterator[Mapping[int, Mapping[str, str]]]:
    """Collect by winner what holds without counting, and beside what it does not count.

    A settlement has no room for what did not count; to get it, settle the hand inside this context.
    """
    exclusions: dict[int, Mapping[str, str]] = {}
    token = _WATCH.set(exclusions)
    try:
        yield exclusions
    finally:
        _WATCH.reset(token)


def _value(score: Score) -> int:
    return score.value


def by_names(*names: str) -> Callable[[Score], tuple[int, int]]:
    """Return the rank by value, of equals the one with an element of *names*, the first most."""
    worth = {name: len(names) - place for place, name in enumerate(names)}

    def rank(score: Score) -> tuple[int, int]:
        return score.value, max([worth.get(item.id, 0) for item in score.items], default=0)

    return rank


def by_order(table: Table) -> Callable[[Score], tuple[int, tuple[int, ...]]]:
    """Return the rank by value, of equals by elements that come first in the *table*."""
    return lambda score: (score.value, tuple([-table.order[item.id] for item in score.items]))


def by_count(score: Score) -> tuple[int, int]:
    """Rank by value, of equals by the number of elements."""
    return score.value, len(score.items)
