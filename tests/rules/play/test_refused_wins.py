"""Wins that only the settlement refuses, told by the rule that bars them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rules.errors import Problem
from rules.play.actions import Win
from rules.play.course import Course
from tests.rules.play.hands import courses, mixed, new_course

GAMES = {
    "wuhan": {"wuhan_eyes", "wuhan_open_set", "wuhan_minor_wilds", "wuhan_shape"},
    "ningbo": {"ningbo_minimum", "wild_pair_self_draw", "wild_of_another"},
    "yangzhou": {"fan_minimum"},
    "jinshan": {"hu_minimum"},
}
"""The rules by which such a win may be refused."""


@pytest.mark.parametrize("name", GAMES)
def test_a_win_that_only_the_settlement_refuses_names_its_rule(name: str) -> None:
    found = next(problem for problem in _refused_wins(name) if problem.reason is not None)
    assert found.reason is not None
    assert found.reason.rule in GAMES[name]


def _refused_wins(name: str) -> Iterator[Problem]:
    """Yield what is said against wins with tiles that are sets and a pair."""
    for seed in range(40):
        chance = random.Random(seed)
        for course in courses(new_course(name, chance), mixed(chance, 0.9), chance):
            for win in _wins(course):
                problem = course.refusal(win)
                if problem is not None and problem.code != "bad_record":
                    reason = problem.reason
                    if reason is None or reason.rule != "no_winning_hand":
                        yield problem


def _wins(course: Course) -> Iterator[Win]:
    window = course.at.window
    if window is not None:
        yield from (Win(seat, window.by, window.tile, window.source) for seat in window.complete)
    elif course.at.stage == "turn" and course.at.drawn is not None:
        yield Win(course.at.turn, "self_draw", course.at.drawn)
