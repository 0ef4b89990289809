"""The firmware of the button box on an emulated chip, on the panel of a simulated sold table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from firmware_bridge import TableClient, open_table
from firmware_bridge.errors import CommandRefusedError
from firmware_bridge.jobs.job import Job, WallsResult
from firmware_bridge.wire.codes import JobState, ResetCause, Stage, TableState
from hw_sim.emulated.firmware import Program
from hw_sim.emulated.table import EmulatedTable
from hw_sim.emulated.wiring import Output
from hw_sim.table import DICE_KEY, LIFT_KEY
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES
from tests.mcu.rig import list_changes, reaches, reaches_state, unlock, wait_for_end

pytestmark = pytest.mark.mcu
SPEED = 30.0
LIFT, DICE, SUPPLY = 1, 2, 4


@pytest.fixture
def table(box: Program) -> Iterator[EmulatedTable]:
    with EmulatedTable(FACES, 1, SPEED, box) as emulated_table:
        yield emulated_table


@pytest.fixture
def client(table: EmulatedTable, tmp_path: Path) -> Iterator[TableClient]:
    with open_table(table.port, journal=tmp_path / "journal", wait_s=PATIENCE_S) as host:
        yield host


def count_presses(table: EmulatedTable, relay: int) -> int:
    """Return how often the box has closed a relay."""
    values = [0, *(one.value for one in list_changes(table, Output.RELAYS))]
    return sum(bool(now & relay and not before & relay) for before, now in pairwise(values))


def begin_hand(client: TableClient) -> Job:
    """Ask for the next hand, and return it once the tiles are to be pushed in."""
    job = client.next_hand()
    while job.stage is not Stage.DROP:
        assert not job.state.is_final
        client.status()
    return job


def test_a_hand_by_the_box_is_presses_and_walls_of_real_tiles(
    table: EmulatedTable, client: TableClient
) -> None:
    job = begin_hand(client)
    client.resume()
    assert job.wait(PATIENCE_S) == WallsResult((17, 17, 17, 17))
    assert [len(wall) for wall in table.walls] == [17] * 4
    assert count_presses(table, LIFT) >= 3
    roll = client.roll_dice(2)
    assert wait_for_end(roll) is JobState.DONE
    assert reaches(table, lambda: len(table.emulated.machine.dice.lies) == 2)
    assert count_presses(table, DICE) >= 1


def test_people_play_on_by_the_keys_of_the_table(table: EmulatedTable, client: TableClient) -> None:
    table.press(LIFT_KEY)
    assert reaches(table, lambda: table.emulated.machine.hole_open)
    assert reaches_state(client, TableState.HOLE_OPEN)
    table.press(LIFT_KEY)
    assert reaches_state(client, TableState.PLAY)
    table.press(DICE_KEY)
    assert reaches(table, lambda: bool(table.emulated.machine.dice.lies))


def test_the_switch_of_the_table_is_seen_and_cannot_be_set(
    table: EmulatedTable, client: TableClient
) -> None:
    table.turn_gear(144)
    while client.status().wall_plan.count != 144:
        assert client.link.is_up
    with pytest.raises(CommandRefusedError, match="unsupported gear"):
        client.set_wall_plan(136, layout=(17, 17, 17, 17))


def test_a_box_that_loses_its_power_lets_go_of_all_and_is_locked(
    table: EmulatedTable, client: TableClient
) -> None:
    job = begin_hand(client)
    table.reset(ResetCause.POWER)
    assert wait_for_end(job) is JobState.INTERRUPTED
    assert reaches_state(client, TableState.LOCKOUT)
    assert unlock(client) is not TableState.LOCKOUT
    assert list_changes(table, Output.RELAYS)[-1].value == SUPPLY
