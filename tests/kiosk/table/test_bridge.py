"""The simulated table on its port, driven through the kiosk's door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.commitment import CommittedThrow
from firmware_bridge.wire.codes import Key
from firmware_bridge.wire.codes import Stage as TableStage
from hw_sim.scenarios.actions import act
from kiosk.errors import Refused
from kiosk.table.bridge import MAX_THROWS
from kiosk.table.port import Link, Setup, TableFault
from tests.kiosk.table.bench import Bench

GAME = Setup(tiles=136, players=4, dice=2)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    table = Bench(tmp_path)
    yield table
    table.close()


def test_the_next_hand_raises_the_walls_and_the_dice_fall(bench: Bench) -> None:
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda news: news.walls_up)
    assert sum(len(wall) for wall in bench.sim.walls) == 68
    status = bench.machine.status()
    assert (status.job, status.outcome, status.percent) == ("next_hand", "done", 100)
    bench.machine.start("roll_dice", GAME)
    news = bench.wait_until(lambda news: bool(news.dice))
    assert len(news.dice) == 2
    assert all(1 <= pip <= 6 for pip in news.dice)
    assert (news.source, news.proof) == ("motor_sensor", {})
    assert 3_000 <= news.rolled_ms <= 5_000


def test_a_hand_by_the_machines_own_keys_is_news_like_one_that_was_asked_for(bench: Bench) -> None:
    bench.sim.press(Key.LIFT)
    assert bench.wait_until(lambda news: news.walls_up).by_key
    bench.sim.press(Key.DICE)
    throw = bench.wait_until(lambda news: bool(news.dice))
    assert (len(throw.dice), throw.by_key, throw.source) == (2, True, "motor_sensor")
    assert 3_000 <= throw.rolled_ms <= 5_000


def test_a_hand_by_key_while_the_cable_is_off_is_told_when_it_is_back(bench: Bench) -> None:
    bench.sim.at(TableStage.BUILD, bench.sim.unplug)
    bench.sim.at(TableStage.RAISE, bench.sim.plug_in)
    bench.sim.press(Key.LIFT)
    assert bench.wait_until(lambda news: news.walls_up).by_key


def test_a_machine_without_dice_draws_pips_that_anyone_can_check(tmp_path: Path) -> None:
    bench = Bench(tmp_path, profile="roller_coaster")
    bench.machine.start("roll_dice", GAME)
    news = bench.wait_until(lambda news: bool(news.dice))
    bench.close()
    assert news.source == "rng"
    seeds = {name: bytes.fromhex(value) for name, value in news.proof.items()}
    assert CommittedThrow(news.dice, **seeds).verify()


def test_dice_that_two_sensors_read_differently_are_thrown_again(bench: Bench) -> None:
    bench.sim.jam(604)
    bench.machine.start("roll_dice", GAME)
    bench.wait_until(lambda _: len(bench.client.jobs()) > MAX_THROWS)
    bench.wait_until(lambda _: bench.machine.status().outcome == "failed")
    assert len(bench.client.jobs()) == 1 + MAX_THROWS
    fault = bench.machine.status().fault
    assert fault is not None
    assert fault.code == 604


def test_a_throw_that_was_hardly_shaken_is_told_till_the_next_walls(bench: Bench) -> None:
    bench.sim.act(lambda simulation: act(simulation, "dice", {"muffled": True}))
    bench.machine.start("roll_dice", GAME)
    bench.wait_until(lambda news: bool(news.dice))
    assert bench.machine.status().warning == TableFault(605, detail="none")
    bench.machine.start("next_hand", GAME)
    assert bench.machine.status().warning is None


def test_dice_that_were_read_differently_once_fall_at_last(bench: Bench) -> None:
    bench.sim.jam(604)
    bench.machine.start("roll_dice", GAME)
    bench.wait_until(lambda _: len(bench.client.jobs()) > 1)
    bench.sim.unjam(604)
    assert bench.wait_until(lambda news: bool(news.dice)).source == "motor_sensor"


@pytest.mark.parametrize(
    ("tiles", "why"), [(136, None), (0, "no_tiles"), (135, "odd_count"), (170, "too_many")]
)
def test_what_cannot_be_built_is_left_to_the_players(
    tiles: int, why: str | None, bench: Bench
) -> None:
    reason = bench.machine.by_hand(Setup(tiles, players=4, dice=2))
    assert (reason and reason.why) == why


def test_a_finished_job_is_told_once(bench: Bench) -> None:
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda news: news.walls_up)
    bench.machine.start("roll_dice", GAME)
    bench.wait_until(lambda news: bool(news.dice))
    rest = [bench.news.get_nowait() for _ in range(bench.news.qsize())]
    assert not any(news.walls_up or news.dice for news in rest)


def test_a_jam_is_shown_with_its_side(bench: Bench) -> None:
    bench.sim.jam(203, 2)
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda _: bench.machine.status().outcome == "failed")
    fault = bench.machine.status().fault
    assert fault is not None
    assert (fault.code, fault.side) == (203, 2)


def test_a_missing_tile_is_counted_and_the_drop_opened_and_closed_for_it(bench: Bench) -> None:
    bench.sim.jam(101)
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda _: bench.machine.status().outcome == "failed")
    status = bench.machine.status()
    assert status.can_open
    assert not status.is_open
    assert status.fault is not None
    assert (status.fault.code, status.fault.counted) == (101, (135, 136))
    assert status.fault.detail in ("drop", "build")
    bench.machine.start("open_hole", GAME)
    bench.wait_until(lambda _: bench.machine.status().is_open)
    assert bench.machine.status().fault is None
    bench.wait_until(lambda _: bench.machine.status().outcome == "done")
    bench.machine.start("close_hole", GAME)
    bench.wait_until(lambda _: not bench.machine.status().is_open)


def test_a_pulled_cable_is_shown_and_the_job_is_watched_on(bench: Bench) -> None:
    bench.sim.at(TableStage.BUILD, bench.sim.unplug)
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda _: bench.machine.status().link is Link.LOST)
    assert bench.machine.status().line_code == 904
    with pytest.raises(Refused):
        bench.machine.start("roll_dice", GAME)
    bench.sim.plug_in()
    bench.wait_until(lambda news: news.walls_up)
    assert bench.machine.status().link is Link.ONLINE


def test_stop_holds_the_table_and_resume_goes_on(tmp_path: Path) -> None:
    slow = Bench(tmp_path, speed=20.0)
    slow.machine.start("next_hand", GAME)
    slow.machine.start("stop", GAME)
    assert slow.machine.status().is_stopped
    slow.machine.start("resume", GAME)
    assert not slow.machine.status().is_stopped
    slow.wait_until(lambda news: news.walls_up)
    slow.close()


def test_tiles_that_no_table_can_build_are_refused_before_anything_moves(bench: Bench) -> None:
    with pytest.raises(Refused) as caught:
        bench.machine.start("next_hand", Setup(tiles=306, players=9, dice=2))
    assert caught.value.code == "machine_cannot"
    assert bench.machine.status().job == ""


def test_the_machine_refuses_a_second_job_at_once(bench: Bench) -> None:
    bench.machine.start("next_hand", GAME)
    with pytest.raises(Refused) as caught:
        bench.machine.start("roll_dice", GAME)
    assert caught.value.code == "table_refused"
