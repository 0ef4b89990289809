"""Who pays for a win: fenghua.md, "Payment" and "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.record.claims import has_fed
from rules.settle.settlement import Bill

if TYPE_CHECKING:
    from collections.abc import Set

    from rules.record.values import Record, Win

DOUBLE: Final = 2
"""How often the discarder, or everyone after a self-draw, pays the hand."""
SINGLE: Final = 1

LIABILITY: Final = "liability"
ALL_SETS: Final = 4
LIABLE_FOR_THREE: Final = frozenset(("pure_one_suit", "mixed_one_suit", "all_pungs"))
"""The hands for which three claimed sets make liable."""


def bill(record: Record, win: Win, score: int, names: Set[str]) -> Bill:
    """Return what is paid for a hand that is worth *score* and holds the elements *names*."""
    shares = {
        seat: DOUBLE if win.by != "discard" or seat == win.source else SINGLE
        for seat in range(record.players)
        if seat != win.seat
    }
    made_out = Bill()
    alone = liable(record, win, names)
    if alone is not None:
        made_out.pay(alone, win.seat, score * sum(shares.values()), LIABILITY)
        return made_out
    for seat, times in shares.items():
        made_out.pay(seat, win.seat, score * times)
    return made_out


def liable(record: Record, win: Win, names: Set[str]) -> int | None:
    """Return who pays for all: robbed, last discarder, or who fed the winner (D15)."""
    if win.by == "robbed_kong" or (win.by == "discard" and "last_discard" in win.marks):
        return win.source
    enough = ALL_SETS - 1 if LIABLE_FOR_THREE & names else ALL_SETS
    feeders = (
        seat for seat in range(record.players) if has_fed(record, seat, win.seat, sets=enough)
    )
    return next(feeders, None)
