"""Nanjing hands in a line each: seat 0 is banker, seat 1 wins."""

from __future__ import annotations

from typing import Any

from tests.rules.records import Data, record_win, seat, settle

PLAIN = ("12399m45678s", "9s")
"""With a claimed pung an open hand of nothing; it waits for either end of a run."""
FOUR: Data = {"flowers": "135f7z"}
"""Flowers that allow any win: eight points, 28 with the base."""


def nanjing(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what the other seats have laid out."""
    around = {
        number: seat(number, 4, None, *sets, flowers=flowers)
        for number, (sets, flowers) in how.pop("around", {}).items()
    }
    return record_win("nanjing", hand, tile, *melds, around=around, **how)


def feed(meld: Data, giver: int) -> Data:
    """Return *meld* claimed from the seat *giver*."""
    return {"from": giver, **meld}


def earned(data: Data) -> dict[str, int]:
    """Return what each of the winner's elements contributed, but for the base."""
    (win,) = settle(data)["wins"]
    assert win["unit"] == "points"
    assert win["score"] == sum(item["value"] for item in win["items"])
    return {item["id"]: item["value"] for item in win["items"] if item["id"] != "base"}
