"""What one to nine may do by rule 0: zero-rule.md, "Walls, dice, deal", "Play", "Draw"."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from rules.games import play_of
from rules.play.actions import (
    Action,
    Chow,
    Discard,
    Draw,
    DrawReplacement,
    Kong,
    Pass,
    Pung,
    Win,
)
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.hands import last_of, mixed_player, new_course
from tests.rules.play.stacked import codes, discard, draw_out, pass_all, stack_wall

PLAY = play_of("zero-rule")
READY = "123456m23p99s678s"
"""Thirteen tiles that wait for 1p and 4p."""


def hand(*hands: str, live: str = "", players: int = 5, **options: Any) -> Course:
    """Return a hand of this number of *players*, who were dealt *hands*."""
    house = {"players": players, **options}
    state = {"scores": [25000] * players}
    return begin(PLAY, stack_wall(PLAY, hands, live, house), [[1, 1]], state, house)


def message(course: Course, action: Action) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


@pytest.mark.parametrize("players", range(1, 10))
def test_so_many_play_hands_to_the_end(players: int) -> None:
    chance = random.Random(players)
    course = new_course("zero-rule", chance, {"players": players})
    assert len(course.at.wall.tiles) == 34 * players
    over = last_of(course, mixed_player(chance, 0.5), chance)
    assert rules.settle(over.record()).net == over.settlement().net


@pytest.mark.parametrize(("dead", "left"), [(2, 170 - 66 - 2), (14, 170 - 66 - 14)])
def test_the_dead_wall_is_two_tiles_or_fourteen(dead: int, left: int) -> None:
    assert PLAY.live(hand(dead_wall=dead).at) == left


def test_a_fifth_tile_is_claimed_for_a_kin_which_brings_two_supplements() -> None:
    course = discard(hand("1s", "", "1111s"), 0, "1s")
    kin = Kong(2, "kong_discard", parse("1111s"), TILES["1s"], 0)
    course = pass_all(course.after(kin))
    for _ in range(2):
        assert course.legal(2) == (DrawReplacement(2),)
        course = course.after(DrawReplacement(2))
    (meld,) = course.at.seats[2].melds
    assert len(meld.tiles) == 5
    assert len(course.at.seats[2].hand) == 11


def test_five_tiles_in_hand_are_laid_as_a_kong_or_a_kin() -> None:
    legal = hand("11111s").legal(0)
    for tiles in ("1111s", "11111s"):
        assert Kong(0, "kong_concealed", parse(tiles)) in legal


def test_two_tiles_are_added_to_a_pung_at_once() -> None:
    course = discard(hand("1s", "1111s", "9m"), 0, "1s")
    course = pass_all(course.after(Pung(1, parse("11s"), TILES["1s"], 0)))
    course = pass_all(discard(course, 1, _any(course, 1)))
    while course.at.turn != 1:
        course = pass_all(draw_and_discard(course))
    course = pass_all(course.after(Draw(1)).after(Kong(1, "kong_added", parse("11s"))))
    for _ in range(2):
        course = course.after(DrawReplacement(1))
    assert [meld.kind for meld in course.at.seats[1].melds] == ["kong_added"]
    assert len(course.at.seats[1].melds[0].tiles) == 5


def test_the_fifth_tile_joins_a_concealed_kong() -> None:
    course = hand("11111s").after(Kong(0, "kong_concealed", parse("1111s")))
    course = course.after(DrawReplacement(0)).after(Kong(0, "kong_concealed", parse("1s")))
    assert len(course.at.seats[0].melds[0].tiles) == 5
    assert course.legal(0) == (DrawReplacement(0),)


def test_a_concealed_kong_is_not_enlarged_by_a_claim() -> None:
    course = hand("1111s", "1s").after(Kong(0, "kong_concealed", parse("1111s")))
    course = pass_all(discard(course.after(DrawReplacement(0)), 0, _any(course, 0)))
    course = discard(course.after(Draw(1)), 1, "1s")
    assert not any(isinstance(one, Kong) for seat in course.to_act for one in course.legal(seat))


def _any(course: Course, seat: int) -> str:
    return codes(course.at.seats[seat].hand[-1:])[0]


def draw_and_discard(course: Course) -> Course:
    """Return the course after whose turn it is drew a tile and discarded it."""
    seat = course.at.turn
    course = course.after(Draw(seat))
    return course.after(Discard(seat, course.at.drawn or 0))


def test_without_so_many_copies_there_are_no_such_sets() -> None:
    course = discard(hand("1s", "11s", players=3), 0, "1s")
    assert {type(one) for one in course.legal(1)} == {Pung, Pass}
    course = discard(hand("1s", "1s23s", players=2), 0, "1s")
    assert {type(one) for one in course.legal(1)} == {Chow, Pass}


@pytest.mark.parametrize(("players", "reach"), [(2, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_a_chow_comes_from_so_far(players: int, reach: int) -> None:
    course = discard(hand("1s", *["23s"] * (min(players, 4) - 1), players=players), 0, "1s")
    able = [seat for seat in course.to_act if any(isinstance(a, Chow) for a in course.legal(seat))]
    assert able == list(range(1, min(reach, players - 1) + 1))


def test_of_two_claims_the_larger_set_goes_first_and_the_nearer_of_equal_ones() -> None:
    course = discard(hand("1s", "11s", "111s", players=6), 0, "1s")
    course = course.after(Pung(1, parse("11s"), TILES["1s"], 0))
    course = course.after(Kong(2, "kong_discard", parse("111s"), TILES["1s"], 0))
    assert course.at.turn == 2
    course = discard(hand("1s", "11s", "11s", players=6), 0, "1s")
    for seat in (2, 1):
        course = course.after(Pung(seat, parse("11s"), TILES["1s"], 0))
    assert course.at.turn == 1


def test_with_limited_calls_a_pung_comes_from_two_seats_before() -> None:
    far = {"players": 8, "calls": "limited"}
    course = discard(hand("1s", "", "11s", "11s", **far), 0, "1s")
    assert any(isinstance(one, Pung) for one in course.legal(2))
    assert message(course, Pung(3, parse("11s"), TILES["1s"], 0)) == (
        "calls are limited: this set from at most 2 seats before"
    )


def test_a_kong_dora_is_turned_up_by_option_only() -> None:
    for by_option in (False, True):
        course = hand("1111s", kong_dora=by_option).after(Kong(0, "kong_concealed", parse("1111s")))
        assert len(course.at.wall.indicators) == 1 + by_option


def test_an_indicator_that_the_supplement_took_is_not_turned_up() -> None:
    east = TILES["1z"]
    course = discard(hand("1z", "111z", kong_dora=True), 0, "1z")
    course = pass_all(course.after(Pung(1, (east, east), east, 0)).after(Discard(1, TILES["3z"])))
    course = draw_out(course, left=3).after(Draw(1)).after(Kong(1, "kong_added", (east,)))
    course = course.after(DrawReplacement(1))
    course = course.after(Discard(1, course.at.drawn or 0))
    assert len(course.at.wall.indicators) == 1


def test_the_nearest_of_several_wins_and_all_but_one_end_the_hand() -> None:
    course = discard(hand("1p", READY, READY), 0, "1p")
    for seat in (2, 1):
        course = course.after(Win(seat, "discard", TILES["1p"], 0))
    assert [one.win.seat for one in course.at.wins] == [1]
    course = discard(hand("1p", READY, "234567m23p11s345s", players=3), 0, "1p")
    for seat in (1, 2):
        course = course.after(Win(seat, "discard", TILES["1p"], 0))
    assert course.record()["incidents"] == [{"kind": "all_but_one_win"}]


def test_as_many_winds_in_a_row_as_players_end_the_hand() -> None:
    course = hand("1z", "2z", "3z", live="2z3z", players=3)
    for seat, tile in enumerate(("1z", "2z")):
        course = pass_all(discard(course, seat, tile)).after(Draw(seat + 1))
    course = pass_all(discard(course, 2, "3z"))
    assert course.record()["incidents"] == [{"kind": "winds_in_a_row"}]


def test_north_is_no_wind_of_three_players() -> None:
    course = hand("4z", "2z", "3z", live="2z3z", players=3)
    for seat, tile in enumerate(("4z", "2z")):
        course = pass_all(discard(course, seat, tile)).after(Draw(seat + 1))
    assert not pass_all(discard(course, 2, "3z")).is_over


ALONE = "1z123m123p123789s"
"""What the source's only player was dealt, but for the tile that is turned up: ready."""


def test_who_plays_alone_ends_the_hand_by_riichi() -> None:
    course = hand(ALONE + "5z", players=1)
    course = course.after(Discard(0, TILES["5z"], "double_riichi"))
    assert course.record()["incidents"] == [{"kind": "all_riichi"}]
    assert course.settlement().more["solo"]["ready"]
    assert course.settlement().more["solo"]["turns"] == 0


def test_who_plays_alone_and_discards_east_first_ends_the_hand() -> None:
    course = hand(ALONE + "5z", players=1).after(Discard(0, TILES["1z"]))
    assert course.record()["incidents"] == [{"kind": "winds_in_a_row"}]


def test_one_alone_draws_until_the_wall_is_used_up() -> None:
    course = draw_out(hand(players=1), left=0)
    assert course.record()["outcome"] == "draw"
    assert len(course.at.seats[0].river) == 34 - 13 - 2


def test_one_alone_may_win_with_a_partial_run_as_head_by_option() -> None:
    tiles = "123m123p123789s56p"
    assert message(hand(tiles, players=1), Win(0, "self_draw", _first_draw(tiles))) != ""
    course = hand(tiles, players=1, solo_head="partial_run")
    course = course.after(Win(0, "self_draw", course.at.drawn))
    assert course.settlement().net == (0,)


def _first_draw(tiles: str) -> int:
    return hand(tiles, players=1).at.drawn or 0
