"""What the reference board in C keeps of a lock, of jobs by key, and what it does in a write."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import EventKind, JobKind, JobState, ResetCause, TableState
from firmware_bridge.wire.frame import BAUD, Frame, FrameType
from hw_sim.faults.wire import WireFaults
from tests.hw_sim.board.c_schedule import CompiledSchedule, on_desk
from tests.hw_sim.c_board import FAST, SLOTS, CompiledBoard, compiled, compiler
from tests.hw_sim.virtual_host import VirtualHost

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="no C compiler here: install cc, gcc or clang to try the board"
)
SMALL = (
    *("-DTLB_WINDOW=4", "-DTLB_RECEIVE_WINDOW=3", "-DTLB_QUEUE=8", "-DTLB_EVENTS=16"),
    *("-DTLB_RESULTS=16", "-DTLB_HELD=254", "-DTLB_HOSTS=4", "-DTLB_SLOTS=8"),
)
"""As a board with 8 KB of memory is compiled."""
MANY_SLOTS = 8
STOP = Frame(FrameType.URGENT, 0x1234, body=m.encode(m.EStop(0))).to_bytes()


@pytest.fixture(scope="module")
def small_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("small"), (*FAST, *SMALL))


def stands_at(host: VirtualHost, state: TableState, fault: int) -> bool:
    """Return whether the table comes to stand so, once its host has asked again."""
    host.ask(m.GetStatus)
    return host.run(lambda: (host.state, host.fault[0]) == (state, fault), 30)


def test_a_lock_outlasts_any_number_of_resets_until_it_is_cleared_and_homed(
    board: CompiledBoard, host: VirtualHost
) -> None:
    host.begin(JobKind.BUILD, tiles=0)
    for cause in (ResetCause.BROWN_OUT, ResetCause.POWER, ResetCause.POWER, ResetCause.WATCHDOG):
        board.reset(cause)
    assert stands_at(host, TableState.LOCKOUT, 501)
    assert host.clear(501) == 0
    board.reset(ResetCause.POWER)
    assert stands_at(host, TableState.LOCKOUT, 501), "it has not homed"
    assert host.clear(501) == 0
    assert host.run(lambda: host.state is TableState.IDLE, 20)
    board.reset(ResetCause.POWER)
    assert stands_at(host, TableState.IDLE, 0)


def test_a_stop_is_not_forgotten_when_the_table_is_switched_off_and_on(
    board: CompiledBoard, host: VirtualHost
) -> None:
    host.stop_motors()
    assert host.run(lambda: host.state is TableState.SAFETY, 5)
    board.reset(ResetCause.POWER)
    assert stands_at(host, TableState.LOCKOUT, 701)


def test_a_stop_cuts_the_motors_while_a_slot_is_written(
    board: CompiledBoard, host: VirtualHost
) -> None:
    """The write may take as long as it likes: only the bytes on the line take time."""
    board.heard_in_write = STOP
    op = host.begin(JobKind.BUILD, tiles=0)
    assert board.heard_in_write == b""
    assert host.end_of(op).fault == 701
    assert len(STOP) * 10 / BAUD < 0.05


def test_the_motors_are_cut_before_the_write_ends(board: CompiledBoard, host: VirtualHost) -> None:
    host.begin(JobKind.BUILD, tiles=0)
    before = len(board.writes)
    board.heard_in_write = STOP
    assert host.run(lambda: len(board.writes) > before, 30)
    assert board.cuts > 0


@pytest.mark.parametrize("place", range(1, len(STOP) - 1))
def test_a_damaged_stop_is_none(board: CompiledBoard, host: VirtualHost, place: int) -> None:
    damaged = bytearray(STOP)
    damaged[place] ^= 0x10
    host.begin(JobKind.BUILD, tiles=0)
    board.receive(bytes(damaged), host.now)
    assert board.cuts == 0


def test_a_memory_that_takes_nothing_refuses_every_job(
    board: CompiledBoard, host: VirtualHost
) -> None:
    movements: list[JobKind] = []
    board.began = movements.append
    board.keeps = False
    assert host.do(JobKind.BUILD, tiles=0).refused == 504
    board.start_by_key(JobKind.BUILD)
    assert movements == []
    board.keeps = True
    assert host.do(JobKind.BUILD, tiles=0).state is JobState.DONE


def test_a_board_whose_memory_never_worked_is_locked(program: Path) -> None:
    with CompiledBoard(program, 1) as board:
        board.eeprom.cells[:] = b"\xff" * len(board.eeprom.cells)
        board.keeps = False
        board.reset(ResetCause.POWER)
        assert stands_at(VirtualHost(on_desk(board), 1), TableState.LOCKOUT, 504)


def test_a_job_by_a_key_is_told_at_its_end_with_what_it_brought(
    board: CompiledBoard, host: VirtualHost
) -> None:
    board.start_by_key(JobKind.BUILD)
    assert host.do(JobKind.ROLL, dice=2).refused in (801, 802, 805)
    assert host.run(lambda: any(one.kind == EventKind.OWN_JOB for one in host.events), 60)
    own = next(one for one in host.events if one.kind == EventKind.OWN_JOB)
    assert (own.code, own.data) == (JobKind.BUILD, bytes([JobState.DONE, 17, 17, 17, 17]))
    assert host.do(JobKind.RAISE).state is JobState.DONE


def test_keys_in_the_middle_of_a_build_start_nothing_and_change_nothing(
    board: CompiledBoard, host: VirtualHost
) -> None:
    op = host.begin(JobKind.BUILD, tiles=0)
    for kind in (JobKind.ROLL, JobKind.NEXT_HAND, JobKind.RAISE):
        host.turn()
        board.start_by_key(kind)
    assert host.end_of(op).state is JobState.DONE
    assert host.run(lambda: host.state is TableState.READY, 5)
    assert not [event for event in host.events if event.kind == EventKind.OWN_JOB]


def test_a_job_by_a_key_that_the_power_cuts_off_locks_the_table(
    board: CompiledBoard, host: VirtualHost
) -> None:
    board.start_by_key(JobKind.BUILD)
    board.reset(ResetCause.POWER)
    board.reset(ResetCause.POWER)
    assert stands_at(host, TableState.LOCKOUT, 503)


def test_only_the_bytes_that_matter_are_written(board: CompiledBoard, host: VirtualHost) -> None:
    assert host.do(JobKind.BUILD, tiles=0).state is JobState.DONE
    assert {size for slot, size in board.writes if slot < SLOTS} == {63, 71}, (
        "without a host, and with one"
    )
    assert {size for slot, size in board.writes if slot >= SLOTS} == {102}


def test_what_it_has_done_in_its_life_is_kept_and_told(
    board: CompiledBoard, host: VirtualHost
) -> None:
    host.do(JobKind.BUILD, tiles=0)
    host.do(JobKind.ROLL, dice=2)
    op = host.begin(JobKind.BUILD, tiles=0)
    board.fail(202, 1)
    host.end_of(op)
    host.clear(202)
    board.reset(ResetCause.POWER)
    assert host.run(lambda: host.restarts > 0, 10)
    stats = host.ask(m.GetStats)
    assert isinstance(stats, m.Stats)
    assert (stats.builds, stats.rolls, stats.faults, stats.resets) == (1, 1, 1, 2)
    assert (
        stats.slot_writes
        == -(-sum(slot < SLOTS for slot, _ in board.writes) // SLOTS)
        == board.wear
    )


def test_its_log_says_what_happened_since_it_started(
    board: CompiledBoard, host: VirtualHost
) -> None:
    for _ in range(80):
        board.press(1)
    assert host.run(lambda: any(one.event_no == 80 for one in host.events), 30)
    op = host.begin(JobKind.BUILD, tiles=0)
    board.fail(203, 2)
    host.end_of(op)
    first, text = 0, b""
    while (page := host.ask(lambda tag, at=first: m.GetLog(tag, at))).following != first:
        assert isinstance(page, m.LogPage)
        first, text = page.following, text + page.data
    lines = text.decode().splitlines()
    assert len(lines) == 64, "the oldest ones make room"
    assert any(line.endswith(" fault 203 side 2") for line in lines)
    assert lines[0].endswith(" button 1")


def test_many_slots_wear_in_turn_and_the_newest_counts(small_program: Path) -> None:
    with CompiledBoard(small_program, 1, MANY_SLOTS) as board:
        host = VirtualHost(on_desk(board), 1)
        assert host.wait_up(5)
        ops = [host.begin(JobKind.ROLL, dice=1) for _ in range(1)]
        assert host.end_of(ops[0]).state is JobState.DONE
        for _ in range(7):
            assert host.do(JobKind.ROLL, dice=1).state is JobState.DONE
        slots = [slot for slot, _ in board.writes if slot < MANY_SLOTS]
        assert slots == [(1 + at) % MANY_SLOTS for at in range(len(slots))]
        assert board.wear == -(-len(slots) // MANY_SLOTS)
        host.begin(JobKind.ROLL, dice=1)
        board.reset(ResetCause.POWER)
        assert stands_at(host, TableState.LOCKOUT, 503)


def test_a_small_board_runs_no_job_twice_on_a_bad_cable(small_program: Path) -> None:
    faults = WireFaults(flip=0.02, lose=0.02, duplicate=0.02)
    for seed in range(6):
        with CompiledBoard(small_program, seed, MANY_SLOTS) as board:
            CompiledSchedule(board, seed, faults).jobs(5)
    assert MANY_SLOTS > SLOTS
