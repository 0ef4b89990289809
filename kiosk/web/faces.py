"""Pictures: the tile faces, the camera's newest frame, one tile cut out of it."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Final, cast

from flask import Blueprint, Response, abort, current_app, request

from kiosk.web.forms import service
from kiosk.web.svg.tiles import sprite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue

    from kiosk.camera.stills import Stills

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
    """Return what the camera sees: see `still_answer`."""
    return still_answer(request.args)


def still_answer(asked: Mapping[str, str]) -> Response:
    """Return the picture that the address asks for.

    `after=N` waits for a picture newer than number N; `seat` and `tile` ask for one tile of the
    hand at work, the tile counted from 0 in the seat's hand. The number stands in `X-Frame`.
    """
    if "tile" in asked or "seat" in asked:
        number = _tile_number(_number(asked, "seat"), _number(asked, "tile"))
        return Response(service().crop(number), mimetype="image/jpeg")
    stills = cast("Stills", current_app.extensions["jantaku_stills"])
    newest = stills.newer(_number(asked, "after") if "after" in asked else 0)
    answer = Response(newest.jpeg, mimetype="image/jpeg")
    answer.headers["X-Frame"] = str(newest.number)
    return answer


def _number(asked: Mapping[str, str], name: str) -> int:
    """Return the whole number *name* in the address; end the request with 400 for none."""
    text = asked.get(name, "")
    if not re.fullmatch("[0-9]{1,9}", text):
        abort(400, f"{name} must be a whole number from 0.")
    return int(text)


def _tile_number(seat: int, place: int) -> int:
    """Return the number of the tile at *place* in the hand of *seat*; 404 where none lies."""
    draft = service().view().draft
    if draft is None or seat >= len(draft.seats):
        abort(404, "There is no hand at work at this seat.")
    hand = draft.seats[seat].hand or ()
    if place >= len(hand):
        abort(404, "There is no such tile in the hand.")
    return hand[place].number


@bp.get("/camera/tile/<int:number>.jpg")
def crop(number: int) -> ResponseReturnValue:
    """Return the picture of one tile as the camera saw it."""
    return Response(service().crop(number), mimetype="image/jpeg")
