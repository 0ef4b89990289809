"""The settings of this screen on one page: language, type size, sound, view, when it goes dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, render_template

from kiosk.access.request_guard import office

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("settings", __name__)


@bp.get("/settings")
def show() -> ResponseReturnValue:
    """Show what can be chosen for this screen, and the way to the operator's pages."""
    chosen = ("view", "lies", "size", "sound", "dim")
    is_direct = office().settings.commits_to_database
    return render_template("settings.html", chosen=chosen, is_direct=is_direct)
