"""Fenghua hands in a line each: seat 0 is banker and East, seat 1 (South) wins, `9m` is wild."""

from __future__ import annotations

from functools import partial

from tests.rules.records import Data, chow, items, record_no_win, record_win, settle

SPECIAL = 50
INDICATOR = {"indicators": ["9m"]}
CLOSED = ("23446m567p33s", "5m", chow("678s"))
"""No wild tile, 朋胡 and 嵌張: just enough for a discard."""

OPEN = ("23467m567p33s", "8m", chow("678s"))
"""No wild tile and 朋胡, waiting at both ends: too little for a discard."""

fenghua = partial(record_win, "fenghua", deal=INDICATOR)
"""A won hand."""

unpaid = partial(record_no_win, "fenghua", deal=INDICATOR)
"""A hand that nobody won."""


def tai(data: Data) -> dict[str, int]:
    """Return what each element earned; rounded up to tens they are the score."""
    answer = settle(data)
    elements = dict(items(answer))
    assert answer["wins"][0]["score"] == -(-sum(elements.values()) // 10) * 10
    assert answer["wins"][0]["unit"] == "tai"
    return elements


def special(data: Data) -> dict[str, int]:
    """Return what the elements of fifty tai and more earned."""
    return {name: value for name, value in tai(data).items() if value >= SPECIAL}
