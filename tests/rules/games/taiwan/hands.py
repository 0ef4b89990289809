"""Taiwanese hands in a line each: seat 0 is banker and East, seat 1 (South) wins."""

from __future__ import annotations

from functools import partial

from tests.rules.records import Data, chow, items, pung, record_win, settle

EAST_IS_BANKER = {"dice": [[3, 4, 2]]}
PLAIN = ("345p45667s33z", "8s", chow("234m"), pung("888p"))
"""A hand without a single tai: two waits, a pung of circles, a pair of West."""

taiwan = partial(record_win, "taiwan", deal=EAST_IS_BANKER)
"""A won hand."""


def tai(data: Data) -> Data:
    """Return what each element earned, those of the banker left out; they must add up."""
    answer = settle(data)
    elements = items(answer)
    for name in ("banker", "repeats"):
        elements.pop(name, None)
    assert answer["wins"][0]["score"] == sum(elements.values())
    assert answer["wins"][0]["unit"] == "tai"
    return elements
