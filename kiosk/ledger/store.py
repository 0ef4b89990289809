"""The seam to the ledger: what the service asks of whatever keeps the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from rules.record.value import value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


class Store(Protocol):
    """The events, drafts and players of one table."""

    def entries(self, after: int = 0, most: int | None = None) -> Iterator[Entry]:
        """Yield at most *most* events after number *after*, in order."""

    def opened(self) -> int:
        """Return the number of the event that opened the last session, 0 where none was."""

    def openings(self, after: int) -> tuple[int, ...]:
        """Return the numbers of the events after number *after* that opened sessions, in order."""

    def thrown(self, until: int) -> tuple[Recorded, ...]:
        """Return the events up to number *until* that tell of throws of dice, in order."""

    def time_of(self, seq: int) -> int | None:
        """Return when event *seq* was written, in milliseconds since 1970; `None` for none."""

    def commit(self, change: Change) -> int:
        """Write *change* durably and return the ledger's last number after it.

        Raise `RepeatedError` for a known operation, `StaleError` for a wrong expected number; then
        nothing is written. When this returns, a power cut takes nothing back.
        """

    def answer(self, op_id: str) -> Mapping[str, Any] | None:
        """Return what operation *op_id* was told, if it was carried out."""

    def draft(self) -> Mapping[str, Any] | None:
        """Return the draft's JSON as last written."""

    def enrol(self, name: str) -> PlayerId:
        """Return the id of the person called *name*, a new one if nobody is."""

    def players(self) -> tuple[Player, ...]:
        """Return everybody enrolled and not forgotten, latest first."""

    def names(self, ids: tuple[PlayerId, ...]) -> tuple[str, ...]:
        """Return these people's names, in this order."""

    def forget(self, player: PlayerId) -> None:
        """Erase the name; the ledger goes on with the id alone."""

    def close(self) -> None:
        """Let go of the file."""
