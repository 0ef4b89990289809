"""What holds for every Yangzhou hand, whatever its tiles."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, NoHandError, winning_record
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, settle

GAME = rules.ruleset("yangzhou")
STATES = st.fixed_dictionaries(
    {
        "banker": st.integers(0, 3),
        "round": st.integers(1, 4),
        "repeats": st.integers(0, 3),
        "scores": st.lists(st.integers(0, 200), min_size=4, max_size=4),
    }
)


def make_win(chance: random.Random, state: Data | None = None, options: Data | None = None) -> Data:
    """Return a won hand in any state of the table."""
    try:
        return winning_record(GAME, chance, HandSpec(options=options or {}, state=state))
    except NoHandError:  # three broke players and a stake leave little to win
        return winning_record(GAME, chance)


@settings(max_examples=60)
@given(CHANCES, STATES)
def test_with_a_stake_nobody_falls_below_nothing(chance: random.Random, state: Data) -> None:
    data = make_win(chance, state, {"stake": 100})
    gains = settle(data)["net"]
    before = data["state"].get("scores", [100] * 4)
    assert all(score + gain >= 0 for score, gain in zip(before, gains, strict=True))


@settings(max_examples=60)
@given(CHANCES)
def test_a_self_draw_is_paid_by_all_alike_and_a_discard_twice(chance: random.Random) -> None:
    answer = settle(make_win(chance))
    (win,) = answer["wins"]
    amounts = {row["amount"] for row in answer["payments"]}
    assert amounts <= {win["score"], 2 * win["score"], 3 * win["score"]}
    assert sum(item["value"] for item in win["items"]) == win["score"] >= 13


def recolour(data: Any) -> Any:
    """Return *data* with characters, circles and bamboos changed for each other."""
    if isinstance(data, dict):
        tiles = ("seats", "wins", "hand", "melds", "tiles", "claimed", "tile")
        return {key: recolour(one) if key in tiles else one for key, one in data.items()}
    if isinstance(data, list):
        return [recolour(one) for one in data]
    return data.translate(str.maketrans("mps", "psm")) if isinstance(data, str) else data
