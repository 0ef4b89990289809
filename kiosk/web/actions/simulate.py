"""Breaking a simulated table, and mending it: what is told of it, the table's screen shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, url_for

from kiosk.table.mishaps import NAMES
from kiosk.web.actions.forms import carry_through
from kiosk.web.context import words
from kiosk.web.views.simulate import mishaps

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("simulate", __name__)


@bp.post("/simulate/<name>")
def bring_about(name: str) -> ResponseReturnValue:
    """Let something go wrong."""
    if name not in NAMES:
        abort(404)
    return carry_through(lambda: _bring_about(name), url_for("screen.show"))


def _bring_about(name: str) -> str:
    mishaps().bring_about(name)
    return words()(f"ui.simulate.{name}.told")


@bp.post("/simulate/heal")
def heal() -> ResponseReturnValue:
    """Mend everything."""
    return carry_through(_heal, url_for("screen.show"))


def _heal() -> str:
    mishaps().heal()
    return words()("ui.simulate.healed")
