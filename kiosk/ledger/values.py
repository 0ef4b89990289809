"""What the ledger is given and what it gives back: changes, entries, people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.value import value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kiosk.session.events import PlayerId, Recorded


@value
class Entry:
    """One event as it stands in the ledger."""

    seq: int
    """1, 2, 3 … without a gap."""
    id: str
    """The operation that brought it about."""
    event: Recorded
    hash: str
    """SHA-256 of the previous hash and this event's body, in hex."""
    at_ms: int
    """When it was written, by the clock on the wall of then; order is by *seq* alone."""


@value
class Player:
    """Someone who plays; the name stands here and nowhere in the log."""

    id: PlayerId
    name: str
    """Empty once the person asked to be forgotten."""


@value
class Change:
    """What one operation writes, all or nothing."""

    op_id: str
    """Names the operation; the same again is never written twice."""
    expected_seq: int
    """The ledger's last number as the operation saw it."""
    event: Recorded | None = None
    draft: Mapping[str, Any] | None = None
    """The draft's JSON after it; `None` where no hand is at work."""
    answer: Mapping[str, Any] | None = None
    """What the operation is told, now and whenever it is sent again."""


class StaleError(Exception):
    """Another writer was faster: the ledger's last number is not the expected one."""


class RepeatedError(Exception):
    """The operation was carried out before; *answer* is what it was told then."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__("this operation was carried out before")
        self.answer = answer
