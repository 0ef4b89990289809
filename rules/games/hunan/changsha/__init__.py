"""Changsha mahjong (湖南長沙麻雀): changsha.md."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rules.games.hunan.changsha import refusals
from rules.games.hunan.changsha.scoring import (
    ELEMENTS,
    SMALL,
    Worth,
    best,
    dealt_patterns,
    scored,
    worth,
)
from rules.games.hunan.changsha.situation import birds, further_tiles, is_on_last_tile
from rules.ruleset import Fact, Ruleset, choice, full_set, switch
from rules.settle.settlement import Bill, Item, NextHand, Scored, Settlement
from rules.tiles import write
from rules.walls import Break

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rules.errors import Problem
    from rules.record.values import Record, Win
    from rules.tiles import Tile
    from rules.walls import Throws


class Changsha(Ruleset):
    """Suits only; small and big wins, wins on the dealt tiles, and a bird that doubles."""

    id = "changsha"
    native = "湖南長沙麻雀"
    name = "Changsha mahjong"
    family = "hunan"
    first_banker = "count"
    tiles = MappingProxyType(
        {code: copies for code, copies in full_set().items() if not code.endswith("z")}
    )
    options = (
        choice("melded_hand_pair", "free", "258"),
        switch("big_pair_free"),
        switch("double_kong"),
        switch("double_bird"),
        switch("six_seven"),
        switch("six_seven_combine"),
    )
    elements = ELEMENTS
    ways = ("self_draw", "discard", "robbed_kong", "declared")
    marks = (
        "dealt",
        "first_discard",
        "last_tile",
        "last_discard",
        "kong_draw",
        "kong_discard",
    )
    win_facts = (Fact("supplement", "text", ("dice", "tail")), Fact("other_tile", "tiles"))
    seat_facts = (
        Fact("missed", "tiles"),
        Fact("last_tile", "text", ("taken", "offered_first", "supplement")),
    )
    bars_standing_kongs = True

    def turned_after_win(self, options: Mapping[str, Any]) -> int:
        """Return how many birds there are."""
        return 2 if options["double_bird"] else 1

    def hand_sizes(self, record: Record, seat: int) -> tuple[int, ...]:
        """Return how many tiles *seat* may show: with a dealt win the banker has fourteen (D2)."""
        dealt = [win.seat for win in record.wins if win.by == "declared"]
        if not dealt or seat != record.state.banker:
            return super().hand_sizes(record, seat)
        whole = self.hand_size + 1
        return (whole,) if seat in dealt else (self.hand_size, whole)

    def visible_indicators(self, record: Record) -> Sequence[Tile]:
        """Return the tiles that lie open apart: birds, and the rest of a double kong.

        When the last tile is the bird it lies in the winner's hand.
        """
        turned = () if is_on_last_tile(record) else record.deal.hidden_indicators
        return (*record.deal.indicators, *turned, *further_tiles(record))

    def form_problems(self, record: Record) -> Iterable[Problem]:
        """Return what is wrong with the bird, facts and winners."""
        return refusals.form_problems(record)

    def problems(self, record: Record) -> Iterable[Problem]:
        """Return wins that a rule forbids, and tiles that are no hand."""
        return refusals.problems(record)

    def settle_win(self, record: Record) -> Settlement:
        """Return the settlement of a won hand; several winners are each paid by themselves."""
        bill = Bill()
        hit = birds(record)
        wins = []
        for win in record.wins:
            entry, price = _judged(record, win)
            wins.append(entry)
            for payer in _payers(record, win):
                pair = (win.seat, payer)
                amount = price.between(banker=record.state.banker in pair)
                bill.pay(payer, win.seat, amount * (1 + sum(seat in pair for seat in hit)))
        after = _next_hand(record, _winning_banker(record, hit))
        return Settlement(self.id, record.players, tuple(bill.rows), after, tuple(wins))

    def settle_draw(self, record: Record) -> Settlement:
        """Return the settlement of a drawn hand: whoever had the last tile is banker."""
        having = (number for number, seat in enumerate(record.seats) if "last_tile" in seat.facts)
        return self.unpaid(record, _next_hand(record, next(having, record.state.banker)))

    def break_wall(self, throws: Throws) -> Break:
        """Return the break: counted seat, then as many stacks as the smaller die says."""
        return Break(throws.counted(throws.total()), min(throws.dice[0]))


def _judged(record: Record, win: Win) -> tuple[Scored, Worth]:
    """Return the entry of a winner, and what it is worth."""
    if win.by == "declared":
        hand = record.seats[win.seat].hand
        assert hand is not None
        names = dealt_patterns(hand)
        items = tuple([Item(name, SMALL) for name in names])
        entry = Scored(win.seat, len(names) * SMALL, "points", items, ((write(hand),), ()))
        return entry, Worth(len(names), SMALL, 1)
    found = best(record, win)
    assert found is not None
    price = worth(record, win, found)
    return scored(win, found, price), price


def _payers(record: Record, win: Win) -> tuple[int, ...]:
    """Return who pays the winner: all others, or the one whose tile it was."""
    if win.is_taken:
        assert win.source is not None
        return (win.source,)
    return tuple([seat for seat in range(record.players) if seat != win.seat])


def _winning_banker(record: Record, hit: Sequence[int]) -> int:
    """Return who is banker after a won hand: winner, giver of several, or whom the bird hit."""
    first = record.wins[0]
    if len(record.wins) == 1:
        return first.seat
    return hit[0] if first.source is None else first.source


def _next_hand(record: Record, banker: int) -> NextHand:
    """Return the next hand with *banker*; rounds are not counted (D10)."""
    state = record.state
    repeats = state.repeats + 1 if banker == state.banker else 0
    return NextHand(banker, state.round, repeats)


GAME: Final = Changsha()
