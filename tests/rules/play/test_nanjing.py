"""What Nanjing lets people do: nanjing.md, "Walls, dice, deal", "Play", "Draw", and its fines."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import play_of
from rules.play.actions import Chow, Draw, DrawReplacement, Kong, Pung, ShowFlower, Win
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.stacked import (
    codes,
    discard,
    draw_out,
    go_round,
    pass_all,
    stack_wall,
    with_tail,
)

PLAY = play_of("nanjing")
READY = "123m456p77889s11z"
"""Thirteen tiles that wait for 6s and 9s."""
APART = "147m258p369s1234z"
"""Thirteen tiles that are far from any hand."""


def hand(*hands: str, live: str = "", tail: str = "", **options: Any) -> Course:
    """Return a hand with *live* drawn first, and *tail* for supplements."""
    wall = stack_wall(PLAY, hands, live, options)
    return begin(PLAY, with_tail(wall, tail) if tail else wall, [[3, 4]], {}, options)


def test_dragons_are_laid_out_and_replaced_before_the_first_discard() -> None:
    course = hand("5z1f", "7z", tail="1p2p3p")
    for seat, tile in ((0, "5z"), (0, "1f")):
        course = course.after(ShowFlower(seat, TILES[tile]))
    course = course.after(DrawReplacement(0)).after(DrawReplacement(0))
    course = course.after(ShowFlower(1, TILES["7z"])).after(DrawReplacement(1))
    assert [codes(place.flowers) for place in course.at.seats] == [["5z", "1f"], ["7z"], [], []]
    assert course.at.stage == "turn"


def test_there_is_no_chow() -> None:
    course = discard(hand("3m", "12m", "33m"), 0, "3m")
    refused = course.refusal(Chow(1, parse("12m"), TILES["3m"], 0))
    assert refused is not None
    assert "no chow" in refused.message


def play_to_draw(course: Course) -> Course:
    """Return the hand once the wall is drawn out: nobody wins, everybody discards what he draws."""
    course = draw_out(course, left=1)
    while not course.is_over:
        course = course.after(course.legal(course.to_act[0])[-1])
    return course


def fines(course: Course) -> list[tuple[str, int]]:
    """Return the fines in the record of the hand once it is drawn, and who pays them."""
    return [(one["kind"], one["seat"]) for one in play_to_draw(course).record()["incidents"]]


def test_the_hand_is_drawn_with_sixteen_tiles_left() -> None:
    assert play_to_draw(hand()).at.wall.left == 16


def elements_of(course: Course, win: Win) -> list[str]:
    """Return the elements of the hand that *win* ends."""
    return [item.id for item in course.after(win).settlement().wins[0].items]


def test_the_banker_wins_with_the_dealt_tiles_after_the_exchange_of_flowers() -> None:
    course = hand("123m456p778899s1z5z", tail="1z")
    course = course.after(ShowFlower(0, TILES["5z"])).after(DrawReplacement(0))
    assert "heavenly_hand" in elements_of(course, Win(0, "self_draw", TILES["1z"]))


def test_who_was_ready_with_the_dealt_tiles_wins_by_earth() -> None:
    course = discard(hand("9s", READY), 0, "9s")
    assert "earthly_hand" in elements_of(course, Win(1, "discard", TILES["9s"], 0))


def test_the_hand_is_ready_as_dealt_after_the_exchange_of_flowers() -> None:
    course = hand("9s", READY.replace("11z", "1z7z"), tail="1z")
    course = course.after(ShowFlower(1, TILES["7z"])).after(DrawReplacement(1))
    course = discard(course, 0, "9s")
    assert "earthly_hand" in elements_of(course, Win(1, "discard", TILES["9s"], 0))


def test_six_pairs_are_ready_and_the_banker_is_after_his_first_discard() -> None:
    course = hand("1133m2244p5577s19s", live="2z3z4z9s")
    course = go_round(course, "1s")
    assert "earthly_hand" in elements_of(course, Win(0, "self_draw", TILES["9s"]))


def test_a_pung_takes_the_earthly_hand_away() -> None:
    course = discard(hand("2z", READY, "22z9s"), 0, "2z")
    course = course.after(Pung(2, parse("22z"), TILES["2z"], 0))
    course = discard(course, 2, "9s")
    assert "earthly_hand" not in elements_of(course, Win(1, "discard", TILES["9s"], 2))


def test_who_first_discards_what_all_four_discard_in_a_row_is_fined() -> None:
    course = go_round(hand("9m" + APART, live="9m9m9m1z"), "9m")
    assert ("four_same_discards", 0) in fines(course)


def test_a_kong_between_four_equal_discards_saves_the_fine() -> None:
    course = pass_all(discard(hand("9m" + APART, "1111s", live="9m9m9m", tail="4z"), 0, "9m"))
    course = course.after(Draw(1)).after(Kong(1, "kong_concealed", parse("1111s")))
    course = pass_all(discard(course.after(DrawReplacement(1)), 1, "9m"))
    for seat in (2, 3):
        course = pass_all(discard(course.after(Draw(seat)), seat, "9m"))
    assert ("four_same_discards", 0) not in fines(course)


@pytest.mark.parametrize(("tile", "expected"), [("9m", [("four_by_one", 0)]), ("8m", [])])
def test_who_discards_all_four_of_a_kind_is_fined(
    tile: str, expected: list[tuple[str, int]]
) -> None:
    course = hand("999m147m258p369s1z", live="5s6s7s" + tile + "5s6s7s1z5s6s7s1z")
    for code in ("9m", "9m", "9m"):
        course = go_round(course, code)
    course = pass_all(discard(course, 0, tile))
    assert [one for one in fines(course) if one == ("four_by_one", 0)] == expected
