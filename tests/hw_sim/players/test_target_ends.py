"""Hands that players play to an end that they know."""

from __future__ import annotations

import random

import pytest

from hw_sim.players.by_rule import deal
from hw_sim.players.players import HandSpec
from hw_sim.players.target_ends import TargetEnd, play_to


@pytest.mark.parametrize("winner", [(2, "discard", 0), (1, "self_draw", None), None])
def test_a_hand_is_play_to_the_end_that_was_told(
    winner: tuple[int, str, int | None] | None,
) -> None:
    chance = random.Random(1)
    hand = deal("taiwan", None, chance, HandSpec())
    over = play_to(hand, TargetEnd(() if winner is None else ((winner,),)), chance)
    assert over is not None
    wins = [(one.win.seat, one.win.by, one.win.source) for one in over.course.at.wins]
    assert wins == ([] if winner is None else [winner])
    assert over.walls == hand.walls
    assert "wins" in over.record()


def test_who_is_told_to_have_announced_riichi_has_done_so() -> None:
    chance = random.Random(4)
    hand = deal("riichi", None, chance, HandSpec())
    end = TargetEnd((((1, "self_draw", None),),), (frozenset(), frozenset(("riichi",))))
    over = play_to(hand, end, chance)
    assert over is not None
    assert "riichi" in over.course.at.seats[1].declared
