"""Where a tap becomes a command: what a form must carry, and what a refusal looks like."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from flask import abort, current_app, flash, redirect, request, url_for

from kiosk.errors import Refused
from kiosk.i18n import moment
from kiosk.session import at_work
from kiosk.web.words import words
from rules.errors import JantakuError

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.service import Answer, Service, View
    from kiosk.session.commands import Command
    from kiosk.session.events import PlayerId

OP_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


def service() -> Service:
    """Return the one service behind all pages."""
    return cast("Service", current_app.extensions["jantaku"])


def at_the_hand() -> View:
    """Return the view as it stands before the hand at work: the next one, or one put right."""
    view = service().view()
    if view.session is None or view.draft is None or view.draft.amends is None:
        return view
    session = at_work(view.session, view.draft)
    return replace(view, session=session, names=names_of(session.players))


def names_of(players: tuple[PlayerId, ...]) -> tuple[str, ...]:
    """Return these people's names; empty for who was forgotten."""
    known = {player.id: player.name for player in service().players()}
    return tuple(known.get(player, "") for player in players)


def when(seq: int, pattern: str = "both") -> str:
    """Return when event *seq* was written, as this language writes `date`, `time` or `both`."""
    return moment(service().time_of(seq), words().language, pattern)


def submit(command: Command) -> Answer:
    """Carry *command* out under the form's own name, once; raise `Refused` where it cannot be."""
    op_id = request.form.get("op", "")
    if not OP_ID.fullmatch(op_id):
        abort(400)
    return service().submit(command, op_id, form_number("seen"))


def carry_out(command: Command, then: str = "") -> ResponseReturnValue:
    """Carry *command* out and go to *then*, or to the table's screen; say so if it is refused."""
    try:
        submit(command)
    except (Refused, JantakuError) as refused:
        flash(refusal_words(refused.code), "wrong")
    return redirect(then or url_for("play.screen"), 303)


def refusal_words(code: str) -> str:
    """Return what happened and what to do, for the *code* of a refusal."""
    say = words().say
    steps = say(f"error.{code}.steps") if words().knows(f"error.{code}.steps") else ""
    return f"{say(f'error.{code}')} {steps}".strip()


def form_number(name: str) -> int:
    """Return the whole number in field *name*; end the request with 400 where there is none."""
    number = form_number_or_none(name)
    if number is None:
        abort(400)
    return number


def form_number_or_none(name: str) -> int | None:
    """Return the whole number in field *name*, or `None` where it is empty."""
    text = request.form.get(name, "")
    if not text:
        return None
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        abort(400)
    return int(text)


def form_is_on() -> bool:
    """Return whether the form switches something on."""
    return request.form.get("on") == "1"
