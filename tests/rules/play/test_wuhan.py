"""What Wuhan lets people do: wuhan.md, "Special tiles", "Play"."""

from __future__ import annotations

import rules
from rules.games import play_of
from rules.play.actions import Discard, Draw, DrawReplacement, Kong, Pass, Pung, SetAside, Win
from rules.play.course import Course, begin
from rules.tiles import CODES, TILES, parse
from tests.rules.play.stacked import stack_wall

PLAY = play_of("wuhan")


def hand(*hands: str, live: str = "") -> Course:
    """Return a hand with the indicator 1m, so that 2m is wild; *live* is drawn first."""
    wall = stack_wall(PLAY, hands, "1m" + live, {})
    return begin(PLAY, wall, [[1, 1]])


def in_bottom_stage(course: Course) -> Course:
    """Return the course at the first draw of the bottom stage."""
    while course.at.wall.left > 14 or course.at.stage != "draw":
        (seat, *_) = course.to_act
        legal = course.legal(seat)
        lets_go = [one for one in legal if isinstance(one, (Pass, Draw))]
        same = [one for one in legal if one == Discard(seat, course.at.drawn or 0)]
        course = course.after((lets_go or same or list(legal))[0])
    return course


def test_the_tile_after_the_deal_is_the_indicator_and_its_follower_wild() -> None:
    course = hand()
    assert [CODES[tile] for tile in course.at.wall.indicators] == ["1m"]
    assert {CODES[kind] for kind in course.at.wild} == {"2m"}
    assert {CODES[kind] for kind in course.at.apart} == {"7z"}


def test_a_red_dragon_laid_down_by_itself_brings_a_supplement() -> None:
    course = hand("7z").after(SetAside(0, TILES["7z"]))
    assert course.legal(0) == (DrawReplacement(0),)
    assert course.after(DrawReplacement(0)).at.seats[0].aside == (TILES["7z"],)


def test_a_discarded_wild_tile_lies_aside_and_nobody_claims_it() -> None:
    course = hand("2m", "22m", "2m").after(Discard(0, TILES["2m"]))
    assert course.at.seats[0].aside == (TILES["2m"],)
    assert course.legal(1) == (Draw(1),)


def test_a_wild_tile_is_in_no_kong() -> None:
    refused = hand("2222m").refusal(Kong(0, "kong_concealed", parse("2222m")))
    assert refused is not None
    assert "2m is in no set" in refused.message


def test_in_the_bottom_stage_one_wins_or_does_nothing() -> None:
    course = in_bottom_stage(hand())
    for _ in range(4):
        course = course.after(Draw(course.at.turn))
        assert {type(one) for one in course.legal(course.at.turn)} <= {Pass, Win}
        refused = course.refusal(Discard(course.at.turn, course.at.drawn or TILES["1m"]))
        assert refused is not None
        assert "bottom stage" in refused.message
        course = course.after(Pass(course.at.turn))
    assert course.record()["outcome"] == "draw"
    assert rules.settle(course.record()).net == (0, 0, 0, 0)


def test_a_closed_hand_may_not_win() -> None:
    course = hand("9p", "345678m345s345p5z", live="5z").after(Discard(0, TILES["9p"]))
    while course.at.window is not None:
        course = course.after(Pass(course.to_act[0]))
    refused = course.after(Draw(1)).refusal(Win(1, "self_draw", TILES["5z"]))
    assert refused is not None
    assert refused.code == "not_a_win"


def test_a_pung_may_be_claimed_from_anybody() -> None:
    course = hand("9p", "", "", "99p").after(Discard(0, TILES["9p"]))
    assert Pung(3, parse("99p"), TILES["9p"], 0) in course.legal(3)
