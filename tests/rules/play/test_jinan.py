"""What may be done in Jinan: jinan.md, "Walls, dice, deal", "Play", "Liability"."""

from __future__ import annotations

from typing import Any

from rules.games import play_of
from rules.play.actions import Chow, Discard, Draw, DrawReplacement, Kong, Pung, Win
from rules.play.course import Course, begin
from rules.play.views import view
from rules.tiles import BACK, TILES, parse
from tests.rules.play.stacked import discard, pass_all, stack_wall, with_tail

PLAY = play_of("jinan")
WAITING = "123456m234p55s78s"
"""Waits for 6s and 9s beside a pair of fives."""


def hand(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    return begin(PLAY, stack_wall(PLAY, hands, live, options), [[1, 1]], {}, options)


def lay_open(live: str = "") -> Course:
    """Return the course after seat 0 laid a waiting hand open with a west."""
    return pass_all(discard(hand(WAITING + "3z", live=live), 0, "3z", "open_ready"))


def test_a_waiting_hand_may_be_laid_open_for_all_to_see() -> None:
    course = lay_open()
    assert view(course, 1).seats[0].hand == parse(WAITING)
    assert set(view(course, 1).seats[2].hand) == {BACK}


def test_a_hand_that_waits_only_for_a_pair_of_another_tile_is_not_laid_open() -> None:
    course = hand("123456m234p66s78s3z")
    assert Discard(0, TILES["3z"], "open_ready") not in course.legal(0)


def test_an_open_hand_is_not_changed_and_wins_by_self_draw_only() -> None:
    course = lay_open(live="9s1z2z4z9s")
    course = discard(course.after(Draw(1)), 1, "9s")
    assert Win(0, "discard", TILES["9s"], 1) not in course.legal(0)
    for seat, tile in ((2, "1z"), (3, "2z")):
        course = discard(pass_all(course).after(Draw(seat)), seat, tile)
    course = pass_all(course).after(Draw(0))
    assert [one for one in course.legal(0) if isinstance(one, (Discard, Kong))] == [
        Discard(0, TILES["4z"])
    ]


def test_play_ends_with_six_stacks_and_half_a_stack_is_one() -> None:
    course = hand("1111m", live="1z")
    before = course.play.live(course.at)
    course = course.after(Kong(0, "kong_concealed", parse("1111m")))
    course = course.after(DrawReplacement(0))
    assert course.play.live(course.at) == before


def test_two_winners_share_a_discard_only_where_the_house_lets_them() -> None:
    for both in (False, True):
        course = discard(hand("6s", WAITING, WAITING, multiple_winners=both), 0, "6s")
        for seat in (1, 2):
            course = course.after(Win(seat, "discard", TILES["6s"], 0))
        course = pass_all(course)
        assert len(course.record()["wins"]) == 1 + both


def test_the_record_names_the_kong_that_won_where_a_later_one_lies_beside_it() -> None:
    """A pung keeps its place among the sets when it becomes a kong."""
    wall = stack_wall(PLAY, ("7m", "77m99m1111s55p234m"), "", {})
    course = begin(PLAY, with_tail(wall, "7m9m"), [[1, 1]])
    course = discard(course, 0, "7m").after(Pung(1, parse("77m"), TILES["7m"], 0))
    course = course.after(Kong(1, "kong_concealed", parse("1111s"))).after(DrawReplacement(1))
    course = pass_all(course.after(Kong(1, "kong_added", parse("7m")))).after(DrawReplacement(1))
    course = course.after(Win(1, "self_draw", TILES["9m"]))
    assert course.record()["wins"][0]["kong"] == 0


def test_a_chow_comes_from_the_left_hand_neighbour_only() -> None:
    course = discard(hand("3m", "12m", "12m"), 0, "3m")
    assert Chow(1, parse("12m"), TILES["3m"], 0) in course.legal(1)
    assert not any(isinstance(one, Chow) for one in course.legal(2))
