"""A table as it is sold today, through the kiosk's door: keys, lamps, a switch, unread dice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.wire.codes import Key, Stage
from hw_sim.table import SimTable
from kiosk.errors import Refused
from kiosk.table.port import ByHand, Setup
from tests.guards import PATIENCE_S
from tests.kiosk.table.bench import Bench

GAME = Setup(tiles=136, players=4, dice=2)
TAIWAN = Setup(tiles=144, players=4, dice=2)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    table = Bench(tmp_path, profile="as_sold")
    yield table
    table.close()


def is_in_drop(sim: SimTable) -> bool:
    return sim.act(lambda simulation: simulation.device.machine.stage) is Stage.DROP


def waits_for_people(bench: Bench) -> bool:
    return bench.machine.status().can_end_drop


def test_the_walls_rise_once_somebody_says_on_the_screen_that_the_tiles_are_in(
    bench: Bench,
) -> None:
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda _: waits_for_people(bench))
    bench.machine.start("resume", GAME)
    bench.wait_until(lambda news: news.walls_up)
    assert sum(len(wall) for wall in bench.sim.walls) == 68
    assert not waits_for_people(bench)


def test_or_once_somebody_presses_the_table_s_own_key(bench: Bench) -> None:
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda _: waits_for_people(bench))
    bench.sim.press(Key.LIFT)
    bench.wait_until(lambda news: news.walls_up)


def test_a_throw_is_done_and_lies_unread(bench: Bench) -> None:
    bench.machine.start("roll_dice", GAME)
    news = bench.wait_until(lambda news: news.is_unread)
    assert (news.dice, news.source) == ((), "")
    assert not bench.machine.status().reads_dice
    assert bench.machine.status().fault is None


def test_a_throw_by_the_table_s_own_key_is_news_too(bench: Bench) -> None:
    bench.sim.press(Key.DICE)
    assert bench.wait_until(lambda news: news.is_unread).by_key


def test_a_hand_by_the_table_s_own_keys_reaches_the_kiosk(bench: Bench) -> None:
    bench.sim.press(Key.LIFT)
    assert bench.sim.wait_for(is_in_drop, PATIENCE_S)
    bench.sim.press(Key.LIFT)
    assert bench.wait_until(lambda news: news.walls_up).by_key


def test_the_switch_decides_which_games_are_built(bench: Bench) -> None:
    assert bench.machine.by_hand(GAME) is None
    assert bench.machine.by_hand(TAIWAN) == ByHand("turn_gear", 144)
    with pytest.raises(Refused, match="switch to 144"):
        bench.machine.start("next_hand", TAIWAN)
    bench.sim.turn_gear(144)
    bench.client.status(fresh=True)
    assert bench.machine.by_hand(TAIWAN) is None
    assert bench.machine.by_hand(GAME) == ByHand("turn_gear", 136)


def test_a_set_that_no_switch_has_is_built_by_hand(bench: Bench) -> None:
    assert bench.machine.by_hand(Setup(tiles=108, players=4, dice=2)) == ByHand("no_gear", 108)


def test_only_what_its_panel_has_is_offered(bench: Bench) -> None:
    status = bench.machine.status()
    assert status.offers == {"next_hand", "roll_dice"}
    assert not status.can_open


def test_a_cable_that_is_out_while_the_tiles_go_in_loses_no_hand(bench: Bench) -> None:
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda _: waits_for_people(bench))
    bench.sim.unplug()
    bench.wait_until(lambda _: not bench.client.link.is_up)
    bench.sim.press(Key.LIFT)
    bench.sim.plug_in()
    bench.wait_until(lambda news: news.walls_up)


def test_who_says_twice_that_the_tiles_are_in_is_told_that_nothing_waits(bench: Bench) -> None:
    bench.machine.start("next_hand", GAME)
    bench.wait_until(lambda _: waits_for_people(bench))
    bench.machine.start("resume", GAME)
    bench.wait_until(lambda news: news.walls_up)
    with pytest.raises(Refused):
        bench.machine.start("resume", GAME)
