"""A port inside the process: what the URL handler and the USB backend are made of."""

from __future__ import annotations

import socket
from typing import Final

CHUNK: Final = 65_536


class MemoryPort:
    """The table's end of a connected pair; one host at a time may take the other end."""

    def __init__(self, name: str = "memory") -> None:
        """Make a port called *name*, plugged in."""
        self.name = name
        self._ours: socket.socket | None = None
        self._theirs: socket.socket | None = None
        self._is_taken = False
        self._opened = False
        self._broken = False
        self.plug_in()

    def take(self) -> socket.socket:
        """Return the host's end; raise `BlockingIOError` while taken, `LookupError` unplugged."""
        if self._theirs is None:
            raise LookupError(f"{self.name} is unplugged: plug the simulated table in")
        if self._is_taken:
            raise BlockingIOError(f"{self.name} is used by another program: close it")
        self._is_taken = self._opened = True
        return self._theirs

    def give_back(self) -> None:
        """Let the next host take it; what the last one has not read is lost."""
        self._is_taken = False
        if self._theirs is not None:
            _drain(self._theirs)

    def hold_break(self) -> None:
        """Hold the line in a break, as a host does to stop the motors."""
        self._broken = True
        if self._theirs is not None:
            self._theirs.send(b"\0")  # wakes the table; a delimiter means nothing

    def handles(self) -> list[int]:
        """Return the descriptor to wait on, none while unplugged."""
        return [] if self._ours is None else [self._ours.fileno()]

    def read(self) -> bytes:
        """Return what has arrived."""
        return b"" if self._ours is None else _drain(self._ours)

    def write(self, data: bytes) -> None:
        """Send *data*; without a host it is lost."""
        if self._ours is None or not data or not self._is_taken:
            return
        try:
            self._ours.send(data)
        except OSError:
            return  # full, or gone: lost, as on a UART

    def was_opened(self) -> bool:
        """Return whether a host has opened the port since this was last asked."""
        opened, self._opened = self._opened, False
        return opened

    def had_break(self) -> bool:
        """Return whether the line was held in a break since this was last asked."""
        broken, self._broken = self._broken, False
        return broken

    def plug_in(self) -> None:
        """Make the port appear."""
        if self._ours is None:
            self._ours, self._theirs = socket.socketpair()
            self._ours.setblocking(False)
            self._is_taken = False

    def unplug(self) -> None:
        """Make the port vanish; whoever has taken its other end reads its end."""
        for end in (self._ours, self._theirs):
            if end is not None:
                end.shutdown(socket.SHUT_RDWR)
                end.close()
        self._ours = self._theirs = None

    def close(self) -> None:
        """Remove the port for good."""
        self.unplug()


def _drain(end: socket.socket) -> bytes:
    try:
        return end.recv(CHUNK, socket.MSG_DONTWAIT)
    except OSError:
        return b""
