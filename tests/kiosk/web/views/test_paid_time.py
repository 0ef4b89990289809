"""A table that is paid for by time: what players see and may do, and what staff set and give."""

from __future__ import annotations

import pytest

from kiosk.paid_time import PaidTime
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.web.parlour import Parlour, sheet_example
from tests.kiosk.web.visitor import Visitor, unlock

PAGE = "/operator/machine/paid-time"
OVER = "The paid time is over: the machine builds no more walls. Insert a coin, or ask staff."
SOON = "Less than 5 minutes of paid time are left. Insert a coin, or ask staff."
TABLE = "T-1"


@pytest.fixture(autouse=True)
def clock(parlour: Parlour) -> SetClock:
    """Return the clock by which *parlour*'s paid time runs."""
    clock = SetClock()
    parlour.service.paid_time = PaidTime(None, clock)
    return clock


def staff(parlour: Parlour) -> Visitor:
    return unlock(parlour.app, PAGE)


def sit_down_for(parlour: Parlour, *, minutes: int) -> Visitor:
    """Return someone at a table that is paid for *minutes*."""
    parlour.service.paid_time.set_price(30)
    parlour.service.paid_time.give(minutes)
    return parlour.sit_down()


def test_a_table_that_is_not_paid_for_says_nothing_of_it(parlour: Parlour) -> None:
    someone = parlour.sit_down()
    assert not someone.sees("Paid time")
    assert someone.sees("Build the walls")
    assert staff(parlour).sees("Time is not counted: the machine builds as often as people like.")


def test_staff_set_what_a_coin_buys_give_time_and_end_it(parlour: Parlour, clock: SetClock) -> None:
    operator = staff(parlour)
    operator.tap("Count time", minutes="20")
    assert operator.sees("A coin buys 20 min.")
    parlour.service.paid_time.count(TABLE, 2, 2)
    operator.tap("+30 min", "+60 min")
    assert operator.sees("130:00")
    assert operator.sees("Coins: 2 · +40 min")
    clock.pass_s(61)
    assert operator.go(PAGE).sees("128:59")
    operator.tap("End it now")
    assert parlour.service.paid_time.is_over
    operator.tap("Stop counting")
    assert not parlour.service.paid_time.is_on


def test_minutes_that_cannot_be_are_refused_in_words(parlour: Parlour) -> None:
    operator = staff(parlour)
    operator.tap("Count time", minutes="1441")
    assert operator.sees("So many minutes cannot be. Choose 1 to 1440; a coin may also buy 0.")
    assert not parlour.service.paid_time.is_on


def test_a_tap_that_comes_twice_gives_time_once(parlour: Parlour) -> None:
    parlour.service.paid_time.set_price(0)
    operator = staff(parlour)
    form = operator.find("+30 min").form
    assert form is not None
    for _ in range(2):
        operator.send(form, form.fields)
    assert parlour.service.paid_time.left_s == 30 * 60


def test_only_staff_change_the_paid_time(parlour: Parlour) -> None:
    parlour.service.paid_time.set_price(0)
    visitor = parlour.visitor()
    for path in ("price", "given", "end"):
        form = {"op": "by-a-player", "minutes": "60", "seen": "0"}
        ours = {"Sec-Fetch-Site": "same-origin"}
        visitor.browser.post(f"{PAGE}/{path}", data=form, headers=ours)
    assert (parlour.service.paid_time.is_on, parlour.service.paid_time.left_s) == (True, 0)


def test_without_paid_time_no_walls_are_built_and_a_coin_brings_them(parlour: Parlour) -> None:
    parlour.service.paid_time.set_price(30)
    someone = parlour.sit_down()
    assert someone.sees(OVER)
    assert not someone.sees("Build the walls")
    assert someone.sees("Skip the machine")
    parlour.service.paid_time.count(TABLE, 1, 1)
    someone.go("/")
    assert someone.sees("30:00")
    assert not someone.sees(OVER)
    someone.tap("Build the walls")
    assert [job for job, _ in parlour.machine.orders] == ["next_hand"]


def test_whoever_pays_before_they_sit_down_sees_that_it_counts(parlour: Parlour) -> None:
    parlour.service.paid_time.set_price(30)
    someone = parlour.visitor().go("/")
    assert not someone.sees("30:00")
    parlour.service.paid_time.count(TABLE, 1, 1)
    assert someone.go("/").sees("Paid time 30:00")


def test_a_page_from_before_the_end_is_refused_with_what_to_do(
    parlour: Parlour, clock: SetClock
) -> None:
    someone = sit_down_for(parlour, minutes=1)
    clock.pass_s(60)
    someone.tap("Build the walls")
    assert someone.sees("The paid time is over. Insert a coin or ask staff, then tap again.")
    assert parlour.machine.orders == []


def test_the_hand_at_play_is_played_and_settled_to_its_end(
    parlour: Parlour, clock: SetClock
) -> None:
    someone = sit_down_for(parlour, minutes=10)
    someone.tap("Build the walls")
    clock.pass_s(6 * 60)
    assert someone.go("/").sees(SOON)
    parlour.machine.finish(walls_up=True)
    someone.go("/").tap("Skip the machine")
    clock.pass_s(30 * 60)
    assert someone.go("/").sees("Last hand")
    someone.tap("Dana wins").tap("Bo", place=0)
    parlour.read(someone, sheet_example()).tap("Score it", "Confirm & next hand")
    assert parlour.totals == (-16, -16, -64, 96)
    assert someone.sees(OVER)


def test_walls_that_jammed_in_paid_time_are_built_though_it_is_over(
    parlour: Parlour, clock: SetClock
) -> None:
    someone = sit_down_for(parlour, minutes=1)
    someone.tap("Build the walls")
    parlour.machine.finish()
    clock.pass_s(10 * 60)
    someone.go("/")
    assert someone.sees("The paid time is over: this hand is the last. Insert a coin,")
    someone.tap("Build the walls")
    assert len(parlour.machine.orders) == 2


def test_where_no_coin_buys_anything_staff_are_asked(parlour: Parlour) -> None:
    parlour.service.paid_time.set_price(0)
    visitor = parlour.sit_down()
    assert visitor.sees("the machine builds no more walls. Ask staff for more.")
    assert not visitor.sees("coin")


def test_the_last_minutes_are_said_and_sounded(parlour: Parlour, clock: SetClock) -> None:
    someone = sit_down_for(parlour, minutes=6)
    assert "look:" not in someone.page.html
    clock.pass_s(61)
    someone.go("/")
    assert 'data-cue="look:1.soon"' in someone.page.html
    assert someone.page.html.count(SOON) == 2, "on the page and for who cannot see it"
