"""Two sets of tiles: the board in C does with them what the twin does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import (
    ControlAction,
    EventKind,
    JobKind,
    JobState,
    ResetCause,
    SetState,
    Stage,
    TableState,
)
from hw_sim.machine.peripherals import Part
from tests.hw_sim.board.c_pair import WALLS, Pair
from tests.hw_sim.c_board import CompiledBoard, compiler

pytestmark = pytest.mark.skipif(
    compiler() is None, reason="no C compiler here: install cc, gcc or clang to try the board"
)
DONE = (JobState.DONE, 0, b"")
BUILT = (JobState.DONE, 0, bytes(WALLS))
OUT, LOOSE, READY, IN_PLAY = SetState.OUT, SetState.LOOSE, SetState.BUILT, SetState.IN_PLAY


@pytest.fixture
def both(program: Path) -> Iterator[Pair]:
    """Yield board and twin, each with set 0 in its tray and set 1 in its box."""
    with CompiledBoard(program, 1, sets=2) as board:
        yield Pair(board, "four_port")


@pytest.fixture
def loaded(both: Pair) -> Pair:
    """Return both with set 0 in play and set 1 put in."""
    assert both.do(JobKind.NEXT_HAND, tiles=0) == BUILT
    assert both.do(JobKind.DROP, set=1) == DONE
    return both


def build(both: Pair, which: int = 1) -> tuple[int, int]:
    ops = both.begin(JobKind.BUILD, tiles=0, set=which)
    assert min(ops) >= 1000
    return ops


def jam(both: Pair) -> tuple[int, int]:
    """Begin to build set 1 and let a head jam in it."""
    both.twin.device.machine.peripherals.drive(Part.HEAD, 1).grip = 5
    ops = build(both)
    both.board.fail(203, 1)
    assert both.end_of(ops) == (JobState.FAILED, 203, b"")
    both.twin.device.machine.peripherals.drive(Part.HEAD, 1).grip = 0
    return ops


def test_a_second_set_lies_in_its_box_until_it_is_put_in(both: Pair) -> None:
    assert both.sets() == ((LOOSE, OUT), 0)
    assert both.begin(JobKind.BUILD, tiles=0, set=2) == (803, 803)
    assert both.do(JobKind.NEXT_HAND, tiles=0) == BUILT
    assert both.sets() == ((IN_PLAY, OUT), 0)
    assert both.do(JobKind.DROP, set=1) == DONE
    assert both.sets() == ((IN_PLAY, LOOSE), 0)
    assert both.state() is TableState.PLAY


def test_hand_after_hand_the_sets_take_turns(loaded: Pair) -> None:
    for in_play in (0, 1, 0):
        ops = build(loaded, 1 - in_play)
        assert loaded.end_of(ops) == BUILT
        assert loaded.sets()[0][1 - in_play] is READY
        assert loaded.do(JobKind.NEXT_HAND, tiles=0) == BUILT
        assert loaded.sets()[0][1 - in_play] is IN_PLAY
        assert loaded.sets()[0][in_play] is LOOSE


def test_dice_fall_and_walls_move_while_the_other_set_is_built(loaded: Pair) -> None:
    ops = build(loaded)
    assert loaded.sets()[0] == (IN_PLAY, SetState.BUILDING)
    assert [host.do(JobKind.ROLL, dice=2).state for host in loaded.hosts] == [JobState.DONE] * 2
    assert loaded.do(JobKind.LOWER) == DONE
    assert loaded.sets()[0] == (READY, SetState.BUILDING)
    assert loaded.do(JobKind.RAISE) == BUILT
    assert loaded.end_of(ops) == BUILT
    assert loaded.state() is TableState.PLAY


def test_a_next_hand_that_is_asked_for_early_waits_for_the_build(loaded: Pair) -> None:
    ops, hand = build(loaded), loaded.begin(JobKind.NEXT_HAND, tiles=0)
    assert loaded.end_of(ops) == BUILT
    assert loaded.end_of(hand) == BUILT
    assert loaded.sets()[0] == (LOOSE, IN_PLAY)


def test_a_next_hand_builds_the_set_that_nobody_has_built(loaded: Pair) -> None:
    assert loaded.do(JobKind.NEXT_HAND, tiles=0) == BUILT
    assert loaded.sets()[0] == (LOOSE, IN_PLAY)


def test_walls_that_nobody_has_played_with_only_rise_again(loaded: Pair) -> None:
    assert loaded.do(JobKind.LOWER) == DONE
    assert loaded.do(JobKind.NEXT_HAND, tiles=0) == BUILT
    assert loaded.sets()[0] == (IN_PLAY, LOOSE)


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        (JobKind.BUILD, {"tiles": 0, "set": 1}),
        (JobKind.DROP, {"set": 0}),
        (JobKind.OPEN_HOLE, {}),
        (JobKind.CENSUS, {}),
        (JobKind.HOME, {}),
        (JobKind.SELF_TEST, {"test": 0}),
        (JobKind.JOG, {"mechanism": 0, "side": 0, "distance": 9}),
    ],
)
def test_what_would_meet_the_build_is_refused(
    loaded: Pair, kind: JobKind, args: dict[str, int]
) -> None:
    build(loaded)
    assert loaded.begin(kind, **args) == (805, 805)


def test_sets_are_never_mixed_and_never_built_from_under_the_players(loaded: Pair) -> None:
    assert loaded.begin(JobKind.DROP, set=0) == (801, 801), "the other one is in the tray"
    assert loaded.begin(JobKind.BUILD, tiles=0, set=0) == (801, 801), "it is in play"
    assert loaded.end_of(build(loaded)) == BUILT
    assert loaded.begin(JobKind.DROP, set=1) == (801, 801), "its walls stand"


def test_a_set_that_lies_in_its_box_cannot_be_built(both: Pair) -> None:
    assert both.do(JobKind.NEXT_HAND, tiles=0) == BUILT
    assert both.end_of(build(both)) == (JobState.FAILED, 101, b"")
    assert both.sets()[1] == 101


def test_each_set_is_counted_by_itself(loaded: Pair) -> None:
    assert loaded.do(JobKind.LOWER) == DONE
    for wish, tiles in ((0, 34), (1, 34), (0xFF, 68)):
        ends = [host.do(JobKind.CENSUS, set=wish) for host in loaded.hosts]
        assert [int.from_bytes(end.result[:2], "little") for end in ends] == [tiles] * 2


def test_a_jam_in_the_second_set_leaves_the_hand_alone(loaded: Pair) -> None:
    ops = jam(loaded)
    assert loaded.state() is TableState.PLAY
    assert loaded.sets() == ((IN_PLAY, LOOSE), 203)
    for host, op in zip(loaded.hosts, ops, strict=True):
        event = next(e for e in reversed(host.events) if e.kind == EventKind.SETS)
        assert (event.code, event.side, event.op_id) == (203, 1, op)
        assert not [e for e in host.events if e.kind == EventKind.FAULT]
    assert loaded.begin(JobKind.BUILD, tiles=0, set=1) == (801, 801)
    assert loaded.ask(lambda tag: m.Control(tag, ControlAction.CLEAR_FAULT, 0, 203)) == 0
    assert loaded.sets() == ((IN_PLAY, LOOSE), 0)
    assert loaded.end_of(build(loaded)) == BUILT


def test_a_jam_that_nobody_cleared_stops_the_next_hand_and_is_told_then(loaded: Pair) -> None:
    jam(loaded)
    assert loaded.do(JobKind.NEXT_HAND, tiles=0) == (JobState.FAILED, 203, b"")
    assert loaded.state() is TableState.FAULT
    assert loaded.sets()[1] == 0
    assert loaded.ask(lambda tag: m.Control(tag, ControlAction.CLEAR_FAULT, 0, 203)) == 0
    assert loaded.do(JobKind.NEXT_HAND, tiles=0) == BUILT


def test_a_build_can_be_called_off_alone(loaded: Pair) -> None:
    ops, roll = build(loaded), loaded.begin(JobKind.ROLL, dice=2)
    assert [host.cancel(op) for host, op in zip(loaded.hosts, ops, strict=True)] == [0, 0]
    assert loaded.end_of(ops) == (JobState.CANCELLED, 0, b"")
    ends = [host.end_of(op) for host, op in zip(loaded.hosts, roll, strict=True)]
    assert [end.state for end in ends] == [JobState.DONE] * 2
    assert [host.cancel(ops[0]) for host in loaded.hosts] == [801, 801]


def test_a_pause_is_one_for_hand_and_build(loaded: Pair) -> None:
    ops, roll = build(loaded), loaded.begin(JobKind.ROLL, dice=2)
    assert loaded.ask(lambda tag: m.Control(tag, ControlAction.PAUSE, 0, 0)) == 0
    for host in loaded.hosts:
        host.run(lambda: False, 120)
    assert loaded.sets()[0] == (IN_PLAY, SetState.BUILDING)
    assert loaded.ask(lambda tag: m.Control(tag, ControlAction.RESUME, 0, 0)) == 0
    assert loaded.end_of(ops) == BUILT
    assert all(
        host.end_of(op).state is JobState.DONE for host, op in zip(loaded.hosts, roll, strict=True)
    )


def test_the_stop_halts_hand_and_build(loaded: Pair) -> None:
    ops, roll = build(loaded), loaded.begin(JobKind.ROLL, dice=2)
    for host in loaded.hosts:
        host.stop_motors()
    assert loaded.end_of(ops) == (JobState.FAILED, 701, b"")
    assert loaded.end_of(roll) == (JobState.FAILED, 701, b"")
    assert loaded.state() is TableState.SAFETY
    assert loaded.board.cuts >= 2, "one for each"


def test_what_concerns_the_whole_table_locks_it_during_the_build(loaded: Pair) -> None:
    ops = build(loaded)
    loaded.board.fail(504)
    machine = loaded.twin.device.machine
    machine._stop(machine.beside, 504, 0xFF)  # met in the build
    assert loaded.end_of(ops) == (JobState.FAILED, 504, b"")
    assert loaded.state() is TableState.LOCKOUT


@pytest.mark.parametrize("cause", [ResetCause.POWER, ResetCause.WATCHDOG])
def test_both_jobs_that_a_reset_cuts_off_are_remembered_for_good(
    loaded: Pair, cause: ResetCause
) -> None:
    ops, roll = build(loaded), loaded.begin(JobKind.ROLL, dice=2)
    fault = 502 if cause is ResetCause.WATCHDOG else 503
    for times in (1, 2):
        for host in loaded.hosts:
            device = cast("CompiledBoard", host.simulation.device)
            device.reset(cause if times == 1 else ResetCause.POWER)
        loaded.until(lambda host: host.is_up and host.restarts == times, 10)  # noqa: B023
        assert loaded.state() is TableState.LOCKOUT
        if times == 1:
            assert loaded.end_of(ops) == (JobState.INTERRUPTED, fault, b"")
            assert loaded.end_of(roll) == (JobState.INTERRUPTED, fault, b"")
    for host, op in zip((*loaded.hosts, *loaded.hosts), (*ops, *roll), strict=True):
        answer = host.ask(lambda tag: m.Query(tag, op))  # noqa: B023
        assert isinstance(answer, m.JobReport)
        assert (answer.state, answer.fault) == (JobState.INTERRUPTED, fault)


def test_results_run_over_while_a_set_is_built_and_its_own_is_kept(loaded: Pair) -> None:
    ops = build(loaded)
    for host in loaded.hosts:
        refused = {host.begin(JobKind.OPEN_HOLE) for _ in range(70)}
        assert refused == {805}
    assert loaded.end_of(ops) == BUILT


def test_keys_alone_bring_hand_after_hand_with_the_next_walls_ready(loaded: Pair) -> None:
    loaded.board.start_by_key(JobKind.NEXT_HAND)
    loaded.twin.device.board.press(0)
    own = {int(JobKind.NEXT_HAND), int(JobKind.BUILD)}
    loaded.until(lambda host: own == {e.code for e in host.events if e.kind == EventKind.OWN_JOB})
    assert loaded.sets()[0] == (READY, IN_PLAY)
    assert loaded.state() is TableState.PLAY


def test_a_lock_leaves_open_which_set_is_where_and_the_next_build_counts(loaded: Pair) -> None:
    for host in loaded.hosts:
        host.stop_motors()
    assert loaded.state() is TableState.SAFETY
    loaded.board.release()
    loaded.twin.device.machine.estop = False
    assert loaded.ask(lambda tag: m.Control(tag, ControlAction.CLEAR_FAULT, 0, 701)) == 0
    loaded.until(lambda host: host.state is TableState.PLAY, 60)
    for host, op in zip(loaded.hosts, build(loaded), strict=True):
        report = host.ask(lambda tag: m.Query(tag, op))  # noqa: B023
        assert isinstance(report, m.JobReport)
        assert report.stage == Stage.CENSUS


WALK = 25


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_asked_of_the_sets_both_do_the_same(both: Pair, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(WALK):
        kind = rng.choice(
            (JobKind.NEXT_HAND, JobKind.BUILD, JobKind.BUILD, JobKind.DROP, JobKind.DROP,
             JobKind.RAISE, JobKind.LOWER, JobKind.OPEN_HOLE, JobKind.CLOSE_HOLE)
        )  # fmt: skip
        args = {"tiles": 0} if kind in (JobKind.NEXT_HAND, JobKind.BUILD) else {}
        if kind in (JobKind.BUILD, JobKind.DROP):
            args["set"] = rng.choice((0, 1, 0xFF))
        both.do(kind, **args)
        _, fault = both.sets()
        if fault:
            assert both.ask(lambda tag: m.Control(tag, ControlAction.CLEAR_FAULT, 0, fault)) == 0  # noqa: B023
        both.state()
