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
from hw_sim.machine.tiles import Area, InWall, OnTop, Tier
from hw_sim.scenarios.actions import act
from hw_sim.scenarios.scenario import Injector, Rule
from tests.hw_sim.machine.two_set_bench import Bench

LOOSE, IN_PLAY = SetState.LOOSE, SetState.IN_PLAY


def test_a_jam_in_the_second_set_leaves_the_hand_alone() -> None:
    bench = Bench()
    bench.load()
    causes.put(bench.device, 203, 2)
    end = bench.built(1)
    assert (end.state, end.fault, end.side) == (JobState.FAILED, 203, 2)
    assert bench.machine.state is TableState.PLAY
    told = bench.sets()
    assert told.fault is not None
    assert (told.fault.code, told.fault.side) == (203, 2)
    assert bench.host.events[-1].kind == EventKind.SETS
    assert bench.host.events[-1].code == 203
    assert bench.host.do(JobKind.ROLL, dice=2).state is JobState.DONE


def test_the_jam_is_cleared_once_it_is_gone_and_the_set_is_built() -> None:
    bench = Bench()
    bench.load()
    causes.put(bench.device, 203, 2)
    bench.built(1)
    assert bench.host.clear(203) == 801
    assert bench.build(1) == 801
    causes.remove(bench.device, 203, 2)
    assert bench.host.clear(203) == 0
    assert bench.sets().fault is None
    assert bench.built(1).state is JobState.DONE


def test_a_jam_that_nobody_cleared_stops_the_next_hand_and_is_told_then() -> None:
    bench = Bench()
    bench.load()
    causes.put(bench.device, 203, 2)
    bench.built(1)
    end = bench.hand()
    assert (end.state, end.fault) == (JobState.FAILED, 203)
    assert bench.status().beside_fault == 0
    causes.remove(bench.device, 203, 2)
    assert bench.host.clear(203) == 0
    assert bench.hand().state is JobState.DONE


def test_a_tile_of_the_hand_that_fell_into_the_hole_is_seen_by_its_back() -> None:
    bench = Bench()
    bench.load()
    bench.places.take(InWall(0, 0, Tier.TOP), OnTop(0, Area.HAND))
    op = bench.build(1)
    bench.pass_s(2)  # the tray still turns
    act(bench.simulation, "press", {"key": "both_lifts"})
    act(bench.simulation, "stray", {"tiles": 1})
    act(bench.simulation, "press", {"key": "lift"})
    end = bench.host.end_of(op)
    assert (end.state, end.fault) == (JobState.FAILED, 103)
    assert bench.machine.state is TableState.PLAY
    assert bench.host.clear(103) == 801
    causes.remove(bench.device, 103)
    assert [tile.back for tile in bench.places.tops[0, Area.ASIDE]] == [0]
    assert bench.host.clear(103) == 0
    assert bench.built(1).state is JobState.DONE


def test_a_tile_that_is_missing_from_the_last_hand_is_told_while_the_next_is_played() -> None:
    bench = Bench()
    bench.ready()
    lost = bench.places.take(InWall(0, 0, Tier.TOP), OnTop(0, Area.HAND))
    bench.places.carry_off(lost)
    bench.close_early()
    bench.hand()
    assert bench.built(0).fault == 101  # one is missing, and play goes on
    assert bench.machine.state is TableState.PLAY
    assert bench.host.clear(101) == 0
    act(bench.simulation, "bring", {})
    assert bench.built(0).state is JobState.DONE


def test_the_other_colour_is_told_whichever_set_is_built() -> None:
    bench = Bench()
    bench.ready()
    bench.hand()
    causes.put(bench.device, 103)
    assert bench.built(0).fault == 103
    causes.remove(bench.device, 103)
    assert bench.host.clear(103) == 0
    assert bench.built(0).state is JobState.DONE


def test_the_stop_halts_hand_and_build_and_neither_starts_by_itself() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    bench.pass_s(5)
    roll = bench.host.begin(JobKind.ROLL, dice=2)
    bench.host.stop_motors()
    assert bench.host.end_of(op).fault == 701
    assert bench.host.end_of(roll).fault == 701
    assert bench.machine.state is TableState.SAFETY
    causes.remove(bench.device, 701)
    bench.recover()
    bench.pass_s(60)
    assert bench.machine.state is TableState.PLAY
    assert bench.machine.deadline() is None
    assert bench.states() == (IN_PLAY, LOOSE)


@pytest.mark.parametrize("cause", [ResetCause.POWER, ResetCause.BROWN_OUT, ResetCause.WATCHDOG])
def test_a_reset_in_the_build_locks_the_table_and_loses_no_set(cause: ResetCause) -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    bench.pass_s(15)
    bench.device.reset(cause)
    assert bench.host.end_of(op).state is JobState.INTERRUPTED
    assert bench.machine.state is TableState.LOCKOUT
    assert bench.backs() == {0}
    assert bench.machine.walls_up
    bench.recover()
    assert bench.machine.state is TableState.PLAY
    assert bench.host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    stages: list[Stage] = []
    bench.machine.on_move = lambda stage, _: stages.append(stage)
    assert bench.built(1).state is JobState.DONE
    assert stages[0] is Stage.CENSUS
    assert bench.hand().state is JobState.DONE


def test_both_jobs_that_a_reset_cuts_off_are_remembered() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    roll = bench.host.begin(JobKind.ROLL, dice=2)
    bench.pass_s(1)
    bench.device.reset(ResetCause.POWER)
    ends = [bench.host.end_of(one).state for one in (op, roll)]
    assert ends == [JobState.INTERRUPTED] * 2


@pytest.mark.parametrize(("code", "word"), [(704, "moved"), (505, "no supply")])
def test_what_concerns_the_whole_table_locks_it_during_the_build(code: int, word: str) -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    bench.pass_s(5)
    causes.put(bench.device, code)
    assert bench.host.end_of(op).fault == code, word
    assert bench.machine.state is TableState.LOCKOUT
    assert bench.status().fault == code
    causes.remove(bench.device, code)
    bench.recover()
    assert bench.machine.state is TableState.PLAY
    assert bench.built(1).state is JobState.DONE


def test_a_fault_of_the_dice_does_not_stop_the_build() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    causes.put(bench.device, 602)
    assert bench.host.do(JobKind.ROLL, dice=2).fault == 602
    assert bench.machine.state is TableState.FAULT
    assert bench.host.end_of(op).state is JobState.DONE
    assert bench.status().fault == 602


def test_an_open_cover_stops_both_and_each_is_told() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    roll = bench.host.begin(JobKind.ROLL, dice=2)
    causes.put(bench.device, 703)
    assert bench.host.end_of(roll).fault == 703
    assert bench.host.end_of(op).fault == 703
    causes.remove(bench.device, 703)
    bench.recover()
    assert bench.built(1).state is JobState.DONE


def test_a_hand_at_the_lifter_does_not_stop_a_build_that_moves_no_lifter() -> None:
    bench = Bench()
    bench.load()
    act(bench.simulation, "hand", {"side": 1})
    assert bench.built(1).state is JobState.DONE


def test_a_reset_meets_a_build_that_no_host_asked_for() -> None:
    bench = Bench()
    bench.load()
    act(bench.simulation, "press", {"key": "lift"})
    bench.until(lambda: bench.machine.builds_beside)
    bench.device.reset(ResetCause.BROWN_OUT)
    bench.until(lambda: bench.host.restarts == 1)
    assert bench.status().fault == 501
    bench.recover()
    assert bench.hand().state is JobState.DONE


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
