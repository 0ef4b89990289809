"""A port inside the process: both ends as transports, for tests and bench."""

from __future__ import annotations

import socket

from firmware_bridge.errors import LostError


class MemoryTransport:
    """One end of a pair; what one writes the other reads."""

    def __init__(self, name: str, end: socket.socket) -> None:
        """Wrap *end*, a connected stream socket."""
        self.name = name
        self.bauds: tuple[int, ...] = ()
        self._end = end
        end.settimeout(1.0)

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._end.fileno()

    def read(self) -> bytes:
        """Return what has arrived; raise `LostError` when the other end closed."""
        try:
            data = self._end.recv(65_536, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return b""
        except OSError as problem:
            raise LostError(self.name) from problem
        if not data:
            raise LostError(self.name)
        return data

    def write(self, data: bytes) -> None:
        """Hand over *data*; raise `LostError` when the other end closed."""
        try:
            self._end.sendall(data)
        except OSError as problem:
            raise LostError(self.name) from problem

    def set_baud(self, baud: int) -> bool:
        """Return false: bytes are handed over, at no speed of their own."""
        del baud
        return False

    def alarm(self) -> None:
        """Do nothing: there is only the one way."""

    def close(self) -> None:
        """Close this end."""
        self._end.close()


def pair(name: str = "memory") -> tuple[MemoryTransport, MemoryTransport]:
    """Return two connected ends, the host's and the table's."""
    host, table = socket.socketpair()
    return MemoryTransport(name, host), MemoryTransport(name, table)
