"""Hands that count and were not shown are named in the settlement."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import rules
from tools.generated_records import case_records


@pytest.mark.parametrize("game", ["taizhou", "shanghai-laoshi", "jinshan", "wenzhou"])
def test_a_hand_that_counts_and_was_not_shown_is_named(game: str) -> None:
    case = next(one for one in case_records(game, sound=True) if one.get("wins"))
    record = copy.deepcopy(case)
    winner = record["wins"][0]["seat"]
    losers = [seat for seat in range(4) if seat != winner]
    for seat in losers:
        record["seats"][seat]["hand"] = None
    assert rules.settle_json(record)["unseen_hands"] == losers


def test_hands_that_do_not_count_need_not_be_shown() -> None:
    seats = [{"hand": None, "melds": []}] * 4
    fields: dict[str, Any] = {"seats": seats, "deal": {"indicators": ["2m"]}, "outcome": "draw"}
    wenzhou = {"ruleset": "wenzhou", **fields}
    assert "unseen_hands" not in rules.settle_json({"ruleset": "taizhou", **fields})
    assert rules.settle_json(wenzhou)["unseen_hands"] == [0, 1, 2, 3]
    assert "unseen_hands" not in rules.settle_json({**wenzhou, "options": {"wild_bonus": 0}})
    assert "unseen_hands" not in rules.settle_json({**wenzhou, "outcome": "abort"})
