"""What holds for every Fuzhou hand, and golds judged as a player does who tries every tile."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, winning_record
from rules.tiles import HONORS, TILES, parse, write
from tests.rules.games.fuzhou.hands import fuzhou
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, settle

GAME: Final = rules.ruleset("fuzhou")
GOLD: Final = TILES["9s"]
STATES = st.fixed_dictionaries({"banker": st.integers(0, 3), "repeats": st.integers(0, 3)})
HOUSES = st.fixed_dictionaries(
    {
        "method": st.sampled_from([1, 2]),
        "tile_set": st.sampled_from([128, 144]),
        "base": st.sampled_from([1, 3, 5]),
        "golden_dragon": st.booleans(),
    }
)


@settings(max_examples=60)
@given(CHANCES, STATES, HOUSES)
def test_all_pay_the_same_but_for_repeats(
    chance: random.Random, state: Data, options: Data
) -> None:
    data = winning_record(GAME, chance, HandSpec(options=options, state=state))
    answer = settle(data)
    (win,) = answer["wins"]
    assert sum(answer["net"]) == 0
    assert len(answer["payments"]) == 3
    plain = settle(data | {"state": state | {"repeats": 0}})
    assert {row["amount"] for row in plain["payments"]} == {win["score"]}
    for row in answer["payments"]:
        between = state["banker"] in (row["from"], row["to"])
        assert (row["amount"] == win["score"]) is not (between and state["repeats"] > 0)


@settings(max_examples=60)
@given(CHANCES)
def test_a_gold_in_place_of_another_tile_never_loses(chance: random.Random) -> None:
    data = winning_record(GAME, chance)
    (win,) = data["wins"]
    (gold,) = data["deal"]["indicators"]
    seat = data["seats"][win["seat"]]
    hand = list(parse(seat["hand"]))
    places = [place for place, tile in enumerate(hand) if tile != TILES[gold]]
    if hand.count(TILES[gold]) + (win["tile"] == gold) < 3 and places:
        hand[chance.choice(places)] = TILES[gold]
        seat["hand"] = write(hand)
        for number, other in enumerate(data["seats"]):
            if number != win["seat"]:
                other["hand"] = None
        assert "net" in rules.settle_json(data)


@cache
def is_sets(kinds: tuple[int, ...], *, pair: bool) -> bool:
    """Return whether *kinds*, ascending, are sets and, if wanted, a pair: one tile at a time."""
    if not kinds:
        return not pair
    first, left = kinds[0], Counter(kinds)
    ways = [((first,) * 3, pair), ((first,) * 2, False)][: 1 + pair]
    if first % 9 < 7:
        ways.append(((first, first + 1, first + 2), pair))
    return any(
        not Counter(take) - left
        and is_sets(tuple(sorted((left - Counter(take)).elements())), pair=still)
        for take, still in ways
    )


def can_be(kinds: Sequence[int], golds: int, *, pair: bool) -> bool:
    """Return whether some tiles in place of *golds* golds complete *kinds*."""
    return any(
        is_sets(tuple(sorted((*kinds, *stand_ins))), pair=pair)
        for stand_ins in combinations_with_replacement(range(HONORS), golds)
    )


def some_hand(chance: random.Random, golds: int) -> list[int]:
    """Return 17 tiles of two suits, *golds* of them golds: mostly nearly a hand."""
    tiles: list[int] = []
    while len(tiles) < 15:
        start = chance.choice([*range(7), *range(9, 16)])
        tiles += chance.choice([[start] * 3, [start, start + 1, start + 2]])
    tiles += [chance.choice(range(18))] * 2
    for _ in range(chance.choice([0, 0, 0, 1])):
        tiles[chance.randrange(len(tiles))] = chance.randrange(18)
    tiles.reverse()  # the golds stand for the pair first
    if chance.random() < 0.7:
        chance.shuffle(tiles)
    return [*tiles[golds:], *[GOLD] * golds]


def test_golds_are_judged_as_by_trying_every_tile() -> None:
    chance = random.Random(7)
    counts: Counter[tuple[int, bool, bool]] = Counter()
    for _ in range(150):
        golds = chance.choice([0, 1, 2, 2])
        tiles = some_hand(chance, golds)
        if max(Counter(tiles).values()) > 4:
            continue
        naturals = [tile for tile in tiles if tile != GOLD]
        wins = can_be(naturals, golds, pair=True)
        golden = golds == 2 and can_be(naturals, 0, pair=False)
        answer: Any = rules.settle_json(fuzhou(write(tiles[:-1]), write(tiles[-1:])))
        assert ("net" in answer) is wins, write(tiles)
        if wins:
            elements = {item["id"] for item in answer["wins"][0]["items"]}
            assert ("golden_pair" in elements) is golden, write(tiles)
        counts[golds, wins, golden] += 1
    assert min(counts[0, True, False], counts[1, True, False], counts[2, True, False]) > 5
    assert counts[2, True, True] > 3


def test_three_golds_are_a_dragon_where_the_rest_needs_none() -> None:
    chance = random.Random(11)
    counts: Counter[tuple[bool, bool]] = Counter()
    for _ in range(150):
        tiles = some_hand(chance, 3)
        if max(Counter(tiles).values()) > 4:
            continue
        naturals = [tile for tile in tiles if tile != GOLD]
        answer = settle(fuzhou(write(tiles[:-1]), write(tiles[-1:])))
        elements = {item["id"] for item in answer["wins"][0]["items"]}
        dragon = can_be(naturals, 0, pair=True)
        golden = not dragon and can_be(naturals, 1, pair=False)
        assert ("golden_dragon" in elements, "golden_pair" in elements) == (dragon, golden)
        assert ("three_wilds" in elements) is not (dragon or golden)
        counts[dragon, golden] += 1
    assert min(counts[True, False], counts[False, True], counts[False, False]) > 3
