"""What a board knows of its sets of tiles: where each is, whose turn it is, what may be done to it.

It counts what goes in and sees the colour of the backs on its conveyors; of the tiles on the table
top it knows only that they are the ones which it raised last.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from operator import attrgetter
from typing import Final, Protocol

from firmware_bridge.wall_plan import WallPlan
from firmware_bridge.wire.codes import ANY_SET, SETS, SetState
from hw_sim.machine.places import Places
from hw_sim.machine.tiles import SimTile

BACK: Final = attrgetter("back")
STRAYS: Final = 8
"""So few tiles are no set: they fell in."""


class Walls(Protocol):
    """What a machine tells of its tiles and walls."""

    places: Places
    wall_plan: WallPlan
    walls_up: bool


class SetTracker:
    """The sets of one machine; with one set, that is always the one in play."""

    def __init__(self, machine: Walls, sets: int) -> None:
        """Begin with set 0 as the one that is due."""
        self._machine = machine
        self._sets = sets
        self._last = 0
        self.is_known = True
        """Whether the board's program knows of a second set."""
        self.building: int | None = None
        """The set that is being mixed and built, `None` while none is."""
        self.must_count = False
        """Whether a lockout has left open which set is where: then a build begins with a census."""
        self.dropping = 0
        """The set for which the hole is open."""

    @property
    def are_two(self) -> bool:
        """Whether there are two sets to tell apart."""
        return self._sets == SETS and self.is_known

    @property
    def in_play(self) -> int:
        """The set on lifters and table top, or the last one there."""
        self._last = self._most(self._places.tiles_in_play(), self._last)
        return self._last

    @property
    def other(self) -> int:
        """The set that is not in play; with one set the same one."""
        return 1 - self.in_play if self.are_two else self.in_play

    @property
    def expected(self) -> int:
        """The colour of back that the machine is to see: of the set in work, or the next to be."""
        if self.building is not None:
            return self.building
        other = self.other
        is_half_built = self.fills_slots(other) and not self.is_ready(other)
        return other if is_half_built or self.is_loose(other) else self.in_play

    def is_inside(self, which: int) -> bool:
        """Return whether set *which* is in the machine, below the table top."""
        return self.is_loose(which) or self.fills_slots(which)

    def is_played(self, which: int) -> bool:
        """Return whether set *which* is in play while the other one is in the machine."""
        return self.are_two and which == self.in_play and self.is_inside(1 - which)

    def is_loose(self, which: int) -> bool:
        """Return whether set *which* is in the machine and not built; a few tiles are strays."""
        places = self._places
        loose = chain(places.tray, chain.from_iterable(chain(places.belts, places.heads)))
        backs = [tile.back for tile in loose]
        own = backs.count(which)
        return own > max(STRAYS, len(backs) - own)

    def fills_slots(self, which: int) -> bool:
        """Return whether tiles of set *which* stand in the slots beside the lifters."""
        stacks = chain.from_iterable(self._places.slots)
        return any(tile.back == which for stack in stacks for tile in stack)

    def is_ready(self, which: int) -> bool:
        """Return whether whole walls of set *which* wait below the table top for the lifters."""
        places, plan = self._places, self._machine.wall_plan
        tiles = places.in_slots() + self.count_dealt(which)
        return self.fills_slots(which) and tiles == plan.count

    def is_whole(self) -> bool:
        """Return whether the walls on the lifters are whole: nobody has taken a tile."""
        in_chutes = self.count_dealt(self.in_play)
        return self._places.in_walls() + in_chutes == self._machine.wall_plan.count

    def count_dealt(self, which: int) -> int:
        """Return how many tiles of set *which* wait in the dealer chutes."""
        return sum(tile.back == which for chute in self._places.chutes for tile in chute)

    def states(self) -> tuple[SetState, ...]:
        """Return where each set is, by where most of it is."""
        if not self.are_two:
            return (SetState.NONE,) * SETS
        on_top = list(map(BACK, self._places.tiles_in_play()))
        below = list(map(BACK, self._places.below()))
        return tuple(
            self._state(which, on_top.count(which), below.count(which)) for which in range(SETS)
        )

    def _state(self, which: int, on_top: int, below: int) -> SetState:
        if self.building == which:
            return SetState.BUILDING
        if 2 * max(on_top, below) < self._machine.wall_plan.count:
            return SetState.OUT
        if on_top > below:
            is_lowered = self._places.in_walls() and not self._machine.walls_up
            return SetState.BUILT if is_lowered else SetState.IN_PLAY
        return SetState.BUILT if self.is_ready(which) else SetState.LOOSE

    def to_drop(self, wish: int) -> int:
        """Return the set that a drop with argument *wish* takes in."""
        return self.in_play if wish == ANY_SET else wish

    def to_build(self, wish: int) -> int:
        """Return the set that a build with argument *wish* builds: what is there, unless told."""
        if wish != ANY_SET:
            return wish
        return self.other if self.is_inside(self.other) else self.in_play

    def may_drop(self, which: int) -> bool:
        """Return whether set *which* can be taken in without being mixed with the other one."""
        if which != self.in_play and self.fills_slots(which):
            return False
        return not (self.are_two and self.is_loose(1 - which))

    def may_build(self, which: int) -> bool:
        """Return whether set *which* can be built: it is not in play, nothing stands in its way."""
        if which == self.in_play and self._machine.walls_up:
            return False
        is_blocked = self.are_two and (self.fills_slots(1 - which) or self.is_loose(1 - which))
        return not is_blocked and self.count_dealt(1 - which) == 0

    @property
    def _places(self) -> Places:
        return self._machine.places

    def _most(self, tiles: Iterable[SimTile], else_: int) -> int:
        if not self.are_two:
            return 0
        backs = list(map(BACK, tiles))
        return else_ if not backs else int(2 * sum(backs) > len(backs))
