from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.games.yichang.hands import PLAIN, PUNGS, win, yichang
from tests.rules.records import chow, kong, pung, refusal, settle

KONGED = ("678m3467899p", kong("4444m"))
"""Frozen by a win, its wait is the same with the fours in the hand."""


@pytest.mark.parametrize(
    ("lying", "tile"),
    [
        (PLAIN, "3p"),
        ("234678m3499p678s", "2p"),  # three suits
        (("3467899p", pung("444m"), pung("777s")), "2p"),
        ("114477m1144779p", "9p"),  # seven pairs
    ],
)
def test_no_win(lying: Any, tile: str) -> None:
    assert refusal(yichang(lying, win(tile, 0))) == ("not_a_win", "wins[0]")


def test_a_further_win_is_one_too() -> None:
    data = yichang(PLAIN, win("2p", 0), win("3p", 2))
    assert refusal(data) == ("not_a_win", "wins[1]")


def test_the_dealt_tiles_do_not_win() -> None:
    data = yichang(PLAIN, win("2p", marks=["dealt"]), state={"banker": 1})
    assert refusal(data) == ("barred", "wins[0].marks")


def test_there_is_no_chow() -> None:
    data = yichang(("678m3467899p", chow("234m")), win("2p", 2))
    assert refusal(data) == ("bad_meld", "seats[1].melds[0]")


@pytest.mark.parametrize("meld", [pung("444m"), kong("4444m", "discard")])
def test_a_winner_claims_no_more_sets(meld: Any) -> None:
    lying = ("678m3467899p", meld)
    data = yichang(lying, win("2p", 0), win("5p", 2), made_after=[1])
    assert refusal(data) == ("bad_meld", "seats[1].melds[0]")
    data = yichang(lying, win("2p", 0), win("5p", 2), made_after=[0])
    assert "error" not in rules.settle_json(data)


def test_who_has_not_won_yet_claims_on() -> None:
    around = {0: (None, pung("111s"), kong("2222s", "discard"), kong("3333s"))}
    data = yichang(PLAIN, win("2p", 2), win("5p", 2), around=around)
    data["seats"][0]["facts"] = {"made_after": [1, 2, 2]}
    assert "error" not in rules.settle_json(data)


@pytest.mark.parametrize("win_count", [0, 1, 2])
def test_an_added_kong_may_always_be_made(win_count: int) -> None:
    lying = ("678m3467899p", kong("4444m", "added"))
    data = yichang(lying, win("2p", 0), win("5p", 2), made_after=[win_count])
    assert "error" not in rules.settle_json(data)


def test_a_concealed_kong_after_a_win_leaves_the_wait_as_it_was() -> None:
    for win_count in (0, 1, 2):
        data = yichang(KONGED, win("2p", 0), win("5p", 2), made_after=[win_count])
        assert "error" not in rules.settle_json(data)


def test_a_concealed_kong_that_changes_the_wait_is_refused() -> None:
    """With 4445m it waits for 3m, 5m and 6m; with a kong of fours for the 5m alone."""
    data = yichang(("5m123789999p", kong("4444m")), win("5m", 0), win("5m", 2), made_after=[1])
    assert refusal(data) == ("bad_meld", "seats[1].melds[0]")
    data["seats"][1]["facts"] = {"made_after": [0]}
    assert "error" not in rules.settle_json(data)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_all_hands_are_shown(seat: int) -> None:
    data = yichang(PLAIN, win("2p", 0))
    data["seats"][seat]["hand"] = None
    assert refusal(data) == ("bad_record", f"seats[{seat}].hand")


def test_all_hands_are_shown_after_a_draw_too() -> None:
    data = yichang(PLAIN)
    data["seats"][2]["hand"] = None
    assert refusal(data) == ("bad_record", "seats[2].hand")


@pytest.mark.parametrize("made_after", [[0, 0, 0], [2, 0]])
def test_sets_are_made_while_the_hand_lasts(made_after: list[int]) -> None:
    data = yichang(PUNGS, win("8p", 0), made_after=made_after)
    assert refusal(data) == ("bad_record", "seats[1].facts.made_after")


def test_a_shorter_list_says_that_the_rest_was_made_before() -> None:
    lying = ("3467899p", kong("4444m", "added"), kong("7777m", "added"))
    data = yichang(lying, win("2p", 0), win("5p", 0), made_after=[1])
    assert [entry["score"] for entry in settle(data)["wins"]] == [2, 3]


def test_only_an_added_kong_is_robbed() -> None:
    around = {3: (None, kong("2222p"))}
    data = yichang(PLAIN, win("2p", 3, by="robbed_kong"), around=around)
    assert refusal(data)[0] == "barred"
    data = yichang(PLAIN, win("2p", 3, by="robbed_kong"))
    assert refusal(data) == ("bad_record", "wins[0].tile")


@pytest.mark.parametrize(
    ("fields", "code", "where"),
    [
        ({"deal": {"indicators": ["1m"]}}, "bad_record", "deal.indicators"),
        ({"options": {"fan_values": [1, 3, 6]}}, "unknown_option", "options.fan_values"),
        ({"options": {"fan_values": [1, 3, 6, -9]}}, "unknown_option", "options.fan_values"),
        ({"options": {"flower_pig_factor": 4}}, "unknown_option", "options.flower_pig_factor"),
        ({"incidents": [{"kind": "false_win"}]}, "bad_record", "incidents[0].kind"),
        ({"state": {"carry": {"x": 1}}}, "bad_record", "state.carry.x"),
    ],
)
def test_what_cannot_be(fields: Any, code: str, where: str) -> None:
    assert refusal(yichang(PLAIN, win("2p", 0), **fields)) == (code, where)


@pytest.mark.parametrize(
    ("part", "tiles"), [("flowers", "1s"), ("aside", "1s"), ("discards", "1z")]
)
def test_nothing_lies_apart_and_there_are_no_honors(part: str, tiles: str) -> None:
    data = yichang(PLAIN, win("2p", 0))
    data["seats"][0][part] = tiles
    assert refusal(data) == ("bad_tiles", f"seats[0].{part}")


def test_every_win_has_its_own_copy() -> None:
    data = yichang(PLAIN, *(win("2p", 0) for _ in range(4)))
    assert "error" not in rules.settle_json(data)
    data["wins"].append(win("2p", 2))
    assert refusal(data) == ("bad_tiles", "wins[4].tile")


def test_all_faults_are_told() -> None:
    data = yichang(PLAIN, win("3p", 0), win("2p", marks=["dealt"]))
    answer: Any = rules.settle_json(data)
    codes = [problem["code"] for problem in answer["error"]["problems"]]
    assert codes == ["not_a_win", "barred"]
