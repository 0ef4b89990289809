"""What holds for every hand of Ataki's B rule, and its waits beside plain trying out."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.games.riichi.ataki_b import GAME, fouls
from rules.tiles import HONORS, KINDS, Tile
from tests.rules.games.riichi.random_hands import record
from tests.rules.games.turning import moved_row, turn_seats
from tests.rules.records import Data

SEEDS = st.integers(0, 10**6)
UNPLAYED = ("liability", "open_tanyao", "kiriage", "double_yakuman", "counted_yakuman",
            "human_hand")  # fmt: skip


def some(seed: int) -> Data:
    """Return the random hand of *seed* as a hand of this game, here and there with fouls."""
    chance = random.Random(seed)
    data = record(chance)
    data["ruleset"] = "ataki-b"
    options = {name: value for name, value in data["options"].items() if name not in UNPLAYED}
    data["options"] = options
    data["state"] |= {"round": chance.randint(1, 2), "scores": chance.sample(range(50), 4)}
    data["state"]["scores"] = [1000 * score for score in data["state"]["scores"]]
    if chance.random() < 0.4:
        data["incidents"] = [
            {"kind": chance.choice((*fouls.FINED, *fouls.BARRING)), "seat": chance.randrange(4)}
            for _ in range(chance.randint(1, 2))
        ]
    if chance.random() < 0.4:
        data |= {"outcome": "draw", "wins": []}
    elif chance.random() < 0.3:
        ended = {"kind": chance.choice(fouls.ENDING), "seat": chance.randrange(4)}
        data |= {"outcome": "abort", "wins": []}
        data["incidents"] = [*data.get("incidents", ()), ended]
    return data


def settled(data: Data) -> Any:
    """Return the settlement, or nothing for a hand that is refused for what the rules say."""
    answer: Any = rules.settle_json(data)
    if "error" not in answer:
        return answer
    codes = ("not_a_win", "below_minimum", "barred", "bad_record", "bad_tiles")
    assert answer["error"]["code"] in codes, answer
    return None


@given(SEEDS, st.integers(1, 3))
def test_turning_the_seats_turns_the_payments(seed: int, places: int) -> None:
    data = some(seed)
    data["state"]["banker"] = 0
    here, there = settled(data), settled(turn_seats(data, places))
    if here is None or there is None or here["next"]["over"] or there["next"]["over"]:
        return  # at the end of a game seat 0 is not like the others
    assert there["net"] == moved_row(here["net"], places)
    if data["state"]["round"] == 2:
        assert there["prize_net"] == moved_row(here["prize_net"], places)


def sets_fit(counts: Counter[int], sets: int, pairs: int) -> bool:
    """Return whether the tiles are exactly that number of sets and pairs, trying everything."""
    kinds = [kind for kind in sorted(counts) if counts[kind]]
    if not kinds:
        return not sets and not pairs
    low = kinds[0]
    takes = [([low] * 2, 0, 1), ([low] * 3, 1, 0)]
    if low < HONORS and low % 9 < 7:
        takes.append(([low, low + 1, low + 2], 1, 0))
    for tiles, more_sets, more_pairs in takes:
        take = Counter(tiles)
        enough = more_sets <= sets and more_pairs <= pairs and take <= counts
        if enough and sets_fit(counts - take, sets - more_sets, pairs - more_pairs):
            return True
    return False


def plainly_waits(kinds: list[int]) -> set[int]:
    """Return what completes thirteen tiles, orphans aside, by trying every tile."""
    waits = set()
    for kind in range(KINDS):
        counts = Counter([*kinds, kind])
        if sets_fit(counts, 4, 1) or (max(counts.values()) < 5 and sets_fit(counts, 0, 7)):
            waits.add(kind)
    return waits


@given(SEEDS)
def test_waits_are_what_trying_out_finds(seed: int) -> None:
    chance = random.Random(seed)
    few = chance.sample(range(chance.choice((9, 18, KINDS))), chance.choice((5, 6, 9)))
    tiles = chance.sample([kind for kind in few for _ in range(4)], 13)
    assert GAME.waits([Tile(kind) for kind in tiles], 0) == plainly_waits(tiles)
