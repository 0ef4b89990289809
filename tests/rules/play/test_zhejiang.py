"""What Ningbo and Fenghua let people do: their sheets, "Special tiles" and "Play"."""

from __future__ import annotations

import pytest

from rules.games import play_of
from rules.play.actions import Discard, Draw, Kong, Pass, Pung, ShowFlower
from rules.play.course import Course, begin
from rules.tiles import TILES, parse
from tests.rules.play.stacked import discard, draw_out, stack_wall

FOUR = TILES["4p"]


def hand(game: str, *hands: str, live: str = "") -> Course:
    """Return a hand whose indicator is a plant, so that the other plants are wild."""
    play = play_of(game)
    return begin(play, stack_wall(play, hands, live, {}), [[1, 1]])


@pytest.mark.parametrize("game", ["ningbo", "fenghua"])
def test_a_flower_that_is_wild_stays_in_the_hand(game: str) -> None:
    course = hand(game, "5f")
    assert course.at.wall.indicators == (TILES["7f"],)
    assert course.at.stage == "turn"
    assert course.refusal(ShowFlower(0, TILES["5f"])) is not None


@pytest.mark.parametrize("game", ["ningbo", "fenghua"])
def test_another_flower_is_laid_out_and_replaced(game: str) -> None:
    assert hand(game, "1f").legal(0) == (ShowFlower(0, TILES["1f"]),)


@pytest.mark.parametrize("game", ["ningbo", "fenghua"])
def test_a_wild_tile_thrown_away_is_claimed_by_nobody(game: str) -> None:
    course = discard(hand(game, "5f", "6f"), 0, "5f")
    assert course.at.stage == "draw"
    assert course.at.seats[0].aside == ()


def test_in_ningbo_no_kong_comes_between_a_claim_and_its_discard() -> None:
    course = discard(hand("ningbo", "4p", "44p6666s"), 0, "4p")
    course = course.after(Pung(1, parse("44p"), FOUR, 0))
    refused = course.refusal(Kong(1, "kong_concealed", parse("6666s")))
    assert refused is not None
    assert refused.message == "no kong between a claim and its discard"


def test_in_ningbo_the_tile_just_claimed_is_not_thrown() -> None:
    course = discard(hand("ningbo", "4p", "444p"), 0, "4p")
    refused = course.after(Pung(1, parse("44p"), FOUR, 0)).refusal(Discard(1, FOUR))
    assert refused is not None
    assert "may not be discarded in kind" in refused.message


def test_in_fenghua_the_last_tile_is_offered_round_and_nobody_has_to_take_it() -> None:
    course = draw_out(hand("fenghua"), left=1)
    for _ in range(4):
        course = course.after(Pass(course.to_act[0]))
    assert course.record()["outcome"] == "draw"


def test_in_ningbo_it_is_drawn() -> None:
    course = draw_out(hand("ningbo"), left=1)
    (seat,) = course.to_act
    assert course.refusal(Pass(seat)) is not None
    assert course.refusal(Draw(seat)) is None
