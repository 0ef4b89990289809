"""Movements and jobs: what a procedure yields, how the board judges it, who is told."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from firmware_bridge.wall_plan import WallPlan
from firmware_bridge.wire.codes import ANY_SET, NO_SIDE, JobKind, JobState, Stage, TableState
from hw_sim.machine.peripherals import FIRM, JAM, SLOW, DiceUnit, Part, Peripherals
from hw_sim.machine.places import Places
from hw_sim.machine.tile_sets import SetTracker
from hw_sim.profile import Profile

LIFT_MM: Final = 35.0
"""The way of the wall lifters."""
TRIES: Final = 3
"""Times that a blocked part is turned back and forth before people are called."""
LEARNING: Final = 0.1
"""Weight of the newest run in the learned run time."""


class Step(NamedTuple):
    """A movement: its stage, how much of the job is done at its start, and its duration."""

    stage: Stage
    percent: int
    seconds: float


class MachineStop(Exception):  # noqa: N818  # the machine stopped; nothing is wrong in the program
    """A mechanism stopped with fault *code* at *side*."""

    def __init__(self, code: int, side: int = NO_SIDE) -> None:
        super().__init__(f"fault {code} at side {side}")
        self.code = code
        self.side = side


Procedure = Generator[Step, None, bytes]
"""Runs a job; returns the bytes of its result."""


class Hardware(Protocol):
    """What procedures move and feel, and interlocks look at."""

    places: Places
    peripherals: Peripherals
    dice: DiceUnit
    profile: Profile
    rng: random.Random
    wall_plan: WallPlan
    next_wall_plan: WallPlan | None
    state: TableState
    front: JobRun | None
    beside: JobRun | None
    now: float
    hole_open: bool
    walls_up: bool
    lift_mm: float
    close_pressed: bool
    people: Callable[[], object]
    """What the people at the table do whenever they see the hole open."""
    sets: SetTracker
    fault: tuple[int, int]
    beside_fault: tuple[int, int]

    @property
    def args(self) -> dict[str, int]:
        """The arguments of the job that moves now."""

    @property
    def walls_built(self) -> bool:
        """Whether whole walls stand, raised or not."""

    @property
    def builds_beside(self) -> bool:
        """Whether a set is being built beside what moves now."""

    def warn(self, code: int, side: int = NO_SIDE) -> None:
        """Tell people something that does not end the job."""


def move(hw: Hardware, part: Part, step: Step, sides: tuple[int, ...] = (NO_SIDE,)) -> Procedure:
    """Run *part* on *sides* at once for a step, then judge it."""
    slowest = max(hw.peripherals.drive(part, side).slowness for side in sides)
    yield Step(step.stage, step.percent, step.seconds * slowest)
    for side in sides:
        yield from look(hw, part, side, step.percent)
    return b""


def look(hw: Hardware, part: Part, side: int, percent: int) -> Procedure:
    """Judge a run of *part*; free it by turning it back and forth, or raise `MachineStop`."""
    drive = hw.peripherals.drive(part, side)
    if drive.is_sound:
        return b""
    code = drive.diagnose(part, hw.now)
    if code and code == JAM.get(part):
        code = yield from free(hw, part, side, percent)
    if code:
        raise MachineStop(code, side)
    if drive.slowness > SLOW * drive.learned:
        hw.warn(304, side)
    else:
        drive.learned += LEARNING * (drive.slowness - drive.learned)
    return b""


def free(hw: Hardware, part: Part, side: int, percent: int) -> Generator[Step, None, int]:
    """Turn a blocked part back and forth; return the fault that is left, 0 where it came free."""
    drive = hw.peripherals.drive(part, side)
    for _ in range(TRIES):
        yield Step(Stage.REVERSE, percent, hw.profile.times.reverse)
        if 0 < drive.grip < FIRM:
            drive.grip -= 1
        if not drive.diagnose(part, hw.now):
            return 0
    return drive.diagnose(part, hw.now)


@dataclass(slots=True)
class JobRun:
    """A running procedure of the machine.

    Two may run at once: a job of the hand in play, and *beside* it the build of the other set,
    which has tray, conveyors, heads and pushers to itself.
    """

    kind: JobKind
    args: dict[str, int]
    run: Procedure
    due: float
    began: float
    is_beside: bool = False
    stage: Stage = Stage.NONE
    percent: int = 0
    paused: bool = False
    warnings: set[tuple[int, int]] = field(default_factory=set)
    """Warnings of this job that are told but once."""

    @property
    def wish(self) -> int:
        """The set that its arguments name, or `ANY_SET`."""
        return self.args.get("set", ANY_SET)

    def pause(self, now: float) -> None:
        """Come to rest within the movement."""
        if not self.paused:
            self.paused = True
            self.due -= now

    def resume(self, now: float) -> None:
        """Go on after `pause`."""
        if self.paused:
            self.paused = False
            self.due += now


class Observer(Protocol):
    """Who is told what the machine does."""

    def on_state(self, state: TableState) -> None:
        """Take note of another state of the table."""

    def on_progress(self, work: JobRun) -> None:
        """Take note that a movement begins."""

    def on_end(self, work: JobRun, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Take note that a job ended; *fault* is code and side, or zeros."""

    def on_fault(self, code: int, side: int) -> None:
        """Take note of a fault that stopped no job of the hand in play."""

    def on_warning(self, code: int, side: int) -> None:
        """Take note of something that people should know."""

    def on_sets(self) -> None:
        """Take note that a set of tiles may be somewhere else, or its build stopped."""


@dataclass(slots=True)
class Trigger:
    """Do *act* once when the machine reaches *stage* at *percent* of its job."""

    stage: Stage
    percent: int
    act: Callable[[], None]

    def is_due(self, work: JobRun) -> bool:
        """Return whether *work* has come so far."""
        return self.stage is work.stage and work.percent >= self.percent
