"""Fenghua hands in a line each: seat 0 is banker and East, seat 1 (South) wins, `9m` is wild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import rules
from tests.rules.hands import chow, items, record, won

if TYPE_CHECKING:
    from tests.rules.hands import Data

SPECIAL = 50
INDICATOR = {"indicators": ["9m"]}
CLOSED = ("23446m567p33s", "5m", chow("678s"))
"""No wild tile, 朋胡 and 嵌張: just enough for a discard."""

OPEN = ("23467m567p33s", "8m", chow("678s"))
"""No wild tile and 朋胡, waiting at both ends: too little for a discard."""


def fenghua(hand: str | None, tile: str | None, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what lies before other seats."""
    around = how.pop("around", {})
    data = won("fenghua", hand, tile, *melds, **{"deal": INDICATOR, **how})
    for seat, lying in around.items():
        data["seats"][seat] = lying
    return data


def flowers(tiles: str) -> Data:
    """Return how the winner lies with *tiles* laid out."""
    return {"before": {"flowers": tiles}}


def indicated(*tiles: str) -> Data:
    """Return a deal with *tiles* turned up."""
    return {"deal": {"indicators": list(tiles)}}


def options(**chosen: Any) -> Data:
    """Return *chosen* options as a record has them."""
    return {"options": chosen}


def settled(data: Data) -> Any:
    """Return the settlement of *data* as JSON."""
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer
    return answer


def net(data: Data) -> list[int]:
    """Return what each seat gains."""
    gains: list[int] = settled(data)["net"]
    return gains


def tai(data: Data) -> dict[str, int]:
    """Return what each element earned; rounded up to tens they are the score."""
    answer = settled(data)
    found = dict(items(answer))
    assert answer["wins"][0]["score"] == -(-sum(found.values()) // 10) * 10
    assert answer["wins"][0]["unit"] == "tai"
    return found


def special(data: Data) -> dict[str, int]:
    """Return what the elements of fifty tai and more earned."""
    return {name: value for name, value in tai(data).items() if value >= SPECIAL}


def score(data: Data) -> int:
    """Return what the hand is worth, rounded."""
    return int(settled(data)["wins"][0]["score"])


def unpaid(outcome: str = "draw", **fields: Any) -> Data:
    """Return the record of a hand that nobody won."""
    return record("fenghua", outcome=outcome, **{"deal": INDICATOR, **fields})
