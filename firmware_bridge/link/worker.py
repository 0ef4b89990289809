"""The I/O thread of one table: port, conversation, supervisor, and nothing else.

It never calls out: what happens is handed to the `Owner`, whose methods only take
notes. Other threads hand in work with `post`, which wakes it through a pipe.
"""

from __future__ import annotations

import logging
import selectors
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.errors import BridgeError, NonsenseError, WrongDeviceError
from firmware_bridge.link.endpoint import Closed
from firmware_bridge.link.io_thread import IDLE_S, IoThread
from firmware_bridge.link.session import (
    Answer,
    Conversation,
    NoTable,
    Notice,
    Ready,
)
from firmware_bridge.link.speed import BAUD, LineSpeed
from firmware_bridge.link.supervisor import Supervisor
from firmware_bridge.link.trace import Trace
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire.messages import Message

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from concurrent.futures import Future

    from firmware_bridge.link.io_thread import Owner
    from firmware_bridge.link.session import Ask
    from firmware_bridge.link.trace import Crossing
    from firmware_bridge.link.window import LinkTiming
    from firmware_bridge.transport import Transport

_log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
"""How often a port is looked at that is there and cannot be used."""


@dataclass(frozen=True, slots=True)
class LinkHealth:
    """How well the line carries."""

    protocol: int
    """The version agreed with the table; 0 while there is none."""
    sent: int
    resent: int
    """Bodies sent, and how many of them again, in this session."""
    noise: Counter[str]
    """What arrived in vain since the client was made, by what was wrong with it."""
    baud: int = 0
    """Bits per second of the line; 0 where that cannot be changed (USB, `slow:`), or is down."""


@dataclass(frozen=True, slots=True)
class PortAccess:
    """How to open a port, and how it looks without opening it."""

    open: Callable[[], Transport]
    look: Callable[[], object] = lambda: None
    """Anything that is another once the port, its rights or its device are others."""


class Talk(Protocol):
    """A conversation with the table, as its users see it; on the I/O thread only."""

    @property
    def phase(self) -> LinkPhase:
        """How far it has come."""

    def ask(self, question: Ask, future: Future[Message]) -> None:
        """Send a question; *future* gets the answer, or is cancelled when the link breaks."""

    def tell(self, message: Message) -> None:
        """Send *message*, to which there is no answer."""

    def stop_motors(self) -> None:
        """Send the emergency stop ahead of everything else."""


class Carrier(Protocol):
    """What carries messages to the table: a `Worker`, or a process that has one."""

    @property
    def talk(self) -> Talk | None:
        """The conversation that is going on."""

    def start(self) -> None:
        """Start the I/O thread."""

    def stop(self) -> None:
        """End it."""

    def post(self, work: Callable[[], None]) -> None:
        """Run *work* on the I/O thread soon; it must not block."""

    def health(self) -> LinkHealth:
        """Return how well the line carries."""

    def crossings(self) -> tuple[Crossing, ...]:
        """Return the last frames that crossed the port, oldest first."""


class Worker(IoThread):
    """The thread of a port; `start` it once, `stop` it once."""

    def __init__(
        self,
        port: str,
        port_access: PortAccess,
        owner: Owner,
        clock: Callable[[], float],
        rng: random.Random,
    ) -> None:
        """Keep *port* open through *port_access* and talk to the table on it."""
        super().__init__(f"table {port}", owner, clock)
        self.supervisor = Supervisor(port)
        self.talk: Conversation | None = None
        self.timing: LinkTiming | None = None
        self.speed = LineSpeed()
        self.trace = Trace()
        self.noise: Counter[str] = Counter()
        """What arrived in vain in earlier conversations, by what was wrong with it."""
        self._opener = port_access.open
        self._look = port_access.look
        self._rng = rng
        self._port: Transport | None = None
        self._handle = -1
        self._baud = 0
        """What the port is set to, 0 where that cannot be changed."""
        self._dictionaries: dict[int, bytes] = {}

    def crossings(self) -> tuple[Crossing, ...]:
        """Return the last frames that crossed the port, oldest first."""
        return self.trace.crossings()

    def health(self) -> LinkHealth:
        """Return how well the line carries; may be called from any thread."""
        talk = self.talk
        if talk is None:
            return LinkHealth(0, 0, 0, self.noise.copy())
        session = talk.link.session
        window = session.window
        noise = self.noise + talk.noise()
        return LinkHealth(session.protocol, window.sent, window.resent, noise, self._baud)

    def _turn(self, now: float) -> None:
        """Open the port, or talk on it."""
        if self._port is None:
            self._try(now)
        else:
            self._exchange(now)

    def _try(self, now: float) -> None:
        """Open the port when it is time, or when it looks different; then wait for that."""
        self.supervisor.looks(self._look(), now)
        if now >= self.supervisor.retry_at:
            self._open(now)
            self.supervisor.looks(self._look(), now)
        until = self.supervisor.retry_at
        self._sleep_until(min(until, now + LOOK_S) if self.supervisor.waits_for_change else until)

    def _sleep_until(self, until: float | None) -> bool:
        """Wait for bytes, a wake-up or *until*; return whether bytes are there."""
        return self._sleep(IDLE_S if until is None else until - self._clock())

    def _open(self, now: float) -> None:
        if self.supervisor.problem is None:
            self._enter(LinkPhase.OPENING)
        try:
            self._port = self._opener()
        except BridgeError as problem:
            self._fail(problem)
            return
        self._handle = self._port.fileno()
        self._selector.register(self._handle, selectors.EVENT_READ)
        self.speed.opened(self._port.bauds, now)
        self._baud = BAUD if self._port.bauds else 0
        self.talk = Conversation(
            self._rng.randrange(1, 1 << 16),
            now,
            self._owner.open_ops,
            self._dictionaries,
            self.timing,
        )
        self.talk.speed = self.speed
        self._keep_speed(self._port, self.talk)
        self._enter(LinkPhase.SYNCING)

    def _exchange(self, now: float) -> None:
        """Write what is due, wait, read what came, and pass it on."""
        port, talk = self._port, self.talk
        if port is None or talk is None:
            return
        try:
            self._write(port, talk, now)
            data = port.read() if self._sleep_until(talk.deadline()) else b""
            now = self._clock()
            self.trace.received(data, now)
            notices = talk.receive(data, now)
            self._keep_speed(port, talk)
            self._pass_on(notices)
        except BridgeError as problem:
            self._fail(problem)

    def _keep_speed(self, port: Transport, talk: Conversation) -> None:
        """Set the port to the speed that was agreed, or go back where it cannot."""
        if self._baud in (0, talk.speed.baud):
            return
        if not port.set_baud(talk.speed.baud) and talk.speed.is_fast:
            talk.slow_down()
            port.set_baud(talk.speed.baud)
        _log.info("port=%s baud=%d", self.supervisor.port, talk.speed.baud)
        self._baud = talk.speed.baud

    def _write(self, port: Transport, talk: Conversation, now: float) -> None:
        if talk.wants_alarm:
            talk.wants_alarm = False
            port.alarm()  # first: a BREAK would spoil the frames before it
        frames = talk.frames(now)
        if frames:
            for frame in frames:
                self.trace.sent(frame, now)
            port.write(b"".join(frames))

    def _pass_on(self, notices: list[Notice]) -> None:
        """Tell the owner what came; raise the error by which the conversation ended."""
        for notice in notices:
            match notice:
                case Closed():
                    raise self.supervisor.why_closed(notice)
                case NoTable(detail, is_table):
                    kind = NonsenseError if is_table else WrongDeviceError
                    raise kind(self.supervisor.port, detail)
                case Ready(identity):
                    self._owner.introduced(identity)
                    self._enter(LinkPhase.READY)
                case Answer():
                    notice.give(self.supervisor.port)
                case Message():
                    self._owner.heard(notice)
        if self.talk is not None:
            self._enter(self._phase_of(self.talk))

    def _phase_of(self, talk: Conversation) -> LinkPhase:
        if talk.phase is LinkPhase.READY and talk.link.session.window.is_noisy:
            return LinkPhase.DEGRADED
        return talk.phase

    def _enter(self, phase: LinkPhase) -> None:
        if self.supervisor.reached(phase):
            self._owner.link_changed(phase, self.supervisor.problem)

    def _fail(self, problem: BridgeError) -> None:
        _log.info("port=%s lost code=%s", self.supervisor.port, problem.code)
        self._drop()
        if self.supervisor.failed(problem, self._clock()):
            self._owner.link_changed(self.supervisor.phase, self.supervisor.problem)

    def _drop(self) -> None:
        """Close the port and end the conversation."""
        if self._port is not None:
            self._selector.unregister(self._handle)  # a port that broke may not know it any more
            self._port.close()
            self._port, self._baud = None, 0
            self.speed.left(self._clock())
        if self.talk is not None:
            self.noise += self.talk.noise()
            self.talk.end()
            self.talk = None
