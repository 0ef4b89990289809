"""Between hands: the machine's jobs, dice, the deal, the end of the session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, get_args

from flask import Blueprint, abort, flash, redirect, render_template, url_for

import rules
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.commands import CloseSession, ForgetDice, Job, NoteDice, StartPlay, UseTable
from kiosk.session.repairs import ChangeSeats, Draw, DrawSeats, KeepSeats
from kiosk.web.forms import carry_out, form_number, refusal_words, service, submit
from kiosk.web.play import frame
from kiosk.web.tabletop import draw_of
from kiosk.web.words import words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

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
    except Refused as refused:
        is_there = refused.code == "table_refused" and service().view().table.fault is not None
        told = words().say("ui.fault.still") if is_there else refusal_words(refused.code)
        flash(told, "wrong")
    return redirect(url_for("play.screen"), 303)


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
    return carry_out(StartPlay())


@bp.get("/leave")
def leave() -> ResponseReturnValue:
    """Ask whether the session is to end before its time."""
    view = service().view()
    if view.stage is Stage.LOBBY:
        abort(404)
    return render_template("leave.html", **frame(view))


@bp.post("/close")
def close() -> ResponseReturnValue:
    """End the session; its ledger stays."""
    return carry_out(CloseSession())
