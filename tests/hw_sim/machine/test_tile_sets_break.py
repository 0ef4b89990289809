"""What goes wrong while a second set is built: the hand in play goes on wherever it can."""

from __future__ import annotations

import pytest

from firmware_bridge.wire.codes import (
    EventKind,
    JobKind,
    JobState,
    ResetCause,
    SetState,
    Stage,
    TableState,
)
from hw_sim.faults import causes
from hw_sim.machine.motion import JobRun
from hw_sim.machine.tiles import Area, InWall, OnTop, Tier
from hw_sim.scenarios.actions import act
from hw_sim.scenarios.scenario import Injector, Rule
from tests.hw_sim.machine.two_set_bench import Bench

LOOSE, IN_PLAY = SetState.LOOSE, SetState.IN_PLAY


def test_a_jam_in_the_second_set_leaves_the_hand_alone(loaded: Bench) -> None:
    causes.put(loaded.device, 203, 2)
    end = loaded.built(1)
    assert (end.state, end.fault, end.side) == (JobState.FAILED, 203, 2)
    assert loaded.machine.state is TableState.PLAY
    sets = loaded.sets()
    assert sets.fault is not None
    assert (sets.fault.code, sets.fault.side) == (203, 2)
    assert loaded.host.events[-1].kind == EventKind.SETS
    assert loaded.host.events[-1].code == 203
    assert loaded.host.do(JobKind.ROLL, dice=2).state is JobState.DONE


def test_the_jam_is_cleared_once_it_is_gone_and_the_set_is_built(loaded: Bench) -> None:
    causes.put(loaded.device, 203, 2)
    loaded.built(1)
    assert loaded.host.clear(203) == 801
    assert loaded.build(1) == 801
    causes.remove(loaded.device, 203, 2)
    assert loaded.host.clear(203) == 0
    assert loaded.sets().fault is None
    assert loaded.built(1).state is JobState.DONE


def test_a_jam_that_nobody_cleared_stops_the_next_hand_and_is_told_then(loaded: Bench) -> None:
    causes.put(loaded.device, 203, 2)
    loaded.built(1)
    end = loaded.hand()
    assert (end.state, end.fault) == (JobState.FAILED, 203)
    assert loaded.status().beside_fault == 0
    causes.remove(loaded.device, 203, 2)
    assert loaded.host.clear(203) == 0
    assert loaded.hand().state is JobState.DONE


def test_a_tile_of_the_hand_that_fell_into_the_hole_is_seen_by_its_back(loaded: Bench) -> None:
    loaded.places.take(InWall(0, 0, Tier.TOP), OnTop(0, Area.HAND))
    op = loaded.build(1)
    loaded.pass_s(2)  # the tray still turns
    act(loaded.simulation, "press", {"key": "both_lifts"})
    act(loaded.simulation, "stray", {"tiles": 1})
    act(loaded.simulation, "press", {"key": "lift"})
    end = loaded.host.end_of(op)
    assert (end.state, end.fault) == (JobState.FAILED, 103)
    assert loaded.machine.state is TableState.PLAY
    assert loaded.host.clear(103) == 801
    causes.remove(loaded.device, 103)
    assert [tile.back for tile in loaded.places.tops[0, Area.ASIDE]] == [0]
    assert loaded.host.clear(103) == 0
    assert loaded.built(1).state is JobState.DONE


def test_a_tile_that_is_missing_from_the_last_hand_is_told_while_the_next_is_played(
    ready: Bench,
) -> None:
    tile = ready.places.take(InWall(0, 0, Tier.TOP), OnTop(0, Area.HAND))
    ready.places.carry_off(tile)
    ready.close_early()
    ready.hand()
    assert ready.built(0).fault == 101  # one is missing, and play goes on
    assert ready.machine.state is TableState.PLAY
    assert ready.host.clear(101) == 0
    act(ready.simulation, "bring", {})
    assert ready.built(0).state is JobState.DONE


def test_the_other_colour_is_told_whichever_set_is_built(ready: Bench) -> None:
    ready.hand()
    causes.put(ready.device, 103)
    assert ready.built(0).fault == 103
    causes.remove(ready.device, 103)
    assert ready.host.clear(103) == 0
    assert ready.built(0).state is JobState.DONE


def test_the_stop_halts_hand_and_build_and_neither_starts_by_itself(loaded: Bench) -> None:
    op = loaded.build(1)
    loaded.pass_s(5)
    roll = loaded.host.begin(JobKind.ROLL, dice=2)
    loaded.host.stop_motors()
    assert loaded.host.end_of(op).fault == 701
    assert loaded.host.end_of(roll).fault == 701
    assert loaded.machine.state is TableState.SAFETY
    causes.remove(loaded.device, 701)
    loaded.recover()
    loaded.pass_s(60)
    assert loaded.machine.state is TableState.PLAY
    assert loaded.machine.deadline() is None
    assert loaded.states() == (IN_PLAY, LOOSE)


@pytest.mark.parametrize("cause", [ResetCause.POWER, ResetCause.BROWN_OUT, ResetCause.WATCHDOG])
def test_a_reset_in_the_build_locks_the_table_and_loses_no_set(
    cause: ResetCause, loaded: Bench
) -> None:
    op = loaded.build(1)
    loaded.pass_s(15)
    loaded.device.reset(cause)
    assert loaded.host.end_of(op).state is JobState.INTERRUPTED
    assert loaded.machine.state is TableState.LOCKOUT
    assert loaded.backs() == {0}
    assert loaded.machine.walls_up
    loaded.recover()
    assert loaded.machine.state is TableState.PLAY
    assert loaded.host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    stages: list[Stage] = []
    loaded.machine.on_move = lambda stage, _: stages.append(stage)
    assert loaded.built(1).state is JobState.DONE
    assert stages[0] is Stage.CENSUS
    assert loaded.hand().state is JobState.DONE


def test_both_jobs_that_a_reset_cuts_off_are_remembered(loaded: Bench) -> None:
    op = loaded.build(1)
    roll = loaded.host.begin(JobKind.ROLL, dice=2)
    loaded.pass_s(1)
    loaded.device.reset(ResetCause.POWER)
    ends = [loaded.host.end_of(one).state for one in (op, roll)]
    assert ends == [JobState.INTERRUPTED] * 2


@pytest.mark.parametrize(("code", "word"), [(704, "moved"), (505, "no supply")])
def test_what_concerns_the_whole_table_locks_it_during_the_build(
    code: int, word: str, loaded: Bench
) -> None:
    op = loaded.build(1)
    loaded.pass_s(5)
    causes.put(loaded.device, code)
    assert loaded.host.end_of(op).fault == code, word
    assert loaded.machine.state is TableState.LOCKOUT
    assert loaded.status().fault == code
    causes.remove(loaded.device, code)
    loaded.recover()
    assert loaded.machine.state is TableState.PLAY
    assert loaded.built(1).state is JobState.DONE


def test_a_fault_of_the_dice_does_not_stop_the_build(loaded: Bench) -> None:
    op = loaded.build(1)
    causes.put(loaded.device, 602)
    assert loaded.host.do(JobKind.ROLL, dice=2).fault == 602
    assert loaded.machine.state is TableState.FAULT
    assert loaded.host.end_of(op).state is JobState.DONE
    assert loaded.status().fault == 602


def test_an_open_cover_stops_both_and_each_is_told(loaded: Bench) -> None:
    op = loaded.build(1)
    roll = loaded.host.begin(JobKind.ROLL, dice=2)
    causes.put(loaded.device, 703)
    assert loaded.host.end_of(roll).fault == 703
    assert loaded.host.end_of(op).fault == 703
    causes.remove(loaded.device, 703)
    loaded.recover()
    assert loaded.built(1).state is JobState.DONE


def test_a_hand_at_the_lifter_does_not_stop_a_build_that_moves_no_lifter(loaded: Bench) -> None:
    act(loaded.simulation, "hand", {"side": 1})
    assert loaded.built(1).state is JobState.DONE


def is_moving(work: JobRun | None) -> bool:
    return work is not None and work.stage is not Stage.NONE


def test_a_reset_meets_a_build_that_no_host_asked_for(loaded: Bench) -> None:
    act(loaded.simulation, "press", {"key": "lift"})
    loaded.until(lambda: is_moving(loaded.machine.beside))
    loaded.device.reset(ResetCause.BROWN_OUT)
    loaded.until(lambda: loaded.host.restarts == 1)
    assert loaded.status().fault == 501
    loaded.recover()
    assert loaded.hand().state is JobState.DONE


def test_a_jam_that_comes_at_any_side_of_the_build_is_told_and_explained() -> None:
    for side, code in enumerate((202, 203, 204, 402)):
        bench = Bench(seed=code)
        bench.load()
        injector = Injector(bench.simulation, bench.device.rng)
        injector.add(Rule("put", {"fault": code, "side": side}, stage=Stage.SHUFFLE))
        end = bench.built(1)
        assert (end.fault, end.side) == (code, side)
        causes.remove(bench.device, code, side)
        bench.recover()
        assert bench.hand().state is JobState.DONE
