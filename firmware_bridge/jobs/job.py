"""Jobs: what the caller holds while the table works, and what they bring (`protocol.md` §6.4)."""

from __future__ import annotations

import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from firmware_bridge import errors
from firmware_bridge.faults import FAULTS, Fault, OwnFaults
from firmware_bridge.jobs.journal import Entry
from firmware_bridge.jobs.progress import Estimate
from firmware_bridge.state import TableEvent, job_state, stage
from firmware_bridge.wire.codes import (
    NO_SIDE,
    DiceSource,
    EventKind,
    JobKind,
    JobState,
    Stage,
)
from firmware_bridge.wire.messages import JobReport

PLACES: Final = ("tray", "belt", "side 0", "side 1", "side 2", "side 3", "chutes")
"""Where a census counts, in the order told."""

OWN_JOB: Final = EventKind.OWN_JOB.name.lower()
"""Topic of the event that tells of a job by the table's own keys."""

ROLL_MORE: Final = 4
"""Bytes of a throw's result beside both readings: source, confidence, milliseconds."""

_WALL_JOBS: Final = (JobKind.BUILD, JobKind.NEXT_HAND, JobKind.RAISE)


@dataclass(frozen=True, slots=True)
class DiceResult:
    """A throw: the pips of each die, where they were read and how surely (0–1)."""

    dice: tuple[int, ...]
    """Empty where the table throws and does not read: *source* is `NONE`."""
    source: DiceSource
    confidence: float
    second: tuple[int, ...] = ()
    """What the second sensor read; empty where an older table has but one."""
    rolled_ms: int = 0
    """How long the dice were shaken, in milliseconds; 0 where the table does not say."""

    @property
    def wrong(self) -> int:
        """The fault that makes the throw worthless: 603 no pips, 604 two readings; else 0."""
        if self.source is DiceSource.NONE:
            return 0  # it lies on the table, for a camera or people to read
        if not self.dice or not all(1 <= pips <= 6 for pips in self.dice):
            return 603
        return 604 if self.second and self.second != self.dice else 0


@dataclass(frozen=True, slots=True)
class WallsResult:
    """Walls that stand: stacks on sides 0–3."""

    layout: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CensusResult:
    """How many tiles the machine holds, and where, as far as the table tells."""

    tiles: int
    places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SelfTestResult:
    """Which self-tests were done, and which of them failed; numbered from 1."""

    done: int
    failed: tuple[int, ...] = ()


Result = DiceResult | WallsResult | CensusResult | SelfTestResult


def result_from(kind: JobKind, data: bytes, args: Mapping[str, int]) -> Result | None:
    """Return what the *data* of a finished job of *kind* with *args* tell, if anything."""
    is_unread = data[:1] == bytes([DiceSource.NONE])
    if kind is JobKind.ROLL and len(data) >= 2 + (0 if is_unread else args["dice"]):
        return _throw(data, 0 if is_unread else args["dice"])
    if kind in _WALL_JOBS and len(data) >= 4:
        return WallsResult(tuple(data[:4]))
    if kind is JobKind.CENSUS and len(data) >= 2:
        total, *counts = struct.unpack_from(f"<{len(data) // 2}H", data)
        return CensusResult(total, tuple(zip(PLACES, counts, strict=False)))
    if kind is JobKind.SELF_TEST:
        first = args["test"] or 1
        failures = tuple(first + place for place, outcome in enumerate(data) if outcome)
        return SelfTestResult(len(data), failures)
    return None


def own_job(event: TableEvent) -> tuple[JobKind, Result | None] | None:
    """Return what the table has done by its own keys, by an event of kind `OWN_JOB`.

    `None` for another event, a job that was not done, or one that we do not know.
    """
    is_known = event.topic == OWN_JOB and event.code in JobKind._value2member_map_
    if not is_known or event.data[:1] != bytes([JobState.DONE]):
        return None
    kind, data = JobKind(event.code), event.data[1:]
    dice = max(0, (len(data) - ROLL_MORE) // 2)
    result = result_from(kind, data, {"dice": dice, "test": 0})
    return kind, None if isinstance(result, DiceResult) and result.wrong else result


def _throw(data: bytes, dice: int) -> DiceResult:
    is_known = data[0] in DiceSource._value2member_map_
    source = DiceSource(data[0]) if is_known else DiceSource.RNG
    first, second = data[2 : 2 + dice], data[2 + dice : 2 + 2 * dice]
    rolled_ms = int.from_bytes(data[2 + 2 * dice : 4 + 2 * dice], "little")
    return DiceResult(tuple(first), source, min(data[1], 100) / 100, tuple(second), rolled_ms)


class Job:
    """An op of the table, watched across reconnections; safe to use from any thread."""

    def __init__(
        self,
        entry: Entry,
        order: Callable[[Job], None],
        estimate: Callable[[Job], Estimate | None],
    ) -> None:
        """Watch the op of *entry*; *order* sends the cancel order, *estimate* knows the pace."""
        self.op_id = entry.op_id
        self.kind = entry.kind
        self.args = entry.args
        self._order = order
        self._outlook = estimate
        self._changed = threading.Condition()
        self._state = JobState.PENDING
        self._stage = Stage.NONE
        self._percent = 0
        self._bar = 0.0
        self._fault: Fault | None = None
        self._result: Result | None = None
        self._abandoned = False

    def __repr__(self) -> str:
        return f"<Job {self.op_id:#x} {self.kind.name} {self._state.name} {self._percent} %>"

    @property
    def state(self) -> JobState:
        """How far it has come, as last told by the table."""
        return self._state

    @property
    def stage(self) -> Stage:
        """Which part of the job is running."""
        return self._stage

    @property
    def progress(self) -> float:
        """How much is done, 0–1."""
        return 1.0 if self._state is JobState.DONE else self._percent / 100

    @property
    def remaining_s(self) -> float | None:
        """How long it will still take by the times learned, `None` where nobody knows."""
        estimate = None if self._is_over() else self._outlook(self)
        return None if estimate is None else estimate.left_s

    @property
    def bar(self) -> float:
        """How far a progress bar should stand, 0–1: by time, where the times were learned.

        It never goes back.
        """
        estimate = None if self._is_over() else self._outlook(self)
        now = self.progress if estimate is None else estimate.fraction
        with self._changed:
            self._bar = max(self._bar, now)
            return self._bar

    @property
    def fault(self) -> Fault | None:
        """Why it failed or was interrupted."""
        return self._fault

    @property
    def result(self) -> Result | None:
        """What it brought, once done."""
        return self._result

    def wait(self, timeout: float | None = None) -> Result | None:
        """Return the result when the job is done, however often the link breaks meanwhile.

        Raise `JobFailedError`, `JobCancelledError`, `JobNotRunError` or
        `OutcomeUnknownError` where it ended otherwise, and `WaitTimeoutError` after
        *timeout* seconds, when it goes on.
        """
        with self._changed:
            if not self._changed.wait_for(self._is_over, timeout):
                raise errors.WaitTimeoutError(self.op_id, timeout or 0.0)
        problem = self._problem()
        if problem is not None:
            raise problem
        return self._result

    def watch(self, timeout: float) -> bool:
        """Wait until something about the job changes; return whether it has ended.

        For progress bars: at most *timeout* seconds pass.
        """
        with self._changed:
            before = (self._state, self._stage, self._percent)
            self._changed.wait_for(
                lambda: self._is_over() or before != (self._state, self._stage, self._percent),
                timeout,
            )
            return self._is_over()

    def cancel(self) -> None:
        """Ask the table to stop this job and come to rest; `wait` tells what came of it."""
        self._order(self)

    def take(self, report: JobReport, own: OwnFaults | None = None) -> bool:
        """Take in what the table says; return whether it changed anything.

        What has ended stays ended, whatever comes late. *own* are the faults of its maker.
        """
        state = job_state(report.state)
        with self._changing():
            if self._state.is_final or state < self._state:
                return False
            before = (self._state, self._stage, self._percent)
            self._state = state
            self._stage = stage(report.stage)
            self._percent = report.percent
            self._fault = Fault.from_wire(report.fault, report.side, report.stage, own)
            if state is JobState.DONE:
                self._take_result(report.result)
            return before != (self._state, self._stage, self._percent)

    def settle(self, state: JobState, code: int) -> None:
        """End the job from the host's side: refused, not seen, or unknown."""
        with self._changing():
            if not self._state.is_final:
                self._state = state
                self._fault = Fault.from_wire(code, NO_SIDE, self._stage)

    def abandon(self) -> None:
        """Let the waiters go: the client closes; the op is found again when it opens next."""
        with self._changing():
            self._abandoned = True

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change something while nobody looks, then let those look who wait."""
        with self._changed:
            yield
            self._changed.notify_all()

    def _take_result(self, data: bytes) -> None:
        """Keep the result; a throw read in two ways (604) or not at all (603) is none."""
        self._result = result_from(self.kind, data, self.args)
        wrong = 0
        if isinstance(self._result, DiceResult):
            wrong = self._result.wrong
        elif self.kind is JobKind.ROLL:
            wrong = 603
        if wrong:
            self._state, self._result = JobState.FAILED, None
            self._fault = Fault.from_wire(wrong, NO_SIDE, self._stage)

    def _is_over(self) -> bool:
        return self._abandoned or self._state.is_final

    def _problem(self) -> errors.BridgeError | None:
        if self._state is JobState.DONE:
            return None
        if not self._state.is_final:
            return errors.ClosedError()
        if self._state is JobState.CANCELLED:
            return errors.JobCancelledError(self.op_id)
        if self._state is JobState.NOT_SEEN:
            return errors.JobNotRunError(self.op_id)
        if self._state is JobState.UNKNOWN:
            return errors.OutcomeUnknownError(self.op_id)
        return errors.JobFailedError(self.op_id, self._fault or Fault(FAULTS[503]))
