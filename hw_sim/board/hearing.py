"""What a board makes of a body that arrives, before it does anything about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ControlAction
from hw_sim.machine.interlocks import LOCKED

if TYPE_CHECKING:
    from firmware_bridge.wire.codes import TableState


def tag_of(body: bytes) -> int:
    """Return the tag with which a request begins."""
    return int.from_bytes(body[1:3], "little")


def message_in(body: bytes) -> m.Message | None:
    """Return the message in *body*, `None` where newer hosts say what we do not know."""
    try:
        return m.decode(body)
    except m.BadMessageError:
        return None


def is_locked_out(message: m.Message | None, state: TableState) -> bool:
    """Whether a table in *state* is locked and *message* is none that it takes then (§6.5)."""
    if state not in LOCKED or message is None or isinstance(message, m.Start):
        return False
    if isinstance(message, m.Control):
        return message.action != ControlAction.CLEAR_FAULT
    return type(message) not in m.ALLOWED_IN_LOCKOUT
