"""What a table says of its own past: its log, and what it has counted."""

from __future__ import annotations

from typing import Final

from firmware_bridge.link.requests import Requests
from firmware_bridge.wire import messages as m

MAX_LOG_PAGES: Final = 1_000
"""A log that does not end is cut off here."""


def read_log(requests: Requests) -> list[str]:
    """Return the lines of the table's own log, oldest first, each with its milliseconds."""
    requests.require("get_log")
    text, first = b"", 0
    for _ in range(MAX_LOG_PAGES):
        page = requests.order(lambda tag, at=first: m.GetLog(tag, at))  # type: ignore[misc]  # bound at once
        if not isinstance(page, m.LogPage) or page.following <= first:
            break
        text, first = text + page.data, page.following
    return text.decode("utf-8", "replace").splitlines()


def read_stats(requests: Requests) -> m.Stats | None:
    """Return what the table has done in its life, `None` where it answers otherwise."""
    requests.require("get_stats")
    answer = requests.order(m.GetStats)
    return answer if isinstance(answer, m.Stats) else None
