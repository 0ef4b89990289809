"""Whole hands that are played: riichi beside RiichiEnv, every game against its own rules."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import rules
from rules.errors import RecordError
from rules.games import PLAYS
from rules.play.course import Course
from rules.tiles import CODES
from tests.rules.play.hands import courses, mixed, new_course, tiles_on_table, tries
from tests.rules.play.majiang_peer import MISSING, differences
from tests.rules.play.majiang_peer import hand as played_hand
from tests.rules.play.riichi_peer import Beside

LOOKED_AT: Final = 0.03
"""The share of the steps of a hand at which every action is tried."""
WRONG: Final = (
    "tiles_lost",
    "unsettled",
    "settled_otherwise",
    "stuck",
    "legal_and_refused",
    "taken_and_not_legal",
    "without_a_reason",
)
"""What can be wrong in a hand that is played."""


def beside_riichienv(count: int, players: int = 4) -> dict[str, float]:
    """Return in how many of *count* hands of riichi something differs from RiichiEnv."""
    differing = sum(bool(Beside(seed, players).differences()) for seed in range(count))
    return {"hands": count, "differing": differing}


def beside_majiang(count: int) -> dict[str, float | str]:
    """Return in how many of *count* hands of riichi something differs from majiang-core."""
    if MISSING:
        return {"not_run": MISSING}
    return {
        "hands": count,
        "differing": sum(map(bool, differences(map(played_hand, range(count))))),
    }


def hands(count: int) -> dict[str, float]:
    """Return what was wrong in *count* hands of each playable game.

    `ways_not_come_about` counts games in which nobody won by own draw or nobody by a discard.
    """
    names = ("hands", "ways_not_come_about", *WRONG)
    found: Counter[str] = Counter(dict.fromkeys(names, 0))
    for name in sorted(PLAYS):
        here: Counter[str] = Counter()
        for seed in range(count):
            here.update(hand(name, seed))
        found.update({one: here[one] for one in names})
        found["ways_not_come_about"] += sum(not here[way] for way in ("self_draw", "discard"))
    return dict(found)


def hand(name: str, seed: int) -> Counter[str]:
    """Return what was wrong in one hand, whose players are more or less sensible by its seed."""
    chance = random.Random(seed)
    first = new_course(name, chance)
    copies = Counter(first.at.game.tiles_for(first.at.options))
    found: Counter[str] = Counter(hands=1)
    course = first
    for course in courses(first, mixed(chance, seed % 3 / 2), chance):
        if course.at.stage == "draw":
            lying = {CODES[tile]: count for tile, count in tiles_on_table(course).items()}
            found["tiles_lost"] += Counter(lying) != copies
        if chance.random() < LOOKED_AT:
            found.update(_wrong_actions(course, chance))
    answer = rules.settle_json(course.record())
    found["unsettled"] += "error" in answer
    found.update(won.win.by for won in course.at.wins)
    found["settled_otherwise"] += answer.get("net") != list(course.settlement().net)
    return found


def _wrong_actions(course: Course, chance: random.Random) -> Counter[str]:
    """Return which legal actions are not taken, and which others are, or without a reason."""
    found: Counter[str] = Counter()
    legal = [action for seat in course.to_act for action in course.legal(seat)]
    found["stuck"] += bool(legal) == course.is_over
    for action in legal:
        try:
            course.after(action)
        except RecordError:
            found["legal_and_refused"] += 1
    for action in tries(course, chance):
        problem = course.refusal(action)
        found["taken_and_not_legal"] += problem is None and action not in legal
        found["without_a_reason"] += problem is not None and not problem.message
    return found
