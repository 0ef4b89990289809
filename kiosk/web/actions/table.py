"""A hand from its deal to its end: the machine's jobs, dice, seats drawn, and who has won."""

from __future__ import annotations

from typing import Final, cast, get_args

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.errors import Refused
from kiosk.jobs import Job
from kiosk.session import Stage
from kiosk.session.asking import AllowAsking
from kiosk.session.commands import (
    CallAbort,
    CallDraw,
    CallWin,
    Claim,
    CloseSession,
    EndPlay,
    EnterByHand,
    ForgetDice,
    ForgetWin,
    GoBack,
    NoteDice,
    SayLeader,
    SayWho,
    StartPlay,
    UseTable,
    UseUpWall,
)
from kiosk.session.repairs import ChangeSeats, Draw, DrawSeats, KeepSeats
from kiosk.view import HandView
from kiosk.web.actions.forms import carry_out, form_number, seat_in, submit, then, then_settle
from kiosk.web.context import path_of, refusal_words, service, words
from kiosk.web.views.endings import asks
from kiosk.web.views.frame import lamps_of
from kiosk.web.views.guide import after_start
from kiosk.web.views.table import draw_of
from kiosk.web.views.value import find_unvalued_win

bp = Blueprint("table", __name__)
JOBS: Final = get_args(Job)
DRAWS: Final = get_args(Draw)


@bp.post("/table/<name>")
def job(name: str) -> ResponseReturnValue:
    """Ask the machine for something; Stop acts at once."""
    if name not in JOBS:
        abort(404)
    command = UseTable(cast("Job", name))
    return _try_again(command) if name == "resume" else carry_out(command)


def _try_again(command: UseTable) -> ResponseReturnValue:
    """Go on after a fault; where the table still senses it, say that and not just "not now"."""
    try:
        submit(command)
    except Refused as refusal:
        is_there = refusal.code == "table_refused" and service().view().table.fault is not None
        message = words()("ui.fault.still") if is_there else refusal_words(refusal.code)
        flash(message, "wrong")
    return redirect(url_for("screen.show"), 303)


@bp.post("/dice")
def dice() -> ResponseReturnValue:
    """Write down a throw of real dice."""
    session = service().view().session
    if session is None:
        abort(400)
    count = rules.ruleset(session.ruleset).dice
    return carry_out(NoteDice(tuple(form_number(f"die{die}") for die in range(count))))


@bp.post("/dice/forget")
def forget_dice() -> ResponseReturnValue:
    """Take the throws of this hand back."""
    return carry_out(ForgetDice())


@bp.post("/draw/<what>")
def draw(what: str) -> ResponseReturnValue:
    """Let dice draw the seats or the first banker."""
    if what not in DRAWS:
        abort(404)
    return carry_out(DrawSeats(cast("Draw", what)))


@bp.post("/draw/keep")
def keep_seats() -> ResponseReturnValue:
    """Leave a draw unfinished."""
    return carry_out(KeepSeats())


@bp.post("/draw/back")
def take_draw_back() -> ResponseReturnValue:
    """Seat people as they sat before the draw."""
    session = service().view().session
    move = None if session is None else draw_of(session)
    if move is None:
        abort(400)
    return carry_out(ChangeSeats(tuple(move.order.index(seat) for seat in range(len(move.order)))))


@bp.post("/start")
def start() -> ResponseReturnValue:
    """Begin to play: the tiles are dealt."""
    session = service().view().session
    return carry_out(StartPlay(), after_start(session) if session is not None else "")


@bp.post("/close")
def close() -> ResponseReturnValue:
    """End the session; its ledger stays."""
    return carry_out(CloseSession())


@bp.post("/win")
def win() -> ResponseReturnValue:
    """Note that a seat calls a win."""
    return carry_out(CallWin(form_number("seat")))


@bp.post("/win/none")
def forget_win() -> ResponseReturnValue:
    """Take a noted win back, where play goes on after it."""
    return carry_out(ForgetWin(form_number("win")))


@bp.post("/ask")
def allow_asking() -> ResponseReturnValue:
    """Agree that hands may be asked about while this one is played."""
    then = path_of(request.form.get("then", "/"))
    return carry_out(AllowAsking(form_number("seat")), url_for("ask.consent", then=then))


@bp.post("/end")
def end() -> ResponseReturnValue:
    """Say that the wall is used up, where a win did not end the hand."""
    return _unless_read(carry_out(UseUpWall()))


@bp.post("/draw")
def nobody_won() -> ResponseReturnValue:
    """Nobody won; where nothing more has to be said of that, it is settled at once."""
    return _unless_asked(carry_out(CallDraw()))


@bp.post("/abort")
def abort_hand() -> ResponseReturnValue:
    """Note that the hand is void; where no reason makes a difference, it is settled at once."""
    return _unless_asked(carry_out(CallAbort()))


def _unless_asked(answer: ResponseReturnValue) -> ResponseReturnValue:
    view = service().view()
    if not isinstance(view, HandView) or view.stage is not Stage.REVIEW:
        return answer
    return answer if asks(view) else then_settle(answer)


@bp.post("/played")
def end_play() -> ResponseReturnValue:
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
    also = [seat_in(text) for text in request.form.getlist("also")]
    others = [seat for seat in also if seat is not None and seat != giver]
    winners = [form_number("seat"), *others]
    return _unless_read(carry_out(SayWho(tuple(Claim(seat, by, giver) for seat in winners))))


def _unless_read(answer: ResponseReturnValue) -> ResponseReturnValue:
    """Return *answer*, the hand at review where no camera reads it and no value is asked for."""
    view = service().view()
    if not isinstance(view, HandView) or view.stage is not Stage.READING:
        return answer
    if lamps_of(view).camera is None and find_unvalued_win(view) is None:
        then(EnterByHand())
    return answer


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
    return by, seat_in(giver)
