"""Pictures: the tile faces, the camera's newest frame, one tile cut out of it."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, request

from kiosk.pages.desk import service
from kiosk.tiles import sprite

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("faces", __name__)

DAY_S: Final = 24 * 3600


@bp.get("/tiles.svg")
def tiles() -> ResponseReturnValue:
    """Return the drawing with a symbol for every tile; it changes only with the program."""
    drawing = sprite()
    answer = Response(drawing, mimetype="image/svg+xml")
    answer.set_etag(sha256(drawing.encode()).hexdigest()[:16])
    answer.cache_control.max_age = DAY_S
    return answer.make_conditional(request)


@bp.get("/camera/still.jpg")
def still() -> ResponseReturnValue:
    """Return what the camera sees now."""
    return Response(service().still(), mimetype="image/jpeg")


@bp.get("/camera/tile/<int:number>.jpg")
def crop(number: int) -> ResponseReturnValue:
    """Return the picture of one tile as the camera saw it."""
    return Response(service().crop(number), mimetype="image/jpeg")
