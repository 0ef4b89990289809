"""What games say of bare kinds that are no won hand: suits, flowers, faces that are wild."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rules.tiles import FLOWER_GROUPS, FLOWERS, Tile

NO_FACES: Final[frozenset[int]] = frozenset()


def wild_faces(indicators: Sequence[Tile]) -> frozenset[int]:
    """Return the faces that are wild beside a single indicator; none where it is not known."""
    return _wild_beside(indicators[0]) if len(indicators) == 1 else NO_FACES


@lru_cache(maxsize=64)
def _wild_beside(indicator: Tile) -> frozenset[int]:
    """Return the faces that are wild beside *indicator*: its kind, or the rest of its flowers."""
    if indicator < FLOWERS:
        return frozenset((indicator,))
    groups = (group - {indicator} for group in FLOWER_GROUPS if indicator in group)
    return next(groups, NO_FACES)


def suits(kinds: Iterable[int]) -> frozenset[int]:
    """Return which of the suits 0–2 and the honors (3) occur."""
    return frozenset([kind // 9 for kind in kinds])


def full_flower_groups(flowers: Iterable[int]) -> tuple[frozenset[int], ...]:
    """Return the groups of four flowers of which none is missing (花槓)."""
    laid_out = frozenset(flowers)
    return tuple(group for group in FLOWER_GROUPS if group <= laid_out)
