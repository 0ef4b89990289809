"""Hands on emulated chips: the firmware drives the motors, the motors move the tiles."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.errors import CommandRefusedError, JobFailedError
from firmware_bridge.jobs.job import DiceResult, WallsResult
from firmware_bridge.wire.codes import JobKind, JobState, Key, Mechanism, ResetCause, TableState
from hw_sim.emulated.firmware import Program, compile_program
from hw_sim.emulated.table import EmulatedTable
from hw_sim.emulated.wiring import STAMP_MS, Line, Output
from hw_sim.scenarios.actions import act
from hw_sim.table import DICE_KEY, LIFT_KEY
from tests.guards import PATIENCE_S
from tests.mcu.rig import (
    count_motor_starts,
    drive,
    list_changes,
    reaches,
    reaches_state,
    reports,
    restart,
    wait_for_end,
)

pytestmark = pytest.mark.mcu
STOP_MS = 50


def test_the_walls_of_a_hand_stand_on_the_table_and_its_dice_are_those_that_fell(
    m3: Program, folder: Path
) -> None:
    with drive(m3, folder) as (table, client):
        walls = client.next_hand().wait(PATIENCE_S)
        dice = client.roll_dice(2).wait(PATIENCE_S)
        assert walls == WallsResult((5, 4, 4, 4))
        assert [len(wall) for wall in table.walls] == [5, 4, 4, 4]
        assert isinstance(dice, DiceResult)
        assert dice.dice == table.emulated.machine.dice.lies


def test_a_stone_in_the_head_stops_the_build_and_is_cleared(m3: Program, folder: Path) -> None:
    with drive(m3, folder) as (table, client):
        table.jam(203, 1)
        with pytest.raises(JobFailedError, match="head jam at side 1"):
            client.build().wait(PATIENCE_S)
        head = {"mechanism": Mechanism.HEAD, "side": 1, "step": 0}
        assert wait_for_end(client.start(JobKind.JAM_CLEAR, **head)) is JobState.FAILED
        table.unjam(203, 1)
        assert wait_for_end(client.start(JobKind.JAM_CLEAR, **head)) is JobState.DONE
        client.clear_fault(203)
        client.status()
        assert client.build().wait(PATIENCE_S) == WallsResult((5, 4, 4, 4))


def test_a_part_is_moved_by_itself_once_both_lift_keys_allow_it(m3: Program, folder: Path) -> None:
    with drive(m3, folder) as (table, client):
        pusher = {"mechanism": Mechanism.PUSHER, "side": 2, "distance": -12}
        with pytest.raises(CommandRefusedError, match="consent missing"):
            client.start(JobKind.JOG, **pusher)
        table.press(Key.BOTH_LIFTS)
        assert reports(client, lambda now: now.consent)
        assert wait_for_end(client.start(JobKind.JOG, **pusher)) is JobState.DONE
        assert list_changes(table, Output.DISTANCE)[-1].value == (-12) & 0xFF


def test_the_keys_of_the_table_play_a_hand_without_a_host(m3: Program, folder: Path) -> None:
    with drive(m3, folder) as (table, client):
        table.press(LIFT_KEY)
        assert reaches_state(client, TableState.PLAY)
        assert [len(wall) for wall in table.walls] == [5, 4, 4, 4]
        table.press(DICE_KEY)
        assert reaches(table, lambda: count_motor_starts(table, Line.DICE) == 1)


def throw_until_written(table: EmulatedTable) -> int:
    """Press the dice key, and wait until that is being written; return which change comes first."""
    changes = table.emulated.wiring.changes
    before = len(changes)
    table.press(DICE_KEY)
    assert reaches(table, lambda: any(one[:2] == (Output.STORE, 1) for one in changes[before:]))
    return before


def test_a_stop_cuts_the_motors_while_memory_is_written(slow_m3: Program, folder: Path) -> None:
    """Its time is the chip's own: from the end of the frame on the line to motors that stand."""
    with drive(slow_m3, folder) as (table, client):
        changes = table.emulated.wiring.changes
        before = throw_until_written(table)
        client.estop()
        assert reaches(table, lambda: any(one[:2] == (Output.STORE, 0) for one in changes[before:]))
        rows = [(one.output, one.value) for one in changes[before:]]
        cut, end = rows.index((Output.LINE, Line.REST)), rows.index((Output.STORE, 0))
        frame = max(at for at in range(cut) if rows[at][0] == Output.FRAME)
        assert cut < end, "the write has not ended yet"
        assert (changes[before + cut].ms - changes[before + frame].ms) % STAMP_MS <= STOP_MS
        assert reaches_state(client, TableState.SAFETY)
        assert count_motor_starts(table, Line.DICE) == 0


def test_a_key_pressed_while_memory_is_written_is_not_lost(slow_m3: Program, folder: Path) -> None:
    with drive(slow_m3, folder) as (table, client):
        throw_until_written(table)
        table.press(Key.BOTH_LIFTS)
        assert reports(client, lambda now: now.consent)


def test_a_hand_on_a_micro_bit_without_a_table(tmp_path: Path) -> None:
    program = compile_program("microbit", tmp_path, ("-DDESK_PACE=40",))
    with drive(program, tmp_path) as (table, client):
        assert client.next_hand().wait(PATIENCE_S) == WallsResult((5, 4, 4, 4))
        assert isinstance(client.roll_dice(3).wait(PATIENCE_S), DiceResult)
        client.lower_walls().wait(PATIENCE_S)
        job = client.build()
        client.estop()
        assert wait_for_end(job) is JobState.FAILED
        assert client.status().state is TableState.SAFETY
        table.reset(ResetCause.POWER)


def comes_true(ask: Callable[[], bool]) -> bool:
    """Return whether what the client is asked again and again comes to hold."""
    end = time.monotonic() + PATIENCE_S
    while not (holds := ask()) and time.monotonic() < end:
        continue
    return holds


def test_service_sees_the_machine_through_the_chip_and_sets_it(m3: Program, folder: Path) -> None:
    with drive(m3, folder) as (table, client):
        table.act(lambda sim: act(sim, "sensor", {"spot": "passage", "side": 2, "gain": 0.5}))
        assert comes_true(lambda: client.upkeep.inputs()[2].value == pytest.approx(2000, rel=0.02))
        client.upkeep.set_parameter("drop_limit", 333)
        client.next_hand().wait(PATIENCE_S)
        table.act(lambda sim: act(sim, "coin", {"pulses": 2}))
        assert comes_true(lambda: client.upkeep.usage().pulses == 2)
        before = client.upkeep.usage()
        restart(client, lambda: table.reset(ResetCause.POWER))
        assert client.upkeep.parameters()[0].value == 333
        assert client.upkeep.usage() == before
        assert before.rows[0].cycles == 2, "the lid opened and closed"
