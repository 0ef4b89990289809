"""What riichi for three lets people do: riichi-3p.md, "Special tiles", "Play"."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.games import play_of
from rules.play.actions import Discard, Draw, DrawReplacement, Pung, SetAside, Win
from rules.play.course import Course, begin
from rules.tiles import TILES
from tests.rules.play.stacked import discard, draw_out, pass_all, stack_wall

PLAY = play_of("riichi-3p")
NORTH = TILES["4z"]
READY_FOR_NORTH = "123456789p111s4z"


def hand(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    wall = stack_wall(PLAY, hands, live, options)
    return begin(PLAY, wall, [[1, 1]], {}, options)


def test_a_north_is_set_aside_for_a_supplement_and_is_dora() -> None:
    course = hand("4z").after(SetAside(0, NORTH))
    assert course.legal(0) == (DrawReplacement(0),)
    course = course.after(DrawReplacement(0))
    assert course.at.seats[0].flowers == (NORTH,)
    assert len(course.at.seats[0].hand) == 14


def test_a_house_may_have_north_as_a_wind_of_everybody_and_then_it_stays() -> None:
    refused = hand("4z", north="value").refusal(SetAside(0, NORTH))
    assert refused is not None
    assert refused.message == "such a tile is not laid aside by itself"


def test_others_win_on_a_north_that_is_set_aside_as_on_a_discard() -> None:
    course = hand("1m4z", READY_FOR_NORTH, live="9s7z4z")
    course = pass_all(discard(course, 0, "1m")).after(Draw(1))
    course = pass_all(discard(course, 1, "9s", "double_riichi")).after(Draw(2))
    course = pass_all(discard(course, 2, "7z")).after(Draw(0)).after(SetAside(0, NORTH))
    end = course.after(Win(1, "discard", NORTH, 0))
    settled = rules.settle(end.record())
    assert settled.net[1] > 0
    assert settled.net[2] == 0


def test_nobody_claims_a_north_that_is_set_aside_for_a_set() -> None:
    course = hand("4z", "44z").after(SetAside(0, NORTH))
    assert course.to_act == (0,)
    refused = course.refusal(Pung(1, (NORTH, NORTH), NORTH, 0))
    assert refused is not None


def test_a_north_that_is_discarded_can_be_claimed() -> None:
    course = discard(hand("4z", "44z"), 0, "4z")
    assert Pung(1, (NORTH, NORTH), NORTH, 0) in course.legal(1)


def test_a_north_set_aside_ends_the_first_uninterrupted_turn() -> None:
    course = hand("4z").after(SetAside(0, NORTH)).after(DrawReplacement(0))
    assert not course.at.untouched


def test_after_four_supplements_the_next_come_from_the_end_of_the_live_wall() -> None:
    course = hand("4444z")
    wall = course.at.wall
    for count in range(4):
        course = course.after(SetAside(0, NORTH)).after(DrawReplacement(0))
        assert course.at.wall.tail == count + 1
    tile, _ = PLAY.draw_supplement(course.at)
    assert tile == wall.tiles[-15]


def test_after_riichi_only_the_north_just_drawn_is_set_aside() -> None:
    course = hand("1m", "44z123456789p11s", live="9s7z7z4z")
    course = pass_all(discard(course, 0, "1m")).after(Draw(1))
    course = pass_all(discard(course, 1, "9s", "double_riichi")).after(Draw(2))
    course = pass_all(discard(course, 2, "7z")).after(Draw(0))
    course = pass_all(discard(course, 0, "7z")).after(Draw(1))
    assert SetAside(1, NORTH) in course.legal(1)
    assert Discard(1, TILES["1s"]) not in course.legal(1)


@pytest.mark.parametrize(("left", "may"), [(4, True), (3, False)])
def test_riichi_needs_a_tile_for_each_of_the_three(left: int, may: bool) -> None:
    course = hand("123456789p111s5z4z", "123456789p222s6z", "123456789p333s7z")
    course = draw_out(course, left=left)
    course = course.after(Draw(course.at.turn))
    declares = {getattr(one, "declares", "") for one in course.legal(course.at.turn)}
    assert ("riichi" in declares) == may
