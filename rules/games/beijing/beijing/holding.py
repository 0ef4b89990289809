"""A hand with its wild tiles (混) apart, and how it can be read: beijing.md, "Special tiles"."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from rules.hands.covers import completes_sets
from rules.hands.divide import divisions, profiles
from rules.hands.keys import pack
from rules.hands.reading import Reading
from rules.hands.shapes import PAIRS
from rules.scoring.won_hand import SETS
from rules.tiles import HONORS, TILES, Tile, next_in_suit

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from rules.hands.divide import Piece
    from rules.hands.shapes import Part
    from rules.record.values import Record, Win

HONORS_IN_ORDER: Final = ("1z", "2z", "3z", "4z", "1z"), ("7z", "6z", "5z", "7z")
AFTER: Final = {
    TILES[one]: TILES[other] for order in HONORS_IN_ORDER for one, other in pairwise(order)
}
"""What follows each wind and dragon."""

STRAIGHT: Final = (0, 3, 6)
"""Where in a suit the runs of a straight begin."""
SUIT: Final = 9
PAIRS_OF_A_HAND: Final = 7


def wild_after(indicator: Tile) -> Tile:
    """Return the wild kind when *indicator* was turned up: the one after it."""
    return Tile(next_in_suit(indicator)) if indicator < HONORS else AFTER[indicator]


class Holding(NamedTuple):
    """A winner's tiles as they are judged."""

    wild: int
    held: tuple[int, ...]
    """The natural concealed tiles without the winning one."""
    held_wilds: int
    tile: int
    """The winning tile."""
    melds: tuple[Part, ...]

    @property
    def sets(self) -> int:
        """Return how many sets the concealed tiles have to make."""
        return SETS - len(self.melds)

    @property
    def naturals(self) -> tuple[int, ...]:
        """Return the natural concealed tiles with the winning one."""
        return self.held if self.tile == self.wild else (*self.held, self.tile)

    @property
    def wilds(self) -> int:
        """Return how many wild tiles there are with the winning one."""
        return self.held_wilds + (self.tile == self.wild)

    @property
    def is_concealed(self) -> bool:
        """Return whether nothing was claimed."""
        return not any(item.exposed for item in self.melds)

    @property
    def waits_with_a_lone_wild(self) -> bool:
        """Return whether sets, or six pairs, and a lone wild stood before the last tile (D6)."""
        if not self.held_wilds:
            return False
        pairs = not self.melds and lone(self.held) < self.held_wilds
        return pairs or completes_sets(pack(self.held), self.sets)


def holding(record: Record, win: Win) -> Holding:
    """Return the tiles of *win*, whose hand and tile are known."""
    seat = record.seats[win.seat]
    assert seat.hand is not None
    assert win.tile is not None
    wild = wild_after(record.deal.indicators[0])
    held = tuple([tile for tile in seat.hand if tile != wild])
    melds = tuple([meld.part() for meld in seat.melds])
    return Holding(wild, held, len(seat.hand) - len(held), win.tile, melds)


def lone(kinds: tuple[int, ...]) -> int:
    """Return how many of *kinds* have no partner."""
    return sum(count % 2 for count in Counter(kinds).values())


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Tells the pieces of a suit apart by what the elements of this game read of them."""

    wild: int

    def feature(self, piece: Piece) -> Hashable:
        """Return what matters of *piece*; those that are alike in it are worth the same."""
        runs = frozenset([part.kind for part in piece.parts if part.is_run])
        thirds = frozenset([kind for kind in runs if kind % 3 == 0])
        is_own = all(kind == self.wild for kind in piece.wilds)
        return not piece.parts, bool(runs), thirds, is_own, unfilled(piece.parts, piece.wilds)


@lru_cache(maxsize=64)
def _sight(wild: int) -> Sight:
    """Return the one sight for a *wild* kind, so that what it saw is remembered."""
    return Sight(wild)


def unfilled(parts: tuple[Part, ...], wilds: tuple[int, ...]) -> frozenset[int]:
    """Return the kinds of whole straights among *parts* of which there is no natural tile."""
    starts = {part.kind for part in parts if part.is_run}
    kinds = [kind for part in parts for kind in part.kinds] if wilds else []
    return frozenset(
        kind
        for kind in wilds
        if kind - kind % 3 in starts and kinds.count(kind) == wilds.count(kind)
    )


def readings(holds: Holding) -> Iterator[Reading]:
    """Yield the readings that differ in what counts: sets first, then seven pairs."""
    key = pack(holds.naturals)
    if holds.wilds:
        seen = profiles(key, holds.sets, holds.wilds, _sight(holds.wild).feature)
        for division in seen.values():
            yield Reading(division.parts, holds.melds, division.wilds)
    else:
        for division in divisions(key, holds.sets):
            yield Reading(division.parts, holds.melds)
    if not holds.melds:
        yield from _pairs(holds)


def _pairs(holds: Holding) -> Iterator[Reading]:
    """Yield seven pairs; wilds that are left over pair up as themselves or in any one suit."""
    counts = Counter(holds.naturals)
    singles = [kind for kind, count in counts.items() if count % 2]
    spare = holds.wilds - len(singles)
    if spare < 0:
        return
    for fill in (holds.wild, *range(0, HONORS, SUIT)) if spare else (holds.wild,):
        stand_for = (*singles, *(fill,) * spare)
        kinds = sorted((*holds.naturals, *stand_for))
        yield Reading(tuple([PAIRS[kind] for kind in kinds[::2]]), (), tuple(sorted(stand_for)))
