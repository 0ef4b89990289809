"""What holds for every old Shanghai hand, whatever its tiles."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings

import rules
from hw_sim.players import HandSpec, winning_record
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, settled


def won(game: str, chance: random.Random, state: Data | None = None) -> Data:
    """Return a won hand in any state of the table."""
    return winning_record(rules.ruleset(game), chance, HandSpec(state=state))


def recoloured(data: Any) -> Any:
    """Return *data* with characters, circles and bamboos changed for each other."""
    if isinstance(data, dict):
        tiles = ("seats", "wins", "hand", "melds", "tiles", "claimed", "tile")
        return {key: recoloured(one) if key in tiles else one for key, one in data.items()}
    if isinstance(data, list):
        return [recoloured(one) for one in data]
    return data.translate(str.maketrans("mps", "psm")) if isinstance(data, str) else data


@settings(max_examples=40)
@given(CHANCES)
def test_of_the_first_generation_the_losers_pay_each_other_apart(chance: random.Random) -> None:
    """Every two seats settle the difference of what they have, the banker's doubled."""
    data = won("shanghai-laoshi", chance)
    answer = settled(data)
    (win,) = answer["wins"]
    points = {entry["seat"]: entry["score"] for entry in answer["losers"]}
    banker = data["state"]["banker"]
    net = [0] * 4
    for seat, own in points.items():
        gains = [(other, own - its) for other, its in points.items() if other != seat]
        for other, gain in [*gains, (win["seat"], -win["score"])]:
            times = 2 if banker in (seat, other) else 1
            net[seat] += times * gain
    net[win["seat"]] = -sum(net)
    assert answer["net"] == net


@settings(max_examples=40)
@given(CHANCES)
def test_the_new_style_is_never_worth_less_than_the_popular_form(chance: random.Random) -> None:
    data = won("shanghai-liuxing", chance)
    before = settled(data)["wins"][0]["score"]
    assert settled(data | {"ruleset": "shanghai-xinshi"})["wins"][0]["score"] >= before
