"""What Nanchang lets people do: nanchang.md, "Walls, dice, deal", "Special tiles", "Play"."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.games import play_of
from rules.play.actions import Chow, Draw, DrawReplacement, Kong, Pass, Pung, Win
from rules.play.course import Course, begin
from rules.play.wall import Wall
from rules.tiles import CODES, TILES, parse
from tests.rules.play.stacked import discard, pass_all, stack_wall

PLAY = play_of("nanchang")
DICE = [[1, 1], [1, 1], [1, 1]]


def hand(*hands: str, live: str = "", jing: str = "9p", **options: Any) -> Course:
    """Return a hand with the main *jing* turned up: the second stack from the tail, on top."""
    tiles = list(stack_wall(PLAY, hands, live + jing, options).tiles)
    there, lies = len(tiles) - 4, 53 + len(parse(live))
    tiles[there], tiles[lies] = tiles[lies], tiles[there]
    return begin(PLAY, Wall(tuple(tiles)), DICE, {}, options)


def message(course: Course, action: Any) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


def test_the_tile_turned_up_and_its_follower_are_jings() -> None:
    assert {CODES[kind] for kind in hand(jing="9p").at.wild} == {"9p", "1p"}


@pytest.mark.parametrize(
    ("tile", "others"),
    [("5z", "67z"), ("1z", "23z"), ("1z", "24z"), ("3z", "24z"), ("9p", "78p")],
)
def test_honors_and_jings_may_be_chowed_by_what_they_bear(tile: str, others: str) -> None:
    course = discard(hand(tile, others), 0, tile)
    assert Chow(1, parse(others), TILES[tile], 0) in course.legal(1)


def test_winds_and_dragons_do_not_mix() -> None:
    course = discard(hand("4z", "56z"), 0, "4z")
    assert message(course, Chow(1, parse("56z"), TILES["4z"], 0)) != ""


def test_a_supplement_skips_the_tile_turned_up_unless_the_house_draws_it() -> None:
    outcomes = {}
    for is_drawn in (False, True):
        course = hand("1111m2222m3333m", indicator_drawn=is_drawn)
        for tiles in ("1111m", "2222m", "3333m"):
            kong = Kong(0, "kong_concealed", parse(tiles))
            course = course.after(kong).after(DrawReplacement(0))
        outcomes[is_drawn] = course.at.drawn == TILES["9p"]
        assert [CODES[tile] for tile in course.at.wall.indicators] == ["9p"]
    assert outcomes == {False: False, True: True}


def test_seventeen_stacks_are_left_or_always_34_tiles() -> None:
    left = {}
    for dead in ("stacks", "tiles"):
        course = hand("1111m", dead_wall=dead)
        before = PLAY.live(course.at)
        course = course.after(Kong(0, "kong_concealed", parse("1111m"))).after(DrawReplacement(0))
        left[dead] = (before, PLAY.live(course.at))
    assert left == {"stacks": (49, 49), "tiles": (49, 48)}


def test_a_pung_let_go_is_barred_until_the_next_turn_only_where_the_house_says_so() -> None:
    pung = Pung(2, parse("55s"), TILES["5s"], 1)
    for is_barred in (False, True):
        course = hand("5s", "5s", "55s", live="3z", missed_pung_bars_pung=is_barred)
        course = pass_all(discard(course, 0, "5s")).after(Draw(1))
        assert "missed_pung_5s" in course.at.seats[2].notes
        assert (pung in discard(course, 1, "5s").legal(2)) != is_barred


def test_a_missed_win_bars_the_next_one_until_ones_own_turn() -> None:
    ready = "123m456m789m23s55s"
    course = discard(hand("1s", "1s", ready, live="3z"), 0, "1s")
    assert Win(2, "discard", TILES["1s"], 0) in course.legal(2)
    course = pass_all(course).after(Draw(1))
    refused = discard(course, 1, "1s").refusal(Win(2, "discard", TILES["1s"], 1))
    assert refused is not None
    assert "before his turn" in refused.message
    course = pass_all(discard(course, 1, "1s")).after(Draw(2))
    assert course.at.seats[2].notes == frozenset()


def test_equal_first_discards_cost_the_banker_five_to_each_though_play_goes_on() -> None:
    course = hand("1z", "1z", "1z", "1z", live="2z3z4z")
    for seat in range(4):
        course = course.after(Draw(seat)) if seat else course
        course = pass_all(discard(course, seat, "1z"))
    while not course.is_over:
        seat = course.to_act[0]
        legal = course.legal(seat)
        lets_go = [one for one in legal if isinstance(one, (Pass, Draw))]
        course = (
            course.after(lets_go[0])
            if lets_go
            else discard(course, seat, CODES[course.at.drawn or 0])
        )
    settled = rules.settle(course.record())
    payments = [row for row in settled.payments if row.reason == "same_first_discards"]
    assert [(row.source, row.amount) for row in payments] == [(0, 5)] * 3
    assert course.record()["incidents"] == [{"kind": "same_first_discards", "seat": 0}]
