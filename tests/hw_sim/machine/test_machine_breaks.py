"""What goes wrong at a table on a real serial port, and how it comes back."""

from __future__ import annotations

import queue
from collections import Counter
from pathlib import Path

import pytest

from firmware_bridge import (
    ClosedError,
    CommandRefusedError,
    ConnectionLostError,
    JobCancelledError,
    JobFailedError,
    JobState,
    JournalBusyError,
    LinkPhase,
    OutcomeUnknownError,
    PortBusyError,
    PortNotFoundError,
    Stage,
    TableClient,
    TableEvent,
    TableState,
    WaitTimeoutError,
    WallsResult,
    WrongDeviceError,
    open_table,
)
from firmware_bridge.wire.codes import ResetCause
from hw_sim.machine.tiles import Area, OnTop, Outside
from hw_sim.table import SimTable
from tests.guards import PATIENCE_S
from tests.hw_sim.camera.faces import FACES
from tests.hw_sim.linked import reached

FIRMWARE = ("present", "old", "new")
"""Protocol N, N−1 and N+1."""
EVERY_FIRMWARE = pytest.mark.parametrize("table", FIRMWARE, indirect=True)


def on_table(table: SimTable) -> Counter[str]:
    """Return the faces in the raised walls."""
    return Counter(tile.face for wall in table.walls for stack in wall for tile in stack if tile)


def wait_for_event(events: queue.Queue[TableEvent], topic: str) -> TableEvent:
    """Return the next event of *topic*."""
    while True:
        event = events.get(timeout=PATIENCE_S)
        if event.topic == topic:
            return event


@EVERY_FIRMWARE
def test_the_port_vanishes_in_the_middle_of_a_build_and_the_job_is_found_again(
    table: SimTable, client: TableClient
) -> None:
    events: queue.Queue[TableEvent] = queue.Queue()
    client.subscribe(events.put)
    table.at(Stage.BUILD, table.unplug, percent=60)
    job = client.next_hand()
    assert _phase(events, LinkPhase.LOST)
    with pytest.raises(ConnectionLostError, match="cable came off"):
        client.roll_dice(2)
    assert isinstance(client.status().problem, ConnectionLostError)
    with pytest.raises(WaitTimeoutError):
        job.wait(0.05)
    table.plug_in()
    assert job.wait(PATIENCE_S) == WallsResult((17, 17, 17, 17))
    assert on_table(table) == FACES
    assert client.wait_ready(PATIENCE_S).state is TableState.PLAY


def _phase(events: queue.Queue[TableEvent], phase: LinkPhase) -> bool:
    """Wait for the link to come to *phase*."""
    while wait_for_event(events, "link").phase is not phase:
        continue
    return True


def test_a_job_is_found_again_by_a_restarted_program(table: SimTable, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with reached(table, journal) as client:
        table.at(Stage.SHUFFLE, table.unplug)
        op_id = client.next_hand().op_id
        assert table.wait_for(lambda sim: sim.state is TableState.PLAY, PATIENCE_S)
    table.plug_in()
    with reached(table, journal) as client:
        (job,) = client.jobs()
        assert job.op_id == op_id
        assert job.wait(PATIENCE_S) == WallsResult((17, 17, 17, 17))


def test_a_second_program_on_the_port_is_told_so(
    table: SimTable, client: TableClient, tmp_path: Path
) -> None:
    with pytest.raises(PortBusyError, match=r"used by another program: close it"):
        open_table(table.port, journal=tmp_path / "other")
    client.roll_dice(2).wait(PATIENCE_S)


def test_a_second_program_on_the_journal_is_told_so(
    table: SimTable, client: TableClient, tmp_path: Path
) -> None:
    assert client.link.is_up
    with pytest.raises(JournalBusyError, match="close the other kiosk"):
        open_table(table.port, journal=tmp_path / "journal")


def test_a_missing_port_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortNotFoundError, match="nowhere: plug its cable in"):
        open_table(str(tmp_path / "nowhere"), journal=tmp_path / "journal")


def test_a_plain_file_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("hello")
    with pytest.raises(WrongDeviceError, match="not a serial port"):
        open_table(str(tmp_path / "file"), journal=tmp_path / "journal")


@EVERY_FIRMWARE
def test_a_jam_stops_the_build_and_is_cleared(table: SimTable, client: TableClient) -> None:
    table.jam(203, side=2)
    with pytest.raises(JobFailedError, match="head jam at side 2") as failure:
        client.next_hand().wait(PATIENCE_S)
    assert failure.value.fault.side == 2
    assert client.status().state is TableState.FAULT
    with pytest.raises(CommandRefusedError):
        client.clear_fault(203)
    table.unjam(203, side=2)
    client.clear_fault(203)
    client.next_hand().wait(PATIENCE_S)
    assert on_table(table) == FACES


def test_a_missing_tile_is_asked_for_and_added(table: SimTable, client: TableClient) -> None:
    client.next_hand().wait(PATIENCE_S)
    tile = table.take(0, 0, "top", OnTop(3, Area.HAND))
    table.carry_off(tile)
    assert table.where(tile) == Outside()
    with pytest.raises(JobFailedError) as failure:
        client.next_hand().wait(PATIENCE_S)
    assert failure.value.fault.code == 101
    table.drop(tile)
    client.clear_fault(101)
    client.next_hand().wait(PATIENCE_S)
    assert on_table(table) == FACES


@EVERY_FIRMWARE
def test_a_reset_in_the_middle_locks_the_table_until_it_is_cleared(
    table: SimTable, client: TableClient
) -> None:
    table.at(Stage.BUILD, lambda: table.reset(ResetCause.BROWN_OUT), percent=50)
    job = client.next_hand()
    with pytest.raises(JobFailedError, match="brown out"):
        job.wait(PATIENCE_S)
    assert job.state is JobState.INTERRUPTED
    assert client.wait_ready(PATIENCE_S).state is TableState.LOCKOUT
    with pytest.raises(CommandRefusedError):
        client.next_hand()
    client.clear_fault(501)
    assert table.wait_for(lambda sim: sim.state is TableState.IDLE, PATIENCE_S)
    assert client.status().state is TableState.IDLE
    client.next_hand().wait(PATIENCE_S)
    assert on_table(table) == FACES


def test_a_new_board_cannot_say_what_became_of_the_job(
    table: SimTable, client: TableClient
) -> None:
    table.at(Stage.BUILD, table.lose_memory, percent=50)
    job = client.next_hand()
    with pytest.raises(OutcomeUnknownError, match="look at the table"):
        job.wait(PATIENCE_S)
    assert job.state is JobState.UNKNOWN


def test_the_emergency_stop_is_released_at_the_table_only(
    slow_table: SimTable, slow_client: TableClient
) -> None:
    job = slow_client.next_hand()
    slow_client.estop()
    with pytest.raises(JobFailedError, match="emergency stop"):
        job.wait(PATIENCE_S)
    assert slow_client.status().estop
    with pytest.raises(CommandRefusedError):
        slow_client.clear_fault(701)
    slow_table.release_stop()
    slow_client.clear_fault(701)
    assert slow_client.status().state is TableState.HOMING


def test_the_emergency_stop_survives_a_power_cycle(
    slow_table: SimTable, slow_client: TableClient
) -> None:
    slow_client.estop()
    assert slow_table.wait_for(lambda sim: sim.state is TableState.SAFETY, PATIENCE_S)
    slow_table.reset(ResetCause.POWER)
    assert slow_table.state is TableState.SAFETY


def test_a_build_is_paused_and_goes_on(slow_client: TableClient) -> None:
    job = slow_client.next_hand()
    slow_client.pause()
    assert slow_client.status().paused
    slow_client.resume()
    assert not slow_client.status().paused
    job.cancel()


@pytest.mark.parametrize("slow_table", FIRMWARE, indirect=True)
def test_a_paused_build_can_be_called_off(slow_table: SimTable, slow_client: TableClient) -> None:
    job = slow_client.next_hand()
    slow_client.pause()
    job.cancel()
    with pytest.raises(JobCancelledError):
        job.wait(PATIENCE_S)
    assert slow_table.state in (TableState.IDLE, TableState.HOLE_OPEN)


def test_nothing_to_pause_is_refused(slow_client: TableClient) -> None:
    with pytest.raises(CommandRefusedError):
        slow_client.pause()


def test_closing_lets_the_waiting_go(slow_client: TableClient) -> None:
    job = slow_client.next_hand()
    slow_client.close()
    with pytest.raises(ClosedError):
        job.wait(PATIENCE_S)
    with pytest.raises(ClosedError):
        slow_client.roll_dice()


def test_the_port_comes_and_goes_eight_times(table: SimTable, client: TableClient) -> None:
    events: queue.Queue[TableEvent] = queue.Queue()
    client.subscribe(events.put)
    for _ in range(8):
        table.unplug()
        assert _phase(events, LinkPhase.LOST)
        table.plug_in()
        assert _phase(events, LinkPhase.READY)
        client.roll_dice(2).wait(PATIENCE_S)
