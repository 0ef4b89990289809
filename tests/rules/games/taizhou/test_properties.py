"""What holds for every Taizhou hand, and the same result by plain substitution."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, winning_record
from rules.hands.covers import completes
from rules.hands.divide import divisions
from rules.hands.keys import BASE, pack
from rules.hands.shapes import Part
from rules.tiles import CODES, HONORS, KINDS, TILES, parse, write
from tests.rules.games.plain_set_points import of_parts, of_suits
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, settle

GAME = rules.ruleset("taizhou")
WHITE = TILES["5z"]


def make_win(chance: random.Random, **fields: Any) -> Data:
    """Return a won hand."""
    return winning_record(GAME, chance, HandSpec(**fields))


@settings(max_examples=60)
@given(CHANCES, st.booleans())
def test_points_follow_from_the_items(chance: random.Random, round_up: bool) -> None:
    answer = settle(make_win(chance, options={"round_up": round_up}))
    for entry in (*answer["wins"], *answer["losers"]):
        tai = ("dragon_pung", "seat_wind_pung", "mixed_one_suit", "pure_one_suit")
        hu = sum(item["value"] for item in entry["items"] if item["id"] not in tai)
        doubles = sum(item["value"] for item in entry["items"] if item["id"] in tai)
        points = min(100, hu * 2**doubles)
        assert entry["score"] == (-(-points // 10) * 10 if round_up else points)


@settings(max_examples=60)
@given(CHANCES, st.integers(0, 12))
def test_a_fortune_tile_in_place_of_another_never_makes_a_self_draw_lose(
    chance: random.Random, place: int
) -> None:
    data = make_win(chance)
    (win,) = data["wins"]
    assume(win["by"] == "self_draw")
    codes = [CODES[tile] for tile in parse(data["seats"][win["seat"]]["hand"])]
    (wild,) = data["deal"]["indicators"]
    better = copy.deepcopy(data)
    codes[place % len(codes)] = wild
    better["seats"][win["seat"]]["hand"] = "".join(codes)
    answer: Any = rules.settle_json(better)
    assume(answer.get("error", {}).get("code") != "bad_tiles")  # the fourth is the indicator
    assert settle(better)["wins"][0]["score"] >= settle(data)["wins"][0]["score"]


def meanings(tiles: Sequence[int], wild: int) -> Iterator[tuple[int, ...]]:
    """Yield what *tiles*, one after the other, can be taken for."""
    yield from product(
        *(
            range(KINDS) if tile == wild else {WHITE, wild} if tile == WHITE else (tile,)
            for tile in tiles
        )
    )


def plain_points(parts: Sequence[Part], last: Part, kind: int, wind: int, is_taken: bool) -> int:
    """Return the points of four sets and an eye without wild tiles, *last* completed by *kind*."""
    hu, tai = of_parts(parts, last, wind, is_taken)
    hu += 10 if is_taken else 12
    hu += 4 * (sum(part.is_triplet for part in parts) == 4)
    hu += 2 * (last.is_run and kind == last.kind + 1)
    return hu << tai + of_suits(parts)


def by_substitution(data: Data) -> int:
    """Return the points of the winner by trying everything for every wild tile and white."""
    (win,) = data["wins"]
    seat = data["seats"][win["seat"]]
    wild = TILES[data["deal"]["indicators"][0]]
    wind = HONORS + (win["seat"] - data["state"]["banker"]) % 4
    melds = [meld.part() for meld in rules.read(data).seats[win["seat"]].melds]
    best = 0
    for kinds in meanings((*parse(seat["hand"]), TILES[win["tile"]]), wild):
        if max(map(kinds.count, kinds)) >= BASE or not completes(pack(kinds), 4 - len(melds)):
            continue
        for division in divisions(pack(kinds), 4 - len(melds)):
            for last in (part for part in division.parts if kinds[-1] in part.kinds):
                parts = (*division.parts, *melds)
                is_taken = win["by"] != "self_draw"
                best = max(best, plain_points(parts, last, kinds[-1], wind, is_taken))
    return min(100, best)


@settings(max_examples=150)
@given(CHANCES)
def test_points_are_those_of_plain_substitution(chance: random.Random) -> None:
    data = make_win(chance)
    (win,) = data["wins"]
    seat = data["seats"][win["seat"]]
    wild = TILES[data["deal"]["indicators"][0]]
    tiles = (*parse(seat["hand"]), TILES[win["tile"]])
    assume(tiles.count(wild) <= 2)
    assume(tiles.count(wild) + tiles.count(WHITE) > 0)
    entry = settle(data)["wins"][0]
    concealed = parse("".join(entry["reading"][0]))
    assume(max(map(concealed.count, concealed)) < BASE)  # a fifth, which a list of kinds has not
    assert entry["score"] == by_substitution(data), write(tiles)
