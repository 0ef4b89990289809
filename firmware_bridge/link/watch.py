"""What the host knows of a table: kept up to date by the I/O thread, told to subscribers."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from firmware_bridge import errors
from firmware_bridge.jobs.book import JobBook
from firmware_bridge.state import (
    Identity,
    LinkPhase,
    TableEvent,
    TableStatus,
    event_from,
    from_event,
    status_from,
    table_state,
)
from firmware_bridge.wire import messages as m

_NOT_BY_WAITING = (
    errors.PortNotFoundError,
    errors.PortBusyError,
    errors.PortPermissionError,
    errors.ProtocolError,
)


class Watch:
    """The owner of a connection: remembers the last status, tells events, feeds the jobs."""

    def __init__(self, jobs: JobBook, publish: Callable[[TableEvent], None]) -> None:
        """Pass job reports to *jobs* and events to *publish*."""
        self.status = TableStatus(LinkPhase.ABSENT)
        self.identity: Identity | None = None
        self.answer: Callable[[m.Message], None] = lambda _: None
        """Sends a message from the I/O thread; set by the client."""
        self._jobs = jobs
        self._publish = publish
        self._changed = threading.Condition()
        self._boot_id: int | None = None
        self._last_event = 0

    def on_link(self, phase: LinkPhase, problem: errors.BridgeError | None) -> None:
        """Take note that the link is in another phase."""
        self._set(replace(self.status, link=phase, problem=problem))
        code = 0 if problem is None else problem.fault_code or 0
        if phase is LinkPhase.DEGRADED:
            code = 906
        if not phase.is_up:
            self._jobs.timer.forget_starts()
        self._publish(TableEvent("link", phase=phase, code=code))

    def on_identity(self, identity: Identity) -> None:
        """Take note of who the table is."""
        self.identity = identity
        self._jobs.own_faults = identity.lists.faults

    def open_ops(self) -> list[int]:
        """Return the ops whose end is not known."""
        return self._jobs.open_ops()

    def on_message(self, message: m.Message) -> None:
        """Take note of a message."""
        match message:
            case m.SyncAnswer():
                self._note_boot(message)
            case m.Status():
                self._set(status_from(message, self.status.link, self._jobs.own_faults))
            case m.JobReport():
                self._follow(message)
                self._jobs.report(message)
            case m.Event():
                self._event(message)
            case m.EventGap(first):
                self._last_event = max(self._last_event, first - 1)
                self.answer(m.GetStatus(0))
            case m.Done() | m.Refused():
                self._state(message.gen, message.table_state)
            case _:
                return

    def wait_ready(self, timeout_s: float, *, patient: bool) -> TableStatus:
        """Return the status once the link is up, or when waiting (longer) makes no sense."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_decided(patient), timeout_s)
            return self.status

    def _is_decided(self, patient: bool) -> bool:
        problem = self.status.problem
        return self.status.link.is_up or (not patient and isinstance(problem, _NOT_BY_WAITING))

    def _note_boot(self, hello: m.SyncAnswer) -> None:
        """Forget event numbers of an earlier boot; they begin again at each."""
        if hello.boot_id == self._boot_id:
            return
        if self._boot_id is not None:
            self._publish(TableEvent("restarted", code=908, data=bytes([hello.reset_cause])))
        self._boot_id = hello.boot_id
        self._last_event = 0

    def _event(self, message: m.Event) -> None:
        """Pass on an event once, though the table repeats it until it is acknowledged."""
        self.answer(m.EventAck(message.event_no))
        if message.event_no <= self._last_event:
            return
        self._last_event = message.event_no
        self._state(message.gen, message.table_state)
        event, fault = event_from(message, self._jobs.own_faults), self.status.fault
        if event.topic == "fault":
            self._set(replace(self.status, fault=event.fault))
        if event.topic == "fault_cleared" and fault and event.code == fault.code:
            self._set(replace(self.status, fault=None))
        if event.topic == "sets":
            sets = from_event(message, self._jobs.own_faults)
            self._set(replace(self.status, sets=sets or self.status.sets))
        self._publish(event)

    def _follow(self, report: m.JobReport) -> None:
        self._state(report.gen, report.table_state)

    def _state(self, gen: int, state: int) -> None:
        new_state, status = table_state(state), self.status
        if (status.generation, status.state) != (gen, new_state):
            self._set(replace(status, generation=gen, state=new_state))

    def _set(self, status: TableStatus) -> None:
        with self._changed:
            self.status = status
            self._changed.notify_all()


_log = logging.getLogger(__name__)

MAX_WAITING: Final = 10_000
"""Events kept for slow subscribers; beyond this the newest are dropped and logged."""


class Dispatcher:
    """Calls every subscriber with every event, in order, on one thread."""

    def __init__(self, port: str) -> None:
        """Prepare the thread for the table on *port*."""
        self._queue: queue.Queue[TableEvent | None] = queue.Queue(MAX_WAITING)
        self._subscribers: list[Callable[[TableEvent], None]] = []
        self._thread = threading.Thread(target=self._run, name=f"events {port}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def publish(self, event: TableEvent) -> None:
        """Have *event* told to every subscriber soon."""
        try:
            self._queue.put_nowait(event)
        except queue.Full:
            _log.warning("event=dropped topic=%s", event.topic)

    def subscribe(self, callback: Callable[[TableEvent], None]) -> Callable[[], None]:
        """Call *callback* from now on; return the function that ends it."""
        self._subscribers = [*self._subscribers, callback]

        def unsubscribe() -> None:
            self._subscribers = [other for other in self._subscribers if other is not callback]

        return unsubscribe

    def stop(self) -> None:
        """Tell what is waiting, then end the thread; may be called from a subscriber."""
        self._queue.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while (event := self._queue.get()) is not None:
            for callback in self._subscribers:
                self._call(callback, event)

    def _call(self, callback: Callable[[TableEvent], None], event: TableEvent) -> None:
        try:
            callback(event)
        except Exception:  # a subscriber's fault must not end the others
            _log.exception("subscriber failed topic=%s", event.topic)
