"""Jinshan hands in a line each: seat 0 is banker, seat 1 (South) wins, `5f`–`8f` are wild."""

from __future__ import annotations

from typing import Any

from tests.rules.records import Data, record_win, seat, settle

PLAIN = ("333m46p78999s", "5p")
"""With a claimed pung of reds 20 hu by a discard, 22 self-drawn."""


def jinshan(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what the other seats hold and have laid."""
    around = {
        number: seat(number, 4, tiles, *sets, flowers=flowers)
        for number, (tiles, sets, flowers) in how.pop("around", {}).items()
    }
    return record_win("jinshan", hand, tile, *melds, around=around, **how)


def earned(data: Data) -> dict[str, int]:
    """Return what each of the winner's elements contributed, but for base and no wild tile."""
    (win,) = settle(data)["wins"]
    return {
        item["id"]: item["value"] for item in win["items"] if item["id"] not in ("base", "no_wild")
    }
