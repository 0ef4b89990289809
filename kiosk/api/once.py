"""An operation of the operator's that is carried out once, however often it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import jsonify

from kiosk.access.request_guard import office
from kiosk.api import body

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue


def once(asked: dict[str, Any], work: Callable[[], object]) -> ResponseReturnValue:
    """Carry *work* out under the name `op` in the body *asked*, and say whether it was before."""
    is_repeat, _ = office().once(body.op_id(asked["op"]), work)
    return jsonify(is_repeat=is_repeat)
