"""The I/O thread of one table: its port, session and supervisor, and nothing else.

It never calls out: what happens is handed to the `Listener`, whose methods only take notes.
Other threads hand in work with `post`, which wakes it through a pipe.
"""

from __future__ import annotations

import logging
import random
import selectors
import threading
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware_bridge.errors import (
    BridgeError,
    ClosedError,
    InvalidReplyError,
    OtherTableError,
    WrongDeviceError,
)
from firmware_bridge.link.endpoint import Closed
from firmware_bridge.link.session import Answer, HostSession, NoTable, Notice, OtherTable, Ready
from firmware_bridge.link.supervisor import LineSpeed, Supervisor
from firmware_bridge.link.trace import Trace
from firmware_bridge.link.window import LinkTiming
from firmware_bridge.state import Identity, LinkPhase
from firmware_bridge.transport import Transport
from firmware_bridge.transport.memory import Waker
from firmware_bridge.wire.frame import BAUD
from firmware_bridge.wire.messages import Message

_log = logging.getLogger(__name__)

LOOK_S: Final = 0.5
"""How often a port is looked at that is there and cannot be used."""


class Listener(Protocol):
    """Who is told what happens, on the I/O thread."""

    def on_link(self, phase: LinkPhase, problem: BridgeError | None) -> None:
        """Take note that the link is in another phase."""

    def on_identity(self, identity: Identity) -> None:
        """Take note of who the table is, after its state and our open ops were passed on."""

    def on_message(self, message: Message) -> None:
        """Take note of a message."""

    def open_ops(self) -> list[int]:
        """Return the ops whose end is not known."""


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
    serial: str = ""
    """Serial number of the table that is meant; empty: the one that is reached first."""


class Connection:
    """The thread that keeps a port open and talks on it; `start` it once, `stop` it once."""

    def __init__(
        self,
        port: str,
        port_access: PortAccess,
        listener: Listener,
        clock: Callable[[], float],
        rng: random.Random,
    ) -> None:
        """Keep *port* open through *port_access* and tell *listener* what happens."""
        self.supervisor = Supervisor(port)
        self.session: HostSession | None = None
        """The session that is going on; for the I/O thread only."""
        self.timing: LinkTiming | None = None
        self.speed = LineSpeed()
        self.trace = Trace()
        self._noise: Counter[str] = Counter()
        self._access = port_access
        self._listener = listener
        self._clock = clock
        self._rng = rng
        self._port: Transport | None = None
        self._handle: int
        self._baud: int
        """What the open port is set to, 0 where that cannot be changed."""
        self._dictionaries: dict[int, bytes] = {}
        self._serial = port_access.serial
        """Of the table that is meant: a port may lead to the neighbour's after a pause, and that
        one must not move for our jobs."""
        self._posts: deque[Callable[[], None]] = deque()
        self._stopping = False
        self._waker = Waker()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._waker.handle, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name=f"table {port}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, work: Callable[[], None]) -> None:
        """Run *work* on the I/O thread soon; it must not block."""
        self._posts.append(work)
        self._waker.wake()

    def take_table(self, serial: str) -> None:
        """Mean the table *serial* from now on, and try the port at once."""

        def take() -> None:
            self._serial = serial
            self.supervisor.retry_at = self._clock()

        self.post(take)

    def stop(self) -> None:
        """End the thread and close every descriptor."""
        self._stopping = True
        self._waker.wake()
        self._thread.join()
        self._selector.close()
        self._waker.close()

    def health(self) -> LinkHealth:
        """Return how well the line carries; may be called from any thread."""
        session = self.session
        if session is None:
            return LinkHealth(0, 0, 0, self._noise.copy())
        channel = session.link.channel
        window = channel.window
        noise = self._noise + session.noise()
        return LinkHealth(channel.protocol, window.sent, window.resent, noise, self._baud)

    def _run(self) -> None:
        try:
            while not self._stopping:
                self._do_posts()
                now = self._clock()
                if self._port is None or self.session is None:
                    self._try(now)
                else:
                    self._exchange(self._port, self.session, now)
        except BaseException:
            # A mistake of ours: whoever asks must not think that the link is still up.
            self._listener.on_link(LinkPhase.CLOSED, ClosedError())
            raise
        finally:
            self._drop()
            self._do_posts()  # who still waits learns that there is nobody to ask

    def _do_posts(self) -> None:
        while self._posts:
            self._posts.popleft()()

    def _sleep_until(self, until: float | None) -> None:
        """Sleep, unless that time is past, until something arrives or another thread wakes us."""
        ready = self._selector.select(None if until is None else until - self._clock())
        if any(key.fd == self._waker.handle for key, _ in ready):
            self._waker.rest()

    def _try(self, now: float) -> None:
        """Open the port when it is time, or when it looks different; then wait for that."""
        self.supervisor.looks(self._access.look(), now)
        if now >= self.supervisor.retry_at:
            self._open(now)
        until = self.supervisor.retry_at
        self._sleep_until(min(until, now + LOOK_S) if self.supervisor.waits_for_change else until)

    def _open(self, now: float) -> None:
        if self.supervisor.problem is None:
            self._enter(LinkPhase.OPENING)
        try:
            self._port = self._access.open()
        except BridgeError as problem:
            self._fail(problem)
            return
        self._handle = self._port.fileno()
        self._selector.register(self._handle, selectors.EVENT_READ)
        self.speed.reopen(self._port.bauds, now)
        self._baud = BAUD if self._port.bauds else 0
        number = self._rng.randrange(1, 1 << 16)
        self.session = HostSession(
            number, now, self._listener.open_ops, self._dictionaries, self.timing
        )
        self.session.speed, self.session.serial = self.speed, self._serial
        self._keep_speed(self._port, self.session)
        self._enter(LinkPhase.SYNCING)

    def _exchange(self, port: Transport, session: HostSession, now: float) -> None:
        """Write what is due, wait, read what came, and pass it on."""
        try:
            self._write(port, session, now)
            self._sleep_until(session.deadline())
            now = self._clock()
            data = port.read()  # after the look at the clock: who overslept hears before judging
            self.trace.record_received(data, now)
            notices = session.receive(data, now)
            self._keep_speed(port, session)
            self._pass_on(notices)
        except BridgeError as problem:
            self._fail(problem)
        else:
            noisy = session.phase is LinkPhase.READY and session.link.channel.window.is_noisy
            self._enter(LinkPhase.DEGRADED if noisy else session.phase)

    def _keep_speed(self, port: Transport, session: HostSession) -> None:
        if self._baud in (0, session.speed.baud):
            return
        if not port.set_baud(session.speed.baud) and session.speed.is_fast:
            session.slow_down()
            port.set_baud(session.speed.baud)
        _log.info("port=%s baud=%d", self.supervisor.port, session.speed.baud)
        self._baud = session.speed.baud

    def _write(self, port: Transport, session: HostSession, now: float) -> None:
        if session.wants_alarm:
            session.wants_alarm = False
            port.alarm()  # first: a BREAK would spoil the frames before it
        frames = session.frames(now)
        if frames:
            for frame in frames:
                self.trace.record_sent(frame, now)
            port.write(b"".join(frames))

    def _pass_on(self, notices: list[Notice]) -> None:
        """Tell the listener what came; raise the error by which the session ended."""
        for notice in notices:
            match notice:
                case Closed():
                    raise self.supervisor.why_closed(notice)
                case NoTable(detail, is_table):
                    kind = InvalidReplyError if is_table else WrongDeviceError
                    raise kind(self.supervisor.port, detail)
                case OtherTable(serial):
                    raise OtherTableError(self.supervisor.port, serial, self._serial)
                case Ready(identity):
                    self._serial = identity.serial
                    self._listener.on_identity(identity)
                    self._enter(LinkPhase.READY)
                case Answer():
                    notice.give(self.supervisor.port)
                case Message():
                    self._listener.on_message(notice)

    def _enter(self, phase: LinkPhase) -> None:
        if self.supervisor.enter(phase):
            self._listener.on_link(phase, self.supervisor.problem)

    def _fail(self, problem: BridgeError) -> None:
        _log.info("port=%s lost code=%s", self.supervisor.port, problem.code)
        self._drop()
        if self.supervisor.fail(problem, self._clock()):
            self._listener.on_link(self.supervisor.phase, self.supervisor.problem)

    def _drop(self) -> None:
        if self._port is not None:
            self._selector.unregister(self._handle)  # a port that broke may not know it any more
            self._port.close()
            self._port = None
            self.speed.left(self._clock())
        if self.session is not None:
            self._noise += self.session.noise()
            self.session.end()
            self.session = None
