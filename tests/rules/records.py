"""Hand records in a line each, and what settles of them, for tests that a player reads.

Seat 0 is the banker and seat 1 wins unless a test says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    sets = [meld if meld["kind"] == "kong_concealed" else left | meld for meld in melds]
    return {"hand": hand, "melds": sets, **more}


def seats_of(hands: Mapping[int, tuple[Any, ...]]) -> dict[int, Data]:
    """Return four players' seats, each given as its hand and then its sets."""
    return {number: seat(number, 4, *lying) for number, lying in hands.items()}


def record(ruleset: str, *, around: Mapping[int, Data] | None = None, **fields: Any) -> Data:
    """Return a record with *fields* set; what lies *around* goes before its seats, if anything."""
    seats: list[Data] = [{} for _ in range(rules.ruleset(ruleset).seats[0])]
    for number, lying in (around or {}).items():
        seats[number] = lying
    return {"ruleset": ruleset, "seats": seats, **fields}


def record_win(
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
    lying = seat(winner, len(data["seats"]), hand, *melds, **(before or {}))
    data["seats"][winner] = lying | data["seats"][winner]
    by = by or ("self_draw" if source is None else "discard")
    win = {"seat": winner, "tile": tile, "by": by, "marks": list(marks), "facts": facts or {}}
    data["wins"] = [win if source is None else win | {"from": source}]
    return data


def record_no_win(ruleset: str, outcome: str = "draw", **fields: Any) -> Data:
    """Return a hand that nobody won."""
    return record(ruleset, outcome=outcome, **fields)


def flowers(tiles: str) -> Data:
    """Return that the winner has laid out *tiles*."""
    return {"before": {"flowers": tiles}}


def indicated(*tiles: str) -> Data:
    """Return a deal with *tiles* turned up."""
    return {"deal": {"indicators": list(tiles)}}


def options(**choices: Any) -> Data:
    """Return the options with these *choices* as a record has them."""
    return {"options": choices}


def settle(data: Data) -> Any:
    """Return the settlement of *data* as JSON."""
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer
    return answer


def net(data: Data) -> list[int]:
    """Return what each seat gains."""
    gains: list[int] = settle(data)["net"]
    return gains


def score(data: Data) -> int:
    """Return what the first winner's hand is worth."""
    return int(settle(data)["wins"][0]["score"])


def points(data: Data) -> int:
    """Return the points of the first winner's hand."""
    assert settle(data)["wins"][0]["unit"] == "points"
    return score(data)


def items(settlement: Data, entry: int = 0) -> dict[str, int]:
    """Return what each element of an entry of `wins` contributed."""
    assert "error" not in settlement, settlement
    return {item["id"]: item["value"] for item in settlement["wins"][entry]["items"]}


def steps(settlement: Data, row: int = 0) -> str:
    """Return how a payment comes about, as one would note it: "base +3, all_pungs ×2^3"."""
    return ", ".join(_describe_step(one) for one in settlement["terms"][row])


def _describe_step(step: Data) -> str:
    op, name, value, seat = step["op"], step["id"], step["value"], step.get("seat", "")
    count, over = step.get("count", ""), step.get("divisor", "")
    notes: dict[str, str] = {
        "add": f"{name} {value:+}" + f"×{count}" * bool(count) + f" of {seat}" * (seat != ""),
        "times": f"{name} ×{value}" + f"/{over}" * bool(over) + f"^{count}" * bool(count),
        "times_more": f"{name} ×+{value}",
        "set": f"{name} = {value}",
        "instead_of": f"for {seat}",
    }
    return notes.get(str(op), f"{op} {value}")


def item_values(data: Data) -> dict[str, int]:
    """Return what each element of the first winner contributed."""
    return items(settle(data))


def loser(data: Data, number: int) -> tuple[int, dict[str, int]]:
    """Return the points and elements of a seat that lost."""
    (entry,) = [one for one in settle(data)["losers"] if one["seat"] == number]
    assert entry["unit"] == "points"
    return entry["score"], {item["id"]: item["value"] for item in entry["items"]}


def codes(data: Data) -> list[tuple[str, str]]:
    """Return code and place of everything that keeps *data* from being settled."""
    answer: Any = rules.settle_json(data)
    assert "error" in answer, f"settled: {answer}"
    return [(problem["code"], problem["where"]) for problem in answer["error"]["problems"]]


def refusal(data: Data) -> tuple[str, str]:
    """Return code and place of what keeps *data* from being settled."""
    return codes(data)[0]


def code(data: Data) -> str:
    """Return the code of what keeps *data* from being settled."""
    return refusal(data)[0]


def score_or_code(data: Data) -> Any:
    """Return what the first winner's hand is worth, or the code of the refusal."""
    answer: Any = rules.settle_json(data)
    return answer["error"]["code"] if "error" in answer else answer["wins"][0]["score"]
