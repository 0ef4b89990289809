"""Where every tile is: individual tiles, each in exactly one place, checked at every stage.

The machine moves them below the table top, players above it; nobody makes or loses one. A table
may hold two sets with backs of two colours: one in play, one in the machine or in its box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from random import Random
from typing import Final

from hw_sim.machine.tiles import (
    SIDES,
    Area,
    Flaw,
    InBox,
    InChute,
    InHead,
    InSlot,
    InTray,
    InWall,
    OnBelt,
    OnTop,
    Outside,
    Place,
    SimTile,
    Stack,
    Tier,
)

_SPARES: Final = (0, 0, 1, 1, 1, 1)
"""Backs of the spare tiles."""


class Places:
    """All tiles of a table and where they are."""

    def __init__(self, faces: Mapping[str, int], sets: int = 1) -> None:
        """Make the tiles, copies by face as in *faces*; all of the first set start in the tray.

        A second set lies in its box. A few spare tiles lie outside: two with backs as those of
        set 0, four with backs of another colour, that of set 1.
        """
        bad = {face: copies for face, copies in faces.items() if copies < 1}
        if bad or not faces:
            raise ValueError(f"copies of each face must be at least 1: {bad or faces}")
        names = [face for face, copies in faces.items() for _ in range(copies)]
        self.sets: Final = tuple(
            tuple(SimTile(back * len(names) + at, face, back) for at, face in enumerate(names))
            for back in range(sets)
        )
        self.tiles: Final = tuple(chain.from_iterable(self.sets))
        """Every tile of every set, without the spare ones."""
        self.spares: Final = tuple(
            SimTile(len(self.tiles) + number, names[0], back) for number, back in enumerate(_SPARES)
        )
        self._whole: Final = frozenset((*self.tiles, *self.spares))
        self.tray: list[SimTile] = list(self.sets[0])
        self.box: list[SimTile] = list(chain.from_iterable(self.sets[1:]))
        """A set that can be put in as it is."""
        self.belts: list[list[SimTile]] = [[] for _ in range(SIDES)]
        self.heads: list[list[SimTile]] = [[] for _ in range(SIDES)]
        self.chutes: list[list[SimTile]] = [[] for _ in range(SIDES)]
        self.walls: list[list[list[SimTile]]] = [[] for _ in range(SIDES)]
        """Stacks of each side from its right-hand end, each bottom first; emptied ones stay."""
        self.slots: list[list[list[SimTile]]] = [[] for _ in range(SIDES)]
        """The same for walls that are built and not yet on the lifters."""
        self.tops: dict[tuple[int, Area], list[SimTile]] = {
            (seat, area): [] for seat in range(SIDES) for area in Area
        }
        self.outside: list[SimTile] = list(self.spares)
        self.face_up: set[SimTile] = set()
        """Tiles of a wall that were turned over (indicators)."""
        self.flaws: dict[SimTile, Flaw] = {}
        self.foreign: list[str] = []
        """What else fell into the tray, such as a coin."""

    def __len__(self) -> int:
        """Return how many tiles each set has."""
        return len(self.sets[0])

    def check(self, *, whole: bool = True) -> None:
        """Assert that every tile is in exactly one place; if not *whole*, only how many there are.

        The latter takes half the time: it is asked at every stage of a job, the former at its end.
        """
        rows = (*self.belts, *self.heads, *self.chutes, *self.tops.values())
        stacks = chain.from_iterable(chain(self.slots, self.walls))
        lanes = [self.tray, self.box, self.outside, *rows, *stacks]
        assert sum(map(len, lanes)) == len(self._whole), "tiles are not conserved"
        if whole:
            present = self._whole.intersection(chain.from_iterable(lanes))
            assert len(present) == len(self._whole), "tiles are not conserved"

    def where(self, tile: SimTile) -> Place:
        """Return where *tile* is; raise `ValueError` for a tile of another table."""
        for candidate, place in self._all():
            if candidate is tile:
                return place
        raise ValueError(f"{tile} is not of this table")

    def stacks(self, side: int) -> list[Stack]:
        """Return the stacks of *side* from its right-hand end; taken tiles leave their place."""
        return [_as_stack(stack) for stack in self.walls[side]]

    def in_walls(self) -> int:
        """Return how many tiles are in walls on the lifters."""
        return sum(map(len, chain.from_iterable(self.walls)))

    def in_slots(self) -> int:
        """Return how many tiles stand in built walls beside the lifters."""
        return sum(map(len, chain.from_iterable(self.slots)))

    def in_path(self) -> int:
        """Return how many tiles are on their way between tray and walls."""
        return sum(map(len, chain(self.belts, self.heads)))

    def in_chutes(self) -> int:
        """Return how many tiles are dealt and still below the table top."""
        return sum(map(len, self.chutes))

    def below(self) -> Iterator[SimTile]:
        """Yield every tile that waits below the table top: loose, on its way, built or dealt."""
        slots = chain.from_iterable(self.slots)
        yield from chain(
            self.tray, chain.from_iterable(chain(self.belts, self.heads, self.chutes, slots))
        )

    def tiles_in_play(self) -> Iterator[SimTile]:
        """Yield every tile on the table top or on the lifters."""
        walls = chain.from_iterable(self.walls)
        yield from chain.from_iterable(chain(self.tops.values(), walls))

    def counts(self, which: int | None, *, with_walls: bool) -> list[int]:
        """Return how many tiles, of set *which* or of any, are in each place that can be counted.

        That is tray, way, sides 0 to 3 and chutes; walls on the lifters count while they are down.
        """

        def count_in(*lanes: Iterable[SimTile]) -> int:
            return sum(which in (None, tile.back) for lane in lanes for tile in lane)

        walls = self.walls if with_walls else [[] for _ in range(SIDES)]
        sides = [count_in(*self.slots[side], *walls[side]) for side in range(SIDES)]
        return [
            count_in(self.tray),
            count_in(*self.belts, *self.heads),
            *sides,
            count_in(*self.chutes),
        ]

    def pick(self, tile: SimTile, side: int) -> None:
        """Move *tile* from the tray to the conveyor of *side*."""
        self.tray.remove(tile)
        self.belts[side].append(tile)

    def feed(self, side: int, tiles: int) -> None:
        """Move the first *tiles* of a conveyor into its head."""
        self.heads[side] += self.belts[side][:tiles]
        del self.belts[side][:tiles]

    def push_stack(self, side: int) -> None:
        """Move what is in the head into a new stack at the left-hand end of *side*."""
        assert 1 <= len(self.heads[side]) <= 2, "a stack is of two tiles, the last one may be half"
        self.slots[side].append(self.heads[side])
        self.heads[side] = []

    def lay_on_lifters(self) -> None:
        """Push the walls that are built onto the lifters, which must be empty."""
        assert not self.in_walls(), "walls stand on the lifters"
        self.walls, self.slots = self.slots, [[] for _ in range(SIDES)]

    def deal_one(self, seat: int) -> None:
        """Move the first tile of a conveyor into the chute of its seat."""
        self.chutes[seat].append(self.belts[seat].pop(0))

    def hand_out(self, seat: int) -> None:
        """Move what is in a chute to its seat's hand."""
        self.tops[seat, Area.HAND] += self.chutes[seat]
        self.chutes[seat] = []

    def return_path(self) -> None:
        """Move every tile between tray and walls, dealt ones too, back into the tray."""
        for lane in chain(self.belts, self.heads, self.chutes):
            self.tray += lane
            lane.clear()

    def shuffle_walls(self, rng: Random) -> None:
        """Let the tiles of the walls on the lifters, all face down, stand in another order."""
        stacks = list(chain.from_iterable(self.walls))
        tiles = list(chain.from_iterable(stacks))
        rng.shuffle(tiles)
        for stack in stacks:
            stack[:] = [tiles.pop() for _ in stack]

    def return_walls(self) -> None:
        """Move every tile of the walls on the lifters back into the tray."""
        self._empty(self.walls)
        self.face_up.clear()

    def return_slots(self) -> None:
        """Move every tile of the walls beside the lifters back into the tray."""
        self._empty(self.slots)

    def next_below(self) -> SimTile:
        """Return the tile below the table top that the machine would come to first.

        Raise `ValueError` where none is there.
        """
        for lane in chain([self.tray], self._lanes_in_reach()):
            if lane:
                return lane[0]
        raise ValueError("no tile is in the machine")

    def take_out(self, tile: SimTile) -> None:
        """Move a tile that is below the table top outside: a person has opened the table."""
        self._reach(tile)
        self.outside.append(tile)

    def give_back(self, tile: SimTile) -> None:
        """Lay a tile that fell into the machine back on the table top: a person has found it."""
        self._reach(tile)
        self.tops[0, Area.ASIDE].append(tile)

    def take(self, at: InWall, to: OnTop) -> SimTile:
        """Move the tile *at* a stack to a seat's area and return it.

        Raise `ValueError` where there is none, or the other tile lies on it.
        """
        tile = self.tile_at(at)
        if self.walls[at.side][at.stack][-1] is not tile:
            raise ValueError(f"{at}: another tile lies on it")
        return self.pull_out(at, to)

    def pull_out(self, at: InWall, to: OnTop) -> SimTile:
        """Move the tile *at* a stack to a seat's area, be another one on it, and return it.

        Raise `ValueError` where there is none.
        """
        tile = self.tile_at(at)
        self.walls[at.side][at.stack].remove(tile)
        self.face_up.discard(tile)
        self.tops[to.seat, to.area].append(tile)
        return tile

    def tile_at(self, at: InWall) -> SimTile:
        """Return the tile in that place of the walls; raise `ValueError` where there is none."""
        wall = self.walls[at.side] if 0 <= at.side < SIDES else []
        stack = _as_stack(wall[at.stack]) if 0 <= at.stack < len(wall) else (None, None)
        tile = stack[0] if at.tier is Tier.TOP else stack[1]
        if tile is None:
            raise ValueError(f"{at}: no tile there")
        return tile

    def lay(self, tile: SimTile, to: OnTop) -> None:
        """Move *tile* from an area of the table top to another one."""
        self._lift(tile)
        self.tops[to.seat, to.area].append(tile)

    def carry_off(self, tile: SimTile) -> None:
        """Move *tile* from the table top out of reach."""
        self._lift(tile)
        self.outside.append(tile)

    def drop(self, tile: SimTile) -> None:
        """Move *tile* from outside into the tray."""
        self.outside.remove(tile)
        self.tray.append(tile)

    def put_away(self, tile: SimTile) -> None:
        """Move *tile* from outside into the box of its set."""
        self.outside.remove(tile)
        self.box.append(tile)

    def bring_back(self, tile: SimTile) -> None:
        """Move *tile* from outside back to the table top."""
        self.outside.remove(tile)
        self.tops[0, Area.ASIDE].append(tile)

    def stray(self, tile: SimTile) -> None:
        """Move *tile* from the table top into the tray: it fell into the hole."""
        self._lift(tile)
        self.tray.append(tile)

    def put_in(self, which: int) -> int:
        """Move set *which* from its box into the tray; return how many tiles those are."""
        there = [tile for tile in self.box if tile.back == which]
        self.box = [tile for tile in self.box if tile.back != which]
        self.tray += there
        return len(there)

    def use_set(self, faces: Mapping[str, int]) -> None:
        """Sweep everything into the tray and keep just *faces* of one set there.

        As many of a second set lie in its box then, all other tiles outside. Raise `ValueError`,
        without moving anything, where a set has too few.
        """
        have = Counter(tile.face for tile in self.sets[0])
        for face, copies in faces.items():
            if have[face] < copies:
                raise ValueError(f"this table has no {copies} tiles {face}")
        self.sweep()
        self.return_path()
        self.return_slots()
        self.outside = list(self.spares)
        self.tray = self._sorted_out(self.sets[0], faces)
        self.box = [tile for tiles in self.sets[1:] for tile in self._sorted_out(tiles, faces)]

    def _sorted_out(self, tiles: Iterable[SimTile], faces: Mapping[str, int]) -> list[SimTile]:
        """Return the tiles of a set that make up *faces*; the others are put outside."""
        missing, members = dict(faces), list[SimTile]()
        for tile in tiles:
            missing[tile.face] = missing.get(tile.face, 0) - 1
            (members if missing[tile.face] >= 0 else self.outside).append(tile)
        return members

    def sweep(self) -> int:
        """Move all that lies on the table top, walls too, into the tray; return how many."""
        before = len(self.tray)
        self.return_walls()
        for tiles in self.tops.values():
            self.tray.extend(tiles)
            tiles.clear()
        return len(self.tray) - before

    def _empty(self, walls: list[list[list[SimTile]]]) -> None:
        for wall in walls:
            for stack in wall:
                self.tray.extend(stack)
            wall.clear()

    def _lanes_in_reach(self) -> Iterator[list[SimTile]]:
        stacks = chain.from_iterable(chain(self.slots, self.walls))
        yield from chain(self.belts, self.heads, self.chutes, stacks)

    def _reach(self, tile: SimTile) -> None:
        """Take a tile out of where it is below the table top; raise `ValueError` elsewhere."""
        for lane in chain([self.tray], self._lanes_in_reach()):
            if tile in lane:
                lane.remove(tile)
                return
        raise ValueError(f"{tile} is not within reach below the table top")

    def _lift(self, tile: SimTile) -> None:
        place = self.where(tile)
        if not isinstance(place, OnTop):
            raise ValueError(f"{tile} does not lie in a seat's area: {place}")
        self.tops[place.seat, place.area].remove(tile)

    def _all(self) -> Iterator[tuple[SimTile, Place]]:
        for place, lane in self._lanes():
            yield from ((tile, place) for tile in lane)
        yield from _standing(InWall, self.walls)
        yield from _standing(InSlot, self.slots)

    def _lanes(self) -> Iterator[tuple[Place, list[SimTile]]]:
        yield InTray(), self.tray
        yield InBox(), self.box
        yield Outside(), self.outside
        for side in range(SIDES):
            yield OnBelt(side), self.belts[side]
            yield InHead(side), self.heads[side]
            yield InChute(side), self.chutes[side]
        for (seat, area), tiles in self.tops.items():
            yield OnTop(seat, area), tiles


def _standing(
    kind: type[InWall | InSlot], walls: list[list[list[SimTile]]]
) -> Iterator[tuple[SimTile, Place]]:
    for side, wall in enumerate(walls):
        for number, stack in enumerate(wall):
            for tile, tier in zip(stack, (Tier.BOTTOM, Tier.TOP), strict=False):
                yield tile, kind(side, number, tier)


def _as_stack(tiles: list[SimTile]) -> Stack:
    """Return top and bottom of *tiles*, which stand bottom first."""
    bottom, top = [*tiles, None, None][:2]
    return top, bottom
