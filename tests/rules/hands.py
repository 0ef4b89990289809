"""Hand records in a line each, for tests that a player reads.

Seat 0 is the banker and seat 1 wins unless a test says otherwise.
"""

from __future__ import annotations

from typing import Any

import rules

Data = dict[str, Any]


def chow(tiles: str, claimed: str | None = None) -> Data:
    """Return a chow of the left-hand neighbour's tile, its lowest unless another is *claimed*."""
    return {"kind": "chow", "tiles": tiles, "claimed": claimed or tiles[0] + tiles[-1]}


def pung(tiles: str) -> Data:
    """Return a claimed pung."""
    return {"kind": "pung", "tiles": tiles}


def kong(tiles: str, kind: str = "concealed") -> Data:
    """Return a kong: `concealed`, of a `discard`, or `added` to a pung."""
    return {"kind": f"kong_{kind}", "tiles": tiles}


def seat(number: int, players: int, hand: str | None, *melds: Data, **more: Any) -> Data:
    """Return one seat; claimed sets come from the left-hand neighbour unless they say from whom."""
    left = {"from": (number - 1) % players}
    laid = [meld if meld["kind"] == "kong_concealed" else left | meld for meld in melds]
    return {"hand": hand, "melds": laid, **more}


def record(ruleset: str, **fields: Any) -> Data:
    """Return a record of four seats that showed nothing, with *fields* set."""
    return {"ruleset": ruleset, "seats": [{} for _ in range(4)], **fields}


def items(settlement: Data, entry: int = 0) -> dict[str, int]:
    """Return what each element of an entry of `wins` contributed."""
    assert "error" not in settlement, settlement
    return {item["id"]: item["value"] for item in settlement["wins"][entry]["items"]}


def refusal(data: Data) -> tuple[str, str]:
    """Return code and place of what keeps *data* from being settled."""
    answer: Any = rules.settle_json(data)
    assert "error" in answer, f"settled: {answer}"
    return answer["error"]["code"], answer["error"]["where"]
