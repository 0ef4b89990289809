"""Fuzhou hands in a line each: seat 0 is banker, seat 1 wins, 9s is turned up for the gold."""

from __future__ import annotations

from typing import Any

from tests.rules.records import Data, items, record_win, settle

PLAIN = ("123456789m23467p88s", "8p")
"""A hand without golds, ready for 5p and 8p; two flowers are laid out beside it."""
TWO_FLOWERS = {"flowers": "13z"}
METHOD_2 = {"method": 2}


def fuzhou(hand: str | None, tile: str | None, *melds: Data, gold: str = "9s", **how: Any) -> Data:
    """Return the record of a won hand in which *gold* was turned up."""
    fields = {"before": TWO_FLOWERS, "deal": {"indicators": [gold]}, **how}
    return record_win("fuzhou", hand, tile, *melds, **fields)


def worth(data: Data) -> tuple[int, Data]:
    """Return the score of the winner and what each element contributed."""
    answer = settle(data)
    assert answer["wins"][0]["unit"] == "points"
    return answer["wins"][0]["score"], items(answer)
