"""A phone takes a seat, changes it or leaves it, as long as the session has not begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from flask import Blueprint, Response, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.errors import Refused
from kiosk.seat_lists import SeatList
from kiosk.web.actions.forms import clean_name, seat_in
from kiosk.web.context import YEAR_S, refusal_words, service
from kiosk.web.views.invitation import seat_lists

bp = Blueprint("join", __name__)


@bp.post("/join/<code>")
def take(code: str) -> ResponseReturnValue:
    """Sit down at the form's seat under the name that was written, else under the one chosen."""
    seat = seat_in(request.form.get("seat", ""))
    if seat is None:
        abort(400)
    name = clean_name(request.form.get("new", "")) or clean_name(request.form.get("who", ""))
    if not name:
        flash(refusal_words("no_name"), "wrong")
        return redirect(url_for("join.show", code=code), 303)
    answer = _change(code, name, lambda seat_list: seat_list.take(seat, name))
    answer.set_cookie("side", str(seat), max_age=YEAR_S, samesite="Strict", httponly=True)
    return answer


@bp.post("/join/<code>/leave")
def leave(code: str) -> ResponseReturnValue:
    """Leave the seat of the form's name."""
    name = clean_name(request.form.get("who", ""))
    return _change(code, "", lambda seat_list: seat_list.leave(name))


def _change(code: str, name: str, change: Callable[[SeatList], SeatList]) -> Response:
    """Change the list of this *code*, tell the screens, and go back to the phone's page."""
    seq = service().view().seq
    try:
        seat_lists().change(code, seq, change)
    except Refused as refusal:
        flash(refusal_words(refusal.code), "wrong")
    else:
        service().live.publish(seq, "seats")
    return cast("Response", redirect(url_for("join.show", code=code, name=name or None), 303))
