"""What holds for every hand of Taiwan's common rules, whatever its tiles."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, winning_record
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, settle

GAME = rules.ruleset("taiwan-common")
SWITCHES = [option.name for option in GAME.options if option.kind == "switch"]
STATES = st.fixed_dictionaries(
    {
        "banker": st.integers(0, 3),
        "round": st.integers(1, 4),
        "repeats": st.integers(0, 3),
        "carry": st.fixed_dictionaries({"first_banker": st.integers(0, 3)}),
    }
)
HOUSES = st.fixed_dictionaries(
    {},
    optional={
        "only_wait": st.sampled_from(["north", "south"]),
        **dict.fromkeys(SWITCHES, st.booleans()),
    },
)


def make_win(chance: random.Random, state: Data, options: Data) -> Data:
    """Return a won hand in any state of the table."""
    return winning_record(GAME, chance, HandSpec(options=options, state=state))


@settings(max_examples=60)
@given(CHANCES, STATES, HOUSES)
def test_payments_balance_and_follow_the_formula(
    chance: random.Random, state: Data, options: Data
) -> None:
    data = make_win(chance, state, options)
    answer = settle(data)
    score = answer["wins"][0]["score"]
    assert sum(answer["net"]) == 0
    for row in answer["payments"]:
        between = state["banker"] in (row["from"], row["to"])
        assert row["amount"] == 3 + score + (1 + 2 * state["repeats"]) * between


@settings(max_examples=60)
@given(CHANCES, STATES, HOUSES)
def test_local_rules_that_add_elements_never_take_tai_away(
    chance: random.Random, state: Data, options: Data
) -> None:
    data = make_win(chance, state, options)
    adding = ("ready_bonus", "half_begging", "any_flower", "any_wind", "kong_tai")
    with_more = {**data, "options": {**options, **dict.fromkeys(adding, True)}}
    with_less = {**data, "options": {**options, **dict.fromkeys(adding, False)}}
    more, less = settle(with_more)["wins"][0], settle(with_less)["wins"][0]
    assert more["score"] >= less["score"]
