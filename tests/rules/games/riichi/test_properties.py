"""What holds for every riichi hand: payments balance, seats and suits are worth the same."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

import rules
from tests.rules.games.riichi.random_hands import record

if TYPE_CHECKING:
    from tests.rules.records import Data

SEEDS = st.integers(0, 10**6)


def some(seed: int) -> Data:
    """Return the random hand of *seed*, with the liability of the default."""
    data = record(random.Random(seed))
    del data["options"]["liability"]
    return data


def turned(data: Data, places: int) -> Data:
    """Return *data* with every seat moved on by *places*."""
    data = copy.deepcopy(data)
    data["state"]["banker"] = (data["state"]["banker"] + places) % 4
    data["seats"] = [data["seats"][(seat - places) % 4] for seat in range(4)]
    for row in [*data["wins"], *(meld for seat in data["seats"] for meld in seat["melds"])]:
        for field in {"seat", "from"} & row.keys():
            row[field] = (row[field] + places) % 4
    return data


def recoloured(data: Data, suits: str) -> Data:
    """Return *data* with the suits m, p and s exchanged for *suits*."""
    table = str.maketrans("mps", suits)

    def change(value: Any) -> Any:
        if isinstance(value, dict):
            fields = ("hand", "tiles", "claimed", "tile", "indicators", "hidden_indicators")
            return {
                name: change(one) if name in fields or isinstance(one, (dict, list)) else one
                for name, one in value.items()
            }
        if isinstance(value, list):
            return [change(one) for one in value]
        return value.translate(table) if isinstance(value, str) else value

    coloured: Data = {**data, **{name: change(data[name]) for name in ("deal", "seats")}}
    coloured["wins"] = [{**win, "tile": win["tile"].translate(table)} for win in data["wins"]]
    for old, new in zip(data["seats"], coloured["seats"], strict=True):
        new["declared"] = old.get("declared", [])
        for before, after in zip(old["melds"], new["melds"], strict=True):
            after["kind"] = before["kind"]
    return coloured


@given(SEEDS)
def test_what_some_pay_others_and_the_pot_get(seed: int) -> None:
    answer: Any = rules.settle_json(some(seed))
    if "error" in answer:
        return
    pot = sum(
        row["amount"] * ((row["to"] == "pot") - (row["from"] == "pot"))
        for row in answer["payments"]
    )
    assert sum(answer["net"]) + pot == 0
    assert all(row["amount"] % 100 == 0 for row in answer["payments"])


@given(SEEDS, st.integers(1, 3))
def test_turning_the_seats_turns_the_payments(seed: int, places: int) -> None:
    here: Any = rules.settle_json(some(seed))
    there: Any = rules.settle_json(turned(some(seed), places))
    if "error" in here:
        assert there["error"]["code"] == here["error"]["code"]
        return
    assert there["net"] == [here["net"][(seat - places) % 4] for seat in range(4)]


@given(SEEDS, st.permutations("mps"))
def test_the_suits_are_worth_the_same(seed: int, suits: list[str]) -> None:
    here: Any = rules.settle_json(some(seed))
    there: Any = rules.settle_json(recoloured(some(seed), "".join(suits)))
    if "error" in here:
        assert there["error"]["code"] == here["error"]["code"]
    elif "all_green" not in {item["id"] for item in here["wins"][0]["items"]} | {
        item["id"] for item in there["wins"][0]["items"]
    }:
        assert there["net"] == here["net"]


@given(SEEDS)
def test_the_reading_has_the_tiles_of_the_hand(seed: int) -> None:
    data = some(seed)
    answer: Any = rules.settle_json(data)
    if "error" in answer:
        return
    (win,), (entry,) = data["wins"], answer["wins"]
    seat = data["seats"][win["seat"]]
    tiles = [*rules.tiles.parse(seat["hand"] + win["tile"])]
    for meld in seat["melds"]:
        tiles += rules.tiles.parse(meld["tiles"])
    read = [tile for row in entry["reading"] for part in row for tile in rules.tiles.parse(part)]
    assert sorted(rules.tiles.KIND[tile] for tile in tiles) == sorted(read)
