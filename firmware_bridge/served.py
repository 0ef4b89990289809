"""The program's end of a port that another process keeps: a `Worker` without a port.

It greets as a `Conversation` does (state, open ops), once the process says that the table is
there. Every program has its own journal, so several may use one table.
"""

from __future__ import annotations

import json
import selectors
import socket
import time
import zlib
from collections import Counter
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge import errors, relay
from firmware_bridge.link.io_thread import IoThread
from firmware_bridge.link.supervisor import Supervisor
from firmware_bridge.link.worker import LinkHealth
from firmware_bridge.state import Identity, LinkPhase
from firmware_bridge.transport.memory import MemoryTransport
from firmware_bridge.wire import messages as m

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.link.io_thread import Owner
    from firmware_bridge.link.session import Ask
    from firmware_bridge.link.trace import Crossing

SERVED: Final = "served:"
"""Before the path of the socket, where a port's name is wanted."""

FETCH_S: Final = 2.0
"""How long the process may take to tell of itself."""


class FarTalk:
    """The conversation with the table, as far as this program takes part in it."""

    def __init__(self) -> None:
        self.phase = LinkPhase.SYNCING
        self.to_say: list[relay.Line] = []
        """Lines that are to be sent."""
        self._waiting: dict[int, Future[Any]] = {}
        self._number = 0

    def ask(self, question: Ask, future: Future[m.Message]) -> None:
        """Send a question; *future* gets the answer, or is cancelled when the link breaks."""
        self._wait_for({"ask": m.encode(question(0)).hex()}, future)

    def fetch(self, what: str, future: Future[Any]) -> None:
        """Ask the process itself: `health` or `trace`."""
        self._wait_for({"fetch": what}, future)

    def tell(self, message: m.Message) -> None:
        """Send *message*, to which there is no answer."""
        self.to_say.append({"tell": m.encode(message).hex()})

    def stop_motors(self) -> None:
        """Send the emergency stop ahead of everything else."""
        self.to_say.insert(0, {"stop": True})

    def answer(self, line: relay.Line) -> None:
        """Wake who asked, with the answer or without one."""
        future = self._waiting.pop(int(line["id"]), None)
        if future is None:
            return
        if "answer" in line:
            _give(future, relay.message(line["answer"]))
        elif "fetched" in line:
            _give(future, line["fetched"])
        elif line.get("problem") is not None and future.set_running_or_notify_cancel():
            future.set_exception(relay.to_error(line["problem"]))
        else:
            future.cancel()

    def end(self) -> None:
        """Cancel every question that is still open."""
        waiting, self._waiting = self._waiting, {}
        for future in waiting.values():
            future.cancel()

    def _wait_for(self, line: relay.Line, future: Future[Any]) -> None:
        self._number += 1
        self._waiting[self._number] = future
        self.to_say.append({**line, "id": self._number})


class ServedWorker(IoThread):
    """The thread that talks with the process; `start` it once, `stop` it once."""

    def __init__(
        self, port: str, owner: Owner, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Use the table behind *port*, which is `served:` and the path of a socket."""
        super().__init__(f"table {port}", owner, clock)
        self.talk: FarTalk | None = None
        self._supervisor = Supervisor(port)
        self._path = port.removeprefix(SERVED)
        self._end: MemoryTransport | None = None
        self._lines = relay.Lines()
        self._said_at = 0.0
        self._identity: Identity | None = None
        self._unanswered = 0
        """Questions of the greeting that are still open."""
        self._held: list[m.Message] = []
        """What became of jobs, held back until orders can be given again."""

    def health(self) -> LinkHealth:
        """Return how well the line carries; nothing is known while the process is away."""
        told = self._fetch("health")
        return LinkHealth(0, 0, 0, Counter()) if told is None else relay.to_health(told)

    def crossings(self) -> tuple[Crossing, ...]:
        """Return the last frames that crossed the port; none while the process is away."""
        return relay.to_crossings(self._fetch("trace") or [])

    def _fetch(self, what: str) -> Any:
        """Return what the process tells of itself, `None` without an answer."""
        if self._stopping:
            return None
        future: Future[Any] = Future()

        def ask() -> None:
            if self.talk is None:
                future.cancel()
            else:
                self.talk.fetch(what, future)

        self.post(ask)
        try:
            return future.result(FETCH_S)
        except (CancelledError, FutureTimeoutError):
            return None

    def _turn(self, now: float) -> None:
        """Reach the process, or talk with it."""
        if self._end is None:
            self._connect(now)
        else:
            self._exchange(self._end)

    def _connect(self, now: float) -> None:
        """Reach the process when it is time, else wait for that."""
        if now < self._supervisor.retry_at:
            self._sleep(self._supervisor.retry_at - now)
            return
        end = socket.socket(socket.AF_UNIX)
        try:
            end.connect(self._path)
        except OSError as problem:
            end.close()
            denied = isinstance(problem, PermissionError)
            kind = errors.DeniedError if denied else errors.PortNotFoundError
            self._fail(kind(self._supervisor.port))
            return
        self._end = MemoryTransport(self._supervisor.port, end)
        self._lines, self.talk = relay.Lines(), FarTalk()
        self._selector.register(end, selectors.EVENT_READ)
        self._enter(LinkPhase.SYNCING, None)

    def _exchange(self, end: MemoryTransport) -> None:
        """Send what is to be said, wait, take what came."""
        talk = self.talk
        assert talk is not None
        try:
            self._say(talk, end)
            if self._sleep(relay.BEAT_S):
                for line in self._lines.feed(end.read()):
                    self._take(talk, line)
        except errors.BridgeError as problem:
            self._fail(problem)
        except (ValueError, KeyError, TypeError) as problem:
            self._fail(errors.WrongDeviceError(self._supervisor.port, str(problem)))

    def _say(self, talk: FarTalk, end: MemoryTransport) -> None:
        """Send what is to be said, or now and then that we are still there."""
        now = self._clock()
        if not talk.to_say and now >= self._said_at + relay.BEAT_S:
            talk.to_say.append({"beat": True})
        if talk.to_say:
            lines, talk.to_say, self._said_at = talk.to_say, [], now
            end.write(b"".join(map(relay.to_bytes, lines)))

    def _take(self, talk: FarTalk, line: relay.Line) -> None:
        if "id" in line:
            talk.answer(line)
        elif "heard" in line:
            self._hear(relay.message(line["heard"]))
        elif "table" in line:
            self._identity = Identity.from_bytes(zlib.compress(json.dumps(line["table"]).encode()))
        else:
            self._follow(talk, LinkPhase(line["link"]), relay.to_error(line["problem"]))

    def _hear(self, message: m.Message) -> None:
        """Pass a message on; what became of jobs waits for the end of the greeting."""
        if self._unanswered and isinstance(message, m.JobReport):
            self._held.append(message)
        else:
            self._owner.heard(message)

    def _follow(self, talk: FarTalk, phase: LinkPhase, problem: errors.BridgeError | None) -> None:
        """Take note of how the link of the process stands."""
        if phase.is_up and not talk.phase.is_up:
            self._greet(talk, phase)
        elif not phase.is_up:
            talk.end()
            self._held.clear()
            self._enter(phase, problem)
        elif not self._unanswered:
            self._enter(phase, problem)

    def _greet(self, talk: FarTalk, phase: LinkPhase) -> None:
        """Ask how the table stands, and what became of our open ops, before orders are taken."""
        questions: list[Ask] = [m.GetStatus]
        for op_id in self._owner.open_ops():
            questions.append(lambda tag, op=op_id: m.Query(tag, op))  # type: ignore[misc]  # bound at once
        self._unanswered = len(questions)

        def answered(future: Future[m.Message]) -> None:
            self._unanswered -= 1
            if not future.cancelled() and not self._unanswered and self._identity is not None:
                self._owner.introduced(self._identity)
                self._enter(phase, None)
                held, self._held = self._held, []
                for message in held:
                    self._owner.heard(message)

        for question in questions:
            future: Future[m.Message] = Future()
            future.add_done_callback(answered)
            talk.ask(question, future)

    def _enter(self, phase: LinkPhase, problem: errors.BridgeError | None) -> None:
        assert self.talk is not None
        self.talk.phase = phase
        self._supervisor.reached(phase)
        self._owner.link_changed(phase, problem)

    def _fail(self, problem: errors.BridgeError) -> None:
        self._drop()
        if self._supervisor.failed(problem, self._clock()):
            self._owner.link_changed(self._supervisor.phase, self._supervisor.problem)

    def _drop(self) -> None:
        """Close the connection and end the conversation."""
        if self._end is not None:
            self._selector.unregister(self._end)
            self._end.close()
            self._end = None
        if self.talk is not None:
            self.talk.end()
            self.talk, self._unanswered = None, 0
            self._held.clear()


def _give(future: Future[Any], value: object) -> None:
    """Give *value* to who waits, unless they gave up."""
    if future.set_running_or_notify_cancel():
        future.set_result(value)
