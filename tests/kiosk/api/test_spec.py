"""The interface's description says what the routes do, no more and no less."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import kiosk
import rules
from kiosk.access.request_guard import find_right
from kiosk.access.rights import SCOPES
from kiosk.api.commands import KINDS, NOT_SENT, Call, name_of
from kiosk.api.operations import OPERATIONS, read
from kiosk.api.spec import description
from kiosk.errors import Refused
from kiosk.session import commands
from kiosk.table.maintenance import MOTIONS
from tests.kiosk.web.parlour import Parlour
from tests.rules.cases import cases

HOME = Path(kiosk.__file__).parent


def find_operations() -> dict[tuple[str, str], Any]:
    """Return every operation by method and address."""
    return {
        (method, f"/api/v1{path}"): operation
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
        if method != "parameters"
    }


def find_routes(parlour: Parlour) -> dict[tuple[str, str], str]:
    """Return the endpoint of every method of every route, addresses as they are described."""
    return {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)): rule.endpoint
        for rule in parlour.app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def schema(name: str) -> dict[str, Any]:
    """Return the schema *name*, able to stand alone."""
    return {"$ref": f"#/components/schemas/{name}", "components": description()["components"]}


def test_routes_and_description_are_the_same(parlour: Parlour) -> None:
    assert find_routes(parlour).keys() == find_operations().keys()


def test_the_description_tells_the_right_that_is_asked(parlour: Parlour) -> None:
    rights = {place: operation["x-right"] for place, operation in find_operations().items()}
    route_rights = {
        place: str(find_right(parlour.app, endpoint, place[0].upper()))
        for place, endpoint in find_routes(parlour).items()
    }
    assert rights == route_rights


def test_every_operation_has_a_name_of_its_own() -> None:
    names = [one.id for one in OPERATIONS]
    assert len(names) == len(set(names))


def test_every_reference_leads_somewhere() -> None:
    schemas = description()["components"]["schemas"].keys()
    references = set(re.findall(r"'#/components/schemas/([^']+)'", str(description())))
    assert references - schemas == set()


@pytest.mark.parametrize("name", KINDS)
def test_every_command_is_read_as_it_is_described(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(Call, {"op": "operation-1", "command": {"do": name, "luck": 7}})
    assert refusal.value.code == "bad_json"
    assert not jsonschema_rs.is_valid(schema(f"Command.{name}"), {"do": name, "luck": 7})


def test_every_command_that_a_page_sends_can_be_sent() -> None:
    kinds = {kind.__name__ for kind in (*KINDS.values(), *NOT_SENT)}
    calls = {
        call.func.id
        for module in (HOME / "web").rglob("*.py")
        for call in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    }
    page_commands = {name for name in calls if hasattr(commands, name)} - {
        "Claim",
        "Mapping",
        "dataclass",
        "field",
    }
    assert len(page_commands) > 30
    assert page_commands - kinds == set()


def test_a_command_is_named_after_what_it_is() -> None:
    assert name_of(commands.WinOnTile) == "win_on_tile"


def test_every_record_of_the_cases_has_the_described_form() -> None:
    form = jsonschema_rs.validator_for(schema("Record"))
    hands = [case for game in rules.rulesets() for case in cases(game) if "record" in case.data]
    right = [case for case in hands if "error" not in case.data["expect"]]
    assert len(right) > 300
    assert [case.id for case in right if not form.is_valid(case.data["record"])] == []


def test_every_settlement_of_the_cases_has_the_described_form() -> None:
    form = jsonschema_rs.validator_for(schema("Settlement"))
    hands = [
        case for game in rules.rulesets() for case in cases(game)[:10] if "record" in case.data
    ]
    answers = [(case.id, rules.settle_json(case.data["record"])) for case in hands]
    wrong = [id_ for id_, answer in answers if "error" not in answer and not form.is_valid(answer)]
    assert wrong == []


def test_rights_and_motions_are_all_that_there_are() -> None:
    models = description()["components"]["schemas"]
    assert models["Token"]["properties"]["right"]["enum"] == list(SCOPES)
    moves = models["Move"]["properties"]["motion"]["enum"]
    assert sorted([*moves, "jog"]) == sorted(MOTIONS)
