"""Giving the board another program (`table-link.md` §6.6).

The table takes one only while it is locked, its lid closed and nothing at work; it keeps
the old program, and falls back to it where the new one cannot be reached.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from firmware_bridge.wire import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.link.line import Line

COMMAND: Final = "update"
"""In the dictionary of a table that can be given another program."""

CHUNK: Final = 200
"""Bytes of the program in one message."""

LARGEST: Final = 512 * 1024
"""Bytes that fit into one of the board's two places for a program."""


def send(line: Line, image: bytes, told: Callable[[float], None]) -> None:
    """Send *image* and let the board restart with it; *told* hears how much is there, 0–1.

    Raise `ValueError` for an image that cannot be one, `CommandRefusedError` where the table
    does not take it now (801) or it arrived damaged (804), a `TransportError` where the link is
    down; then the old program stays.
    """
    if not 0 < len(image) <= LARGEST:
        raise ValueError(f"a program of {len(image)} bytes: 1 to {LARGEST}")
    line.require(COMMAND)
    line.order(lambda tag: m.UpdateBegin(tag, len(image), zlib.crc32(image)))
    for offset in range(0, len(image), CHUNK):
        part = image[offset : offset + CHUNK]
        line.order(lambda tag, at=offset, data=part: m.UpdateData(tag, at, data))  # type: ignore[misc]  # bound at once
        told((offset + len(part)) / len(image))
    line.order(m.UpdateFinish)
