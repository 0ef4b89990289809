"""The machine below the table top: one job at a time, movement by movement, in its own time.

Pure: `step` makes the next movement that is due, `deadline` says when that is. What
happens is told to an `Observer` (the firmware twin). What is wrong with the machine
stands in its `Plant`, and what is wrong with the tiles in `Places`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.codes import NO_SIDE, JobKind, JobState, Stage, TableState
from firmware_bridge.gears import Gear, layout_for
from hw_sim.dice_unit import DiceUnit
from hw_sim.duty import ALLOWED, BUSY_STATE, LOCKED, REST, STAGE_STATE, state_in
from hw_sim.feed import tile_fault
from hw_sim.motion import LIFT_MM, Procedure, Step, Stopped
from hw_sim.plant import JAM, PART_OF, SIDED, Plant
from hw_sim.procedures import procedure_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from hw_sim.places import Places
    from hw_sim.profile import Profile


BACK_OFF_MM: Final = 10.0
"""So far they go back from what they have met."""
ONCE: Final = frozenset({304, 403})


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

    def fault_told(self, code: int, side: int) -> None:
        """Take note of a fault though nothing was running."""

    def warned(self, code: int, side: int) -> None:
        """Take note of something that people should know."""


@dataclass(slots=True)
class Trigger:
    """Do *act* once when the machine reaches *stage* at *percent* of its job."""

    stage: Stage
    percent: int
    act: Callable[[], None]


class Machine:
    """Tray, heads, lifters, lid and dice of one table, moving the tiles of *places*."""

    def __init__(self, places: Places, profile: Profile, rng: Random) -> None:
        """Make a machine at rest whose gear fits the tiles."""
        count = len(places)
        self.places = places
        self.profile = profile
        self.rng = rng
        self.plant = Plant(Random(count))  # noqa: S311  # noise of sensors, repeatable
        self.dice = DiceUnit(rng)
        self.gear = Gear(count, 4, layout_for(count))
        self.next_gear: Gear | None = None
        """A gear that was chosen at the console while a job ran: the next build has it."""
        self.state = TableState.IDLE
        self.hole_open = False
        self.walls_up = False
        self.close_pressed = False
        self.paused = False
        self.estop = False
        self.fault = (0, NO_SIDE)
        self.lift_mm = 0.0
        """How high the wall lifters stand."""
        self.stopped_at = 0.0
        """When the motors were last switched off ahead of their time."""
        self.people: Callable[[], object] = places.sweep
        """What the people at the table do whenever they see the hole open."""
        self.triggers: list[Trigger] = []
        self.on_move: Callable[[Stage, int], None] | None = None
        """Called at the start of every movement, with its stage and percent."""
        self.kind: JobKind | None = None
        self.args: dict[str, int] = {}
        self.stage = Stage.NONE
        self.percent = 0
        self.now = 0.0
        self.observer: Observer | None = None
        self._run: Procedure | None = None
        self._due = self._began = 0.0
        self._told: set[tuple[int, int]] = set()
        """Warnings of this job that are told but once."""

    @property
    def walls_built(self) -> bool:
        """Whether whole walls stand, raised or not."""
        return self.places.in_walls() + self.places.in_chutes() == self.gear.count

    def verify_start(self, kind: JobKind, args: dict[str, int]) -> None:
        """Raise `RefusedError` unless a job of *kind* may start now."""
        if self.state in LOCKED:
            raise RefusedError(806)
        if self._run is not None:
            raise RefusedError(805)
        if kind is JobKind.DEAL and not self.profile.deals:
            raise RefusedError(803)
        if self.state not in ALLOWED[kind] or (kind is JobKind.LOWER and not self.walls_built):
            raise RefusedError(801)
        self._verify_arguments(kind, args)

    def start(self, kind: JobKind, args: dict[str, int], now: float) -> None:
        """Start a job at *now*; raise `RefusedError` where it may not."""
        self.verify_start(kind, args)
        if self.next_gear is not None and kind in (JobKind.BUILD, JobKind.NEXT_HAND):
            self.gear, self.next_gear = self.next_gear, None
        self.kind, self.args, self.percent = kind, args, 0
        self._run = procedure_for(kind, self)
        self._due = self._began = self.now = now
        self.paused = False
        self._told.clear()
        if kind in BUSY_STATE:
            self._enter(BUSY_STATE[kind])

    def step(self, now: float) -> bool:
        """Make the next movement if it is due by *now*; return whether one was made."""
        self.watch(now)
        if self._run is None or self.paused or self._due > now:
            return False
        self.now = max(self.now, self._due)
        try:
            move = next(self._run)
        except StopIteration as end:
            self._end(JobState.DONE, bytes(end.value))
        except Stopped as stop:
            self._yield_to_resistance(stop.code, self.now)
            self._stop(stop.code, stop.side)
        else:
            self._move(move)
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
        if self.state not in REST or self._run is not None:
            raise RefusedError(801)
        if max(gear.layout) > self.profile.max_stacks or gear.deal > self.profile.deal:
            raise RefusedError(803)
        self.gear = gear

    def turn_gear(self, gear: Gear) -> None:
        """Let a person turn the gear switch: it takes effect at the next build, never in one."""
        if max(gear.layout) <= self.profile.max_stacks and gear.deal <= self.profile.deal:
            self.next_gear = gear

    def watch(self, now: float) -> None:
        """Look at the safety inputs, which stop the motors at once, in every mode."""
        moving = self._run is not None and not self.paused
        code, side = self.plant.alarm(self.stage, moving=moving)
        if code and code != self.fault[0]:
            self.stopped_at = now
            self._yield_to_resistance(code, now)
            self._stop(code, side)

    def stop_motors(self, now: float) -> None:
        """Latch the emergency stop: nothing moves until it is released at the table."""
        self.estop = True
        self.stopped_at = now
        self._stop(701, NO_SIDE)

    def lock_for_service(self, now: float) -> None:
        """Lock the table for someone who works on it; nothing while it moves."""
        if self._run is None and not self.fault[0]:
            self.stopped_at = now
            self._stop(706, NO_SIDE)

    def lose_lease(self, now: float) -> None:
        """Stop a motion that the host drives, because the host has fallen silent (§6.5)."""
        self.stopped_at = now
        self._stop(905, NO_SIDE)

    def clear_fault(self, code: int, now: float) -> None:
        """Leave fault *code*; raise `RefusedError` while its cause is there."""
        if code == 0 or code != self.fault[0]:
            raise RefusedError(804)
        if self._run is not None or self.is_sensed(now):
            raise RefusedError(801)
        self.fault = (0, NO_SIDE)
        self._rest()
        if state_in(code) in LOCKED:
            self.start(JobKind.HOME, {}, now)

    def is_sensed(self, now: float) -> bool:
        """Return whether what stopped the machine is still there."""
        code, side = self.fault
        if self.estop or code == 0:
            return self.estop
        return self.plant.is_sensed(code, side, now) or tile_fault(self.places, code)

    def cut_power(self) -> None:
        """Stop in the middle of whatever runs, telling nobody."""
        self._run, self.kind = None, None
        self.paused = False
        self.stage, self.percent = Stage.NONE, 0

    def boot(self, fault: int) -> None:
        """Start again after a cut, locked out where *fault* tells why."""
        self.fault = (701 if self.estop else fault, NO_SIDE)
        self._rest()

    def wall_tiles(self, side: int) -> int:
        """Return how many tiles the gear gives a wall; an odd rest makes half a stack."""
        gear = self.gear
        tiles = 2 * gear.layout[side]
        is_odd = (gear.count - gear.deal * gear.players) % 2
        return tiles - 1 if is_odd and tiles and not any(gear.layout[side + 1 :]) else tiles

    def warn(self, code: int, side: int = NO_SIDE) -> None:
        """Tell the observer something that does not end the job; wear and dust once a job."""
        if code in ONCE and (code, side) in self._told:
            return
        self._told.add((code, side))
        if self.observer is not None:
            self.observer.warned(code, side)

    def warn_of_weak_sensors(self) -> None:
        """Tell the observer which sensors want cleaning."""
        for _, side in self.plant.weak_spots():
            self.warn(403, side)

    def people_see_open_hole(self) -> None:
        """Let the people at the table push their tiles in."""
        self.people()

    def _verify_arguments(self, kind: JobKind, args: dict[str, int]) -> None:
        """Raise `RefusedError` where a job of *kind* cannot be done as *args* wish."""
        if kind is JobKind.JAM_CLEAR and self.fault[0] not in (301, *JAM.values()):
            raise RefusedError(801)
        if kind is JobKind.DEAL:
            chutes = self.places.chutes[: args["seats"]]
            if not chutes or any(len(chute) != args["tiles"] for chute in chutes):
                raise RefusedError(804)
        elif args.get("tiles", 0) not in (0, (self.next_gear or self.gear).count):
            raise RefusedError(803)
        if not 1 <= args.get("dice", 1) <= self.profile.dice:
            raise RefusedError(804)
        part = PART_OF.get(args.get("mechanism", 0))
        if part is None or (part in SIDED and args.get("side", 0) not in range(4)):
            raise RefusedError(804)

    def _move(self, move: Step) -> None:
        """Begin the movement that the procedure wants."""
        self._began = self.now
        self._due = self.now + move.seconds
        self.stage, self.percent = move.stage, move.percent
        if move.stage in STAGE_STATE:
            self._enter(STAGE_STATE[move.stage])
        if self.observer is not None:
            self.observer.progressed(move.stage, move.percent)
        self._pull_triggers()
        if self.on_move is not None:
            self.on_move(move.stage, move.percent)

    def _yield_to_resistance(self, code: int, now: float) -> None:
        """Stop the lifters where they are, and let them give way to a hand or a tile (§6.9)."""
        if self.stage not in (Stage.RAISE, Stage.LOWER):
            return
        length = max(self._due - self._began, 1e-9)
        way = LIFT_MM * min(1.0, max(0.0, (now - self._began) / length))
        back = min(BACK_OFF_MM, way) if code in (205, 702) else 0.0
        self.lift_mm = way - back if self.stage is Stage.RAISE else LIFT_MM - way + back

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
        if self._run is None and self.observer is not None:
            self.observer.fault_told(code, side)
        self._end(JobState.FAILED, b"", state_in(code))

    def _end(self, state: JobState, result: bytes, table: TableState | None = None) -> None:
        running, self._run = self._run, None
        self.paused = False
        self.places.check()
        if table is None:
            self._rest()
        else:
            self._enter(table)
        if running is not None and self.observer is not None:
            self.observer.ended(state, result, self.fault if table else (0, NO_SIDE))
        self.kind = None
        self.stage, self.percent = Stage.NONE, 0

    def _rest(self) -> None:
        """Enter the state that a fault, the tiles and the lid show."""
        if self.fault[0]:
            self._enter(state_in(self.fault[0]))
        elif self.hole_open:
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
