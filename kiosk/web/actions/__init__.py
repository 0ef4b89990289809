"""What a tap changes: each view reads its form, sends one command, and goes back to a page.

What a page shows stands in `kiosk.web.views`.
"""

from __future__ import annotations

from flask import Blueprint

from kiosk.web.actions import (
    guide,
    join,
    lobby,
    operator,
    paid_time,
    plays,
    presets,
    repair,
    review,
    seasons,
    simulate,
    table,
    upkeep,
    watch,
)

bp = Blueprint("actions", __name__)

for module in (
    guide,
    join,
    lobby,
    operator,
    paid_time,
    plays,
    presets,
    repair,
    review,
    seasons,
    simulate,
    table,
    upkeep,
    watch,
):
    bp.register_blueprint(module.bp)
