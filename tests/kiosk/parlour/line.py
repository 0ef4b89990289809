"""The line between kiosk and database, with everything that a line may do."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from enum import Enum, auto
from types import TracebackType

CHUNK = 16_384
SLOW_S = 0.01


class Way(Enum):
    """What happens to bytes on the line."""

    OPEN = auto()
    SLOW = auto()
    """Each piece arrives later."""
    SILENT = auto()
    """Half-open: what is sent is taken and never arrives, and nobody is told."""
    CUT = auto()
    """Whoever calls is hung up on."""


class Line:
    """A proxy on the loopback before the database's port; use as a context manager."""

    def __init__(self, goal: int) -> None:
        self._goal = goal
        self.way = Way.OPEN
        self.trap: tuple[bytes, ...] = ()
        """Words in order; the last ones arrive still, but not their answer: the line is cut."""
        self.cut_after_trap = False
        """Whether nobody can call either from then on, until `reopen`."""
        self._caught: socket.socket | None = None
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._open: set[socket.socket] = set()
        self._threads = [threading.Thread(target=self._answer)]
        self._threads[0].start()

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self, sort: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.cut()
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._threads[0].join(10)
        for thread in self._threads:
            thread.join(10)

    def cut(self) -> None:
        """Hang up on everyone, and on who calls from now on."""
        self.way = Way.CUT
        for end in tuple(self._open):
            _hang_up(end)

    def reopen(self) -> None:
        """Answer calls again, and lay no trap."""
        self.trap, self._caught, self.cut_after_trap = (), None, False
        self.way = Way.OPEN

    def _answer(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            if self.way is Way.CUT:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._goal), 5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            self._open |= {near, far}
            for ends in ((near, far), (far, near)):
                carrier = threading.Thread(target=self._carry, args=ends)
                self._threads.append(carrier)
                carrier.start()

    def _carry(self, source: socket.socket, goal: socket.socket) -> None:
        """Carry bytes one way until an end hangs up."""
        pause = threading.Event()
        try:
            while data := source.recv(CHUNK):
                if self.way is Way.SLOW:
                    pause.wait(SLOW_S)
                if source is self._caught:
                    self._caught = None
                    self.way = Way.CUT if self.cut_after_trap else self.way
                    break
                if self.trap and self.trap[0] in data:
                    self.trap = self.trap[1:]
                    self._caught = None if self.trap else goal
                if self.way is not Way.SILENT:
                    goal.sendall(data)
        except OSError:
            pass
        for end in (source, goal):
            _hang_up(end)
            self._open.discard(end)
            end.close()


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
