"""Wins that only the settlement refuses, told by the rule that bars them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rules.play.actions import Win
from rules.play.course import Course
from tests.rules.play.hands import courses, mixed_player, new_course

GAMES = {
    "wuhan": {"wuhan_eyes", "wuhan_open_set", "wuhan_minor_wilds", "wuhan_shape"},
    "ningbo": {"ningbo_minimum", "wild_pair_self_draw", "wild_of_another"},
    "yangzhou": {"fan_minimum"},
    "jinshan": {"hu_minimum"},
}
"""The rules by which such a win may be refused."""


@pytest.mark.parametrize("name", GAMES)
def test_a_win_that_only_the_settlement_refuses_names_its_rule(name: str) -> None:
    refusals = (course.refusal(win) for course in _moments(name) for win in _wins(course))
    rules = (one.reason.rule for one in refusals if one is not None and one.reason is not None)
    assert next(rule for rule in rules if rule != "no_winning_hand") in GAMES[name]


def _moments(name: str) -> Iterator[Course]:
    """Yield the moments of hands that are played sensibly for the most part."""
    for seed in range(40):
        chance = random.Random(seed)
        yield from courses(new_course(name, chance), mixed_player(chance, 0.9), chance)


def _wins(course: Course) -> Iterator[Win]:
    window = course.at.window
    if window is not None:
        yield from (Win(seat, window.by, window.tile, window.source) for seat in window.complete)
    elif course.at.stage == "turn" and course.at.drawn is not None:
        yield Win(course.at.turn, "self_draw", course.at.drawn)
