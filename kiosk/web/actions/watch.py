"""What is done with a hand that is watched: it is played to its end, and its end is called out."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.errors import Refused
from kiosk.session.endings import ending
from kiosk.web.actions.forms import carry_through, op_of_step
from kiosk.web.context import open_view, service
from kiosk.web.views.watch import follow_hand

bp = Blueprint("watch", __name__)


@bp.post("/watch/end")
def hurry() -> ResponseReturnValue:
    """Let the hand be played to its end."""
    watcher = service().watcher
    if watcher is not None:
        watcher.hurry()
    return redirect(url_for("watch.show"), 303)


@bp.post("/watch/take")
def take() -> ResponseReturnValue:
    """Call the end of the hand out as it was played."""
    return carry_through(_take, url_for("screen.show"))


def _take() -> None:
    view = open_view()
    course = follow_hand(view)
    if course is None or not course.is_over:
        raise Refused("not_now", "the hand goes on", where="stage")
    game = rules.ruleset(view.session.ruleset)
    for number, command in enumerate(ending(course.record(), game)):
        service().submit(command, op_of_step(number))
