"""Who pays, who is liable, and how the table goes on: ningbo.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.ningbo.hands import CLOSED, ONE_SUIT, THREE_FROM_SEAT_0, ningbo, unpaid
from tests.rules.records import Data, chow, flowers, kong, net, pung, refusal, settle, steps

BOUND = ("6788s", "5s", *THREE_FROM_SEAT_0)
"""A hand that three claims bind to seat 0: no wild tile, nothing else without flowers."""

FOUR_FLOWERS = flowers("5678f")
FED = kong("8888m", "discard") | {"from": 2}
SUPPLEMENT = ("22m46s345p", "5s", chow("234s"), FED)
"""Closed wait, self-draw, supplement, hard: four tai on seat 2's discard made a kong."""

PUNGS_OF_1 = {"melds": [one | {"from": 1} for one in (pung("111p"), pung("222p"), pung("666p"))]}
"""Three sets that another seat claimed from seat 1."""


def compute_net(*hand: Any, **how: Any) -> list[int]:
    return net(ningbo(*hand, **how))


def test_everyone_pays_a_self_draw() -> None:
    assert compute_net(*CLOSED) == [-4, 12, -4, -4]


def test_the_discarder_pays_twice() -> None:
    assert compute_net(*ONE_SUIT, source=2) == [0, 10, -10, 0]
    assert compute_net(*ONE_SUIT, source=0, state={"repeats": 3}) == [-10, 10, 0, 0]


def test_each_tai_is_worth_the_rate() -> None:
    assert compute_net(*CLOSED, options={"rate": 50}) == [-200, 600, -200, -200]


@pytest.mark.parametrize("rate", [0, -1, True, "2", 1.5, [1]])
def test_the_rate_is_a_whole_number(rate: object) -> None:
    assert refusal(ningbo(*CLOSED, options={"rate": rate})) == ("unknown_option", "options.rate")


ROBBED = {"source": 2, "by": "robbed_kong"}


@pytest.mark.parametrize("meld", [pung("555s"), kong("5555s", "added")], ids=["pung", "kong"])
def test_who_is_robbed_of_a_kong_pays_five_times(meld: Data) -> None:
    around = {2: {"melds": [meld | {"from": 3}]}}
    assert compute_net(*CLOSED, **ROBBED, around=around) == [0, 20, -20, 0]


def test_who_fed_the_kong_pays_five_times_the_others_once() -> None:
    assert compute_net(*SUPPLEMENT, marks=("kong_draw",), **flowers("2f")) == [-5, 35, -25, -5]


@pytest.mark.parametrize(
    "hand",
    [
        (*SUPPLEMENT[:3], kong("8888m")),
        (*SUPPLEMENT[:3], kong("8888m", "added") | {"from": 2}),
    ],
    ids=["concealed", "added"],
)
def test_other_kongs_are_fed_by_nobody(hand: Any) -> None:
    assert compute_net(*hand, marks=("kong_draw",), **flowers("2f")) == [-5, 15, -5, -5]


def test_without_the_mark_it_is_an_ordinary_self_draw() -> None:
    assert compute_net(*SUPPLEMENT, **flowers("2f")) == [-4, 12, -4, -4]


@pytest.mark.parametrize(
    ("index", "gains"), [(None, [-6, 18, -6, -6]), (0, [-6, 42, -30, -6]), (1, [-6, 18, -6, -6])]
)
def test_the_named_kong_counts_else_the_last(index: int | None, gains: list[int]) -> None:
    data = ningbo("22m46s345p", "5s", FED, kong("1111p"), marks=("kong_draw",), **flowers("26f"))
    if index is not None:
        data["wins"][0]["kong"] = index
    assert net(data) == gains


def test_a_kong_that_is_none_is_refused() -> None:
    data = ningbo(*SUPPLEMENT, marks=("kong_draw",), **flowers("2f"))
    data["wins"][0]["kong"] = 0
    assert refusal(data) == ("bad_record", "wins[0].kong")


def test_three_sets_from_one_seat_make_it_pay_for_all() -> None:
    assert compute_net(*BOUND, **FOUR_FLOWERS) == [-20, 20, 0, 0]


def test_a_liable_seat_pays_beside_the_discarder() -> None:
    bonus = flowers("15678f")
    assert compute_net(*BOUND, source=3, **flowers("12345678f")) == [-14, 28, 0, -14]
    assert refusal(ningbo(*BOUND, source=3, **bonus))[0] == "below_minimum"


def test_a_liable_seat_that_discards_pays_both() -> None:
    data = ningbo(*BOUND, source=0, **flowers("12345678f"))
    assert net(data) == [-28, 28, 0, 0]
    assert [row["for"] for row in settle(data)["payments"]] == ["win", "liability"]
    factors = [steps(settle(data), row).split(", ")[-1] for row in (0, 1)]
    assert factors == ["discarder ×2", "partner ×2"]


def test_liability_holds_for_the_win_of_either() -> None:
    around = {3: PUNGS_OF_1}
    assert compute_net(*CLOSED, around=around) == [0, 20, 0, -20]
    assert compute_net(*ONE_SUIT, source=2, around=around) == [0, 20, -10, -10]


def test_two_sets_bind_nobody() -> None:
    around = {3: {"melds": PUNGS_OF_1["melds"][:2]}}
    assert compute_net(*CLOSED, around=around) == [-4, 12, -4, -4]


def test_an_added_kong_counts_by_its_pung_and_a_concealed_one_not() -> None:
    added = kong("6666p", "added") | {"from": 1}
    around = {3: {"melds": [*PUNGS_OF_1["melds"][:2], added]}}
    assert compute_net(*CLOSED, around=around) == [0, 20, 0, -20]
    around = {3: {"melds": [*PUNGS_OF_1["melds"][:2], kong("6666p")]}}
    assert compute_net(*CLOSED, around=around) == [-4, 12, -4, -4]


def test_several_liable_seats_each_pay_in_full() -> None:
    around = {3: PUNGS_OF_1}
    lifted = {**flowers("12345678f"), "around": around}
    assert compute_net(*BOUND, **lifted) == [-40, 80, 0, -40]
    assert compute_net(*BOUND, source=2, **lifted) == [-14, 42, -14, -14]


def test_liability_goes_before_a_fed_kong_and_a_robbed_one() -> None:
    around = {3: PUNGS_OF_1}
    bonus = flowers("2f")
    assert compute_net(*SUPPLEMENT, marks=("kong_draw",), around=around, **bonus) == [0, 25, 0, -25]
    around = {3: PUNGS_OF_1, 2: {"melds": [pung("555s") | {"from": 3}]}}
    assert compute_net(*CLOSED, **ROBBED, around=around) == [0, 20, 0, -20]


def after(data: Data) -> tuple[int, int, int, bool]:
    table = settle(data)["next"]
    return table["banker"], table["round"], table["repeats"], table["over"]


def state(banker: int, round_: int = 1, repeats: int = 0, first: int = 0) -> Data:
    return {
        "banker": banker,
        "round": round_,
        "repeats": repeats,
        "carry": {"first_banker": first},
    }


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (state(1, 1, 2), (1, 1, 3, False)),
        (state(0, 1, 2), (1, 1, 0, False)),
        (state(3, 1), (0, 2, 0, False)),
        (state(3, 2, 0, first=2), (0, 2, 0, False)),
        (state(0, 2, 0, first=1), (1, 3, 0, False)),
    ],
    ids=case_id,
)
def test_the_post_goes_round_from_the_first_banker(before: Data, expected: Any) -> None:
    data = ningbo(*ONE_SUIT, source=2, state=before)
    assert after(data) == expected
    assert settle(data)["next"]["carry"] == before["carry"]


@pytest.mark.parametrize(
    ("before", "over"), [(state(3, 4), True), (state(3, 4, first=3), False), (state(1, 4), False)]
)
def test_four_rounds_are_a_session(before: Data, over: bool) -> None:
    assert after(ningbo(*ONE_SUIT, source=2, state=before))[3] is over


def test_the_banker_stays_after_a_draw_and_nothing_is_paid() -> None:
    assert after(unpaid(state=state(3, 4, 1))) == (3, 4, 2, False)
    assert settle(unpaid())["payments"] == []
