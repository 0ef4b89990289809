"""Wuhan hands in a line each: seat 0 is banker, seat 1 wins, `9s` makes `1s` wild."""

from __future__ import annotations

from functools import partial

from tests.rules.records import Data, chow, item_values, record_no_win, record_win

INDICATOR = {"indicators": ["9s"]}
PLAIN = ("456m789p2355s", "4s", chow("123m"))
"""A minor win without a wild tile, one set open, eyes of 5."""

NO_MINIMUM = {"minimum_points": 0}

wuhan = partial(record_win, "wuhan", deal=INDICATOR)
"""A won hand."""

unpaid = partial(record_no_win, "wuhan", deal=INDICATOR)
"""A hand that nobody won."""


def names(data: Data) -> set[str]:
    """Return the winner's elements."""
    return set(item_values(data))
