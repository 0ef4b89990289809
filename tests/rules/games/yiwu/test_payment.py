"""Who pays what in Yiwu and how the table goes on: yiwu.md, "Payment", "Extra stakes"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.yiwu.hands import KONG_WAIT, PAIR_WAIT, PLAIN, ROBBING, facts, unpaid, yiwu
from tests.rules.records import Data, net, settle, steps

NOBODY = [False] * 4
FLOATED_TWO = {"facts": {"floats": 2}}


def state(repeats: int = 1, banker: int = 0, **carry: Any) -> Data:
    """Return the table before a further hand of the banker."""
    return {"banker": banker, "repeats": repeats, "carry": carry}


def carried(data: Data) -> Any:
    """Return the counters for the next hand."""
    return settle(data)["next"]["carry"]


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({"winner": 0, "source": 2}, [28, -7, -14, -7]),
        ({"winner": 1, "source": 0}, [-14, 24, -5, -5]),
        ({"winner": 1, "source": 3}, [-7, 22, -5, -10]),
        ({"winner": 0}, [42, -14, -14, -14]),
        ({"winner": 2}, [-14, -10, 34, -10]),
    ],
)
def test_seven_passes_between_banker_and_others_and_five_between_these(
    how: Data, gains: list[int]
) -> None:
    assert net(yiwu(*PLAIN, **how)) == gains


def test_the_robbed_player_pays_no_more_than_the_others() -> None:
    assert net(yiwu("123m57p456789s11z", "6p", **ROBBING)) == [-14, 34, -10, -10]


@pytest.mark.parametrize(
    ("floats", "gains"),
    [(0, [-28, 68, -20, -20]), (1, [-56, 136, -40, -40]), (2, [-112, 272, -80, -80])],
)
def test_a_pair_wait_pays_by_what_was_floated(floats: int, gains: list[int]) -> None:
    assert net(yiwu(*PAIR_WAIT, before={"facts": {"floats": floats}})) == gains


@pytest.mark.parametrize(
    ("buyers", "gains"),
    [
        ([1], [-18, 46, -14, -14]),
        ([0], [-18, 38, -10, -10]),
        ([2], [-14, 38, -14, -10]),
        ([1, 2], [-18, 50, -18, -14]),
        ([0, 1, 2, 3], [-22, 58, -18, -18]),
    ],
)
def test_a_purchase_raises_the_base_both_ways(buyers: list[int], gains: list[int]) -> None:
    data = yiwu(*PLAIN)
    for seat in buyers:
        data["seats"][seat]["facts"] = {"bought": True}
    assert net(data) == gains
    assert carried(data)["bought"] == [seat in buyers for seat in range(4)]


@pytest.mark.parametrize(
    ("how", "gains"),
    [
        ({"winner": 0}, [46, -18, -14, -14]),
        ({"winner": 1}, [-18, 38, -10, -10]),
        ({"winner": 2}, [-14, -10, 34, -10]),
    ],
)
def test_a_stake_counts_between_its_owner_and_the_banker_alone(how: Data, gains: list[int]) -> None:
    table = state(stake_size=1, stakes=[0, 1, 0, 0])
    assert net(yiwu(*PLAIN, state=table, **how)) == gains


def test_a_stake_and_purchases_add_up() -> None:
    bought = [True, False, True, False]
    table = state(stake_size=2, stakes=[0, 0, 2, 0], bought=bought)
    data = yiwu(*PLAIN, winner=0, source=2, state=table)
    assert net(data) == [48, -9, -30, -9]
    assert steps(settle(data), 1) == (
        "base +7, bought +2 of 2, bought +2 of 0, stake +2×2, discarder ×2"
    )


def test_stakes_are_told_by_facts_where_none_were_carried() -> None:
    data = yiwu(*PLAIN, winner=0, state=state(), around={**facts(1, stake=1), **facts(3, stake=1)})
    assert net(data) == [50, -18, -14, -18]


@pytest.mark.parametrize(
    ("hand", "how", "size"),
    [
        (PLAIN, {"source": 2}, 1),
        (PLAIN, {}, 2),
        (("123m57p456789s11z", "6p"), ROBBING, 2),
        (PAIR_WAIT, {}, 4),
        (KONG_WAIT, {"marks": ("kong_draw",)}, 4),
        (PAIR_WAIT, {"before": {"facts": {"floats": 1}}}, 8),
        (PAIR_WAIT, {"before": {"facts": {"floats": 2}}}, 16),
    ],
)
def test_the_bankers_win_fixes_the_size_of_new_stakes(
    hand: tuple[str, str], how: Data, size: int
) -> None:
    after = settle(yiwu(*hand, state={"banker": 1}, winner=1, **how))["next"]
    carry = {"stake_size": size, "stakes": [0, 0, 0, 0], "bought": NOBODY}
    assert (after["banker"], after["repeats"], after["carry"]) == (1, 1, carry)


@pytest.mark.parametrize(("doubles", "stakes"), [(False, [0, 2, 2, 0]), (True, [0, 8, 2, 0])])
def test_standing_stakes_take_the_new_size_or_double(doubles: bool, stakes: list[int]) -> None:
    """D3: seat 1 stood at 4 when seat 2 laid 1 more."""
    data = yiwu(
        *PLAIN,
        winner=0,
        state=state(repeats=2, stake_size=1, stakes=[0, 4, 0, 0]),
        around=facts(2, stake=1),
        options={"stake_doubling": doubles},
    )
    assert carried(data) == {"stake_size": 2, "stakes": stakes, "bought": NOBODY}


@pytest.mark.parametrize(("doubles", "stakes"), [(False, [4, 0, 1, 0]), (True, [8, 0, 2, 0])])
def test_after_a_draw_stakes_stand_and_no_new_one_may_be_laid(
    doubles: bool, stakes: list[int]
) -> None:
    table = state(repeats=2, banker=3, stake_size=1, stakes=[4, 0, 0, 0])
    data = unpaid(state=table, around=facts(2, stake=1), options={"stake_doubling": doubles})
    answer = settle(data)
    carry = {"stake_size": 0, "stakes": stakes, "bought": NOBODY}
    assert answer["net"] == [0, 0, 0, 0]
    assert answer["next"] == {"banker": 3, "round": 1, "repeats": 3, "carry": carry, "over": False}


def test_a_new_banker_ends_the_stakes_and_purchases_pass_on() -> None:
    bought = [False, True, False, True]
    table = state(banker=3, stake_size=4, stakes=[4, 0, 0, 0], bought=bought)
    carry = {"stake_size": 0, "stakes": [0, 0, 0, 0], "bought": bought}
    after = settle(yiwu(*PLAIN, state=table))["next"]
    assert after == {"banker": 0, "round": 2, "repeats": 0, "carry": carry, "over": False}


def test_the_round_grows_only_when_seat_0_is_banker_again() -> None:
    after = settle(yiwu(*PLAIN, state={"banker": 2, "round": 3, "repeats": 5}))["next"]
    assert (after["banker"], after["round"], after["repeats"]) == (3, 3, 0)


def test_a_session_never_ends_by_itself() -> None:
    assert not settle(yiwu(*PLAIN, state={"banker": 3, "round": 9}))["next"]["over"]


def test_a_failed_double_float_pays_everyone_for_a_pair_wait() -> None:
    data = yiwu(*KONG_WAIT, winner=2, marks=("kong_draw",), around={1: FLOATED_TWO})
    assert net(data) == [0, -88, 88, 0]
    rows = [row for row in settle(data)["payments"] if row["for"] == "penalty"]
    assert [(row["from"], row["to"], row["amount"]) for row in rows] == [
        (1, 0, 28),
        (1, 2, 20),
        (1, 3, 20),
    ]


def test_a_failed_double_float_is_paid_in_a_draw_with_all_that_is_at_stake() -> None:
    table = state(stake_size=1, stakes=[0, 1, 0, 0], bought=[False, False, True, False])
    around = {1: FLOATED_TWO}
    assert net(unpaid(state=table, around=around)) == [36, -84, 28, 20]
    banker = {0: FLOATED_TWO}
    assert net(unpaid(state=table, around=banker)) == [-100, 36, 36, 28]


@pytest.mark.parametrize("seat", [{"facts": {"floats": 1}}, {"discards": ["9m", "1z"]}])
def test_a_single_float_that_fails_costs_nothing(seat: Data) -> None:
    assert net(unpaid(around={1: seat})) == [0, 0, 0, 0]


def test_a_double_float_seen_among_the_discards_fails_too() -> None:
    assert net(unpaid(around={1: {"discards": ["9m", "9m"]}})) == [28, -68, 20, 20]


def test_a_void_first_hand_carries_the_counters_at_their_start() -> None:
    carry = {"stake_size": 0, "stakes": [0, 0, 0, 0], "bought": NOBODY}
    assert carried(unpaid("abort", deal={})) == carry
