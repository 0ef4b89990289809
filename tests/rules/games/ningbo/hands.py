"""Ningbo hands in a line each: seat 0 is banker and East, seat 1 (South) wins, `9s` is wild."""

from __future__ import annotations

from functools import partial

from tests.rules.records import Data, chow, items, pung, record_no_win, record_win, settle

INDICATOR = {"indicators": ["9s"]}
ONE_SUIT = ("2245678m", "6m", chow("123m"), pung("999m"))
"""No wild tile, two-sided: 清一色 and 硬胡, five tai by a discard."""

CLOSED = ("22678m345p46s", "5s", chow("234s"))
"""嵌張 5s, 平胡 and 硬胡: three tai by a discard, four by self-draw."""

THREE_FROM_SEAT_0 = (pung("111m"), chow("345p"), pung("777m"))

ningbo = partial(record_win, "ningbo", deal=INDICATOR)
"""A won hand."""

unpaid = partial(record_no_win, "ningbo", deal=INDICATOR)
"""A hand that nobody won."""


def indicated(tile: str) -> Data:
    """Return a deal with *tile* turned up."""
    return {"deal": {"indicators": [tile]}}


def tai(data: Data) -> dict[str, int]:
    """Return what each element earned; they must add up."""
    answer = settle(data)
    elements = dict(items(answer))
    assert answer["wins"][0]["score"] == sum(elements.values())
    assert answer["wins"][0]["unit"] == "tai"
    return elements
