"""Where every tile is: individual tiles, each in exactly one place, checked at every step.

The machine moves them below the table top, players above it; nobody makes or loses one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SIDES: Final = 4
NUMBER: Final = attrgetter("number")
_SPARES: Final = (0, 0, 1, 1, 1, 1)
"""Backs of the spare tiles."""


@dataclass(frozen=True, slots=True)
class SimTile:
    """One physical tile: its *number* on this table and the *face* printed on it (`5m`)."""

    number: int
    face: str
    back: int = 0
    """Colour of its back: a table has two sets of different backs, and one in use."""


class Flaw(StrEnum):
    """What is wrong with a tile, so that the machine cannot handle it."""

    FACE_UP = "face up"
    """Lies on its back and never flips: the ring cannot pick it."""
    STUCK = "stuck"
    """Its magnet holds on to the tile that follows it."""
    WEAK_MAGNET = "weak magnet"
    """The ring cannot hold it."""
    WRONG_SIZE = "wrong size"


class Tier(StrEnum):
    """Which tile of a stack."""

    TOP = "top"
    BOTTOM = "bottom"


class Area(StrEnum):
    """Parts of the table top that belong to a seat."""

    HAND = "hand"
    MELDS = "melds"
    FLOWERS = "flowers"
    DISCARDS = "discards"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class InTray:
    """In the drum under the hole, being mixed."""


@dataclass(frozen=True, slots=True)
class OnBelt:
    """Picked by the ring, on the conveyor of a side."""

    side: int


@dataclass(frozen=True, slots=True)
class InHead:
    """In the machine head of a side, being paired."""

    side: int


@dataclass(frozen=True, slots=True)
class InChute:
    """Dealt: under the table top before a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class InWall:
    """In a stack of a wall, raised or still under the table top."""

    side: int
    stack: int
    tier: Tier


@dataclass(frozen=True, slots=True)
class OnTop:
    """On the table top, in a seat's area."""

    seat: int
    area: Area


@dataclass(frozen=True, slots=True)
class Outside:
    """Not on the table: in a pocket, in the box, on the floor."""


Place = InTray | OnBelt | InHead | InChute | InWall | OnTop | Outside
Stack = tuple[SimTile | None, SimTile | None]
"""Top and bottom tile; `None` where it was taken."""


class Places:
    """All tiles of a table and where they are."""

    def __init__(self, faces: Mapping[str, int]) -> None:
        """Make the tiles: so many copies of each face; all start in the tray.

        A few spare ones lie outside: two that would pass, four with backs of another colour.
        """
        bad = {face: copies for face, copies in faces.items() if copies < 1}
        if bad or not faces:
            raise ValueError(f"copies of each face must be at least 1: {bad or faces}")
        names = [face for face, copies in faces.items() for _ in range(copies)]
        self.tiles: Final = tuple(SimTile(number, face) for number, face in enumerate(names))
        self.spares: Final = tuple(
            SimTile(len(names) + number, names[0], back) for number, back in enumerate(_SPARES)
        )
        self._numbers: Final = frozenset(tile.number for tile in (*self.tiles, *self.spares))
        self.tray: list[SimTile] = list(self.tiles)
        self.belts: list[list[SimTile]] = [[] for _ in range(SIDES)]
        self.heads: list[list[SimTile]] = [[] for _ in range(SIDES)]
        self.chutes: list[list[SimTile]] = [[] for _ in range(SIDES)]
        self.walls: list[list[list[SimTile]]] = [[] for _ in range(SIDES)]
        """Stacks of each side from its right-hand end, each bottom first; emptied ones stay."""
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
        return len(self.tiles)

    def check(self) -> None:
        """Assert that every tile is in exactly one place."""
        stacks = chain.from_iterable(self.walls)
        lanes = chain(self.belts, self.heads, self.chutes, self.tops.values(), stacks)
        tiles = chain(self.tray, self.outside, chain.from_iterable(lanes))
        found = list(map(NUMBER, tiles))
        total = len(self.tiles) + len(self.spares)
        assert len(found) == total, "tiles are not conserved"
        assert set(found) == self._numbers, "tiles are not conserved"

    def where(self, tile: SimTile) -> Place:
        """Return where *tile* is; raise `ValueError` for a tile of another table."""
        for known, place in self._all():
            if known is tile:
                return place
        raise ValueError(f"{tile} is not of this table")

    def stacks(self, side: int) -> list[Stack]:
        """Return the stacks of *side* from its right-hand end; taken tiles leave their place."""
        return [_as_stack(stack) for stack in self.walls[side]]

    def in_walls(self) -> int:
        """Return how many tiles are in the walls."""
        return sum(map(len, chain.from_iterable(self.walls)))

    def in_path(self) -> int:
        """Return how many tiles are on their way between tray and walls."""
        return sum(map(len, chain(self.belts, self.heads)))

    def in_chutes(self) -> int:
        """Return how many tiles are dealt and still below the table top."""
        return sum(map(len, self.chutes))

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
        self.walls[side].append(self.heads[side])
        self.heads[side] = []

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

    def return_walls(self) -> None:
        """Move every tile of the walls back into the tray."""
        for wall in self.walls:
            for stack in wall:
                self.tray.extend(stack)
            wall.clear()
        self.face_up.clear()

    def next_below(self) -> SimTile:
        """Return the tile below the table top that the machine would come to first.

        Raise `ValueError` where none is there.
        """
        stacks = chain.from_iterable(self.walls)
        for lane in chain([self.tray], self.belts, self.heads, stacks):
            if lane:
                return lane[0]
        raise ValueError("no tile is in the machine")

    def take_out(self, tile: SimTile) -> None:
        """Move a tile that is below the table top outside: a person has opened the table."""
        stacks = chain.from_iterable(self.walls)
        for lane in chain([self.tray], self.belts, self.heads, self.chutes, stacks):
            if tile in lane:
                lane.remove(tile)
                self.outside.append(tile)
                return
        raise ValueError(f"{tile} is not within reach below the table top")

    def take(self, at: InWall, to: OnTop) -> SimTile:
        """Move the tile *at* a stack to a seat's area and return it.

        Raise `ValueError` where there is none, or the other tile lies on it.
        """
        tile = self.tile_at(at)
        stack = self.walls[at.side][at.stack]
        if stack[-1] is not tile:
            raise ValueError(f"{at}: another tile lies on it")
        stack.pop()
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

    def fetch(self, face: str, to: OnTop) -> SimTile:
        """Move a tile printed *face* from the walls to a seat's area and return it.

        This is what a whole hand's drawing and discarding comes to; raise `ValueError`
        where the walls hold no such tile.
        """
        stacks = (stack for wall in self.walls for stack in wall)
        found = ((stack, tile) for stack in stacks for tile in stack if tile.face == face)
        stack, tile = next(found, (None, None))
        if stack is None or tile is None:
            raise ValueError(f"no {face} is left in the walls")
        stack.remove(tile)
        self.face_up.discard(tile)
        self.tops[to.seat, to.area].append(tile)
        return tile

    def use_set(self, faces: Mapping[str, int]) -> None:
        """Sweep everything into the tray and keep just *faces* there, the rest outside.

        Raise `ValueError`, nothing being moved, where the table has not so many.
        """
        for face, copies in faces.items():
            if sum(tile.face == face for tile in self.tiles) < copies:
                raise ValueError(f"this table has no {copies} tiles {face}")
        self.sweep()
        self.return_path()
        wanted = dict(faces)
        self.tray, self.outside = [], list(self.spares)
        for tile in self.tiles:
            wanted[tile.face] = wanted.get(tile.face, 0) - 1
            (self.tray if wanted[tile.face] >= 0 else self.outside).append(tile)

    def sweep(self) -> int:
        """Move all that lies on the table top, walls too, into the tray; return how many."""
        before = len(self.tray)
        self.return_walls()
        for tiles in self.tops.values():
            self.tray.extend(tiles)
            tiles.clear()
        return len(self.tray) - before

    def _lift(self, tile: SimTile) -> None:
        place = self.where(tile)
        if not isinstance(place, OnTop):
            raise ValueError(f"{tile} does not lie in a seat's area: {place}")
        self.tops[place.seat, place.area].remove(tile)

    def _all(self) -> Iterator[tuple[SimTile, Place]]:
        """Yield every tile with its place."""
        for place, lane in self._lanes():
            yield from ((tile, place) for tile in lane)
        for side, wall in enumerate(self.walls):
            for number, stack in enumerate(wall):
                for tile, tier in zip(stack, (Tier.BOTTOM, Tier.TOP), strict=False):
                    yield tile, InWall(side, number, tier)

    def _lanes(self) -> Iterator[tuple[Place, list[SimTile]]]:
        """Yield every place but the walls, with what is there."""
        yield InTray(), self.tray
        yield Outside(), self.outside
        for side in range(SIDES):
            yield OnBelt(side), self.belts[side]
            yield InHead(side), self.heads[side]
            yield InChute(side), self.chutes[side]
        for (seat, area), tiles in self.tops.items():
            yield OnTop(seat, area), tiles


def _as_stack(tiles: list[SimTile]) -> Stack:
    """Return top and bottom of *tiles*, which stand bottom first."""
    bottom, top = [*tiles, None, None][:2]
    return top, bottom
