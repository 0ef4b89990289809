"""Taking a seat by phone: who one is and where one sits, and once a session has begun, that it has.

A phone that scans the code of the seats page gets here. It may write names on the list of a session
that has not begun (`kiosk.seat_lists`), nothing else; whoever sees the code sits at the table.
"""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from kiosk.view import HandView
from kiosk.web.context import service, words
from kiosk.web.views.frame import view_game
from kiosk.web.views.invitation import seat_lists
from kiosk.web.views.lobby import MAX_NAME, empty_seats, known_names

bp = Blueprint("join", __name__)


@bp.get("/join/<code>")
def show(code: str) -> ResponseReturnValue:
    """Ask a phone whose it is and for a seat; `name` in the address says who has one."""
    since = service().live.newest.id
    name = request.args.get("name", "")
    seat_list = seat_lists().find(code, service().view().seq)
    if seat_list is None:
        return _over(name, since)
    t = words(seat_list.ruleset)
    seat = seat_list.seat_of(name)
    return render_template(
        "join.html",
        since=since,
        code=code,
        game=view_game(seat_list.ruleset, t),
        seats=empty_seats(seat_list.ruleset, seat_list.seats, t),
        taken=seat_list.names,
        known=known_names(),
        longest=MAX_NAME,
        mine=seat,
        name=name if seat is not None else "",
    )


def _over(name: str, since: str) -> ResponseReturnValue:
    """Tell that the session has begun, or that the code has run out: the table shows a new one."""
    view = service().view()
    if isinstance(view, HandView) and name in view.names:
        seat, session = view.names.index(name), view.session
        t = words(session.ruleset)
        places = empty_seats(session.ruleset, len(view.names), t, len(session.players))
        place = places[seat]
        return render_template("join_over.html", since=since, seat=place, name=name)
    service().live.publish(view.seq, "seats")
    return render_template("join_over.html", since="", seat=None, name=""), 404
