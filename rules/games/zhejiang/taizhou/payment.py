"""Who pays what: taizhou.md, "Payment" and "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.scoring.set_points import differences
from rules.settle.settlement import Bill

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.record.values import Record
    from rules.settle.settlement import Payment


def bill(
    record: Record, points: Mapping[int, int], *, is_limit: bool, is_liable: bool
) -> tuple[Payment, ...]:
    """Return the payments of a hand in which the seats have *points*.

    *is_limit* says that the winner's points are not halved, *is_liable* that the discarder
    pays for everyone and forgoes what he would get.
    """
    win, banker = record.wins[0], record.state.banker
    made = Bill()
    losers = [seat for seat in points if seat != win.seat]
    for seat in losers:
        is_full = is_limit or banker in (seat, win.seat)
        made.pay(seat, win.seat, _share(points[win.seat], is_full=is_full))
    for low, high, owed in differences({seat: points[seat] for seat in losers}):
        made.pay(low, high, _share(owed, is_full=banker in (low, high)), "side")
    if not is_liable:
        return tuple(made.rows)
    assert win.source is not None
    made.assign(win.source)
    made.assign(win.source, "side")
    return tuple(row for row in made.rows if row.target != win.source)


def _share(points: int, *, is_full: bool) -> int:
    """Return what is paid for *points*: all where the banker is concerned, else half."""
    return points if is_full else points // 2
