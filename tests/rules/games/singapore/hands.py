"""Singapore hands in a line each: seat 0 is banker in round 1, seat 1 (South) wins."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any, Final

from tests.rules.records import Data, pung, record_no_win, record_win, settle

RUNS: Final = ("234567m23p67899s", "4p")
"""Four runs and a pair of 9s, an open wait."""

PLAIN: Final = ("345m68p345s33777z", "7p")
"""A pung of dragons and nothing else."""

NOTHING: Final = ("345m68p345789s33z", "7p")
"""A pair of West beside four runs on a closed wait: no tai on a discard."""


def singapore(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *flowers* and *seat_facts* lie before the winner.

    *around* says what lies before other seats.
    """
    before = {"flowers": how.pop("flowers", ""), "facts": how.pop("seat_facts", {})}
    return record_win("singapore", hand, tile, *melds, before=before, **how)


unpaid = partial(record_no_win, "singapore")
"""A hand that nobody won."""


def claim(tiles: str, giver: int) -> Data:
    """Return a pung, or of four tiles a kong, of a tile that *giver* discarded."""
    kind = "pung" if len(tiles) == 4 else "kong_discard"
    return {**pung(tiles), "kind": kind, "from": giver}


def tai(data: Data) -> int:
    """Return what the hand counts."""
    score: int = settle(data)["wins"][0]["score"]
    return score


def elements(data: Data) -> dict[str, int]:
    """Return how often each element is listed."""
    return dict(Counter(item["id"] for item in settle(data)["wins"][0]["items"]))


def payers(data: Data) -> dict[int, int]:
    """Return who pays how much for the win."""
    payments: Counter[int] = Counter()
    for row in settle(data)["payments"]:
        if row["for"] == "win":
            payments[row["from"]] += row["amount"]
    return dict(payments)
