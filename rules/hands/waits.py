"""What natural tiles wait for, and in which ways each awaited kind would fit in.

For games without wild tiles whose elements ask about the whole wait: how many
kinds complete the hand, and whether any of them could be read as the pair, the
middle of a run, or its edge. Each suit is worked out once and remembered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rules.hands.covers import stands_alone
from rules.hands.divide import CACHE, whole_suit
from rules.hands.keys import BASE, LANE, MASK, RANKS, SHIFT, SUITS, Key, suit_counts
from rules.hands.shapes import Part, is_edge_wait, is_middle_wait

Way = Literal["pair", "pung", "closed", "edge", "open"]
"""What a tile does in the part that it completes; `open` is either end of a run like 45."""

Waits = dict[int, frozenset[Way]]
"""Every kind that completes a hand, with the ways in which it can be read as doing so."""

SET: Final = 3
"""Tiles of a set."""


def way(item: Part, kind: int) -> Way:
    """Return what a tile of *kind* did when it was the last of the part *item*."""
    if item.is_pair:
        return "pair"
    if item.is_triplet:
        return "pung"
    if is_middle_wait(item, kind):
        return "closed"
    return "edge" if is_edge_wait(item, kind) else "open"


@lru_cache(maxsize=CACHE)
def suit_waits(lane: int, suit: int) -> Mapping[int, frozenset[Way]]:
    """Return what the counts *lane* of *suit* wait for, judged by themselves."""
    counts = suit_counts(lane << SHIFT * suit, suit)
    first = suit * RANKS[0]
    waits: Waits = {}
    for kind in range(first, first + RANKS[suit]):
        with_it = lane + (LANE[kind] >> SHIFT * suit)
        if counts[kind - first] < BASE - 1 and stands_alone(with_it, suit, sum(counts) + 1):
            waits[kind] = frozenset(
                way(item, kind)
                for parts in whole_suit(with_it, suit)
                for item in parts
                if kind in item.kinds
            )
    return waits


class _Suit(NamedTuple):
    surplus: int
    """How many are left over when they are counted off in threes."""
    is_whole: bool
    """Whether they divide into sets and at most one pair."""


@lru_cache(maxsize=CACHE)
def _suit(lane: int, suit: int) -> _Suit:
    tiles = sum(suit_counts(lane << SHIFT * suit, suit))
    return _Suit(tiles % SET, stands_alone(lane, suit, tiles))


def waits_with_ways(key: Key) -> Waits:
    """Return every kind that completes the natural tiles of *key*, one short of a won hand.

    Kinds of which *key* holds all four are left out, for a fifth does not exist.
    """
    lanes = [key >> SHIFT * suit & MASK for suit in range(SUITS)]
    suits = [_suit(lane, suit) for suit, lane in enumerate(lanes)]
    # the tile goes where one is over (it makes the pair, or the sets beside one), or
    # into either of two suits that have two over each, one of which keeps its pair
    surplus = [suit.surplus for suit in suits]
    if sorted(surplus) not in ([0, 0, 0, 1], [0, 0, 2, 2]):
        return {}
    broken = [number for number, suit in enumerate(suits) if not suit.is_whole]
    waits: Waits = {}
    for suit, over in enumerate(surplus):
        if over and broken in ([], [suit]):
            waits.update(suit_waits(lanes[suit], suit))
    return waits
