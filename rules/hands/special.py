"""Natural tiles that win without sets: seven pairs, thirteen orphans, fourteen unrelated tiles."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rules.hands.shapes import PAIRS, SINGLES, Part
from rules.tiles import HONORS, KINDS, is_terminal

TILES_OF_A_HAND: Final = 14
"""The tiles of such a hand."""

ORPHANS: Final = frozenset(kind for kind in range(KINDS) if kind >= HONORS or is_terminal(kind))
"""The terminals and honors."""

APART: Final = 3
"""Unrelated tiles of a suit differ by at least so much."""


def unrelated_kinds(kinds: Collection[int]) -> tuple[int, ...]:
    """Return as many suit kinds as there are that keep apart from *kinds* and each other."""
    suits = [frozenset([kind % 9 for kind in kinds if kind // 9 == suit]) for suit in range(3)]
    return tuple(
        [9 * suit + rank for suit, ranks in enumerate(suits) for rank in _unrelated_ranks(ranks)]
    )


@lru_cache(maxsize=1 << 9)
def _unrelated_ranks(ranks: frozenset[int]) -> tuple[int, ...]:
    """Return as many ranks 0–8 as there are that keep apart from *ranks* and each other."""
    all_ranks = set(ranks)
    for rank in range(9):
        if all(abs(rank - other) >= APART for other in all_ranks):
            all_ranks.add(rank)
    return tuple(sorted(all_ranks - ranks))


def seven_pairs(kinds: Sequence[int]) -> tuple[Part, ...]:
    """Return the seven pairs that *kinds* are (七対子), four alike being two, or nothing."""
    sorted_kinds = sorted(kinds)
    if len(sorted_kinds) != TILES_OF_A_HAND or sorted_kinds[::2] != sorted_kinds[1::2]:
        return ()
    return tuple([PAIRS[kind] for kind in sorted_kinds[::2]])


def thirteen_orphans(kinds: Sequence[int]) -> tuple[Part, ...]:
    """Return every terminal and honor, one of them as a pair (十三幺), or nothing."""
    if len(kinds) != TILES_OF_A_HAND or frozenset(kinds) != ORPHANS:
        return ()
    return tuple([(PAIRS if kinds.count(kind) > 1 else SINGLES)[kind] for kind in sorted(ORPHANS)])


def unrelated_tiles(kinds: Sequence[int]) -> tuple[Part, ...]:
    """Return *kinds* one by one if no two are alike or near each other (十三不搭), or nothing."""
    sorted_kinds = sorted(kinds)
    if len(sorted_kinds) != TILES_OF_A_HAND:
        return ()
    for low, high in pairwise(sorted_kinds):
        is_near = high < HONORS and low // 9 == high // 9 and high - low < APART
        if is_near or low == high:
            return ()
    return tuple([SINGLES[kind] for kind in sorted_kinds])
