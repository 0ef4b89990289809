"""Jobs: what the caller holds while the table works (`table-link.md` §6.4)."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from firmware_bridge import errors
from firmware_bridge.faults import FAULTS, Fault
from firmware_bridge.jobs.results import DiceResult, Result, result_from
from firmware_bridge.state import job_state, stage
from firmware_bridge.wire.codes import NO_SIDE, JobKind, JobState, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.jobs.journal import Entry
    from firmware_bridge.jobs.progress import Outlook
    from firmware_bridge.wire.messages import JobReport


class Job:
    """An op of the table, watched across reconnections; safe to use from any thread."""

    def __init__(
        self,
        entry: Entry,
        order: Callable[[Job], None],
        outlook: Callable[[Job], Outlook | None],
    ) -> None:
        """Watch the op of *entry*; *order* sends the cancel order, *outlook* knows the pace."""
        self.op_id = entry.op_id
        self.kind = entry.kind
        self.args = entry.args
        self._order = order
        self._outlook = outlook
        self._changed = threading.Condition()
        self._state = JobState.PENDING
        self._stage = Stage.NONE
        self._percent = 0
        self._shown = 0.0
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
        outlook = None if self._is_over() else self._outlook(self)
        return None if outlook is None else outlook.left_s

    @property
    def bar(self) -> float:
        """How far a progress bar should stand, 0–1: by time, where the times were learned.

        It never goes back.
        """
        outlook = None if self._is_over() else self._outlook(self)
        now = self.progress if outlook is None else outlook.done
        with self._changed:
            self._shown = max(self._shown, now)
            return self._shown

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
        deadline = time.monotonic() + timeout
        with self._changed:
            seen = (self._state, self._stage, self._percent)
            while not self._is_over() and time.monotonic() < deadline:
                self._changed.wait(deadline - time.monotonic())
                if (self._state, self._stage, self._percent) != seen:
                    break
            return self._is_over()

    def cancel(self) -> None:
        """Ask the table to stop this job and come to rest; `wait` tells what came of it."""
        self._order(self)

    def take(self, report: JobReport) -> bool:
        """Take in what the table says; return whether it changed anything.

        What has ended stays ended, whatever comes late.
        """
        state = job_state(report.state)
        with self._changed:
            if self._state.is_final or state < self._state:
                return False
            before = (self._state, self._stage, self._percent)
            self._state = state
            self._stage = stage(report.stage)
            self._percent = report.percent
            self._fault = Fault.from_wire(report.fault, report.side, report.stage)
            if state is JobState.DONE:
                self._take_result(report.result)
            self._changed.notify_all()
            return before != (self._state, self._stage, self._percent)

    def settle(self, state: JobState, code: int = 0) -> None:
        """End the job from the host's side: refused, not seen, or unknown."""
        with self._changed:
            if not self._state.is_final:
                self._state = state
                self._fault = Fault.from_wire(code, NO_SIDE, self._stage)
                self._changed.notify_all()

    def abandon(self) -> None:
        """Let the waiters go: the client closes; the op is found again when it opens next."""
        with self._changed:
            self._abandoned = True
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
        """Return whether there is nothing left to wait for."""
        return self._abandoned or self._state.is_final

    def _problem(self) -> errors.BridgeError | None:
        """Return what `wait` must raise, if anything."""
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
