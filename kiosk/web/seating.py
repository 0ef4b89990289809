"""Seats drawn by dice: what is offered before the first hand, the draw at work, how it came out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import rules
from kiosk.session.repairs import DrawSeats
from kiosk.web.forms import service
from kiosk.web.frame import name_of, seats_shown
from kiosk.web.tabletop import draw_of, drawn_so_far, throw_text
from kiosk.web.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiosk.service import View
    from kiosk.session import Draft

Shown = dict[str, Any]


def seating_shown(view: View) -> Shown | None:
    """Return what is shown of a draw: at work, done, or offered; nothing after the first hand."""
    assert view.session is not None
    assert view.draft is not None
    if view.draft.drawing:
        return _at_work(view, view.draft)
    if not service().can(DrawSeats("seats")):
        return None
    plays = rules.ruleset(view.session.ruleset).plays
    offers = ("seats", "leader" if plays else "banker")
    titles = [words().say(f"ui.seating.{one}") for one in offers]
    return {
        "offers": list(zip(("seats", "banker"), titles, strict=True)),
        "done": _done(view),
    }


def _at_work(view: View, draft: Draft) -> Shown:
    """Return the draw at work: its rule, and who has thrown what."""
    assert view.session is not None
    seats, found = seats_shown(view, words()), drawn_so_far(view.session, draft)
    way = (
        "seats.how"
        if draft.drawing == "seats"
        else f"banker.{rules.ruleset(view.session.ruleset).first_banker}"
    )
    pairs = zip(found.throwers, draft.drawn, strict=True)
    return {
        "how": words().say(f"ui.seating.{way}"),
        "thrown": [(seats[seat], throw_text(pips)) for seat, pips in pairs],
    }


def _done(view: View) -> list[tuple[Any, str, str]]:
    """Return who sits where by the draw that was made: what was thrown, and whose place it is."""
    assert view.session is not None
    move = draw_of(view.session)
    if move is None:
        return []
    threw: dict[int, list[str]] = {}
    for throw in move.throws:
        if "thrower" in throw:
            threw.setdefault(throw["thrower"], []).append(throw_text(throw["pips"]))
    seats = seats_shown(view, words())
    return [
        (
            seat,
            ", ".join(threw.get(move.order[seat.number], ())),
            _way(view, move.order, seat.number),
        )
        for seat in seats
    ]


def _way(view: View, order: Sequence[int], seat: int) -> str:
    """Return where who sits at *seat* now has to go: to whose place, or nowhere."""
    if order[seat] == seat:
        return words().say("ui.seating.stays")
    before = name_of(view.names, order.index(seat), words())
    return words().say("ui.seating.takes", name=before)
