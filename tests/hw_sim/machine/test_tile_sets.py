"""Two sets with backs of two colours: one is played with while the other one is built."""

from __future__ import annotations

import pytest

from firmware_bridge.wire.codes import (
    JobKind,
    JobState,
    SetState,
)
from hw_sim.machine.tiles import Area
from hw_sim.scenarios.actions import act
from tests.hw_sim.machine.two_set_bench import TILES, Bench

OUT, LOOSE, BUILDING = SetState.OUT, SetState.LOOSE, SetState.BUILDING
BUILT, IN_PLAY = SetState.BUILT, SetState.IN_PLAY
READY_S = 10.0
"""Longer does nobody wait for walls that stand ready below the table top."""


def test_the_second_set_is_put_in_and_built_while_the_first_one_is_played(bench: Bench) -> None:
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


def test_the_next_hand_is_there_at_once_and_has_the_other_colour(ready: Bench) -> None:
    assert ready.backs() == {0}
    before = ready.host.now
    assert ready.hand().state is JobState.DONE
    assert ready.host.now - before < READY_S
    assert ready.backs() == {1}
    assert ready.states() == (LOOSE, IN_PLAY)


def test_hand_after_hand_the_sets_take_turns(loaded: Bench) -> None:
    raised = []
    for _ in range(4):
        assert loaded.built().state is JobState.DONE
        loaded.hand()
        raised += loaded.backs()
    assert raised == [1, 0, 1, 0]


def test_a_next_hand_that_is_asked_for_early_waits_for_the_build(loaded: Bench) -> None:
    op = loaded.build(1)
    loaded.pass_s(5)
    assert loaded.hand().state is JobState.DONE
    assert loaded.host.end_of(op).state is JobState.DONE
    assert loaded.backs() == {1}


def test_a_next_hand_without_a_build_before_it_builds_first_and_never_mixes(loaded: Bench) -> None:
    assert loaded.hand().state is JobState.DONE
    assert loaded.backs() == {1}
    assert {tile.back for tile in loaded.places.tray} == {0}


def test_dice_fall_while_the_second_set_is_built(loaded: Bench) -> None:
    op = loaded.build(1)
    assert loaded.host.do(JobKind.ROLL, dice=2).state is JobState.DONE
    assert loaded.machine.builds_beside
    assert loaded.host.end_of(op).state is JobState.DONE


def test_the_build_can_begin_while_the_dice_still_roll(loaded: Bench) -> None:
    roll = loaded.host.begin(JobKind.ROLL, dice=2)
    op = loaded.build(1)
    assert op > 1000
    assert loaded.host.end_of(roll).state is JobState.DONE
    assert loaded.host.end_of(op).state is JobState.DONE


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        (JobKind.BUILD, {"tiles": 0, "set": 1}),
        (JobKind.DROP, {"set": 1}),
        (JobKind.OPEN_HOLE, {}),
        (JobKind.CENSUS, {"set": 1}),
    ],
)
def test_what_would_meet_the_build_is_refused_as_busy(
    kind: JobKind, args: dict[str, int], loaded: Bench
) -> None:
    loaded.build(1)
    assert loaded.host.begin(kind, **args) in (801, 805)
    assert loaded.machine.builds_beside


def test_a_set_is_never_put_in_on_top_of_the_other_one(loaded: Bench) -> None:
    assert loaded.host.begin(JobKind.DROP, set=0) == 801


def test_the_set_in_play_is_never_built_and_a_built_one_never_put_in(ready: Bench) -> None:
    assert ready.host.begin(JobKind.BUILD, tiles=0, set=0) == 801
    assert ready.host.begin(JobKind.DROP, set=1) == 801


def test_a_third_set_is_refused_and_on_a_table_with_one_set_a_second_one() -> None:
    assert Bench().host.begin(JobKind.DROP, set=2) == 803
    one = Bench(profile="single_port")
    assert one.host.begin(JobKind.DROP, set=1) == 803
    assert one.status().sets == bytes(2)


def test_a_set_can_be_counted_by_itself(bench: Bench) -> None:
    bench.hand()
    bench.host.do(JobKind.DROP, set=1)
    bench.built(1)
    bench.hand()  # set 1 is up, set 0 loose
    bench.host.do(JobKind.LOWER)
    results = [bench.host.do(JobKind.CENSUS, set=which).result for which in (0, 1, 0xFF)]
    totals = [int.from_bytes(result[:2], "little") for result in results]
    assert totals == [TILES, TILES, 2 * TILES]


def test_walls_that_were_let_down_rise_again_beside_the_build(loaded: Bench) -> None:
    op = loaded.build(1)
    assert loaded.host.do(JobKind.LOWER).state is JobState.DONE
    assert loaded.host.do(JobKind.RAISE).state is JobState.DONE
    assert loaded.backs() == {0}
    assert loaded.host.end_of(op).state is JobState.DONE


def test_a_build_beside_walls_that_were_let_down_leaves_them_alone(loaded: Bench) -> None:
    assert loaded.host.do(JobKind.LOWER).state is JobState.DONE
    assert loaded.built(1).state is JobState.DONE
    assert loaded.states() == (SetState.BUILT, SetState.BUILT)
    assert loaded.host.do(JobKind.RAISE).state is JobState.DONE
    assert loaded.backs() == {0}


def test_a_dealing_table_deals_the_tiles_of_the_hand_that_rises() -> None:
    bench = Bench(profile="jp_deal")
    bench.ready()
    assert bench.places.in_chutes() == 52
    assert bench.host.begin(JobKind.DEAL, tiles=13, seats=4) == 801
    assert bench.hand().state is JobState.DONE
    tiles = [tile for seat in range(4) for tile in bench.places.tops[seat, Area.HAND]]
    assert len(tiles) == 52
    assert {tile.back for tile in tiles} == {1}


def test_a_build_can_be_called_off_alone(loaded: Bench) -> None:
    op = loaded.build(1)
    loaded.pass_s(5)
    loaded.host.begin(JobKind.ROLL, dice=2)
    loaded.host.cancel(op)
    assert loaded.host.end_of(op).state is JobState.CANCELLED
    loaded.until(lambda: loaded.machine.kind is None)
    assert loaded.states() == (IN_PLAY, LOOSE)
    assert loaded.built(1).state is JobState.DONE


def test_a_forgotten_tile_is_added_to_the_set_that_is_being_built(bench: Bench) -> None:
    bench.hand()
    act(bench.simulation, "carry_off", {"tiles": 0})
    spared = bench.places.box.pop()
    bench.places.outside.append(spared)
    bench.close_early()
    bench.host.do(JobKind.DROP, set=1)
    op = bench.build(1)
    bench.pass_s(8)
    act(bench.simulation, "press", {"key": "both_lifts"})
    assert bench.machine.is_paused
    assert bench.machine.hole_open
    bench.places.drop(spared)
    act(bench.simulation, "press", {"key": "lift"})
    assert not bench.machine.hole_open
    assert bench.host.end_of(op).state is JobState.DONE


def test_keys_alone_bring_hand_after_hand_with_the_next_walls_ready(loaded: Bench) -> None:
    act(loaded.simulation, "press", {"key": "lift"})
    loaded.until(lambda: loaded.backs() == {1} and loaded.machine.walls_up)
    loaded.until(lambda: loaded.machine.sets.states() == (BUILT, IN_PLAY))
    loaded.pass_s(60)
    assert loaded.machine.deadline() is None
    before = loaded.host.now
    act(loaded.simulation, "press", {"key": "lift"})
    loaded.until(lambda: loaded.backs() == {0} and loaded.machine.walls_up)
    assert loaded.host.now - before < READY_S


def test_firmware_from_before_the_second_set_plays_on_with_one(bench: Bench) -> None:
    act(bench.simulation, "flash", {"name": "one set"})
    bench.until(lambda: bench.host.restarts == 1)
    bench.recover()
    status = bench.status()
    assert status.sets == bytes(2)
    for _ in range(2):
        assert bench.hand().state is JobState.DONE
        assert bench.backs() == {0}


def test_no_job_that_is_asked_for_with_an_old_picture_of_the_table_runs(loaded: Bench) -> None:
    op = loaded.build(1)
    act(loaded.simulation, "press", {"key": "dice"})
    loaded.host.gen -= 1
    assert loaded.host.begin(JobKind.LOWER) == 802
    assert loaded.host.end_of(op).state is JobState.DONE
