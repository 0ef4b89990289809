"""What holds for every riichi hand, and beside PyPI's mahjong."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from tests.conftest import TIMES
from tests.rules.games.riichi.compare import ERRORS, FU, compare
from tests.rules.games.riichi.peer import IDS
from tests.rules.games.riichi.random_hands import PROFILES, record
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


HANDS: Final = 2000 * TIMES
"""Won hands of each profile; in all 16,000, with `make test EXAMPLES=10` 160,000."""

LEAST: Final = HANDS // 1000
"""How often every yaku, refusal and reason for fu must have come up."""

UNPLAYED: Final = {
    **{profile: {"human_hand"} for profile in PROFILES},
    "human hand": set(),
    "no red fives": {"human_hand", "red_five"},
    "several at once": {"human_hand", "red_five"},
}
"""What cannot come up under a profile."""


@pytest.mark.parametrize("profile", PROFILES)
def test_random_hands_are_judged_as_the_peer_judges_them(profile: str) -> None:
    comparison = compare(profile, 1, HANDS)
    assert comparison.differences == []
    assert comparison.wins == HANDS
    names = {*IDS.values(), *ERRORS.values()} - UNPLAYED[profile]
    assert {name for name in names if comparison.seen[name] < LEAST} == set()
    assert {name for name in FU.values() if comparison.reasons[name] < LEAST} == set()
