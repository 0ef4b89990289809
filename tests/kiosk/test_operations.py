"""A tap that is sent again is told what it was told before, also over a restart in between."""

from __future__ import annotations

import threading

import pytest

from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.table.port import Link, TableStatus
from tests.kiosk.test_service import DEADLINE_S, Kiosk
from tests.kiosk.test_service import kiosk as kiosk
from vision.errors import VisionError


def test_a_job_that_was_refused_is_refused_again_when_the_same_tap_comes_again(
    kiosk: Kiosk,
) -> None:
    kiosk.machine.now = TableStatus(link=Link.LOST)
    for _ in range(2):
        with pytest.raises(Refused) as caught:
            kiosk.service.submit(c.UseTable("next_hand"), "build-1")
        assert (caught.value.code, caught.value.where) == ("table_lost", "table")
        kiosk.machine.now = TableStatus(link=Link.ONLINE)
    assert kiosk.machine.orders == []


def test_a_refused_job_is_refused_again_after_a_restart(kiosk: Kiosk) -> None:
    kiosk.machine.now = TableStatus(link=Link.LOST)
    with pytest.raises(Refused):
        kiosk.service.submit(c.UseTable("next_hand"), "build-1")
    kiosk.cut_power()
    with pytest.raises(Refused) as caught:
        kiosk.service.submit(c.UseTable("next_hand"), "build-1")
    assert caught.value.code == "table_lost"
    assert kiosk.machine.orders == []


def test_a_job_that_was_taken_is_told_as_done_after_a_restart(kiosk: Kiosk) -> None:
    kiosk.service.submit(c.UseTable("next_hand"), "build-1")
    kiosk.cut_power()
    assert kiosk.service.submit(c.UseTable("next_hand"), "build-1").is_repeat
    assert kiosk.machine.orders == []


def test_a_job_cut_off_while_it_was_asked_for_is_neither_told_as_done_nor_asked_for_twice(
    kiosk: Kiosk,
) -> None:
    kiosk.machine.breaks = RuntimeError("the power is gone")
    with pytest.raises(RuntimeError):
        kiosk.service.submit(c.UseTable("next_hand"), "build-1")
    kiosk.cut_power()
    with pytest.raises(Refused) as caught:
        kiosk.service.submit(c.UseTable("next_hand"), "build-1")
    assert (caught.value.code, caught.value.where) == ("table_outcome_unknown", "table")
    assert kiosk.machine.orders == []
    kiosk.tap(c.UseTable("next_hand"))
    assert len(kiosk.machine.orders) == 1


def test_a_tap_sent_again_while_the_machine_is_asked_waits_for_its_answer(kiosk: Kiosk) -> None:
    kiosk.machine.now = TableStatus(link=Link.LOST)
    kiosk.machine.line.clear()
    codes: list[str] = []

    def build() -> None:
        with pytest.raises(Refused) as caught:
            kiosk.service.submit(c.UseTable("next_hand"), "build-1")
        codes.append(caught.value.code)

    taps = [threading.Thread(target=build) for _ in range(2)]
    taps[0].start()
    assert kiosk.machine.has_order.wait(DEADLINE_S)
    taps[1].start()
    kiosk.machine.line.set()
    for tap in taps:
        tap.join(DEADLINE_S)
    assert codes == ["table_lost"] * 2


def test_a_job_is_asked_for_once_however_often_its_tap_comes(kiosk: Kiosk) -> None:
    answers = [kiosk.service.submit(c.UseTable("next_hand"), "build-1") for _ in range(2)]
    assert [answer.is_repeat for answer in answers] == [False, True]
    assert len(kiosk.machine.orders) == 1


class Errand:
    """Something that the operator asks for: it does as the test says, and counts itself."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.fails, self.runs = fails, 0

    def __call__(self) -> int:
        self.runs += 1
        if self.fails is not None:
            raise self.fails
        return self.runs


def test_what_the_operator_asked_for_is_done_once_over_a_restart(kiosk: Kiosk) -> None:
    errand = Errand()
    assert kiosk.service.once("motion-1", errand) == (False, 1)
    kiosk.cut_power()
    assert kiosk.service.once("motion-1", errand) == (True, None)
    assert kiosk.service.once("motion-2", errand) == (False, 2)


@pytest.mark.parametrize("refusal", [Refused("machine_busy", "wait"), VisionError("no tile")])
def test_what_the_operator_was_refused_is_refused_again_after_a_restart(
    kiosk: Kiosk, refusal: Refused | VisionError
) -> None:
    errand = Errand(refusal)
    with pytest.raises(type(refusal)):
        kiosk.service.once("motion-1", errand)
    kiosk.cut_power()
    with pytest.raises(Refused) as caught:
        kiosk.service.once("motion-1", errand)
    assert (caught.value.code, errand.runs) == (refusal.code, 1)


def test_an_errand_of_the_operators_that_was_cut_off_is_not_run_a_second_time(
    kiosk: Kiosk,
) -> None:
    errand = Errand(RuntimeError("the power is gone"))
    with pytest.raises(RuntimeError):
        kiosk.service.once("motion-1", errand)
    kiosk.cut_power()
    with pytest.raises(Refused) as caught:
        kiosk.service.once("motion-1", errand)
    assert (caught.value.code, errand.runs) == ("outcome_unknown", 1)


def test_nothing_of_the_operators_begins_before_it_is_written_down(kiosk: Kiosk) -> None:
    def look() -> None:
        assert kiosk.store.answer("motion-1") is not None

    assert kiosk.service.once("motion-1", look) == (False, None)


def test_no_name_serves_a_command_and_an_errand_both(kiosk: Kiosk) -> None:
    errand = Errand()
    kiosk.service.submit(c.StartPlay(), "start-1")
    assert kiosk.service.once("start-1", errand) == (True, None)
    kiosk.service.once("motion-1", errand)
    assert kiosk.service.submit(c.GoBack(Stage.TABLE), "motion-1").is_repeat
    assert errand.runs == 1
