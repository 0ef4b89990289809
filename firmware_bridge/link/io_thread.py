"""The thread that talks for a table: it waits for one descriptor and for work handed in."""

from __future__ import annotations

import selectors
import threading
from collections import deque
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.errors import BridgeError, ClosedError
from firmware_bridge.link.waker import Waker
from firmware_bridge.prompt import be_prompt
from firmware_bridge.state import LinkPhase

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.state import Identity
    from firmware_bridge.wire.messages import Message

IDLE_S: Final = 60.0
"""Longest sleep; only a bound, every deadline of the link is nearer."""


class Owner(Protocol):
    """Who is told what happens, on the I/O thread."""

    def link_changed(self, phase: LinkPhase, problem: BridgeError | None) -> None:
        """Take note that the link is in another phase."""

    def introduced(self, identity: Identity) -> None:
        """Take note of who the table is, after its state and our open ops were `heard`."""

    def heard(self, message: Message) -> None:
        """Take note of a message."""

    def open_ops(self) -> list[int]:
        """Return the ops whose end is not known."""


class IoThread:
    """A thread that turns on and on; `start` it once, `stop` it once."""

    def __init__(self, name: str, owner: Owner, clock: Callable[[], float]) -> None:
        """Tell *owner* what happens."""
        self._owner = owner
        self._clock = clock
        self._posts: deque[Callable[[], None]] = deque()
        self._stopping = False
        self._waker = Waker()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._waker.handle, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def post(self, work: Callable[[], None]) -> None:
        """Run *work* on the I/O thread soon; it must not block."""
        self._posts.append(work)
        self._waker.wake()

    def stop(self) -> None:
        """End the thread and close every descriptor."""
        self._stopping = True
        self._waker.wake()
        self._thread.join()
        self._selector.close()
        self._waker.close()

    def _turn(self, now: float) -> None:
        """Do what is due at *now*, then wait for what comes."""
        raise NotImplementedError

    def _drop(self) -> None:
        """End the conversation and close what it went over."""
        raise NotImplementedError

    def _run(self) -> None:
        be_prompt()
        try:
            while not self._stopping:
                self._work()
                self._turn(self._clock())
        except BaseException:
            # A mistake of ours: whoever asks must not think that the link is still up.
            self._owner.link_changed(LinkPhase.CLOSED, ClosedError())
            raise
        finally:
            self._drop()
            self._work()  # who still waits learns that there is nobody to ask

    def _work(self) -> None:
        while self._posts:
            self._posts.popleft()()

    def _sleep(self, pause: float) -> bool:
        """Wait for bytes, a wake-up or *pause*; return whether bytes are there."""
        if self._posts or self._stopping:
            pause = 0.0
        ready = self._selector.select(max(0.0, min(pause, IDLE_S)))
        if any(key.fd == self._waker.handle for key, _ in ready):
            self._waker.rest()
        return any(key.fd != self._waker.handle for key, _ in ready)
