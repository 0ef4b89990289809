"""What Fuzhou lets people do: fuzhou.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from typing import Any

import rules
from rules.games import play_of
from rules.play.actions import Discard, Draw, DrawReplacement, Kong, Pass, Pung, ShowFlower, Win
from rules.play.course import Course, begin
from rules.play.position import Ending
from rules.tiles import TILES
from tests.rules.play.stacked import codes, discard, draw_out, pass_all, stack_wall, with_tail

PLAY = play_of("fuzhou")
GOLD = TILES["9s"]
READY_FOR_5S = "123456789m111222p5s"
GOLDEN_PAIR = "123456789m11145p99s"
PLAIN = "4577p111222333456s"
"""Two hands that win with the 6p that seat 0 throws."""


def hand(*hands: str, live: str = "", tail: str = "9s", **options: Any) -> Course:
    """Return a hand in which *live* is drawn first and *tail* as supplements, then as the gold."""
    wall = with_tail(stack_wall(PLAY, hands, live, options), tail)
    return begin(PLAY, wall, [[1, 1]], {}, options)


def pass_opening(course: Course) -> Course:
    """Return the course once nobody declares anything before the banker's first discard."""
    while course.at.stage == "opening":
        course = course.after(Pass(course.at.turn))
    return course


def items(course: Course) -> list[str]:
    """Return the elements of the only win."""
    (win,) = rules.settle(course.record()).wins
    return [item.id for item in win.items]


# Flowers and the gold


def test_the_gold_is_turned_up_once_the_flowers_are_replaced() -> None:
    course = hand("1z", tail="1m9s")
    assert course.at.wall.indicators == ()
    course = course.after(ShowFlower(0, TILES["1z"])).after(DrawReplacement(0))
    assert codes(course.at.wall.indicators) == ["9s"]
    assert course.at.wild == {GOLD}


def test_a_flower_turned_up_for_the_gold_is_the_bankers_and_another_tile_is_turned_up() -> None:
    course = hand(tail="1z9s")
    assert codes(course.at.seats[0].flowers) == ["1z"]
    assert codes(course.at.wall.indicators) == ["9s"]


def test_a_flower_among_the_supplements_waits_until_ones_turn_comes_round_again() -> None:
    course = hand("1z", "2z", live="1m2m9s", tail="3z1m2m9s")
    course = course.after(ShowFlower(0, TILES["1z"])).after(DrawReplacement(0))
    assert course.to_act == (1,)
    course = course.after(ShowFlower(1, TILES["2z"])).after(DrawReplacement(1))
    assert course.legal(0) == (ShowFlower(0, TILES["3z"]),)


# Robbing the gold, three golds


def test_who_lacks_one_gold_in_the_dealt_hand_robs_it() -> None:
    course = hand("", "", READY_FOR_5S)
    assert course.to_act == (2,)
    course = course.after(Win(2, "declared"))
    assert "robbing_the_gold" in items(course)


def test_the_nearest_after_the_banker_is_asked_first_who_robs_the_gold() -> None:
    course = hand("", READY_FOR_5S, "", "456789p333444555s6p")
    assert course.to_act == (1,)
    assert course.after(Pass(1)).to_act == (3,)


def test_a_heavenly_hand_goes_before_others_who_rob_the_gold() -> None:
    course = hand("456789p333444555s66p", READY_FOR_5S)
    assert course.to_act == (0,)
    end = course.after(Win(0, "self_draw", course.at.drawn))
    assert end.record()["wins"][0]["marks"] == ["dealt"]
    assert "heavenly_hand" in items(end)


def test_the_banker_robs_the_gold_with_the_first_discard() -> None:
    course = pass_all(discard(hand(READY_FOR_5S + "9p"), 0, "9p", "robbing_the_gold"))
    assert course.record()["seats"][0]["declared"] == []
    assert "robbing_the_gold" in items(course)


def test_the_banker_robs_no_gold_that_completes_nothing() -> None:
    refused = hand(READY_FOR_5S + "9p").refusal(Discard(0, TILES["1m"], "robbing_the_gold"))
    assert refused is not None
    assert refused.message == "no gold completes the hand"


def test_the_discard_with_which_the_gold_is_robbed_can_be_won_on_only() -> None:
    course = discard(hand(READY_FOR_5S + "9p", "99p"), 0, "9p", "robbing_the_gold")
    assert course.at.ending == Ending("win")
    course = pass_opening(hand(READY_FOR_5S + "9p", "99p", "456777p333444555s9p"))
    course = discard(course, 0, "9p", "robbing_the_gold")
    assert course.to_act == (2,)
    refused = course.refusal(Pung(1, (TILES["9p"],) * 2, TILES["9p"], 0))
    assert refused is not None
    end = course.after(Win(2, "discard", TILES["9p"], 0))
    assert "earthly_hand" in items(end)


def test_three_golds_of_the_dealt_hand_win_whatever_the_rest() -> None:
    course = hand("", "1479m999s")
    course = course.after(Win(1, "declared"))
    assert "three_wilds" in items(course)


def test_the_third_gold_drawn_wins_by_self_draw() -> None:
    course = pass_all(discard(hand("1m", "1479m99s", live="9s"), 0, "1m"))
    course = course.after(Draw(1)).after(Win(1, "self_draw", GOLD))
    assert "three_wilds" in items(course)


# Golds thrown


def test_a_discarded_gold_is_claimed_by_nobody() -> None:
    course = pass_opening(hand("9s", "99s"))
    assert discard(course, 0, "9s").at.stage == "draw"


def test_who_has_discarded_a_gold_wins_by_self_draw_only() -> None:
    course = pass_all(discard(pass_opening(hand(READY_FOR_5S + "9s", "5s")), 0, "9s"))
    course = discard(course.after(Draw(1)), 1, "5s")
    refused = course.refusal(Win(0, "discard", TILES["5s"], 1))
    assert refused is not None
    assert "self-draw only" in refused.message


# Several winners


def test_a_golden_pair_goes_before_a_nearer_winner() -> None:
    course = discard(pass_opening(hand("6p", PLAIN, "", GOLDEN_PAIR)), 0, "6p")
    for seat in (1, 3):
        course = course.after(Win(seat, "discard", TILES["6p"], 0))
    (win,) = course.record()["wins"]
    assert (win["seat"], win["facts"]) == (3, {"rivals": [1]})
    assert "golden_pair" in items(course)


# The end


def test_the_last_four_tiles_are_drawn_without_a_discard() -> None:
    course = draw_out(hand(), left=4)
    while not course.is_over:
        legal = [one for one in course.legal(course.at.turn) if not isinstance(one, Win)]
        assert not any(isinstance(one, Discard) for one in legal)
        course = course.after(legal[0])
    assert course.at.ending == Ending("draw")
    assert rules.settle(course.record()).net == (0, 0, 0, 0)


def test_the_dead_wall_grows_by_kongs_and_by_equal_flowers() -> None:
    course = pass_opening(hand("1111m"))
    assert PLAY.count_reserved(course.at) == 18
    course = course.after(Kong(0, "kong_concealed", (TILES["1m"],) * 4))
    assert PLAY.count_reserved(course.at) == 20
    course = hand("1111z", tail="1234m9s")
    for _ in range(4):
        course = course.after(ShowFlower(0, TILES["1z"]))
    assert PLAY.count_reserved(course.at) == 20
