"""Two sets with backs of two colours: one is played with while the other one is built."""

from __future__ import annotations

import pytest

from firmware_bridge.codes import (
    EventKind,
    JobKind,
    JobState,
    ResetCause,
    SetState,
    Stage,
    TableState,
)
from hw_sim import causes
from hw_sim.actions import act
from hw_sim.injection import Injector, Rule
from hw_sim.places import Area, InWall, OnTop, Tier
from tests.hw_sim.two_set_bench import TILES, Bench

OUT, LOOSE, BUILDING = SetState.OUT, SetState.LOOSE, SetState.BUILDING
BUILT, IN_PLAY = SetState.BUILT, SetState.IN_PLAY
READY_S = 10.0
"""Longer does nobody wait for walls that stand ready below the table top."""


def test_the_second_set_is_put_in_and_built_while_the_first_one_is_played() -> None:
    bench = Bench()
    assert bench.states() == (LOOSE, OUT)
    bench.hand()
    assert bench.states() == (IN_PLAY, OUT)
    bench.host.do(JobKind.DROP, set=1)
    assert bench.states() == (IN_PLAY, LOOSE)
    assert bench.build(1) > 1000
    bench.pass_s(10)
    assert bench.states() == (IN_PLAY, BUILDING)
    assert 0 < bench.sets().percent < 100
    bench.until(lambda: bench.machine.beside is None)
    assert bench.states() == (IN_PLAY, BUILT)
    assert (bench.places.in_walls(), bench.places.in_slots()) == (TILES, TILES)


def test_the_next_hand_is_there_at_once_and_has_the_other_colour() -> None:
    bench = Bench()
    bench.ready()
    assert bench.backs() == {0}
    before = bench.host.now
    assert bench.hand().state is JobState.DONE
    assert bench.host.now - before < READY_S
    assert bench.backs() == {1}
    assert bench.states() == (LOOSE, IN_PLAY)


def test_hand_after_hand_the_sets_take_turns() -> None:
    bench = Bench()
    bench.load()
    raised = []
    for _ in range(4):
        assert bench.built().state is JobState.DONE
        bench.hand()
        raised += bench.backs()
    assert raised == [1, 0, 1, 0]


def test_a_next_hand_that_is_asked_for_early_waits_for_the_build() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    bench.pass_s(5)
    assert bench.hand().state is JobState.DONE
    assert bench.host.end_of(op).state is JobState.DONE
    assert bench.backs() == {1}


def test_a_next_hand_without_a_build_before_it_builds_first_and_never_mixes() -> None:
    bench = Bench()
    bench.load()
    assert bench.hand().state is JobState.DONE
    assert bench.backs() == {1}
    assert {tile.back for tile in bench.places.tray} == {0}


def test_dice_fall_while_the_second_set_is_built() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    assert bench.host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    assert bench.machine.builds_beside
    assert bench.host.end_of(op).state is JobState.DONE


def test_the_build_can_begin_while_the_dice_still_roll() -> None:
    bench = Bench()
    bench.load()
    roll = bench.host.begin(JobKind.ROLL, dice=2)
    op = bench.build(1)
    assert op > 1000
    assert bench.host.end_of(roll).state is JobState.DONE
    assert bench.host.end_of(op).state is JobState.DONE


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        (JobKind.BUILD, {"tiles": 0, "set": 1}),
        (JobKind.DROP, {"set": 1}),
        (JobKind.OPEN_HOLE, {}),
        (JobKind.CENSUS, {"set": 1}),
    ],
)
def test_what_would_meet_the_build_is_refused_as_busy(kind: JobKind, args: dict[str, int]) -> None:
    bench = Bench()
    bench.load()
    bench.build(1)
    assert bench.host.begin(kind, **args) in (801, 805)
    assert bench.machine.builds_beside


def test_a_set_is_never_put_in_on_top_of_the_other_one() -> None:
    bench = Bench()
    bench.load()
    assert bench.host.begin(JobKind.DROP, set=0) == 801


def test_the_set_in_play_is_never_built_and_a_built_one_never_put_in() -> None:
    bench = Bench()
    bench.ready()
    assert bench.host.begin(JobKind.BUILD, tiles=0, set=0) == 801
    assert bench.host.begin(JobKind.DROP, set=1) == 801


def test_a_third_set_is_refused_and_on_a_table_with_one_set_a_second_one() -> None:
    assert Bench().host.begin(JobKind.DROP, set=2) == 803
    one = Bench(profile="single_port")
    assert one.host.begin(JobKind.DROP, set=1) == 803
    assert one.status().sets == bytes(2)


def test_a_set_can_be_counted_by_itself() -> None:
    bench = Bench()
    bench.hand()
    bench.host.do(JobKind.DROP, set=1)
    bench.built(1)
    bench.hand()  # set 1 is up, set 0 loose
    bench.host.do(JobKind.LOWER)
    counted = [bench.host.do(JobKind.CENSUS, set=which).result for which in (0, 1, 0xFF)]
    totals = [int.from_bytes(result[:2], "little") for result in counted]
    assert totals == [TILES, TILES, 2 * TILES]


def test_walls_that_were_let_down_rise_again_beside_the_build() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    assert bench.host.do(JobKind.LOWER).state is JobState.DONE
    assert bench.host.do(JobKind.RAISE).state is JobState.DONE
    assert bench.backs() == {0}
    assert bench.host.end_of(op).state is JobState.DONE


def test_a_dealing_table_deals_the_tiles_of_the_hand_that_rises() -> None:
    bench = Bench(profile="jp_deal")
    bench.ready()
    assert bench.places.in_chutes() == 52
    assert bench.host.begin(JobKind.DEAL, tiles=13, seats=4) == 801
    assert bench.hand().state is JobState.DONE
    dealt = [tile for seat in range(4) for tile in bench.places.tops[seat, Area.HAND]]
    assert len(dealt) == 52
    assert {tile.back for tile in dealt} == {1}


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
    act(bench.stand, "press", {"key": "both_lifts"})
    act(bench.stand, "stray", {"tiles": 1})
    act(bench.stand, "press", {"key": "lift"})
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
    bench.machine.people = lambda: (bench.machine.push_in(), press_close(bench))
    bench.hand()
    assert bench.built(0).fault == 101  # one is missing, and play goes on
    assert bench.machine.state is TableState.PLAY
    assert bench.host.clear(101) == 0
    act(bench.stand, "bring", {})
    assert bench.built(0).state is JobState.DONE


def press_close(bench: Bench) -> None:
    """Let someone press the key though not all tiles are in."""
    bench.machine.close_pressed = True


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
    act(bench.stand, "hand", {"side": 1})
    assert bench.built(1).state is JobState.DONE


def test_a_build_can_be_called_off_alone() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    bench.pass_s(5)
    bench.host.begin(JobKind.ROLL, dice=2)
    bench.host.cancel(op)
    assert bench.host.end_of(op).state is JobState.CANCELLED
    bench.until(lambda: bench.machine.kind is None)
    assert bench.states() == (IN_PLAY, LOOSE)
    assert bench.built(1).state is JobState.DONE


def test_a_forgotten_tile_is_added_to_the_set_that_is_being_built() -> None:
    bench = Bench()
    bench.hand()
    act(bench.stand, "carry_off", {"tiles": 0})
    spared = bench.places.box.pop()
    bench.places.outside.append(spared)
    bench.machine.people = lambda: (bench.machine.push_in(), press_close(bench))
    bench.host.do(JobKind.DROP, set=1)
    op = bench.build(1)
    bench.pass_s(8)
    act(bench.stand, "press", {"key": "both_lifts"})
    assert bench.machine.paused
    assert bench.machine.hole_open
    bench.places.drop(spared)
    act(bench.stand, "press", {"key": "lift"})
    assert not bench.machine.hole_open
    assert bench.host.end_of(op).state is JobState.DONE


def test_keys_alone_bring_hand_after_hand_with_the_next_walls_ready() -> None:
    bench = Bench()
    bench.load()
    act(bench.stand, "press", {"key": "lift"})
    bench.until(lambda: bench.backs() == {1} and bench.machine.walls_up)
    bench.until(lambda: bench.machine.sets.states() == (BUILT, IN_PLAY))
    bench.pass_s(60)
    assert bench.machine.deadline() is None
    before = bench.host.now
    act(bench.stand, "press", {"key": "lift"})
    bench.until(lambda: bench.backs() == {0} and bench.machine.walls_up)
    assert bench.host.now - before < READY_S


def test_a_reset_meets_a_build_that_no_host_asked_for() -> None:
    bench = Bench()
    bench.load()
    act(bench.stand, "press", {"key": "lift"})
    bench.until(lambda: bench.machine.builds_beside)
    bench.device.reset(ResetCause.BROWN_OUT)
    bench.until(lambda: bench.host.restarts == 1)
    assert bench.status().fault == 501
    bench.recover()
    assert bench.hand().state is JobState.DONE


def test_firmware_from_before_the_second_set_plays_on_with_one() -> None:
    bench = Bench()
    act(bench.stand, "flash", {"name": "one set"})
    bench.until(lambda: bench.host.restarts == 1)
    bench.recover()
    status = bench.status()
    assert status.sets == bytes(2)
    for _ in range(2):
        assert bench.hand().state is JobState.DONE
        assert bench.backs() == {0}


def test_no_job_that_is_asked_for_with_an_old_picture_of_the_table_runs() -> None:
    bench = Bench()
    bench.load()
    op = bench.build(1)
    act(bench.stand, "press", {"key": "dice"})
    bench.host.gen -= 1
    assert bench.host.begin(JobKind.LOWER) == 802
    assert bench.host.end_of(op).state is JobState.DONE


def test_a_jam_that_comes_at_any_side_of_the_build_is_told_and_explained() -> None:
    for side, code in enumerate((202, 203, 204, 402)):
        bench = Bench(seed=code)
        bench.load()
        injector = Injector(bench.stand, bench.device.rng)
        injector.add(Rule("put", {"fault": code, "side": side}, stage=Stage.SHUFFLE))
        end = bench.built(1)
        assert (end.fault, end.side) == (code, side)
        causes.remove(bench.device, code, side)
        bench.recover()
        assert bench.hand().state is JobState.DONE
