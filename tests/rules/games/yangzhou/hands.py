"""Yangzhou hands in a line each: seat 0 is banker in the East round, seat 1 (South) wins."""

from __future__ import annotations

from typing import Any

from tests.rules.records import Data, items, record_win, settle

PLAIN = ("334455m678p22s57s", "6s")
"""A double sequence, all sequences, all simples, a closed wait, concealed: 14."""

LIST_18 = {"schedule": 18}


def yangzhou(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand of this game, on seat 3's discard unless *how* says."""
    if "source" not in how and how.get("by") != "self_draw":
        how["source"] = 3
    return record_win("yangzhou", hand, tile, *melds, **how)


def fan(data: Data, entry: int = 0) -> dict[str, int]:
    """Return what each element of a winner is worth; together they are his score."""
    answer = settle(data)
    elements = items(answer, entry)
    assert answer["wins"][entry]["score"] == sum(elements.values())
    assert answer["wins"][entry]["unit"] == "fan"
    return elements
