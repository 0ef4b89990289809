"""What can be made to go wrong at a simulated table; a real one has no such page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, render_template

from kiosk.table.mishaps import NAMES
from kiosk.web.context import service

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.table.mishaps import Mishaps

bp = Blueprint("simulate", __name__)


def mishaps() -> Mishaps:
    """Return who breaks the simulated table; end with 404 at a real one."""
    source = service().mishaps
    if source is None:
        abort(404)
    return source


@bp.get("/simulate")
def show() -> ResponseReturnValue:
    """Show a button for each thing that can go wrong, and the one that mends everything."""
    return render_template("simulate.html", names=NAMES, standing=mishaps().standing)
