"""Wuhan hands in a line each: seat 0 is banker, seat 1 wins, `9s` makes `1s` wild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.hands import chow, earned, record, won

if TYPE_CHECKING:
    from tests.rules.hands import Data

INDICATOR = {"indicators": ["9s"]}
PLAIN = ("456m789p2355s", "4s", chow("123m"))
"""A minor win without a wild tile, one set open, eyes of 5."""

NO_MINIMUM = {"minimum_points": 0}


def wuhan(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what lies before other seats."""
    around = how.pop("around", {})
    data = won("wuhan", hand, tile, *melds, **{"deal": INDICATOR, **how})
    for seat, lying in around.items():
        data["seats"][seat] = lying
    return data


def names(data: Data) -> set[str]:
    """Return the winner's elements."""
    return set(earned(data))


def unpaid(outcome: str = "draw", **fields: Any) -> Data:
    """Return the record of a hand that nobody won."""
    return record("wuhan", outcome=outcome, **{"deal": INDICATOR, **fields})
