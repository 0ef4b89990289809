"""What holds for every Nanjing hand."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, drawn_record, winning_record
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, settle

GAME = rules.ruleset("nanjing")
STATES = st.fixed_dictionaries(
    {
        "banker": st.integers(0, 3),
        "round": st.integers(1, 4),
        "repeats": st.integers(0, 3),
        "carry": st.fixed_dictionaries({"event": st.booleans()}),
    }
)
PURSES = st.lists(st.integers(0, 120), min_size=4, max_size=4)
FINES = st.lists(
    st.fixed_dictionaries(
        {"kind": st.sampled_from(GAME.incidents), "seat": st.integers(0, 3)},
    ),
    max_size=2,
)


def make_win(chance: random.Random, **fields: Any) -> Data:
    """Return a won hand."""
    return winning_record(GAME, chance, HandSpec(**fields))


@settings(max_examples=60)
@given(CHANCES, STATES, PURSES, FINES, st.booleans())
def test_with_limited_liability_nobody_falls_below_nothing(
    chance: random.Random, state: Data, purses: list[int], fines: list[Data], is_won: bool
) -> None:
    how = HandSpec(state=state | {"scores": purses}, options={"limited_liability": True})
    data = (winning_record if is_won else drawn_record)(GAME, chance, how)
    data["incidents"] = fines
    answer = settle(data)
    after = [purse + gain for purse, gain in zip(purses, answer["net"], strict=True)]
    assert min(after) >= 0
    assert answer["next"]["over"] is (after.count(0) >= 2)
    free = settle(data | {"options": {}})
    payment, owed = (sum(row["amount"] for row in one["payments"]) for one in (answer, free))
    assert payment <= owed
    if min(purses) > owed:
        assert answer["net"] == free["net"]


@settings(max_examples=60)
@given(CHANCES, STATES)
def test_a_second_hand_of_the_banker_costs_twice_as_much(
    chance: random.Random, state: Data
) -> None:
    data = make_win(chance, state=state | {"repeats": 0})
    once, twice = settle(data), settle(data | {"state": state | {"repeats": 1}})
    assert twice["net"] == [2 * gain for gain in once["net"]]
    assert twice["wins"] == once["wins"]
