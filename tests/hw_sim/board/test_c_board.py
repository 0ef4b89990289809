"""The reference board in C does what the twin does: at most once, in order, whatever breaks."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from firmware_bridge.faults import FAULTS
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import EventKind, JobKind, JobState, ResetCause, TableState
from firmware_bridge.wire.frame import BUFFER_CAP, Deframer, Frame, FrameType
from hw_sim.faults.wire import WireFaults
from hw_sim.machine.interlocks import state_in
from tests.hw_sim.board.c_schedule import CompiledSchedule, on_desk
from tests.hw_sim.c_board import CompiledBoard, compiler
from tests.hw_sim.virtual_host import VirtualHost

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="no C compiler here: install cc, gcc or clang to try the board"
)
BAD_CABLE = WireFaults(flip=0.02, lose=0.02, duplicate=0.02)
LIVES = 12
JOBS = 5
NOISE_BYTES = 2_000_000
CHUNK = 50_000


def test_a_hand_is_built_raised_and_its_dice_are_thrown(host: VirtualHost) -> None:
    walls = host.do(JobKind.NEXT_HAND, tiles=0)
    dice = host.do(JobKind.ROLL, dice=2)
    assert (walls.state, walls.result, host.state) == (
        JobState.DONE,
        bytes([17] * 4),
        TableState.PLAY,
    )
    assert dice.state is JobState.DONE
    assert all(1 <= pips <= 6 for pips in dice.result[2:4])


def test_every_face_of_its_dice_comes(host: VirtualHost) -> None:
    counts = Counter(pips for _ in range(60) for pips in host.do(JobKind.ROLL, dice=3).result[2:5])
    assert set(counts) == set(range(1, 7))
    assert max(counts.values()) < 60, "of 180 dice 30 are to be expected"


def test_a_jam_ends_the_job_and_is_cleared(board: CompiledBoard, host: VirtualHost) -> None:
    op = host.begin(JobKind.BUILD, tiles=0)
    board.fail(202, 1)
    end = host.end_of(op)
    assert (end.state, end.fault, end.side, host.faults()) == (JobState.FAILED, 202, 1, [202])
    assert (host.clear(202), host.state) == (0, TableState.IDLE)


@pytest.mark.parametrize("code", sorted(set(FAULTS) - set(range(800, 1000))))
def test_a_fault_locks_the_table_by_its_severity(
    board: CompiledBoard, host: VirtualHost, code: int
) -> None:
    host.begin(JobKind.ROLL, dice=2)
    board.fail(code)
    host.ask(m.GetStatus)
    assert host.state is state_in(code)


def test_the_emergency_stop_is_let_go_at_the_table_only(
    board: CompiledBoard, host: VirtualHost
) -> None:
    op = host.begin(JobKind.BUILD, tiles=0)
    host.stop_motors()
    assert host.end_of(op).fault == 701
    assert host.clear(701) == 801
    board.release()
    assert host.clear(701) == 0
    assert host.run(lambda: host.state is TableState.IDLE, 20), "it homes first"


def test_motions_by_the_operator_need_somebody_at_the_console(
    board: CompiledBoard, host: VirtualHost
) -> None:
    refused = host.do(JobKind.HOME).refused
    board.allow()
    assert (refused, host.do(JobKind.HOME).state) == (809, JobState.DONE)


def test_a_motion_of_the_host_stops_when_the_host_falls_silent(
    board: CompiledBoard, host: VirtualHost
) -> None:
    board.allow()
    op = host.begin(JobKind.SELF_TEST, test=0)
    host.simulation.unplug()
    host.run(lambda: False, 1.8)
    host.simulation.plug_in()
    assert host.end_of(op).fault == 905


def test_a_build_is_finished_without_a_host(host: VirtualHost) -> None:
    op = host.begin(JobKind.BUILD, tiles=0)
    host.simulation.unplug()
    host.run(lambda: False, 60)
    host.simulation.plug_in()
    assert host.end_of(op).state is JobState.DONE


@pytest.mark.parametrize(
    ("cause", "fault"),
    [(ResetCause.POWER, 503), (ResetCause.BROWN_OUT, 501), (ResetCause.WATCHDOG, 502)],
)
def test_a_reset_in_a_job_locks_the_table_and_names_it(
    board: CompiledBoard, host: VirtualHost, cause: ResetCause, fault: int
) -> None:
    op = host.begin(JobKind.BUILD, tiles=0)
    board.reset(cause)
    end = host.end_of(op)
    assert (end.state, end.fault) == (JobState.INTERRUPTED, fault)
    assert host.do(JobKind.ROLL, dice=2).refused == 806
    assert host.clear(fault) == 0


def test_a_stale_order_is_refused(board: CompiledBoard, host: VirtualHost) -> None:
    host.simulation.to_host.clear()
    board.press(1)  # the host does not know of it yet
    assert host.begin(JobKind.BUILD, tiles=0) == 802


def test_what_ran_over_while_nobody_listened_is_told_as_a_gap(board: CompiledBoard) -> None:
    for _ in range(100):
        board.press(1)
    host = VirtualHost(on_desk(board), 1)
    assert host.wait_up(5)
    host.run(lambda: len(host.events) == 64, 5)
    assert [event.event_no for event in host.events] == list(range(37, 101))
    assert {event.kind for event in host.events} == {EventKind.BUTTON}


def test_a_newer_host_is_told_what_the_board_speaks(board: CompiledBoard) -> None:
    frame = Frame(FrameType.SYNC, 7, body=bytes([0x01, 9, 9])).to_bytes()
    board.receive(frame, 0.1)
    (answer,) = Deframer().feed(b"".join(board.frames(0.1)))
    assert (answer.type, answer.body[1:3]) == (FrameType.REFUSE, (808).to_bytes(2, "little"))


@pytest.mark.parametrize("faults", [WireFaults(), BAD_CABLE], ids=["good cable", "bad cable"])
def test_no_job_runs_twice_through_unplugging_resets_and_torn_writes(
    program: Path, faults: WireFaults
) -> None:
    ends: Counter[JobState] = Counter()
    for seed in range(LIVES):
        with CompiledBoard(program, seed) as board:
            ends += CompiledSchedule(board, seed, faults).jobs(JOBS)
    assert ends[JobState.DONE] > LIVES
    assert ends[JobState.INTERRUPTED] > 0


def test_unreadable_memory_locks_the_table(board: CompiledBoard) -> None:
    board.eeprom.cells[:] = bytes([0x5A]) * len(board.eeprom.cells)
    board.reset(ResetCause.POWER)
    host = VirtualHost(on_desk(board), 1)
    host.wait_up(5)
    assert (host.state, host.fault) == (TableState.LOCKOUT, (504, 0xFF))


def test_noise_is_dropped_as_the_host_drops_it_and_the_next_frame_is_taken(
    board: CompiledBoard,
) -> None:
    rng = random.Random(1)
    ours = Deframer()
    for turn in range(NOISE_BYTES // CHUNK):
        data = rng.randbytes(CHUNK).replace(b"\x07", b"\0") + rng.randbytes(2 * BUFFER_CAP)
        assert not ours.feed(data)
        board.receive(data, turn / 100)
    assert board.dropped() == (ours.bad, 0)
    assert VirtualHost(on_desk(board), 1).wait_up(5)
