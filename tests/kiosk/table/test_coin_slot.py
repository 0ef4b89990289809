"""Coins in the slot of a simulated table buy time, those too that fell while nobody listened."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.wire.codes import ResetCause
from hw_sim.board.firmware import firmware
from hw_sim.scenarios.actions import act
from kiosk.paid_time import PaidTime
from kiosk.table.maintenance import Maintenance
from tests.guards import PATIENCE_S
from tests.hw_sim.linked import reached
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.table.test_maintenance import Bench

COIN_S = 30 * 60


class Slot(Bench):
    """A simulated table whose coins buy time at a kiosk that can be switched off and on again."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self.open()

    def open(self) -> None:
        """Let coins buy time."""
        self.paid = PaidTime(self.folder, SetClock())
        self.maintenance.take_coins(self.paid)

    def switch_off(self) -> None:
        """End the kiosk; the table goes on."""
        self.client.close()
        self.paid.close()

    def switch_on(self) -> None:
        """Start a fresh program on the same disk, at the same table."""
        self.reach()
        self.open()

    def reach(self) -> None:
        """Reach the table from a fresh program."""
        self.client = reached(self.sim, self.folder / "journal.json")
        self.maintenance = Maintenance(self.client, SetClock())

    def drop_in(self, pulses: int = 1) -> None:
        """Let a coin fall."""
        self.sim.act(lambda sim: act(sim, "coin", {"pulses": pulses}))

    def wait_until(self, left_s: int) -> None:
        """Wait until so much is left."""
        states = (self.client.status().link for _ in range(10_000))
        assert any(link.is_up and self.paid.left_s == left_s for link in states)

    def wait_for_the_key(self) -> None:
        """Let someone press a key, and wait until it and all that was told before it was heard."""
        self.allow()
        while not any(one.topic == "button" for one in self.maintenance.report().happenings):
            self.client.status()


def wait_for(news: threading.Event) -> None:
    """Hold up whoever brings news until *news* may come."""
    assert news.wait(PATIENCE_S)


@pytest.fixture
def slot(tmp_path: Path) -> Iterator[Slot]:
    new_slot = Slot(tmp_path)
    yield new_slot
    new_slot.close()


def test_the_table_proposes_what_its_coin_buys(slot: Slot) -> None:
    assert slot.maintenance.coin_minutes == 30


def test_a_coin_buys_time_as_it_falls_and_none_that_fell_before_it_was_counted(slot: Slot) -> None:
    slot.drop_in(5)
    slot.wait_for_the_key()
    slot.paid.set_price(30)
    slot.drop_in()
    slot.wait_until(COIN_S)
    slot.drop_in(2)
    slot.wait_until(3 * COIN_S)


def test_a_coin_that_fell_while_the_kiosk_was_off_pays(slot: Slot) -> None:
    slot.paid.set_price(30)
    slot.drop_in()
    slot.wait_until(COIN_S)
    slot.switch_off()
    slot.drop_in(2)
    slot.switch_on()
    slot.wait_until(3 * COIN_S)


def test_a_coin_that_is_heard_of_after_it_was_counted_pays_once(slot: Slot) -> None:
    slot.paid.set_price(30)
    slot.drop_in()
    slot.wait_until(COIN_S)
    slot.switch_off()
    slot.reach()
    news = threading.Event()
    slot.client.subscribe(lambda _event: wait_for(news))
    for _ in range(3):
        slot.drop_in()
    while slot.client.upkeep.usage().pulses < 4:
        slot.client.status()
    slot.open()
    news.set()
    slot.wait_for_the_key()
    assert slot.paid.left_s == 4 * COIN_S


def test_a_board_that_keeps_no_count_still_tells_of_each_coin(slot: Slot) -> None:
    slot.sim.act(lambda sim: setattr(sim.device, "firmware", firmware("lying list")))
    slot.sim.reset(ResetCause.POWER)
    slot.client.wait_ready(PATIENCE_S)
    while slot.client.upkeep.offers("get_inputs"):
        slot.client.status()
    slot.paid.set_price(30)
    slot.drop_in()
    slot.wait_until(COIN_S)
