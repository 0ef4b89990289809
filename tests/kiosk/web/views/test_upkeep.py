"""Service people at the operator's pages: live inputs, parameters and wear of a simulated table."""

from __future__ import annotations

import pytest

from firmware_bridge.wire.codes import ResetCause
from hw_sim.board.firmware import firmware
from hw_sim.scenarios.actions import act
from tests.guards import PATIENCE_S
from tests.kiosk.table.test_maintenance import Bench
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor, unlock

PAGES = ("inputs", "parameters", "usage")


def at(parlour: Parlour, page: str) -> Visitor:
    return unlock(parlour.app, f"/operator/machine/{page}")


def read(operator: Visitor) -> list[dict[str, object]]:
    """Return what the page is told when it asks again."""
    body = operator.browser.get("/operator/machine/inputs.json").json
    assert body is not None
    assert body["problem"] == ""
    rows: list[dict[str, object]] = body["inputs"]
    return rows


def test_a_level_follows_its_potentiometer_without_another_page(
    parlour: Parlour, bench: Bench
) -> None:
    operator = at(parlour, "inputs")
    assert operator.sees("Tile in the head")
    assert operator.sees("Motor supply")
    before = read(operator)[0]["part"]
    bench.sim.act(lambda sim: act(sim, "sensor", {"spot": "passage", "side": 0, "gain": 0.5}))
    assert before == pytest.approx(80, abs=2)
    assert read(operator)[0]["part"] == pytest.approx(40, abs=1)


def test_the_pages_are_behind_the_pin(parlour: Parlour, bench: Bench) -> None:
    assert bench.client.link.is_up
    visitor = parlour.visitor()
    for page in (*PAGES, "inputs.json"):
        assert visitor.browser.get(f"/operator/machine/{page}").status_code in (303, 401, 403)


def test_a_parameter_is_set_taken_back_and_set_to_its_default(
    parlour: Parlour, bench: Bench
) -> None:
    operator = at(parlour, "parameters")
    assert operator.sees("40 to 400 ms")
    operator.tap("Set", value="200")
    assert operator.sees("Set to 200 ms.")
    operator.tap("Set", value="300")
    operator.tap("Back to 200 ms")
    assert bench.maintenance.upkeep.parameters()[0].value == 200
    operator.tap("Default")
    assert bench.maintenance.upkeep.parameters()[0].value == 120


@pytest.mark.parametrize("value", ["39", "401", "x", "120.5", "NaN", ""])
def test_a_value_outside_its_limits_is_refused_in_words(
    value: str, parlour: Parlour, bench: Bench
) -> None:
    operator = at(parlour, "parameters")
    operator.tap("Set", value=value)
    assert operator.sees("This value is outside its limits.")
    assert bench.maintenance.upkeep.parameters()[0].value == 120


def test_a_worn_memory_is_said(parlour: Parlour, bench: Bench) -> None:
    operator = at(parlour, "parameters")
    bench.sim.act(lambda sim: act(sim, "wear_out", {}))
    operator.tap("Set", place=2, value="8.0")
    assert operator.sees("Tell service: 504.")


def test_a_service_is_noted_at_the_machine(parlour: Parlour, bench: Bench) -> None:
    bench.client.next_hand().wait(PATIENCE_S)
    operator = at(parlour, "usage")
    assert operator.sees("Cycles: 2")
    operator.tap("Serviced")
    row = bench.maintenance.upkeep.usage().rows[0]
    assert (row.cycles_at_service, row.share) == (2, 0.0)


@pytest.mark.parametrize("page", PAGES)
def test_an_older_table_says_that_it_has_none(page: str, parlour: Parlour, bench: Bench) -> None:
    bench.sim.act(lambda sim: setattr(sim.device, "firmware", firmware("one set")))
    bench.sim.reset(ResetCause.POWER)
    bench.client.wait_ready(PATIENCE_S)
    while bench.client.upkeep.offers("get_inputs"):
        bench.client.status()
    assert at(parlour, page).sees("This table has no such function.")
    assert not at(parlour, page).sees("40 to 400 ms")


def test_a_table_whose_lists_lie_says_so_and_plays_on(parlour: Parlour, bench: Bench) -> None:
    bench.sim.act(lambda sim: setattr(sim.device, "firmware", firmware("lying list")))
    bench.sim.reset(ResetCause.POWER)
    bench.client.wait_ready(PATIENCE_S)
    while bench.client.upkeep.offers("get_inputs"):
        bench.client.status()
    assert at(parlour, "parameters").sees("Tell service: 912.")
    assert at(parlour, "usage").sees("Cycles: 0")
    bench.client.next_hand().wait(PATIENCE_S)


def test_a_coin_stands_among_the_events_and_is_counted(parlour: Parlour, bench: Bench) -> None:
    bench.sim.act(lambda sim: act(sim, "coin", {"slot": 1, "pulses": 2}))
    while not any(one.topic == "coin" for one in bench.maintenance.report().happenings):
        bench.client.status()
    events = unlock(parlour.app, "/operator/support")
    assert events.sees("Coin")
    assert not events.sees("(1)"), "its slot is no fault"
    assert at(parlour, "usage").sees("Coins in its life: 2")


def test_without_a_machine_the_pages_say_so(parlour: Parlour) -> None:
    for page in PAGES:
        assert at(parlour, page).sees("no machine")


def test_a_makers_own_fault_is_told_in_the_makers_words(parlour: Parlour, bench: Bench) -> None:
    bench.sim.jam(1001)
    job = bench.client.build()
    assert any(job.watch(PATIENCE_S) for _ in range(1_000))
    while not bench.maintenance.faults.troubles():
        bench.client.status()
    operator = unlock(parlour.app, "/operator/")
    assert operator.sees("The fan of the control box stands still. (1001)")
