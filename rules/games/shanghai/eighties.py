"""Shanghai's rules of the late 1980s: shanghai-1980s.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.shanghai.family import Choice, OldShanghai, items, of_the_hand, of_the_reading
from rules.record.claims import has_fed
from rules.ruleset import Element, number
from rules.scoring.won_hand import of_sets
from rules.settle.settlement import Bill, NextHand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rules.record.values import Record, Win
    from rules.scoring.won_hand import Won
    from rules.settle.settlement import Payment, Scored

LIMIT: Final = 40
"""What one seat pays at most (辣子)."""

VALUES: Final = {
    "flower": 1,
    "mixed_one_suit": 2,
    "pure_one_suit": 4,
    "all_pungs": 2,
    "single_wait_on_four_melds": 1,
    "kong_draw": 1,
}
"""Chips for a flower, else fan."""


class Eighties(OldShanghai):
    """Chips for the win and its flowers, doubled by each fan up to a limit."""

    id = "shanghai-1980s"
    native = "上海の古い麻雀ルール: 1980年代末のルール"
    name = "Shanghai of the late 1980s"
    unit = "chips"
    options = (number("base_chips", 3, at_least=1),)
    elements = (
        Element("flower", "花牌", "flowers", "1 chip each"),
        Element("mixed_one_suit", "混一色", "mixed one suit", "2 fan"),
        Element("pure_one_suit", "清一色", "pure one suit", "4 fan"),
        Element("all_pungs", "対対胡", "all pungs", "2 fan"),
        Element("single_wait_on_four_melds", "大吊車", "naked single", "1 fan"),
        Element("kong_draw", "槓開", "win on a supplement", "1 fan"),
    )

    def choices(self, won: Won) -> Iterator[Choice]:
        """Yield the readings, most fan first."""
        common = {**of_the_hand(won), "flower": len(won.flowers)}
        chips = won.record.options["base_chips"] + len(won.flowers)
        for reading in of_sets(won):
            counted = items({**common, **of_the_reading(won, reading)}, VALUES)
            fan = sum(item.value for item in counted if item.id != "flower")
            yield Choice((fan,), min(LIMIT, chips << fan), counted, reading)

    def bill(self, won: Won, winner: Scored, losers: tuple[Scored, ...]) -> tuple[Payment, ...]:  # noqa: ARG002 -- hook
        """Return what the discarder, or everyone for a self-draw, pays."""
        made = Bill()
        for seat in range(won.record.players):
            if won.win.is_self_draw or seat == won.win.source:
                made.pay(seat, winner.seat, winner.score)
        who = liable(won.record, winner.seat)
        if who is not None:
            made.assign(who)
        return tuple(made.rows)

    def next_hand(self, record: Record, win: Win) -> NextHand:
        """Return the next hand: the winner is its banker, whatever the round."""
        state = record.state
        repeats = state.repeats + 1 if win.seat == state.banker else 0
        return NextHand(win.seat, state.round, repeats)


def liable(record: Record, winner: int) -> int | None:
    """Return who pays for all: who fed the *winner* three sets, or was fed by him (D7)."""
    others = [(winner + step) % record.players for step in range(1, record.players)]
    feeders = [seat for seat in others if has_fed(record, seat, winner)]
    fed = [seat for seat in others if has_fed(record, winner, seat)]
    return next(iter(feeders + fed), None)


GAME: Final = Eighties()
