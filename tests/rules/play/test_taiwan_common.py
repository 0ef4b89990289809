"""What Taiwan's common rules let people do: taiwan-common.md, "Play"."""

from __future__ import annotations

from typing import Any

from rules.games import play_of
from rules.play.actions import Chow, Discard, Draw, Kong, Pung, Win
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.stacked import discard, pass_all, stack_wall

PLAY = play_of("taiwan-common")
READY = "123456789m123456p1s"
ONE_BAMBOO = TILES["1s"]


def hand(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    return begin(PLAY, stack_wall(PLAY, hands, live, options), [[1, 1, 3]], {}, options)


def turn(course: Course, seat: int, tile: str) -> Course:
    """Return the course after *seat* drew and discarded *tile*, which nobody claimed."""
    return pass_all(discard(course.after(Draw(seat)), seat, tile))


def test_no_kong_is_made_of_a_tile_of_the_left_hand_neighbour() -> None:
    course = discard(hand("4p", "444p"), 0, "4p")
    refused = course.refusal(Kong(1, "kong_discard", parse("444p"), TILES["4p"], 0))
    assert refused is not None
    assert "left-hand neighbour" in refused.message
    course = discard(hand("4p", "", "444p"), 0, "4p")
    assert course.refusal(Kong(2, "kong_discard", parse("444p"), TILES["4p"], 0)) is None


def test_who_chows_with_three_and_four_throws_neither_end_next() -> None:
    course = discard(hand("5p", "234p"), 0, "5p").after(Chow(1, parse("34p"), TILES["5p"], 0))
    refused = course.refusal(Discard(1, TILES["2p"]))
    assert refused is not None
    assert "swap-calling" in refused.message


def test_a_tile_discarded_in_the_go_round_already_is_not_punged() -> None:
    course = pass_all(discard(hand("4p", "", "4456p", live="4p"), 0, "4p"))
    course = discard(course.after(Draw(1)), 1, "4p")
    refused = course.refusal(Pung(2, parse("44p"), TILES["4p"], 1))
    assert refused is not None
    assert "in this go-round already" in refused.message


def let_go(*, then: str) -> Course:
    """Return the hand in which seat 1, ready for 1s, let one go and drew *then* a turn later."""
    course = hand("1m5z", READY[:-2] + "9s", "1s", live=f"1s5z6z7z{then}")
    course = turn(pass_all(discard(course, 0, "1m")), 1, "9s")
    course = pass_all(discard(course.after(Draw(2)), 2, "1s"))
    course = turn(turn(course, 3, "6z"), 0, "7z")
    return course.after(Draw(1))


def test_a_win_let_go_bars_the_self_draw_too() -> None:
    course = let_go(then="1s")
    refused = course.refusal(Win(1, "self_draw", ONE_BAMBOO))
    assert refused is not None
    assert refused.code == "barred"


def test_a_discard_that_is_not_waited_for_releases() -> None:
    course = turn_of_release(let_go(then="9p1z2z3z1s"))
    assert course.refusal(Win(1, "self_draw", ONE_BAMBOO)) is None


def turn_of_release(course: Course) -> Course:
    """Return the hand after seat 1 threw 9p and everybody a wind, and seat 1 has drawn again."""
    course = pass_all(discard(course, 1, "9p"))
    for seat, wind in ((2, "1z"), (3, "2z"), (0, "3z")):
        course = turn(course, seat, wind)
    return course.after(Draw(1))


def test_migi_is_declared_in_the_first_go_rounds_and_said_in_which() -> None:
    course = turn(pass_all(discard(hand("1m", READY, live="9s5z6z7z9p"), 0, "1m")), 1, "9s")
    for seat, tile in ((2, "5z"), (3, "6z"), (0, "7z")):
        course = turn(course, seat, tile)
    course = pass_all(discard(course.after(Draw(1)), 1, "9p", "migi"))
    assert PLAY.seat_facts(course.at, 1) == {"migi_turn": 2}


def test_four_wests_in_the_first_go_round_end_the_hand_where_the_house_plays_so() -> None:
    course = pass_all(discard(hand("3z", live="3z3z3z", four_wests_abort=True), 0, "3z"))
    for seat in (1, 2, 3):
        course = turn(course, seat, "3z")
    assert course.record()["incidents"] == [{"kind": "four_wests"}]
