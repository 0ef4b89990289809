"""The book of jobs: what the table's reports make of an op, and what they cannot change."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from firmware_bridge.errors import JobNotRunError, OutcomeUnknownError
from firmware_bridge.jobs.book import JobBook
from firmware_bridge.jobs.job import Job
from firmware_bridge.jobs.journal import Journal
from firmware_bridge.jobs.progress import LearnedTimes, StageTimer
from firmware_bridge.state import TableEvent
from firmware_bridge.wire.codes import NO_SIDE, JobKind, JobState, Stage
from firmware_bridge.wire.messages import Done, JobReport, Message, Refused

MEMORY, NEW_MEMORY = 7, 8
"""Numbers of the memory that a board has of its ops: another one once that was lost."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path / "journal", random.Random(1))
    yield journal
    journal.close()


@pytest.fixture
def events() -> list[TableEvent]:
    return []


@pytest.fixture
def book(journal: Journal, events: list[TableEvent], tmp_path: Path) -> JobBook:
    timer = StageTimer(LearnedTimes(tmp_path / "times"), lambda: 0.0)
    return JobBook(journal, events.append, lambda _: None, timer)


def report(job: Job, state: JobState, memory: int = MEMORY, percent: int = 0) -> JobReport:
    """Return what a board says of *job* that has *memory* of its ops."""
    return JobReport(
        0, job.op_id, job.kind, state, Stage.BUILD, percent, 0, NO_SIDE, memory, 1, 2, b""
    )


def test_a_job_that_was_refused_has_failed_for_that_reason(
    book: JobBook, journal: Journal, events: list[TableEvent]
) -> None:
    job = book.begin(JobKind.NEXT_HAND, {"tiles": 136}, MEMORY)
    answer: Future[Message] = Future()
    answer.set_result(Refused(1, 801, 1, 2))
    book.take_answer(job, answer)
    assert journal.entries[job.op_id].state is JobState.FAILED
    assert [event.fault.code for event in events if event.fault] == [801]


def test_who_is_told_of_a_job_is_told_how_far_it_is(
    book: JobBook, events: list[TableEvent]
) -> None:
    job = book.begin(JobKind.NEXT_HAND, {"tiles": 136}, MEMORY)
    book.report(report(job, JobState.RUNNING, percent=70))
    assert [(event.job, event.percent) for event in events] == [(JobState.RUNNING, 70)]


def test_a_job_that_the_board_never_received_certainly_did_not_run(book: JobBook) -> None:
    job = book.begin(JobKind.NEXT_HAND, {"tiles": 136}, MEMORY)
    book.report(report(job, JobState.NOT_SEEN))
    with pytest.raises(JobNotRunError):
        job.wait(0)


def test_a_board_that_lost_its_memory_cannot_say_that_a_job_did_not_run(
    book: JobBook, journal: Journal, events: list[TableEvent]
) -> None:
    job = book.begin(JobKind.NEXT_HAND, {"tiles": 136}, MEMORY)
    book.report(report(job, JobState.NOT_SEEN, NEW_MEMORY))
    with pytest.raises(OutcomeUnknownError):
        job.wait(0)
    assert journal.entries[job.op_id].state is JobState.UNKNOWN
    assert [event.fault.code for event in events if event.fault] == [909]


def test_a_board_whose_memory_was_not_known_is_believed(book: JobBook) -> None:
    job = book.begin(JobKind.NEXT_HAND, {"tiles": 136}, 0)
    book.report(report(job, JobState.NOT_SEEN, NEW_MEMORY))
    assert job.state is JobState.NOT_SEEN


@pytest.mark.parametrize("late", [JobState.RUNNING, JobState.FAILED, JobState.NOT_SEEN])
def test_a_late_report_changes_nothing_of_a_job_that_has_ended(
    late: JobState, book: JobBook, journal: Journal, events: list[TableEvent]
) -> None:
    job = book.begin(JobKind.NEXT_HAND, {"tiles": 136}, MEMORY)
    book.report(report(job, JobState.DONE, percent=100))
    events.clear()
    book.report(report(job, late, NEW_MEMORY))
    assert (job.state, job.progress, job.fault) == (JobState.DONE, 1.0, None)
    assert journal.entries[job.op_id].state is JobState.DONE
    assert events == []


def test_a_report_of_another_hosts_op_is_passed_over(
    book: JobBook, events: list[TableEvent]
) -> None:
    job = book.begin(JobKind.ROLL, {"dice": 2}, MEMORY)
    foreign = JobReport(0, job.op_id + 1, job.kind, 2, 0, 0, 0, NO_SIDE, MEMORY, 1, 2, b"")
    book.report(foreign)
    assert (job.state, events) == (JobState.PENDING, [])


def test_a_job_that_could_not_even_be_sent_is_over(book: JobBook, journal: Journal) -> None:
    job = book.begin(JobKind.ROLL, {"dice": 2}, MEMORY)
    book.drop_unsent(job)
    assert journal.entries[job.op_id].state is JobState.NOT_SEEN
    assert book.open_ops() == []
    assert job.fault is None


def test_an_answer_that_never_came_or_that_takes_the_job_ends_nothing(
    book: JobBook, events: list[TableEvent]
) -> None:
    missing, acceptance = Future[Message](), Future[Message]()
    missing.cancel()
    acceptance.set_result(Done(1, 1, 2))
    for answer in (missing, acceptance):
        job = book.begin(JobKind.ROLL, {"dice": 2}, MEMORY)
        book.take_answer(job, answer)
        assert job.state is JobState.PENDING
    assert events == []
    assert book.open_ops() == [each.op_id for each in book.all()]


def test_a_refusal_of_what_has_ended_changes_nothing(
    book: JobBook, events: list[TableEvent]
) -> None:
    job = book.begin(JobKind.ROLL, {"dice": 2}, MEMORY)
    for _ in range(2):
        book.drop_unsent(job)
    assert [event.job for event in events] == [JobState.NOT_SEEN]


def test_open_jobs_of_an_earlier_run_are_taken_up_and_let_go_at_the_end(
    book: JobBook, journal: Journal
) -> None:
    job = book.begin(JobKind.ROLL, {"dice": 2}, MEMORY)
    again = JobBook(journal, lambda _: None, lambda _: None, book.timer)
    assert [each.op_id for each in again.all()] == [job.op_id]
    again.abandon()
    assert again.all()[0].watch(threading.TIMEOUT_MAX)
    assert journal.open_entries()
