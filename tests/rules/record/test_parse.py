"""The form of a record: `hand-record.md`, "Record". Every fault is told, with its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import rules
from tests.rules.games.ningbo.hands import ONE_SUIT, ningbo
from tests.rules.games.riichi.hands import PINFU, riichi
from tests.rules.records import Data, refusal

SOUND = riichi(*PINFU, source=3)
"""Seat 1 wins on seat 3's 8s."""


def with_(path: str, value: Any) -> Data:
    """Return the sound record with *value* at *path*, such as `seats.1.hand`."""
    data = copy.deepcopy(SOUND)
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    at: Any = data
    for step in way:
        at = at.setdefault(step, {}) if isinstance(at, dict) else at[step]
    at[last] = value
    return data


def find_problems(data: Data) -> list[tuple[str, str]]:
    """Return code and place of everything that is wrong with *data*."""
    answer: Any = rules.settle_json(data)
    assert "error" in answer, answer
    assert answer["error"]["code"] == answer["error"]["problems"][0]["code"]
    return [(problem["code"], problem["where"]) for problem in answer["error"]["problems"]]


def test_the_record_that_these_tests_change_is_sound() -> None:
    assert rules.settle_json(SOUND)["net"] == [0, 1000, 0, -1000]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("table", 1, "table"),
        ("state", [], "state"),
        ("state.dealer", 0, "state.dealer"),
        ("state.banker", 4, "state.banker"),
        ("state.banker", -1, "state.banker"),
        ("state.banker", True, "state.banker"),
        ("state.banker", 1.0, "state.banker"),
        ("state.banker", "1", "state.banker"),
        ("state.banker", None, "state.banker"),
        ("state.round", 0, "state.round"),
        ("state.round", False, "state.round"),
        ("state.repeats", -1, "state.repeats"),
        ("state.scores", [1, 2, 3], "state.scores"),
        ("state.scores", [1, 2, 3, 4.0], "state.scores"),
        ("state.scores", [1, 2, 3, True], "state.scores"),
        ("state.scores", {}, "state.scores"),
        ("state.carry", [], "state.carry"),
        ("state.carry", {"pot": 1}, "state.carry.pot"),
        ("state.carry", {"honba": -1}, "state.carry.honba"),
        ("state.carry", {"honba": True}, "state.carry.honba"),
        ("state.carry", {"deposits": "2"}, "state.carry.deposits"),
        ("options", [], "options"),
        ("options", False, "options"),
        ("deal", 1, "deal"),
        ("deal", {"dora": "1m"}, "deal.dora"),
        ("deal.indicators", 1, "deal.indicators"),
        ("deal.indicators", None, "deal.indicators"),
        ("deal.hidden_indicators", [1], "deal.hidden_indicators"),
        ("deal.dice", 7, "deal.dice"),
        ("deal.dice", [7], "deal.dice[0]"),
        ("deal.dice", [[1, 2], [0, 6]], "deal.dice[1]"),
        ("deal.dice", [[True, 2]], "deal.dice[0]"),
        ("deal.east", 4, "deal.east"),
        ("seats.0", None, "seats[0]"),
        ("seats.0", [], "seats[0]"),
        ("seats.0", {"tiles": ""}, "seats[0].tiles"),
        ("seats.0", {"hand": False}, "seats[0].hand"),
        ("seats.0", {"hand": 0}, "seats[0].hand"),
        ("seats.0", {"hand": ["1m", 2]}, "seats[0].hand"),
        ("seats.0", {"melds": None}, "seats[0].melds"),
        ("seats.0", {"melds": "111m"}, "seats[0].melds"),
        ("seats.0", {"melds": ["111m"]}, "seats[0].melds[0]"),
        ("seats.0", {"melds": [{"kind": "quad", "tiles": "1m"}]}, "seats[0].melds[0].kind"),
        ("seats.0", {"melds": [{"kind": ["pung"], "tiles": "1m"}]}, "seats[0].melds[0].kind"),
        ("seats.0", {"melds": [{"kind": "pung", "tiles": "111m", "from": 4}]},
         "seats[0].melds[0].from"),
        ("seats.0", {"melds": [{"kind": "pung", "tiles": "111m", "from": 1, "of": 1}]},
         "seats[0].melds[0].of"),
        ("seats.0", {"flowers": 1}, "seats[0].flowers"),
        ("seats.0", {"aside": {}}, "seats[0].aside"),
        ("seats.0", {"discards": 9}, "seats[0].discards"),
        ("seats.0", {"declared": "riichi"}, "seats[0].declared"),
        ("seats.0", {"declared": 0}, "seats[0].declared"),
        ("seats.0", {"declared": ["ron"]}, "seats[0].declared"),
        ("seats.0", {"declared": [3]}, "seats[0].declared[0]"),
        ("seats.0", {"facts": []}, "seats[0].facts"),
        ("seats.0", {"facts": {"asleep": True}}, "seats[0].facts.asleep"),
        ("seats.0", {"facts": {"ready": 1}}, "seats[0].facts.ready"),
        ("outcome", None, "outcome"),
        ("outcome", "won", "outcome"),
        ("outcome", ["win"], "outcome"),
        ("wins", [], "wins"),
        ("wins", None, "wins"),
        ("wins", {"seat": 1}, "wins"),
        ("wins.0.seat", 4, "wins[0].seat"),
        ("wins.0.seat", True, "wins[0].seat"),
        ("wins.0.seat", None, "wins[0].seat"),
        ("wins.0.by", "luck", "wins[0].by"),
        ("wins.0.by", "robbed_flower", "wins[0].by"),
        ("wins.0.by", {}, "wins[0].by"),
        ("wins.0.from", None, "wins[0].from"),
        ("wins.0.from", "3", "wins[0].from"),
        ("wins.0.tile", None, "wins[0].tile"),
        ("wins.0.tile", 8, "wins[0].tile"),
        ("wins.0.marks", "ippatsu", "wins[0].marks"),
        ("wins.0.marks", ["lucky"], "wins[0].marks"),
        ("wins.0.kong", -1, "wins[0].kong"),
        ("wins.0.kong", 0, "wins[0].kong"),
        ("wins.0.facts", {"rivals": 2}, "wins[0].facts.rivals"),
        ("wins.0.facts", {"rivals": [4]}, "wins[0].facts.rivals[0]"),
        ("wins.0.facts", {"furiten": "no"}, "wins[0].facts.furiten"),
        ("wins.0.way", 1, "wins[0].way"),
        ("incidents", {}, "incidents"),
        ("incidents", ["chombo"], "incidents[0]"),
        ("incidents", [{"kind": "rain"}], "incidents[0].kind"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_told_with_its_place(path: str, value: Any, where: str) -> None:
    assert ("bad_record", where) in find_problems(with_(path, value))


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("deal.indicators", ["m1"], "deal.indicators"),
        ("deal.indicators", "1m2", "deal.indicators"),
        ("seats.0", {"hand": "1x"}, "seats[0].hand"),
        ("seats.0", {"hand": "1m 2m"}, "seats[0].hand"),
        ("wins.0.tile", "88s", "wins[0].tile"),
        ("wins.0.tile", "", "wins[0].tile"),
        ("wins.0.tile", "8q", "wins[0].tile"),
    ],
)
def test_a_tile_that_cannot_be_read_is_told_as_such(path: str, value: Any, where: str) -> None:
    assert ("bad_tiles", where) in find_problems(with_(path, value))


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"dora": True}, "options.dora"),
        ({"kiriage": 1}, "options.kiriage"),
        ({"rounds": True}, "options.rounds"),
        ({"rounds": "2"}, "options.rounds"),
        ({"rounds": [2]}, "options.rounds"),
        ({"honba_value": 500}, "options.honba_value"),
        ({"honba_value": -300}, "options.honba_value"),
        ({"honba_value": True}, "options.honba_value"),
    ],
)
def test_an_option_that_the_game_has_not_is_told(options: Data, where: str) -> None:
    assert refusal(with_("options", options)) == ("unknown_option", where)


def test_an_option_is_judged_by_its_type_also_after_one_that_is_equal() -> None:
    assert "net" in rules.settle_json(with_("options", {"rounds": 1}))
    assert find_problems(with_("options", {"rounds": True})) == [
        ("unknown_option", "options.rounds")
    ]


@pytest.mark.parametrize("seats", [None, {}, [], [{}], [{}] * 5])
def test_a_game_has_its_number_of_seats(seats: Any) -> None:
    assert find_problems({**SOUND, "seats": seats}) == [("bad_record", "seats")]


@pytest.mark.parametrize("outcome", ["draw", "abort"])
def test_a_hand_that_nobody_won_has_no_winner(outcome: str) -> None:
    assert ("bad_record", "wins") in find_problems(with_("outcome", outcome))


def test_four_faults_are_all_told_in_reading_order() -> None:
    data = with_("seats.1.hand", "159m159p159s1234z")
    data["seats"][2] = {"melds": [{"kind": "pung", "tiles": "112m", "from": 0}]}
    data["seats"][3] = {"hand": "1111199m123456p"}
    data["state"] = {"banker": 7}
    assert find_problems(data)[:3] == [
        ("bad_record", "state.banker"),
        ("bad_tiles", "seats[3].hand"),
        ("bad_meld", "seats[2].melds[0]"),
    ]
    sound = {**data, "state": {}}
    sound["seats"][2] = {}
    sound["seats"][3] = {}
    assert find_problems(sound) == [("not_a_win", "wins[0]")]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("seats.1.hand", [f"{rank}m" for rank in (2, 3, 4, 5, 6, 7)] + ["345p", "99p", "6s7s"]),
        ("deal.indicators", "1p"),
        ("deal.indicators", ["1p"]),
        ("seats.0", {}),
        ("seats.0", {"hand": None}),
        ("seats.0", {"discards": "123m"}),
        ("seats.0", {"discards": ["1m", "2m"]}),
        ("wins.0.marks", []),
        ("wins.0.facts", {}),
        ("state", {}),
    ],
)
def test_tiles_may_be_a_list_or_a_text_and_empty_fields_may_stand(path: str, value: Any) -> None:
    assert rules.settle_json(with_(path, value))["net"] == [0, 1000, 0, -1000]


FURITEN = with_("wins.0.facts", {"furiten": True})
"""A win that is barred."""


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("options", {"nonsense": 1}, ("unknown_option", "options.nonsense")),
        ("state.round", 0, ("bad_record", "state.round")),
        ("incidents", [{"kind": "nonsense"}], ("bad_record", "incidents[0].kind")),
    ],
)
def test_a_fault_beside_the_wins_hides_no_barred_win(
    path: str, value: Any, place: tuple[str, str]
) -> None:
    faulty = with_(path, value)
    assert find_problems(faulty) == [place]
    faulty["wins"] = FURITEN["wins"]
    assert find_problems(faulty) == [place, ("barred", "wins[0]")]


def test_a_hand_that_cannot_be_hides_what_forbids_anothers_win() -> None:
    place = ("bad_tiles", "seats[2].hand")
    faulty = ningbo(*ONE_SUIT, source=3)
    faulty["seats"][2]["hand"] = "123m"
    assert find_problems(faulty) == [place]
    faulty["wins"][0]["facts"] = {"rivals": [0]}
    assert find_problems(faulty) == [place, ("barred", "wins[0].facts.rivals")]
    faulty["seats"][1]["hand"] = "123m"
    assert find_problems(faulty) == [("bad_tiles", "seats[1].hand"), place]
