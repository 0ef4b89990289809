"""Giving the board another program."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

from firmware_bridge.link.requests import Requests
from firmware_bridge.wire import messages as m

UPDATE_COMMAND: Final = "update"
"""In the dictionary of a table that can be given another program."""

PROGRAM_CHUNK: Final = 200
"""Bytes of the program in one message."""

MAX_PROGRAM: Final = 512 * 1024
"""Bytes that fit into one of the board's two places for a program."""


def send_program(requests: Requests, image: bytes, on_progress: Callable[[float], None]) -> None:
    """Send *image* and let the board restart with it; *on_progress* hears how much is there, 0–1.

    Raise `ValueError` for an image that cannot be one, `CommandRefusedError` where the table
    does not take it now (801) or it arrived damaged (804), a `TransportError` where the link is
    down; then the old program stays.
    """
    if not 0 < len(image) <= MAX_PROGRAM:
        raise ValueError(f"a program of {len(image)} bytes: 1 to {MAX_PROGRAM}")
    requests.require(UPDATE_COMMAND)
    requests.order(lambda tag: m.UpdateBegin(tag, len(image), zlib.crc32(image)))
    for offset in range(0, len(image), PROGRAM_CHUNK):
        part = image[offset : offset + PROGRAM_CHUNK]
        requests.order(lambda tag, at=offset, data=part: m.UpdateData(tag, at, data))  # type: ignore[misc]  # bound at once
        on_progress((offset + len(part)) / len(image))
    requests.order(m.UpdateFinish)
