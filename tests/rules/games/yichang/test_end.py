"""Penalties at the end of a Yichang hand, the next banker of a draw, and the wall."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.yichang.hands import BOTH_WAYS, sum_gains, win, yichang
from tests.rules.records import kong, pung, settle

LAME = "135779p1234579s"
"""Two suits and far from ready."""

PIG = "1479p2579s14489m"
PLAIN = "455667m3457899p"
PUNGS = ("33377s11p", pung("111s"), pung("222s"))
PURE = "1112223337899m"


def show_hands(*hands: Any, **how: Any) -> Any:
    """Return a hand that nobody won, unless *wins* says so, with these hands of seats 0 to 3."""
    wins = how.pop("wins", ())
    return yichang(hands[1], *wins, around={0: hands[0], 2: hands[2], 3: hands[3]}, **how)


def test_who_is_not_ready_pays_everyone_who_is() -> None:
    data = show_hands(LAME, PLAIN, PUNGS, PURE)
    assert sum_gains(data, "not_ready") == [-10, 1, 3, 6]
    assert sum_gains(data, "flower_pig", "win") == [0, 0, 0, 0]


@pytest.mark.parametrize(("factor", "gains"), [(2, [-20, 2, 6, 12]), (3, [-30, 3, 9, 18])])
def test_who_holds_three_suits_pays_a_multiple(factor: int, gains: list[int]) -> None:
    data = show_hands(PIG, PLAIN, PUNGS, PURE, options={"flower_pig_factor": factor})
    assert sum_gains(data, "flower_pig") == gains
    assert sum_gains(data, "not_ready") == [0, 0, 0, 0]


def test_penalties_go_by_the_houses_values() -> None:
    data = show_hands(LAME, PLAIN, PUNGS, PURE, options={"fan_values": [2, 4, 8, 16]})
    assert sum_gains(data, "not_ready") == [-14, 2, 4, 8]


def test_nobody_ready_costs_nothing() -> None:
    pigs = ("13579m13579p135s", "2468m2468p24688s", "1357m1357p13579s")
    assert settle(show_hands(LAME, *pigs))["payments"] == []


def test_penalties_are_paid_after_wins_too() -> None:
    data = show_hands(LAME, PLAIN, PUNGS, PURE, wins=(win("6p", 0), win("1p", 3, 2)))
    assert sum_gains(data, "win") == [-1, 1, 3, -3]
    assert sum_gains(data, "not_ready") == [-10, 1, 3, 6]


@pytest.mark.parametrize(
    ("wins", "best"), [((), 3), ((win("6p", 0),), 1), ((win("4p", 0), win("5p", 0)), 3)]
)
def test_a_winner_is_measured_by_his_first_win(wins: tuple[Any, ...], best: int) -> None:
    data = show_hands(LAME, BOTH_WAYS, "123456789m1255s", "123456678s1155m", wins=wins)
    others = {row["to"]: row["amount"] for row in settle(data)["payments"] if row["for"] != "win"}
    assert others == {1: best, 2: 1, 3: 1}


def test_kongs_add_nothing_to_penalties() -> None:
    konged = ("33377s11p", kong("1111s"), pung("222s"))
    data = show_hands("135779p2344579s", PLAIN, konged, PURE)
    assert sum_gains(data, "not_ready") == [-10, 1, 3, 6]


@pytest.mark.parametrize(
    "lying",
    [
        ("1111m", pung("666s"), pung("888s"), pung("999s")),
        ("13m55s", kong("2222m"), pung("888s"), pung("999s")),
    ],
)
def test_who_waits_only_for_tiles_he_holds_all_of_is_not_ready(lying: Any) -> None:
    data = show_hands("123456789p1255s", lying, "445566789p1133s", "444555666m7799p")
    assert sum_gains(data, "not_ready")[1] < 0


def test_a_tile_that_others_hold_may_still_be_waited_for() -> None:
    lying = ("45m55s", pung("777s"), pung("888s"), pung("999s"))
    around = {0: (None, kong("3333m"), kong("6666m"))}
    data = yichang(lying, around=around)
    assert all(row["from"] != 1 for row in settle(data)["payments"])


def test_a_robbed_kong_leaves_three_of_its_kind() -> None:
    """Seat 3 would wait for the 6p that was robbed, and counts it as a wait."""
    lying = ("45p55s", {**pung("6666p"), "kind": "kong_added"}, pung("888s"), pung("999s"))
    data = yichang(PLAIN, win("6p", 3, by="robbed_kong"), around={3: lying})
    assert all(row["from"] != 3 for row in settle(data)["payments"] if row["for"] != "win")


def test_after_a_draw_the_banker_goes_on() -> None:
    data = show_hands(LAME, PLAIN, PUNGS, PURE, state={"banker": 2, "repeats": 4, "round": 1})
    assert settle(data)["next"] == {
        "banker": 2,
        "round": 1,
        "repeats": 5,
        "carry": {},
        "over": False,
    }
