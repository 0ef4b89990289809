"""Divisions of tiles of which more than four may be alike, or whose honors are more than seven.

The keys of `rules.hands.keys` count every kind to four and no further. Games with
five and more copies of a kind, or a fifth wind, look their suits up by the tiles
themselves; everything else stays with the keys, which are faster.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rules.hands.catalogue import Ways
from rules.hands.shapes import RUNS, Part, part

CACHE: Final = 1 << 15
"""Suits remembered, as for the keys."""

SUITS: Final = 4
RANKS: Final = 9
TILES_OF_A_SET: Final = 3
TILES_OF_A_PAIR: Final = 2


@lru_cache(maxsize=CACHE)
def suit_ways(kinds: tuple[int, ...]) -> Ways:
    """Return the ways to use up the ascending *kinds* of one suit in sets and at most one pair.

    In each the sets are in ascending order, the pair last; no two ways have the same parts.
    """
    if not kinds:
        return ((),)
    low = kinds[0]
    alike = kinds.count(low)
    ways: list[tuple[Part, ...]] = []
    if alike >= TILES_OF_A_SET:
        ways += _beginning(part("pung", (low,) * TILES_OF_A_SET), kinds[TILES_OF_A_SET:])
    run = RUNS.get(low)
    if run is not None and low + 1 in kinds and low + 2 in kinds:
        rest = list(kinds)
        for kind in run.kinds:
            rest.remove(kind)
        ways += _beginning(run, tuple(rest))
    if alike == TILES_OF_A_PAIR:
        pair = part("pair", (low,) * TILES_OF_A_PAIR)
        rest_ways = suit_ways(kinds[TILES_OF_A_PAIR:])
        ways += [(*more, pair) for more in rest_ways if not (more and more[-1].is_pair)]
    return tuple(ways)


def _beginning(item: Part, rest: tuple[int, ...]) -> Iterable[tuple[Part, ...]]:
    """Yield the ways of *rest* behind the set *item*, which must come first among the sets."""
    for more in suit_ways(rest):
        if not more or more[0].is_pair or more[0].kinds >= item.kinds:
            yield (item, *more)


def divisions(kinds: Iterable[int], sets: int) -> list[tuple[Part, ...]]:
    """Return every way to divide *kinds*, 3·*sets* + 2 of them, into *sets* sets and a pair."""
    return [parts for parts in _ways(kinds) if len(parts) == sets + 1]


def sets_only(kinds: Iterable[int], sets: int) -> list[tuple[Part, ...]]:
    """Return every way to divide *kinds*, 3·*sets* of them, into *sets* sets."""
    return [parts for parts in _ways(kinds) if len(parts) == sets]


def _ways(kinds: Iterable[int]) -> list[tuple[Part, ...]]:
    """Return the ways to use up *kinds*, at most one pair in each suit."""
    sorted_kinds = sorted(kinds)
    hand_ways: list[tuple[Part, ...]] = [()]
    for suit in range(SUITS):
        ways = suit_ways(tuple([kind for kind in sorted_kinds if kind // RANKS == suit]))
        hand_ways = [parts + more for parts in hand_ways for more in ways]
    return hand_ways


def waits(kinds: Sequence[int], sets: int, candidates: Iterable[int]) -> tuple[int, ...]:
    """Return which of *candidates* complete *kinds*, one tile short of *sets* sets and a pair.

    How many of each there are the game knows; one held in all its copies is returned, too.
    """
    return tuple([kind for kind in candidates if divisions((*kinds, kind), sets)])
