"""Who pays for a win: ningbo.md, "Payment" and "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.record.claims import has_fed, supplemented_kong
from rules.settle.settlement import Bill

if TYPE_CHECKING:
    from rules.record.values import Record, Win

DISCARD: Final = 2
"""How often the discarder, and beside him whoever is liable, pays the hand."""

ALONE: Final = 5
"""How often one seat pays it that pays for everyone."""

LIABILITY: Final = "liability"


def bill(record: Record, win: Win, unit: int) -> Bill:
    """Return what is paid for a hand that is worth *unit* points."""
    made_out = Bill()
    bound = partners(record, win.seat)
    if win.by == "discard":
        assert win.source is not None
        made_out.pay(win.source, win.seat, DISCARD * unit)
    for seat in bound:
        times = DISCARD if win.by == "discard" else ALONE
        made_out.pay(seat, win.seat, times * unit, LIABILITY)
    if win.by != "discard" and not bound:
        for seat, times in _shares(record, win).items():
            made_out.pay(seat, win.seat, times * unit)
    return made_out


def partners(record: Record, winner: int) -> tuple[int, ...]:
    """Return who is liable for *winner*: three sets were claimed by either from the other."""
    return tuple(
        seat
        for seat in range(record.players)
        if has_fed(record, seat, winner) or has_fed(record, winner, seat)
    )


def _shares(record: Record, win: Win) -> dict[int, int]:
    """Return how often each seat pays a hand that was drawn, or robbed of a kong."""
    if win.by == "robbed_kong":
        assert win.source is not None
        return {win.source: ALONE}
    shares = {seat: 1 for seat in range(record.players) if seat != win.seat}
    kong = supplemented_kong(record, win) if "kong_draw" in win.marks else None
    if kong is not None and kong.kind == "kong_discard":
        assert kong.source is not None
        shares[kong.source] = ALONE
    return shares
