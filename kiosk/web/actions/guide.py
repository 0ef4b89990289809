"""What a guide's last step decides, told by the command that would have been told anyway."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.session.commands import NoteDice
from kiosk.session.repairs import ChangeSeats, RollFor
from kiosk.session.sitting_out import last_exchange, order_of
from kiosk.view import HandView
from kiosk.web.actions.forms import carry_out, form_number, form_number_or_none
from kiosk.web.context import at_the_hand
from kiosk.web.views.guide import draw_by_tiles, guide_of, parse_tiles
from rules.guides import Exchange, SeatTiles

bp = Blueprint("guide", __name__, url_prefix="/guide")


@bp.post("/exchange")
def exchange() -> ResponseReturnValue:
    """Note the die of the exchange beside the throw that broke the wall, and say who takes whose.

    Where that throw was not noted this one cannot be, or it would be taken for it.
    """
    view, die = at_the_hand(), form_number("die")
    back = url_for("guide.show", name=Exchange.id)
    if isinstance(view, HandView) and not view.draft.wants_throw:
        return carry_out(NoteDice((die,)), back)
    return redirect(url_for("guide.show", name=Exchange.id, die=die), 303)


@bp.post("/roll")
def roll() -> ResponseReturnValue:
    """Let the machine throw the dice of a guide; the screen shows them once they lie."""
    name = request.form.get("guide", "")
    return carry_out(RollFor(name, form_number("dice")), url_for("guide.show", name=name))


@bp.post("/sitting_out")
def sitting_out() -> ResponseReturnValue:
    """Let who sits out take the seats that were chosen; where none was, all stay."""
    view = at_the_hand()
    if not isinstance(view, HandView):
        abort(400)
    session = view.session
    places = range(len(session.players), len(session.everyone))
    seat_choices = [form_number_or_none(f"place{place}") for place in places]
    if any(seat is not None and seat not in range(len(session.players)) for seat in seat_choices):
        abort(400)
    if not any(seat is not None for seat in seat_choices):
        return redirect(url_for("screen.show"), 303)
    return carry_out(ChangeSeats(order_of(session, seat_choices)))


@bp.post("/sitting_out/back")
def take_back() -> ResponseReturnValue:
    """Let people sit as before the last exchange."""
    view = at_the_hand()
    move = last_exchange(view.session) if isinstance(view, HandView) else None
    if move is None:
        abort(400)
    places = range(len(move.order))
    return carry_out(ChangeSeats(tuple(move.order.index(place) for place in places)))


@bp.post("/seats")
def seats() -> ResponseReturnValue:
    """Let people sit as their tiles say."""
    view = at_the_hand()
    guide = guide_of(view.session, SeatTiles.id) if isinstance(view, HandView) else None
    if not isinstance(view, HandView) or not isinstance(guide, SeatTiles):
        abort(400)
    tiles = parse_tiles(guide, request.form.getlist("tile"))
    order = draw_by_tiles(view.session, guide, tiles).order
    if not order:
        abort(400)
    return carry_out(ChangeSeats(order))
