"""The tiles that are still to be had while a hand is being laid out; nobody makes one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules.tiles import KIND, KINDS, RED_FIVES, TILES, Tile

if TYPE_CHECKING:
    import random
    from collections.abc import Collection, Iterable, Mapping, Sequence


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
        found = [tile for tile, count in self._left.items() if tile in of for _ in range(count)]
        return self._rng.sample(found, len(found))

    def _one(self, faces: Iterable[Tile]) -> Tile:
        """Take one of the tiles that bear one of *faces*, each tile as likely as the other."""
        there = [face for face in faces if self._left[face]]
        weights = [self._left[face] for face in there]
        chosen = there[0] if len(there) == 1 else self._rng.choices(there, weights)[0]
        self._left[chosen] -= 1
        return chosen


_PRINTED = tuple(
    tuple(Tile(tile) for tile in range(len(KIND)) if KIND[tile] == kind)
    for kind in range(RED_FIVES)
)
"""The printed tiles that count as each kind."""
