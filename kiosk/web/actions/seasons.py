"""The house's seasons: kept under a name, forgotten."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.errors import Refused
from kiosk.seasons import parse_season
from kiosk.web.context import refusal_words
from kiosk.web.views.ranking import house_seasons

bp = Blueprint("seasons", __name__)


@bp.post("/seasons")
@needs(Right.OPERATE)
def keep() -> ResponseReturnValue:
    """Keep the form's season."""
    fields = (request.form.get(name, "") for name in ("name", "first", "last"))
    try:
        house_seasons().save(parse_season(*fields))
    except Refused as refusal:
        flash(refusal_words(refusal.code), "wrong")
    return redirect(url_for("ranking.seasons"), 303)


@bp.post("/seasons/remove")
@needs(Right.OPERATE)
def remove() -> ResponseReturnValue:
    """Forget the season of the form's name."""
    house_seasons().remove(request.form.get("name", ""))
    return redirect(url_for("ranking.seasons"), 303)
