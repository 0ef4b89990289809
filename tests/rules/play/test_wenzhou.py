"""What Wenzhou lets people do: wenzhou.md, "Walls, dice, deal", "Play", "Winning", "Draw"."""

from __future__ import annotations

from typing import Any

from rules.games import play_of
from rules.play.actions import Action, Chow, Discard, Draw, Pass, Pung, Win
from rules.play.course import Course, begin
from rules.play.wall import Wall
from rules.tiles import TILES, parse
from tests.rules.play.stacked import codes, discard, pass_all, stack_wall

PLAY = play_of("wenzhou")
SUITS = "1122334455667788p"
"""A filling of sixteen tiles without honors."""


def hand(
    *hands: str, live: str = "", indicator: str = "2m", second: int = 3, **options: Any
) -> Course:
    """Return a hand with this *indicator*; the *second* throw says how far from the tail it is."""
    tiles = list(stack_wall(PLAY, hands, live + indicator, options).tiles)
    there, lies = len(tiles) - 2 * second - 2, 65 + len(parse(live))
    tiles[there], tiles[lies] = tiles[lies], tiles[there]
    return begin(
        PLAY, Wall(tuple(tiles)), [[4, 4], [second // 2, second - second // 2]], {}, options
    )


def message(course: Course, action: Action) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


def draw_out(course: Course) -> Course:
    """Return the hand once nothing can be drawn: nobody claims or wins."""
    while not course.is_over:
        seat = course.to_act[0]
        legal = course.legal(seat)
        kinds = (Pass, Draw, Discard)
        course = course.after(next(one for kind in kinds for one in legal if type(one) is kind))
    return course


def test_the_indicator_lies_so_many_stacks_before_the_break_as_the_second_throw_says() -> None:
    course = hand(second=6)
    assert codes(course.at.wall.indicators) == ["2m"]
    assert course.at.wall.turned == (136 - 2 * 7,)
    assert [len(place.hand) for place in course.at.seats] == [17, 16, 16, 16]


def test_whites_are_the_indicators_tile_in_chows() -> None:
    course = discard(hand("5z" + SUITS, "13m"), 0, "5z")
    assert Chow(1, parse("13m"), TILES["5z"], 0) in course.legal(1)
    course = discard(hand("3m" + SUITS, "1m5z"), 0, "3m")
    assert Chow(1, parse("1m5z"), TILES["3m"], 0) in course.legal(1)


def test_no_wild_tile_is_in_a_set() -> None:
    course = discard(hand("3m" + SUITS, "12m"), 0, "3m")
    assert message(course, Chow(1, parse("12m"), TILES["3m"], 0)) != ""


def test_lone_honors_go_before_suit_tiles() -> None:
    course = hand("1z22z1122334455667p")
    assert "go before suit tiles" in message(course, Discard(0, TILES["1p"]))
    assert {one for one in course.legal(0) if isinstance(one, Discard)} == {
        Discard(0, TILES["1z"]),
        Discard(0, TILES["2z"]),
    }


def test_of_lone_honors_one_that_was_discarded_already_goes_first() -> None:
    course = pass_all(discard(hand("1z" + SUITS, "1z3z11223344556677s", live="9s"), 0, "1z"))
    course = course.after(Draw(1))
    assert "discarded already" in message(course, Discard(1, TILES["3z"]))
    assert message(course, Discard(1, TILES["1z"])) == ""


def test_a_wild_tile_is_not_discarded() -> None:
    assert "wild tile" in message(hand("2m" + SUITS), Discard(0, TILES["2m"]))


def test_sixteen_tiles_are_left_or_those_from_the_indicator_on() -> None:
    near, far = draw_out(hand(second=3)), draw_out(hand(second=12))
    assert near.at.wall.left + 1 == 16
    assert far.at.wall.head == far.at.wall.turned[0]
    assert {near.record()["outcome"], far.record()["outcome"]} == {"draw"}


def test_a_double_win_goes_before_a_nearer_one() -> None:
    hard, double = "45m123456789s123s99s", "6m1133557799p77889m"
    course = pass_all(discard(hand("1z6m112233445566778p", hard, double, live="9p9p"), 0, "1z"))
    for seat in (1, 2, 3):
        course = course.after(Draw(seat))
        discards = [one for one in course.legal(seat) if isinstance(one, Discard)]
        draw_discards = [one for one in discards if one.tile == course.at.drawn]
        course = pass_all(course.after((draw_discards or discards)[0]))
    course = discard(course.after(Draw(0)), 0, "6m")
    for seat in (1, 2):
        course = course.after(Win(seat, "discard", TILES["6m"], 0))
    (entry,) = course.at.wins
    assert (entry.win.seat, entry.facts["rivals"]) == (2, [1])


def test_a_pung_let_go_is_barred_until_the_next_turn_only_where_the_house_says_so() -> None:
    hands = ("5s" + SUITS, "5s334455667788999m", "55s")
    pung = Pung(2, parse("55s"), TILES["5s"], 1)
    for is_barred in (False, True):
        course = hand(*hands, live="3p", missed_pung_bar=is_barred)
        course = pass_all(discard(course, 0, "5s")).after(Draw(1))
        assert (pung in discard(course, 1, "5s").legal(2)) != is_barred
