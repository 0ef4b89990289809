"""What may be done in Beijing: beijing.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import play_of
from rules.play.actions import Chow, Discard, Draw, Kong, Pung, Win
from rules.play.course import Course, begin
from rules.play.wall import Wall
from rules.tiles import CODES, TILES, parse
from tests.rules.play.stacked import discard, pass_all, stack_wall

PLAY = play_of("beijing")
INDICATOR = 53
"""The place in the wall of the tile turned up: the lower one of the 27th stack."""
WAITING = "123456m234p99s56s"
"""Waits for 4s and 7s."""


def hand(*hands: str, live: str = "", wild: str = "8p", **options: Any) -> Course:
    """Return a hand with that *wild* kind in which the seats were dealt *hands*."""
    indicator = f"{int(wild[0]) - 1}{wild[1]}"
    wall = stack_wall(PLAY, hands, indicator + live, options)
    assert CODES[wall.tiles[INDICATOR]] == indicator
    return begin(PLAY, Wall(wall.tiles), [[1, 1]], {}, options)


def wins(course: Course, seat: int) -> list[Win]:
    return [one for one in course.legal(seat) if isinstance(one, Win)]


def discards(course: Course, seat: int) -> set[str]:
    return {CODES[one.tile] for one in course.legal(seat) if isinstance(one, Discard)}


@pytest.mark.parametrize(
    ("house", "tiles"),
    [("fixed", 14), ("eight_after_two_kongs", 16), ("one_tile_per_kong", 16)],
)
def test_what_stays_undrawn_after_two_kongs_is_the_houses(house: str, tiles: int) -> None:
    course = hand("1111m2222m", dead_wall=house)
    for kind in "12":
        left = course.at.wall.left
        course = course.after(Kong(0, "kong_concealed", parse(f"{kind * 4}m")))
        course = course.after(course.legal(0)[0])
        assert course.at.wall.left == left - 1
    assert course.at.wall.left - course.play.live(course.at) == tiles


def test_a_discarded_wild_is_claimed_by_nobody_and_gives_up_the_hand() -> None:
    course = discard(hand("8p" + WAITING, "88p", live="1z2z4s"), 0, "8p")
    assert course.at.stage == "draw"
    for seat, tile in ((1, "1z"), (2, "2z"), (3, "4s")):
        course = discard(pass_all(course).after(Draw(seat)), seat, tile)
    assert PLAY.may_complete(course.at, 0, TILES["4s"])
    assert not wins(course, 0)


def test_who_has_claimed_wins_by_self_draw_only() -> None:
    course = discard(hand("7m", "77m123p234p99s56s1z", live="4s"), 0, "7m")
    course = course.after(Pung(1, parse("77m"), TILES["7m"], 0))
    course = discard(pass_all(discard(course, 1, "1z")).after(Draw(2)), 2, "4s")
    assert PLAY.may_complete(course.at, 1, TILES["4s"])
    assert not wins(course, 1)


def test_a_win_let_go_bars_others_tiles_until_ones_turn() -> None:
    course = discard(hand("4s", "1z", WAITING, live="4s1z"), 0, "4s")
    assert wins(course, 2)
    course = discard(pass_all(course).after(Draw(1)), 1, "4s")
    assert not wins(course, 2)


@pytest.mark.parametrize("house", ["until_turn", "until_draw_or_claim"])
def test_a_turn_skipped_by_a_claim_lifts_the_bar_unless_one_has_to_draw(house: str) -> None:
    course = hand("4s", WAITING, "44s", live="7s", missed_win=house)
    course = pass_by(discard(course, 0, "4s"), 1)
    course = course.after(Pung(2, parse("44s"), TILES["4s"], 0))
    course = hand_over(course, 2)
    course = discard(course.after(Draw(3)), 3, "7s")
    assert bool(wins(course, 1)) == (house == "until_turn")


def test_a_wind_that_the_banker_discards_first_follows_where_houses_fine_it() -> None:
    free, bound = (
        pass_all(discard(hand("1z", "1z", live="5z", same_first_discards_points=points), 0, "1z"))
        for points in (0, 10)
    )
    assert len(discards(free.after(Draw(1)), 1)) > 1
    assert discards(bound.after(Draw(1)), 1) == {"1z"}


def test_the_log_tells_that_all_have_discarded_alike_at_first() -> None:
    course = hand("1z", "1z", "1z", "1z", live="2z3z4z")
    for seat in range(4):
        assert course.play.incidents(course.at) == []
        course = course.after(Draw(seat)) if seat else course
        course = pass_all(discard(course, seat, "1z"))
    incidents = [{"kind": "same_first_discards", "seat": 0}]
    assert course.play.incidents(course.at) == incidents


def test_a_house_may_allow_one_chow_or_pung_a_hand() -> None:
    for once in (False, True):
        course = discard(hand("7m", "77m12s", live="1z2z3s", one_claim=once), 0, "7m")
        course = course.after(Pung(1, parse("77m"), TILES["7m"], 0))
        course = hand_over(course, 1)
        for seat, tile in ((2, "1z"), (3, "2z")):
            course = pass_all(discard(course.after(Draw(seat)), seat, tile))
        course = discard(course.after(Draw(0)), 0, "3s")
        assert (Chow(1, parse("12s"), TILES["3s"], 0) in course.legal(1)) != once


def test_four_wilds_are_shown_whatever_else_the_hand_holds() -> None:
    course = hand("8888p1z")
    assert Win(0, "declared") in course.legal(0)
    assert course.after(Win(0, "declared")).settlement().net == (60, -20, -20, -20)


def test_several_win_on_a_tile_only_where_the_house_lets_them() -> None:
    for several in (False, True):
        course = discard(hand("7s", WAITING, "123456p234m11z56s", several_winners=several), 0, "7s")
        for seat in (1, 2):
            course = course.after(wins(course, seat)[0])
        assert len(pass_all(course).record()["wins"]) == 1 + several


def pass_by(course: Course, seat: int) -> Course:
    """Return the course after *seat* let the tile go by."""
    return course.after(course.legal(seat)[-1])


def hand_over(course: Course, seat: int) -> Course:
    """Return the course after *seat* discarded a tile that nobody claimed."""
    return pass_all(course.after(Discard(seat, course.at.seats[seat].hand[-1])))
