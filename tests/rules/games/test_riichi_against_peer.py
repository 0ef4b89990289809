"""Thousands of random hands, scored by us and by PyPI's `mahjong`: nothing may differ."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any, Final

import pytest
from mahjong.hand_calculating.hand import HandCalculator

import rules
from tests.rules.riichi_hands import record
from tests.rules.riichi_peer import IDS, question

SAMPLE: Final = 3000 * int(os.environ.get("JANTAKU_EXAMPLES", "1"))
"""How many hands each of the two seeds tries; ten times as many on demand."""

ERRORS: Final = {
    HandCalculator.ERR_HAND_NOT_WINNING: "not_a_win",
    HandCalculator.ERR_NO_YAKU: "below_minimum",
}


def paid_by_seat(data: dict[str, Any], cost: dict[str, Any]) -> dict[int, int]:
    """Return what the peer lets each seat pay, counters included."""
    (win,) = data["wins"]
    if win["by"] != "self_draw":
        return {win["from"]: cost["main"] + cost["main_bonus"]}
    banker = data["state"]["banker"]
    main = cost["main"] + cost["main_bonus"]
    other = cost["additional"] + cost["additional_bonus"]
    return {
        seat: main if banker in (seat, win["seat"]) else other
        for seat in range(4)
        if seat != win["seat"]
    }


def theirs(data: dict[str, Any]) -> Any:
    """Return the peer's answer in our terms."""
    answer = question(data).answer()
    if answer.error:
        return ERRORS[answer.error]
    yakuman = any(yaku.is_yakuman for yaku in answer.yaku)
    return {
        "ids": Counter(IDS[type(yaku).__name__] for yaku in answer.yaku),
        "han": None if yakuman else answer.han,
        "fu": None if yakuman else answer.fu,
        "paid": paid_by_seat(data, answer.cost),
    }


def ours(data: dict[str, Any]) -> Any:
    """Return our answer in the same terms."""
    answer: Any = rules.settle_json(data)
    if "error" in answer:
        return answer["error"]["code"]
    (entry,) = answer["wins"]
    paid: Counter[int] = Counter()
    for row in answer["payments"]:
        if row["for"] in ("win", "honba"):
            paid[row["from"]] += row["amount"]
    assert entry["fu"] in (None, sum(item["value"] for item in entry["fu_items"]))
    return {
        "ids": Counter(item["id"] for item in entry["items"]),
        "han": entry["han"],
        "fu": entry["fu"],
        "paid": dict(paid),
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_random_hands_are_judged_as_the_peer_judges_them(seed: int) -> None:
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    for number in range(SAMPLE):
        data = record(chance)
        got, wanted = ours(data), theirs(data)
        assert got == wanted, f"hand {number} of seed {seed}: {data}"
        seen.update([got] if isinstance(got, str) else got["ids"])
    assert {"not_a_win", "below_minimum", *IDS.values()} <= seen.keys()
