"""Hands of Taiwan's common rules in a line each: seat 0 is banker and East, seat 1 (South) wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.hands import chow, items, pung, settled, won

if TYPE_CHECKING:
    from tests.rules.hands import Data

EAST_IS_BANKER = {"dice": [[3, 4, 2]]}
PLAIN = ("345p45667s33z", "8s", chow("234m"), pung("888p"))
"""A hand without a single tai: two waits, a pung of circles, a pair of West."""
CLOSED = ("234888m345p45667s33z", "8s")
"""The same in the hand, nothing claimed."""


def common(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand of this game."""
    return won("taiwan-common", hand, tile, *melds, **{"deal": EAST_IS_BANKER, **how})


def tai(data: Data) -> Data:
    """Return what each element earned, those of the banker left out; they must add up."""
    answer = settled(data)
    found = items(answer)
    for name in ("banker", "repeats"):
        found.pop(name, None)
    assert answer["wins"][0]["score"] == sum(found.values())
    assert answer["wins"][0]["unit"] == "tai"
    return found
