"""Can these tiles be completed? `rules-engine.md` §4, "the fact that makes it small".

Sets *cover* natural tiles when they ask for at least as many of every kind. A
hand of 3·n + 2 tiles wins with its wild tiles exactly when n sets and a pair
cover its naturals, so per suit two numbers suffice: the fewest sets that cover
it, without and with the pair there. They stand in `cover.bin`, made by
`tools/make_cover_tables.py`; the number of wild tiles does not matter.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from rules.hands.catalogue import STANDARD, Catalogue
from rules.hands.keys import BASE, LANE, MASK, RANKS, SHIFT, SUITS, Key, count, suit_counts
from rules.hands.shapes import PAIRS, PUNGS, Part

RESOURCE: Final = "cover.bin"
TABLES: Final = ("suits", "standard", "honor_runs")
"""The tables in the resource: one for the three suits, one of honors for each catalogue."""

PAIR: Final = 2
"""Tiles of a pair."""

CACHE: Final = 1 << 15
"""Suits of which it is remembered what they take."""

SIZES: Final = (BASE ** RANKS[0], BASE ** RANKS[3], BASE ** RANKS[3])


@cache
def _tables() -> dict[str, bytes]:
    """Return the tables by name, one byte a key: fewest sets, and with a pair in the high bits."""
    data = zlib.decompress(files("rules.hands").joinpath(RESOURCE).read_bytes())
    assert len(data) == sum(SIZES)
    tables = {}
    start = 0
    for name, size in zip(TABLES, SIZES, strict=True):
        tables[name] = data[start : start + size]
        start += size
    return tables


@cache
def _pair_of_tables(name: str) -> tuple[bytes, bytes]:
    """Return the table of the suits and that of the honors in catalogue *name*."""
    tables = _tables()
    return tables["suits"], tables[name]


def completes(key: Key, sets: int, catalogue: Catalogue = STANDARD) -> bool:
    """Return whether the naturals of *key* fit into *sets* sets and a pair.

    The hand has 3·*sets* + 2 tiles with its wild ones, which *key* leaves out.
    """
    suits, honors = _pair_of_tables(catalogue.name)
    c = suits[key & MASK]
    p = suits[key >> SHIFT & MASK]
    s = suits[key >> 2 * SHIFT & MASK]
    z = honors[key >> 3 * SHIFT]
    need = (c & 15) + (p & 15) + (s & 15) + (z & 15)
    spare = max((c & 15) - (c >> 4), (p & 15) - (p >> 4), (s & 15) - (s >> 4), (z & 15) - (z >> 4))
    return need - spare <= sets


def completes_sets(key: Key, sets: int, catalogue: Catalogue = STANDARD) -> bool:
    """Return whether the naturals of *key* fit into *sets* sets without a pair.

    The tiles number 3·*sets* with the wild ones, which *key* leaves out.
    """
    suits, honors = _pair_of_tables(catalogue.name)
    lanes = (key & MASK, key >> SHIFT & MASK, key >> 2 * SHIFT & MASK)
    return sum(suits[lane] & 15 for lane in lanes) + (honors[key >> 3 * SHIFT] & 15) <= sets


def stands_alone(lane: int, suit: int, tiles: int, catalogue: Catalogue = STANDARD) -> bool:
    """Return whether the counts *lane* of *suit*, *tiles* in all, are sets and at most one pair."""
    table = _pair_of_tables(catalogue.name)[suit == SUITS - 1]
    fewest = table[lane] if tiles % 3 != PAIR else table[lane] >> 4
    return tiles % 3 != 1 and fewest & 15 == tiles // 3


class SetsAndWilds(NamedTuple):
    """Sets and wild tiles of one suit."""

    sets: int
    wilds: int


@lru_cache(maxsize=CACHE)
def min_sets_and_wilds(lane: int, suit: int, catalogue: Catalogue = STANDARD) -> SetsAndWilds:
    """Return the fewest sets and the fewest wild tiles with which the counts *lane* of *suit* go.

    One is without the pair there or with it, as the other may not be.
    """
    entry = _pair_of_tables(catalogue.name)[suit == SUITS - 1][lane]
    alone, with_pair = entry & 15, entry >> 4
    tiles = sum(suit_counts(lane << SHIFT * suit, suit))
    return SetsAndWilds(min(alone, with_pair), min(3 * alone, 3 * with_pair + PAIR) - tiles)


def waits(key: Key, sets: int, catalogue: Catalogue = STANDARD) -> tuple[int, ...]:
    """Return the kinds, ascending, that complete the 3·*sets* + 1 tiles of which *key* is natural.

    Kinds of which *key* holds all four already are left out: a fifth does not exist.
    """
    suits, honors = _pair_of_tables(catalogue.name)
    tables = (suits, suits, suits, honors)
    lanes = [key >> SHIFT * suit & MASK for suit in range(SUITS)]
    entries = [table[lane] for table, lane in zip(tables, lanes, strict=True)]
    fewest = sum([entry & 15 for entry in entries])
    spares = [(entry & 15) - (entry >> 4) for entry in entries]
    kinds: list[int] = []
    for suit, lane in enumerate(lanes):
        others = fewest - (entries[suit] & 15)
        best = max([spare for other, spare in enumerate(spares) if other != suit])
        kinds += _waits_in(tables[suit], (lane, 9 * suit), sets - others, best)
    return tuple(kinds)


def _waits_in(table: bytes, place: tuple[int, int], sets: int, spare: int) -> Iterator[int]:
    """Yield the kinds of one suit that go into *sets* sets with what it has.

    *place* is its lane and first kind; *spare* is what the pair spares in another suit.
    """
    lane, kind = place
    power = 1
    for rank in range(RANKS[kind // 9]):
        if lane // power % BASE < BASE - 1:
            entry = table[lane + power]
            need = entry & 15
            if need - max(spare, need - (entry >> 4)) <= sets:
                yield kind + rank
        power *= BASE


# One way to lay a hand out, however many wild tiles: every set laid is one that the tables
# allow, so nothing is ever taken back


def remove_part(key: Key, part: Part) -> Key:
    """Return *key* after *part* was laid out; what it lacks for that is wild."""
    for kind in part.kinds:
        if count(key, kind):
            key -= LANE[kind]
    return key


@cache
def sets_with(kind: int, catalogue: Catalogue = STANDARD) -> tuple[Part, ...]:
    """Return the sets of *catalogue* that *kind* may be in."""
    return tuple(part for part in catalogue.sets[kind // 9] if kind in part.kinds)


@cache
def runs_with(kind: int, catalogue: Catalogue = STANDARD) -> tuple[tuple[int, int], ...]:
    """Return which two other kinds make three different ones of a set with *kind*."""
    others = [[one for one in part.kinds if one != kind] for part in sets_with(kind, catalogue)]
    return tuple([(pair[0], pair[1]) for pair in others if len(pair) == PAIR])


def find_cover(
    key: Key, sets: int, pairs: int, spare: int, catalogue: Catalogue = STANDARD
) -> tuple[Part, ...] | None:
    """Return *sets* sets and *pairs* (0 or 1) pairs that *key* and wild tiles can be.

    Return nothing where there are none. What wild tiles form alone is of the kind *spare*.
    """
    if not _fits(key, sets, pairs, catalogue):
        return None
    parts: list[Part] = []
    while key:
        part, key = _next_part(key, sets, pairs, catalogue)
        parts.append(part)
        pairs -= part.is_pair
        sets -= not part.is_pair
    return (*parts, *(PUNGS[spare],) * sets, *(PAIRS[spare],) * pairs)


def _fits(key: Key, sets: int, pairs: int, catalogue: Catalogue) -> bool:
    """Return whether the naturals of *key* fit into *sets* sets and *pairs* pairs."""
    return (completes if pairs else completes_sets)(key, sets, catalogue)


def _next_part(key: Key, sets: int, pairs: int, catalogue: Catalogue) -> tuple[Part, Key]:
    """Return what to lay of the lowest tile so that the rest fits, and that rest."""
    kind = next(kind for kind in range(len(LANE)) if count(key, kind))
    for part in (*sets_with(kind, catalogue), *(PAIRS[kind],) * pairs):
        rest = remove_part(key, part)
        if _fits(rest, sets - (not part.is_pair), pairs - part.is_pair, catalogue):
            return part, rest
    raise AssertionError("the tables said that the tiles fit")
