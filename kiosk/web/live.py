"""The stream that tells open screens to look again: server-sent events.

The stream says only that something changed; the page fetches itself. A heartbeat shows both ends
that the line still lives.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, request

from kiosk.errors import Refused
from kiosk.web.forms import service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.typing import ResponseReturnValue

    from kiosk.live import Subscription

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
    answer = Response(told(subscription, heartbeat_s), mimetype="text/event-stream")
    answer.headers["X-Accel-Buffering"] = "no"
    answer.call_on_close(subscription.close)
    return answer


def _last_heard() -> str:
    """Return the change that the screen knows: by the stream before, or by the page itself."""
    return request.headers.get("Last-Event-ID") or request.args.get("since", "")


def told(subscription: Subscription, heartbeat_s: float) -> Iterator[str]:
    """Yield one message for every change and a heartbeat where nothing changes."""
    yield "retry: 2000\n\nevent: beat\ndata:\n\n"
    while subscription.is_open:
        change = subscription.wait(heartbeat_s)
        if change is None:
            yield "event: beat\ndata:\n\n"
        else:
            topics = " ".join(sorted(change.topics))
            yield f"id: {change.id}\nevent: change\ndata: {topics}\n\n"
