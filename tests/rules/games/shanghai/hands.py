"""Old Shanghai hands in a line each: seat 0 is banker, seat 1 (South) wins by self-draw."""

from __future__ import annotations

from typing import Any

from tests.rules.records import Data, items, record_win, seats_of, settle

PLAIN = ("234m789p34588s45m", "6m")
"""Nothing but sequences, a two-sided wait and a harmless pair."""


def shanghai(game: str, hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand of one of the old Shanghai games.

    *flowers* lie before the winner; *around* says what the other seats hold and have laid.
    """
    around = seats_of(how.pop("around", {}))
    before = {"flowers": how.pop("flowers", "")}
    return record_win(f"shanghai-{game}", hand, tile, *melds, before=before, around=around, **how)


def worth(data: Data) -> tuple[dict[str, int], int]:
    """Return what each element contributed, and the score of the hand."""
    answer = settle(data)
    return items(answer), answer["wins"][0]["score"]


def read_items(text: str) -> dict[str, int]:
    """Return the elements in *text*, each with what it contributes unless that is 1: `base=10`."""
    pairs = (entry.partition("=") for entry in text.split())
    return {name: int(value or 1) for name, _, value in pairs}
