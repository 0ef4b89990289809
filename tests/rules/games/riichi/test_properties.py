"""What holds for every riichi hand: payments balance, seats and suits are worth the same."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import rules
from tests.rules.games.riichi.random_hands import record
from tests.rules.records import Data

SEEDS = st.integers(0, 10**6)


def some(seed: int) -> Data:
    """Return the random hand of *seed*, with the liability of the default."""
    data = record(random.Random(seed))
    del data["options"]["liability"]
    return data


@given(SEEDS)
def test_what_some_pay_others_and_the_pot_get(seed: int) -> None:
    answer: Any = rules.settle_json(some(seed))
    if "error" in answer:
        return
    pot = sum(
        row["amount"] * ((row["to"] == "pot") - (row["from"] == "pot"))
        for row in answer["payments"]
    )
    assert sum(answer["net"]) + pot == 0
    assert all(row["amount"] % 100 == 0 for row in answer["payments"])
