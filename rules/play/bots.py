"""A plain player whose every choice can be explained.

It wins where it may; else it keeps the hand with the fewest tiles to come, of those
the one that most unseen tiles help. It claims what brings the hand nearer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from rules.hands.distance import tiles_to_win
from rules.hands.keys import LANE, MOST, few_alike, pack
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
from rules.play.course import Course
from rules.play.position import Position
from rules.tiles import KIND, KINDS, Tile

Rank = tuple[int, int, int]


def choose(course: Course, seat: int) -> Action:
    """Return what the plain player on *seat* does, who may do something now."""
    legal = course.legal(seat)
    if len(legal) == 1:
        return legal[0]
    wins = [one for one in legal if isinstance(one, Win)]
    if wins:
        return wins[0]
    player = _Player(course, seat)
    return player.claim(legal) or player.turn(legal)


class _Player:
    """One seat that has to choose, with what it sees."""

    def __init__(self, course: Course, seat: int) -> None:
        self.at = course.at
        self.play = course.play
        self.place = course.at.seats[seat]
        self.copies = max(self.at.game.tiles_for(self.at.options).values())
        self.sets = self.at.game.hand_size // 3 - len(self.place.melds)

    def claim(self, legal: Sequence[Action]) -> Action | None:
        """Return a claim that brings the hand nearer, or none; nothing in one's own turn."""
        if not any(isinstance(one, Pass) for one in legal) or self.at.window is None:
            return None
        now = self.far(self.place.hand, self.sets)
        best: Action = next(one for one in legal if isinstance(one, Pass))
        for one in legal:
            if isinstance(one, (Chow, Pung, Kong)) and self.play.bots_claim:
                rest = _left(self.place.hand, one.tiles)
                if (far := self.far(rest, self.sets - 1)) < now:
                    now, best = far, one
        return best

    def turn(self, legal: Sequence[Action]) -> Action:
        """Return what is done in one's own turn."""
        now = self.far(self.place.hand, self.sets)
        for one in legal:
            if isinstance(one, Declare):
                return one
            if isinstance(one, SetAside) and KIND[one.tile] in self.at.apart:
                return one
            if isinstance(one, Kong):
                rest = _left(self.place.hand, one.tiles)
                sets = self.sets - (one.kind != "kong_added")
                if self.far(rest, sets) <= now:
                    return one
        discards = [one for one in legal if isinstance(one, Discard)]
        return self.discard(discards) if discards else legal[0]

    def discard(self, discards: Sequence[Discard]) -> Discard:
        """Return the discard that leaves most, announced where it can be."""
        tiles = {one.tile for one in discards}
        rests = {tile: _Held(_left(self.place.hand, (tile,)), self.at) for tile in tiles}
        fars = {tile: rest.far(self.sets) for tile, rest in rests.items()}
        least = min(fars.values())
        ranks: dict[Tile, Rank] = {
            tile: (-self.accepted(rests[tile], far), self.keep(tile), tile)
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

    def far(self, hand: Iterable[Tile], sets: int) -> int:
        """Return the fewest tiles that must still come."""
        return _Held(hand, self.at).far(sets)

    def accepted(self, rest: _Held, far: int) -> int:
        """Return how many unseen tiles bring *rest* nearer than *far*."""
        return sum(count for kind, count in self.unseen if rest.far_with(kind, self.sets) < far)

    @cached_property
    def unseen(self) -> Sequence[tuple[int, int]]:
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


class _Held:
    """Tiles of a hand, of which it costs little to ask what one more would bring.

    Kong tiles and flowers are of no use, nor is a fifth tile of a kind.
    """

    def __init__(self, tiles: Iterable[Tile], at: Position) -> None:
        kinds = [KIND[tile] for tile in tiles]
        useful = [kind for kind in kinds if kind < KINDS and kind not in at.apart]
        self.wild = at.wild
        naturals = [kind for kind in useful if kind not in at.wild]
        self.wilds = len(useful) - len(naturals)
        self.naturals = few_alike(naturals)
        self.key = pack(self.naturals)

    def far(self, sets: int) -> int:
        """Return the fewest tiles that must still come for *sets* sets and a pair."""
        return tiles_to_win(self.key, sets, self.wilds)

    def far_with(self, kind: int, sets: int) -> int:
        """Return `far` once a tile of *kind* has come."""
        if kind in self.wild:
            return tiles_to_win(self.key, sets, self.wilds + 1)
        more = LANE[kind] if self.naturals.count(kind) < MOST else 0
        return tiles_to_win(self.key + more, sets, self.wilds)
