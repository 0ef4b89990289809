"""What may be done in Yangzhou: yangzhou.md, "Play", "Draw"."""

from __future__ import annotations

from typing import Any

from rules.games import play_of
from rules.play.actions import Discard, Draw, Pass, Win
from rules.play.course import Course, begin
from rules.tiles import TILES
from tests.rules.play.stacked import discard, pass_all, stack_wall

PLAY = play_of("yangzhou")
WAITING = "334455m678p22s56s"
"""Waits for 4s and 7s, concealed, with a double sequence: thirteen fan."""


def hand(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    return begin(PLAY, stack_wall(PLAY, hands, live, options), [[1, 1]], {}, options)


def wins(course: Course, seat: int) -> list[Win]:
    return [one for one in course.legal(seat) if isinstance(one, Win)]


def test_who_lets_a_winning_tile_go_by_cannot_win_until_his_own_turn() -> None:
    course = discard(hand("4s1z", "2z", WAITING, live="4s4s"), 0, "4s")
    assert wins(course, 2)
    course = discard(pass_all(course).after(Draw(1)), 1, "4s")
    assert not wins(course, 2)


def test_his_own_turn_gives_the_right_back() -> None:
    course = discard(hand("4s1z", "2z", WAITING, "7s", live="1z2z3z7s"), 0, "4s")
    course = discard(pass_all(course).after(Draw(1)), 1, "1z")
    course = discard(pass_all(course).after(Draw(2)), 2, "2z")
    course = discard(pass_all(course).after(Draw(3)), 3, "7s")
    assert wins(course, 2)


def test_who_discards_a_tile_that_wins_cannot_win_until_his_next_turn() -> None:
    course = hand(WAITING + "4s", "7s")
    course = pass_all(course.after(Discard(0, TILES["4s"])))
    course = discard(course.after(Draw(1)), 1, "7s")
    assert not wins(course, 0)


def test_all_who_wait_for_a_tile_win_on_it() -> None:
    course = discard(hand("4s", WAITING, "334455p678m22s56s"), 0, "4s")
    for seat in (1, 2):
        course = course.after(wins(course, seat)[0])
    assert [win["seat"] for win in pass_all(course).record()["wins"]] == [1, 2]


def test_a_hand_of_less_than_the_minimum_does_not_win() -> None:
    cheap = discard(hand("6s", "123456m234p66s99s", minimum="schedule"), 0, "6s")
    assert not wins(cheap, 1)


def test_the_wall_is_used_to_the_last_tile() -> None:
    course = hand("1z")
    while not course.is_over:
        (seat, *_) = course.to_act
        legal = course.legal(seat)
        lets_go = [one for one in legal if isinstance(one, (Pass, Draw))]
        course = course.after((lets_go or [one for one in legal if isinstance(one, Discard)])[0])
    assert course.at.wall.left == 0
    assert course.record()["outcome"] == "draw"
