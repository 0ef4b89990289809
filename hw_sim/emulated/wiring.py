"""What the wires of a board do to the simulated machine, and what its sensors tell back.

One line turns one mechanism until its end is sensed: the movements are those of the simulator's
own board, told apart. Outputs and inputs are the registers of `expander.h` among the board's ports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from firmware_bridge.wall_plan import WallPlan
from firmware_bridge.wire.codes import NO_SIDE, JobKind, JobState, Key, Stage, TableState
from hw_sim.board.firmware import Pace
from hw_sim.machine import procedures as do
from hw_sim.machine.gauges import Gauges, Warmth, parts_at_work
from hw_sim.machine.machine import NONE, Machine
from hw_sim.machine.motion import Hardware, JobRun, Procedure, Step
from hw_sim.machine.stacking import stack_all
from hw_sim.machine.tiles import SIDES


class Output(IntEnum):
    """What a board tells its wires."""

    JOB = 1
    DICE = 2
    LINE = 3
    STORE = 4
    FRAME = 5
    PLAN = 6
    STARTED = 13
    PART = 14
    DISTANCE = 16
    RELAYS = 18


class Input(IntEnum):
    """What a board reads from its wires."""

    SWITCHES = 1
    COUNT = 2
    FAULT = 4
    SIDE = 6
    PIPS = 7
    KEY = 13
    STOP = 14
    HANG = 15
    WAY = 16
    PANEL = 32
    COIN = 64
    RAW = 65


class Line(IntEnum):
    """What drives motors, one at a time."""

    REST = 0
    LID_OPEN = 1
    INTAKE = 2
    LID_CLOSE = 3
    MIXER = 4
    HEADS = 5
    LIFT_UP = 6
    LIFT_DOWN = 7
    DICE = 8
    DICE_REST = 9
    HOME = 10
    COUNT = 11
    TEST = 12
    CHUTES = 13
    REVERSE = 14
    PART = 15


RAW_INPUTS: Final = (
    *(("head sensor", side) for side in range(SIDES)),
    *((name, NO_SIDE) for name in ("lid closed", "walls up", "motors", "motor temperature")),
    ("supply", NO_SIDE),
)
"""What the wires of its inputs carry, in the order of `wired_upkeep.h`."""
RAW_S: Final = 0.1
"""Seconds between two updates of these inputs, in the time of whoever turns the wiring."""

DONE: Final = 100
FAILED: Final = 0xFF
IS_OPEN, IS_UP, IS_BUILT = 1, 2, 4
READERS: Final = 2
MOST_DICE: Final = 3
STAMP_MS: Final = 1 << 13
"""The chip's milliseconds in an output run over here."""


class Change(NamedTuple):
    """An output that a board has set, and when, in its own milliseconds."""

    output: int
    value: int
    ms: int


class Decoder:
    """What cuts the bytes of a board's outputs into changes."""

    def __init__(self) -> None:
        self._row = b""

    def feed(self, data: bytes) -> Iterator[Change]:
        """Yield the changes that *data* completes."""
        for byte in data:
            self._row = bytes([byte]) if byte & 0x80 else self._row + bytes([byte])
            if len(self._row) == 4 and self._row[0] & 0x80:
                what, low, middle, high = self._row
                ms = middle >> 1 & 0x3F | high << 6
                yield Change(what & 0x7F, low | (middle & 1) << 7, ms)


def _close(hw: Hardware) -> Procedure:
    """Close the lid; the lifters go down once the hand that was on them is taken in."""
    is_in = not hw.places.in_walls() or len(hw.places.tray) >= hw.wall_plan.count
    return (yield from do.close_hole(hw, taken_in=is_in))


def _mix(hw: Hardware) -> Procedure:
    yield from do.give_back(hw, 0)
    return (yield from do.shuffle(hw, 40))


def _build(hw: Hardware) -> Procedure:
    hw.sets.building = hw.sets.in_play
    try:
        return (yield from stack_all(hw, 0, DONE - 1))
    finally:
        hw.sets.building = None


def _look(hw: Hardware) -> Procedure:
    yield Step(Stage.SETTLE, 0, hw.profile.times.settle)
    return b""


MOVEMENTS: Final[dict[Line, tuple[JobKind, Callable[[Hardware], Procedure]]]] = {
    Line.LID_OPEN: (JobKind.OPEN_HOLE, do.open_hole),
    Line.INTAKE: (JobKind.DROP, lambda hw: do.take_in(hw, hw.sets.in_play, 0)),
    Line.LID_CLOSE: (JobKind.CLOSE_HOLE, _close),
    Line.MIXER: (JobKind.BUILD, _mix),
    Line.HEADS: (JobKind.BUILD, _build),
    Line.LIFT_UP: (JobKind.RAISE, do.raise_walls),
    Line.LIFT_DOWN: (JobKind.LOWER, do.lower_walls),
    Line.DICE: (JobKind.ROLL, do.rattle),
    Line.DICE_REST: (JobKind.ROLL, _look),
    Line.HOME: (JobKind.HOME, do.home),
    Line.COUNT: (JobKind.CENSUS, do.census),
    Line.TEST: (JobKind.SELF_TEST, do.self_test),
    Line.REVERSE: (JobKind.JAM_CLEAR, do.jam_clear),
    Line.PART: (JobKind.JOG, do.jog),
}
"""What each line moves; the job's kind only says to the simulator what to watch."""


class Wiring:
    """The wires between one board and one machine; pure: `outputs` in, `inputs` out."""

    def __init__(self, machine: Machine, pace: Pace) -> None:
        self.changes: list[Change] = []
        """All that the board has set."""
        self.is_hung = False
        """Whether the board is asked to stand still."""
        self._machine = machine
        self._pace = pace
        self._decoder = Decoder()
        self._set: dict[int, int] = {}
        self._dice = 1
        self._plan = bytearray(7)
        self._aim = bytearray(4)
        self._line = Line.REST
        self._held: JobRun | None = None
        """What was switched off before its end."""
        self._news: dict[int, int] = {}
        self._keys: list[int] = []
        self._warmth = Warmth()
        self._gauges = Gauges(machine, self._warmth)
        self._raw_at = 0.0
        """When the raw inputs are told next."""
        self._pulses = 0
        machine.observer = self

    def board_stopped(self, last: bytes) -> None:
        """Take in what its outputs did *last*; stop all, and tell its next start everything."""
        self.changes += self._decoder.feed(last)
        self._drive(Line.REST, self._machine.now)
        self._held = None
        self._set.clear()
        self._decoder = Decoder()
        self.is_hung = False
        self._pulses = 0

    def deadline(self) -> float | None:
        """Return when an input changes by itself: never."""
        return None

    def press(self, key: Key) -> None:
        """Press a key of the console; the expander remembers it until the board has looked."""
        self._keys.append(key + 1)

    def drop_in_coin(self, pulses: int = 1) -> None:
        """Let a coin fall into the slot."""
        self._pulses += pulses

    def turn(self, data: bytes, now: float) -> bytes:
        """Take what the board's outputs did by *now*, move the machine; return its inputs."""
        machine, at = self._machine, self._pace.machine(now)
        for change in self._decoder.feed(data):
            self.changes.append(change)
            self._take(change, at)
        while machine.observer is self and machine.step(at):
            continue
        if now >= self._raw_at:
            self._raw_at = now + RAW_S
            self._look(at)
        return b"".join(self._inputs())

    def on_progress(self, work: JobRun) -> None:
        """Tell how far the movement has come."""
        if parts_at_work(work):
            self._warmth.run(work.began, work.due - work.began)
        self._news[Input.WAY + self._line] = min(work.percent, DONE - 1)

    def on_end(self, work: JobRun, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Tell that a movement is at its end, or what it met."""
        del work, result
        if state is JobState.CANCELLED:
            return
        code, side = fault
        if code:
            self._news |= {Input.FAULT: code & 0xFF, Input.FAULT + 1: code >> 8, Input.SIDE: side}
        elif self._line is Line.DICE_REST:
            self._read_dice()
        self._news[Input.WAY + self._line] = FAILED if code else DONE

    def on_state(self, state: TableState) -> None:
        """Tell nothing: the board knows its state from the switches."""

    def on_fault(self, code: int, side: int) -> None:
        """Tell nothing: the next movement finds what is wrong at rest."""

    def on_warning(self, code: int, side: int) -> None:
        """Tell nothing: no sensor sees it."""

    def on_sets(self) -> None:
        """Tell nothing: no sensor sees it."""

    def _take(self, change: Change, now: float) -> None:
        output, value = change.output, change.value
        if output == Output.JOB:
            self._held = None
        elif output == Output.STARTED:
            self._set.clear()
            self.is_hung = False
            self._pulses = 0  # its counter begins with the board
        elif output == Output.DICE:
            self._dice = max(1, value)
        elif output == Output.LINE:
            self._drive(Line(value), now)
        elif Output.PLAN <= output < Output.PLAN + len(self._plan):
            self._plan[output - Output.PLAN] = value
        elif Output.PART <= output < Output.PART + len(self._aim):
            self._aim[output - Output.PART] = value

    def _drive(self, line: Line, now: float) -> None:
        """Switch the motors of *line* on, and all others off."""
        machine = self._machine
        if machine.front is not None:
            self._held, machine.front = machine.front, None
            self._held.pause(now)
        if line is Line.REST:
            return
        machine.fault = NONE
        machine.now = max(machine.now, now)
        if line is self._line and self._held is not None:
            self._held.resume(now)
            machine.front, self._held = self._held, None
            return
        if self._held is not None:
            self._held.run.close()
            self._held = None
        self._line = line
        kind, movement = MOVEMENTS[line]
        self._use_plan()
        args = {"dice": self._dice, "test": 0, **self._part()}
        machine.front = JobRun(kind, args, movement(machine), machine.now, machine.now)

    def _part(self) -> dict[str, int]:
        """Return which part is to be moved by itself, and how far."""
        mechanism, side, *distance = self._aim
        way = int.from_bytes(bytes(distance), "little", signed=True)
        return {"mechanism": mechanism, "side": side, "distance": way}

    def _use_plan(self) -> None:
        *layout, half, deal, players = self._plan
        if half:
            self._machine.wall_plan = WallPlan(2 * half, players, tuple(layout), deal)

    def _look(self, at: float) -> None:
        """Note what the raw inputs carry, two bytes each."""
        for number, value in enumerate(self._gauges.read(RAW_INPUTS, at)):
            low, high = (value & 0xFFFF).to_bytes(2, "little")
            self._news |= {Input.RAW + 2 * number: low, Input.RAW + 2 * number + 1: high}

    def _read_dice(self) -> None:
        dice = self._machine.dice
        readings = dice.read(self._machine.peripherals) or ((0,) * MOST_DICE,) * READERS
        for reader, reading in enumerate(readings):
            for die, pips in enumerate(reading):
                self._news[Input.PIPS + MOST_DICE * reader + die] = pips

    def _inputs(self) -> Iterator[bytes]:
        """Yield what has changed; how far a movement is comes last, when all else is there."""
        machine = self._machine
        count = sum(machine.places.counts(None, with_walls=not machine.walls_up))
        now = {
            Input.SWITCHES: IS_OPEN * machine.hole_open
            | IS_UP * machine.walls_up
            | IS_BUILT * machine.walls_built,
            Input.COUNT: count & 0xFF,
            Input.COUNT + 1: count >> 8,
            Input.STOP: int(machine.estop),
            Input.HANG: int(self.is_hung),
            Input.COIN: self._pulses & 0xFF,
        }
        news, self._news = self._news, {}
        ways = {what: value for what, value in news.items() if Input.WAY <= what < Input.PANEL}
        keys, self._keys = self._keys, []
        for what, value in {**now, **news}.items():
            if what not in ways and self._set.get(what) != value:
                self._set[what] = value
                yield row(what, value)
        for value in keys:
            yield row(Input.KEY, value)
        for what, value in ways.items():
            yield row(what, value)


def row(what: int, value: int) -> bytes:
    """Return how a board is told that input *what* has changed."""
    return bytes([0x80 | what, value & 0x7F, value >> 7])
