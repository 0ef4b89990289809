"""Putting right what was counted: older hands, penalties, seats, and payments typed by hand."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.commands import VoidHand
from kiosk.session.repairs import (
    AmendHand,
    ChangeOptions,
    ChangeSeats,
    KeepHand,
    PayPenalty,
    ReopenSession,
    ReplacePlayer,
    TypePayments,
    Why,
    WithdrawEvent,
    WithdrawPenalty,
)
from kiosk.view import HandView
from kiosk.web.actions.forms import (
    carry_out,
    clean_name,
    form_number,
    form_number_or_none,
    form_options,
    seat_in,
    submit,
)
from kiosk.web.context import at_the_hand, path_of, refusal_words, service
from kiosk.web.views.repair import OVERS, WHYS, payments_form

bp = Blueprint("repair", __name__)


@bp.post("/repair/hand/<int:seq>")
def hand(seq: int) -> ResponseReturnValue:
    """Take an older hand to the review screen."""
    return carry_out(AmendHand(seq))


@bp.post("/repair/keep")
def keep() -> ResponseReturnValue:
    """Leave the hand that is being put right as it was."""
    return carry_out(KeepHand())


@bp.post("/repair/rules")
def options() -> ResponseReturnValue:
    """Play by other house rules, from the first hand on."""
    return carry_out(ChangeOptions(form_options()), url_for("repair.house_rules"))


@bp.post("/repair/reopen")
def reopen() -> ResponseReturnValue:
    """Go on with the session that was closed last."""
    return carry_out(ReopenSession(), url_for("ledger.show"))


@bp.post("/repair/penalty")
def penalty() -> ResponseReturnValue:
    """Let one seat pay another, or all others."""
    seat, to = form_number("seat"), request.form.get("to", "")
    session = service().view().session
    seats = range(len(session.players)) if session is not None else ()
    payees = tuple(other for other in seats if other != seat) if to == "all" else (_seat(to),)
    note = " ".join(request.form.get("note", "").split())
    return carry_out(PayPenalty(seat, payees, form_number("amount"), note), url_for("repair.show"))


@bp.post("/repair/penalty/<int:seq>/withdraw")
def withdraw(seq: int) -> ResponseReturnValue:
    """Take a penalty back."""
    return carry_out(WithdrawPenalty(seq), url_for("repair.show"))


@bp.post("/repair/event/<int:seq>")
def withdraw_event(seq: int) -> ResponseReturnValue:
    """Take back an event that does not follow from those before it."""
    return carry_out(WithdrawEvent(seq), path_of(request.form.get("back", "/")))


@bp.post("/repair/seats")
def seats() -> ResponseReturnValue:
    """Reseat people, with their points or because the names were mixed up."""
    order = tuple(_seat(text) for text in request.form.getlist("order"))
    is_mix_up = request.form.get("as") == "mix_up"
    return carry_out(ChangeSeats(order, is_mix_up=is_mix_up), url_for("repair.show"))


@bp.post("/repair/player")
def player() -> ResponseReturnValue:
    """Let someone else take a seat over."""
    name = clean_name(request.form.get("name", ""))
    if not name:
        abort(400)
    command = ReplacePlayer(form_number("seat"), service().enrol(name))
    return carry_out(command, url_for("repair.show"))


def _seat(text: str) -> int:
    """Return the seat that a field names; end the request with 400 where it names none."""
    seat = seat_in(text)
    if seat is None:
        abort(400)
    return seat


@bp.post("/ledger/<int:seq>/undo")
def void(seq: int) -> ResponseReturnValue:
    """Withdraw a confirmed hand; the ledger keeps both."""
    return carry_out(VoidHand(seq, fix=request.form.get("fix") == "1"))


FIGURE: Final = re.compile(r"[-+−]?[0-9]{1,9}")
UNPROCESSABLE: Final = 422


@bp.post("/by-hand/")
def type_payments() -> ResponseReturnValue:
    """Show the settlement that was typed; what does not add up stays on the form."""
    view = at_the_hand()
    if not isinstance(view, HandView):
        abort(400)
    payments = _parse_payments()
    try:
        submit(TypePayments(**payments))
    except Refused as refusal:
        if refusal.code == "stale" or service().view().stage not in (
            Stage.REVIEW,
            Stage.SETTLEMENT,
        ):
            return redirect(url_for("screen.show"), 303)
        return payments_form(view, payments, refusal_words(refusal.code)), UNPROCESSABLE
    return redirect(url_for("screen.show"), 303)


def _parse_payments() -> dict[str, Any]:
    """Return the form's figures; one that is left empty takes what the others leave."""
    pot = _figure(request.form.get("pot", "")) or 0
    overs = [one["value"] for one in OVERS if one["text"] == request.form.get("over", "")]
    why = request.form.get("why", "")
    if why not in WHYS or not overs:
        abort(400)
    return {
        "net": _figures("points", pot),
        "pot": pot,
        "banker": form_number_or_none("banker"),
        "carry": _counters(),
        "why": cast("Why", why),
        "note": " ".join(request.form.get("note", "").split()),
        "over": overs[0],
        "prizes": _figures("prize"),
    }


def _figures(field: str, beside: int = 0) -> tuple[int, ...]:
    """Return everyone's figure; one that is left empty takes what the others leave."""
    figures = [_figure(text) for text in request.form.getlist(field)]
    if figures.count(None) == 1:
        figures[figures.index(None)] = -beside - sum(points or 0 for points in figures)
    return tuple(points or 0 for points in figures)


def _counters() -> dict[str, int]:
    names = [key for key in request.form if key.startswith("carry.")]
    counters = {name.removeprefix("carry."): form_number_or_none(name) for name in names}
    return {name: value for name, value in counters.items() if value is not None}


def _figure(text: str) -> int | None:
    """Return the points that *text* says, `None` where it says none; end with 400 for no number."""
    plain = "".join(text.split()).replace(",", "").replace("±", "")
    if not plain:
        return None
    if not FIGURE.fullmatch(plain):
        abort(400)
    return int(plain.replace("−", "-"))
