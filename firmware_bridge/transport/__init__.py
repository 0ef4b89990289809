"""Where bytes come from: a `Transport` is all that the link needs of a port."""

from __future__ import annotations

from typing import Protocol


class Transport(Protocol):
    """An open port. Every method raises `ConnectionLostError` once the other end is gone."""

    @property
    def name(self) -> str:
        """What people call the port."""

    @property
    def bauds(self) -> tuple[int, ...]:
        """Speeds beyond the usual one that it can be set to; none where it has no speed."""

    def set_baud(self, baud: int) -> bool:
        """Run at *baud* bits per second from now on; return whether the port can."""

    def fileno(self) -> int:
        """Return the descriptor that becomes readable when bytes are there."""

    def read(self) -> bytes:
        """Return what has arrived, at once; nothing if nothing has."""

    def write(self, data: bytes) -> None:
        """Hand over all of *data*, blocking for at most a second."""

    def alarm(self) -> None:
        """Ask for the emergency stop beside the bytes, where the port can: EP0, BREAK.

        It is one way of three and may do nothing; only a port that is gone raises.
        """

    def close(self) -> None:
        """Let the port go; may be called again."""
