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
    """Return a record whose seats showed nothing, with *fields* set."""
    seats = range(rules.ruleset(ruleset).seats[0])
    return {"ruleset": ruleset, "seats": [{} for _ in seats], **fields}


def items(settlement: Data, entry: int = 0) -> dict[str, int]:
    """Return what each element of an entry of `wins` contributed."""
    assert "error" not in settlement, settlement
    return {item["id"]: item["value"] for item in settlement["wins"][entry]["items"]}


def refusal(data: Data) -> tuple[str, str]:
    """Return code and place of what keeps *data* from being settled."""
    answer: Any = rules.settle_json(data)
    assert "error" in answer, f"settled: {answer}"
    return answer["error"]["code"], answer["error"]["where"]


def won(
    ruleset: str,
    hand: str | None,
    tile: str | None,
    *melds: Data,
    winner: int = 1,
    by: str | None = None,
    source: int | None = None,
    marks: tuple[str, ...] = (),
    facts: Data | None = None,
    before: Data | None = None,
    **fields: Any,
) -> Data:
    """Return a hand that *winner* won: drawn by himself, or discarded by *source*.

    *before* holds what else lay before the winner, *fields* the record's other parts.
    """
    data = record(ruleset, outcome="win", **fields)
    data["seats"][winner] = seat(winner, len(data["seats"]), hand, *melds, **(before or {}))
    by = by or ("self_draw" if source is None else "discard")
    win = {"seat": winner, "tile": tile, "by": by, "marks": list(marks), "facts": facts or {}}
    data["wins"] = [win if source is None else win | {"from": source}]
    return data
