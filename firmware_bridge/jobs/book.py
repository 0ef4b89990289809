"""The host's book of jobs: what was asked for, what the table says, what the journal keeps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

from firmware_bridge.faults import OwnFaults, refusal
from firmware_bridge.jobs.job import Job
from firmware_bridge.jobs.journal import Entry, Journal
from firmware_bridge.jobs.progress import StageTimer
from firmware_bridge.state import TableEvent
from firmware_bridge.wire.codes import JobKind, JobState
from firmware_bridge.wire.messages import JobReport, Message


class JobBook:
    """Jobs by op id; safe to use from any thread."""

    def __init__(
        self,
        journal: Journal,
        publish: Callable[[TableEvent], None],
        cancel: Callable[[Job], None],
        timer: StageTimer,
    ) -> None:
        """Take up the ops that *journal* has open; tell changes through *publish*."""
        self.timer = timer
        self.own_faults: OwnFaults = {}
        """Those of the table's maker, once it was reached."""
        self._journal = journal
        self._publish = publish
        self._cancel = cancel
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        for entry in journal.open_entries():
            self._jobs[entry.op_id] = self._job(entry)

    def all(self) -> tuple[Job, ...]:
        """Return every job, oldest first."""
        with self._lock:
            return tuple(self._jobs.values())

    def open_ops(self) -> list[int]:
        """Return the ops whose end is not known."""
        return [entry.op_id for entry in self._journal.open_entries()]

    def begin(self, kind: JobKind, args: dict[str, int], journal_id: int) -> Job:
        """Return a new job that is already in the journal."""
        entry = self._journal.begin(kind, args, journal_id)
        job = self._job(entry)
        with self._lock:
            self._jobs[job.op_id] = job
        return job

    def report(self, message: JobReport) -> None:
        """Take in what the table says of an op; ops of other hosts are not ours."""
        job = self._find(message.op_id)
        if job is None:
            return
        if message.state == JobState.NOT_SEEN and self._memory_was_lost(message):
            self._end(job, JobState.UNKNOWN, 909)
            return
        if job.take(message, self.own_faults):
            self.timer.note(job.op_id, job.kind, job.stage, job.state)
            self._note(job)

    def take_answer(self, job: Job, answer: Future[Message]) -> None:
        """Take in the answer to the start of *job*: a refusal ends it."""
        code = 0 if answer.cancelled() else refusal(answer.result())
        if code:
            self._end(job, JobState.FAILED, code)

    def drop_unsent(self, job: Job) -> None:
        """Note that *job* could not even be sent."""
        self._end(job, JobState.NOT_SEEN, 0)

    def abandon(self) -> None:
        """Let everyone go who waits for a job; the journal keeps them open."""
        for job in self.all():
            job.abandon()

    def _job(self, entry: Entry) -> Job:
        return Job(entry, self._cancel, lambda job: self.timer.estimate(job.op_id, job.kind))

    def _note(self, job: Job) -> None:
        if job.state.is_final:
            self._journal.end(job.op_id, job.state)
        self._tell(job)

    def _memory_was_lost(self, message: JobReport) -> bool:
        entry = self._journal.entries[message.op_id]
        return entry.journal_id not in (0, message.journal_id)

    def _find(self, op_id: int) -> Job | None:
        with self._lock:
            return self._jobs.get(op_id)

    def _end(self, job: Job, state: JobState, code: int) -> None:
        if not job.state.is_final:
            self._journal.end(job.op_id, state)
            job.settle(state, code)
            self._tell(job)

    def _tell(self, job: Job) -> None:
        self._publish(
            TableEvent(
                "job",
                op_id=job.op_id,
                fault=job.fault,
                job=job.state,
                stage=job.stage,
                percent=round(100 * job.progress),
            )
        )
