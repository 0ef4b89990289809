"""Who pays, and who does in the others' place: jinan.md, "Payment", "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.record.claims import has_fed, supplemented_kong

if TYPE_CHECKING:
    from rules.record.values import Record, Win


def payers(record: Record, win: Win) -> tuple[int, ...]:
    """Return who owes the hand: the discarder, or all others; a robbed kong is a self-draw."""
    if win.by == "discard":
        assert win.source is not None
        return (win.source,)
    return tuple(seat for seat in range(record.players) if seat != win.seat)


def liable(record: Record, win: Win) -> int | None:
    """Return the seat that pays everything, if any: three claims before robbing and kong (D12)."""
    partner = _partner(record, win.seat)
    if partner is not None:
        return partner
    if win.by == "robbed_kong":
        return win.source
    if win.is_self_draw and "kong_draw" in win.marks:
        kong = supplemented_kong(record, win)
        if kong is not None and kong.kind == "kong_discard":
            return kong.source
    return None


def _partner(record: Record, winner: int) -> int | None:
    """Return who is bound to *winner* by three claims from one seat.

    First the seat that *winner* claimed from, then the nearest after him that claimed
    from him.
    """
    others = [(winner + step) % record.players for step in range(1, record.players)]
    givers = (seat for seat in others if has_fed(record, seat, winner))
    takers = (seat for seat in others if has_fed(record, winner, seat))
    return next(givers, next(takers, None))
