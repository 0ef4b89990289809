"""How long a job still takes, from the runs before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.jobs.job import Job
from firmware_bridge.jobs.journal import Entry
from firmware_bridge.jobs.progress import LONGEST_S, Estimate, LearnedTimes, StageTimer
from firmware_bridge.wire.codes import JobKind, JobState, Stage

RUN = ((Stage.SHUFFLE, 5.0), (Stage.BUILD, 16.0), (Stage.RAISE, 4.0))


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def build(timer: StageTimer, clock: Clock, op_id: int, pace: float = 1.0) -> None:
    """Watch a whole build that runs *pace* times as long as usual."""
    timer.note(op_id, JobKind.NEXT_HAND, Stage.NONE, JobState.ACCEPTED)
    for stage, seconds in RUN:
        timer.note(op_id, JobKind.NEXT_HAND, stage, JobState.RUNNING)
        clock.now += pace * seconds
    timer.note(op_id, JobKind.NEXT_HAND, Stage.RAISE, JobState.DONE)


def left(source: StageTimer | LearnedTimes, *where: Any) -> float | None:
    """Return how many seconds are left by *source*."""
    estimate = source.estimate(*where)
    return None if estimate is None else estimate.left_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def times(tmp_path: Path) -> LearnedTimes:
    return LearnedTimes.open(tmp_path / "times")


def test_nobody_knows_how_long_the_first_build_takes(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    timer.note(1, JobKind.NEXT_HAND, Stage.BUILD, JobState.RUNNING)
    assert left(timer, 1, JobKind.NEXT_HAND) is None


def test_the_second_build_takes_as_long_as_the_first(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    build(timer, clock, 1)
    timer.note(2, JobKind.NEXT_HAND, Stage.NONE, JobState.ACCEPTED)
    timer.note(2, JobKind.NEXT_HAND, Stage.BUILD, JobState.RUNNING)
    clock.now += 6
    assert left(timer, 2, JobKind.NEXT_HAND) == pytest.approx(10 + 4)


def test_a_bar_stands_where_the_time_does(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    build(timer, clock, 1)
    timer.note(2, JobKind.NEXT_HAND, Stage.BUILD, JobState.RUNNING)
    clock.now += 6
    estimate = timer.estimate(2, JobKind.NEXT_HAND)
    assert estimate is not None
    assert estimate.fraction == pytest.approx((5 + 6) / 25)


def test_a_bar_never_goes_back(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    build(timer, clock, 1)
    job = Job(
        Entry(2, JobKind.NEXT_HAND, {"tiles": 0}, 7),
        lambda _: None,
        lambda job: timer.estimate(job.op_id, job.kind),
    )
    bars = []
    for stage, seconds in (*RUN, (Stage.SHUFFLE, 1.0)):  # it starts again: a tile was forgotten
        timer.note(2, JobKind.NEXT_HAND, stage, JobState.RUNNING)
        clock.now += seconds
        bars.append(job.bar)
    assert bars == pytest.approx([5 / 25, 21 / 25, 1.0, 1.0])


def test_a_stage_that_takes_longer_than_ever_leaves_only_the_others(
    times: LearnedTimes, clock: Clock
) -> None:
    timer = StageTimer(times, clock)
    build(timer, clock, 1)
    timer.note(2, JobKind.NEXT_HAND, Stage.BUILD, JobState.RUNNING)
    clock.now += 500
    assert left(timer, 2, JobKind.NEXT_HAND) == pytest.approx(4)


def test_the_first_runs_count_alike(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    for op_id, pace in enumerate((1.0, 2.0, 6.0)):
        build(timer, clock, op_id, pace)
    assert left(times, JobKind.NEXT_HAND, Stage.RAISE, 0) == pytest.approx(3 * 4)


def test_a_table_that_gets_slower_is_followed(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    for op_id in range(1, 40):
        build(timer, clock, op_id, pace=1.0 if op_id < 10 else 2.0)
    assert left(times, JobKind.NEXT_HAND, Stage.SHUFFLE, 0) == pytest.approx(50, rel=0.03)


def test_the_last_eight_runs_count(times: LearnedTimes) -> None:
    for seconds in [0.0] * 12 + [8.0]:
        times.learn(JobKind.BUILD, Stage.BUILD, seconds)
    assert left(times, JobKind.BUILD, Stage.BUILD, 0) == 1.0


def test_what_is_learned_is_written_to_the_millisecond(times: LearnedTimes) -> None:
    times.learn(JobKind.BUILD, Stage.BUILD, 0.12345)
    times.save()
    content = json.loads(times.path.read_text("utf-8"))
    row = {"job": "BUILD", "stage": "BUILD", "seconds": 0.123, "runs": 1}
    assert content == {"v": 1, "stages": [row]}


def test_a_job_of_no_time_at_all_is_done() -> None:
    assert Estimate(0.0, 0.0).fraction == 1.0
    assert Estimate(1.0, 4.0).fraction == 0.75


def test_an_op_that_nobody_watches_has_no_time(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    build(timer, clock, 1)
    assert timer.estimate(1, JobKind.NEXT_HAND) is None
    timer.note(2, JobKind.NEXT_HAND, Stage.SHUFFLE, JobState.RUNNING)
    assert left(timer, 2, JobKind.NEXT_HAND) == 25


def test_a_stage_that_is_told_twice_began_at_the_first(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    for stage, state in (
        (Stage.NONE, JobState.ACCEPTED),
        (Stage.SHUFFLE, JobState.RUNNING),
        (Stage.SHUFFLE, JobState.RUNNING),
        (Stage.SHUFFLE, JobState.DONE),
    ):
        timer.note(1, JobKind.NEXT_HAND, stage, state)
        clock.now += 3
    assert left(times, JobKind.NEXT_HAND, Stage.SHUFFLE, 0) == 6


@pytest.mark.parametrize(
    ("took_s", "is_known"), [(-1.0, False), (0.0, True), (LONGEST_S, True), (LONGEST_S + 1, False)]
)
def test_only_what_a_table_can_take_is_learned(
    took_s: float, is_known: bool, times: LearnedTimes
) -> None:
    times.learn(JobKind.BUILD, Stage.BUILD, took_s)
    assert (left(times, JobKind.BUILD, Stage.BUILD, 0) == took_s) is is_known


def test_what_waits_for_people_teaches_nothing(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    for stage in (Stage.NONE, Stage.SHUFFLE, Stage.DROP, Stage.NONE, Stage.BUILD):
        timer.note(1, JobKind.NEXT_HAND, stage, JobState.RUNNING)
        clock.now += 60
    estimates = [left(times, JobKind.NEXT_HAND, stage, 0) for stage in (Stage.DROP, Stage.NONE)]
    assert estimates == [None, None]


def test_what_broke_off_teaches_nothing(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    build(timer, clock, 1)
    timer.note(2, JobKind.NEXT_HAND, Stage.NONE, JobState.ACCEPTED)
    timer.note(2, JobKind.NEXT_HAND, Stage.SHUFFLE, JobState.RUNNING)
    clock.now += 60
    timer.note(2, JobKind.NEXT_HAND, Stage.SHUFFLE, JobState.FAILED)
    assert left(times, JobKind.NEXT_HAND, Stage.SHUFFLE, 0) == pytest.approx(25)


def test_a_stage_in_which_the_line_broke_teaches_nothing(times: LearnedTimes, clock: Clock) -> None:
    timer = StageTimer(times, clock)
    build(timer, clock, 1)
    timer.note(2, JobKind.NEXT_HAND, Stage.NONE, JobState.ACCEPTED)
    timer.note(2, JobKind.NEXT_HAND, Stage.SHUFFLE, JobState.RUNNING)
    timer.forget_starts()
    clock.now += 60
    timer.note(2, JobKind.NEXT_HAND, Stage.BUILD, JobState.RUNNING)
    assert left(times, JobKind.NEXT_HAND, Stage.SHUFFLE, 0) == pytest.approx(25)


def test_what_was_learned_is_there_after_a_restart(times: LearnedTimes, clock: Clock) -> None:
    build(StageTimer(times, clock), clock, 1)
    times.save()
    again = LearnedTimes.open(times.path)
    assert left(again, JobKind.NEXT_HAND, Stage.SHUFFLE, 0) == pytest.approx(25)


def test_a_damaged_file_is_learned_anew(times: LearnedTimes, clock: Clock) -> None:
    build(StageTimer(times, clock), clock, 1)
    times.save()
    times.path.write_text(times.path.read_text().replace(Stage.RAISE.name, "ROSE"))
    again = LearnedTimes.open(times.path)
    assert [left(again, JobKind.NEXT_HAND, stage, 0) for stage, _ in RUN] == [None] * len(RUN)


def test_times_that_cannot_be_written_are_no_harm(tmp_path: Path, clock: Clock) -> None:
    times = LearnedTimes.open(tmp_path / "gone" / "times")
    build(StageTimer(times, clock), clock, 1)
    times.save()
    assert left(times, JobKind.NEXT_HAND, Stage.SHUFFLE, 0) == pytest.approx(25)
