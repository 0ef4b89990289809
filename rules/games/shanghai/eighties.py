"""Shanghai's rules of the late 1980s: shanghai-1980s.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.game import Options
from rules.games.shanghai.family import OldShanghai
from rules.record.claims import has_fed
from rules.record.values import Record, Win
from rules.ruleset import Figure, number
from rules.scoring import Row, Table, elements
from rules.settle.settlement import (
    ENTERED,
    Bill,
    Item,
    NextHand,
    Payment,
    ScoredHand,
    adds,
    doubles,
    value_of,
)
from rules.settle.terms import Terms, add, limit_terms

LIMIT: Final = 40
"""What one seat pays at most (辣子)."""


ELEMENTS: Final = (
    Row("flower", "花牌", "flowers", "1 chip each", lambda hand: len(hand.flowers)),
    Row("mixed_one_suit", "混一色", "mixed one suit", "2 fan", elements.mixed_one_suit),
    Row("pure_one_suit", "清一色", "pure one suit", "4 fan", elements.pure_one_suit),
    Row("all_pungs", "対対胡", "all pungs", "2 fan", elements.all_pungs),
    Row("single_wait_on_four_melds", "大吊車", "naked single", "1 fan",
        elements.single_wait_on_four_melds),
    Row("kong_draw", "槓開", "win on a supplement", "1 fan", elements.supplement_draw),
)  # fmt: skip


def doubling(items: Sequence[Item]) -> list[Item]:
    """Return those of *items* that are fan."""
    return [item for item in items if item.id != "flower"]


class Eighties(OldShanghai):
    """Chips for the win and its flowers, doubled by each fan up to a limit."""

    id = "shanghai-1980s"
    counts_rounds = False
    native = "老上海麻将・八十年代末"
    name = "Shanghai of the late 1980s"
    unit = "chips"
    options = (number("base_chips", 3, at_least=1),)
    elements = ELEMENTS
    value_figures = (Figure("chips", least=1),)
    table = Table(ELEMENTS, total=lambda items: value_of(doubling(items)))

    def score_terms(self, options: Options, items: Sequence[Item]) -> Terms:
        """Return the chips for the win and its flowers, doubled by each fan."""
        if entered_items := [item for item in items if item.id == ENTERED]:
            return limit_terms(adds(entered_items), LIMIT)
        chips = add("base", options["base_chips"])
        flowers = adds(item for item in items if item.id == "flower")
        return limit_terms((chips, *flowers, *doubles(doubling(items))), LIMIT)

    def bill(self, record: Record, entries: Sequence[ScoredHand]) -> tuple[Payment, ...]:
        """Return what the discarder, or everyone for a self-draw, pays."""
        (win,), bill = record.wins, Bill()
        for seat in range(record.players):
            if win.is_self_draw or seat == win.source:
                bill.charge(seat, win.seat, entries[0].terms)
        who = liable(record, win.seat)
        if who is not None:
            bill.assign(who)
        return tuple(bill.rows)

    def next_hand(self, record: Record, win: Win) -> NextHand:
        """Return the next hand: the winner is its banker, whatever the round."""
        state = record.state
        repeats = state.repeats + 1 if win.seat == state.banker else 0
        return NextHand(win.seat, state.round, repeats)


def liable(record: Record, winner: int) -> int | None:
    """Return who pays for all: who fed the *winner* three sets, or was fed by him (D7)."""
    others = [(winner + step) % record.players for step in range(1, record.players)]
    feeders = [seat for seat in others if has_fed(record, seat, winner)]
    fed_seats = [seat for seat in others if has_fed(record, winner, seat)]
    return next(iter(feeders + fed_seats), None)


GAME: Final = Eighties()
