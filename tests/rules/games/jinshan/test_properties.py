"""What holds for every Jinshan hand, and the same result by plain substitution."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, winning_record
from rules.hands.divide import Division, divisions
from rules.hands.keys import BASE, pack
from rules.hands.shapes import Part
from rules.tiles import CODES, HONORS, KINDS, TILES, parse
from tests.rules.games.plain_set_points import of_parts, of_suits
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, settle

GAME = rules.ruleset("jinshan")
WILDS = frozenset(TILES[code] for code in ("5f", "6f", "7f", "8f"))
TAI = {
    "seat_flower",
    "flower_set",
    "dragon_pung",
    "seat_wind_pung",
    "kong_draw",
    "flower_draw",
    "robbing_the_kong",
    "all_pungs",
    "no_wild",
    "little_three_dragons",
    "mixed_one_suit",
    "pure_one_suit",
}
LIMIT_VALUE = 50
NARROW = {(2, 0), (0, 6), *((1, rank) for rank in range(7))}
"""Where in a run the winning tile came, and the run's first rank, when nothing else would do."""


def make_win(chance: random.Random, **fields: Any) -> Data:
    """Return a won hand."""
    return winning_record(GAME, chance, HandSpec(**fields))


def is_limit(answer: Data) -> bool:
    """Return whether the winner's hand is a limit hand."""
    return any(item["value"] == LIMIT_VALUE for item in answer["wins"][0]["items"])


@settings(max_examples=60)
@given(CHANCES)
def test_points_follow_from_the_items(chance: random.Random) -> None:
    answer = settle(make_win(chance))
    entries = answer["losers"] if is_limit(answer) else [*answer["wins"], *answer["losers"]]
    for entry in entries:
        hu = sum(item["value"] for item in entry["items"] if item["id"] not in TAI)
        tai = sum(item["value"] for item in entry["items"] if item["id"] in TAI)
        assert entry["score"] == hu * 2**tai
    if not is_limit(answer):
        items = answer["wins"][0]["items"]
        assert sum(item["value"] for item in items if item["id"] not in TAI) >= 20


@settings(max_examples=60)
@given(CHANCES, st.integers(0, 12))
def test_a_wild_tile_in_place_of_another_of_a_loser_never_takes_points(
    chance: random.Random, place: int
) -> None:
    data = make_win(chance)
    (win,) = data["wins"]
    seat = (win["seat"] + 1) % 4
    hand = data["seats"][seat]["hand"]
    used = {tile for one in data["seats"] for tile in parse(one["hand"] or "") if tile in WILDS}
    assume(hand is not None and WILDS - used and TILES.get(win["tile"]) not in WILDS)
    tiles = list(parse(hand))
    assume(tiles[place % len(tiles)] not in WILDS)
    before = next(one["score"] for one in settle(data)["losers"] if one["seat"] == seat)
    tiles[place % len(tiles)] = TILES[CODES[min(WILDS - used)]]
    changed = copy.deepcopy(data)
    changed["seats"][seat]["hand"] = "".join(CODES[tile] for tile in tiles)
    after = next(one["score"] for one in settle(changed)["losers"] if one["seat"] == seat)
    assert after >= before


@settings(max_examples=60)
@given(CHANCES, st.integers(0, 12))
def test_a_wild_tile_in_place_of_another_keeps_the_hand_a_hand(
    chance: random.Random, place: int
) -> None:
    data = make_win(chance)
    (win,) = data["wins"]
    used = {tile for one in data["seats"] for tile in parse(one["hand"] or "") if tile in WILDS}
    assume(WILDS - used and TILES[win["tile"]] not in WILDS)
    tiles = list(parse(data["seats"][win["seat"]]["hand"]))
    tiles[place % len(tiles)] = TILES[CODES[min(WILDS - used)]]
    data["seats"][win["seat"]]["hand"] = "".join(CODES[tile] for tile in tiles)
    answer: Any = rules.settle_json(data)
    assert "error" not in answer, answer  # what a wild tile stands for counts as much


def meanings(tiles: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield *tiles*, the winning one last, with each wild one as every kind."""
    naturals = [tile for tile in tiles[:-1] if tile not in WILDS]
    wilds = len(tiles) - 1 - len(naturals)
    last = range(KINDS) if tiles[-1] in WILDS else (tiles[-1],)
    for kind in last:
        for stand_for in combinations_with_replacement(range(KINDS), wilds):
            yield (*naturals, *stand_for, kind)


def plain_counts(
    parts: Sequence[Part], last: Part, kind: int, wind: int, is_taken: bool
) -> tuple[int, int]:
    """Return the hu and tai of one reading by the sheet's words, in the dullest way."""
    hu, tai = of_parts(parts, last, wind, is_taken)
    if last.is_pair:
        hu += 4 if last.is_honor or last.has_terminal else 2
    elif last.is_run and (kind - last.kind, last.kind % 9) in NARROW:
        hu += 2
    tai += sum(part.is_triplet for part in parts) == 4
    dragons = [part for part in parts if part.kind > 30]
    tai += sorted(part.is_pair for part in dragons) == [False, False, True]
    return hu, tai + of_suits(parts)


def by_substitution(data: Data) -> int:
    """Return the winner's points by trying everything for every wild tile."""
    (win,) = data["wins"]
    seat = data["seats"][win["seat"]]
    wind = HONORS + (win["seat"] - data["state"]["banker"]) % 4
    melds = [meld.part() for meld in rules.read(data).seats[win["seat"]].melds]
    tiles = (*parse(seat["hand"]), TILES[win["tile"]])
    flowers = parse(seat["flowers"])
    own = 34 + wind - HONORS
    flat_tai = 2 if len(flowers) == 4 else own in flowers
    flat_tai += win["by"] == "robbed_kong"
    flat_tai += win["by"] == "self_draw" and bool({"kong_draw", "flower_draw"} & {*win["marks"]})
    flat_tai += not any(tile in WILDS for tile in tiles)
    flat_hu = 10 + 4 * len(flowers) + 2 * (win["by"] == "self_draw")
    best = 0
    for kinds in meanings(tiles):
        if max(map(kinds.count, kinds)) >= BASE:
            continue
        for division, last in places(kinds, 4 - len(melds)):
            parts = (*division.parts, *melds)
            is_taken = win["by"] != "self_draw"
            hu, tai = plain_counts(parts, last, kinds[-1], wind, is_taken)
            if hu + flat_hu >= 20:
                best = max(best, (hu + flat_hu) << (tai + flat_tai))
    return best


def places(kinds: Sequence[int], sets: int) -> Iterator[tuple[Division, Part]]:
    """Yield every division of *kinds* with every part that the last of them may complete."""
    for division in divisions(pack(kinds), sets):
        for last in division.parts:
            if kinds[-1] in last.kinds:
                yield division, last


@settings(max_examples=80, deadline=None)
@given(CHANCES)
def test_points_are_those_of_plain_substitution(chance: random.Random) -> None:
    data = make_win(chance)
    (win,) = data["wins"]
    win.setdefault("marks", [])
    tiles = (*parse(data["seats"][win["seat"]]["hand"]), TILES[win["tile"]])
    assume(sum(tile in WILDS for tile in tiles) <= 2)
    answer = settle(data)
    assume(not is_limit(answer))
    entry = answer["wins"][0]
    concealed = parse("".join(entry["reading"][0]))
    assume(max(map(concealed.count, concealed)) < BASE)  # a fifth, which a list of kinds has not
    payment = max(row["amount"] for row in answer["payments"] if row["for"] == "win")
    plain = by_substitution(data)
    assert entry["score"] == plain or (payment == LIMIT_VALUE and entry["score"] <= plain)
