"""A host in virtual time: it talks to a `Simulation` as the bridge does, and waits for nobody.

Scenarios, soak and fuzzing run on it; the link is the real one, only the clock is not.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Final

from firmware_bridge.link.endpoint import Closed
from firmware_bridge.link.session import Ask, HostSession, NoTable, Notice
from firmware_bridge.link.supervisor import LineSpeed
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import ControlAction, EventKind, JobKind, JobState, TableState
from firmware_bridge.wire.frame import FAST
from hw_sim.simulation import Simulation

LONGEST_S: Final = 0.25
BACKOFF_S: Final = 0.25
STALE: Final = (801, 802, 805)
"""Refusals after which a job may be asked for again under a new id: it did not run."""
ASKS: Final = 20
"""Times that a question is repeated whose answer was lost on the link."""


@dataclass(frozen=True, slots=True)
class End:
    """How a job ended: its state and, where it failed, the fault; *refused* where it never ran."""

    state: JobState
    fault: int = 0
    side: int = 0xFF
    result: bytes = b""
    refused: int = 0


class VirtualHost:
    """One program on one table, through whatever happens to cable and board."""

    def __init__(self, simulation: Simulation, seed: int = 0, install: int = 0x11223344) -> None:
        """Begin to ask for a session."""
        self.simulation = simulation
        self.now = simulation.now
        self.state: TableState | None = None
        self.gen = 0
        self.fault = (0, 0xFF)
        self.events: list[m.Event] = []
        """Every event so far, each once."""
        self.restarts = 0
        """How often the board was found to have restarted."""
        self.strange: list[str] = []
        """What was said that no table of ours says."""
        self.closed: list[int] = []
        """Why sessions ended: 9xx, or 808 where the versions do not meet."""
        self.speed = LineSpeed()
        self._rng = random.Random(seed)  # session numbers, repeatable
        self._install = install
        self._counter = 0
        self._open: dict[int, m.JobReport | None] = {}
        self._boot_id: int | None = None
        self._journal_id: int | None = None
        self._last_event = 0
        self.session = self._fresh()

    @property
    def is_up(self) -> bool:
        """Whether orders reach the table."""
        return self.session.phase.is_up

    def turn(self, longest_s: float = LONGEST_S) -> None:
        """Let the bytes cross, then move time on by *longest_s* at most."""
        for frame in self.session.frames(self.now):
            self.simulation.say(frame, self.now)
        due = [at for at in (self.session.deadline(), self.simulation.deadline()) if at is not None]
        self.now = max(self.now, min([*due, self.now + longest_s]))
        data = self.simulation.turn(b"", self.now)
        notices = self.session.receive(data, self.now)
        self.simulation.host_baud = self.speed.baud
        for notice in notices:
            self._take(notice)

    def run(self, until: Callable[[], bool], limit_s: float) -> bool:
        """Turn until *until* holds; return whether it came to hold within *limit_s*."""
        end = self.now + limit_s
        while not until():
            if self.now >= end:
                return False
            self.turn()
        return True

    def wait_up(self, limit_s: float = 30.0) -> bool:
        """Return whether the link came up in time."""
        return self.run(lambda: self.is_up, limit_s)

    def begin(self, kind: JobKind, **args: int) -> int:
        """Ask for a job over the link that is up; return its op id, or the refusal below 1000."""
        self._counter += 1
        op_id = self._install << 32 | self._counter
        self._open[op_id] = None
        packed, gen = m.pack_arguments(kind, args), self.gen
        answer = self.ask(lambda tag: m.Start(tag, op_id, kind, gen, packed), tries=1)
        if isinstance(answer, m.Refused):
            del self._open[op_id]
            return answer.code
        return op_id

    def end_of(self, op_id: int, limit_s: float = 900.0) -> End:
        """Return how op *op_id* ended; raise `TimeoutError` where it has no end in time."""
        if not self.run(lambda: _is_final(self._open[op_id]), limit_s):
            raise TimeoutError(f"op {op_id & 0xFFFFFFFF} has no end after {limit_s} virtual s")
        report = self._open.pop(op_id)
        assert report is not None
        return End(JobState(report.state), report.fault, report.side, report.result)

    def do(self, kind: JobKind, limit_s: float = 900.0, **args: int) -> End:
        """Return how a job ended; it is asked for again only where it surely did not run."""
        answer = 0
        for _ in range(ASKS):
            if not self.wait_up(limit_s):
                raise TimeoutError(f"no link within {limit_s} virtual s")
            answer = self.begin(kind, **args)
            if answer in STALE:
                self.ask(m.GetStatus)
                self.turn()
                continue
            if answer < 1000:
                return End(JobState.NOT_SEEN, refused=answer)
            end = self.end_of(answer, limit_s)
            if end.state is not JobState.NOT_SEEN:
                return end
        return End(JobState.NOT_SEEN, refused=answer if answer in STALE else 0)

    def cancel(self, op_id: int) -> int:
        """Call op *op_id* off; return 0, or the refusal."""
        answer = self.ask(lambda tag: m.Control(tag, ControlAction.CANCEL, op_id, 0))
        return answer.code if isinstance(answer, m.Refused) else 0

    def clear(self, code: int) -> int:
        """Clear fault *code*; return 0, or the refusal."""
        answer = self.ask(lambda tag: m.Control(tag, ControlAction.CLEAR_FAULT, 0, code))
        return answer.code if isinstance(answer, m.Refused) else 0

    def ask(self, question: Ask, tries: int = ASKS) -> m.Message | None:
        """Return the answer to a question, asked again where the link broke; `None` without one."""
        for _ in range(tries):
            if not self.wait_up():
                continue
            future: Future[m.Message] = Future()
            self.session.ask(question, future)
            self.run(future.done, 60.0)
            if future.done() and not future.cancelled() and future.exception() is None:
                return future.result()
        return None

    def stop_motors(self) -> None:
        """Send the emergency stop."""
        self.session.stop_motors()

    def faults(self) -> list[int]:
        """Return the faults and warnings that events told, in order."""
        kinds = (EventKind.FAULT, EventKind.WARNING)
        return [event.code for event in self.events if event.kind in kinds]

    def renew(self) -> None:
        """Open the port again: a new session."""
        self.session.end()
        self.speed.left(self.now)
        self.session = self._fresh()

    def _fresh(self) -> HostSession:
        start = self.now + BACKOFF_S * bool(self.closed or self.strange)
        session = HostSession(self._rng.randrange(1, 1 << 16), start, self._unfinished, {})
        self.speed.reopen(FAST, start)
        self.simulation.host_baud, session.speed = self.speed.baud, self.speed
        return session

    def _unfinished(self) -> list[int]:
        return [op_id for op_id, report in self._open.items() if not _is_final(report)]

    def _take(self, notice: Notice) -> None:
        match notice:
            case Closed() | NoTable():
                self._ended(notice)
            case m.SyncAnswer(boot_id=boot_id):
                self._booted(boot_id)
            case m.Event():
                self._event(notice)
            case m.JobReport():
                self._report(notice)
            case m.Status():
                self._status(notice)
            case m.Done() | m.Refused():
                self._stands(notice.table_state, notice.gen)
            case _:
                self._give(notice)

    def _ended(self, notice: Closed | NoTable) -> None:
        """Note why the session is over, and begin another one."""
        if isinstance(notice, Closed):
            self.closed.append(notice.reason)
        else:
            self.strange.append(notice.detail)
        self.renew()

    def _give(self, notice: Notice) -> None:
        give = getattr(notice, "give", None)
        if give is not None:
            give("virtual")

    def _booted(self, boot_id: int) -> None:
        self.restarts += self._boot_id is not None and boot_id != self._boot_id
        if boot_id != self._boot_id:
            self._last_event = 0
        self._boot_id = boot_id

    def _event(self, event: m.Event) -> None:
        """Acknowledge an event, and keep it the first time."""
        self.session.tell(m.EventAck(event.event_no))
        if event.event_no <= self._last_event:
            return
        self._last_event = event.event_no
        self.events.append(event)
        self._stands(event.table_state, event.gen)
        if event.kind == EventKind.FAULT:
            self.fault = (event.code, event.side)
        elif event.kind == EventKind.FAULT_CLEARED:
            self.fault = (0, 0xFF)

    def _status(self, status: m.Status) -> None:
        self._stands(status.state, status.gen)
        self.fault = (status.fault, status.side)
        if self._journal_id is None:
            self._journal_id = status.journal_id

    def _report(self, report: m.JobReport) -> None:
        self._stands(report.table_state, report.gen)
        if report.state == JobState.NOT_SEEN and report.journal_id != self._journal_id:
            report = replace(report, state=JobState.UNKNOWN)  # another board cannot know
            self._journal_id = report.journal_id
        if report.op_id in self._open and not _is_final(self._open[report.op_id]):
            self._open[report.op_id] = report

    def _stands(self, state: int, gen: int) -> None:
        self.state, self.gen = TableState(state), gen


def _is_final(report: m.JobReport | None) -> bool:
    return report is not None and JobState(report.state).is_final
