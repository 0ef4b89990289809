"""Counts of tiles as one int: `rules-engine.md` §5.1.

Every suit has a lane of 21 bits that holds its nine counts as a number in base
5, so a whole hand adds up to one int and a suit is a shift and a mask.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.tiles import KINDS

BASE: Final = 5
"""Counts run from 0 to 4: no game of this engine has five natural copies of a kind."""

MOST: Final = BASE - 1

SHIFT: Final = 21
MASK: Final = (1 << SHIFT) - 1
SUITS: Final = 4
"""Characters, circles, bamboos, honors."""

RANKS: Final = (9, 9, 9, 7)
"""How many kinds each suit has."""

LANE: Final[tuple[int, ...]] = tuple(
    BASE ** (kind % 9) << SHIFT * (kind // 9) for kind in range(KINDS)
)
"""What one tile of a kind adds to a key."""

Key = int


def pack(kinds: Iterable[int]) -> Key:
    """Return the key of *kinds* (each 0–33, no more than four alike)."""
    return sum(map(LANE.__getitem__, kinds))


def few_alike(kinds: Sequence[int]) -> Sequence[int]:
    """Return *kinds* but for those beyond four alike, which no key can hold."""
    if len(kinds) - len(set(kinds)) < MOST:
        return kinds  # five alike would make it four
    return [kind for kind in set(kinds) for _ in range(min(MOST, kinds.count(kind)))]


def suit_counts(key: Key, suit: int) -> tuple[int, ...]:
    """Return how many tiles of each rank *key* has in *suit* (0–3)."""
    lane = key >> SHIFT * suit & MASK
    counts = []
    for _ in range(RANKS[suit]):
        lane, count = divmod(lane, BASE)
        counts.append(count)
    return tuple(counts)


def count(key: Key, kind: int) -> int:
    """Return how many tiles of *kind* the key has."""
    lane: int = key >> SHIFT * (kind // 9) & MASK
    power: int = BASE ** (kind % 9)
    return lane // power % BASE


def counts(key: Key) -> tuple[int, ...]:
    """Return the count of each of the 34 kinds in *key*."""
    return sum((suit_counts(key, suit) for suit in range(SUITS)), ())
