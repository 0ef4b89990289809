"""Shuangkou: what the order of finishing and the bombs bring, and what cannot have been."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.shuangkou.hands import (
    Data,
    bomb,
    ended,
    items,
    kings,
    log,
    net,
    parse_play,
    shuangkou,
)
from tests.rules.records import refusal, steps

DOUBLE = [0, 2]
SINGLE = [1, 0, 3]
LEVEL = [0, 1, 3]
FIVE = {"king_bomb_factor": 5}


def test_the_example_of_the_sheet() -> None:
    play = ended(SINGLE, bomb(3, "6", 6), bomb(1, "9", 5), kings(0))
    assert net(shuangkou(play, banker=1)) == [-6, 6, -6, 6]
    assert items(shuangkou(play, banker=1)) == ["single_finish", "bomb_6"]
    answer: Any = rules.settle_json(shuangkou(play, banker=1))
    assert steps(answer) == "base +1, single_finish ×2, bomb_6 ×3"


@pytest.mark.parametrize(
    ("play", "options", "expected", "elements"),
    [
        (ended(DOUBLE), {}, [4, -4, 4, -4], ["double_finish"]),
        (ended([3, 1]), {}, [-4, 4, -4, 4], ["double_finish"]),
        (ended(SINGLE), {}, [-2, 2, -2, 2], ["single_finish"]),
        (ended([2, 3, 0]), {}, [2, -2, 2, -2], ["single_finish"]),
        (ended(LEVEL, bomb(0, "9", 8), kings(2)), {}, [0, 0, 0, 0], []),
        (ended(DOUBLE), {"base": 5}, [20, -20, 20, -20], ["double_finish"]),
        (ended(SINGLE), {"base": 3}, [-6, 6, -6, 6], ["single_finish"]),
        (ended(DOUBLE, bomb(0, "9", 4)), {}, [4, -4, 4, -4], ["double_finish"]),
        (ended(DOUBLE, bomb(0, "9", 5)), {}, [8, -8, 8, -8], ["double_finish", "bomb_5"]),
        (ended(DOUBLE, bomb(2, "9", 6)), {}, [12, -12, 12, -12], ["double_finish", "bomb_6"]),
        (ended(DOUBLE, bomb(2, "2", 7)), {}, [16, -16, 16, -16], ["double_finish", "bomb_7"]),
        (ended(DOUBLE, bomb(0, "3", 8)), {}, [20, -20, 20, -20], ["double_finish", "bomb_8"]),
        (ended(DOUBLE, kings(2)), {}, [16, -16, 16, -16], ["double_finish", "king_bomb"]),
        (ended(DOUBLE, kings(2)), FIVE, [20, -20, 20, -20], ["double_finish", "king_bomb"]),
        (ended(DOUBLE, bomb(1, "9", 8)), {}, [4, -4, 4, -4], ["double_finish"]),
        (ended(DOUBLE, kings(3)), {}, [4, -4, 4, -4], ["double_finish"]),
        (ended(DOUBLE, bomb(0, "9", 5), bomb(2, "8", 6), bomb(0, "7", 4)), {},
         [12, -12, 12, -12], ["double_finish", "bomb_6"]),
        (ended(DOUBLE, bomb(0, "9", 7), kings(2)), {}, [16, -16, 16, -16],
         ["double_finish", "king_bomb"]),
        (ended(DOUBLE, bomb(0, "9", 8), kings(2)), {}, [20, -20, 20, -20],
         ["double_finish", "bomb_8"]),
        (ended(DOUBLE, bomb(0, "9", 8), kings(2)), FIVE, [20, -20, 20, -20],
         ["double_finish", "king_bomb"]),
        (ended(SINGLE, bomb(3, "A", 5)), {"base": 2}, [-8, 8, -8, 8], ["single_finish", "bomb_5"]),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_hand(play: Data, options: Data, expected: list[int], elements: list[str]) -> None:
    record = shuangkou(play, options)
    assert net(record) == expected
    assert items(record) == elements


def test_each_loser_pays_the_right_hand_neighbour() -> None:
    answer: Any = rules.settle_json(shuangkou(ended([3, 0, 1])))
    assert answer["payments"] == [
        {"from": 0, "to": 1, "amount": 2, "for": "win"},
        {"from": 2, "to": 3, "amount": 2, "for": "win"},
    ]
    assert [(win["seat"], win["score"], win["unit"]) for win in answer["wins"]] == [
        (3, 2, "points"),
        (1, 2, "points"),
    ]


@pytest.mark.parametrize(
    ("finish", "leader"), [(DOUBLE, None), (SINGLE, 1), (LEVEL, 0)], ids=case_id
)
def test_who_leads_next(finish: list[int], leader: int | None) -> None:
    answer: Any = rules.settle_json(shuangkou(ended(finish), banker=2, round=3, repeats=4))
    after = answer["next"]
    assert (after["banker"], after["round"], after["repeats"]) == (leader, 3, 4)
    assert (after["over"], after["carry"]) == (False, {})


def test_after_a_hand_given_up_the_same_seat_leads() -> None:
    answer: Any = rules.settle_json(shuangkou(log("3 5S", "0 6S", "1"), outcome="abort", banker=3))
    assert (answer["net"], answer["next"]["banker"]) == ([0, 0, 0, 0], 3)


def test_of_a_hand_given_up_nothing_need_be_known() -> None:
    record = shuangkou({}, outcome="abort")
    del record["play"]
    assert net(record) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("play", "code", "where"),
    [
        ({}, "bad_record", "play.finish"),
        ({"finish": "02"}, "bad_record", "play.finish"),
        ({"finish": [0, 4]}, "bad_record", "play.finish[1]"),
        ({"finish": []}, "bad_record", "play.finish"),
        ({"finish": [0]}, "bad_record", "play.finish"),
        ({"finish": [0, 1]}, "bad_record", "play.finish"),
        ({"finish": [0, 2, 1]}, "bad_record", "play.finish"),
        ({"finish": [0, 1, 2, 3]}, "bad_record", "play.finish"),
        ({"finish": [0, 0]}, "bad_record", "play.finish"),
        ({"finish": [0, 1, 0]}, "bad_record", "play.finish"),
        ({"finish": DOUBLE, "mood": 1}, "bad_record", "play.mood"),
        ({"finish": DOUBLE, "bombs": [{"seat": 0}]}, "bad_record", "play.bombs[0].cards"),
        ({"finish": DOUBLE, "hands": [None]}, "bad_record", "play.hands"),
        (ended(DOUBLE, {"seat": 0, "cards": ["9S", "9H", "9D", "1C"]}), "bad_tiles",
         "play.bombs[0].cards[3]"),
        (ended(DOUBLE, {"seat": 0, "cards": ["9S", "9S", "9S", "9H"]}), "bad_tiles", "play.bombs"),
        (ended(DOUBLE, bomb(0, "9", 5), bomb(2, "9", 4)), "bad_tiles", "play.bombs"),
        (ended(DOUBLE, bomb(0, "9", 8), bomb(0, "8", 8), bomb(0, "7", 8), bomb(0, "6", 4)),
         "bad_tiles", "play.bombs"),
        (ended(DOUBLE, bomb(0, "9", 3)), "bad_meld", "play.bombs[0].cards"),
        (ended(DOUBLE, parse_play("0 3S 4S 5S 6S 7S")), "bad_meld", "play.bombs[0].cards"),
        (ended(DOUBLE, parse_play("0 BJ BJ RJ")), "bad_meld", "play.bombs[0].cards"),
        (ended(DOUBLE, parse_play("0")), "bad_meld", "play.bombs[0].cards"),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_summary_that_cannot_be(play: Data, code: str, where: str) -> None:
    assert refusal(shuangkou(play)) == (code, where)


@pytest.mark.parametrize(
    ("plays", "code", "place"),
    [
        (["1 3S"], "bad_record", 0),
        (["0"], "bad_record", 0),
        (["0 3S", "2 4S"], "bad_record", 1),
        (["0 3S", "1", "2", "3", "0 4S"], "bad_record", 4),
        (["0 3S", "1", "2", "3", "2"], "bad_record", 4),
        (["0 1S"], "bad_tiles", 0),
        (["0 10S"], "bad_tiles", 0),
        (["0 3S 3S 3S"], "bad_tiles", 0),
        (["0 3S", "1 4S", "2 5S 5S", "3"], "bad_meld", 2),
        (["0 3S 3H", "1 4S"], "bad_meld", 1),
        (["0 4S", "1 4H"], "bad_meld", 1),
        (["0 4S", "1 3H"], "bad_meld", 1),
        (["0 3S 4S"], "bad_meld", 0),
        (["0 BJ RJ"], "bad_meld", 0),
        (["0 3S 3H 3D 4S"], "bad_meld", 0),
        (["0 3S 3H 4S 4H"], "bad_meld", 0),
        (["0 JS QS KS AS 2S"], "bad_meld", 0),
        (["0 9S 9H 9D 9C", "1 8S 8H 8D 8C"], "bad_meld", 1),
        (["0 9S 9H 9D 9C", "1 2S"], "bad_meld", 1),
        (["0 BJ BJ RJ RJ", "1 9S 9H 9D 9C 9S"], "bad_meld", 1),
    ],
    ids=case_id,
)
def test_a_log_that_cannot_be(plays: list[str], code: str, place: int) -> None:
    record = shuangkou(log(*plays), outcome="abort")
    assert refusal(record) == (code, f"play.plays[{place}]")


def test_turns_go_the_other_way_round_where_that_was_agreed() -> None:
    record = shuangkou(log("0 3S", "3 4S", "2 5S"), {"direction": "clockwise"}, outcome="abort")
    assert net(record) == [0, 0, 0, 0]
    assert refusal({**record, "options": {}}) == ("bad_record", "play.plays[1]")


def test_a_pass_does_not_bar_later_plays() -> None:
    record = shuangkou(log("0 3S", "1 5S", "2", "3", "0 6S", "1", "2 7S"), outcome="abort")
    assert net(record) == [0, 0, 0, 0]


def test_after_three_passes_the_partner_leads() -> None:
    record = shuangkou(log("0 3S", "1", "2", "3", "2 4S 4H"), outcome="abort")
    assert net(record) == [0, 0, 0, 0]


def test_a_hand_played_out_ends_with_its_log() -> None:
    assert refusal(shuangkou(log("0 3S", "1"))) == ("bad_record", "play.plays")
    assert refusal(shuangkou(log())) == ("bad_record", "play.plays")


HAND = [f"{rank}{suit}" for rank in "3456789" for suit in "SHDC"][:27]


@pytest.mark.parametrize(
    ("hands", "where"),
    [
        ([HAND[:26], None, None, None], "play.hands[0]"),
        ([[*HAND[:26], "1S"], None, None, None], "play.hands[0][26]"),
        ([HAND, HAND, HAND, None], "play.hands"),
        ([[*HAND[1:], "AS"], None, None, None], "play.plays[0]"),
        ([None, HAND, HAND, None], "play.plays[0]"),
    ],
    ids=case_id,
)
def test_hands_that_cannot_have_been_dealt(hands: list[Any], where: str) -> None:
    record = shuangkou(log("0 3S", hands=hands), outcome="abort")
    assert refusal(record) == ("bad_tiles", where)


def test_a_bomb_comes_from_the_hand_that_laid_it() -> None:
    play = ended(DOUBLE, bomb(0, "3", 4), hands=[HAND, None, None, None])
    assert items(shuangkou(play)) == ["double_finish"]
    other = ended(DOUBLE, bomb(0, "A", 4), hands=[HAND, None, None, None])
    assert refusal(shuangkou(other)) == ("bad_tiles", "play.bombs")


@pytest.mark.parametrize(
    ("fields", "code", "where"),
    [
        ({"outcome": "draw"}, "bad_record", "outcome"),
        ({"state": {"banker": None}}, "bad_record", "state.banker"),
        ({"play": []}, "bad_record", "play"),
        ({"deal": {}}, "bad_record", "deal"),
        ({"options": {"base": 0}}, "unknown_option", "options.base"),
        ({"options": {"base": True}}, "unknown_option", "options.base"),
        ({"options": {"king_bomb_factor": 3}}, "unknown_option", "options.king_bomb_factor"),
        ({"options": {"direction": "left"}}, "unknown_option", "options.direction"),
    ],
    ids=case_id,
)
def test_a_record_that_is_none(fields: Data, code: str, where: str) -> None:
    assert refusal({**shuangkou(ended(DOUBLE)), **fields}) == (code, where)
