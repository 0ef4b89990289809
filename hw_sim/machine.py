"""The machine below the table top: one job at a time, movement by movement, in its own time.

Pure: `step` makes the next movement that is due, `deadline` says when that is. What
happens is told to an `Observer` (the firmware twin). Obstacles stand for jams.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.codes import NO_SIDE, JobKind, JobState, Stage, TableState
from firmware_bridge.faults import FAULTS, Severity
from firmware_bridge.gears import Gear, layout_for
from hw_sim.procedures import Procedure, Step, Stopped, procedure_for

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from hw_sim.places import Places
    from hw_sim.profile import Profile

_REST: Final = frozenset({TableState.IDLE, TableState.READY, TableState.PLAY})

ALLOWED: Final[dict[JobKind, frozenset[TableState]]] = {
    JobKind.OPEN_HOLE: _REST,
    JobKind.CLOSE_HOLE: frozenset({TableState.HOLE_OPEN}),
    JobKind.DROP: frozenset({TableState.IDLE, TableState.PLAY}),
    JobKind.BUILD: frozenset({TableState.IDLE, TableState.READY}),
    JobKind.RAISE: frozenset({TableState.READY}),
    JobKind.LOWER: frozenset({TableState.PLAY}),
    JobKind.NEXT_HAND: _REST | {TableState.HOLE_OPEN},
    JobKind.ROLL: _REST,
    JobKind.HOME: _REST | {TableState.HOLE_OPEN},
    JobKind.CENSUS: frozenset({TableState.IDLE, TableState.READY}),
}
"""In which states of the table a job may start."""

_BUSY_STATE: Final = {
    JobKind.BUILD: TableState.BUILDING,
    JobKind.NEXT_HAND: TableState.BUILDING,
    JobKind.RAISE: TableState.RAISING,
    JobKind.LOWER: TableState.RAISING,
    JobKind.HOME: TableState.HOMING,
}
_STAGE_STATE: Final = {
    Stage.DROP: TableState.HOLE_OPEN,
    Stage.SHUFFLE: TableState.BUILDING,
    Stage.RAISE: TableState.RAISING,
}


class RefusedError(Exception):
    """The machine will not do that; *code* is a fault 8xx."""

    def __init__(self, code: int) -> None:
        super().__init__(f"refused: fault {code}")
        self.code = code


class Observer(Protocol):
    """Who is told what the machine does."""

    def state_changed(self, state: TableState) -> None:
        """Take note of another state of the table."""

    def progressed(self, stage: Stage, percent: int) -> None:
        """Take note that a movement begins."""

    def ended(self, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Take note that the job ended; *fault* is code and side, or zeros."""

    def warned(self, code: int) -> None:
        """Take note of something that people should know."""


@dataclass(slots=True)
class Trigger:
    """Do *act* once when the machine reaches *stage* at *percent* of its job."""

    stage: Stage
    percent: int
    act: Callable[[], None]


class Machine:
    """Tray, heads, lifters, lid and dice of one table, moving the tiles of *places*."""

    def __init__(self, places: Places, profile: Profile, rng: random.Random) -> None:
        """Make a machine at rest whose gear fits the tiles."""
        count = len(places)
        self.places = places
        self.profile = profile
        self.rng = rng
        self.gear = Gear(count, 4, layout_for(count))
        self.state = TableState.IDLE
        self.hole_open = False
        self.walls_up = False
        self.close_pressed = False
        self.paused = False
        self.estop = False
        self.fault = (0, NO_SIDE)
        self.obstacles: set[tuple[int, int]] = set()
        """What blocks the machine now: fault code and side (`NO_SIDE` where it has none)."""
        self.people: Callable[[], object] = places.sweep
        """What the people at the table do whenever they see the hole open."""
        self.triggers: list[Trigger] = []
        self.kind: JobKind | None = None
        self.args: dict[str, int] = {}
        self.stage = Stage.NONE
        self.percent = 0
        self.now = 0.0
        self.observer: Observer | None = None
        self._run: Procedure | None = None
        self._due = 0.0

    @property
    def walls_built(self) -> bool:
        """Whether whole walls stand, raised or not."""
        return self.places.in_walls() == self.gear.count

    def verify_start(self, kind: JobKind, args: dict[str, int]) -> None:
        """Raise `RefusedError` unless a job of *kind* may start now."""
        if self.state in (TableState.LOCKOUT, TableState.SAFETY):
            raise RefusedError(806)
        if self._run is not None:
            raise RefusedError(805)
        if self.state not in ALLOWED[kind] or (kind is JobKind.LOWER and not self.walls_built):
            raise RefusedError(801)
        if args.get("tiles", 0) not in (0, self.gear.count):
            raise RefusedError(803)
        if kind is JobKind.ROLL and not 1 <= args["dice"] <= self.profile.dice:
            raise RefusedError(804)

    def start(self, kind: JobKind, args: dict[str, int], now: float) -> None:
        """Start a job at *now*; raise `RefusedError` where it may not."""
        self.verify_start(kind, args)
        self.kind, self.args, self.percent = kind, args, 0
        self._run = procedure_for(kind, self)
        self._due = self.now = now
        self.paused = False
        if kind in _BUSY_STATE:
            self._enter(_BUSY_STATE[kind])

    def step(self, now: float) -> bool:
        """Make the next movement if it is due by *now*; return whether one was made."""
        if self._run is None or self.paused or self._due > now:
            return False
        self.now = max(self.now, self._due)
        try:
            move = next(self._run)
        except StopIteration as end:
            self._end(JobState.DONE, bytes(end.value))
        except Stopped as stop:
            self._stop(stop.code, stop.side)
        else:
            self._move(move)
        self.places.check()
        return True

    def deadline(self) -> float | None:
        """Return when the next movement is due, `None` at rest."""
        return None if self._run is None or self.paused else self._due

    def pause(self, now: float) -> None:
        """Come to rest within the movement; raise `RefusedError` where nothing runs."""
        if self._run is None:
            raise RefusedError(801)
        if not self.paused:
            self.paused = True
            self._due -= now

    def resume(self, now: float) -> None:
        """Go on after `pause`."""
        if self._run is None or not self.paused:
            raise RefusedError(801)
        self.paused = False
        self._due += now

    def cancel(self) -> None:
        """End the job at rest; raise `RefusedError` where none runs."""
        if self._run is None:
            raise RefusedError(801)
        self._end(JobState.CANCELLED, b"")

    def set_gear(self, gear: Gear) -> None:
        """Set what the next build makes; raise `RefusedError` where it cannot be built."""
        if self.state not in _REST or self._run is not None:
            raise RefusedError(801)
        if max(gear.layout) > self.profile.max_stacks or (gear.deal and not self.profile.deals):
            raise RefusedError(803)
        self.gear = gear

    def stop_motors(self) -> None:
        """Latch the emergency stop: nothing moves until it is released at the table."""
        self.estop = True
        self._stop(701, NO_SIDE)

    def clear_fault(self, code: int, now: float) -> None:
        """Leave fault *code*; raise `RefusedError` while its cause is there."""
        if code == 0 or code != self.fault[0]:
            raise RefusedError(804)
        if self.estop or any(known == code for known, _ in self.obstacles):
            raise RefusedError(801)
        self.fault = (0, NO_SIDE)
        if self._run is not None:
            return
        if FAULTS[code].severity in (Severity.LOCKOUT, Severity.SAFETY):
            self._rest()
            self.start(JobKind.HOME, {}, now)
        else:
            self._rest()

    def cut_power(self) -> None:
        """Stop in the middle of whatever runs, telling nobody."""
        self._run, self.kind = None, None
        self.paused = False
        self.stage, self.percent = Stage.NONE, 0

    def boot(self, fault: int) -> None:
        """Start again after a cut, locked out where *fault* tells why."""
        self.fault = (701 if self.estop else fault, NO_SIDE)
        if self.estop:
            self._enter(TableState.SAFETY)
        elif fault:
            self._enter(TableState.LOCKOUT)
        else:
            self._rest()

    def sense(self, *faults: int, side: int = NO_SIDE) -> None:
        """Raise `Stopped` where one of *faults* is in the way at *side*."""
        for code in faults:
            if (code, side) in self.obstacles:
                raise Stopped(code, side)

    def warn(self, code: int) -> None:
        """Tell the observer something that does not end the job."""
        if self.observer is not None:
            self.observer.warned(code)

    def people_see_open_hole(self) -> None:
        """Let the people at the table push their tiles in."""
        self.people()

    def _move(self, move: Step) -> None:
        """Begin the movement that the procedure wants."""
        self._due = self.now + move.seconds
        self.stage, self.percent = move.stage, move.percent
        if move.stage in _STAGE_STATE and self.kind is not JobKind.ROLL:
            self._enter(_STAGE_STATE[move.stage])
        if self.observer is not None:
            self.observer.progressed(move.stage, move.percent)
        self._pull_triggers()

    def _pull_triggers(self) -> None:
        due = [
            trigger
            for trigger in self.triggers
            if trigger.stage is self.stage and self.percent >= trigger.percent
        ]
        for trigger in due:
            self.triggers.remove(trigger)
            trigger.act()

    def _stop(self, code: int, side: int) -> None:
        """End the job by a fault, or just note the fault where nothing runs."""
        self.fault = (code, side)
        severity = FAULTS[code].severity
        state = TableState.SAFETY if severity is Severity.SAFETY else TableState.FAULT
        if severity is Severity.LOCKOUT:
            state = TableState.LOCKOUT
        self._end(JobState.FAILED, b"", state)

    def _end(self, state: JobState, result: bytes, table: TableState | None = None) -> None:
        running, self._run = self._run, None
        self.paused = False
        if table is None:
            self._rest()
        else:
            self._enter(table)
        if running is not None and self.observer is not None:
            self.observer.ended(state, result, self.fault if table else (0, NO_SIDE))
        self.kind = None
        self.stage, self.percent = Stage.NONE, 0

    def _rest(self) -> None:
        """Enter the state that the tiles and the lid show."""
        if self.hole_open:
            self._enter(TableState.HOLE_OPEN)
        elif self.walls_up:
            self._enter(TableState.PLAY)
        else:
            self._enter(TableState.READY if self.walls_built else TableState.IDLE)

    def _enter(self, state: TableState) -> None:
        if state is not self.state:
            self.state = state
            if self.observer is not None:
                self.observer.state_changed(state)
