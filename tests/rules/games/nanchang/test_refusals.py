"""What nanchang.md refuses, with which code."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.games.nanchang.hands import PLAIN, SOFT, names, nanchang, unpaid
from tests.rules.records import Data, chow, code, kong, pung, refusal

LONE = ("123456m567p234s1s", "7z")
"""Four sets and a lone jing, and any tile."""


@pytest.mark.parametrize("indicators", [[], ["9s", "9s"], ["2m", "3m"]])
@pytest.mark.parametrize("outcome", ["win", "draw"])
def test_one_indicator_is_turned_up(indicators: list[str], outcome: str) -> None:
    data = nanchang(*PLAIN) if outcome == "win" else unpaid()
    data["deal"] = {"indicators": indicators}
    assert refusal(data) == ("bad_record", "deal.indicators")


@pytest.mark.parametrize("is_drawn", [False, True])
def test_the_indicator_is_a_tile_of_the_set(is_drawn: bool) -> None:
    data = nanchang(*PLAIN, options={"indicator_drawn": is_drawn})
    data["deal"] = {"indicators": ["1f"]}
    assert refusal(data) == ("bad_tiles", "deal.indicators")


def test_there_are_no_hidden_indicators() -> None:
    data = nanchang(*PLAIN)
    data["deal"] = {"indicators": ["9s"], "hidden_indicators": ["2m"]}
    assert code(data) == "bad_record"


@pytest.mark.parametrize("outcome", ["win", "draw"])
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_all_four_hands_are_shown(outcome: str, seat: int) -> None:
    data = nanchang(*PLAIN) if outcome == "win" else unpaid()
    data["seats"][seat]["hand"] = None
    assert refusal(data) == ("bad_record", f"seats[{seat}].hand")


def test_every_hidden_hand_is_told_once() -> None:
    data = nanchang(*PLAIN)
    for seat in data["seats"]:
        seat["hand"] = None
    answer: Any = rules.settle_json(data)
    places = [problem["where"] for problem in answer["error"]["problems"]]
    assert sorted(places) == [f"seats[{seat}].hand" for seat in range(4)]


def test_three_main_jings_are_in_play_and_four_where_the_indicator_is_drawn() -> None:
    data = unpaid(around={2: "9999s246m246p246z"})
    assert code(data) == "bad_tiles"
    answer: Any = rules.settle_json({**data, "options": {"indicator_drawn": True}})
    assert "error" not in answer


def test_there_are_no_flowers_and_nothing_lies_aside() -> None:
    for field, tiles in (("flowers", "1f"), ("aside", "9s")):
        data = nanchang(*PLAIN)
        data["seats"][2][field] = tiles
        assert code(data) == "bad_tiles"


@pytest.mark.parametrize(
    "meld",
    [
        pung("119s"),
        pung("991s"),
        chow("129s", "2s"),
        chow("457z"),
        chow("135z"),
        chow("122z"),
        chow("123z") | {"from": 3},
        kong("1119s"),
        {"kind": "chow", "tiles": "567z"},
    ],
)
def test_sets_laid_down_are_sets_by_their_faces(meld: Data) -> None:
    assert code(nanchang("123456m2p", "2p", pung("444p"), meld)) == "bad_meld"


@pytest.mark.parametrize("tiles", ["567z", "123z", "124z", "134z", "234z", "123m", "789s"])
def test_chows_of_honors_and_suits(tiles: str) -> None:
    data = nanchang("123456m2p", "2p", pung("444p"), chow(tiles))
    assert "error" not in rules.settle_json(data)


@pytest.mark.parametrize("way", [{"source": 3}, {"by": "robbed_kong", "source": 3}])
def test_who_let_a_winning_tile_pass_may_not_take_one(way: Data) -> None:
    lying = {3: {"melds": [pung("444s") | {"from": 0}]}}
    data = nanchang(*PLAIN, facts={"missed_win": True}, around=lying, **way)
    assert code(data) == "barred"
    data["wins"][0]["facts"] = {"missed_win": False}
    assert names(data)


def test_an_own_tile_is_never_too_late() -> None:
    assert names(nanchang(*PLAIN, facts={"missed_win": True}))


def test_one_wins_on_a_discard() -> None:
    data = nanchang(*PLAIN, source=3)
    data["wins"].append({"seat": 2, "tile": "4s", "by": "discard", "from": 3})
    assert refusal(data) == ("barred", "wins[1]")


def test_of_several_claimants_the_nearest_after_the_discarder_wins() -> None:
    assert code(nanchang(*PLAIN, source=3, facts={"rivals": [0]})) == "barred"
    assert names(nanchang(*PLAIN, source=3, facts={"rivals": [2]}))


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("123456m567p2355s", "6s"),
        ("11123m22456p33s4z", "4z"),
        ("123456m5677p23s4z", "4s"),
    ],
)
def test_no_winning_hand(hand: str, tile: str) -> None:
    assert code(nanchang(hand, tile, deal={"indicators": ["8m"]})) == "not_a_win"


def test_winds_and_dragons_do_not_mix() -> None:
    assert code(nanchang("123456m22p345s34z", "5z")) == "not_a_win"
    assert code(nanchang("123456m22p345s12z", "1z")) == "not_a_win"


@pytest.mark.parametrize("source", [0, 2, 3])
def test_a_lone_jing_wins_by_an_own_tile_only(source: int) -> None:
    assert code(nanchang(*LONE, source=source)) == "barred"
    assert names(nanchang(*LONE))


def test_a_lone_jing_may_rob_a_kong() -> None:
    lying = {3: {"melds": [pung("777z") | {"from": 0}]}}
    assert names(nanchang(*LONE, by="robbed_kong", source=3, around=lying))


def test_a_lone_jing_wins_on_its_like_only_with_virtue() -> None:
    assert "no_wild" in names(nanchang("123456m567p234s1s", "1s", source=3))
    assert code(nanchang("12345m567p222z19s", "1s", source=3)) == "barred"
    assert code(nanchang("123456m567p234s1s", "9s", source=3)) == "barred"


def test_six_pairs_and_a_lone_jing_wait_for_an_own_tile_too() -> None:
    assert code(nanchang("1144m2288p3355s1s", "7z", source=3)) == "barred"
    assert "no_wild" in names(nanchang("1144m2288p3355s1s", "1s", source=3))


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("123456m567p55s19s", "7z"),  # a pung of 7z with both jings, 55 the pair
        ("123456m67p234s1s5p", "5p"),  # 567p and the pair 5p5p, or with the jing
        ("12345m567p1s2355s", "4s"),
        ("123456m567p235s1s", "5s"),  # the discard pairs with the other 5s
        ("1144m2288p3355s1s", "3s"),  # three 3s: two of them a pair, one with the jing
    ],
)
def test_a_discard_that_has_another_partner_or_place_wins(hand: str, tile: str) -> None:
    answer: Any = rules.settle_json(nanchang(hand, tile, source=3))
    assert "error" not in answer, answer


def test_a_discarded_jing_is_what_its_face_says() -> None:
    assert code(nanchang("12346m567p55567s", "9s", source=3)) == "not_a_win"
    assert names(nanchang("12346m567p55567s", "9s")) == {"self_draw"}


def test_a_seat_without_a_pung_cannot_be_robbed() -> None:
    data = nanchang(*PLAIN, by="robbed_kong", source=3)
    assert code(data) == "bad_record"


def test_a_concealed_kong_cannot_be_robbed() -> None:
    lying = {3: {"melds": [kong("4444s")]}}
    assert code(nanchang(*PLAIN, by="robbed_kong", source=3, around=lying)) == "barred"


@pytest.mark.parametrize(
    ("incidents", "where"),
    [
        ([{"kind": "same_first_discards", "seat": 1}], "incidents[0].seat"),
        ([{"kind": "same_first_discards"}] * 2, "incidents[1]"),
        ([{"kind": "same_first_discards", "tile": "3z"}], "incidents[0].tile"),
        ([{"kind": "false_win", "seat": 1}], "incidents[0].kind"),
    ],
)
def test_incidents_are_what_the_sheet_lists(incidents: Any, where: str) -> None:
    assert refusal(unpaid(incidents=incidents)) == ("bad_record", where)


def test_all_reasons_are_told() -> None:
    facts = {"missed_win": True, "rivals": [0]}
    answer: Any = rules.settle_json(nanchang(*LONE, source=3, facts=facts))
    assert [problem["code"] for problem in answer["error"]["problems"]] == ["barred"] * 3


@pytest.mark.parametrize(
    "more", [{"marks": ["moon"]}, {"facts": {"stake": 1}}, {"facts": {"missed_win": "yes"}}]
)
def test_marks_and_facts_that_the_game_has_not(more: Data) -> None:
    data = nanchang(*SOFT)
    data["wins"][0] |= more
    assert code(data) == "bad_record"
