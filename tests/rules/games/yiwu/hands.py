"""Yiwu hands in a line each: seat 0 is banker, seat 1 wins, `9m` is fortune and whites are 9m."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from tests.rules.records import Data, items, kong, record_no_win, record_win, settle

INDICATOR: Final = {"indicators": ["9m"]}
PLAIN: Final = ("123m456789p2349s", "9s")
"""Four sets and a pair without a fortune tile."""

ONE_FORTUNE: Final = ("123m456789p2399s", "9m")
"""The same with a fortune tile, drawn, in place of the 4s: 2s and 3s wait for it."""

PAIR_WAIT: Final = ("1239m456789p234s", "3z")
"""Four sets and a lone fortune tile, to which any tile comes."""

TWO_FORTUNES: Final = ("12399m45678p113s", "4s")
"""Two fortune tiles: 9p and 2s."""

THREE_FORTUNES: Final = ("12999m45678p113s", "4s")
"""Three fortune tiles and no pair wait: 3m, 9p, 2s."""

KONG_WAIT: Final = ("123m57p45611s", "6p", kong("7777z"))
"""A closed kong on whose supplement the hand may win."""

ROBBED: Final = {3: {"melds": [{"kind": "kong_added", "tiles": "6666p", "from": 0}]}}
ROBBING: Final[Data] = {"by": "robbed_kong", "source": 3, "around": ROBBED}
"""Seat 3 adds 6p to its pung."""

yiwu = partial(record_win, "yiwu", deal=INDICATOR)
"""A won hand."""

unpaid = partial(record_no_win, "yiwu", deal=INDICATOR)
"""A hand that nobody won."""


def facts(seat: int, **fields: Any) -> dict[int, Data]:
    """Return *fields* as the facts of one seat beside its tiles."""
    return {seat: {"facts": fields}}


def element(data: Data) -> tuple[str, int]:
    """Return the one element that counted, with its multiplier."""
    answer = settle(data)
    ((name, times),) = items(answer).items()
    assert answer["wins"][0]["score"] == times
    assert answer["wins"][0]["unit"] == "times"
    return name, times


def reading(data: Data) -> list[str]:
    """Return how the winner's tiles were read."""
    concealed, melds = settle(data)["wins"][0]["reading"]
    return sorted(concealed) + melds
