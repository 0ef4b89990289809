"""A plain player whose every choice can be explained.

It wins where it may; else it keeps the hand with the fewest tiles to come, of those
the one that most unseen tiles help. It claims what brings the hand nearer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.hands.distance import distance
from rules.hands.keys import few_alike
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
from rules.tiles import COPIES, KIND, KINDS, Tile

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
        ranks: dict[Tile, Rank] = {}
        fars = {
            tile: self.far(_left(self.place.hand, (tile,)), self.sets)
            for tile in {one.tile for one in discards}
        }
        least = min(fars.values())
        for tile, far in fars.items():
            if far == least:
                accepted = self.accepted(_left(self.place.hand, (tile,)), far)
                ranks[tile] = (-accepted, self.keep(tile), tile)
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
        """Return the fewest tiles that must still come; kong tiles and flowers are of no use."""
        kinds = [KIND[tile] for tile in hand]
        useful = [kind for kind in kinds if kind < KINDS and kind not in self.at.apart]
        few = few_alike(useful) if self.copies > COPIES else useful
        return distance(few, sets, self.at.wild)

    def accepted(self, hand: Sequence[Tile], far: int) -> int:
        """Return how many unseen tiles bring *hand* nearer than *far*."""
        lying = Counter(KIND[tile] for tile in self.visible())
        return sum(
            max(0, self.copies - lying[kind])
            for kind in range(KINDS)
            if lying[kind] < self.copies and self.far((*hand, Tile(kind)), self.sets) < far
        )

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
