"""The bridge's client in virtual time: all of it but its two threads and the port.

Journal, jobs, line, conversation and supervisor are the real ones; the simulated board turns in the
same thread, and time passes only when somebody waits. So a seed is one course of things.
"""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Final, cast

from firmware_bridge.client import TableClient
from firmware_bridge.errors import BridgeError, PortNotFoundError, WrongDeviceError
from firmware_bridge.jobs.book import JobBook
from firmware_bridge.jobs.journal import Journal
from firmware_bridge.jobs.progress import LearnedTimes, StageTimer
from firmware_bridge.link.connection import Connection
from firmware_bridge.link.endpoint import Closed
from firmware_bridge.link.requests import REPLY_S, Requests
from firmware_bridge.link.session import Answer, Ask, HostSession, NoTable, Notice, Ready
from firmware_bridge.link.supervisor import Supervisor
from firmware_bridge.link.watch import Dispatcher, Watch
from firmware_bridge.outputs import Outputs
from firmware_bridge.state import LinkPhase, TableEvent
from firmware_bridge.wire.messages import Message
from hw_sim.simulation import Simulation

PORT: Final = "virtual"
LONGEST_S: Final = 0.25


class VirtualClient(TableClient):
    """A client of the board in *simulation*; `run` lets time pass."""

    def __init__(self, simulation: Simulation, journal: Path, seed: int) -> None:
        rng = random.Random(seed)
        self.port = PORT
        self.post = Post()
        self.wire = VirtualWorker(simulation, self.post, rng)
        self._journal = Journal.open(journal, rng)
        self._dispatcher = cast("Dispatcher", self.post)
        self._times = LearnedTimes.open(journal.with_name(journal.name + ".times"))
        timer = StageTimer(self._times, lambda: simulation.now)
        self._jobs = JobBook(self._journal, self.post.publish, self._cancel, timer)
        self._watch = Watch(self._jobs, self.post.publish)
        self._connection = cast("Connection", self.wire)
        self._requests = Requests(PORT, self._connection, self._watch)
        self._watch.answer = self._requests.tell
        self.outputs = Outputs(self._requests)
        self._rng = rng
        self._traces = None
        self._closing = threading.Lock()
        self.wire.begin(self._watch)

    def run(self, until: Callable[[], bool], limit_s: float) -> bool:
        """Let time pass until *until* holds; return whether it came to hold within *limit_s*.

        It is asked whenever an event was told.
        """
        last = -1

        def is_so() -> bool:
            nonlocal last
            is_old, last = last == self.post.told, self.post.told
            return not is_old and until()

        return self.wire.run(is_so, limit_s)


class Post:
    """Tells the client's events between two turns, as the dispatch thread does beside them."""

    def __init__(self) -> None:
        self.told = 0
        """How many events were told."""
        self._waiting: deque[TableEvent] = deque()
        self._subscribers: list[Callable[[TableEvent], None]] = []

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Call *callback* from now on; return the function that ends it."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback)

    def publish(self, event: TableEvent) -> None:
        """Have *event* told."""
        self._waiting.append(event)

    def tell(self) -> None:
        """Tell everything that waits; a subscriber may call back in."""
        while self._waiting:
            event = self._waiting.popleft()
            self.told += 1
            for callback in tuple(self._subscribers):
                callback(event)

    def stop(self) -> None:
        """Tell nobody any more."""
        self._subscribers.clear()


class RecordedSession(HostSession):
    """A conversation that knows what it was asked last."""

    asked: list[Future[Message]]

    def ask(self, question: Ask, future: Future[Message]) -> None:
        """Send a question, and remember who waits for its answer."""
        self.asked.append(future)
        super().ask(question, future)


class VirtualWorker:
    """What the I/O thread does, one turn at a time."""

    def __init__(self, simulation: Simulation, post: Post, rng: random.Random) -> None:
        self.session: RecordedSession | None = None
        self.supervisor = Supervisor(PORT)
        self._stand = simulation
        self._post = post
        self._rng = rng
        self._dictionaries: dict[int, bytes] = {}
        self._listener: Watch
        self._is_telling = False

    def begin(self, owner: Watch) -> None:
        """Tell *owner* what happens from now on."""
        self._listener = owner

    def post(self, work: Callable[[], None]) -> None:
        """Do *work*, and let time pass until what it asks is answered, or will not be."""
        session = self.session
        if session is not None:
            session.asked.clear()
        work()
        requests = () if session is None else tuple(session.asked)
        if not self.run(lambda: all(one.done() for one in requests), REPLY_S):
            for one in requests:
                one.cancel()

    def run(self, until: Callable[[], bool], limit_s: float) -> bool:
        """Turn until *until* holds; return whether it came to hold within *limit_s*."""
        end = self._stand.now + limit_s
        while not until():
            if self._stand.now >= end:
                return False
            self.turn()
        return True

    def turn(self) -> None:
        """Let the bytes cross, move time on, and tell what came of it."""
        simulation = self._stand
        session = self._live_session()
        if session is not None:
            for frame in session.frames(simulation.now):
                simulation.to_table.push(frame, simulation.now)
        data = self._board_alone(None if session is None else session.deadline())
        if session is not None:
            self._exchange(session, data, simulation.now)
        if not self._is_telling:
            self._is_telling = True
            try:
                self._post.tell()
            finally:
                self._is_telling = False

    def _board_alone(self, host_due: float | None) -> bytes:
        """Let the board go on until the host hears something or has something to do."""
        simulation = self._stand
        until = simulation.now + LONGEST_S
        until = until if host_due is None else max(simulation.now, min(until, host_due))
        is_in = simulation.plugged
        while True:
            due = simulation.deadline()
            now = until if due is None else max(simulation.now, min(until, due))
            data = simulation.turn(b"", now)
            if data or now >= until or simulation.plugged is not is_in:
                return data

    def stop(self) -> None:
        """End the conversation; the board goes on."""
        self._drop()

    def _live_session(self) -> RecordedSession | None:
        """Return the conversation, a new one where it is time for that."""
        simulation = self._stand
        if self.session is not None and not simulation.plugged:
            self._fail(PortNotFoundError(PORT))
        if (
            self.session is None
            and simulation.plugged
            and simulation.now >= self.supervisor.retry_at
        ):
            number = self._rng.randrange(1, 1 << 16)
            self.session = RecordedSession(
                number, simulation.now, self._listener.open_ops, self._dictionaries
            )
            self.session.asked = []
            self._enter(LinkPhase.SYNCING)
        return self.session

    def _exchange(self, session: RecordedSession, data: bytes, now: float) -> None:
        try:
            for notice in session.receive(data, now):
                self._take(notice)
        except BridgeError as problem:
            self._fail(problem)
            return
        noisy = session.phase is LinkPhase.READY and session.link.channel.window.is_noisy
        self._enter(LinkPhase.DEGRADED if noisy else session.phase)

    def _take(self, notice: Notice) -> None:
        match notice:
            case Closed():
                raise self.supervisor.why_closed(notice)
            case NoTable(detail):
                raise WrongDeviceError(PORT, detail)
            case Ready(identity):
                self._listener.on_identity(identity)
                self._enter(LinkPhase.READY)
            case Answer():
                notice.give(PORT)
            case Message():
                self._listener.on_message(notice)

    def _enter(self, phase: LinkPhase) -> None:
        if self.supervisor.enter(phase):
            self._listener.on_link(phase, self.supervisor.problem)

    def _fail(self, problem: BridgeError) -> None:
        self._drop()
        if self.supervisor.fail(problem, self._stand.now):
            self._listener.on_link(self.supervisor.phase, self.supervisor.problem)

    def _drop(self) -> None:
        if self.session is not None:
            self.session.end()
            self.session = None
