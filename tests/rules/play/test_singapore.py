"""What Singapore lets people do: singapore.md, "Walls, dice, deal", "Play", "Winning", "Draw"."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import play_of
from rules.play.actions import (
    Chow,
    Draw,
    DrawReplacement,
    Kong,
    Pung,
    ShowFlower,
    Win,
)
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

PLAY = play_of("singapore")
READY = "123m456p77s55566z"
"""Thirteen tiles that wait for 7s and 6z, with a tai or more."""


def hand(*hands: str, live: str = "", tail: str = "", **options: Any) -> Course:
    """Return a hand with *live* drawn first, and *tail* for supplements."""
    wall = stack_wall(PLAY, hands, live, options)
    return begin(PLAY, with_tail(wall, tail) if tail else wall, [[3, 4, 1]], {}, options)


def lay_out(course: Course) -> Course:
    """Return the hand once all bonus tiles of the deal are laid out and replaced."""
    while course.at.stage == "opening":
        course = course.after(course.legal(course.to_act[0])[0])
    return course


def facts(course: Course, seat: int) -> dict[str, Any]:
    """Return the facts of *seat* in the record of the hand."""
    seat_facts: dict[str, Any] = course.record()["seats"][seat].get("facts", {})
    return seat_facts


def ids(course: Course) -> list[str]:
    """Return the elements of the win that ended the hand."""
    return [item.id for item in course.settlement().wins[0].items]


def play_to_draw(course: Course) -> Course:
    """Return the hand once it is drawn: nobody wins, everybody discards what he draws."""
    course = draw_out(course, left=1)
    while not course.is_over:
        course = course.after(course.legal(course.to_act[0])[-1])
    return course


def test_fifteen_tiles_stay_whatever_supplements_were_taken() -> None:
    assert play_to_draw(hand("1111s", "1a")).at.wall.left == 15


def test_only_bonus_tiles_of_the_deal_count_as_dealt() -> None:
    course = lay_out(hand("12a", tail="1f3m4m"))
    assert codes(course.at.seats[0].flowers) == ["1a", "2a", "1f"]
    assert facts(play_to_draw(course), 0)["dealt_bonus"] == "12a"


def test_the_record_says_which_bonus_tiles_lay_when_a_set_was_claimed() -> None:
    course = hand("3m", "12m55z", "33m1s5z", live="1z2z1a4z3z3z3z2a", tail="9p9p")
    course = discard(course, 0, "3m").after(Chow(1, parse("12m"), TILES["3m"], 0))
    course = course.after(Pung(2, parse("33m"), TILES["3m"], 0))  # the chow was none in the end
    course = pass_all(discard(course, 2, "1s"))
    for seat, tile in ((3, "1z"), (0, "2z")):
        course = pass_all(discard(course.after(Draw(seat)), seat, tile))
    course = course.after(Draw(1)).after(ShowFlower(1, TILES["1a"])).after(DrawReplacement(1))
    course = pass_all(discard(course, 1, "9p"))
    course = discard(course.after(Draw(2)), 2, "5z").after(Pung(1, parse("55z"), TILES["5z"], 2))
    course = play_to_draw(pass_all(discard(course, 1, "1m")))
    assert codes(course.at.seats[1].flowers) == ["1a", "2a"]
    assert facts(course, 1)["flowers_before"] == ["1a"]


def test_seven_flowers_rob_the_eighth_even_in_the_deal() -> None:
    course = hand("1234567f", "8f", "1a")
    while Win(0, "robbed_flower", TILES["8f"], 1) not in course.legal(0):
        course = course.after(course.legal(course.to_act[0])[0])
    course = course.after(Win(0, "robbed_flower", TILES["8f"], 1))
    assert ids(course) == ["seven_robs_one"]


def test_all_eight_flowers_win_by_themselves_beside_animals() -> None:
    course = lay_out(hand("12345678f1a", tail="1m1m1m2m2m2m3m3m3m"))
    assert "all_flowers" in ids(course.after(Win(0, "declared")))


def test_thirteen_orphans_go_before_any_nearer_hand() -> None:
    course = discard(hand("6z", READY, "19m19p19s1123457z"), 0, "6z")
    for seat in (1, 2):
        course = course.after(Win(seat, "discard", TILES["6z"], 0))
    assert [one.win.seat for one in course.at.wins] == [2]
    assert course.record()["wins"][0]["facts"]["rivals"] == [1]


def test_thirteen_orphans_alone_rob_a_concealed_kong() -> None:
    kong = Kong(0, "kong_concealed", parse("9999s"))
    course = hand("9999s", "119m19p1s1234567z", "123m456p78s55566z").after(kong)
    assert course.to_act == (1,)
    course = course.after(Win(1, "robbed_kong", TILES["9s"], 0))
    assert ids(course) == ["thirteen_orphans"]


@pytest.mark.parametrize(("is_draw", "outcome"), [(True, "draw"), (False, "win")])
def test_three_claims_on_one_tile_are_a_draw_where_the_house_says_so(
    is_draw: bool, outcome: str
) -> None:
    hands = ("9s", "123m456p78s55577z", "123m456m78s55p666z", "789m456m78s66p111z")
    course = discard(hand(*hands, triple_win_draw=is_draw), 0, "9s")
    for seat in (1, 2, 3):
        course = course.after(Win(seat, "discard", TILES["9s"], 0))
    assert course.record()["outcome"] == outcome


@pytest.mark.parametrize(
    ("rest", "tail", "element"),
    [("222s456m789m7z", "2s7z", "double_kong_draw"), ("2222s456m789m", "7z7z", "kong_draw")],
)
def test_a_kong_made_of_a_kongs_supplement_wins_as_kong_upon_kong(
    rest: str, tail: str, element: str
) -> None:
    course = hand("1111s" + rest, tail=tail)
    for tiles in ("1111s", "2222s"):
        kong = Kong(0, "kong_concealed", parse(tiles))
        course = course.after(kong).after(DrawReplacement(0))
    assert element in ids(course.after(Win(0, "self_draw", TILES["7z"])))


def test_the_winning_discard_is_fresh_while_no_other_lies_among_the_discards() -> None:
    win = Win(1, "discard", TILES["6z"], 0)
    course = hand("6z", READY, live="3z4z3z6z")
    first = discard(course, 0, "6z")
    second = discard(go_round(course, "6z"), 0, "6z")
    win_facts = [one.after(win).record()["wins"][0]["facts"] for one in (first, second)]
    assert win_facts == [{"fresh": True, "left": 80}, {"fresh": False, "left": 76}]


@pytest.mark.parametrize(("left", "late"), [(9, None), (5, [0])])
def test_a_kong_of_a_discard_is_late_with_six_tiles_left_or_fewer(
    left: int, late: list[int] | None
) -> None:
    course = draw_out(hand("8m", "888m"), left=left).after(Draw(0))
    course = discard(course, 0, "8m")
    course = course.after(Kong(1, "kong_discard", parse("888m"), TILES["8m"], 0))
    assert facts(play_to_draw(course.after(DrawReplacement(1))), 1).get("late_kongs") == late


@pytest.mark.parametrize("is_paid", [True, False])
def test_three_dragon_sets_are_paid_at_once_only_where_the_house_says_so(is_paid: bool) -> None:
    course = hand("555666777z147m2p", honor_limits_at_once=is_paid)
    assert (Win(0, "declared") in course.legal(0)) == is_paid
