"""What a game brings in the end: uma, oka, busts, the West; riichi.md, "Seats, banker, session"."""

from __future__ import annotations

from typing import Any

import pytest

import rules

PINFU = {"hand": "123p456p78s99p123s", "melds": []}


def last_hand(scores: list[int], *, ready: tuple[int, ...] = (), **options: Any) -> dict[str, Any]:
    """Return the record of a drawn hand, the last of South, with *scores* before it."""
    seats = [{"hand": None, "facts": {"ready": seat in ready}} for seat in range(len(scores))]
    return {
        "ruleset": "riichi" if len(scores) == 4 else "riichi-3p",
        "options": options,
        "state": {"banker": len(scores) - 1, "round": 2, "scores": scores},
        "deal": {"indicators": ["1z"]},
        "seats": seats,
        "outcome": "draw",
    }


def win_pinfu(record: dict[str, Any], seat: int, source: int) -> dict[str, Any]:
    """Return *record* with a pinfu of 1,000 points (the banker's 1,500) won by *seat*."""
    seats = [PINFU if place == seat else {"hand": None} for place in range(len(record["seats"]))]
    win = {"seat": seat, "tile": "9s", "by": "discard", "from": source}
    return {**record, "seats": seats, "outcome": "win", "wins": [win]}


def after(record: dict[str, Any]) -> dict[str, Any]:
    """Return what the settlement says of the next hand."""
    answer: Any = rules.settle_json(record)
    state: dict[str, Any] = answer["next"]
    return state


def test_without_uma_and_oka_the_points_say_all() -> None:
    assert "final" not in after(last_hand([40000, 30000, 20000, 10000]))


@pytest.mark.parametrize(
    ("uma", "final"),
    [
        ("none", [30000, 0, -10000, -20000]),
        ("5_10", [40000, 5000, -15000, -30000]),
        ("10_20", [50000, 10000, -20000, -40000]),
        ("10_30", [60000, 10000, -20000, -50000]),
        ("20_30", [60000, 20000, -30000, -50000]),
    ],
)
def test_the_first_gets_the_oka_and_each_rank_its_uma(uma: str, final: list[int]) -> None:
    hand = last_hand([40000, 30000, 20000, 10000], return_points=30000, uma=uma)
    assert after(hand)["final"] == final


@pytest.mark.parametrize(
    ("uma", "final"),
    [
        ("10", [30000, -5000, -25000]),
        ("15", [35000, -5000, -30000]),
        ("30", [50000, -5000, -45000]),
    ],
)
def test_three_share_as_three(uma: str, final: list[int]) -> None:
    hand = last_hand([45000, 35000, 25000], return_points=40000, uma=uma)
    assert after(hand)["final"] == final


def test_of_equal_points_the_lower_seat_ranks_higher() -> None:
    hand = last_hand([25000] * 4, uma="10_20")
    assert after(hand)["final"] == [20000, 10000, -10000, -20000]


def test_a_house_that_starts_above_the_return_points_has_no_oka() -> None:
    hand = last_hand([40000, 30000, 30000, 20000], start_points=30000, uma="5_10")
    assert after(hand)["final"] == [20000, 5000, -5000, -20000]


def test_points_won_in_the_last_hand_count() -> None:
    hand = win_pinfu(last_hand([25000, 25000, 25000, 25000], uma="5_10"), 2, 1)
    assert after(hand)["final"] == [5000, -11000, 11000, -5000]


def test_who_falls_below_nothing_gives_the_winner_the_prize() -> None:
    hand = win_pinfu(last_hand([60000, 500, 20000, 19500], bust_prize=10000), 2, 1)
    assert after(hand)["final"] == [35000, -35500, 6000, -5500]


def test_a_bust_by_a_draw_brings_nobody_a_prize() -> None:
    hand = last_hand([60000, 500, 20000, 19500], ready=(0, 2, 3), bust_prize=10000)
    assert after(hand)["final"] == [36000, -27500, -4000, -4500]


def ends(scores: list[int], round_: int, **options: Any) -> bool:
    """Return whether a drawn last hand of *round_* without anybody ready ends the game."""
    hand = last_hand(scores, return_points=30000, **options)
    over: bool = after({**hand, "state": {**hand["state"], "round": round_}})["over"]
    return over


LOW, HIGH = [29000, 26000, 24000, 21000], [30000, 26000, 23000, 21000]


@pytest.mark.parametrize(
    ("scores", "round_", "west", "over"),
    [
        (LOW, 2, False, True),
        (LOW, 2, True, False),
        (HIGH, 2, True, True),
        (LOW, 3, True, True),
        (LOW, 1, True, False),
        (HIGH, 1, True, False),
    ],
)
def test_a_game_without_a_leader_at_the_return_points_goes_west(
    scores: list[int], round_: int, west: bool, over: bool
) -> None:
    assert ends(scores, round_, west_entry=west) is over


@pytest.mark.parametrize(("scores", "over"), [(LOW, False), (HIGH, True)])
def test_in_the_west_it_ends_as_soon_as_somebody_has_them(scores: list[int], over: bool) -> None:
    hand = last_hand(scores, return_points=30000, west_entry=True)
    hand["state"] |= {"banker": 0, "round": 3}
    assert after(hand)["over"] is over


def test_a_leading_last_banker_below_the_return_points_does_not_stop() -> None:
    hand = last_hand([24000, 23000, 24000, 29000], ready=(3,), west_entry=True, return_points=40000)
    assert not after(hand)["over"]
