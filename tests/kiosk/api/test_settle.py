"""The door for programs: JSON in, JSON out."""

from __future__ import annotations

import pytest

from kiosk.api.operations import MOST_PROBLEMS
from tests.kiosk.web.parlour import Parlour
from tests.rules.cases import cases
from tests.rules.records import record


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


TOO_MUCH = {
    "discards": {"seats": [{"discards": ["1z"] * 40_000}, {}, {}, {}]},
    "indicators": {"deal": {"indicators": ["1z"] * 40_000}},
    "tiles": {"seats": [{"aside": "1" * 200_000 + "z"}, {}, {}, {}]},
}
"""Records of 200 kB that kept the rules at work for one to two seconds each."""


@pytest.mark.parametrize("what", TOO_MUCH)
def test_a_call_larger_than_any_record_is_refused_unread(parlour: Parlour, what: str) -> None:
    record = {"ruleset": "wuhan", "outcome": "draw", **TOO_MUCH[what]}
    answer = parlour.visitor().browser.post("/api/v1/settle", json=record)
    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"]) == (413, "request_entity_too_large")
    assert "16,384 bytes" in error["message"]


def test_the_longest_log_of_a_hand_is_no_call_too_large(parlour: Parlour) -> None:
    cards = [f"{rank}{suit}" for rank in "3456789TJQKA2" for suit in "SHDC"] + ["BJ", "RJ"]
    plays = [{"seat": 0, "cards": [card]} for card in 2 * cards]
    passes = [{"seat": 3, "cards": []}] * (3 * len(plays))
    hands = [["10S"] * 27] * 4
    play = {"hands": hands, "plays": [*plays, *passes], "finish": [0, 1, 2, 3]}
    record = {"ruleset": "shuangkou", "outcome": "win", "play": play}
    answer = parlour.visitor().browser.post("/api/v1/settle", json=record)
    assert answer.status_code == 422
    assert answer.get_json()["error"]["code"] != "request_entity_too_large"


def test_of_very_many_problems_the_first_are_told(parlour: Parlour) -> None:
    wins = [{"seat": 0, "by": "self_draw", "marks": ["x"] * 3_000}]
    record = {"ruleset": "wuhan", "outcome": "win", "seats": [{}] * 4, "wins": wins}
    answer = parlour.visitor().browser.post("/api/v1/settle", json=record)
    assert answer.status_code == 422
    assert len(answer.get_json()["error"]["problems"]) == MOST_PROBLEMS


def test_a_program_asks_what_a_hand_waits_for(parlour: Parlour) -> None:
    hand = record("riichi", around={2: {"hand": "23456m234p345s66s"}}, deal={"indicators": ["1z"]})
    answer = parlour.visitor().browser.post("/api/v1/waits", json={"seat": 2, "record": hand})
    assert answer.status_code == 200
    assert [wait["tile"] for wait in answer.get_json()["waits"]] == ["1m", "4m", "7m"]


def test_a_hand_that_cannot_be_asked_about_is_told_to_a_program(parlour: Parlour) -> None:
    body = {"seat": 1, "record": record("riichi", around={1: {"hand": "23456m234p345s66s"}})}
    answer = parlour.visitor().browser.post("/api/v1/waits", json=body)
    error = answer.get_json()["error"]
    assert (answer.status_code, error["where"]) == (422, "deal.indicators")


def test_a_program_is_told_what_else_would_have_counted(parlour: Parlour) -> None:
    case = next(case for case in cases("wuhan") if case.id == "wuhan-001")
    answer = parlour.visitor().browser.post("/api/v1/what-else", json=case.data["record"])
    (win,) = answer.get_json()["wins"]
    assert (answer.status_code, win["seat"], win["contained"]) == (200, 3, {})
    changes = {(one["change"], *one["words"], *one["from"]) for one in win["alternatives"]}
    assert changes == {("by", "self_draw"), ("by", "discard", 2), ("by", "discard", 0)}
