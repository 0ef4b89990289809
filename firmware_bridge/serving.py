"""The process that keeps a table's port for other programs: `python -m firmware_bridge serve`.

It has the I/O thread and nothing that reckons, so a camera that takes every core cannot keep
the table waiting, and a kiosk that is restarted does not lose the link. Programs come and go
on a Unix socket; a program that drives a motion step by step and falls silent has it called off.
"""

from __future__ import annotations

import contextlib
import random
import selectors
import socket
import threading
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from firmware_bridge import errors, relay
from firmware_bridge.closing import Closing
from firmware_bridge.link.waker import Waker
from firmware_bridge.link.worker import PortAccess, Worker
from firmware_bridge.prompt import be_prompt
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import LEASED, ControlAction, JobState

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from firmware_bridge.state import Identity

CHUNK: Final = 65_536
MOST_BEHIND: Final = 1 << 20
"""Bytes that may wait for a program which does not read; then it is hung up on."""

LOOK_S: Final = 0.25
"""How often programs are looked at that drive a motion."""


class Guest:
    """A program that uses the table; its lines are sent by the server's thread alone."""

    def __init__(self, end: socket.socket, now: float) -> None:
        """Talk over *end*."""
        end.setblocking(False)
        self.end = end
        self.lines = relay.Lines()
        self.heard_at = now
        self.driven: set[int] = set()
        """Ops of this program that it has to watch over (§6.5)."""
        self.to_send: deque[bytes] = deque()
        self._rest = b""

    def send(self) -> None:
        """Send what waits, as much as goes; raise `OSError` where the program is gone or stuck."""
        while self._rest or self.to_send:
            if not self._rest:
                self._rest = self.to_send.popleft()
            try:
                sent = self.end.send(self._rest)
            except BlockingIOError:
                break
            self._rest = self._rest[sent:]
        if len(self._rest) + sum(map(len, self.to_send)) > MOST_BEHIND:
            raise OSError("it does not read what it is told")

    @property
    def is_behind(self) -> bool:
        """Whether something waits to be sent."""
        return bool(self._rest or self.to_send)


class Server(Closing):
    """A table's port and the programs that use it, until `close`."""

    def __init__(
        self,
        port: str,
        access: PortAccess,
        path: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep *port* open through *access* and listen at *path*.

        Raise `BusyError` where another process listens there already.
        """
        self.path = path
        self._clock = clock
        self._listener = _listen(path)
        self._guests: dict[socket.socket, Guest] = {}
        self._told: list[relay.Line] = [_link(LinkPhase.ABSENT, None)]
        """What a program has to be told first: link, table, boot."""
        self._identity: Identity | None = None
        self._hello: m.Message | None = None
        self._lock = threading.Lock()
        """Held while guests come, go, or are given something to send."""
        self._stopping = False
        self._waker = Waker()
        self._worker = Worker(port, access, self, clock, random.SystemRandom())
        self._thread = threading.Thread(target=self._run, name=f"serve {port}", daemon=True)
        self._worker.start()
        self._thread.start()

    def close(self) -> None:
        """Hang up on everybody, free the port and remove the socket."""
        self._stopping = True
        self._waker.wake()
        self._thread.join()
        self._worker.stop()
        self._waker.close()
        self.path.unlink(missing_ok=True)

    def link_changed(self, phase: LinkPhase, problem: errors.BridgeError | None) -> None:
        """Tell every program that the link is in another phase; on the I/O thread."""
        told = [_link(phase, problem)]
        if phase.is_up and self._identity is not None and self._hello is not None:
            told = [_heard(self._hello), {"table": self._identity.raw}, *told]
        self._told = told
        for line in told:
            self._tell_all(line)

    def introduced(self, identity: Identity) -> None:
        """Remember who the table is, for every program that asks."""
        self._identity = identity

    def heard(self, message: m.Message) -> None:
        """Pass a message on to every program, and end the watch over motions that have ended."""
        if isinstance(message, m.SyncAnswer):
            self._hello = message
        if isinstance(message, m.JobReport) and message.state >= JobState.DONE:
            with self._lock:
                for guest in self._guests.values():
                    guest.driven.discard(message.op_id)
        self._tell_all(_heard(message))

    def open_ops(self) -> list[int]:
        """Return nothing: each program asks for its own ops."""
        return []

    def _tell_all(self, line: relay.Line) -> None:
        data = relay.to_bytes(line)
        with self._lock:
            for guest in self._guests.values():
                guest.to_send.append(data)
        self._waker.wake()

    def _tell(self, guest: Guest, line: relay.Line) -> None:
        with self._lock:
            guest.to_send.append(relay.to_bytes(line))
        self._waker.wake()

    def _run(self) -> None:
        be_prompt()
        with selectors.DefaultSelector() as selector:
            selector.register(self._waker.handle, selectors.EVENT_READ)
            selector.register(self._listener, selectors.EVENT_READ)
            while not self._stopping:
                for key, _ in selector.select(LOOK_S):
                    self._attend(selector, key.fileobj)
                self._send_on(selector)
                self._watch_drivers()
        self._listener.close()
        for guest in self._guests.values():
            guest.end.close()

    def _attend(self, selector: selectors.BaseSelector, end: object) -> None:
        """Let a program in, or hear one."""
        if end is self._listener:
            self._let_in()
        elif end == self._waker.handle:
            self._waker.rest()
        elif isinstance(end, socket.socket) and end in self._guests:
            guest = self._guests[end]
            try:
                self._listen_to(guest)
            except (OSError, ValueError, KeyError, TypeError):
                self._hang_up(selector, guest)

    def _let_in(self) -> None:
        """Let a program in, and tell it how everything stands; then it is listened to."""
        end, _ = self._listener.accept()
        guest = Guest(end, self._clock())

        def introduce() -> None:
            with self._lock:  # on the I/O thread, so that nothing changes meanwhile
                guest.to_send.extend(map(relay.to_bytes, self._told))
                self._guests[end] = guest
            self._waker.wake()

        self._worker.post(introduce)

    def _listen_to(self, guest: Guest) -> None:
        """Do what a program asks for; raise what shows that it is none, or gone."""
        with contextlib.suppress(BlockingIOError):
            data = guest.end.recv(CHUNK)
            if not data:
                raise OSError("it has hung up")
            guest.heard_at = self._clock()
            for line in guest.lines.feed(data):
                self._obey(guest, line)

    def _obey(self, guest: Guest, line: relay.Line) -> None:
        """Do what one line of a program says."""
        if "stop" in line:
            self._worker.post(self._stop_motors)
        elif "ask" in line:
            self._ask(guest, int(line["id"]), _checked(line["ask"], relay.ASKED))
        elif "tell" in line:
            message = _checked(line["tell"], relay.TOLD)
            self._worker.post(lambda: self._say(message))
        elif "fetch" in line:
            self._tell(guest, {"id": int(line["id"]), "fetched": self._fetched(line["fetch"])})
        elif "beat" not in line:
            raise ValueError(f"no such line: {line}")

    def _fetched(self, what: object) -> list[Any]:
        """Return what a program wants to know of this process."""
        if what == "health":
            return relay.from_health(self._worker.health())
        if what == "trace":
            return relay.from_crossings(self._worker.crossings())
        raise ValueError(f"fetch {what!r}")

    def _ask(self, guest: Guest, number: int, question: m.Message) -> None:
        """Put a program's question to the table, and give it the answer."""
        future: Future[m.Message] = Future()
        future.add_done_callback(lambda done: self._tell(guest, _answer(number, done)))
        if isinstance(question, m.Start) and question.kind in LEASED:
            guest.driven.add(question.op_id)

        def ask() -> None:
            talk = self._worker.talk
            if talk is None or not talk.phase.is_up:
                future.cancel()
            else:
                talk.ask(lambda tag: _tagged(question, tag), future)

        self._worker.post(ask)

    def _say(self, message: m.Message) -> None:
        if self._worker.talk is not None and self._worker.talk.phase.is_up:
            self._worker.talk.tell(message)

    def _stop_motors(self) -> None:
        if self._worker.talk is not None:
            self._worker.talk.stop_motors()

    def _send_on(self, selector: selectors.BaseSelector) -> None:
        """Send what waits for programs, and be woken when one that is behind can take more."""
        with self._lock:
            guests = tuple(self._guests.values())
        for guest in guests:
            try:
                with self._lock:
                    guest.send()
            except OSError:
                self._hang_up(selector, guest)
                continue
            wish = selectors.EVENT_READ | selectors.EVENT_WRITE * guest.is_behind
            known = guest.end in selector.get_map()
            (selector.modify if known else selector.register)(guest.end, wish)

    def _watch_drivers(self) -> None:
        """Call off the motions of programs that are not there any more (§6.5)."""
        now = self._clock()
        with self._lock:
            guests = tuple(self._guests.values())
        for guest in guests:
            if guest.driven and now >= guest.heard_at + relay.LATE_S:
                self._call_off(guest)

    def _call_off(self, guest: Guest) -> None:
        """Cancel every motion that a program should have watched over."""
        while guest.driven:
            order = m.Control(0, ControlAction.CANCEL, guest.driven.pop(), 0)
            self._worker.post(lambda order=order: self._say(order))  # type: ignore[misc]  # bound at once

    def _hang_up(self, selector: selectors.BaseSelector, guest: Guest) -> None:
        """Let a program go."""
        self._call_off(guest)
        if guest.end in selector.get_map():
            selector.unregister(guest.end)
        guest.end.close()
        with self._lock:
            self._guests.pop(guest.end, None)


def _listen(path: Path) -> socket.socket:
    """Return a socket that listens at *path*, for this user alone."""
    listener = socket.socket(socket.AF_UNIX)
    if path.is_socket():
        with socket.socket(socket.AF_UNIX) as other:
            if other.connect_ex(str(path)) == 0:
                listener.close()
                raise errors.BusyError(str(path))
        path.unlink()  # left over from a process that was killed
    listener.bind(str(path))
    path.chmod(0o600)
    listener.listen()
    return listener


def _checked(text: object, allowed: frozenset[type[m.Message]]) -> m.Message:
    """Return the message of a line; raise `ValueError` for one that no program may send."""
    message = relay.message(text)
    if type(message) not in allowed:
        raise ValueError(f"{type(message).__name__} is not for programs")
    return message


def _tagged(question: m.Message, tag: int) -> m.Message:
    return cast("m.Message", replace(cast("Any", question), tag=tag))


def _link(phase: LinkPhase, problem: errors.BridgeError | None) -> relay.Line:
    return {"link": phase.value, "problem": relay.from_error(problem)}


def _heard(message: m.Message) -> relay.Line:
    return {"heard": m.encode(message).hex()}


def _answer(number: int, done: Future[m.Message]) -> relay.Line:
    """Return the line for a question that was answered, refused by our own checks, or lost."""
    if done.cancelled():
        return {"id": number, "problem": None}
    problem = done.exception()
    if isinstance(problem, errors.BridgeError):
        return {"id": number, "problem": relay.from_error(problem)}
    return {"id": number, "answer": m.encode(done.result()).hex()}
