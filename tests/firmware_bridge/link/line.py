"""A whole connection in virtual time: its thread is real, what it waits for is not."""

from __future__ import annotations

import random
import selectors
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.errors import BridgeError, ConnectionLostError
from firmware_bridge.jobs.book import JobBook
from firmware_bridge.jobs.journal import Journal
from firmware_bridge.jobs.progress import LearnedTimes, StageTimer
from firmware_bridge.link.connection import Connection, PortAccess
from firmware_bridge.link.requests import Requests
from firmware_bridge.link.watch import Watch
from firmware_bridge.state import LinkPhase, TableEvent
from firmware_bridge.transport.memory import MemoryTransport
from tests.firmware_bridge.link.board import Board
from tests.guards import PATIENCE_S

TICK_S = 0.001


class Port(MemoryTransport):
    """A port with a board at its other end, which notes what is done with it."""

    def __init__(self, bauds: tuple[int, ...], takes_bauds: bool) -> None:
        near, far = socket.socketpair()
        super().__init__("p", near)
        self.far = MemoryTransport("board", far)
        self.bauds = bauds
        self.done: list[str | int] = []
        self._takes_bauds = takes_bauds

    def set_baud(self, baud: int) -> bool:
        """Note the speed."""
        self.done.append(baud)
        return self._takes_bauds

    def write(self, data: bytes) -> None:
        """Note that something is written."""
        self.done.append("write")
        super().write(data)

    def alarm(self) -> None:
        """Note the alarm."""
        self.done.append("alarm")


class Line:
    """A connection to a board, told what it finds; time passes in `pass_time` alone."""

    def __init__(self, folder: Path, rng: random.Random, board: Board | None = None) -> None:
        self.now = 0.0
        self.board = board or Board()
        self.board_hears = True
        self.problem: BridgeError | None = None
        """Why the port cannot be opened."""
        self.bauds: tuple[int, ...] = ()
        self.takes_bauds = True
        self.look: Callable[[], object] = lambda: None
        """How the port looks."""
        self.opened: list[float] = []
        self.ports: list[Port] = []
        self.events: list[tuple[float, TableEvent]] = []
        self._until = 0.0
        self._rested = threading.Event()
        self.journal = Journal.open(folder / "journal", rng)
        timer = StageTimer(LearnedTimes(folder / "times"), lambda: self.now)
        jobs = JobBook(self.journal, lambda _: None, lambda _: None, timer)
        self.watch = Watch(jobs, lambda event: self.events.append((self.now, event)))
        access = PortAccess(self._open, lambda: self.look())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(selectors, "DefaultSelector", lambda: Waiting(self))
            self.connection = Connection("p", access, self.watch, lambda: self.now, rng)
        self.requests = Requests("p", self.connection, self.watch)
        self.watch.answer = self.requests.tell

    @property
    def phases(self) -> list[tuple[float, LinkPhase, int]]:
        """Return which phases the link came to, when, and the fault told with them."""
        links = [(at, event) for at, event in self.events if event.topic == "link"]
        return [(round(at, 3), event.phase, event.code) for at, event in links if event.phase]

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass, with everything that happens in it."""
        rested, until = threading.Event(), self.now + seconds

        def go_on() -> None:
            self._rested, self._until = rested, until

        self.connection.post(go_on)
        assert rested.wait(PATIENCE_S)

    def unplug(self, problem: BridgeError) -> None:
        """Take the cable off; the port cannot be opened any more because of *problem*."""
        self.problem = problem
        self.connection.post(self.ports[-1].far.close)
        self.pass_time(TICK_S)

    def close(self) -> None:
        """End the thread, and let go of everything."""
        self.connection.stop()
        self.journal.close()
        for port in self.ports:
            port.far.close()

    def due(self, timeout_s: float | None) -> float:
        """Return when something happens for which a thread waits *timeout_s*."""
        times = [float("inf") if timeout_s is None else self.now + timeout_s]
        if self.ports and self.board_hears:
            times += filter(None, [self.board.link.deadline()])
        return min(times)

    def wait(self, timeout_s: float | None) -> bool:
        """Let time pass until something happens; return whether that was allowed."""
        due = self.due(timeout_s)
        if due > self._until:
            self.now = max(self.now, self._until)
            self._rested.set()
            return False
        self.now = max(self.now, due)
        self.exchange()
        return True

    def exchange(self) -> None:
        """Let the board hear what was written, and answer."""
        if not self.ports:
            return
        port = self.ports[-1].far
        try:
            data = port.read()
            if self.board_hears:
                port.write(self.board.hear(data, self.now))
        except ConnectionLostError:
            port.close()

    def _open(self) -> Port:
        self.opened.append(round(self.now, 3))
        if self.problem is not None:
            raise self.problem
        self.ports.append(Port(self.bauds, self.takes_bauds))
        return self.ports[-1]


class Waiting(selectors.DefaultSelector):
    """Waits in a line's time while nothing has arrived."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self._line = line

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what has arrived, at the latest after *timeout* seconds."""
        self._line.exchange()
        if ready := super().select(0):
            return ready
        return super().select(0 if self._line.wait(timeout) else None)


@contextmanager
def started(line: Line) -> Iterator[Line]:
    """Give *line* once everything has happened that happens at its start."""
    line.connection.start()
    try:
        line.pass_time(0.0)
        yield line
    finally:
        line.close()
