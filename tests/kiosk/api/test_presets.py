"""House rules by name, for programs: the same that the pages keep."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from kiosk.access.rights import Right
from tests.kiosk.api.program import Program
from tests.kiosk.web.parlour import Parlour

CLUB = "/presets/riichi/Club"
KIRIAGE = {"options": {"kiriage": True}}


def test_rules_that_a_program_keeps_are_what_a_session_begins_with(
    parlour: Parlour, program: Program
) -> None:
    preset = program.send("PUT", CLUB, KIRIAGE).get_json()
    assert (preset["name"], preset["version"], preset["options"]) == ("Club", 1, {"kiriage": True})
    (form,) = [one for one in parlour.visitor().go("/new/riichi").page.forms if one.id == "options"]
    assert ("kiriage", "true") in form.fields


def test_rules_are_listed_changed_and_forgotten(program: Program) -> None:
    first = program.send("PUT", CLUB, KIRIAGE).get_json()
    second = program.send("PUT", CLUB, {"options": {"rounds": 1}}).get_json()
    assert (second["version"], second["hash"] != first["hash"]) == (2, True)
    assert program.get("/presets").get_json() == {"presets": [second]}
    assert program.get(CLUB).get_json() == second
    assert program.send("DELETE", CLUB).status_code == 204
    assert program.get(CLUB).status_code == 404
    assert program.send("DELETE", CLUB).status_code == 404


@pytest.mark.parametrize("name", ["木曜 A/B", "Tuesday 19:00"])
def test_a_name_may_have_any_characters(program: Program, name: str) -> None:
    place = f"/presets/riichi/{quote(name, safe='')}"
    program.send("PUT", place, KIRIAGE)
    assert program.get(place).get_json()["name"] == name


def test_what_stands_at_the_default_is_not_kept(program: Program) -> None:
    preset = program.send("PUT", CLUB, {"options": {"kiriage": False, "rounds": 1}}).get_json()
    assert preset["options"] == {"rounds": 1}


@pytest.mark.parametrize(
    ("place", "body", "where"),
    [
        (CLUB, {"options": {"kiriage": "perhaps"}}, "options"),
        (CLUB, {"options": {"speed": 3}}, "options"),
        ("/presets/tiddlywinks/Club", KIRIAGE, "options"),
        (f"/presets/riichi/{'x' * 25}", KIRIAGE, "name"),
        ("/presets/riichi/%20", KIRIAGE, "name"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    program: Program, place: str, body: object, where: str
) -> None:
    answer = program.send("PUT", place, body)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["where"] == where
    assert program.get("/presets").get_json() == {"presets": []}


def test_export_and_import_are_the_page_s_own_file(parlour: Parlour, program: Program) -> None:
    program.send("PUT", CLUB, KIRIAGE)
    text = program.get("/presets/export").text
    parlour.operator_context.pin_lock.choose("2468")
    operator = parlour.visitor().go("/operator/").tap("Unlock", pin="2468")
    assert operator.browser.get("/presets.json").text == text
    program.send("DELETE", CLUB)
    assert program.send("POST", "/presets/import", json.loads(text)).get_json() == {"presets": 1}
    assert program.get("/presets/export").text == text


@pytest.mark.parametrize("body", [[], {}, [{"ruleset": "riichi", "name": "Club", "options": 3}]])
def test_a_file_that_is_none_changes_nothing(program: Program, body: object) -> None:
    program.send("PUT", CLUB, KIRIAGE)
    assert program.send("POST", "/presets/import", body).status_code == 422
    assert len(program.get("/presets").get_json()["presets"]) == 1


def test_who_may_only_score_sees_no_house_rules(parlour: Parlour) -> None:
    secrets = parlour.operator_context.secrets
    token = secrets.make_token("score", Right.SCORE, 0)[1]
    answer = parlour.app.test_client().get(
        "/api/v1/presets", headers={"Authorization": f"Bearer {token}"}
    )
    assert answer.status_code == 403


def test_a_name_of_two_lines_has_no_address_and_the_description_says_so(program: Program) -> None:
    reply = program.send("PUT", "/presets/riichi/two%0Alines", KIRIAGE)
    description = program.get("/openapi.json").get_json()
    assert (
        str(reply.status_code)
        in description["paths"]["/presets/{ruleset}/{preset}"]["put"]["responses"]
    )
    assert program.get("/presets").get_json() == {"presets": []}
