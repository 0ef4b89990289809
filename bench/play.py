"""Hands that are played: how fast, how well the plain player does, what play brings about."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from statistics import median
from typing import Any, Final

from riichienv import RiichiEnv

from bench import frequencies
from rules.games import PLAYS
from rules.play.bots import choose
from rules.play.course import Course
from tests.rules.play.hands import by_chance, last_of, new_course

RANDOM_HANDS: Final = 100
BOT_HANDS: Final = 40


def measure() -> dict[str, Any]:
    """Return the figures of each playable game, in processor time, and RiichiEnv's speed."""
    figures: dict[str, Any] = {name: _game(name) for name in sorted(PLAYS)}
    peer = {"RiichiEnv, hands by chance per_s": _theirs()}
    return {**figures, **peer, "brought_about": frequencies.table()}


def _game(name: str) -> Mapping[str, Any]:
    return {"hands_by_chance_per_s": _speed(name), **_bots(name)}


def _speed(name: str) -> float:
    begin = time.process_time()
    for seed in range(RANDOM_HANDS):
        chance = random.Random(seed)  # noqa: S311 -- the same hands each time
        last_of(new_course(name, chance), by_chance(chance), chance)
    return RANDOM_HANDS / (time.process_time() - begin)


def _theirs() -> float:
    begin = time.process_time()
    for seed in range(RANDOM_HANDS):
        chance = random.Random(seed)  # noqa: S311 -- the same hands each time
        env: Any = RiichiEnv(game_mode="4p-red-single", seed=seed)
        observations = env.reset()
        while not env.done():
            observations = env.step(
                {seat: chance.choice(one.legal_actions()) for seat, one in observations.items()}
            )
    return RANDOM_HANDS / (time.process_time() - begin)


def _bots(name: str) -> Mapping[str, float]:
    """Return how often one plain player among players by chance wins, and how long it thinks."""
    wins: Counter[bool] = Counter()
    times: list[float] = []
    for seed in range(BOT_HANDS):
        chance = random.Random(seed)  # noqa: S311 -- the same hands each time
        wild, plain = by_chance(chance), seed % 2

        def act(course: Course, seat: int, plain: int = plain, wild: Any = wild) -> Any:
            if seat % 2 != plain:
                return wild(course, seat)
            begin = time.process_time()
            action = choose(course, seat)
            if len(course.legal(seat)) > 1:
                times.append(time.process_time() - begin)
            return action

        course = last_of(new_course(name, chance), act, chance)
        wins.update(entry.win.seat % 2 == plain for entry in course.at.wins)
    return {
        "wins_of_two_plain_players": wins[True],
        "wins_of_two_players_by_chance": wins[False],
        "a_choice_median_ms": 1000 * median(times),
    }
