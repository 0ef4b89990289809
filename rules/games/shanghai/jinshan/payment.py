"""Who pays whom what: jinshan.md, "Payment"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.shanghai.jinshan.table import LIMIT
from rules.scoring.set_points import differences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rules.record.values import Record, Win
    from rules.settle.settlement import Scored

POINTS: Final = 10
"""How many points of a hand are paid with one."""


def tenth(points: int) -> int:
    """Return a tenth of *points*, rounded up."""
    return -(-points // POINTS)


def receipts(record: Record, win: Win, points: int, *, is_limit: bool) -> Mapping[int, int]:
    """Return what each other seat owes the winner of a hand of *points*, or of a limit hand."""
    base = record.options["base_points"]
    owed = {}
    for seat in range(record.players):
        if seat != win.seat:
            share = 2 * points if seat == win.source or win.is_self_draw else points
            owed[seat] = LIMIT if is_limit else min(LIMIT, tenth(share) + base)
    return owed


def side_payments(win: Win, losers: Sequence[Scored]) -> Iterator[tuple[int, int, int]]:
    """Yield what losers owe each other: payer, receiver and amount."""
    for low, high, points in differences({entry.seat: entry.score for entry in losers}):
        share = 2 * points if win.is_taken and win.source in (low, high) else points
        yield low, high, min(LIMIT, tenth(share))
