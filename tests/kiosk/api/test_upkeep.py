"""A program of service people: inputs, parameters and the work of a simulated table."""

from __future__ import annotations

import pytest

from tests.kiosk.api.program import Program

pytestmark = pytest.mark.usefixtures("bench")


def parameter(program: Program) -> dict[str, object]:
    """Return the first parameter of the table."""
    rows: list[dict[str, object]] = program.get("/machine/parameters").get_json()["parameters"]
    return rows[0]


def test_a_parameter_is_set_and_read_again(program: Program) -> None:
    before = parameter(program)
    path = f"/machine/parameters/{before['name']}"
    body = {"op": program.new_op(), "value": before["most"]}
    assert program.send("PUT", path, body).get_json() == {"is_repeat": False}
    assert parameter(program)["value"] == before["most"]


@pytest.mark.parametrize(("name", "value"), [("nonsense", 1), ("", 1_000_000)])
def test_what_no_parameter_can_be_is_refused_with_its_limits(
    program: Program, name: str, value: int
) -> None:
    before = parameter(program)
    path = f"/machine/parameters/{name or before['name']}"
    answer = program.send("PUT", path, {"op": program.new_op(), "value": value})
    assert answer.status_code == 409
    message = answer.get_json()["error"]["message"]
    assert str(before["name" if name else "most"]) in message
    assert parameter(program) == before


def test_inputs_say_whether_they_are_well(program: Program) -> None:
    inputs = program.get("/machine/inputs").get_json()["inputs"]
    assert {one["name"] for one in inputs} > {"S1", "SW1", "M1"}
    assert all(one["is_well"] for one in inputs)


def test_a_service_is_noted_once(program: Program) -> None:
    body = {"op": program.new_op(), "number": 0}
    answers = [program.send("POST", "/machine/serviced", body).get_json() for _ in range(2)]
    assert answers == [{"is_repeat": False}, {"is_repeat": True}]
    assert program.get("/machine/usage").get_json()["usage"][0]["percent"] == 0
