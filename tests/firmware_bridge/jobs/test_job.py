"""What a finished job brought, and throws that do not count."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware_bridge.errors import ClosedError, JobCancelledError, JobFailedError, WaitTimeoutError
from firmware_bridge.jobs.job import (
    OWN_JOB,
    PLACES,
    CensusResult,
    DiceResult,
    Job,
    SelfTestResult,
    WallsResult,
    own_job,
    result_from,
)
from firmware_bridge.jobs.journal import Entry
from firmware_bridge.jobs.progress import Estimate
from firmware_bridge.state import TableEvent
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import NO_SIDE, DiceSource, JobKind, JobState, Stage
from tests.guards import PATIENCE_S

SENSOR = DiceSource.MOTOR_SENSOR


def ended_roll(result: bytes) -> Job:
    """Return a throw of two dice that the table calls done, with the bytes *result*."""
    job = Job(Entry(1, JobKind.ROLL, {"dice": 2}, 7), lambda _: None, lambda _: None)
    report = m.JobReport(
        0, 1, JobKind.ROLL, JobState.DONE, Stage.SETTLE, 100, 0, NO_SIDE, 7, 1, 2, result
    )
    assert job.take(report)
    return job


def running(percent: int) -> m.JobReport:
    """Return what the table says of a build that goes on."""
    return m.JobReport(
        0, 1, JobKind.BUILD, JobState.RUNNING, Stage.BUILD, percent, 0, NO_SIDE, 7, 1, 2, b""
    )


def test_two_sensors_that_agree_make_a_throw() -> None:
    result = ended_roll(bytes((1, 99, 3, 5, 3, 5))).wait(0)
    assert result == DiceResult((3, 5), SENSOR, 0.99, (3, 5))


def test_a_table_that_measures_its_shaking_says_how_long_it_was() -> None:
    result = ended_roll(bytes((1, 99, 3, 5, 3, 5, 0x04, 0x10))).wait(0)
    assert result == DiceResult((3, 5), SENSOR, 0.99, (3, 5), 4_100)


def test_an_older_table_has_one_sensor() -> None:
    assert ended_roll(bytes((1, 99, 3, 5))).wait(0) == DiceResult((3, 5), SENSOR, 0.99)


@pytest.mark.parametrize(
    ("result", "code"),
    [
        (bytes((1, 99, 3, 5, 3, 4)), 604),
        (bytes((1, 99, 0, 5, 0, 5)), 603),
        (bytes((1, 99, 3, 7)), 603),
        (bytes((1, 99, 0, 6)), 603),
        (b"", 603),
    ],
    ids=["the sensors differ", "no pips", "seven pips", "one die", "nothing"],
)
def test_a_throw_that_nobody_can_trust_has_failed(result: bytes, code: int) -> None:
    job = ended_roll(result)
    with pytest.raises(JobFailedError) as raised:
        job.wait(0)
    assert raised.value.fault.code == code
    assert job.result is None


def test_a_wait_that_was_too_short_says_how_long_it_was_and_that_the_job_goes_on() -> None:
    job = Job(Entry(1, JobKind.BUILD, {"tiles": 136}, 7), lambda _: None, lambda _: None)
    with pytest.raises(WaitTimeoutError, match=r"within 0\.001 s; it goes on"):
        job.wait(0.001)


def test_no_table_is_surer_than_sure() -> None:
    assert ended_roll(bytes((1, 255, 3, 5))).wait(0) == DiceResult((3, 5), SENSOR, 1.0)


def test_who_watches_a_job_waits_for_news() -> None:
    job = Job(Entry(1, JobKind.BUILD, {"tiles": 136}, 7), lambda _: None, lambda _: None)
    start, values = threading.Event(), list[float]()

    def watch() -> None:
        start.set()
        job.watch(threading.TIMEOUT_MAX)
        values.append(job.progress)

    watcher = threading.Thread(target=watch)
    watcher.start()
    assert start.wait(PATIENCE_S)
    for percent in itertools.takewhile(lambda _: watcher.is_alive(), itertools.cycle((40, 50))):
        job.take(running(percent))
    watcher.join()
    assert values[0] > 0


def test_nobody_waits_for_news_of_a_job_that_has_ended() -> None:
    assert ended_roll(bytes((1, 99, 3, 5))).watch(threading.TIMEOUT_MAX)


def test_a_report_that_comes_out_of_order_does_not_set_a_job_back() -> None:
    job = Job(Entry(1, JobKind.BUILD, {"tiles": 136}, 7), lambda _: None, lambda _: None)
    for report in (running(40), replace(running(0), state=JobState.ACCEPTED)):
        job.take(report)
    assert (job.state, job.progress) == (JobState.RUNNING, 0.4)


def test_what_the_table_has_ended_the_host_does_not_end_otherwise() -> None:
    job = ended_roll(bytes((1, 99, 3, 5)))
    job.settle(JobState.UNKNOWN, 909)
    assert job.wait(0) == DiceResult((3, 5), SENSOR, 0.99)


@pytest.mark.parametrize(
    ("kind", "data", "result"),
    [
        (JobKind.CENSUS, b"\x88", None),
        (JobKind.CENSUS, b"\x88\0", CensusResult(136, ())),
        (JobKind.CENSUS, b"\x88\0\1\0", CensusResult(136, (("tray", 1),))),
        (JobKind.CENSUS, bytes(20), CensusResult(0, tuple((place, 0) for place in PLACES))),
        (JobKind.BUILD, bytes((17, 17, 17)), None),
        (JobKind.BUILD, bytes((17, 17, 17, 16)), WallsResult((17, 17, 17, 16))),
        (JobKind.RAISE, bytes((17, 17, 17, 16, 9)), WallsResult((17, 17, 17, 16))),
        (JobKind.NEXT_HAND, bytes((9, 8, 7, 6)), WallsResult((9, 8, 7, 6))),
        (JobKind.ROLL, bytes((1, 99, 3)), None),
        (JobKind.ROLL, bytes((9, 0, 1, 6)), DiceResult((1, 6), DiceSource.RNG, 0.0)),
        (JobKind.DROP, bytes(8), None),
    ],
)
def test_a_result_is_read_as_far_as_it_goes(kind: JobKind, data: bytes, result: object) -> None:
    assert result_from(kind, data, {"dice": 2}) == result


def build_of(order: Callable[[Job], None] = lambda _: None) -> Job:
    """Return a build that was asked for."""
    return Job(Entry(1, JobKind.BUILD, {"tiles": 136}, 7), order, lambda _: Estimate(6.0, 24.0))


def test_a_cancel_is_ordered_and_the_job_goes_on_until_the_table_says_so() -> None:
    ordered: list[Job] = []
    job = build_of(ordered.append)
    job.cancel()
    assert ordered == [job]
    assert job.state is JobState.PENDING
    job.take(replace(running(40), state=JobState.CANCELLED))
    with pytest.raises(JobCancelledError):
        job.wait(0)


def test_who_waits_for_a_job_is_let_go_when_the_client_closes() -> None:
    job = build_of()
    job.abandon()
    assert job.watch(threading.TIMEOUT_MAX)
    with pytest.raises(ClosedError):
        job.wait(threading.TIMEOUT_MAX)
    assert not job.state.is_final


def test_a_failure_without_a_fault_is_an_interrupted_job() -> None:
    job = build_of()
    job.take(replace(running(40), state=JobState.FAILED))
    with pytest.raises(JobFailedError) as raised:
        job.wait(0)
    assert raised.value.fault.code == 503


def test_only_what_is_new_is_news() -> None:
    job = build_of()
    reports = [running(40), running(40), running(41), replace(running(41), stage=Stage.RAISE)]
    reports += [replace(running(41), state=JobState.DONE), running(50)]
    assert [job.take(report) for report in reports] == [True, False, True, True, True, False]
    assert (job.state, job.progress) == (JobState.DONE, 1.0)


def test_a_job_tells_how_long_it_still_takes_until_it_has_ended() -> None:
    job = build_of()
    job.take(running(10))
    assert (job.remaining_s, job.bar, job.progress) == (6.0, 0.75, 0.1)
    job.take(running(80))
    assert job.bar == 0.75
    job.take(replace(running(80), state=JobState.DONE))
    assert (job.remaining_s, job.bar) == (None, 1.0)


def test_an_end_from_the_hosts_side_says_why_and_where() -> None:
    job = build_of()
    job.take(running(40))
    job.settle(JobState.UNKNOWN, 909)
    assert job.fault is not None
    assert (job.fault.code, job.fault.side, job.state) == (909, None, JobState.UNKNOWN)


def test_a_census_tells_where_the_tiles_are() -> None:
    data = b"".join(count.to_bytes(2, "little") for count in (134, 0, 2, 34, 34, 34, 30))
    result = result_from(JobKind.CENSUS, data, {})
    assert isinstance(result, CensusResult)
    assert (result.tiles, dict(result.places)["side 3"]) == (134, 30)


def test_a_self_test_tells_what_failed() -> None:
    assert result_from(JobKind.SELF_TEST, b"\0\1\0", {"test": 0}) == SelfTestResult(3, (2,))
    assert result_from(JobKind.SELF_TEST, b"\1", {"test": 7}) == SelfTestResult(1, (7,))


def by_own_keys(kind: int, *data: int, topic: str = OWN_JOB) -> TableEvent:
    """Return the event of a job of *kind* that the table has done by itself."""
    return TableEvent(topic, code=kind, data=bytes((JobState.DONE, *data)))


def test_a_throw_by_the_tables_own_keys_tells_both_readings_and_how_long_it_took() -> None:
    outcome = own_job(by_own_keys(JobKind.ROLL, SENSOR, 90, 3, 5, 3, 5, 44, 1))
    assert outcome == (JobKind.ROLL, DiceResult((3, 5), SENSOR, 0.9, (3, 5), 300))


def test_a_throw_with_one_die_only_is_told_as_one() -> None:
    outcome = own_job(by_own_keys(JobKind.ROLL, SENSOR, 90, 3, 3, 44, 1))
    assert outcome == (JobKind.ROLL, DiceResult((3,), SENSOR, 0.9, (3,), 300))


def test_a_throw_that_says_too_little_brings_none() -> None:
    assert own_job(by_own_keys(JobKind.ROLL, SENSOR)) == (JobKind.ROLL, None)
    assert own_job(by_own_keys(JobKind.ROLL, SENSOR, 90, 6)) == (JobKind.ROLL, None)


def test_self_tests_by_the_tables_own_keys_are_numbered_from_the_first() -> None:
    outcome = own_job(by_own_keys(JobKind.SELF_TEST, 0, 1))
    assert outcome == (JobKind.SELF_TEST, SelfTestResult(2, (2,)))


def test_another_event_and_a_job_that_nobody_knows_are_none_of_its_jobs() -> None:
    assert own_job(by_own_keys(JobKind.ROLL, SENSOR, 90, topic="job")) is None
    assert own_job(by_own_keys(250)) is None
