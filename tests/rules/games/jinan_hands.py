"""Jinan hands in a line each: seat 0 is banker, seat 1 wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.hands import chow, pung, record, won

if TYPE_CHECKING:
    from tests.rules.hands import Data

PLAIN = ("67822m345p46s", "5s", chow("234s"))
"""A common win without a flower."""

PUNGS_FROM_0 = (pung("111m"), pung("333p"), pung("777s"))
BOUND = ("6788s", "5s", *PUNGS_FROM_0)
"""A common win of one point with three sets from seat 0."""


def jinan(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what lies before other seats."""
    around = how.pop("around", {})
    data = won("jinan", hand, tile, *melds, **how)
    for seat, lying in around.items():
        data["seats"][seat] = lying
    return data


def unpaid(outcome: str = "draw", **fields: Any) -> Data:
    """Return the record of a hand that nobody won."""
    return record("jinan", outcome=outcome, **fields)
