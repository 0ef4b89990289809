"""Power cuts, hangs and bad cables: a job runs once at most, and the table knows of it."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from firmware_bridge.errors import CommandRefusedError
from firmware_bridge.wire.codes import JobState, ResetCause, TableState
from hw_sim.emulated.firmware import NOTED, Program, compile_program
from hw_sim.emulated.wiring import Line
from tests.mcu.rig import (
    DAMAGE,
    MOST_CHANGES,
    count_motor_starts,
    drive,
    reaches_state,
    restart,
    throw,
    throw_through_cut,
    unlock,
    wait_for_end,
)

pytestmark = pytest.mark.mcu
CUTS = 10
OUTCOMES = {
    (JobState.NOT_SEEN, 0),
    (JobState.INTERRUPTED, 0),
    (JobState.INTERRUPTED, 1),
    (JobState.DONE, 1),
}
"""What may become of a throw, and how often its motor has turned then."""
OPS = 60


def test_no_throw_runs_twice_through_power_cuts(m3: Program, folder: Path) -> None:
    rng = random.Random(1)
    with drive(m3, folder) as (table, client):
        for _ in range(CUTS):
            end, starts = throw_through_cut(table, client, rng.randrange(MOST_CHANGES))
            assert (end, starts) in OUTCOMES
            if end is JobState.INTERRUPTED:
                assert reaches_state(client, TableState.LOCKOUT)
                assert str(client.status().fault).startswith("power lost in job (fault 503)")
                assert unlock(client) is TableState.IDLE


def test_a_table_that_loses_power_again_stays_locked(m3: Program, folder: Path) -> None:
    with drive(m3, folder, speed=2.0) as (table, client):
        job = client.roll_dice(1)
        cut = partial(table.reset, ResetCause.POWER)
        assert [restart(client, cut) for _ in range(3)] == [TableState.LOCKOUT] * 3
        assert wait_for_end(job) is JobState.INTERRUPTED
        with pytest.raises(CommandRefusedError, match="locked out"):
            client.roll_dice(1)


def test_a_loop_that_hangs_is_ended_by_the_watchdog(tmp_path: Path) -> None:
    program = compile_program("mps2", tmp_path, ("-DWATCHDOG_MS=2000", *NOTED))
    with drive(program, tmp_path, speed=0.5) as (table, client):
        job = client.roll_dice(1)
        table.reset(ResetCause.WATCHDOG)
        assert wait_for_end(job) is JobState.INTERRUPTED
        assert job.fault is not None
        assert job.fault.code == 502


def test_every_throw_over_a_bad_cable_turns_the_motor_once(m3: Program, folder: Path) -> None:
    with drive(m3, folder, speed=2000.0) as (table, client):
        table.spoil_wire(DAMAGE)
        ends = [throw(client) for _ in range(OPS)]
        assert ends == [JobState.DONE] * OPS
        assert count_motor_starts(table, Line.DICE) == OPS


def test_a_board_changed_for_a_new_one_throws(m3: Program, folder: Path) -> None:
    with drive(m3, folder) as (table, client):
        assert throw(client) is JobState.DONE
        assert restart(client, table.lose_memory) is TableState.IDLE
        assert throw(client) is JobState.DONE
        assert count_motor_starts(table, Line.DICE) == 2
