"""Boards of the protocol before and after ours do the same work for the real client."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from firmware_bridge import (
    BridgeError,
    CommandRefusedError,
    DiceResult,
    JobCancelledError,
    JobFailedError,
    Stage,
    TableState,
    WallsResult,
    open_table,
)
from firmware_bridge.wire.codes import ResetCause
from hw_sim.scenarios.actions import act
from hw_sim.table import SimTable
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.linked import reached

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from firmware_bridge import TableClient

WALLS = WallsResult((17, 17, 17, 17))


def with_firmware(name: str, speed: float = 400) -> SimTable:
    """Return a table whose board runs the firmware called *name*."""
    table = SimTable(FACES, seed=1, speed=speed)
    table.act(lambda simulation: act(simulation, "flash", {"name": name}))
    return table


@pytest.fixture(params=["old", "new"])
def table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    """Return a table with a board of protocol N−1, then one of N+1."""
    with with_firmware(request.param) as table:
        yield table


@pytest.fixture
def client(table: SimTable, tmp_path: Path) -> Iterator[TableClient]:
    """Return a client on *table*'s port."""
    with reached(table, tmp_path / "journal") as client:
        yield client


def test_hands_and_throws(table: SimTable, client: TableClient) -> None:
    for _ in range(3):
        assert client.next_hand().wait(PATIENCE_S) == WALLS
        result = client.roll_dice(2).wait(PATIENCE_S)
        assert isinstance(result, DiceResult)
        assert len(result.dice) == 2
    assert Counter(tile.face for tile in table.in_use) == FACES


def test_a_jam_is_told_and_cleared(table: SimTable, client: TableClient) -> None:
    table.jam(203, side=1)
    with pytest.raises(JobFailedError, match="head jam at side 1"):
        client.next_hand().wait(PATIENCE_S)
    table.unjam(203, side=1)
    client.clear_fault(203)
    assert client.next_hand().wait(PATIENCE_S) == WALLS


def test_a_job_is_found_again_after_the_cable_was_off(table: SimTable, client: TableClient) -> None:
    table.at(Stage.SHUFFLE, table.unplug)
    job = client.next_hand()
    assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)
    table.plug_in()
    assert job.wait(PATIENCE_S) == WALLS


def test_a_restart_in_a_job_is_told_and_recovered(table: SimTable, client: TableClient) -> None:
    table.at(Stage.BUILD, lambda: table.reset(ResetCause.POWER), percent=60)
    with pytest.raises(JobFailedError):
        client.next_hand().wait(PATIENCE_S)
    client.wait_ready(PATIENCE_S)
    client.clear_fault(503)
    assert table.wait_for(lambda sim: sim.state is TableState.IDLE, PATIENCE_S)
    assert client.status().state is TableState.IDLE  # so it knows the new generation
    assert client.next_hand().wait(PATIENCE_S) == WALLS


def test_a_gear_is_set_and_a_wrong_one_refused(client: TableClient) -> None:
    client.set_wall_plan(108, players=3)
    with pytest.raises(CommandRefusedError):
        client.set_wall_plan(240)


@pytest.mark.parametrize("name", ["old", "new"])
def test_a_build_is_paused_resumed_and_cancelled(name: str, tmp_path: Path) -> None:
    with (
        with_firmware(name, speed=1) as table,
        reached(table, tmp_path / "journal") as client,
    ):
        job = client.next_hand()
        client.pause()
        assert client.status().paused
        client.resume()
        job.cancel()
        with pytest.raises(JobCancelledError):
            job.wait(PATIENCE_S)


def test_a_board_that_tells_impossible_things_is_not_believed(tmp_path: Path) -> None:
    with with_firmware("lying") as table:
        with pytest.raises(BridgeError, match="impossible"):
            open_table(table.port, journal=tmp_path / "journal")
        assert table.state is TableState.IDLE
