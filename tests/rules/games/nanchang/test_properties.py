"""What holds for every hand of nanchang.md, whatever its tiles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any, NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, winning_record
from rules.games.jiangxi.nanchang import GAME
from rules.games.jiangxi.nanchang.elements import TABLE, Jings, hand_of, jings, shapes
from rules.hands.catalogue import HONOR_RUNS
from rules.hands.shapes import PAIRS, Part
from rules.record.values import Deal, Meld, Record, Seat, State, Win
from rules.scoring import elements
from rules.tiles import HONORS, KINDS, TILES, Tile, parse, write
from tests.rules.games.turning import CHANCES

JINGS = jings(TILES["9s"])
SETS = [part for suit in HONOR_RUNS.sets for part in suit]
SHAPED = frozenset(
    (
        *("all_pungs", "seven_pairs", "thirteen_unrelated", "seven_stars"),
        *("no_wild", "wild_pair_wait"),
    )
)
"""The elements that depend on how the tiles are read."""
BEGINNING = {low: [part.kinds for part in SETS if part.kind == low] for low in range(KINDS)}


@settings(max_examples=60)
@given(CHANCES, st.integers(0, 12), st.booleans())
def test_a_jing_in_place_of_another_tile_never_makes_an_own_tile_lose(
    chance: random.Random, place: int, main: bool
) -> None:
    hand = winning_record(GAME, chance, HandSpec(winner=(1, "self_draw", None)))
    kinds = jings(TILES[hand["deal"]["indicators"][0]])
    seat = hand["seats"][1]
    tiles = list(parse(seat["hand"]))
    tiles[place % len(tiles)] = Tile(kinds.main if main else kinds.sub)
    seat["hand"] = write(tiles)
    answer: Any = rules.settle_json(hand)
    assert answer.get("error", {}).get("code") in (None, "bad_tiles")  # others may hold all


Held = dict[str, bool]
Seen = frozenset[str]


class Won(NamedTuple):
    """A hand with the tile that is to complete it."""

    held: tuple[int, ...]
    tile: int
    by: str
    melds: tuple[Part, ...]
    jings: Jings = JINGS

    def record(self) -> Record:
        """Return the record of a hand that seat 1 wins so, told without its discarder."""
        melds = [
            Meld("pung" if one.is_triplet else "chow", tuple(map(Tile, one.kinds)), 0)
            for one in self.melds
        ]
        seat = Seat(tuple(map(Tile, self.held)), tuple(melds))
        win = Win(1, self.by, Tile(self.tile), None if self.by == "self_draw" else 0)
        deal = Deal((TILES["9s"],))
        return Record(GAME, GAME.defaults, State(), deal, (Seat(()), seat), "win", (win,))


class Stands(NamedTuple):
    """A tile as it is used; the winning one stands last."""

    kind: int
    is_jing: bool


def by_substitution(win: Won) -> set[tuple[Seen, bool]]:
    """Return elements and bar of all that the hand can be, every kind tried for every jing."""
    is_self_draw = win.by == "self_draw"
    tiles = [Stands(kind, kind in win.jings) for kind in win.held]
    tiles.append(Stands(win.tile, is_self_draw and win.tile in win.jings))
    free = [number for number, tile in enumerate(tiles) if tile.is_jing]
    readings: set[tuple[Seen, bool]] = set()
    for kinds in product(range(KINDS), repeat=len(free)):
        used = list(tiles)
        for number, kind in zip(free, kinds, strict=True):
            used[number] = tiles[number]._replace(kind=kind)
        virtue = used == tiles
        readings |= set(in_sets(used, virtue, win)) | set(in_pairs(used, virtue, win))
        readings |= set(unrelated(used, tiles, virtue))
    return readings


def divide(counts: list[int], sets: int, low: int = 0) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to take *sets* sets out of *counts*, the lowest tile first."""
    if not sets:
        yield []
        return
    while not counts[low]:
        low += 1
    for kinds in BEGINNING.get(low, ()):
        rest = counts.copy()
        for kind in kinds:
            rest[kind] -= 1
        if min(rest[low : kinds[-1] + 1]) >= 0:
            yield from ([kinds, *more] for more in divide(rest, sets - 1, low))


def partners(used: list[Stands], kind: int) -> tuple[bool, bool]:
    """Return whether a pair of *kind* can be the last tile with a jing, and with another tile."""
    if used[-1].kind != kind:
        return False, True
    others = [tile for tile in used[:-1] if tile.kind == kind]
    return any(tile.is_jing for tile in others), any(not tile.is_jing for tile in others)


def in_sets(used: list[Stands], virtue: bool, win: Won) -> Iterator[tuple[Seen, bool]]:
    """Yield what sets and a pair of these tiles count for."""
    counts = [0] * KINDS
    for tile in used:
        counts[tile.kind] += 1
    last = used[-1].kind
    for pair in [kind for kind, count in enumerate(counts) if count >= 2]:
        rest = [count - 2 * (kind == pair) for kind, count in enumerate(counts)]
        for sets in divide(rest, 4 - len(win.melds)):
            pungs = all(one[0] == one[1] for one in sets)
            with_jing, otherwise = partners(used, pair)
            otherwise = otherwise or any(last in one for one in sets)
            yield from judge({"all_pungs": pungs}, virtue, with_jing, otherwise, win)


def in_pairs(used: list[Stands], virtue: bool, win: Won) -> Iterator[tuple[Seen, bool]]:
    """Yield what seven pairs of these tiles count for."""
    counts = Counter(tile.kind for tile in used)
    if not win.melds and all(count % 2 == 0 for count in counts.values()):
        with_jing, otherwise = partners(used, used[-1].kind)
        yield from judge({"seven_pairs": True}, virtue, with_jing, otherwise, win)


def judge(
    flags: Held, virtue: bool, with_jing: bool, otherwise: bool, win: Won
) -> Iterator[tuple[Seen, bool]]:
    """Yield elements, and whether the last tile needs to be an own one."""
    if with_jing and win.by == "self_draw":
        yield names(flags, no_wild=virtue, wild_pair_wait=True), False
    barred = win.by == "discard" and not otherwise and not virtue
    yield names(flags, no_wild=virtue), barred


def names(flags: Held, **more: bool) -> Seen:
    """Return the names that hold."""
    return frozenset(name for name, holds in {**flags, **more}.items() if holds)


def unrelated(used: list[Stands], tiles: list[Stands], virtue: bool) -> Iterator[tuple[Seen, bool]]:
    """Yield what fourteen unrelated tiles count for."""
    kinds = sorted(tile.kind for tile in used)
    apart = all(
        high - low >= (1 if high >= HONORS or low // 9 != high // 9 else 3)
        for low, high in pairwise(kinds)
    )
    if apart and len(kinds) == 14:
        own = {tile.kind for tile, face in zip(used, tiles, strict=True) if tile == face}
        stars = own >= set(range(HONORS, KINDS))
        yield names({"thirteen_unrelated": True, "seven_stars": stars}, no_wild=virtue), False


@st.composite
def waiting(draw: st.DrawFn) -> Won:
    """Return a hand with up to two jings in place of tiles of a winning one, or nearly so."""
    shape = draw(st.sampled_from(["sets", "sets", "pungs", "pairs", "unrelated"]))
    melds, parts = 0, []
    if shape == "unrelated":
        pool = [*range(0, 9, 3), *range(10, 18, 3), *range(20, 27, 3), *range(27, 34)]
        kinds = draw(st.permutations(pool))[:14]
    elif shape == "pairs":
        kinds = [kind for part in draw(lists_of(PAIRS, 7)) for kind in part.kinds]
    else:
        pool_of_sets = SETS if shape == "sets" else [part for part in SETS if part.is_triplet]
        melds = draw(st.integers(0, 3))
        parts = draw(lists_of(pool_of_sets, 4))
        kinds = [
            kind for part in (*parts[melds:], draw(st.sampled_from(PAIRS))) for kind in part.kinds
        ]
    kinds = list(draw(st.permutations(kinds)))
    for place in range(draw(st.integers(0, 2))):
        kinds[place] = draw(st.sampled_from(JINGS))
    if draw(st.integers(0, 4)) == 0:
        kinds[-1] = draw(st.integers(0, 33))
    kinds = kinds if draw(st.booleans()) else [*kinds[1:], kinds[0]]
    counts = Counter(kinds)
    assume(max(counts.values()) <= 4 and sum(counts[kind] for kind in JINGS) <= 2)
    way = draw(st.sampled_from(["self_draw", "self_draw", "discard", "robbed_kong"]))
    return Won(tuple(kinds[:-1]), kinds[-1], way, tuple(parts[:melds]))


def lists_of(pool: Any, count: int) -> st.SearchStrategy[list[Any]]:
    """Return lists of *count* of *pool*."""
    return st.lists(st.sampled_from(pool), min_size=count, max_size=count)


@settings(max_examples=settings().max_examples // 3)
@given(waiting())
def test_readings_are_those_of_plain_substitution(win: Won) -> None:
    expected = by_substitution(win)
    if any(not part.is_triplet for part in win.melds):
        expected = {(names - {"all_pungs"}, barred) for names, barred in expected}
    record = win.record()
    readings = {
        (
            SHAPED.intersection(TABLE.find_elements(one)),
            win.by == "discard" and elements.pair_wait(one),
        )
        for one in shapes(hand_of(record, record.wins[0]))
    }
    assert reach(expected, readings)  # nothing is found that is not there
    assert reach(readings, expected)  # and nothing better is there than what is found


def reach(readings: set[tuple[Seen, bool]], others: set[tuple[Seen, bool]]) -> bool:
    """Return whether for each of *others* there is one of *readings* as good or better."""
    return all(
        any(names >= elements and barred <= is_barred for names, barred in readings)
        for elements, is_barred in others
    )
