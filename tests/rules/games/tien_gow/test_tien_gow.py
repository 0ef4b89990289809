"""Tien Gow: what the last trick, the piles and the feats bring."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.tien_gow.hands import Data, items, last, net, summary, tien_gow, trick
from tests.rules.records import steps

PLAIN = summary((1, 5, 2, 0), "2 4-4")
CIVIL = {"civil_supreme": True}


def test_the_example_of_the_sheet() -> None:
    play = summary((1, 5, 2, 0), "2 1-2")
    assert net(tien_gow(play)) == [-12, 1, 21, -10]
    answer: Any = rules.settle_json(tien_gow(play))
    texts = ["even +4, piles -1, lowest_finish ×2, banker ×2", "no_pile +5, lowest_finish ×2"]
    assert [steps(answer, row) for row in (0, 1)] == texts
    four = {"kind": "four", "leader": 1, "up": [1], "winner": 1}
    assert net(tien_gow({**play, "premiums": [four]})) == [-20, 17, 17, -14]


@pytest.mark.parametrize(
    ("piles", "ended", "options", "expected", "elements"),
    [
        ((1, 5, 2, 0), "2 4-4", {}, [-6, 1, 10, -5], ["last_trick"]),
        ((4, 2, 2, 0), "2 2-2", {}, [0, -2, 7, -5], ["last_trick"]),
        ((6, 0, 2, 0), "2 2-2", {}, [2, -5, 8, -5], ["last_trick"]),
        ((6, 0, 2, 0), "2 2-2", {"plus_special": False}, [4, -5, 6, -5], ["last_trick"]),
        ((1, 5, 2, 0), "2 1-2", {"plus_special": False}, [-12, 2, 20, -10],
         ["last_trick", "lowest_finish"]),
        ((1, 5, 2, 0), "2 2-4", {}, [-6, 1, 10, -5], ["last_trick"]),
        ((2, 2, 4, 0), "2 1-2+2-4", {}, [-8, -4, 22, -10], ["last_trick", "supreme_finish"]),
        ((2, 2, 4, 0), "2 1-5+1-5", {}, [-4, -2, 11, -5], ["last_trick"]),
        ((2, 2, 4, 0), "2 1-5+1-5", CIVIL, [-8, -4, 22, -10], ["last_trick", "supreme_finish"]),
        ((2, 2, 4, 0), "2 1-5", {}, [-4, -2, 11, -5], ["last_trick"]),
        ((2, 2, 4, 0), "2 1-5", CIVIL, [-8, -4, 22, -10], ["last_trick", "civil_lowest_finish"]),
        ((2, 1, 5, 0), "2 6-6+6-6+3-6+4-5", {}, [-16, -12, 48, -20],
         ["last_trick", "four_finish"]),
        ((2, 2, 4, 0), "0 1-3+1-3+1-4+2-3 > 2 4-4+4-4+2-5+3-4", {}, [-16, -8, 44, -20],
         ["last_trick", "four_finish"]),
        ((2, 2, 4, 0), "0 1-3+1-3+1-4+2-3 > 2 4-4+4-4+2-5+3-4", {"four_kam": True},
         [-88, 0, 88, 0], ["last_trick", "four_finish", "kam"]),
        ((2, 2, 4, 0), "1 1-2 > 2 2-4", {}, [0, -22, 22, 0], ["last_trick", "kam"]),
        ((2, 2, 4, 0), "1 1-2 > 2 2-4", {"kam_factor": 4}, [0, -44, 44, 0], ["last_trick", "kam"]),
        ((2, 2, 4, 0), "1 1-2 > 2 1-4", {}, [-4, -2, 11, -5], ["last_trick"]),
        ((2, 2, 4, 0), "1 1-5 > 2 1-6", {}, [-4, -2, 11, -5], ["last_trick"]),
        ((2, 2, 4, 0), "1 1-5 > 2 1-6", CIVIL, [0, -22, 22, 0], ["last_trick", "kam"]),
        ((2, 2, 4, 0), "1 1-5 > 2 4-6", CIVIL, [-4, -2, 11, -5], ["last_trick"]),
        ((2, 2, 4, 0), "1 1-5+1-5 > 2 1-6+1-6", {**CIVIL, "high_legs": "beats"},
         [-4, -2, 11, -5], ["last_trick"]),
        ((2, 2, 4, 0), "1 1-5+1-5 > 2 1-6+1-6", {**CIVIL, "high_legs": "beats_kam"},
         [0, -22, 22, 0], ["last_trick", "kam"]),
        ((2, 2, 4, 0), "1 1-5+1-5 > 2 1-6+1-6", {"high_legs": "beats_kam"},
         [-4, -2, 11, -5], ["last_trick"]),
        ((0, 5, 3, 0), "1 1-2 > 2 2-4", {}, [0, -29, 29, 0], ["last_trick", "kam"]),
        ((0, 5, 3, 0), "1 1-2 > 2 2-4", {"plus_special": False}, [0, -28, 28, 0],
         ["last_trick", "kam"]),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_last_trick(
    piles: tuple[int, ...], ended: str, options: Data, expected: list[int], elements: list[str]
) -> None:
    record = tien_gow(summary(piles, ended), options)
    assert net(record) == expected
    assert items(record)[last(ended)["winner"]] == elements


@pytest.mark.parametrize(
    ("repeats", "expected"),
    [(0, [-6, 1, 10, -5]), (1, [-9, 1, 13, -5]), (3, [-15, 1, 19, -5])],
)
def test_the_banker_pays_more_with_every_hand_he_stays(repeats: int, expected: list[int]) -> None:
    assert net(tien_gow(PLAIN, repeats=repeats)) == expected


def test_a_winning_banker_pays_five_piles_by_his_factor() -> None:
    play = summary((2, 5, 1, 0), "0 4-4")
    assert net(tien_gow(play, repeats=1)) == [9 + 15 - 3, 3, -9, -15]


def test_losers_score_their_piles_and_none_scores_minus_five() -> None:
    answer: Any = rules.settle_json(tien_gow(PLAIN))
    scores = {one["seat"]: (one["score"], one["unit"]) for one in answer["losers"]}
    assert scores == {0: (-3, "points"), 1: (1, "points"), 3: (-5, "points")}
    assert (answer["wins"][0]["score"], answer["wins"][0]["unit"]) == (1, "times")
    assert items(tien_gow(PLAIN))[1] == ["plus_one"]
    assert items(tien_gow(summary((6, 0, 2, 0), "2 2-2")))[0] == ["plus_two"]


@pytest.mark.parametrize(
    ("ended", "sweep", "factor"),
    [
        ("1 2-2", "seven", 2),
        ("1 2-2", "eight", 4),
        ("1 6-6", None, 4),
        ("1 3-6", None, 4),
        ("1 4-5", "eight", 4),
        ("1 2-2+2-2", None, 4),
        ("1 2-2+2-2", "eight", 4),
    ],
    ids=case_id,
)
def test_a_sweep(ended: str, sweep: str | None, factor: int) -> None:
    record = tien_gow(summary((0, 8, 0, 0), ended, sweep=sweep))
    assert net(record) == [-10 * factor, 20 * factor, -5 * factor, -5 * factor]
    assert items(record)[1][-1] == {2: "seven_sweep", 4: "eight_sweep"}[factor]


@pytest.mark.parametrize(
    ("opening", "house", "sweep", "factor"),
    [
        ("6-6", "free", "eight", 4),
        ("6-6", "no_eight", "eight", 1),
        ("6-6", "no_eight", "seven", 2),
        ("6-6", "no_sweep", "seven", 1),
        ("3-6", "no_eight", "eight", 1),
        ("4-5", "no_sweep", "eight", 1),
        ("1-2+2-4", "no_eight", "eight", 1),
        ("2-4+1-2", "no_sweep", "seven", 1),
        ("1-1", "no_sweep", "eight", 4),
        ("6-6+6-6", "no_sweep", "eight", 4),
        ("6-6+3-6", "no_sweep", "eight", 4),
        ("1-5+1-5", "no_sweep", "eight", 4),
    ],
    ids=case_id,
)
def test_a_house_may_refuse_sweeps_after_a_high_first_lead(
    opening: str, house: str, sweep: str, factor: int
) -> None:
    play = summary((8, 0, 0, 0), "0 2-2", sweep=sweep, opening=opening.split("+"))
    assert net(tien_gow(play, {"banker_opening": house})) == [
        30 * factor, -10 * factor, -10 * factor, -10 * factor
    ]  # fmt: skip


def test_the_civil_supreme_is_a_high_lead_where_it_is_played() -> None:
    play = summary((8, 0, 0, 0), "0 2-2", sweep="eight", opening=["1-5", "1-5"])
    assert net(tien_gow(play, {**CIVIL, "banker_opening": "no_eight"}))[0] == 30


def test_another_seats_sweep_is_never_refused() -> None:
    play = summary((0, 8, 0, 0), "1 2-2", sweep="eight", opening=["6-6"])
    assert net(tien_gow(play, {"banker_opening": "no_sweep"})) == [-40, 80, -20, -20]


FOUR = {"kind": "four", "leader": 0, "up": [0, 1], "winner": 1}


@pytest.mark.parametrize(
    ("house", "earned"),
    [
        ("winner", [-8, 16, -4, -4]),
        ("all", [24 - 8, 16 - 8, -4 - 8, -4 - 8]),
        ("leader", [24, -8, -8, -8]),
        ("winning_leader", [0, 0, 0, 0]),
    ],
)
def test_who_receives_the_premium_for_four(house: str, earned: list[int]) -> None:
    hand = net(tien_gow(PLAIN))
    with_four = net(tien_gow({**PLAIN, "premiums": [FOUR]}, {"four_premium": house}))
    assert [after - before for after, before in zip(with_four, hand, strict=True)] == earned


def test_a_leader_who_wins_receives_the_premium_for_four_in_any_house() -> None:
    four = {"kind": "four", "leader": 1, "up": [1], "winner": 1}
    play = {**PLAIN, "premiums": [four]}
    nets = [
        net(tien_gow(play, {"four_premium": house}))
        for house in ("winner", "all", "leader", "winning_leader")
    ]
    assert nets == [[-14, 17, 6, -9]] * 4


def test_the_supreme_earns_its_leader_a_premium_from_everybody() -> None:
    record = tien_gow({**PLAIN, "premiums": [{"kind": "supreme", "seat": 1}]}, repeats=1)
    assert net(record) == [-9 - 6, 1 + 10, 13 - 2, -5 - 2]
    assert items(record)[1] == ["plus_one", "supreme_premium"]


def test_both_supremes_earn_two_premiums() -> None:
    feats = [{"kind": "civil_supreme", "seat": 1}, {"kind": "supreme", "seat": 1}]
    record = tien_gow({**PLAIN, "premiums": feats}, CIVIL)
    assert items(record)[1] == ["plus_one", "supreme_premium", "supreme_premium"]
    assert net(record) == [-6 - 8, 1 + 16, 10 - 4, -5 - 4]


@pytest.mark.parametrize(
    ("ended", "options", "earned"),
    [
        ("2 1-2+2-4", {}, [-4, -2, 8, -2]),
        ("2 1-5+1-5", CIVIL, [-4, -2, 8, -2]),
        ("2 1-5+1-5", {}, [0, 0, 0, 0]),
        ("1 1-5+1-5 > 2 1-6+1-6", {**CIVIL, "high_legs": "beats"}, [-4, 8, -2, -2]),
        ("2 2-2", {}, [0, 0, 0, 0]),
    ],
    ids=case_id,
)
def test_premiums_in_the_last_trick_where_the_house_has_them(
    ended: str, options: Data, earned: list[int]
) -> None:
    play = summary((2, 2, 4, 0), ended)
    without = net(tien_gow(play, options))
    gains = net(tien_gow(play, {**options, "last_trick_premium": True}))
    assert [after - before for after, before in zip(gains, without, strict=True)] == earned


@pytest.mark.parametrize(("up", "received"), [(None, [0, 2]), ([0, 1, 2], [0, 1, 2])], ids=case_id)
def test_who_else_laid_a_last_four_is_told_by_up(up: list[int] | None, received: list[int]) -> None:
    ended = last("0 1-3+1-3+1-4+2-3 > 2 4-4+4-4+2-5+3-4")
    play = {"piles": [2, 2, 4, 0], "last": {**ended, **({} if up is None else {"up": up})}}
    elements = items(tien_gow(play, {"four_premium": "all", "last_trick_premium": True}))
    assert sorted(seat for seat in elements if "four_premium" in elements[seat]) == received


@pytest.mark.parametrize(("kind", "factor"), [("seven", 2), ("eight", 4)])
def test_a_dealt_hand_is_settled_like_a_sweep(kind: str, factor: int) -> None:
    record = tien_gow({"dealt_hand": {"seat": 2, "as": kind}}, {"dealt_hands": True})
    assert net(record) == [-10 * factor, -5 * factor, 20 * factor, -5 * factor]
    assert items(record) == {2: ["dealt_hand", f"{kind}_sweep"]}
    answer: Any = rules.settle_json(record)
    assert answer["next"]["banker"] == 2


@pytest.mark.parametrize(
    ("winner", "following"), [("0 4-4", (0, 3)), ("2 4-4", (2, 0))], ids=case_id
)
def test_who_wins_is_the_next_banker(winner: str, following: tuple[int, int]) -> None:
    answer: Any = rules.settle_json(tien_gow(summary((2, 4, 2, 0), winner), repeats=2, round=5))
    after = answer["next"]
    assert (after["banker"], after["repeats"]) == following
    assert (after["round"], after["over"], after["carry"]) == (5, False, {})


def test_a_hand_given_up_pays_nothing_and_changes_nothing() -> None:
    play = {"tricks": [trick(0, "6-6", "-1-5", "?", "-1-2"), trick(0, "2-2+2-2", "?")]}
    answer: Any = rules.settle_json(tien_gow(play, outcome="abort", repeats=2))
    assert answer["net"] == [0, 0, 0, 0]
    assert (answer["next"]["banker"], answer["next"]["repeats"]) == (0, 2)


def test_of_a_hand_given_up_the_summary_is_not_looked_at() -> None:
    record = tien_gow({"piles": [9, 9], "premiums": "many"}, outcome="abort")
    assert net(record) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("banker", "dice", "taking", "thrower", "first", "order"),
    [
        (0, [3, 4], "two_columns", 2, 0, [0, 1, 2, 3]),
        (1, [1, 1], "one_column", 3, 0, [0, 1, 2, 3]),
        (3, [6, 6], "outer_columns", 1, 0, [0, 1, 2, 3]),
        (0, [1, 2], "rows_from_bottom", 2, 0, [3, 2, 1, 0]),
        (2, [2, 3], "rows_from_top", 0, 0, [0, 1, 2, 3]),
        (2, [2, 4], "rows_from_bottom", 0, 1, [0, 3, 2, 1]),
    ],
    ids=case_id,
)
def test_who_takes_first(
    banker: int, dice: list[int], taking: str, thrower: int, first: int, order: list[int]
) -> None:
    assert rules.break_wall("tien-gow", banker, [dice], {"taking": taking}) == {
        "wall": None,
        "after": None,
        "indicator": None,
        "thrower": thrower,
        "first": first,
        "order": order,
        "taking": taking,
        "throws_needed": 1,
    }


def test_before_the_throw_the_seat_opposite_the_banker_is_named() -> None:
    assert rules.break_wall("tien-gow", 1) == {"throws_needed": 1, "throwers": [3]}
