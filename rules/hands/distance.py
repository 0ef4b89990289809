"""How far tiles are from a won hand: the fewest that must still come, wild tiles counted.

A set or the pair uses the natural tiles of it that are there; what it lacks must come. So
a suit is described by the most tiles that each number of sets, without and with the pair, uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rules.hands.keys import BASE, MASK, RANKS, SHIFT, SUITS, Key, suit_counts

MOST_SETS: Final = 5
UNUSED: Final = (0,) * (2 * (MOST_SETS + 1))
"""What no tiles are used for: by sets, first without the pair, then with it."""
WITH_PAIR: Final = MOST_SETS + 1

Uses = tuple[int, ...]


@lru_cache(maxsize=1 << 16)
def uses(lane: int, is_suit: bool) -> Uses:
    """Return the most tiles of the counts *lane* that 0 to 5 sets use, and those with the pair."""
    if not lane:
        return UNUSED
    unit = 1
    while lane // unit % BASE == 0:
        unit *= BASE
    count = lane // unit % BASE
    best = list(uses(lane - unit, is_suit))  # one tile is of no use
    for tile_count, worth in _sets(lane, unit, count, is_suit):
        rest = uses(lane - worth, is_suit)
        for sets in range(MOST_SETS):
            for place in (sets, WITH_PAIR + sets):
                best[place + 1] = max(best[place + 1], rest[place] + tile_count)
    pair = min(count, 2)
    rest = uses(lane - pair * unit, is_suit)
    for sets in range(MOST_SETS + 1):
        best[WITH_PAIR + sets] = max(best[WITH_PAIR + sets], rest[sets] + pair)
    return tuple(best)


def _sets(lane: int, unit: int, count: int, is_suit: bool) -> Iterable[tuple[int, int]]:
    """Yield how many tiles a set with the lowest tile uses, and what that takes from *lane*."""
    for tile_count in range(1, min(count, 3) + 1):
        yield tile_count, tile_count * unit
    if not is_suit:
        return
    size = BASE ** RANKS[0]
    following = [
        step for step in (unit * BASE, unit * BASE**2) if step < size and lane // step % BASE
    ]
    for step in following:
        yield 2, unit + step
    if len(following) > 1:
        yield 3, unit + sum(following)


def tiles_to_win(key: Key, sets: int, wilds: int = 0) -> int:
    """Return the fewest tiles that must come until *sets* sets and a pair stand.

    *key* holds the natural tiles, beside which there are *wilds*; one less is the distance
    to a ready hand, 0 is a won one.
    """
    best = uses(key & MASK, True)
    for suit in range(1, SUITS):
        lane = key >> SHIFT * suit & MASK
        if lane:
            best = _join(best, uses(lane, suit < SUITS - 1), sets)
    return max(0, 3 * sets + 2 - best[WITH_PAIR + sets] - wilds)


@lru_cache(maxsize=1 << 16)  # a player compares hands that differ in one suit
def _join(a: Uses, b: Uses, sets: int) -> Uses:
    """Return the most tiles that two suits use together, for up to *sets* sets."""
    best = list(UNUSED)
    for total in range(sets + 1):
        splits = range(total + 1)
        best[total] = max([a[n] + b[total - n] for n in splits])
        best[WITH_PAIR + total] = max(
            [
                max(
                    a[WITH_PAIR + n] + b[total - n],
                    a[n] + b[WITH_PAIR + total - n],
                )
                for n in splits
            ]
        )
    return tuple(best)


def pungs_to_win(key: Key, sets: int, wilds: int = 0) -> int:
    """Return as `tiles_to_win` does, for a hand of *sets* pungs and a pair."""
    counts = sorted(
        (count for suit in range(SUITS) for count in suit_counts(key, suit)), reverse=True
    )
    tile_count = sum(min(count, 3) for count in counts[:sets]) + min(counts[sets], 2)
    return max(0, 3 * sets + 2 - tile_count - wilds)
