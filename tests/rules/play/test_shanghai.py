"""What Shanghai's games let people do: jinshan.md and qinghunpeng.md, "Play", "Special tiles"."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.games import play_of
from rules.play.actions import Discard, Draw, Pung, ShowFlower, Win
from rules.play.course import Course, begin
from rules.record.values import Meld
from rules.tiles import TILES, parse
from rules.value import evolve
from tests.rules.play.stacked import discard, pass_all, stack_wall

JINSHAN = play_of("jinshan")
QINGHUNPENG = play_of("qinghunpeng")
FOUR_MEN = TILES["4m"]
PURE = "1112223334m789m"


def jinshan(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand of Jinshan in which the seats were dealt *hands*."""
    return begin(JINSHAN, stack_wall(JINSHAN, hands, live, options), [[1, 1]], {}, options)


def qinghunpeng(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand of Qing-hun-peng in which the seats were dealt *hands*."""
    return begin(QINGHUNPENG, stack_wall(QINGHUNPENG, hands, live, options), [[1, 1]], {}, options)


def test_a_wild_tile_stays_in_the_hand() -> None:
    refused = jinshan("5f").refusal(Discard(0, TILES["5f"]))
    assert refused is not None
    assert refused.message == "a wild tile may not be discarded"


@pytest.mark.parametrize(("house", "is_barred"), [(True, True), (False, False)])
def test_a_house_may_bar_throwing_what_was_just_claimed(house: bool, is_barred: bool) -> None:
    course = discard(jinshan("4p", "444p", no_swap_discard=house), 0, "4p")
    course = course.after(Pung(1, parse("44p"), TILES["4p"], 0))
    assert (course.refusal(Discard(1, TILES["4p"])) is not None) == is_barred


def let_go() -> Course:
    """Return the hand after seat 2, who waits for 4m, let the one go that seat 0 threw."""
    course = discard(qinghunpeng("4m", "", PURE, live="9p"), 0, "4m")
    return pass_all(course)


def test_who_let_a_tile_go_does_not_win_on_its_like_in_the_same_turn() -> None:
    at = let_go().at
    assert QINGHUNPENG.win_facts(at, Win(2, "discard", FOUR_MEN, 1)) == {"missed": "4m"}


def test_his_next_draw_frees_him() -> None:
    course = pass_all(discard(let_go().after(Draw(1)), 1, "9p"))
    at = course.after(Draw(2)).at
    assert QINGHUNPENG.win_facts(at, Win(2, "discard", FOUR_MEN, 3)) == {}


def test_all_who_wait_for_a_tile_win_on_it() -> None:
    course = discard(qinghunpeng("4m", PURE, "4m555666888m999m"), 0, "4m")
    for seat in (1, 2):
        course = course.after(Win(seat, "discard", FOUR_MEN, 0))
    net = rules.settle(course.record()).net
    assert net[1] > 0
    assert net[2] > 0


def test_seven_flowers_rob_the_eighth_where_the_house_plays_so() -> None:
    course = qinghunpeng("1f", "2345678f", seven_robs_one=2).after(ShowFlower(0, TILES["1f"]))
    while not course.at.window:
        course = course.after(course.legal(course.to_act[0])[0])
    assert Win(1, "robbed_flower", TILES["1f"], 0) in course.legal(1)


def with_hand(course: Course, seat: int, hand: str) -> Course:
    """Return *course* with *seat* holding this *hand* beside as many sets as it lacks."""
    tiles = parse(hand)
    sets = tuple([Meld("pung", parse(kind * 3)) for kind in ("1s", "2s", "3s", "9s")])
    melds = sets[: (14 - len(tiles)) // 3]
    place = evolve(course.at.seats[seat], hand=tiles, melds=melds)
    tile = tiles[-1] if seat == course.at.turn else course.at.drawn
    at = evolve(course.at, seats=course.at.put(seat, place), drawn=tile)
    return Course(course.play, at)


@pytest.mark.parametrize(("hand", "may_claim"), [("44p5f6f", False), ("44p5f8p", True)])
def test_nobody_claims_what_leaves_only_wild_tiles(hand: str, may_claim: bool) -> None:
    offers = discard(with_hand(jinshan("4p"), 1, hand), 0, "4p").legal(1)
    assert (Pung(1, parse("44p"), TILES["4p"], 0) in offers) == may_claim


def test_who_holds_only_wild_tiles_discards_one() -> None:
    course = with_hand(jinshan("5f6f"), 0, "5f6f")
    assert Discard(0, TILES["5f"]) in course.legal(0)
