"""One way to lay a hand out with its wild tiles, however many: the cover tables lead to it.

For games whose elements ask only whether a hand can be laid out in some way, not in how
many. Every set laid is one that the tables allow, so nothing is ever taken back.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from rules.hands.catalogue import STANDARD, Catalogue
from rules.hands.covers import completes, completes_sets
from rules.hands.keys import BASE, LANE, MASK, SHIFT, Key
from rules.hands.shapes import PAIRS, PUNGS

if TYPE_CHECKING:
    from rules.hands.shapes import Part


def held(key: Key, kind: int) -> int:
    """Return how many tiles of *kind* are in *key*."""
    lane: int = key >> SHIFT * (kind // 9) & MASK
    power: int = BASE ** (kind % 9)
    return lane // power % BASE


def without(key: Key, part: Part) -> Key:
    """Return *key* after *part* was laid out; what it lacks for that is wild."""
    for kind in part.kinds:
        if held(key, kind):
            key -= LANE[kind]
    return key


@cache
def sets_with(kind: int, catalogue: Catalogue = STANDARD) -> tuple[Part, ...]:
    """Return the sets of *catalogue* that *kind* may be in."""
    return tuple(part for part in catalogue.sets[kind // 9] if kind in part.kinds)


def lay(
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
    """Return whether the naturals of *key* fit into so many sets and pairs."""
    return (completes if pairs else completes_sets)(key, sets, catalogue)


def _next_part(key: Key, sets: int, pairs: int, catalogue: Catalogue) -> tuple[Part, Key]:
    """Return what to lay of the lowest tile so that the rest fits, and that rest."""
    kind = next(kind for kind in range(len(LANE)) if held(key, kind))
    for part in (*sets_with(kind, catalogue), *(PAIRS[kind],) * pairs):
        rest = without(key, part)
        if _fits(rest, sets - (not part.is_pair), pairs - part.is_pair, catalogue):
            return part, rest
    raise AssertionError("the tables said that the tiles fit")
