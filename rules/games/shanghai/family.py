"""What the generations of old Shanghai rules share: tiles, claims, the shape and one winner.

shanghai-laoshi.md, shanghai-liuxing.md, shanghai-xinshi.md and shanghai-1980s.md, "Equipment
and table", "Special tiles", "Play", "Winning".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from rules.errors import Problem, Reason
from rules.game import Options
from rules.reasons import as_problem
from rules.record.claims import check_flowers, check_indicators, check_single_claim
from rules.record.values import Record, Win
from rules.ruleset import Ruleset, full_set
from rules.scoring import Score, Table, WonHand, best, elements, readings, won_hand
from rules.settle.settlement import (
    Item,
    NextHand,
    Payment,
    ScoredHand,
    Settlement,
    itemize_value,
    rotate,
)
from rules.settle.terms import Terms, compute
from rules.tiles import DRAGONS


class OldShanghai(Ruleset):
    """Thirteen tiles, flowers that are laid out, one winner, any four sets and a pair."""

    family = "shanghai"
    tiles = full_set(flowers=True)
    marks = ("kong_draw", "flower_draw")
    unit = "points"
    shape = Reason("sets_and_pair")
    """The rule that says what wins."""
    table: ClassVar[Table]

    def form_problems(self, record: Record) -> Iterator[Problem]:
        """Yield indicators, and tiles that do not lie where they must."""
        yield from check_indicators(record)
        yield from check_flowers(record)

    def problems(self, record: Record) -> Iterator[Problem]:
        """Yield wins that are none, or that a rule forbids."""
        for place, win in enumerate(record.wins):
            where = f"wins[{place}]"
            yield from check_single_claim(record, place)
            if not self.is_won(won_hand(record, win)):
                yield as_problem(self.shape, "not_a_win", where)

    def is_won(self, hand: WonHand) -> bool:
        """Return whether the tiles have a shape that wins."""
        return hand.is_complete

    def readings(self, hand: WonHand) -> Iterator[WonHand]:
        """Yield the ways to read a hand that wins."""
        return readings(hand)

    def rank(self, score: Score) -> Any:
        """Return what the best of several readings has most of."""
        return score.value

    def score_terms(self, options: Options, items: Sequence[Item]) -> Terms:
        """Return how what a hand of *items* is worth in the game's unit comes about."""
        raise NotImplementedError

    def losers(self, record: Record, win: Win) -> tuple[ScoredHand, ...]:  # noqa: ARG002 -- hook
        """Return the losers' hands where the game counts them."""
        return ()

    def bill(self, record: Record, entries: Sequence[ScoredHand]) -> tuple[Payment, ...]:
        """Return who pays what; the winner's is the first of the *entries*."""
        raise NotImplementedError

    def next_hand(self, record: Record, win: Win) -> NextHand:
        """Return the next hand: the banker stays after his own win only."""
        return rotate(record.state, record.players, stays=win.seat == record.state.banker)

    def count_items(self, record: Record, win: Win) -> tuple[tuple[Item, ...], Any]:
        """Return what counts in the reading that brings most, and the reading."""
        if win.value is not None:
            return itemize_value(win.worth), ()
        score = best(self.table, self.readings(won_hand(record, win)), self.rank)
        if score is None:
            raise ValueError("a hand that wins has a reading")
        return score.items, score.hand.reading.rows()

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand in the reading that brings most."""
        (win,) = record.wins
        items, rows = self.count_items(record, win)
        terms = self.score_terms(record.options, items)
        winner = ScoredHand(win.seat, compute(terms), self.unit, items, rows, terms=terms)
        losers = self.losers(record, win)
        payments = self.bill(record, (winner, *losers))
        after = self.next_hand(record, win)
        return Settlement(self.id, record.players, payments, after, (winner,), losers)


def all_sequences(hand: WonHand, *winds: int) -> bool:
    """平和: four runs, and a pair of no dragon and of none of the *winds* that score."""
    return elements.all_sequences(hand) and hand.pair not in DRAGONS.union(winds)
