"""The house's own rules: kept under a name, forgotten, taken in from elsewhere."""

from __future__ import annotations

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.errors import Refused
from kiosk.web.actions.forms import form_options
from kiosk.web.context import refusal_words, words
from kiosk.web.views.options import game_or_404
from kiosk.web.views.presets import house_presets

bp = Blueprint("presets", __name__)


@bp.post("/presets/<ruleset>")
@needs(Right.OPERATE)
def keep(ruleset: str) -> ResponseReturnValue:
    """Keep the form's options under its name."""
    game_or_404(ruleset)
    try:
        preset = house_presets().save(ruleset, request.form.get("name", ""), form_options())
    except Refused:
        abort(400)
    flash(words()("ui.presets.kept", name=preset.name), "good")
    return redirect(url_for("lobby.options", ruleset=ruleset, rules=f"ours.{preset.name}"), 303)


@bp.post("/presets/<ruleset>/remove")
@needs(Right.OPERATE)
def remove(ruleset: str) -> ResponseReturnValue:
    """Forget the preset of the form's name."""
    house_presets().remove(ruleset, request.form.get("name", ""))
    return redirect(url_for("presets.show"), 303)


@bp.post("/presets/")
@needs(Right.OPERATE)
def take_in() -> ResponseReturnValue:
    """Take in the presets of a file, or of a text as a QR code has it."""
    upload = request.files.get("file")
    content = upload.read() if upload is not None and upload.filename else b""
    text = content.decode("utf-8", "replace") or request.form.get("text", "")
    try:
        count = house_presets().take_in(text)
    except Refused as refusal:
        flash(refusal_words(refusal.code), "wrong")
    else:
        flash(words()("ui.presets.taken", count=count), "good")
    return redirect(url_for("presets.show"), 303)
