"""Who sits out, where more people take part than have a seat, and who comes in between hands."""

from __future__ import annotations

from collections.abc import Sequence

from flask import url_for

from kiosk.session import Stage
from kiosk.session.sitting_out import is_due, last_exchange, proposed_seats
from kiosk.view import HandView
from kiosk.web.context import words
from kiosk.web.views.frame import PageData, SeatView, view_bench, view_seats
from rules.guides import SittingOut


def view_sitting_out(view: HandView) -> PageData | None:
    """Return who sits out, who came in for whom, and whether others are due between hands."""
    session = view.session
    if not session.bench:
        return None
    is_between, move = view.stage is Stage.TABLE, last_exchange(session)
    came = [] if move is None else _came(view, move.order)
    return {
        "bench": view_bench(view, words()),
        "came": came,
        "may_take_back": is_between and bool(came),
        "is_due": is_between and is_due(session),
        "address": url_for("guide.show", name=SittingOut.id) if is_between else "",
    }


def _came(view: HandView, order: Sequence[int]) -> list[tuple[str, str]]:
    """Return who came to a seat by *order*, and who sits out for that."""
    seats, bench = view_seats(view, words()), view_bench(view, words())
    left = {order[one.number]: one.name for one in bench}
    return [
        (seat.name, left[seat.number])
        for seat in seats
        if order[seat.number] >= len(seats) and seat.number in left
    ]


def guide_page(view: HandView) -> PageData:
    """Return for each who sits out which seats can be taken over, the usual one marked."""
    seats: Sequence[SeatView] = view_seats(view, words())
    proposals = proposed_seats(view.session)
    return {
        "dealer": next((seat for seat in seats if seat.is_banker), None),
        "rows": list(zip(view_bench(view, words()), proposals, strict=True)),
    }
