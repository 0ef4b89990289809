"""What Yiwu lets people do: yiwu.md, "Walls, dice, deal", "Special tiles", "Play", "Draw"."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.games import play_of
from rules.play.actions import Action, Chow, DrawReplacement, Kong, Pung, Win
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.hands import by_chance, last_of, new_course
from tests.rules.play.stacked import codes, discard, go_round, lying_at, stack_wall

PLAY = play_of("yiwu")
READY = "456m456p77889s11z"
"""Thirteen tiles that wait for 6s and 9s."""
AFTER = 9
"""Stacks between the indicator and the break."""


def hand(
    *hands: str, live: str = "", indicator: str = "2m", after: int = AFTER, **options: Any
) -> Course:
    """Return a hand with this *indicator*, and *after* stacks from it to the break."""
    wall = lying_at(stack_wall(PLAY, hands, live + indicator, options), 2 * after + 2, indicator)
    return begin(PLAY, wall, [[4, 4], [after // 2, after - after // 2]], {}, options)


def message(course: Course, action: Action) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


def test_the_indicator_lies_before_the_stacks_that_the_second_throw_counts() -> None:
    course = hand(after=5)
    assert codes(course.at.wall.indicators) == ["2m"]
    assert course.at.wall.turned == (136 - 2 * 5 - 2,)


@pytest.mark.parametrize(("tile", "others"), [("5z", "34m"), ("3m", "5z4m"), ("1m", "5z3m")])
def test_a_white_is_the_indicators_tile_in_chows(tile: str, others: str) -> None:
    course = discard(hand(tile, others, indicator="2m"), 0, tile)
    assert Chow(1, parse(others), TILES[tile], 0) in course.legal(1)


def test_no_fortune_tile_is_in_a_set_or_claimed_for_one() -> None:
    course = discard(hand("3m", "12m"), 0, "3m")
    assert message(course, Chow(1, parse("12m"), TILES["3m"], 0)) != ""
    course = discard(hand("2m", "9s", "22m"), 0, "2m")
    assert message(course, Pung(2, parse("22m"), TILES["2m"], 0)) != ""


def test_seventeen_stacks_are_left_however_many_supplements_were_taken() -> None:
    course = hand("1111p2222p9m")
    before = PLAY.live(course.at)
    assert before == 136 - 53 - 34
    for tiles in ("1111p", "2222p"):
        course = course.after(Kong(0, "kong_concealed", parse(tiles))).after(DrawReplacement(0))
    assert PLAY.live(course.at) == before - 2


@pytest.mark.parametrize(("floats", "stacks"), [(0, 17), (1, 7), (2, 3)])
def test_after_a_float_play_goes_on_until_fewer_stacks_are_left(floats: int, stacks: int) -> None:
    course = hand("222m", live="1z1z1z9m2z2z2z9m")
    for _ in range(floats):
        course = go_round(course, "2m")
    is_passed = stacks < AFTER
    assert course.at.wall.head + PLAY.live(course.at) + 2 * stacks + is_passed == 136


def test_a_discarded_fortune_tile_wins_for_nobody() -> None:
    course = discard(hand("2m", "13m456p77889s111z"), 0, "2m")
    assert course.at.window is None


def test_after_a_float_nobody_wins_on_a_discard() -> None:
    win = Win(1, "discard", TILES["9s"], 0)
    course = hand("2m9s", READY, live="9m2z2z9m")
    assert win in discard(course, 0, "9s").legal(1)
    assert win not in discard(go_round(course, "2m"), 0, "9s").legal(1)


def test_a_fortune_tile_floated_before_a_pair_wait_wins_eightfold() -> None:
    course = go_round(hand("22m123p456p789p111s", live="1z1z1z9m"), "2m")
    course = course.after(Win(0, "self_draw", course.at.drawn))
    assert [item.id for item in course.settlement().wins[0].items] == ["single_float"]


def test_of_several_claimants_the_nearest_wins_and_the_others_are_his_rivals() -> None:
    course = discard(hand("9s", READY, "456m123p77889s22z"), 0, "9s")
    for seat in (2, 1):
        course = course.after(Win(seat, "discard", TILES["9s"], 0))
    (win,) = course.record()["wins"]
    assert (win["seat"], win["facts"]) == (1, {"rivals": [2]})


def test_how_many_fortune_tiles_a_seat_has_floated_is_told() -> None:
    for seed in range(12):
        chance = random.Random(seed)
        course = last_of(new_course("yiwu", chance), by_chance(chance), chance)
        for place, seat in zip(course.at.seats, course.record()["seats"], strict=True):
            floated = sum(tile in course.at.wall.indicators for tile in place.river)
            assert seat.get("facts", {}).get("floats", 0) == min(floated, 2)
