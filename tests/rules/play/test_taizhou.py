"""What Taizhou lets people do: taizhou.md, "Walls, dice, deal", "Play", "Winning"."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import play_of
from rules.play.actions import Action, Chow, Draw, DrawReplacement, Kong, Pass, Pung, Win
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.stacked import codes, discard, pass_all, stack_wall

PLAY = play_of("taizhou")
READY = "123m456m789m23s55s"
"""Four sets but one tile and an eye: waits for 1s and 4s."""


def hand(*hands: str, live: str = "", indicator: str = "9p", **options: Any) -> Course:
    """Return a hand with this *indicator*; *live* is drawn first."""
    wall = stack_wall(PLAY, hands, indicator + live, options)
    return begin(PLAY, wall, [[1, 1], [1, 1]], {}, options)


def message(course: Course, action: Action) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


def test_the_tile_after_the_deal_is_the_indicator_and_those_like_it_are_wild() -> None:
    at = hand().at
    assert codes(at.wall.indicators) == ["9p"]
    assert at.wild == {TILES["9p"]}
    assert PLAY.live(at) == 136 - 53 - 1 - 14


def test_a_supplement_is_the_last_stacks_bottom_tile_then_its_top_tile() -> None:
    course = hand("1111m2222m")
    wall, supplements = course.at.wall.tiles, []
    for tiles in ("1111m", "2222m"):
        kong = Kong(0, "kong_concealed", parse(tiles))
        course = course.after(kong).after(DrawReplacement(0))
        supplements.append(course.at.drawn)
    assert supplements == [wall[-1], wall[-2]]


def test_the_dead_wall_grows_by_a_tile_with_each_supplement() -> None:
    course = hand("1111m")
    before = PLAY.live(course.at)
    course = course.after(Kong(0, "kong_concealed", parse("1111m"))).after(DrawReplacement(0))
    assert PLAY.live(course.at) == before - 2
    assert PLAY.count_reserved(course.at) == 15


def test_no_fortune_tile_is_claimed_and_no_white_is_chowed_as_one() -> None:
    course = discard(hand("9p", "99p", "78p"), 0, "9p")
    assert course.legal(1) == (Draw(1),)
    course = discard(hand("7p", "8p5z"), 0, "7p")
    assert message(course, Chow(1, parse("8p5z"), TILES["7p"], 0)) != ""


def test_a_pung_let_go_is_barred_until_ones_turn_comes() -> None:
    course = pass_all(discard(hand("5s", "5s", "55s", live="3z"), 0, "5s"))
    course = discard(course.after(Draw(1)), 1, "5s")
    assert Pung(2, parse("55s"), TILES["5s"], 1) not in course.legal(2)
    course = pass_all(course).after(Draw(2))
    assert course.at.seats[2].notes == frozenset()


def test_a_turn_that_anothers_pung_skips_counts_as_having_come() -> None:
    course = hand("5s", "6s", "55s1m", "66s", live="3z")
    course = pass_all(discard(course, 0, "5s"))
    course = discard(course.after(Draw(1)), 1, "6s")
    assert course.at.seats[2].notes == {"missed_pung_5s"}
    course = course.after(Pung(3, parse("66s"), TILES["6s"], 1))
    assert course.at.seats[2].notes == frozenset()


@pytest.mark.parametrize(
    ("house", "wins"), [("until_turn", False), ("same_tile", True), ("unless_higher", False)]
)
def test_a_win_let_go_bars_others_as_the_house_says(house: str, wins: bool) -> None:
    course = hand("1s", "4s", READY, live="3z", missed_win=house)
    course = discard(course, 0, "1s")
    assert course.legal(2) == (Win(2, "discard", TILES["1s"], 0), Pass(2))
    course = discard(pass_all(course).after(Draw(1)), 1, "4s")
    assert (Win(2, "discard", TILES["4s"], 1) in course.legal(2)) == wins


def test_four_sets_and_a_lone_fortune_tile_win_by_self_draw_only() -> None:
    course = discard(hand("7z", "123m456m789m123s9p", live="6z"), 0, "7z")
    assert Win(1, "discard", TILES["7z"], 0) not in course.legal(1)
    course = pass_all(course).after(Draw(1))
    assert Win(1, "self_draw", TILES["6z"]) in course.legal(1)


@pytest.mark.parametrize(("first", "fresh"), [("6z", True), ("7z", False)])
def test_whether_a_dragon_that_is_won_on_was_fresh_is_told(first: str, fresh: bool) -> None:
    course = discard(hand(first, "", "123m456m789m55s77z", "7z", live="3z4z1z"), 0, first)
    course = course if course.at.window is None else pass_all(course)
    for seat, tile in ((1, "3z"), (2, "4z"), (3, "7z")):
        course = discard(course.after(Draw(seat)), seat, tile)
    win = next(one for one in course.legal(2) if isinstance(one, Win))
    (entry,) = course.after(win).record()["wins"]
    assert entry["facts"]["fresh"] is fresh
