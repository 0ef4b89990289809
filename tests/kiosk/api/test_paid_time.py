"""A program of the house: it reads how much time was paid for, sets the price, gives time."""

from __future__ import annotations

import pytest

from kiosk.paid_time import PaidTime
from tests.kiosk.access.clocks import SetClock
from tests.kiosk.api.program import Program
from tests.kiosk.web.parlour import Parlour


@pytest.fixture(autouse=True)
def clock(parlour: Parlour) -> SetClock:
    """Return the clock by which *parlour*'s paid time runs."""
    clock = SetClock()
    parlour.service.paid_time = PaidTime(None, clock)
    return clock


def test_a_program_sets_the_price_gives_time_and_reads_what_is_left(
    program: Program, clock: SetClock
) -> None:
    before = program.get("/paid-time").get_json()
    assert before == {"is_on": False, "is_over": False, "left_s": 0, "coin_seconds": None}
    program.send("PUT", "/paid-time/price", {"op": program.new_op(), "minutes": 20})
    body = {"op": program.new_op(), "minutes": 60}
    answers = [program.send("POST", "/paid-time/given", body).get_json() for _ in range(2)]
    assert answers == [{"is_repeat": False}, {"is_repeat": True}]
    clock.pass_s(90)
    status = program.get("/paid-time").get_json()
    assert status == {"is_on": True, "is_over": False, "left_s": 3510, "coin_seconds": 1200}
    program.post("/paid-time/end")
    assert program.get("/paid-time").get_json()["is_over"]
    rows = program.get("/paid-time/entries").get_json()["entries"]
    assert [(one["kind"], one["seconds"]) for one in rows] == [
        ("ended", None),
        ("given", 3600),
        ("price", 1200),
    ]


def test_time_cannot_be_given_where_none_is_on(program: Program) -> None:
    answer = program.post("/paid-time/given", minutes=30)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "paid_time_off")


@pytest.mark.parametrize("minutes", [0, -1, 1441, "30", 1.5])
def test_minutes_that_cannot_be_are_refused_with_their_limits(
    program: Program, minutes: object
) -> None:
    program.send("PUT", "/paid-time/price", {"op": program.new_op(), "minutes": None})
    answer = program.post("/paid-time/given", minutes=minutes)
    assert answer.status_code == 400
    assert program.get("/paid-time").get_json()["left_s"] == 0


def test_a_program_cannot_have_walls_built_when_the_time_is_over(
    program: Program, parlour: Parlour
) -> None:
    parlour.sit_down()
    program.send("PUT", "/paid-time/price", {"op": program.new_op(), "minutes": 30})
    answer = program.post("/commands", command={"do": "use_table", "job": "next_hand"})
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (409, "paid_time_over")
    machine = program.get("/table").get_json()["machine"]
    assert (machine["next_job"], machine["is_unpaid"]) == (None, True)
    assert parlour.machine.orders == []
