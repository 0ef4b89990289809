"""A plain player whose every choice can be explained.

It wins where it may; else it keeps the hand with the fewest tiles to come, of those
the one that most unseen tiles help. It claims what brings the hand nearer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from rules.hands.keys import LANE, MOST, Key, few_alike, pack
from rules.play.actions import (
    Action,
    Chow,
    Declare,
    Discard,
    Kong,
    Pass,
    Pung,
    SetAside,
    Win,
)
from rules.play.aims import ANY, Aim
from rules.play.course import Course
from rules.play.kongs import with_claimed, with_kong
from rules.play.position import Position
from rules.record.values import Meld
from rules.tiles import KIND, KINDS, Tile

Rank = tuple[int, int, int]


def choose(course: Course, seat: int, among: Sequence[Action] | None = None) -> Action:
    """Return what the plain player on *seat* does, who may do something now.

    It chooses *among* these actions, by default all that it may do.
    """
    legal = course.legal(seat) if among is None else among
    if len(legal) == 1:
        return legal[0]
    wins = [one for one in legal if isinstance(one, Win)]
    if wins:
        return wins[0]
    player = _Player(course, seat)
    return player.claim(legal) or player.turn(legal)


def still_to_come(course: Course, seat: int, hand: Iterable[Tile]) -> int:
    """Return the fewest tiles that must come to *hand* beside the sets of *seat* to make it whole.

    What it counts is what plain players work for, no special shapes.
    """
    player = _Player(course, seat)
    return player.far(hand, player.melds)


class _Player:
    """One seat that has to choose, with what it sees."""

    def __init__(self, course: Course, seat: int) -> None:
        self.at = course.at
        self.play = course.play
        self.place = course.at.seats[seat]
        self.copies = max(self.at.game.tiles_for(self.at.options).values())
        self.melds = self.place.melds

    def claim(self, legal: Sequence[Action]) -> Action | None:
        """Return a claim that brings the hand nearer, or none; nothing in one's own turn."""
        if not any(isinstance(one, Pass) for one in legal) or self.at.window is None:
            return None
        now = self.far(self.place.hand, self.melds)
        best: Action = next(one for one in legal if isinstance(one, Pass))
        for one in legal:
            if isinstance(one, (Chow, Pung, Kong)) and self.play.bots_claim:
                rest = _left(self.place.hand, one.tiles)
                if (far := self.far(rest, (*self.melds, with_claimed(one)))) < now:
                    now, best = far, one
        return best

    def turn(self, legal: Sequence[Action]) -> Action:
        """Return what is done in one's own turn."""
        now = self.far(self.place.hand, self.melds)
        for one in legal:
            if isinstance(one, Declare):
                return one
            if isinstance(one, SetAside) and KIND[one.tile] in self.at.apart:
                return one
            if isinstance(one, Kong):
                rest = _left(self.place.hand, one.tiles)
                if self.far(rest, with_kong(self.at, one)) <= now:
                    return one
        discards = [one for one in legal if isinstance(one, Discard)]
        return self.discard(discards) if discards else legal[0]

    def discard(self, discards: Sequence[Discard]) -> Discard:
        """Return the discard that leaves most, announced where it can be."""
        tiles = {one.tile for one in discards}
        rests = {
            tile: self.count_hand(_left(self.place.hand, (tile,)), self.melds) for tile in tiles
        }
        fars = {tile: rest.far() for tile, rest in rests.items()}
        least = min(fars.values())
        ranks: dict[Tile, Rank] = {
            tile: (-self.acceptance(rests[tile], far), self.keep(tile), tile)
            for tile, far in fars.items()
            if far == least
        }
        best = min(ranks, key=ranks.__getitem__)
        declares = self.play.bots_declare
        return max(
            (one for one in discards if one.tile == best),
            key=lambda one: bool(one.declares) == declares,
        )

    def keep(self, tile: Tile) -> int:
        """Return how late a tile is given away among equals: wild tiles and red fives last."""
        if KIND[tile] in self.at.wild:
            return 2
        return 1 if KIND[tile] != tile else 0

    def far(self, hand: Iterable[Tile], melds: Sequence[Meld]) -> int:
        """Return the fewest tiles that must still come to *hand* beside *melds*."""
        return self.count_hand(hand, melds).far()

    def count_hand(self, hand: Iterable[Tile], melds: Sequence[Meld]) -> _HandCounts:
        """Return *hand* with what it may become beside *melds*: anything, where no aim is left."""
        aims = [aim for aim in self.play.bots_aims if all(map(aim.allows, melds))]
        sets = self.at.game.hand_size // 3 - len(melds)
        return _HandCounts(hand, self.at, aims or ANY, sets)

    def acceptance(self, rest: _HandCounts, far: int) -> int:
        """Return how many unseen tiles bring *rest* nearer than *far*."""
        return sum(count for kind, count in self.unseen_counts if rest.far_with(kind) < far)

    @cached_property
    def unseen_counts(self) -> Sequence[tuple[int, int]]:
        """Return the kinds of which the seat does not see all tiles, and how many of each."""
        lying = Counter(map(KIND.__getitem__, self.visible()))
        copies, apart = self.copies, self.at.apart
        kinds = [kind for kind in range(KINDS) if lying[kind] < copies and kind not in apart]
        return [(kind, copies - lying[kind]) for kind in kinds]

    def visible(self) -> Iterable[Tile]:
        """Yield the tiles that the seat sees."""
        yield from self.place.hand
        yield from self.at.wall.indicators
        for place in self.at.seats:
            yield from place.river
            yield from (tile for meld in place.melds for tile in meld.tiles if tile != meld.claimed)


def _left(hand: Sequence[Tile], tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    rest = list(hand)
    for tile in tiles:
        rest.remove(tile)
    return tuple(rest)


class _HandCounts:
    """Tiles of a hand, of which it costs little to ask what one more would bring.

    Kong tiles and flowers are of no use, nor is a fifth tile of a kind.
    """

    def __init__(self, tiles: Iterable[Tile], at: Position, aims: Sequence[Aim], sets: int) -> None:
        kinds = [KIND[tile] for tile in tiles]
        useful = [kind for kind in kinds if kind < KINDS and kind not in at.apart]
        self.wild = at.wild
        naturals = [kind for kind in useful if kind not in at.wild]
        self.wilds = len(useful) - len(naturals)
        self.naturals = few_alike(naturals)
        self.key = pack(self.naturals)
        self.aims, self.sets = aims, sets

    def far(self, more: Key = 0, wilds: int = 0) -> int:
        """Return the fewest tiles that must still come once *more* and *wilds* have."""
        key, wilds = self.key + more, self.wilds + wilds
        return min(aim.distance(key, self.sets, wilds) for aim in self.aims)

    def far_with(self, kind: int) -> int:
        """Return `far` once a tile of *kind* has come."""
        if kind in self.wild:
            return self.far(wilds=1)
        return self.far(LANE[kind] if self.naturals.count(kind) < MOST else 0)
