"""Why a discard was not claimed by a hand whose tiles would have made up the claim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.errors import Problem, Reason
from rules.play.actions import Action, Discard, Win
from rules.play.claims import with_complete
from rules.play.course import Course
from rules.play.legal import chows_with, claim_problem, sets_of_alike
from rules.play.position import Position
from rules.play.steps import with_discard
from rules.reasons import RULES, as_problem
from rules.value import evolve

OF_EVERY_DISCARD: Final = frozenset(("no_chow", "chow_from_left", "chow_from_seats"))
"""Rules that bar some claim of nearly every discard: where nobody asks they are not named."""
NO_SHAPE: Final = {"sets_and_pair", *(rule for rule in RULES if rule.endswith("_shape"))}
"""Rules that say what a winning hand is made of: tiles that are none make up no claim."""


def barred_claims(before: Course, discard: Discard, seat: int) -> Iterator[tuple[Action, Problem]]:
    """Yield what *seat* might claim by its tiles once *discard* lies, and what stands against it.

    Of each rule only the first claim.
    """
    play = before.play
    at, window = with_discard(play, before.at, discard)
    at = evolve(at, window=with_complete(play, at, window), stage="claims")
    problems = set()
    for claim in _claims_by_tiles(before, at, seat):
        bar = claim_problem(play, at, claim)
        problem = as_problem(bar) if isinstance(bar, Reason) else bar
        if problem is None or problem in problems:
            continue
        problems.add(problem)
        if problem.reason is None or problem.reason.rule not in NO_SHAPE:
            yield claim, problem


def _claims_by_tiles(before: Course, at: Position, seat: int) -> Iterator[Action]:
    window = at.window
    assert window is not None
    if seat in window.complete:
        yield Win(seat, window.by, window.tile, window.source)
    yield from sets_of_alike(before.play, at, seat)
    yield from chows_with(before.play, at, seat)
