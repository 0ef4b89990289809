"""Movements: what a procedure yields, and how the board judges each by its readings."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from firmware_bridge.wire.codes import NO_SIDE, Stage
from hw_sim.machine.hardware import FIRM, JAM, SLOW, Part

if TYPE_CHECKING:
    import random

    from firmware_bridge.wall_plan import WallPlan
    from hw_sim.machine.dice import DiceUnit
    from hw_sim.machine.hardware import Plant
    from hw_sim.machine.places import Places
    from hw_sim.machine.tile_sets import TwoSets
    from hw_sim.profile import Profile

LIFT_MM: Final = 35.0
"""The way of the wall lifters."""
TRIES: Final = 3
"""So often a blocked part is turned back and forth before people are called."""
LEARNING: Final = 0.1
"""Weight of the newest run in the learned run time."""


class Step(NamedTuple):
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
    plant: Plant
    dice: DiceUnit
    profile: Profile
    rng: random.Random
    wall_plan: WallPlan
    now: float
    hole_open: bool
    walls_up: bool
    lift_mm: float
    close_pressed: bool
    sets: TwoSets
    beside_fault: tuple[int, int]

    @property
    def args(self) -> dict[str, int]:
        """The arguments of the job that moves now."""

    @property
    def builds_beside(self) -> bool:
        """Whether a set is being built beside what moves now."""

    def warn(self, code: int, side: int = NO_SIDE) -> None:
        """Tell people something that does not end the job."""

    def people_see_open_hole(self) -> None:
        """Give the people at the table the chance to push their tiles in."""


def move(hw: Hardware, part: Part, step: Step, sides: tuple[int, ...] = (NO_SIDE,)) -> Procedure:
    """Run *part* on *sides* at once for a step, then judge it."""
    slowest = max(hw.plant.drive(part, side).slowness for side in sides)
    yield Step(step.stage, step.percent, step.seconds * slowest)
    for side in sides:
        yield from look(hw, part, side, step.percent)
    return b""


def look(hw: Hardware, part: Part, side: int, percent: int) -> Procedure:
    """Judge a run of *part*; free it by turning it back and forth, or raise `Stopped`."""
    drive = hw.plant.drive(part, side)
    if drive.is_sound:
        return b""
    code = drive.diagnose(part, hw.now)
    if code and code == JAM.get(part):
        code = yield from free(hw, part, side, percent)
    if code:
        raise Stopped(code, side)
    if drive.slowness > SLOW * drive.learned:
        hw.warn(304, side)
    else:
        drive.learned += LEARNING * (drive.slowness - drive.learned)
    return b""


def free(hw: Hardware, part: Part, side: int, percent: int) -> Generator[Step, None, int]:
    """Turn a blocked part back and forth; return the fault that is left, 0 where it came free."""
    drive = hw.plant.drive(part, side)
    for _ in range(TRIES):
        yield Step(Stage.REVERSE, percent, hw.profile.times.reverse)
        if 0 < drive.grip < FIRM:
            drive.grip -= 1
        if not drive.diagnose(part, hw.now):
            return 0
    return drive.diagnose(part, hw.now)
