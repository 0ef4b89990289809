"""Mushi settled: combinations, points, cards left over, next elder (mushi.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.hanafuda.hands import cards, items, mushi, redeal, settled
from tests.rules.records import Data, steps

HALF = "01 02 03 10-animal 10-ribbon 12"
"""No left-over card, no rain: seat 1 has the devil and all other rains."""


def combinations(data: Data, seat: int = 0) -> set[str]:
    """Return what *seat* has besides its points."""
    return set(items(settled(data), seat)) - {"card_points"}


@pytest.mark.parametrize(
    ("captured", "names"),
    [
        ("01-bright 02-animal 03-bright", {"the_three"}),
        ("01 02 03 -01-bright", set()),
        ("01 02 03 -02-animal", set()),
        ("01 02 03 -03-bright", set()),
        ("04", {"four_wisteria"}),
        ("12", {"four_paulownia"}),
        ("04 -04-junk2 12 -12-bright", set()),
        ("12 -12-junk1", set()),
        ("01-bright 02-animal 03-bright 04 12", {"the_three", "four_wisteria", "four_paulownia"}),
        ("05 09 10", set()),
    ],
)
def test_certain_cards_are_combinations(captured: str, names: set[str]) -> None:
    assert combinations(mushi(captured)) & {"the_three", "four_wisteria", "four_paulownia"} == names


def test_five_brights_are_no_combination() -> None:
    brights = "01-bright 03-bright 08-bright 11-bright 12-bright 02-ribbon 04-ribbon"
    assert combinations(mushi(brights)) == set()


@pytest.mark.parametrize(
    ("captured", "points"),
    [
        ("01-bright 11-bright", 40),
        ("05-animal 11-animal 08-animal", 30),
        ("11-ribbon 05-ribbon", 10),
        ("11-junk 12-junk1 12-junk3 05-junk2", 4),
        ("01", 27),
        ("08", 32),
        ("11", 36),
        ("12", 23),
    ],
)
def test_a_card_is_worth_what_its_class_is(captured: str, points: int) -> None:
    assert items(settled(mushi(captured)), 0)["card_points"] == points


def test_a_combination_is_paid_out_of_the_others_cards() -> None:
    answer = settled(mushi("01-bright 02-animal 03-bright"))
    assert items(answer, 0) == {"card_points": 50, "the_three": 25, "others_combinations": -20}
    assert items(answer, 1) == {
        "card_points": 180,
        "four_wisteria": 10,
        "four_paulownia": 10,
        "others_combinations": -25,
    }
    assert [answer["seats"][seat]["score"] for seat in (0, 1)] == [55, 175]


def test_who_has_more_than_half_is_paid_what_he_has_above() -> None:
    answer = settled(mushi(HALF))
    assert answer["payments"] == [{"from": 1, "to": 0, "amount": 19, "for": "win"}]
    assert steps(answer) == (
        "card_points +109, the_three +25, four_paulownia +10, others_combinations -10, half -115"
    )
    assert [win["score"] for win in answer["wins"]] == [134]
    assert [loser["score"] for loser in answer["losers"]] == [96]
    assert {win["unit"] for win in (*answer["wins"], *answer["losers"])} == {"points"}


def test_a_player_may_fall_below_zero() -> None:
    answer = settled(mushi("05-junk1 05-junk2"))
    assert answer["seats"][0]["score"] == 2 - 45
    assert answer["net"] == [-158, 158]


def tie(**state: int) -> Data:
    """Return a hand of 115 each."""
    return mushi(
        "01 02-ribbon 03 04 -04-junk2 05 08-animal 08-junk1 10-animal 12-junk1 12-junk2",
        state=state,
    )


def test_at_115_each_nobody_wins_or_pays() -> None:
    answer = settled(tie())
    assert (answer["wins"], answer["payments"], answer["net"]) == ([], [], [0, 0])
    assert [(one["seat"], one["score"]) for one in answer["losers"]] == [(0, 115), (1, 115)]


@pytest.mark.parametrize(
    ("data", "banker", "repeats"),
    [
        (mushi(HALF, state={"banker": 0, "repeats": 2}), 0, 3),
        (mushi(HALF, state={"banker": 1, "repeats": 2}), 0, 0),
        (mushi("01", state={"banker": 1, "repeats": 2}), 1, 3),
        (mushi("01", state={"banker": 0, "repeats": 2}), 1, 0),
        (tie(banker=1, repeats=4), 1, 5),
        (redeal("table_four", "09"), 1, 2),
        ({**mushi("", state={"banker": 1, "repeats": 1}), "play": {}, "outcome": "abort"}, 1, 1),
    ],
    ids=[
        "elder wins",
        "younger wins",
        "elder wins again",
        "younger takes over",
        "tie",
        "redeal",
        "void",
    ],
)
def test_who_won_is_elder_next(data: Data, banker: int, repeats: int) -> None:
    after = settled(data)["next"]
    assert (after["banker"], after["repeats"], after["over"]) == (banker, repeats, False)


def test_the_round_is_passed_on() -> None:
    assert settled(mushi(HALF, state={"round": 7}))["next"]["round"] == 7


@pytest.mark.parametrize(
    "data",
    [
        redeal("hand_four", "11", seat=0),
        redeal("hand_four", "04", seat=1),
        redeal("table_four", "11"),
        redeal("table_four", "12", table_three_rain="elder"),
        redeal("table_three_rain", "11 -11-junk"),
        redeal("table_three_rain", "11 -11-junk", table_four="elder"),
        redeal("hand_four", "04", seat=0, table_four="elder", table_three_rain="devil_taker"),
    ],
)
def test_cards_dealt_again_cost_nothing(data: Data) -> None:
    answer = settled(data)
    assert (answer["net"], answer["payments"], answer["wins"]) == ([0, 0], [], [])


def heirs(data: Data, shared: dict[str, int]) -> None:
    """Fail unless the table's cards settle as if they lay in the piles of *shared*."""
    already: Any = {**data, "play": {**data["play"], "table": []}}
    already["play"]["captured"] = [
        [*pile, *(card for card, heir in shared.items() if heir == seat)]
        for seat, pile in enumerate(data["play"]["captured"])
    ]
    assert sorted(shared) == sorted(data["play"]["table"])
    assert settled(data) == settled(already)


DEVIL = "11-junk"
RAINS = "11-bright 11-animal 11-ribbon"


@pytest.mark.parametrize(
    ("first", "table", "shared"),
    [
        (f"01 {DEVIL}", "11-ribbon 05-junk2", {"11-ribbon": 1, "05-junk2": 0}),
        ("01 11-bright 11-animal", "11-ribbon 05-junk2", {"11-ribbon": 0, "05-junk2": 1}),
        ("01 11", "11-bright 05-animal", {"11-bright": 0, "05-animal": 0}),
        ("01", "11-bright 12-bright", {"11-bright": 1, "12-bright": 1}),
        (
            f"01 {DEVIL}",
            "05-animal 05-ribbon 05-junk1 11-bright",
            {"05-animal": 0, "05-ribbon": 0, "05-junk1": 0, "11-bright": 1},
        ),
        (f"01 {DEVIL}", "05-animal", {"05-animal": 0}),
        (f"01 {DEVIL}", "11-animal", {"11-animal": 1}),
        ("01", f"11-animal {DEVIL}", {"11-animal": 1, DEVIL: 1}),
        ("01 11-bright 11-ribbon", f"11-animal {DEVIL}", {"11-animal": 0, DEVIL: 0}),
    ],
    ids=case_id,
)
def test_cards_left_over_have_an_heir(first: str, table: str, shared: dict[str, int]) -> None:
    heirs(mushi(first, table), shared)


@pytest.mark.parametrize(
    ("option", "first", "heir"),
    [
        ("alone", "11-bright 11-animal", 0),
        ("alone", "01", 1),
        ("with_rain", "11-bright 11-animal", 1),
        ("with_rain", "11-bright", 1),
        ("with_rain", "01", 1),
    ],
)
def test_the_devil_as_last_card(option: str, first: str, heir: int) -> None:
    data = mushi(first, "11-ribbon", devil_last=True, last_stock_devil=option)
    heirs(data, {"11-ribbon": heir})


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("option", ["alone", "with_rain"])
def test_three_rains_lie_for_whoever_takes_the_devil(last: bool, option: str) -> None:
    data = mushi(
        "01", RAINS, table_three_rain="devil_taker", last_stock_devil=option, devil_last=last
    )
    heirs(data, dict.fromkeys(RAINS.split(), 1))


def test_a_left_over_card_can_complete_a_combination() -> None:
    data = mushi(f"{DEVIL} 04 09", "04-junk2")
    assert "four_wisteria" in combinations(data)


DEALT_FOUR = cards("12 01-bright 02-ribbon 05-junk1 11-animal")
DEALT_RAINS = cards(f"{RAINS} 01 09-ribbon")


@pytest.mark.parametrize(
    "data",
    [
        mushi("12 01", table_four="elder", deal_table=DEALT_FOUR),
        mushi("01", table_four="elder", deal_table=DEALT_FOUR, state={"banker": 1}),
        mushi(
            "11 01",
            table_four="elder",
            deal_table=cards("11 01-bright 02-ribbon 05 -05-junk1 -05-junk2"),
        ),
        mushi(f"{RAINS} 01", table_three_rain="elder", table_four="elder", deal_table=DEALT_RAINS),
        mushi("01 11", table_three_rain="devil_taker", table_four="elder", deal_table=DEALT_RAINS),
        mushi(
            "01", RAINS, table_three_rain="devil_taker", table_four="elder", deal_table=DEALT_RAINS
        ),
        mushi(
            "01 11",
            "11-ribbon",
            table_three_rain="devil_taker",
            table_four="elder",
            deal_table=DEALT_RAINS,
        ),
        mushi(HALF, deal_table=cards("01 -01-junk1 02 -02-junk1 11-bright 11-junk")),
        mushi(HALF, deal_table=cards("01 -01-junk1 02 -02-junk1 11-bright 11-ribbon")),
    ],
    ids=[
        "four",
        "four for seat 1",
        "four rains",
        "three rains",
        "bundle taken",
        "bundle lies",
        "bundle half shared out",
        "three of two",
        "two rains",
    ],
)
def test_a_dealt_table_that_is_played_on(data: Data) -> None:
    assert sum(settled(data)["net"]) == 0


@pytest.mark.parametrize(
    "more", [{"devil_takes_bundle": True}, {"deal_order": "table_first"}], ids=case_id
)
def test_what_is_only_played_by_changes_no_points(more: Data) -> None:
    assert settled(mushi(HALF, **more)) == settled(mushi(HALF))
