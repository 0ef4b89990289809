"""What a table can say at all: messages that break this are counted and never acted on.

A frame with a right checksum may still come from a sensor that reads nonsense, or from
a board whose memory is damaged (`table-link.md` §7, "lying status").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.wall_plan import SIDES, Gear
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import NO_SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_TILES: Final = 400
"""More tiles than any table holds; the largest set of all games has 306."""


def nonsense(message: m.Message) -> str:
    """Return what is impossible in *message*, empty where all of it can be."""
    return next(_impossible(message), "")


def _impossible(message: m.Message) -> Iterator[str]:
    match message:
        case m.Status():
            yield from _progress(message.percent, message.side)
            yield from _progress(message.beside_percent, message.beside_side)
            yield from _status(message)
        case m.JobReport():
            yield from _progress(message.percent, message.side)
        case m.Event() if not _is_side(message.side):
            yield f"side {message.side}"
        case m.IdentifyPage() if message.offset + len(message.data) > message.total:
            yield "page beyond the end"
        case _:
            return


def _progress(percent: int, side: int) -> Iterator[str]:
    if percent > 100:
        yield f"{percent} percent"
    if not _is_side(side):
        yield f"side {side}"


def _status(status: m.Status) -> Iterator[str]:
    if status.tiles_in > MAX_TILES:
        yield f"{status.tiles_in} tiles inside"
    if status.count:
        try:
            Gear(status.count, status.players, tuple(status.layout), status.deal)
        except ValueError:
            yield f"gear of {status.count} tiles in {tuple(status.layout)}"


def _is_side(side: int) -> bool:
    return side < SIDES or side == NO_SIDE
