"""Time that was paid for: by coins and by hand, over restarts, power cuts and clocks that jump."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.paid_time import MOST_MINUTES, SOON_S, PaidTime
from kiosk.paid_time.account import MOST_MISSED
from kiosk.paid_time.log import FILE, MOST_USED
from tests.kiosk.access.clocks import SetClock

MINUTE_S = 60
OURS = "T-1"


class Table:
    """A table whose kiosk can be switched off and on again."""

    def __init__(self, folder: Path | None, price: int | None = 30) -> None:
        self.folder, self.clock = folder, SetClock()
        self.switch_on()
        if price is not None:
            self.paid.set_price(price)

    def switch_on(self) -> None:
        """Start a fresh program on the same disk."""
        self.paid = PaidTime(self.folder, self.clock)

    @property
    def minutes(self) -> float:
        """Return what is left, in minutes."""
        return self.paid.left_s / MINUTE_S


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_before_staff_set_a_price_nothing_is_counted_and_nothing_is_over() -> None:
    table = Table(None, price=None)
    table.paid.count(OURS, 7, 1)
    table.paid.begin_hand(1)
    assert (table.paid.is_on, table.paid.is_over, table.paid.entries()) == (False, False, ())
    with pytest.raises(Refused, match="not counted"):
        table.paid.give(30)


def test_a_coin_buys_what_it_buys_and_the_time_runs_down(table: Table) -> None:
    assert table.paid.is_over
    table.paid.count(OURS, 1, 1)
    table.clock.pass_s(10 * MINUTE_S)
    table.paid.count(OURS, 3, 2)
    assert table.minutes == 80
    table.clock.pass_s(80 * MINUTE_S)
    assert table.paid.is_over


def test_a_coin_that_is_told_twice_buys_once(table: Table) -> None:
    table.paid.count(OURS, 1, 1)
    table.paid.count(OURS, 1, 1)
    assert table.minutes == 30


def test_coins_that_fell_while_the_kiosk_was_off_pay_once_it_is_back(table: Table) -> None:
    table.paid.count(OURS, 11, 1)
    table.switch_on()
    table.paid.count(OURS, 13)
    table.paid.count(OURS, 14, 1)
    assert table.minutes == 120


def test_the_coins_of_a_table_s_life_before_are_nobody_s(table: Table) -> None:
    table.paid.count(OURS, 4711)
    assert (table.minutes, [one.kind for one in table.paid.entries()]) == (0, ["price"])
    table.paid.count(OURS, 4712, 1)
    assert table.minutes == 30


@pytest.mark.parametrize("count", [0, 2, 11 + MOST_MISSED + 1, 2**32 - 1])
def test_another_board_s_count_brings_the_coin_that_fell_and_no_more(
    table: Table, count: int
) -> None:
    table.paid.count(OURS, 10)
    table.paid.count(OURS, 11, 1)
    table.paid.count(OURS, count, 1)
    assert table.minutes == 60
    table.paid.count(OURS, count + 1, 1)
    assert table.minutes == 90


def test_coins_from_before_it_was_switched_on_buy_nothing(table: Table) -> None:
    table.paid.count(OURS, 1, 1)
    table.paid.set_price(None)
    table.paid.count(OURS, 5, 4)
    table.paid.set_price(20)
    table.paid.count(OURS, 5)
    table.paid.count(OURS, 6, 1)
    assert table.minutes == 50


def test_while_it_is_not_counted_it_stands_still(table: Table) -> None:
    table.paid.give(60)
    table.paid.set_price(None)
    table.clock.pass_s(3 * 60 * MINUTE_S)
    assert not table.paid.is_over
    table.paid.set_price(30)
    assert table.minutes == 60


def test_staff_give_time_and_end_it(table: Table) -> None:
    table.paid.give(30)
    table.paid.give(60)
    assert table.minutes == 90
    table.paid.end()
    assert table.paid.is_over
    assert [one.kind for one in table.paid.entries()] == ["ended", "given", "given", "price"]


@pytest.mark.parametrize("minutes", [-1, 0, MOST_MINUTES + 1])
def test_time_that_cannot_be_given_is_refused(table: Table, minutes: int) -> None:
    with pytest.raises(Refused) as refusal:
        table.paid.give(minutes)
    assert (refusal.value.code, table.minutes) == ("bad_minutes", 0)


def test_a_restart_takes_nothing_and_the_night_is_not_paid_for(table: Table) -> None:
    table.paid.give(60)
    table.clock.pass_s(20 * MINUTE_S)
    table.paid.close()
    table.clock.pass_s(10 * 60 * MINUTE_S)
    table.switch_on()
    assert table.minutes == 40


def test_a_power_cut_gives_back_what_was_not_written_down(table: Table) -> None:
    table.paid.give(60)
    table.clock.pass_s(20 * MINUTE_S)
    table.paid.keep()
    table.clock.pass_s(50)
    table.switch_on()
    assert table.minutes == 40


def test_a_clock_that_is_set_takes_nothing(table: Table) -> None:
    table.paid.give(60)
    table.clock.wall += 400 * 86_400_000
    assert table.minutes == 60
    table.clock.wall -= 800 * 86_400_000
    table.clock.pass_s(MINUTE_S)
    assert table.minutes == 59


@pytest.mark.parametrize("torn", [b'{"kind":"giv', b"\0\0\0\0", b"{}\n", b"\xff\n", b"[]\n"])
def test_a_line_that_a_power_cut_tore_costs_nothing_else(torn: bytes, table: Table) -> None:
    table.paid.give(60)
    assert table.folder is not None
    with (table.folder / FILE).open("ab") as file:
        file.write(torn)
    table.switch_on()
    table.paid.give(30)
    table.switch_on()
    assert table.minutes == 90


def test_a_disk_that_takes_nothing_refuses_staff_and_forgets_no_coin(
    table: Table, tmp_path: Path
) -> None:
    file, aside = tmp_path / FILE, tmp_path / "aside"
    file.rename(aside)
    file.mkdir()
    table.paid.count(OURS, 1, 1)
    with pytest.raises(Refused) as refusal:
        table.paid.give(60)
    assert (refusal.value.code, table.minutes) == ("paid_time_unwritten", 30)
    file.rmdir()
    aside.rename(file)
    table.paid.keep()
    table.switch_on()
    assert table.minutes == 30


def test_a_file_of_many_evenings_is_added_up(table: Table, tmp_path: Path) -> None:
    table.paid.give(MOST_MINUTES)
    minute = b'{"kind":"used","at_ms":0,"ms":60000}\n'
    with (tmp_path / FILE).open("ab") as file:
        file.write(minute * (MOST_USED + 1))
    table.switch_on()
    assert table.minutes == MOST_MINUTES - MOST_USED - 1
    assert (tmp_path / FILE).stat().st_size < 10 * len(minute)
    table.paid.give(1)
    table.switch_on()
    assert table.minutes == MOST_MINUTES - MOST_USED


def test_a_hand_that_was_begun_in_time_is_not_stopped_half_built(table: Table) -> None:
    table.paid.give(1)
    table.paid.begin_hand(7)
    table.clock.pass_s(2 * MINUTE_S)
    table.paid.begin_hand(7)
    with pytest.raises(Refused) as refusal:
        table.paid.begin_hand(8)
    assert refusal.value.code == "paid_time_over"


def test_nor_where_the_kiosk_is_started_anew_between_a_jam_and_its_walls(table: Table) -> None:
    table.paid.give(1)
    table.paid.begin_hand(7)
    table.clock.pass_s(2 * MINUTE_S)
    table.paid.keep()
    table.switch_on()
    assert (table.paid.is_over, table.paid.has_time_for(7)) == (True, True)
    assert not table.paid.has_time_for(8)


def test_a_file_that_cannot_be_read_is_put_aside_and_the_table_is_played_at(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).mkdir()
    table = Table(tmp_path, price=30)
    assert "cannot be read" in caplog.text
    table.paid.give(20)
    table.switch_on()
    assert (table.minutes, (tmp_path / FILE).is_file()) == (20, True)


def test_it_wakes_for_the_last_minutes_and_for_the_end(table: Table) -> None:
    assert table.paid.wait_s() is None
    table.paid.give(6)
    assert table.paid.wait_s() == 60
    table.clock.pass_s(30)
    assert table.paid.wait_s() == 30
    table.clock.pass_s(6 * MINUTE_S - SOON_S + 250)
    assert table.paid.wait_s() == 20


def test_screens_hear_of_a_coin_at_once(table: Table) -> None:
    minutes: list[float] = []
    table.paid.listen(lambda: minutes.append(table.minutes))
    table.paid.count(OURS, 1, 1)
    table.paid.count(OURS, 1, 1)
    assert minutes == [30]
