"""What may be done in Yichang: yichang.md, "Walls, dice, deal", "Play", "Winning"."""

from __future__ import annotations

import pytest

from rules.games import play_of
from rules.play.actions import (
    Action,
    Discard,
    Draw,
    DrawReplacement,
    Exchange,
    Kong,
    Pung,
    ThrowDice,
    Win,
)
from rules.play.course import Course, begin
from rules.play.views import view
from rules.tiles import TILES, parse
from tests.rules.play.stacked import codes, discard, draw_out, pass_all, stack_wall

PLAY = play_of("yichang")
GIVEN = ("111s", "222s", "333s", "444s")
"""What each seat lays down; with a throw of one everyone takes those of his right."""


def deal(*hands: str, die: int = 1) -> Course:
    """Return a hand before the exchange; the die will show *die*."""
    return begin(PLAY, stack_wall(PLAY, hands, "", {}), [[1], [die]])


def hand(*hands: str) -> Course:
    """Return a hand in which the seats have kept *hands* through the exchange."""
    all_hands = [*hands, *[""] * (4 - len(hands))]
    before = [one + three for one, three in zip(all_hands, GIVEN, strict=True)]
    course = begin(PLAY, stack_wall(PLAY, before, "", {}), [[1]])
    for seat, tiles in enumerate(GIVEN):
        course = course.after(Exchange(seat, parse(tiles)))
    return course.after(ThrowDice(0, 1, (1,)))


def message(course: Course, action: Action) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


def test_three_tiles_of_one_suit_are_laid_down_before_play() -> None:
    course = deal("111m22p3s")
    assert Exchange(0, parse("111m")) in course.legal(0)
    assert message(course, Exchange(0, parse("11m2p"))) != ""
    assert message(course, Discard(0, TILES["1m"])) != ""


@pytest.mark.parametrize(("die", "source"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_die_says_whose_tiles_everyone_takes(die: int, source: int) -> None:
    course = deal(*GIVEN, die=die)
    for seat, tiles in enumerate(GIVEN):
        course = course.after(Exchange(seat, parse(tiles)))
    course = course.after(ThrowDice(0, 1))
    assert set(parse(GIVEN[source])) <= set(course.at.seats[0].hand)
    assert [len(place.hand) for place in course.at.seats] == [14, 13, 13, 13]


def test_nobody_takes_tiles_before_all_have_laid_theirs_down() -> None:
    course = deal(*GIVEN)
    before = [place.hand for place in course.at.seats]
    for seat, tiles in enumerate(GIVEN):
        course = course.after(Exchange(seat, parse(tiles)))
    assert [place.hand for place in course.at.seats] == before
    assert course.legal(0) == (ThrowDice(0, 1),)


def win_on(course: Course, seat: int, tile: str, source: int) -> Course:
    return pass_all(course.after(Win(seat, "discard", TILES[tile], source)))


def winning(live: str = "") -> Course:
    """Return a hand in which seat 1 waits for 6p and 9p once it has seat 2's three tiles."""
    exchanges = ("111s", "888s", "234p", "333s")
    hands = ("9p", "123456m55p78p", "69p", "")
    before = [one + three for one, three in zip(hands, exchanges, strict=True)]
    course = begin(PLAY, stack_wall(PLAY, before, live, {}), [[1], [1]])
    for seat, tiles in enumerate(exchanges):
        course = course.after(Exchange(seat, parse(tiles)))
    return course.after(ThrowDice(0, 1))


def test_a_winner_plays_on_with_a_frozen_hand_and_wins_again() -> None:
    course = win_on(discard(winning(live="6p"), 0, "9p"), 1, "9p", 0)
    assert not course.is_over
    course = discard(course.after(Draw(2)), 2, "6p")
    course = win_on(course, 1, "6p", 2)
    assert [one.win.tile for one in course.at.wins] == [TILES["9p"], TILES["6p"]]


def test_after_a_win_the_right_hand_neighbour_of_the_winner_is_next() -> None:
    course = win_on(discard(winning(), 0, "9p"), 1, "9p", 0)
    assert course.at.turn == 2


def test_a_winner_discards_what_he_draws_and_claims_nothing() -> None:
    course = win_on(discard(winning(live="1s2s3s7s"), 0, "9p"), 1, "9p", 0)
    for seat in (2, 3, 0):
        course = course.after(Draw(seat))
        course = pass_all(discard(course, seat, codes([course.at.drawn or 0])[0]))
    course = course.after(Draw(1))
    discards = [one for one in course.legal(1) if isinstance(one, Discard)]
    assert discards == [Discard(1, course.at.drawn or 0)]
    assert "tile drawn" in message(course, Discard(1, TILES["5p"]))


def test_a_tile_won_on_lies_beside_the_winners_hand() -> None:
    course = win_on(discard(winning(), 0, "9p"), 1, "9p", 0)
    assert view(course).seats[1].won == (TILES["9p"],)
    assert TILES["9p"] not in view(course).seats[0].river


def test_the_banker_does_not_win_with_the_tiles_after_the_exchange() -> None:
    hands = ("123456789m99p" + "222s", "111s", "333s", "444s")
    course = begin(PLAY, stack_wall(PLAY, hands, "", {}), [[1], [1]])
    for seat, tiles in enumerate(("222s", "111s", "333s", "444s")):
        course = course.after(Exchange(seat, parse(tiles)))
    course = course.after(ThrowDice(0, 1))
    assert len(course.at.seats[0].hand) == 14
    tile = course.at.drawn
    assert message(course, Win(0, "self_draw", tile)) == (
        "the banker discards a tile before anybody wins"
    )


def test_a_kong_takes_the_next_tile_of_the_wall() -> None:
    course = hand("1111m")
    following = course.at.wall.draw()[0]
    course = course.after(Kong(0, "kong_concealed", parse("1111m"))).after(DrawReplacement(0))
    assert course.at.drawn == following


def test_two_who_win_on_one_tile_are_both_paid_and_the_next_tile_is_another() -> None:
    course = win_on(discard(winning(live="6p"), 0, "9p"), 1, "9p", 0)
    course = win_on(discard(course.after(Draw(2)), 2, "6p"), 1, "6p", 2)
    course = draw_out(course, left=0)
    assert [win["seat"] for win in course.record()["wins"]] == [1, 1]
    assert len(course.settlement().wins) == 2


def test_play_goes_on_to_the_last_tile_and_all_hands_are_shown() -> None:
    course = draw_out(win_on(discard(winning(), 0, "9p"), 1, "9p", 0), left=0)
    record = course.record()
    assert record["outcome"] == "win"
    assert all(len(seat["hand"]) > 1 for seat in record["seats"])
    assert len(record["wins"]) == 1


def test_a_pung_goes_to_whoever_has_two() -> None:
    course = discard(hand("5m", "", "55m"), 0, "5m")
    assert Pung(2, parse("55m"), TILES["5m"], 0) in course.legal(2)
