"""Ports inside the process, and what makes any port wake the thread that waits for it."""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Callable
from typing import Final

from firmware_bridge.errors import ConnectionLostError

SEND_LIMIT: Final = struct.pack("@ll", 1, 0)
"""A second for the other end to take what is sent; a timeout of the socket would hold reads too."""


class MemoryTransport:
    """One end of a pair; what one writes the other reads."""

    def __init__(self, name: str, end: socket.socket) -> None:
        """Wrap *end*, a connected stream socket."""
        self.name = name
        self.bauds: tuple[int, ...] = ()
        self._end = end
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, SEND_LIMIT)

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._end.fileno()

    def read(self) -> bytes:
        """Return what has arrived; raise `ConnectionLostError` when the other end closed."""
        try:
            data = self._end.recv(65_536, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return b""
        except OSError as problem:
            raise ConnectionLostError(self.name) from problem
        if not data:
            raise ConnectionLostError(self.name)
        return data

    def write(self, data: bytes) -> None:
        """Hand over *data*; raise `ConnectionLostError` when the other end closed."""
        try:
            self._end.sendall(data)
        except OSError as problem:
            raise ConnectionLostError(self.name) from problem

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


class Pump:
    """A thread that reads a port and hands on what came through a socket pair."""

    def __init__(self, name: str, source: Callable[[], bytes]) -> None:
        """Read *source* on and on; it waits for at most a tenth of a second each time.

        It raises `ConnectionLostError` once the port is gone; then so does `read`.
        """
        self._near, self._far = pair(name)
        self._source = source
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=f"pump {name}", daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        """Return the descriptor to wait on."""
        return self._near.fileno()

    def read(self) -> bytes:
        """Return what has come; raise `ConnectionLostError` when the port is gone."""
        return self._near.read()

    def close(self) -> None:
        """End the thread; may be called again."""
        self._stopping = True
        self._near.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stopping:
                data = self._source()
                if data:
                    self._far.write(data)
        except ConnectionLostError:
            return  # what was read is still read; then the closed end tells
        finally:
            self._far.close()


class Waker:
    """A pipe: who waits for `handle` wakes when someone calls `wake`."""

    def __init__(self) -> None:
        """Open the pipe."""
        self.handle, self._button = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def wake(self) -> None:
        """Make `handle` readable."""
        try:
            os.write(self._button, b"w")
        except BlockingIOError:
            return  # a full pipe wakes as well

    def rest(self) -> None:
        """Let `handle` be silent again, after it has become readable."""
        os.read(self.handle, 4096)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self.handle)
        os.close(self._button)
