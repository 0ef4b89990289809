"""Ningbo hands in a line each: seat 0 is banker and East, seat 1 (South) wins, `9s` is wild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rules.hands import chow, items, pung, record, settled, won

if TYPE_CHECKING:
    from tests.rules.hands import Data

INDICATOR = {"indicators": ["9s"]}
ONE_SUIT = ("2245678m", "6m", chow("123m"), pung("999m"))
"""No wild tile, two-sided: 清一色 and 硬胡, five tai by a discard."""

CLOSED = ("22678m345p46s", "5s", chow("234s"))
"""嵌張 5s, 平胡 and 硬胡: three tai by a discard, four by self-draw."""

THREE_FROM_SEAT_0 = (pung("111m"), chow("345p"), pung("777m"))


def ningbo(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what lies before other seats."""
    around = how.pop("around", {})
    data = won("ningbo", hand, tile, *melds, **{"deal": INDICATOR, **how})
    for seat, lying in around.items():
        data["seats"][seat] = lying
    return data


def indicated(tile: str) -> Data:
    """Return a deal with *tile* turned up."""
    return {"deal": {"indicators": [tile]}}


def tai(data: Data) -> dict[str, int]:
    """Return what each element earned; they must add up."""
    answer = settled(data)
    found = dict(items(answer))
    assert answer["wins"][0]["score"] == sum(found.values())
    assert answer["wins"][0]["unit"] == "tai"
    return found


def unpaid(outcome: str = "draw", **fields: Any) -> Data:
    """Return the record of a hand that nobody won."""
    return record("ningbo", outcome=outcome, **{"deal": INDICATOR, **fields})
