"""What Taiwan's house customs let people do: taiwan.md, "Play"."""

from __future__ import annotations

from typing import Any

from rules.games import play_of
from rules.play.actions import Action, Discard, Draw, Kong, Pass, Pung, Win
from rules.play.course import Course, begin
from rules.tiles import KIND, TILES, parse
from tests.rules.play.stacked import draw_out, stack_wall

PLAY = play_of("taiwan")


def hand(*hands: str, live: str = "", **options: Any) -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    wall = stack_wall(PLAY, hands, live, options)
    return begin(PLAY, wall, [[1, 1, 3]], {}, options)


def message(course: Course, action: Action) -> str:
    refused = course.refusal(action)
    return "" if refused is None else refused.message


def after_pung(**options: Any) -> Course:
    """Return the turn of a seat that claimed 5m and holds a fourth one and four of 1s."""
    course = hand("5m", "555m1111s", **options)
    course = course.after(Discard(0, TILES["5m"]))
    return course.after(Pung(1, parse("55m"), TILES["5m"], 0))


def test_between_a_claim_and_its_discard_a_kong_may_be_laid_unless_the_house_bars_it() -> None:
    kong = Kong(1, "kong_concealed", parse("1111s"))
    assert message(after_pung(), kong) == ""
    assert "between a claim" in message(after_pung(no_kong_after_claim=True), kong)


def test_a_tile_like_the_claimed_one_stays_only_where_the_house_says_so() -> None:
    same = Discard(1, TILES["5m"])
    assert message(after_pung(), same) == ""
    assert "just claimed" in message(after_pung(no_discard_of_claimed_tile=True), same)


def after_discarding_a_pair(**options: Any) -> Course:
    """Return the claims of a 9m that seat 1 holds twice and has just discarded itself."""
    course = hand("1z", "999m2z", "9m", live="3z4z", **options)
    course = course.after(Discard(0, TILES["1z"])).after(Draw(1)).after(Discard(1, TILES["9m"]))
    return course.after(Draw(2)).after(Discard(2, TILES["9m"]))


def test_a_tile_like_ones_own_discard_is_claimed_unless_the_house_bars_it() -> None:
    pung = Pung(1, parse("99m"), TILES["9m"], 2)
    assert message(after_discarding_a_pair(), pung) == ""
    barred = after_discarding_a_pair(no_claim_of_own_discard=True)
    assert pung not in barred.legal(1)


def test_sixteen_tiles_stay_or_one_more_for_each_kong_or_none() -> None:
    left = {}
    for dead in ("fixed_16", "plus_kongs", "none"):
        course = hand("1111m", dead_wall=dead).after(Kong(0, "kong_concealed", parse("1111m")))
        left[dead] = course.play.live(course.at)
    assert left == {"fixed_16": 63, "plus_kongs": 62, "none": 79}


def test_the_last_tile_is_offered_round_and_four_refusals_are_a_draw() -> None:
    course = draw_out(hand("1z", refuse_last_tile=True), left=1)
    for _ in range(4):
        assert set(course.legal(course.at.turn)) == {Draw(course.at.turn), Pass(course.at.turn)}
        course = course.after(Pass(course.at.turn))
    assert course.record()["outcome"] == "draw"


def test_who_takes_the_last_tile_discards_that_very_one() -> None:
    course = draw_out(hand("1z", refuse_last_tile=True), left=1)
    course = course.after(Draw(course.at.turn))
    discards = {one.tile for one in course.legal(course.at.turn) if isinstance(one, Discard)}
    assert discards == {course.at.drawn}


def test_the_last_tile_is_drawn_where_the_house_does_not_offer_it_round() -> None:
    course = draw_out(hand("1z"), left=1)
    assert course.legal(course.at.turn) == (Draw(course.at.turn),)


def test_a_missed_win_bars_the_next_one_before_ones_own_draw() -> None:
    ready = "123456789m123p111s9s"
    course = hand("9s", ready, "9s", live="5z").after(Discard(0, TILES["9s"]))
    assert course.legal(1) == (Win(1, "discard", TILES["9s"], 0), Pass(1))
    course = course.after(Pass(1))
    assert course.at.seats[1].notes == {"missed_win"}
    while course.at.window is not None:
        course = course.after(Pass(course.to_act[0]))
    assert course.after(Draw(1)).at.seats[1].notes == set()


def test_flowers_are_laid_out_before_the_first_discard_the_bankers_first() -> None:
    course = hand("1f2f", "3f")
    first = course.legal(0)
    assert {KIND[one.tile] for one in first if hasattr(one, "tile")} == {
        TILES["1f"],
        TILES["2f"],
    }
    assert "flowers" in message(course, Discard(0, TILES["1f"]))
