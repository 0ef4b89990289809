"""The door for programs: JSON in, JSON out."""

from __future__ import annotations

from tests.kiosk.web.parlour import Parlour
from tests.rules.cases import cases


def test_a_record_is_settled(parlour: Parlour) -> None:
    case = next(case for case in cases("wuhan") if case.id == "wuhan-001")
    answer = parlour.visitor().browser.post("/api/v1/settle", json=case.data["record"])
    assert answer.status_code == 200
    assert answer.get_json()["net"] == case.data["expect"]["net"]


def test_every_problem_of_a_bad_record_is_told(parlour: Parlour) -> None:
    seats = [{"hand": "99x"}, {"luck": 7}, {}, {}]
    record = {"ruleset": "wuhan", "seats": seats, "outcome": "draw"}
    answer = parlour.visitor().browser.post("/api/v1/settle", json=record)
    assert answer.status_code == 422
    assert len(answer.get_json()["error"]["problems"]) >= 2


def test_what_is_no_json_is_refused(parlour: Parlour) -> None:
    answer = parlour.visitor().browser.post(
        "/api/v1/settle", data=b"{", content_type="application/json"
    )
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "bad_json")


def test_a_form_of_a_foreign_page_is_kept_out(parlour: Parlour) -> None:
    browser = parlour.visitor().browser
    foreign = {"Origin": "https://example.org"}
    answer = browser.post("/api/v1/settle", data={"ruleset": "wuhan"}, headers=foreign)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "forbidden")


def test_the_state_names_no_player(parlour: Parlour) -> None:
    browser = parlour.sit_down().browser
    assert browser.get("/api/v1/state").get_json()["session"]["totals"] == [0, 0, 0, 0]
    assert "Aiko" not in browser.get("/api/v1/state").text


def test_an_unknown_address_answers_in_json(parlour: Parlour) -> None:
    answer = parlour.visitor().browser.get("/api/v1/moon")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (404, "not_found")
