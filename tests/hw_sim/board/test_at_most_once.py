"""A motion never runs twice, and its outcome is found again, whatever breaks on the way."""

from __future__ import annotations

from collections import Counter

import pytest

from firmware_bridge.wire.codes import JobState
from hw_sim.faults.wire import WireFaults
from tests.hw_sim.host import Schedule

SCHEDULES = 60
JOBS = 6
AT_MOST = {JobState.DONE: (1, 1), JobState.NOT_SEEN: (0, 0)}


@pytest.mark.parametrize(
    "faults",
    [WireFaults(), WireFaults(flip=0.02, lose=0.02, duplicate=0.02)],
    ids=["good cable", "bad cable"],
)
def test_no_job_runs_twice_through_unplugging_resets_and_torn_writes(faults: WireFaults) -> None:
    ends: Counter[JobState] = Counter()
    for seed in range(SCHEDULES):
        life = Schedule(seed, faults)
        for _ in range(JOBS):
            end = life.drop_job()
            least, most = AT_MOST.get(end, (0, 1))
            assert least <= life.runs[life.op] <= most, f"seed {seed}, op {life.op}: {end.name}"
            ends[end] += 1
        life.device.places.check()
    assert ends[JobState.DONE] > SCHEDULES
    assert ends[JobState.INTERRUPTED] > 10


def test_a_quiet_life_gets_every_job_done() -> None:
    life = Schedule(1, is_quiet=True)
    assert [life.drop_job() for _ in range(5)] == [JobState.DONE] * 5
