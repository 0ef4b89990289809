"""What holds for every Singapore hand, whatever its tiles."""

from __future__ import annotations

import copy
import random
from typing import Any

from hypothesis import given

import rules
from hw_sim.players import winning_record
from tests.rules.games.turning import CHANCES
from tests.rules.records import net, settle

GAME = rules.ruleset("singapore")
SHARES = {True: 6, False: 4}
"""What all payers pay together for a self-draw and for a discard, in half doubles."""


@given(CHANCES)
def test_the_winner_gets_the_same_whoever_is_liable(chance: random.Random) -> None:
    data = winning_record(GAME, chance)
    win = data["wins"][0]
    answer = settle(data)
    total = sum(row["amount"] for row in answer["payments"] if row["for"] == "win")
    tai = answer["wins"][0]["score"]
    elements = {item["id"] for item in answer["wins"][0]["items"]}
    doubles = win["by"] == "self_draw" or "thirteen_orphans" in elements
    assert total == SHARES[doubles] * 2 ** (tai - 1)
    excused = copy.deepcopy(data)
    excused["wins"][0]["facts"] = {"no_choice": True}
    assert net(excused)[win["seat"]] == net(data)[win["seat"]]


@given(CHANCES)
def test_a_limit_element_stands_alone(chance: random.Random) -> None:
    entry: Any = settle(winning_record(GAME, chance))["wins"][0]
    values = [item["value"] for item in entry["items"]]
    assert entry["score"] == min(5, sum(values))
    assert 5 not in values or set(values) == {5}


@given(CHANCES)
def test_premiums_do_not_hang_on_the_outcome(chance: random.Random) -> None:
    data = winning_record(GAME, chance)
    rows = [row for row in settle(data)["payments"] if row["for"] != "win"]
    if data["wins"][0]["by"] == "robbed_kong":
        return
    void = {**data, "outcome": "abort", "wins": []}
    assert settle(void)["payments"] == rows
