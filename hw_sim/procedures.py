"""What the machine does, movement by movement: one generator per job.

Each `Step` that a procedure yields is a movement with its duration; the tiles move
when it resumes. A mechanism that cannot go on raises `Stopped`.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from firmware_bridge.codes import NO_SIDE, DiceSource, JobKind, Stage
from hw_sim.places import SIDES

if TYPE_CHECKING:
    import random

    from firmware_bridge.gears import Gear
    from hw_sim.places import Places, SimTile
    from hw_sim.profile import Profile


@dataclass(frozen=True, slots=True)
class Step:
    """A movement: its stage, how much of the job is done at its start, and its duration."""

    stage: Stage
    percent: int
    seconds: float


class Stopped(Exception):  # noqa: N818  # the machine stopped; nothing is wrong in the program
    """A mechanism stopped with fault *code* at *side*."""

    def __init__(self, code: int, side: int = NO_SIDE) -> None:
        super().__init__(f"fault {code} at side {side}")
        self.code = code
        self.side = side


Procedure = Generator[Step, None, bytes]
"""Runs a job; returns the bytes of its result."""


class Hardware(Protocol):
    """What procedures move and feel."""

    places: Places
    profile: Profile
    rng: random.Random
    gear: Gear
    hole_open: bool
    walls_up: bool
    close_pressed: bool
    args: dict[str, int]

    def sense(self, *faults: int, side: int = NO_SIDE) -> None:
        """Raise `Stopped` where one of *faults* is in the way at *side*."""

    def warn(self, code: int) -> None:
        """Tell people something that does not end the job."""

    def people_see_open_hole(self) -> None:
        """Give the people at the table the chance to push their tiles in."""


def procedure_for(kind: JobKind, hardware: Hardware) -> Procedure:
    """Return the procedure of *kind* on *hardware*."""
    return {
        JobKind.OPEN_HOLE: open_hole,
        JobKind.CLOSE_HOLE: close_hole,
        JobKind.DROP: drop,
        JobKind.BUILD: build,
        JobKind.RAISE: raise_walls,
        JobKind.LOWER: lower_walls,
        JobKind.NEXT_HAND: next_hand,
        JobKind.ROLL: roll,
        JobKind.HOME: home,
        JobKind.CENSUS: census,
    }[kind](hardware)


def open_hole(hw: Hardware, percent: int = 0) -> Procedure:
    """Open the lid."""
    yield Step(Stage.OPEN_HOLE, percent, hw.profile.times.hole)
    hw.sense(201, 206)
    hw.hole_open = True
    return b""


def close_hole(hw: Hardware, percent: int = 0) -> Procedure:
    """Close the lid."""
    yield Step(Stage.CLOSE_HOLE, percent, hw.profile.times.hole)
    hw.sense(201, 206, 702)
    hw.hole_open = hw.walls_up = False
    return b""


def drop(hw: Hardware) -> Procedure:
    """Open the hole, take tiles in until all are counted or a key is pressed, close it."""
    yield from open_hole(hw)
    yield from _take_in(hw, 20)
    yield from close_hole(hw, 80)
    return b""


def build(hw: Hardware) -> Procedure:
    """Mix what is in the tray and build the walls below the table top."""
    yield from _give_back(hw, 0)
    yield from _shuffle(hw, 10)
    yield from _stack(hw, 30, 100)
    return bytes(hw.gear.layout)


def raise_walls(hw: Hardware, percent: int = 0) -> Procedure:
    """Lift the four walls to the table top."""
    yield Step(Stage.RAISE, percent, hw.profile.times.raise_)
    for side in range(SIDES):
        hw.sense(205, 702, side=side)
    hw.walls_up = True
    return bytes(hw.gear.layout)


def lower_walls(hw: Hardware) -> Procedure:
    """Let whole walls down again."""
    yield Step(Stage.LOWER, 0, hw.profile.times.lower)
    for side in range(SIDES):
        hw.sense(205, 702, side=side)
    hw.walls_up = False
    return b""


def next_hand(hw: Hardware) -> Procedure:
    """Take the tiles of the last hand in, mix, build and raise: one op."""
    if not hw.walls_up:
        yield from _give_back(hw, 0)
    yield from open_hole(hw, 5)
    yield from _take_in(hw, 10)
    yield from close_hole(hw, 20)
    yield from _shuffle(hw, 25)
    yield from _stack(hw, 40, 90)
    return (yield from raise_walls(hw, 90))


def roll(hw: Hardware) -> Procedure:
    """Rattle the dice for 3 to 5 seconds, let them settle, read them."""
    shortest, longest = hw.profile.times.roll
    yield Step(Stage.ROLL, 0, hw.rng.uniform(shortest, longest))
    hw.sense(601)
    yield Step(Stage.SETTLE, 80, hw.profile.times.settle)
    hw.sense(602, 603)
    pips = [hw.rng.randint(1, 6) for _ in range(hw.args["dice"])]
    return bytes([DiceSource.MOTOR_SENSOR, 99, *pips])


def home(hw: Hardware) -> Procedure:
    """Bring every mechanism to its home position: the lid closes, walls stay as they are."""
    yield Step(Stage.HOME, 0, hw.profile.times.home)
    hw.sense(405, 702)
    hw.hole_open = False
    return b""


def census(hw: Hardware) -> Procedure:
    """Count the tiles in the machine."""
    yield Step(Stage.CENSUS, 0, hw.profile.times.census)
    below = 0 if hw.walls_up else hw.places.in_walls()
    return (len(hw.places.tray) + below).to_bytes(2, "little")


def _take_in(hw: Hardware, percent: int) -> Procedure:
    """Wait until the counter has seen the gear's tiles, or someone presses the lift key."""
    times = hw.profile.times
    waited, warned = 0.0, False
    hw.close_pressed = False
    while True:
        hw.people_see_open_hole()
        if len(hw.places.tray) >= hw.gear.count or hw.close_pressed:
            return b""
        if waited >= times.drop_limit:
            raise Stopped(101)
        if waited >= times.drop_warn and not warned:
            hw.warn(101)
            warned = True
        yield Step(Stage.DROP, percent, times.drop_poll)
        waited += times.drop_poll


def _give_back(hw: Hardware, percent: int) -> Procedure:
    """Push what stands in the slots back into the tray."""
    if hw.places.in_walls():
        yield Step(Stage.RETURN, percent, hw.profile.times.return_)
        hw.places.return_walls()
    return b""


def _shuffle(hw: Hardware, percent: int) -> Procedure:
    """Turn the tray."""
    yield Step(Stage.SHUFFLE, percent, hw.profile.times.shuffle)
    hw.sense(104, 106, 202, 301)
    mix(hw.places.tray, hw.profile, hw.rng)
    return b""


def _stack(hw: Hardware, start: int, end: int) -> Procedure:
    """Pair tiles and push the stacks into the slots, all sides at once."""
    layout = hw.gear.layout
    rounds = max(layout)
    for number in range(rounds):
        percent = start + (end - start) * number // rounds
        yield Step(Stage.BUILD, percent, hw.profile.times.stack)
        for side in range(SIDES):
            if number < layout[side]:
                yield from _push(hw, side, percent)
    if hw.places.tray:
        raise Stopped(102)
    return b""


def _push(hw: Hardware, side: int, percent: int) -> Procedure:
    """Push one stack; a head that finds no tile waits, then gives up."""
    hw.sense(202, 203, 204, side=side)
    tray = hw.places.tray
    if len(tray) < 2:
        yield Step(Stage.BUILD, percent, hw.profile.times.starved)
    if len(tray) < 2:
        raise Stopped(101)
    hw.places.push_stack(side, tray[0], tray[1])
    return b""


def mix(tray: list[SimTile], profile: Profile, rng: random.Random) -> None:
    """Mix *tray* as the profile's mixer does.

    Real tables do not mix evenly (`table-link.md` §3.1): a clustered mixer lets a tile
    travel only so far from the tiles that it fell in with.
    """
    if profile.mixer.model == "uniform":
        rng.shuffle(tray)
        return
    reach = profile.mixer.spread * len(tray)
    keys = {tile: place + rng.uniform(-reach, reach) for place, tile in enumerate(tray)}
    cut = rng.randrange(len(tray)) if tray else 0
    tray.sort(key=keys.__getitem__)
    tray[:] = tray[cut:] + tray[:cut]
