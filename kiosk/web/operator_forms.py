"""What every form of the operator's does in the end: it says what came of it, and goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import flash, redirect

from kiosk.errors import Refused
from kiosk.web.forms import refusal_words
from kiosk.web.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue


def carry_through(work: Callable[[], str | None], then: str) -> ResponseReturnValue:
    """Do *work* and go to *then*; say there what *work* returned, or why it failed."""
    try:
        told = work()
    except Refused as refused:
        flash(words_of(refused), "wrong")
    else:
        if told:
            flash(told, "good")
    return redirect(then, 303)


def words_of(refused: Refused) -> str:
    """Return what happened and what to do; the machine's own reason goes before ours."""
    key = refused.where
    if not words().knows(f"{key}.steps"):
        return refusal_words(refused.code)
    return f"{words().say(key)} {words().say(f'{key}.steps')}"
