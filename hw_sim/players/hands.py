"""Hands as players build them from the tiles that are still to be had."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.tiles import HONORS, KIND, KINDS, RED_FIVES, TILES, Tile


class TilePool:
    """A shuffled set that gives out printed tiles by the kind that they count as."""

    def __init__(self, copies: Mapping[str, int], rng: random.Random) -> None:
        """Start with *copies* of each tile code; ties are broken by *rng*."""
        self._left = Counter({TILES[code]: count for code, count in copies.items() if count > 0})
        self._rng = rng
        self._printed = list(_PRINTED)

    def substitute(self, tiles: Mapping[Tile, Tile]) -> None:
        """Give out the printed *tiles* as the kinds that they are in this hand, nothing else so."""
        for tile, kind in tiles.items():
            self._printed[KIND[tile]] = self._printed[kind] = ()
        for tile, kind in tiles.items():
            self._printed[kind] = (*self._printed[kind], tile)

    def left(self, kind: int) -> int:
        """Return how many tiles of *kind* are left, red fives among them."""
        return sum(self._left[tile] for tile in self._printed[kind])

    def has(self, kinds: Iterable[int]) -> bool:
        """Return whether all of *kinds* can be had together."""
        return all(self.left(kind) >= count for kind, count in Counter(kinds).items())

    def take(self, kinds: Iterable[int]) -> list[Tile]:
        """Return one printed tile of each of *kinds*, which must be there."""
        return [self._one(self._printed[kind]) for kind in kinds]

    def take_faces(self, tiles: Sequence[Tile]) -> list[Tile]:
        """Return just these printed *tiles*, which must be there."""
        return [self._one((tile,)) for tile in tiles]

    def take_any(self, count: int, but: Collection[Tile] = ()) -> list[Tile]:
        """Return *count* suit tiles and honors, none of *but*; fewer where no more are left."""
        faces = [tile for tile in self._left if KIND[tile] < KINDS and tile not in but]
        there = sum(self._left[face] for face in faces)
        return [self._one(faces) for _ in range(min(count, there))]

    def put_back(self, tiles: Iterable[Tile]) -> None:
        """Give *tiles* back."""
        self._left.update(tiles)

    def faces_left(self, of: Collection[int]) -> list[Tile]:
        """Return the tiles of the faces *of* that are left, in a chance order, not taking them."""
        tiles = [tile for tile, count in self._left.items() if tile in of for _ in range(count)]
        return self._rng.sample(tiles, len(tiles))

    def _one(self, faces: Iterable[Tile]) -> Tile:
        there = [face for face in faces if self._left[face]]
        weights = [self._left[face] for face in there]
        tile = there[0] if len(there) == 1 else self._rng.choices(there, weights)[0]
        self._left[tile] -= 1
        return tile


_PRINTED = tuple(
    tuple(Tile(tile) for tile in range(len(KIND)) if KIND[tile] == kind)
    for kind in range(RED_FIVES)
)
"""The printed tiles that count as each kind."""


GRABS: Final = 12
"""How often a player reaches for a set before he gives the hand up."""

RUN_STARTS: Final = range(7)
KONG: Final = 4
"""Equal tiles of an ordinary kong."""

FIFTH_WIND: Final = KINDS
"""The kind after the dragons, where a game has it."""
ALL: Final = frozenset((*range(KINDS), FIFTH_WIND))
SUITED: Final = frozenset(range(HONORS))
SIMPLES: Final = frozenset(kind for kind in SUITED if 0 < kind % 9 < 8)
EYES: Final = frozenset(kind for kind in SUITED if kind % 9 in (1, 4, 7))


@dataclass(frozen=True, slots=True)
class Manner:
    """What a player collects."""

    weight: int
    """How often players choose it."""
    runs: float
    """The share of runs among the sets, 0 to 1."""
    kinds: frozenset[int] = ALL
    """What is kept."""
    is_one_suit: bool = False
    """Whether only one suit is kept, and the honors among *kinds*."""
    is_pairs: bool = False
    """Whether it is pairs and nothing else."""

    def keeps(self, kind: int, suit: int) -> bool:
        """Return whether *kind* is kept by a player whose chance suit is *suit*."""
        return kind in self.kinds and (not self.is_one_suit or kind // 9 in (suit, HONORS // 9))


MANNERS: Final = (
    Manner(10, runs=0.65),
    Manner(3, runs=1.0, kinds=SUITED),
    Manner(4, runs=0.0),
    Manner(4, runs=0.6, kinds=SUITED, is_one_suit=True),
    Manner(3, runs=0.5, is_one_suit=True),
    Manner(4, runs=0.7, kinds=SIMPLES),
    Manner(1, runs=0.0, kinds=EYES),
    Manner(1, runs=0.0, kinds=ALL - SUITED),
    Manner(1, runs=0.0, is_pairs=True),
)


@dataclass(frozen=True, slots=True)
class Style:
    """How one hand is to be built."""

    manner: Manner
    suit: int
    kongs: float = 0.0
    """The share of kongs among pungs, 0 to 1."""
    claims: float = 0.0
    """The share of sets that are claimed, 0 to 1."""
    may_chow: bool = True
    """Whether the game lets runs be claimed."""


@dataclass(frozen=True, slots=True)
class BuiltSet:
    """A set on the table."""

    tiles: tuple[Tile, ...]
    is_run: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """What one player has: sets on the table and tiles in hand."""

    melds: tuple[BuiltSet, ...]
    concealed: tuple[Tile, ...]


class Builder:
    """Takes tiles from one pool, set by set; what it took stays taken."""

    def __init__(
        self, pool: TilePool, rng: random.Random, kinds: Sequence[int], largest: int = KONG
    ) -> None:
        """Build from *pool* with *kinds*, those in sets, of up to *largest* equal tiles."""
        self.pool = pool
        self.rng = rng
        self.kinds = kinds
        self.largest = largest

    def complete(self, sets: int, style: Style) -> Hand | None:
        """Return a hand of *sets* sets and a pair, or nothing where no tiles are left for it."""
        kinds = [kind for kind in self.kinds if style.manner.keeps(kind, style.suit)]
        if style.manner.is_pairs:
            return self._pairs(kinds, 3 * sets + 2)
        eyes = [kind for kind in kinds if self.pool.left(kind) >= 2]
        if not eyes:
            return None
        eye = self.rng.choice(eyes)
        concealed = self.pool.take((eye, eye))
        melds = []
        for _ in range(sets):
            built_set = self.grab(kinds, style)
            if built_set is None:
                return None
            if built_set.is_open or len(built_set.tiles) > 3:
                melds.append(built_set)
            else:
                concealed += built_set.tiles
        self.rng.shuffle(concealed)
        return Hand(tuple(melds), tuple(concealed))

    def grab(self, kinds: Sequence[int], style: Style) -> BuiltSet | None:
        """Return one set, laid down or (closed, three tiles) kept."""
        for _ in range(GRABS if kinds else 0):
            kind = self.rng.choice(kinds)
            is_run = self.rng.random() < style.manner.runs
            if is_run and (kind >= HONORS or kind % 9 not in RUN_STARTS):
                continue
            members: tuple[int, ...] = (kind, kind + 1, kind + 2) if is_run else (kind,) * 3
            if not self.pool.has(members) or not set(members) <= set(kinds):
                continue
            if not is_run and self.pool.left(kind) > 3 and self.rng.random() < style.kongs:
                members = (kind,) * self._alike(kind, style)
            may_claim = style.may_chow or not is_run
            is_open = may_claim and self.rng.random() < style.claims
            return BuiltSet(tuple(self.pool.take(members)), is_run, is_open)
        return None

    def _alike(self, kind: int, style: Style) -> int:
        """Return how many of *kind* make a kong: now and then more than four where one may."""
        count, most = KONG, min(self.largest, self.pool.left(kind))
        while count < most and self.rng.random() < style.kongs:
            count += 1
        return count

    def _pairs(self, kinds: Sequence[int], tiles: int) -> Hand | None:
        """Return different pairs in hand, *tiles* in all; an odd one is any other tile."""
        there = [kind for kind in kinds if self.pool.left(kind) >= 2]
        pairs, loose = divmod(tiles, 2)
        if len(there) < pairs + loose:
            return None
        sample = self.rng.sample(there, pairs + loose)
        pair_kinds = [kind for kind in sample[:pairs] for _ in range(2)]
        return Hand((), tuple(self.pool.take((*pair_kinds, *sample[pairs:]))))
