"""What a page asks for by itself: the stream that tells it to look again, and its pictures.

The stream (server-sent events) says only that something changed; the page fetches itself. A
heartbeat shows both ends that the line still lives.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

from flask import Blueprint, Response, abort, current_app, request
from flask.typing import ResponseReturnValue

from kiosk.camera.newest import Newest
from kiosk.errors import Refused
from kiosk.live import Subscription
from kiosk.web.context import YEAR_S, service, voice
from kiosk.web.svg.pieces import SHEETS, faces

bp = Blueprint("live", __name__)
HEARTBEAT_S: Final = 3.0
JITTER_S: Final = 0.5
"""Heartbeats of many screens must not fall on one moment."""
RETRY_AFTER_S: Final = 5


@bp.get("/events")
def stream() -> ResponseReturnValue:
    """Return the stream, or 503 while too many screens are open."""
    try:
        subscription = service().live.subscribe(_last_heard())
    except Refused:
        return Response(status=503, headers={"Retry-After": str(RETRY_AFTER_S)})
    heartbeat_s = HEARTBEAT_S + random.uniform(-JITTER_S, JITTER_S)  # noqa: S311 -- no secret
    answer = Response(messages(subscription, heartbeat_s), mimetype="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(subscription.close)
    return answer


def _last_heard() -> str:
    return request.headers.get("Last-Event-ID") or request.args.get("since", "")


def messages(subscription: Subscription, heartbeat_s: float) -> Iterator[str]:
    """Yield one message for every change and a heartbeat where nothing changes."""
    yield "retry: 2000\n\nevent: beat\ndata:\n\n"
    while subscription.is_open:
        change = subscription.wait(heartbeat_s)
        if change is None:
            yield "event: beat\ndata:\n\n"
        else:
            topics = " ".join(sorted(change.topics))
            yield f"id: {change.id}\nevent: change\ndata: {topics}\n\n"


@bp.get("/faces/<version>/<deck>.svg")
def show_faces(version: str, deck: str) -> ResponseReturnValue:
    """Return the drawing with a symbol for every piece of *deck*, which a browser keeps."""
    if deck not in SHEETS:
        abort(404)
    sheet = faces(deck)
    answer = Response(sheet.svg, mimetype="image/svg+xml")
    if version == sheet.version:
        answer.cache_control.max_age = YEAR_S
    return answer


@bp.get("/voice/<name>.wav")
def say(name: str) -> ResponseReturnValue:
    """Return the sound of a phrase that a page has offered, which a browser keeps."""
    sound = voice().sound(name)
    if sound is None:
        abort(404)
    answer = Response(sound, mimetype="audio/wav")
    answer.cache_control.max_age = YEAR_S
    return answer


@bp.get("/camera/still.jpg")
def still() -> ResponseReturnValue:
    """Return what the camera sees: see `still_answer`."""
    return still_answer(request.args)


def still_answer(args: Mapping[str, str]) -> Response:
    """Return the picture that the address asks for.

    `after=N` waits for a picture newer than number N; `seat` and `tile` ask for one tile of the
    hand at work, the tile counted from 0 in the seat's hand. The number stands in `X-Frame`.
    """
    if "tile" in args or "seat" in args:
        number = _tile_number(_number(args, "seat"), _number(args, "tile"))
        return Response(service().crop(number), mimetype="image/jpeg")
    stills = cast("Newest[bytes]", current_app.extensions["jantaku_stills"])
    number, jpeg = stills.newer(frame_number(args))
    return Response(jpeg, mimetype="image/jpeg", headers={"X-Frame": str(number)})


def frame_number(args: Mapping[str, str]) -> int:
    """Return which frame whoever asks has seen already; 0 for none."""
    return _number(args, "after") if "after" in args else 0


def _number(args: Mapping[str, str], name: str) -> int:
    """Return the whole number *name* in the address; end the request with 400 for none."""
    text = args.get(name, "")
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
