"""How a tap becomes a command: what a form must carry, and what is said when it is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, Final, TypeVar

from flask import abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.errors import Refused
from kiosk.i18n import catalogue, languages
from kiosk.session.commands import Command, Settle
from kiosk.session.events import PlayerId
from kiosk.view import Answer
from kiosk.web.context import refusal_steps, refusal_words, service
from kiosk.web.views.lobby import GUESTS, MAX_NAME
from rules.errors import JantakuError

T = TypeVar("T")
OP_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
SEAT: Final = re.compile(r"[0-9]{1,2}")


def submit(command: Command) -> Answer:
    """Carry *command* out under the form's own name, once; raise `Refused` where it cannot be."""
    return service().submit(command, _op_id(), form_number("seen"))


def once(work: Callable[[], T]) -> tuple[bool, T | None]:
    """Carry *work* of the operator's out under the form's own name, once (`Service.once`)."""
    return service().once(_op_id(), work)


def _op_id() -> str:
    """Return the name of the form's operation; end the request with 400 where it has none."""
    op_id = request.form.get("op", "")
    if not OP_ID.fullmatch(op_id):
        abort(400)
    return op_id


def carry_out(command: Command, then: str = "") -> ResponseReturnValue:
    """Carry *command* out and go to *then*, or to the table's screen; say so if it is refused."""
    try:
        submit(command)
    except (Refused, JantakuError) as refusal:
        flash(refusal_words(refusal.code), "wrong")
    return redirect(then or url_for("screen.show"), 303)


def then(command: Command) -> None:
    """Carry *command* out as well, where it can be: one tap is both."""
    with suppress(Refused):
        service().submit(command, f"{_op_id()[:60]}-2")


def op_of_step(number: int) -> str:
    """Return the name of one of the commands that the form is, counted from 0."""
    return f"{_op_id()[:60]}-{number}"


def then_settle(answer: ResponseReturnValue) -> ResponseReturnValue:
    """Return *answer*, the hand at review settled where nothing more has to be said of it."""
    then(Settle())
    return answer


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


def clean_name(text: str) -> str:
    """Return the name that somebody wrote, without needless spaces and as long as names may be."""
    return " ".join(text.split())[:MAX_NAME]


def enrol(name: str) -> PlayerId:
    """Return the id of whoever is called so; whose name was left as it stood is a guest."""
    return service().enrol(name, is_guest=name in _guests())


@cache
def _guests() -> frozenset[str]:
    """Return how guests are called, in every language."""
    return frozenset(catalogue(one)("ui.guest", letter=n) for one in languages() for n in GUESTS)


def form_options() -> dict[str, Any]:
    """Return the house options that the form sends as JSON; end the request with 400 for none."""
    try:
        options = json.loads(request.form.get("options", "{}"))
    except (ValueError, RecursionError):
        abort(400)
    if type(options) is not dict:
        abort(400)
    return options


def seat_in(text: str) -> int | None:
    """Return the seat that *text* names; `None` where it names none."""
    return int(text) if SEAT.fullmatch(text) else None


def form_is_on() -> bool:
    """Return whether the form switches something on."""
    return request.form.get("on") == "1"


def carry_through(work: Callable[[], str | None], then: str) -> ResponseReturnValue:
    """Do *work* and go to *then*; say there what *work* returned, or why it failed."""
    try:
        message = work()
    except Refused as refusal:
        flash(refusal_steps(refusal), "wrong")
    else:
        if message:
            flash(message, "good")
    return redirect(then, 303)
