"""Riichi hands in a line each: seat 0 is banker and East, seat 1 (South) wins, dora is 2p."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.rules import records as hands
from tests.rules.records import Data, items, settle

INDICATOR = {"indicators": ["1p"]}
PINFU = ("234m567m34599p67s", "8s")
"""Four runs, a worthless pair, waiting from both ends; no other yaku."""

DORA = frozenset(("dora", "red_five", "ura_dora"))
READY = "123m456p45789s33z"
NOT_READY = "159m159p159s1234z"


def win(game: str, hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return a won hand of a *game* of riichi; *riichi* declares it."""
    if how.pop("riichi", False):
        how["before"] = {"declared": ["riichi"], **how.get("before", {})}
    return hands.record_win(game, hand, tile, *melds, **{"deal": INDICATOR, **how})


riichi = partial(win, "riichi")
"""A won hand."""

unwon = partial(hands.record_no_win, "riichi", deal=INDICATOR)
"""A hand that nobody won."""


def worth(data: Data) -> tuple[int | None, int | None, int]:
    """Return han, fu and points of the only winner."""
    (entry,) = settle(data)["wins"]
    return entry["han"], entry["fu"], entry["score"]


def fu(data: Data) -> dict[str, int]:
    """Return the only winner's fu by reason."""
    (entry,) = settle(data)["wins"]
    return {item["id"]: item["value"] for item in entry["fu_items"]}


def yaku(data: Data) -> dict[str, int]:
    """Return the winner's yaku with their values, dora left out."""
    return {name: value for name, value in items(settle(data)).items() if name not in DORA}
