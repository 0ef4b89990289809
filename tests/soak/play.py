"""Whole hands that are played: riichi beside RiichiEnv, every game against its own rules."""

from __future__ import annotations

import random
from collections import Counter

import rules
from rules.games import PLAYS
from rules.tiles import CODES
from tests.rules.play.hands import courses, mixed, new_course, tiles_on_table
from tests.rules.play.riichi_peer import Beside


def beside_riichienv(count: int) -> dict[str, float]:
    """Return in how many of *count* hands of riichi something differs from RiichiEnv."""
    return {
        "hands": count,
        "differing": sum(bool(Beside(seed).differences()) for seed in range(count)),
    }


def hands(count: int) -> dict[str, float]:
    """Return how *count* hands of each playable game ended.

    Tiles lost, records not settled, and games in which nobody won by own draw or nobody
    by a discard.
    """
    names = ("hands", "tiles_lost", "unsettled", "ways_not_come_about")
    found: Counter[str] = Counter(dict.fromkeys(names, 0))
    for name in sorted(PLAYS):
        here: Counter[str] = Counter()
        for seed in range(count):
            here.update(_hand(name, seed))
        found.update({one: here[one] for one in names})
        found["ways_not_come_about"] += sum(not here[way] for way in ("self_draw", "discard"))
    return dict(found)


def _hand(name: str, seed: int) -> Counter[str]:
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
    answer = rules.settle_json(course.record())
    found["unsettled"] += "error" in answer
    found.update(won.win.by for won in course.at.wins)
    return found
