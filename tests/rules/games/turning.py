"""The same hand with everyone moved some seats on: what is paid must move along."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any, Final

from hypothesis import strategies as st

import rules
from rules.game import Game
from tests.rules.records import Data

SEATS_IN_FACTS = ("rivals",)
"""Facts that hold seat numbers."""

CHANCES: Final = st.integers(0, 1 << 32).map(random.Random)
"""What simulated players decide by, one sequence for each example."""


def houses(game: Game) -> st.SearchStrategy[Data]:
    """Return the ways to set those options of *game* that have a list of values."""
    listed = {option.name: option.values for option in game.options if option.values}
    return st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(values) for name, values in listed.items()}
    )


def moved_row(row: Sequence[Any], by: int) -> list[Any]:
    """Return *row*, which has one entry for each seat, with everyone moved *by* places."""
    return [row[(seat - by) % len(row)] for seat in range(len(row))]


def turn_seats(data: Data, by: int, carried: Sequence[str] = ()) -> Data:
    """Return the record *data* with every seat moved *by* places.

    *carried* names the counters that hold a seat.
    """
    new = copy.deepcopy(data)
    count = len(new["seats"])

    def move(entry: Data, *fields: str) -> None:
        for field in fields:
            if entry.get(field) is not None:
                entry[field] = (entry[field] + by) % count

    new["seats"] = _around(new["seats"], by)
    for meld in (meld for seat in new["seats"] for meld in seat.get("melds", ())):
        move(meld, "from")
    new.setdefault("state", {}).setdefault("banker", 0)
    move(new["state"], "banker")
    new["state"] |= _scores(new["state"], by)
    carry = new["state"].get("carry", {})
    move(carry, *carried)
    carry |= {name: moved_row(row, by) for name, row in carry.items() if isinstance(row, list)}
    move(new.get("deal", {}), "east")
    for entry in (*new.get("wins", ()), *new.get("incidents", ())):
        move(entry, "seat", "from")
        facts = entry.get("facts", {})
        for fact in SEATS_IN_FACTS:
            if fact in facts:
                facts[fact] = [(seat + by) % count for seat in facts[fact]]
    return new


def _around(entries: list[Any], by: int) -> list[Any]:
    """Return *entries*, one for each seat, *by* seats on."""
    return [entries[(seat - by) % len(entries)] for seat in range(len(entries))]


def _scores(state: Data, by: int) -> Data:
    """Return the totals of *state*, if it has any, *by* seats on."""
    return {"scores": _around(state["scores"], by)} if "scores" in state else {}


def paid_into_the_pot(answer: Data) -> int:
    """Return how much more the pot of a settlement gets than it gives."""
    return sum(
        int(row["amount"]) * ((row["to"] == "pot") - (row["from"] == "pot"))
        for row in answer["payments"]
    )


def check_turning(data: Data, by: int, carried: Sequence[str] = ()) -> None:
    """Fail unless turning the seats *by* places turns the payments, which balance."""
    before: Any = rules.settle_json(data)
    after: Any = rules.settle_json(turn_seats(data, by, carried))
    assert "error" not in before, before
    count = len(data["seats"])
    assert sum(before["net"]) + paid_into_the_pot(before) == 0
    if before["next"]["over"] or after["next"]["over"]:  # then seat 0 is not like the others
        return
    assert [after["net"][(seat + by) % count] for seat in range(count)] == before["net"]
    assert after["next"]["banker"] == (before["next"]["banker"] + by) % count
    assert [win["items"] for win in after["wins"]] == [win["items"] for win in before["wins"]]
