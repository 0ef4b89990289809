"""What staff do with the paid time: its price, time given by hand, its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.web.actions.forms import carry_through, form_number, once
from kiosk.web.context import service, words

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

bp = Blueprint("paid_time", __name__)


@bp.post("/operator/machine/paid-time/price")
@needs(Right.OPERATE)
def set_price() -> ResponseReturnValue:
    """Set how many minutes a coin buys, or let time not be counted."""
    is_off = request.form.get("off") == "1"
    minutes = None if is_off else form_number("minutes")
    message = words()("ui.paid.entry.off" if is_off else "ui.paid.entry.price", minutes=minutes)
    return _carry_through(lambda: service().paid_time.set_price(minutes), message)


@bp.post("/operator/machine/paid-time/given")
@needs(Right.OPERATE)
def give() -> ResponseReturnValue:
    """Add minutes by hand."""
    minutes = form_number("minutes")
    message = words()("ui.paid.entry.given", minutes=minutes)
    return _carry_through(lambda: service().paid_time.give(minutes), message)


@bp.post("/operator/machine/paid-time/end")
@needs(Right.OPERATE)
def end() -> ResponseReturnValue:
    """Let nothing be left."""
    return _carry_through(service().paid_time.end, words()("ui.paid.entry.ended"))


def _carry_through(work: Callable[[], None], message: str) -> ResponseReturnValue:
    def do() -> str:
        once(work)
        return message

    return carry_through(do, url_for("paid_time.show"))
