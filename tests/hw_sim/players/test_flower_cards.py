"""Players of flower cards play by the rules: what they leave is never refused."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

import rules
from hw_sim.players.cards import played_out
from rules.game import Option
from tests.ids import case_id
from tests.rules.games.hanafuda.hands import by_players, settled


def options_of(game: str) -> tuple[Option, ...]:
    """Return the options of *game*."""
    return rules.ruleset(game).options


EVERY_SETTING = [
    (game, dict(zip([one.name for one in options_of(game)], values, strict=True)))
    for game in ("mushi", "sakura")
    for values in product(*(one.values for one in options_of(game)))
]


@pytest.mark.parametrize(("game", "options"), EVERY_SETTING, ids=case_id)
def test_every_hand_is_settled_and_told_in_two_ways(game: str, options: dict[str, object]) -> None:
    rng = random.Random(f"{game} {options}")
    for _ in range(12):
        full, short = by_players(game, rng, options)
        assert settled(full) == settled(short)


@pytest.mark.parametrize("game", ["mushi", "sakura"])
def test_the_same_chance_plays_the_same_hand(game: str) -> None:
    assert by_players(game, random.Random(3), {}) == by_players(game, random.Random(3), {})


def test_players_of_mushi_meet_everything_that_may_happen() -> None:
    rng = random.Random(11)
    met: Counter[str] = Counter()
    for _ in range(900):
        state = {"banker": rng.randrange(2), "scores": [0, 0]}
        play = played_out("mushi", rng, state, {}).record()["play"]
        if redeal := play.get("redeal"):
            met[redeal["reason"]] += 1
            continue
        met["devil last"] += play["devil_last"]
        met["devil left"] += "11-junk" in play["table"]
        met["bundle left"] += len(play["table"]) > 2
    events = {"hand_four", "table_four", "table_three_rain", "devil last", "devil left"}
    assert {name for name, times in met.items() if times} >= events


def test_players_of_sakura_pull() -> None:
    rng = random.Random(2)
    pulls = [by_players("sakura", rng, {})[0]["play"]["pulls"] for _ in range(60)]
    assert any(pulls)
    assert not all(pulls)
