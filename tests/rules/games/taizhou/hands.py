"""Taizhou hands in a line each: seat 0 is banker, seat 1 (South) wins, `9s` are fortune tiles."""

from __future__ import annotations

from typing import Any

from tests.rules.records import Data, record_win, seats_of, settle

INDICATOR = {"indicators": ["9s"]}
PLAIN = ("234m567p34567s99p", "8s")
"""Ten hu: no pair, pung or gap that counts."""

HIGHER: Data = {"wild_pair_wait": "if_higher"}
TWO_WILD = "123m456s789m55p99s"
"""A claimed 7z is a pung with both wild tiles: 28; a drawn 1s is worth 20, a drawn 7z 40."""


def taizhou(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what the other seats hold and have laid."""
    around = seats_of(how.pop("around", {}))
    return record_win("taizhou", hand, tile, *melds, **{"deal": INDICATOR, "around": around, **how})


def earned(data: Data) -> list[str]:
    """Return the winner's elements beside the base, sorted; what occurs twice comes twice."""
    (win,) = settle(data)["wins"]
    names = sorted(item["id"] for item in win["items"])
    names.remove("base")
    return names


def loser(data: Data, number: int) -> tuple[int, list[str]]:
    """Return the points and elements of a seat that lost."""
    (entry,) = [one for one in settle(data)["losers"] if one["seat"] == number]
    assert entry["unit"] == "points"
    return entry["score"], sorted(item["id"] for item in entry["items"])
