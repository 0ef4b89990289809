"""Qing-hun-peng hands in a line each: seat 0 is banker, seat 1 wins."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from tests.rules.records import Data, kong, pung, record_no_win, record_win

PUNGS: Final = ("888m22s99p", "2s", pung("555z"), pung("333p"))
"""All pungs with two flowers for the whites: 40."""

MIXED: Final = ("1235578p", "9p", kong("6666z"))
"""Mixed one suit with a kong of greens, four flowers, and four tiles more to lay down."""

HONORS: Final = ("1122334566z", "5z", pung("777z"))
"""Fourteen honors in no order."""

qinghunpeng = partial(record_win, "qinghunpeng")
"""A won hand."""

unpaid = partial(record_no_win, "qinghunpeng")
"""A hand that nobody won."""


def bind(*partners: int, hand: str = "5588m", tile: str = "5m", **how: Any) -> Data:
    """Return all pungs of 50 with three sets, one from each of *partners* in turn."""
    givers = (partners * 3)[:3]
    sets = [pung("222m"), pung("777z"), kong("3333s", "discard")]
    melds = [meld | {"from": giver} for meld, giver in zip(sets, givers, strict=True)]
    return qinghunpeng(hand, tile, *melds, **how)


def feed(seat: int, giver: int) -> dict[int, Data]:
    """Return *seat* with three sets from *giver*."""
    tiles = ("111m", "999m", "111p")
    return {seat: {"melds": [pung(text) | {"from": giver} for text in tiles]}}
