"""Changsha hands in a line each: seat 0 is banker, seat 1 wins, and no bird unless one is said."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.rules.records import Data, chow, items, kong, pung, record_no_win, record_win, settle

PLAIN = ("123456m78p22345s", "9p")
"""A small win: 789p, and a pair of 2s."""

PUNGS = ("111p44s99p", "4s", pung("333m"), pung("777s"))
"""All pungs with a pair of nines."""

BEGGED = ("9s", "9s", chow("345m"), pung("777m"), kong("6666p", "discard"), chow("123s"))
"""Four claimed sets and a pair of nines."""

NINES = ("123456m78p34599s", "9p")
"""Four runs with a pair of nines: not a small win."""

NO_258 = "1346m3679p13479s"
NO_BAMBOO = "122358m1245789p"
"""Dealt tiles: 板板胡, and fourteen less one without bamboos (欠一色)."""


def changsha(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *bird* is turned up, *around* lies before other seats."""
    bird = how.pop("bird", None)
    if bird is not None:
        how["deal"] = {"hidden_indicators": bird if isinstance(bird, list) else [bird]}
    return record_win("changsha", hand, tile, *melds, **how)


def win_on_deal(hand: str | None, **how: Any) -> Data:
    """Return the record of a win with the dealt tiles *hand*."""
    return changsha(hand, None, **{"by": "declared", "marks": ("dealt",), **how})


def worth(data: Data) -> set[str]:
    """Return the elements that count; what they contribute must add up to the score."""
    answer = settle(data)
    elements = dict(items(answer))
    assert answer["wins"][0]["score"] == sum(elements.values())
    assert answer["wins"][0]["unit"] == "points"
    return set(elements)


def after(data: Data) -> tuple[int, int]:
    """Return the next banker and his repeats."""
    coming = settle(data)["next"]
    assert coming["over"] is False
    return coming["banker"], coming["repeats"]


unpaid = partial(record_no_win, "changsha")
"""A hand that nobody won."""
