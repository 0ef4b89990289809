"""What a table lists for service people is used where it is right, and named where it is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_bridge.faults import Action, Fault, Severity
from firmware_bridge.service_lists import ServiceLists, service_lists
from firmware_bridge.state import Identity
from tests.firmware_bridge.test_dictionary import LEAST, packed

S1 = {"name": "S1", "least": 0, "most": 5000, "unit": "mV", "threshold": "s1_threshold"}
THRESHOLD = {
    "name": "s1_threshold", "least": 300, "most": 3000, "default": 800, "unit": "mV",
}  # fmt: skip
LIFTER = {"name": "lifter", "side": 2, "service_cycles": 60_000}
HEATER = {"code": 1004, "name": "heater", "text": {"en": "The heater is off."}, "severity": "warn"}
GOOD: dict[str, list[dict[str, Any]]] = {
    "inputs": [S1], "parameters": [THRESHOLD], "usage": [LIFTER], "faults": [HEATER],
}  # fmt: skip


def test_a_table_may_list_nothing() -> None:
    assert service_lists({}) == ServiceLists()


def test_what_is_listed_is_read() -> None:
    lists = service_lists({**GOOD, "coin_seconds": 1800})
    assert lists.problems == {}
    assert (lists.inputs[0].name, lists.inputs[0].is_switch) == ("S1", False)
    assert lists.parameters[0].limits == "300 to 3000 mV"
    assert (lists.usage[0].side, lists.coin_seconds) == (2, 1800)
    assert (lists.faults[1004].severity, lists.faults[1004].action) == (
        Severity.WARN,
        Action.CALL_SERVICE,
    )


def test_limits_are_said_with_their_point() -> None:
    (lift,) = service_lists(
        {"parameters": [{**THRESHOLD, "name": "lift", "unit": "s", "decimals": 2}]}
    ).parameters
    assert (lift.limits, lift.with_unit(805)) == ("3.00 to 30.00 s", "8.05 s")


@pytest.mark.parametrize(
    ("name", "rows", "problem"),
    [
        ("inputs", {"S1": 0}, "inputs is no list"),
        ("inputs", ["S1"], "inputs, entry 1: no object"),
        ("inputs", [{"name": "S1", "least": 0}], "inputs, entry 1: lacks most"),
        ("inputs", [S1, S1], "inputs, entry 2: S1 is there already"),
        ("inputs", [{**S1, "least": 5000}], "inputs, entry 1: least is 5000, and most is 5000"),
        ("inputs", [{**S1, "most": 70_000}], "entry 1: most is 70000: -32768 to 32767"),
        ("inputs", [{**S1, "side": 4}], "inputs, entry 1: side is 4: 0 to 3"),
        ("inputs", [{**S1, "least": True}], "inputs, entry 1: least is True"),
        ("inputs", [{**S1, "threshold": "s2"}], "inputs, entry 1: there is no parameter s2"),
        ("inputs", [{**S1, "name": " "}], "inputs, entry 1: name is ' '"),
        ("inputs", [{**S1, "name": "S\x1b[2J"}], "name has characters that cannot be shown"),
        ("inputs", [{**S1, "text": {"en": 7}}], "inputs, entry 1: text in en is no text"),
        ("inputs", [{**S1, "name": f"S{n}"} for n in range(251)], "251 entries: at most 250"),
        ("parameters", [{**THRESHOLD, "default": 0}], "entry 1: default is 0: 300 to 3000"),
        ("parameters", [{**THRESHOLD, "decimals": 9}], "entry 1: decimals is 9: 0 to 3"),
        ("usage", [{**LIFTER, "service_cycles": 0}], "usage, entry 1: service_cycles is 0"),
        ("faults", [{**HEATER, "code": 203}], "faults, entry 1: code is 203: 1000 to 65535"),
        ("faults", [{**HEATER, "severity": "bad"}], "faults, entry 1: severity is 'bad'"),
        ("faults", [{**HEATER, "action": "dance"}], "faults, entry 1: action is 'dance'"),
        ("faults", [{**HEATER, "text": "x" * 201}], "text is no text of at most 200"),
    ],
)
def test_a_list_that_lies_is_not_used_and_the_place_is_named(
    name: str, rows: object, problem: str
) -> None:
    lists = service_lists({"parameters": [THRESHOLD], name: rows})
    assert problem in lists.problems[name]
    assert not getattr(lists, name)


def test_one_bad_list_takes_nothing_else_away() -> None:
    lists = service_lists({**GOOD, "usage": 7, "coin_seconds": -1})
    assert set(lists.problems) == {"usage", "coin_seconds"}
    assert (len(lists.inputs), len(lists.parameters), lists.coin_seconds) == (1, 1, 0)


def test_inputs_whose_threshold_is_in_a_list_that_lies_are_not_used_either() -> None:
    lists = service_lists({"inputs": [S1], "parameters": [{**THRESHOLD, "least": 9_000}]})
    assert set(lists.problems) == {"inputs", "parameters"}


def test_a_table_with_a_list_that_lies_is_a_table() -> None:
    identity = Identity.from_bytes(packed(**LEAST, inputs="all"))
    assert (identity.serial, identity.lists.problems) == ("1", {"inputs": "inputs is no list"})


def test_a_makers_own_fault_has_its_severity_and_what_is_in_no_list_its_number() -> None:
    own = service_lists(GOOD).faults
    heater, unknown = (Fault.from_wire(code, own=own) for code in (1004, 1005))
    assert heater is not None
    assert unknown is not None
    assert (heater.severity, str(heater)) == (Severity.WARN, "heater (fault 1004): call service")
    assert (unknown.code, unknown.severity) == (1005, Severity.FAULT)
