"""Scoring elements that many games share, as claims about sets or kinds.

They say only whether something holds; what it is worth, and what it excludes,
is each game's table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rules.hands.shapes import Part
from rules.tiles import FLOWER_GROUPS, FLOWERS, HONORS, KIND, Tile

NO_FACES: Final[frozenset[int]] = frozenset()


def wild_faces(indicators: Sequence[Tile]) -> frozenset[int]:
    """Return the faces that are wild beside a single indicator; none where it is not known."""
    return _wild_beside(indicators[0]) if len(indicators) == 1 else NO_FACES


@lru_cache(maxsize=64)
def _wild_beside(indicator: Tile) -> frozenset[int]:
    """Return the faces that are wild beside *indicator*: its kind, or the rest of its flowers."""
    if indicator < FLOWERS:
        return frozenset((KIND[indicator],))
    groups = (group - {indicator} for group in FLOWER_GROUPS if indicator in group)
    return next(groups, NO_FACES)


def all_pungs(parts: Iterable[Part]) -> bool:
    """Return whether every set is a pung or kong (碰碰和)."""
    return all(item.is_triplet or item.is_pair for item in parts)


def suits(kinds: Iterable[int]) -> frozenset[int]:
    """Return which of the suits 0–2 and the honors (3) occur."""
    return frozenset([kind // 9 for kind in kinds])


def pure_one_suit(kinds: Iterable[int]) -> bool:
    """Return whether all tiles are of one suit, without honors (清一色)."""
    found = suits(kinds)
    return len(found) == 1 and 3 not in found


def mixed_one_suit(kinds: Iterable[int]) -> bool:
    """Return whether all tiles are of one suit and honors, both present (混一色)."""
    found = suits(kinds)
    return len(found) == 2 and 3 in found


def all_honors(kinds: Iterable[int]) -> bool:
    """Return whether all tiles are winds and dragons (字一色)."""
    return all(kind >= HONORS for kind in kinds)


def full_flower_groups(flowers: Iterable[int]) -> tuple[frozenset[int], ...]:
    """Return the groups of four flowers of which none is missing (花槓)."""
    laid_out = frozenset(flowers)
    return tuple(group for group in FLOWER_GROUPS if group <= laid_out)
