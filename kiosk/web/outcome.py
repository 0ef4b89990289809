"""How a hand ended: who called, from whom, or nobody."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Blueprint, abort, request

import rules
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.commands import (
    CallAbort,
    CallDraw,
    CallWin,
    Claim,
    EndPlay,
    ForgetWin,
    GoBack,
    SayLeader,
    SayWho,
    Settle,
    UseUpWall,
)
from kiosk.web.forms import carry_out, form_number, service

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.session import Session

bp = Blueprint("outcome", __name__)


@bp.post("/win")
def win() -> ResponseReturnValue:
    """Note that a seat calls a win."""
    return carry_out(CallWin(form_number("seat")))


@bp.post("/win/none")
def forget_win() -> ResponseReturnValue:
    """Take a noted win back, where play goes on after it."""
    return carry_out(ForgetWin(form_number("win")))


@bp.post("/end")
def end() -> ResponseReturnValue:
    """Say that the wall is used up, where a win did not end the hand."""
    return carry_out(UseUpWall())


@bp.post("/draw")
def draw() -> ResponseReturnValue:
    """Nobody won; where nothing more can be said of that, it is settled at once."""
    answer = carry_out(CallDraw())
    view = service().view()
    if view.stage is Stage.REVIEW and view.session is not None and not _asks(view.session):
        with suppress(Refused):
            service().submit(Settle(), f"{request.form['op'][:60]}-2")
    return answer


def _asks(session: Session) -> bool:
    """Return whether a draw of this game leaves something that only people can say."""
    game = rules.ruleset(session.ruleset)
    return bool(game.seat_facts or game.declared)


@bp.post("/abort")
def abort_hand() -> ResponseReturnValue:
    """Note that the hand is void."""
    return carry_out(CallAbort())


@bp.post("/played")
def played() -> ResponseReturnValue:
    """Note that a hand of cards or dominoes was played to its end."""
    return carry_out(EndPlay())


@bp.post("/leader")
def leader() -> ResponseReturnValue:
    """Say who leads, where the players choose it."""
    return carry_out(SayLeader(form_number("seat")))


@bp.post("/who")
def who() -> ResponseReturnValue:
    """Say how the caller won, and who else won on the same tile."""
    by, giver = how_of(request.form.get("how", ""))
    also = [int(seat) for seat in request.form.getlist("also") if seat.isdecimal()]
    winners = [form_number("seat"), *(seat for seat in also if seat != giver)]
    return carry_out(SayWho(tuple(Claim(seat, by, giver) for seat in winners)))


@bp.post("/back")
def back() -> ResponseReturnValue:
    """Return to an earlier screen of this hand; what was entered stays."""
    name = request.form.get("stage", "")
    if name not in set(Stage):
        abort(400)
    return carry_out(GoBack(Stage(name)))


def how_of(text: str) -> tuple[str, int | None]:
    """Return way and giver from a button's value, `discard:2` or `self_draw`."""
    by, _, giver = text.partition(":")
    if not by:
        abort(400)
    return by, int(giver) if giver.isdecimal() else None
