"""The small door for programs: settle a hand record, look at the table. JSON in, JSON out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, jsonify, request

import rules
from kiosk.pages.desk import service
from kiosk.rights import Right
from kiosk.security import needs

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("api", __name__, url_prefix="/api/v1")


@bp.post("/settle")
@needs(Right.OPEN)
def settle() -> ResponseReturnValue:
    """Return the settlement of the hand record in the body; 422 with every problem otherwise."""
    answer = rules.settle_json(request.get_json(silent=True))
    return jsonify(answer), 422 if "error" in answer else 200


@bp.get("/state")
@needs(Right.OPEN)
def state() -> ResponseReturnValue:
    """Return where the table stands, without names."""
    view = service().view()
    session = view.session
    answer: dict[str, Any] = {"stage": str(view.stage), "seq": view.seq, "session": None}
    if session is not None:
        answer["session"] = {
            "ruleset": session.ruleset,
            "options": dict(session.options),
            "hands": len(session.counted),
            "banker": session.standing.banker,
            "round": session.standing.round,
            "repeats": session.standing.repeats,
            "totals": list(session.standing.totals),
            "pot": session.standing.pot,
            "over": session.standing.over,
        }
    return jsonify(answer)
