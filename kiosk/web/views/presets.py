"""The house's own rules by name: what there is, as JSON and as QR codes, and one to be saved."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

import rules
from kiosk.access.request_guard import needs, operator_context
from kiosk.access.rights import Right
from kiosk.presets import MAX_NAME, Presets
from kiosk.web.context import service, words
from kiosk.web.svg.qr import qr_file
from kiosk.web.views.frame import view_game
from kiosk.web.views.options import changed_options, game_or_404, options_in

bp = Blueprint("presets", __name__)


def house_presets() -> Presets:
    """Return the presets of this kiosk."""
    return Presets(operator_context().settings.data_dir)


@bp.get("/presets/")
@needs(Right.OPERATE)
def show() -> ResponseReturnValue:
    """Show all presets, and where others are taken in."""
    return _page()


@bp.get("/presets/<ruleset>")
@needs(Right.OPERATE)
def ask(ruleset: str) -> ResponseReturnValue:
    """Ask under which name the options in the address are kept."""
    game = game_or_404(ruleset)
    values = options_in(game, request.args)
    own = house_presets().of(ruleset)
    return _page(
        keeps=changed_options(game, values, words()),
        keeps_game=view_game(ruleset, words()),
        name=own[0].name if own else words()("ui.presets.ours"),
        options_json=json.dumps(values, sort_keys=True),
    )


def _page(**context: Any) -> str:
    presets = [
        {"game": view_game(one.ruleset, words()), "preset": one}
        | {"changed": changed_options(rules.ruleset(one.ruleset), one.options, words())}
        for one in house_presets().all()
    ]
    seq = service().view().seq
    return render_template(
        "presets.html", tab="", seen=seq, presets=presets, longest=MAX_NAME, **context
    )


@bp.get("/presets.json")
@needs(Right.OPERATE)
def export() -> ResponseReturnValue:
    """Return all presets as a file."""
    headers = {"Content-Disposition": "attachment; filename=house-rules.json"}
    return Response(house_presets().export(), mimetype="application/json", headers=headers)


@bp.get("/presets/<ruleset>/qr.svg")
@needs(Right.OPERATE)
def code(ruleset: str) -> ResponseReturnValue:
    """Return the preset that the address names as a QR code."""
    preset = house_presets().find(ruleset, request.args.get("name", ""))
    if preset is None:
        abort(404)
    return Response(qr_file(preset.text, 3), mimetype="image/svg+xml")
