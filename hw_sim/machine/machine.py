"""The machine below the table top: one job at a time, movement by movement, in its own time.

Pure: `step` makes the next movement that is due, `deadline` says when that is. An `Observer` (the
board) is told what happens. Its `Peripherals` and `Places` say what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from firmware_bridge.wall_plan import WallPlan, layout_for
from firmware_bridge.wire.codes import NO_SIDE, JobKind, JobState, Stage, TableState
from firmware_bridge.wire.states import BUSY_STATE, LOCKED, REST, STAGE_STATE
from hw_sim.machine.interlocks import (
    RefusedError,
    goes_beside,
    state_in,
    verify_start,
)
from hw_sim.machine.motion import LIFT_MM, JobRun, MachineStop, Observer, Step, Trigger
from hw_sim.machine.peripherals import DiceUnit, Peripherals
from hw_sim.machine.places import Places
from hw_sim.machine.procedures import procedure_for
from hw_sim.machine.stacking import tile_fault
from hw_sim.machine.tile_sets import SetTracker
from hw_sim.profile import Profile

BACK_OFF_MM: Final = 10.0
"""So far they go back from what they have met."""
ONCE: Final = frozenset({304, 403, 1002})
NONE: Final = (0, NO_SIDE)


class Machine:
    """Tray, heads, lifters, lid and dice of one table, moving the tiles of *places*."""

    def __init__(self, places: Places, profile: Profile, rng: Random) -> None:
        """Make a machine at rest whose wall plan fits the tiles."""
        count = next(iter(profile.gears), len(places))
        self.places = places
        self.profile = profile
        self.rng = rng
        self.peripherals = Peripherals(Random(count))  # noqa: S311  # noise of sensors, repeatable
        self.dice = DiceUnit(Random(rng.getrandbits(64)))  # noqa: S311  # throws change no wall
        self.sets = SetTracker(self, len(places.sets))
        self.wall_plan = WallPlan(count, 4, layout_for(count))
        self.next_wall_plan: WallPlan | None = None
        """A plan that was chosen at the console while a job ran: the next build has it."""
        self.state = TableState.IDLE
        self.hole_open = False
        self.walls_up = False
        self.close_pressed = False
        self.estop = False
        self.fault = NONE
        self.beside_fault = NONE
        """What stopped the build beside the hand in play, which goes on."""
        self.lift_mm = 0.0
        """How high the wall lifters stand."""
        self.stopped_at = 0.0
        """When the motors were last switched off ahead of their time."""
        self.people: Callable[[], object] = self.push_in
        """What the people at the table do whenever they see the hole open."""
        self.triggers: list[Trigger] = []
        self.on_move: Callable[[Stage, int], None] | None = None
        """Called at the start of every movement, with its stage and percent."""
        self.front: JobRun | None = None
        """The job of the hand in play."""
        self.beside: JobRun | None = None
        """The build of the other set."""
        self.now = 0.0
        self.observer: Observer | None = None
        self._is_ajar = False
        """Whether people opened the hole in a pause."""
        self._moving: JobRun | None = None
        """The one whose procedure runs now."""

    @property
    def kind(self) -> JobKind | None:
        """The job of the hand in play, `None` while there is none."""
        return None if self.front is None else self.front.kind

    @property
    def stage(self) -> Stage:
        """What that job is doing."""
        return Stage.NONE if self.front is None else self.front.stage

    @property
    def percent(self) -> int:
        """How far it has come."""
        return 0 if self.front is None else self.front.percent

    @property
    def is_paused(self) -> bool:
        """Whether something came to rest within its movement."""
        return any(work.paused for work in self._works())

    @property
    def args(self) -> dict[str, int]:
        """The arguments of the job that moves now."""
        work = self._moving or self.front
        return {} if work is None else work.args

    @property
    def builds_beside(self) -> bool:
        """Whether a set is being built beside the hand in play."""
        return self.beside is not None

    @property
    def walls_built(self) -> bool:
        """Whether whole walls stand, raised or not."""
        if self.places.in_walls():
            return self.sets.is_whole()
        return not self.walls_up and any(map(self.sets.is_ready, range(len(self.places.sets))))

    def push_in(self) -> None:
        """Let people put in the set for which the hole is open: out of its box, off the top."""
        self.places.put_in(self.sets.dropping)
        if self.sets.dropping == self.sets.in_play:
            self.places.sweep()

    def start(self, kind: JobKind, args: dict[str, int], now: float) -> None:
        """Start a job at *now*; raise `RefusedError` where it may not."""
        verify_start(self, kind, args)
        beside = goes_beside(self, kind, args)
        builds = kind in (JobKind.BUILD, JobKind.NEXT_HAND) and self.beside is None
        if self.next_wall_plan is not None and builds:
            self.wall_plan, self.next_wall_plan = self.next_wall_plan, None
        self.now = max(self.now, now)
        work = JobRun(kind, args, procedure_for(kind, self), now, now, is_beside=beside)
        if beside:
            self.beside = work
        else:
            self.front = work
            if kind in BUSY_STATE:
                self._enter(BUSY_STATE[kind])

    def step(self, now: float) -> bool:
        """Make the next movement if it is due by *now*; return whether one was made."""
        self.watch(now)
        due = [work for work in self._works() if work.due <= now and not work.paused]
        if not due:
            return False
        work = min(due, key=lambda one: one.due)
        stage = work.stage
        self.now = max(self.now, work.due)
        self._moving = work
        try:
            move = next(work.run)
        except StopIteration as end:
            self._end(work, JobState.DONE, bytes(end.value))
        except MachineStop as stop:
            self._yield_to_resistance(stop.code, self.now)
            self._stop(work, stop.code, stop.side)
        else:
            self._move(work, move)
        finally:
            self._moving = None
        is_over = work not in self._works()
        if is_over or work.stage is not stage:
            self.places.check(whole=is_over)
        return True

    def deadline(self) -> float | None:
        """Return when the next movement is due, `None` at rest."""
        return min((work.due for work in self._works() if not work.paused), default=None)

    def pause(self, now: float) -> None:
        """Come to rest within the movement; raise `RefusedError` where nothing runs."""
        if not self._works():
            raise RefusedError(801)
        for work in self._works():
            work.pause(now)

    def resume(self, now: float) -> None:
        """Go on after `pause`, or where people say that all tiles are in."""
        if self.stage is Stage.DROP and not (self.is_paused or self.profile.counts_in):
            self.close_pressed = True
            return
        if not self.is_paused:
            raise RefusedError(801)
        for work in self._works():
            work.resume(now)
        if self._is_ajar:
            self.hole_open = self._is_ajar = False
        if self.front is None:
            self._settle()

    def cancel(self, *, beside: bool = False) -> None:
        """End a job at rest; raise `RefusedError` where none runs."""
        work = self.beside if beside else self.front
        if work is None:
            raise RefusedError(801)
        self._end(work, JobState.CANCELLED, b"")

    def open_for_people(self) -> None:
        """Let people add a forgotten tile while everything is paused."""
        self.hole_open = self._is_ajar = True
        if self.front is None:
            self._settle()

    def set_wall_plan(self, plan: WallPlan) -> None:
        """Set what the next build makes; raise `RefusedError` where it cannot be built."""
        if self.state not in REST or self._works():
            raise RefusedError(801)
        if not self.profile.takes_plan(plan):
            raise RefusedError(803)
        self.wall_plan = plan

    def turn_plan_switch(self, plan: WallPlan) -> None:
        """Let a person turn the console's switch: it counts from the next build on."""
        if self.profile.builds(plan):
            self.next_wall_plan = plan

    def watch(self, now: float) -> None:
        """Look at the safety inputs, which stop the motors at once, in every mode."""
        works = self._works()
        if not works:
            self._heed(None, self._alarm_at_rest(), now)
        for work in works:
            # The build beside the hand moves nothing that a hand at the table could meet.
            stage = Stage.NONE if work.is_beside else work.stage
            alarm = self.peripherals.alarm(stage, moving=not work.paused)
            if alarm[0] and work in self._works():
                self._heed(work, alarm, now)

    def _alarm_at_rest(self) -> tuple[int, int]:
        """Return what is told though nothing moves: an open cover, too, where no fault stands."""
        alarm = self.peripherals.alarm(Stage.NONE, moving=False)
        is_open = self.peripherals.cover_open and not (self.fault[0] or alarm[0])
        return (703, NO_SIDE) if is_open else alarm

    def stop_motors(self, now: float) -> None:
        """Latch the emergency stop: nothing moves until it is released at the table."""
        self.estop = True
        self.stopped_at = now
        self._stop(self.front, 701, NO_SIDE)

    def lock_for_service(self, now: float) -> None:
        """Lock the table for someone who works on it; nothing while it moves."""
        if not self._works() and not self.fault[0]:
            self.stopped_at = now
            self._stop(None, 706, NO_SIDE)

    def lose_lease(self, now: float) -> None:
        """Stop a motion that the host drives, because the host has fallen silent (§6.5)."""
        self.stopped_at = now
        self._stop(self.front, 905, NO_SIDE)

    def clear_fault(self, code: int, now: float) -> None:
        """Leave fault *code*; raise `RefusedError` while its cause is there."""
        if code and code == self.fault[0]:
            if self.front is not None or self.is_sensed(now):
                raise RefusedError(801)
            self.fault = NONE
            self._settle()
            if state_in(code) in LOCKED:
                self.sets.must_count = self.sets.are_two
                self.start(JobKind.HOME, {}, now)
        elif code and code == self.beside_fault[0]:
            if self._is_there(self.beside_fault, now):
                raise RefusedError(801)
            self.beside_fault = NONE
            self._tell_sets()
        else:
            raise RefusedError(804)

    def is_sensed(self, now: float) -> bool:
        """Return whether what stopped the machine is still there."""
        if self.estop or self.fault[0] == 0:
            return self.estop
        return self._is_there(self.fault, now)

    def cut_power(self) -> None:
        """Stop in the middle of whatever runs, telling nobody."""
        for work in self._works():
            work.run.close()
        self.front = self.beside = None

    def boot(self, fault: int) -> None:
        """Start again after a cut, locked out where *fault* tells why."""
        self.fault = (701 if self.estop else fault, NO_SIDE)
        self._settle()

    def warn(self, code: int, side: int = NO_SIDE) -> None:
        """Tell the observer something that does not end the job; wear and dust once a job."""
        work = self._moving
        if work is not None and code in ONCE:
            if (code, side) in work.warnings:
                return
            work.warnings.add((code, side))
        if self.observer is not None:
            self.observer.on_warning(code, side)

    def _heed(self, work: JobRun | None, alarm: tuple[int, int], now: float) -> None:
        code, side = alarm
        is_beside = work is not None and work.is_beside
        if code in (0, self.beside_fault[0] if is_beside else self.fault[0]):
            return
        self.stopped_at = now
        self._yield_to_resistance(code, now)
        self._stop(work, code, side)

    def _works(self) -> list[JobRun]:
        if self.beside is None:
            return [] if self.front is None else [self.front]
        return [self.beside] if self.front is None else [self.front, self.beside]

    def _is_there(self, fault: tuple[int, int], now: float) -> bool:
        code, side = fault
        is_in_tiles = tile_fault(self.places, code, self.sets.expected)
        return self.peripherals.is_sensed(code, side, now) or is_in_tiles

    def _move(self, work: JobRun, move: Step) -> None:
        work.began = self.now
        work.due = self.now + move.seconds
        is_new = work.stage is not move.stage
        work.stage, work.percent = move.stage, move.percent
        if move.stage in STAGE_STATE and not work.is_beside:
            self._enter(STAGE_STATE[move.stage])
        if self.observer is not None:
            self.observer.on_progress(work)
            if is_new:
                self._tell_sets()
        self._pull_triggers(work)
        if self.on_move is not None:
            self.on_move(move.stage, move.percent)

    def _yield_to_resistance(self, code: int, now: float) -> None:
        """Stop the lifters where they are, and let them give way to a hand or a tile (§6.9)."""
        work = self.front
        if work is None or work.stage not in (Stage.RAISE, Stage.LOWER):
            return
        length = max(work.due - work.began, 1e-9)
        way = LIFT_MM * min(1.0, max(0.0, (now - work.began) / length))
        back = min(BACK_OFF_MM, way) if code in (205, 702) else 0.0
        self.lift_mm = way - back if work.stage is Stage.RAISE else LIFT_MM - way + back

    def _pull_triggers(self, work: JobRun) -> None:
        for trigger in [one for one in self.triggers if one.is_due(work)]:
            self.triggers.remove(trigger)
            trigger.act()

    def _stop(self, work: JobRun | None, code: int, side: int) -> None:
        """End *work* by a fault, or just note the fault where nothing runs.

        What stops the build beside the hand stops nothing else, unless it locks the table: then
        both stop, whoever met it.
        """
        table = state_in(code)
        if work is not None and work.is_beside and table not in LOCKED:
            self.beside_fault = (code, side)
            self._end(work, JobState.FAILED, b"", (code, side))
            return
        self.fault = (code, side)
        if self.front is None and self.observer is not None:
            self.observer.on_fault(code, side)
        if self.beside is not None and table in LOCKED:
            self._end(self.beside, JobState.FAILED, b"", (code, side))
        if self.front is not None:
            self._end(self.front, JobState.FAILED, b"", (code, side))
        else:
            self._enter(table)

    def _end(
        self, work: JobRun, state: JobState, result: bytes, fault: tuple[int, int] = NONE
    ) -> None:
        """Let go of *work*, and tell how it ended."""
        work.run.close()
        if work.is_beside:
            self.beside = None
        else:
            self.front = None
            self._settle(state_in(fault[0]) if fault[0] else None)
        if self.observer is not None:
            self.observer.on_end(work, state, result, fault)
        self._tell_sets()

    def _settle(self, state: TableState | None = None) -> None:
        if state is not None:
            self._enter(state)
        elif self.fault[0]:
            self._enter(state_in(self.fault[0]))
        elif self.hole_open:
            self._enter(TableState.HOLE_OPEN)
        elif self.walls_up:
            self._enter(TableState.PLAY)
        else:
            self._enter(TableState.READY if self.walls_built else TableState.IDLE)

    def _tell_sets(self) -> None:
        if self.observer is not None and self.sets.are_two:
            self.observer.on_sets()

    def _enter(self, state: TableState) -> None:
        if state is not self.state:
            self.state = state
            if self.observer is not None:
                self.observer.on_state(state)
