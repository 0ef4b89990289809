"""The second set as players meet it: built while they play, ready when they want the next hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.wire.codes import JobKind, JobState, ResetCause, TableState
from firmware_bridge.wire.codes import Stage as TableStage
from hw_sim.scenarios.actions import act
from kiosk.errors import Refused
from kiosk.i18n import catalogue
from kiosk.table.bridge import MachineTable
from kiosk.table.port import Link, OtherSet, Setup
from kiosk.web.views.table import view_machine
from tests.guards import PATIENCE_S
from tests.hw_sim.linked import reached
from tests.kiosk.table.test_bridge import GAME, Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    table = Bench(tmp_path)
    yield table
    table.close()


def other(bench: Bench) -> OtherSet:
    """Return how the set stands that is not in play."""
    state = bench.machine.status().other_set
    assert state is not None
    return state


def raise_next(bench: Bench) -> None:
    """Bring the next hand to the table."""
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda news: news.walls_up)


def until(bench: Bench, state: str) -> None:
    """Wait until the other set stands so."""
    if other(bench).state != state:
        bench.wait_until(lambda _: other(bench).state == state)


def goes_on(bench: Bench) -> bool:
    """Say that all is put right; return whether the machine, once it is back, took it so."""
    status = bench.machine.status()
    if status.link is not Link.ONLINE or status.fault is None:
        return False
    try:
        bench.machine.start("resume", GAME)
    except Refused:
        return False  # the line broke once more
    return True


def both_in(bench: Bench) -> None:
    """Play the first hand, the second set being put in and built meanwhile."""
    raise_next(bench)
    bench.machine.start("second_set", GAME)
    until(bench, "built")


def test_a_set_out_of_its_box_is_put_in_by_order_and_built_by_itself(bench: Bench) -> None:
    assert bench.machine.status().other_set is None
    raise_next(bench)
    assert other(bench).state == "out"
    bench.machine.start("second_set", GAME)
    until(bench, "built")
    assert bench.sim.state is TableState.PLAY
    assert bench.sim.set_in_play == 0


def test_after_each_hand_the_set_that_was_taken_in_is_built_again(bench: Bench) -> None:
    both_in(bench)
    for in_play in (1, 0):
        raise_next(bench)
        assert bench.sim.set_in_play == in_play
        until(bench, "built")
    ends = [job.state for job in bench.client.jobs() if job.kind is JobKind.BUILD]
    assert ends.count(JobState.DONE) == 3


def test_the_dice_roll_while_the_second_set_is_built(bench: Bench) -> None:
    both_in(bench)
    raise_next(bench)
    bench.machine.start("roll_dice", GAME)
    assert len(bench.wait_until(lambda news: bool(news.dice)).dice) == 2
    until(bench, "built")


def test_a_second_set_that_is_in_already_is_not_asked_for(bench: Bench) -> None:
    both_in(bench)
    with pytest.raises(Refused) as caught:
        bench.machine.start("second_set", GAME)
    assert caught.value.code == "no_second_set"


def test_a_machine_with_one_set_shows_none(tmp_path: Path) -> None:
    bench = Bench(tmp_path, profile="roller_coaster")
    raise_next(bench)
    assert bench.machine.status().other_set is None
    with pytest.raises(Refused):
        bench.machine.start("second_set", GAME)
    bench.close()


def test_a_jam_of_the_second_set_is_shown_beside_the_hand_and_put_right(bench: Bench) -> None:
    both_in(bench)
    bench.sim.jam(203, 2)
    raise_next(bench)
    bench.wait_until(lambda _: other(bench).fault is not None)
    fault = other(bench).fault
    assert fault is not None
    assert (fault.code, fault.side) == (203, 2)
    assert bench.machine.status().fault is None
    view = view_machine(bench.machine.status(), catalogue("en")).other_set
    assert view is not None
    assert view.words.endswith(catalogue("en")("fault.203"))
    bench.machine.start("roll_dice", GAME)
    assert bench.wait_until(lambda news: bool(news.dice))
    with pytest.raises(Refused):
        bench.machine.start("resume", GAME)  # the stone is still there
    bench.sim.unjam(203, 2)
    bench.machine.start("resume", GAME)
    until(bench, "built")
    assert other(bench).fault is None


def test_a_power_cut_in_the_build_is_cleared_and_the_set_is_built_again(bench: Bench) -> None:
    both_in(bench)
    bench.sim.at(TableStage.SHUFFLE, lambda: bench.sim.reset(ResetCause.POWER))
    raise_next(bench)
    bench.wait_until(lambda _: goes_on(bench))
    until(bench, "built")
    assert bench.sim.state is TableState.PLAY


def building_slowly(bench: Bench) -> None:
    """Have the second set built at the pace of a real table: it is not over before one looks."""
    raise_next(bench)
    bench.sim.at(TableStage.SHUFFLE, lambda: at_speed(bench, 1.0))
    bench.machine.start("second_set", GAME)
    until(bench, "building")


def at_speed(bench: Bench, times: float) -> None:
    """Let the machine work *times* as fast as a real one."""
    bench.sim.act(lambda simulation: act(simulation, "speed", {"times": times}))


def test_a_game_with_other_tiles_calls_the_build_off(bench: Bench) -> None:
    building_slowly(bench)
    bench.machine.start("next_hand", Setup(tiles=108, players=4, dice=2))
    gear = bench.client.status().wall_plan
    assert gear is not None
    assert gear.count == 108
    assert not bench.sim.act(lambda simulation: simulation.device.machine.builds_beside)


def test_a_stop_holds_the_build_too_and_resume_goes_on(bench: Bench) -> None:
    building_slowly(bench)
    bench.machine.start("stop", GAME)
    assert bench.machine.status().is_stopped
    bench.machine.start("resume", GAME)
    assert not bench.machine.status().is_stopped
    at_speed(bench, 200.0)
    until(bench, "built")


def test_a_kiosk_that_starts_in_the_middle_of_a_hand_has_the_loose_set_built(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path)
    raise_next(bench)
    bench.machine.call_off()
    bench.client.drop(1).wait(PATIENCE_S)
    bench.machine.close()
    bench.client = reached(bench.sim, tmp_path / "journal.json")
    bench.machine = MachineTable(bench.client)
    bench.machine.listen(bench.news.put)
    until(bench, "built")
    assert bench.sim.set_in_play == 0
    bench.close()


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_the_table_page_says_how_the_second_set_stands(bench: Bench, language: str) -> None:
    t = catalogue(language)
    raise_next(bench)
    view = view_machine(bench.machine.status(), t).other_set
    assert view is not None
    assert view.is_missing
    assert view.words == t("ui.other_set.out")
    bench.machine.start("second_set", GAME)
    until(bench, "built")
    view = view_machine(bench.machine.status(), t).other_set
    assert view is not None
    assert (view.words, view.is_missing) == (t("ui.other_set.built"), False)
