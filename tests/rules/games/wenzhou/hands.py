"""Wenzhou hands in a line each: seat 0 is banker, seat 1 wins, `2m` is wild, whites are 2m."""

from __future__ import annotations

from functools import partial
from typing import Final

from tests.rules.records import Data, chow, items, kong, pung, record_no_win, record_win, settle

INDICATOR: Final = {"indicators": ["2m"]}
SOFT: Final = ("24567m123789p45699s", "8m")
"""Five sets and a pair with a wild that stands for 6m or 9m."""

PLAIN: Final = ("45678m123789p45699s", "9m")
"""The same without a wild."""

SINGLE: Final = (chow("456m"), pung("111p"), chow("789p"), pung("444s"), kong("7777z", "discard"))
"""Five sets laid down, one tile left."""

wenzhou = partial(record_win, "wenzhou", deal=INDICATOR)
"""A won hand."""

unpaid = partial(record_no_win, "wenzhou", deal=INDICATOR)
"""A hand that nobody won."""


def elements(data: Data) -> tuple[int, set[str]]:
    """Return the multiplier and the elements of that class."""
    answer = settle(data)
    times = answer["wins"][0]["score"]
    multipliers = items(answer)
    assert answer["wins"][0]["unit"] == "times"
    assert set(multipliers.values()) == {times}
    return times, set(multipliers)


def reading(data: Data) -> list[str]:
    """Return how the winner's tiles were read."""
    concealed, melds = settle(data)["wins"][0]["reading"]
    return sorted(concealed) + melds
