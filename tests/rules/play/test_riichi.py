"""What riichi lets people do: riichi.md, "Play", "Draw"."""

from __future__ import annotations

from typing import Any

import rules
from rules.games import play_of
from rules.play.actions import Abort, Chow, Discard, Draw, DrawReplacement, Kong, Win
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.stacked import discard, pass_all, stack_wall

PLAY = play_of("riichi")


def hand(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    wall = stack_wall(PLAY, hands, live, options)
    return begin(PLAY, wall, [[1, 1]], {}, options)


READY = "123456789m123p1s"


def test_riichi_on_the_first_turn_is_a_double_one() -> None:
    course = hand(READY + "9p")
    declared = {one.declares for one in course.legal(0) if isinstance(one, Discard)}
    assert declared == {"", "double_riichi"}
    assert pass_all(discard(course, 0, "9p", "double_riichi")).at.seats[0].declared == {
        "double_riichi"
    }


def test_riichi_needs_a_hand_that_is_ready_after_the_discard() -> None:
    refused = hand(READY + "9p").refusal(Discard(0, TILES["1m"], "double_riichi"))
    assert refused is not None
    assert "ready after the discard" in refused.message


def test_after_riichi_the_tile_drawn_is_discarded() -> None:
    course = hand("1m", READY, live="9p5z5z5z7m")
    course = pass_all(discard(course, 0, "1m")).after(Draw(1))
    course = pass_all(discard(course, 1, "9p", "double_riichi"))
    for seat in (2, 3, 0):
        course = pass_all(course.after(Draw(seat)).after(Discard(seat, TILES["5z"])))
    course = course.after(Draw(1))
    assert course.legal(1) == (Discard(1, TILES["7m"]),)


def test_who_lets_a_win_go_after_riichi_wins_by_his_own_draw_only() -> None:
    course = hand("1m", READY, live="9p1s5z1s")
    course = pass_all(discard(course, 0, "1m")).after(Draw(1))
    course = pass_all(discard(course, 1, "9p", "double_riichi")).after(Draw(2))
    course = pass_all(discard(course, 2, "1s")).after(Draw(3))
    course = pass_all(discard(course, 3, "5z")).after(Draw(0))
    assert pass_all(discard(course, 0, "1s")).at.window is None
    refused = PLAY.win_facts(course.at, Win(1, "discard", TILES["1s"], 0))
    assert refused == {"furiten": True}


def test_nobody_claims_a_run_to_throw_its_other_end() -> None:
    course = discard(hand("4p", "23p1p"), 0, "4p").after(Chow(1, parse("23p"), TILES["4p"], 0))
    refused = course.refusal(Discard(1, TILES["1p"]))
    assert refused is not None
    assert "swap-calling" in refused.message


def test_nine_different_terminals_and_honors_end_the_hand_in_the_first_turn_only() -> None:
    course = hand("19m19p19s123z", "19m19p19s123z", live="5s")
    assert Abort(0, "nine_terminals") in course.legal(0)
    ended = course.after(Abort(0, "nine_terminals"))
    assert rules.settle(ended.record()).next.banker == 0
    course = pass_all(discard(course, 0, "1m")).after(Draw(1))
    assert Abort(1, "nine_terminals") in course.legal(1)


def test_the_same_wind_from_everybody_is_an_abortive_draw() -> None:
    course = pass_all(discard(hand("1z", live="1z1z1z"), 0, "1z"))
    for seat in (1, 2, 3):
        course = pass_all(discard(course.after(Draw(seat)), seat, "1z"))
    assert course.record()["incidents"] == [{"kind": "four_winds"}]


def three_claim(house: str) -> Course:
    """Return the hand after three seats, all with riichi, claimed one 8p."""
    hands = ("8p4z", "123s456s789s67p11z", "123m456m789m67p22z", "234m345m567m67p33z")
    course = hand(*hands, live="5z5z5z", multiple_wins=house)
    course = pass_all(discard(course, 0, "4z"))
    for seat in (1, 2, 3):
        course = pass_all(discard(course.after(Draw(seat)), seat, "5z", "double_riichi"))
    course = discard(course.after(Draw(0)), 0, "8p")
    for seat in course.to_act:
        course = course.after(course.legal(seat)[0])
    return course


def test_of_three_winners_all_are_paid_or_the_nearest_or_nobody() -> None:
    ended = {house: three_claim(house).record() for house in ("all", "nearest", "two")}
    assert {house: [win["seat"] for win in one["wins"]] for house, one in ended.items()} == {
        "all": [1, 2, 3],
        "nearest": [1],
        "two": [],
    }
    assert ended["two"]["incidents"] == [{"kind": "three_wins"}]


def test_a_concealed_kong_turns_an_indicator_at_once_and_an_open_one_after_the_discard() -> None:
    course = hand("1111p").after(Kong(0, "kong_concealed", parse("1111p")))
    course = pass_all(course)
    assert len(course.at.wall.indicators) == 2
    course = discard(hand("9p", "999p"), 0, "9p")
    course = course.after(Kong(1, "kong_discard", parse("999p"), TILES["9p"], 0))
    assert len(course.at.wall.indicators) == 1
    course = course.after(DrawReplacement(1))
    assert len(course.at.wall.indicators) == 1
    tile = course.at.drawn
    assert tile is not None
    assert len(course.after(Discard(1, tile)).at.wall.indicators) == 2
