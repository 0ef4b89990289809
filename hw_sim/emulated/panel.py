"""The panel of a table as it is sold, over the simulated machine, and the button box on its plug.

The table's own controller moves everything, one movement after the other, when a key is pressed;
a key that is pressed while something moves is lost. The box sees lamps, switches and keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from firmware_bridge.wire.codes import JobState, Key, TableState
from hw_sim.board.firmware import Pace
from hw_sim.emulated.wiring import MOVEMENTS, Change, Decoder, Input, Line, Output, row
from hw_sim.machine.machine import NONE, Machine
from hw_sim.machine.motion import JobRun
from hw_sim.sold_table import PanelInput

COUNTER: Final = 0x80
SWITCH_AT: Final = 8
LIFT, DICE, SUPPLY = (1 << relay for relay in range(3))
TAKE_IN: Final = (Line.LID_OPEN, Line.INTAKE, Line.LID_CLOSE, Line.MIXER, Line.HEADS)
PRESS_S: Final = 0.2
"""So long a person holds a key."""
PULSE_S: Final = 0.04
"""So long a stack covers the counter, and so far apart they come at least."""
DICE_OF: Final = {136: 2}
"""How many dice it throws, by the place of its switch; else three."""


class Controller:
    """What moves the machine of a sold table: keys in, one movement after the other."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.line = Line.REST
        """What moves now."""
        self._next: list[Line] = []
        machine.observer = self

    def press(self, key: Key, now: float) -> None:
        """Do what *key* is for, in the machine's time; while something moves it is lost."""
        machine = self.machine
        if self.line is Line.INTAKE and key is Key.LIFT:
            machine.close_pressed = True
        elif self.line is not Line.REST:
            return
        elif key is Key.DICE:
            self._begin([Line.DICE, Line.DICE_REST], now)
        elif machine.walls_built and not machine.walls_up:
            self._begin([Line.LIFT_UP], now)
        elif not machine.hole_open:
            self._begin([*TAKE_IN], now)

    def cut(self) -> None:
        """Let everything stand where it is: the supply has fallen."""
        machine = self.machine
        if machine.front is not None:
            machine.front.run.close()
            machine.front = None
        self.line, self._next = Line.REST, []

    def step(self, now: float) -> None:
        """Let time pass until *now*."""
        while self.machine.step(now):
            continue

    def on_progress(self, work: JobRun) -> None:
        """Tell nobody: nothing of it can be seen."""

    def on_end(self, work: JobRun, state: JobState, result: bytes, fault: tuple[int, int]) -> None:
        """Go on with the next movement; after a fault the table stands."""
        del work, state, result
        self._begin([] if fault[0] else self._next, self.machine.now)

    def on_state(self, state: TableState) -> None:
        """Tell nobody."""

    def on_fault(self, code: int, side: int) -> None:
        """Tell nobody: a digit on the panel, that no box reads."""

    def on_warning(self, code: int, side: int) -> None:
        """Tell nobody."""

    def on_sets(self) -> None:
        """Tell nobody."""

    def _begin(self, lines: list[Line], now: float) -> None:
        """Begin the first of *lines*; the others follow."""
        self.line, self._next = (lines[0], lines[1:]) if lines else (Line.REST, [])
        if self.line is Line.REST:
            return
        machine = self.machine
        if self.line is Line.MIXER and machine.next_wall_plan is not None:
            machine.wall_plan, machine.next_wall_plan = machine.next_wall_plan, None
        machine.fault = NONE
        machine.now = max(machine.now, now)
        kind, movement = MOVEMENTS[self.line]
        args = {"dice": DICE_OF.get(machine.wall_plan.count, 3)}
        machine.front = JobRun(kind, args, movement(machine), machine.now, machine.now)


class PanelWiring:
    """The plug between a box and that panel; pure: what the relays did in, what is seen out."""

    def __init__(self, machine: Machine, pace: Pace) -> None:
        self.changes: list[Change] = []
        """All that the box has set."""
        self.is_hung = False
        """Whether the box is asked to stand still."""
        self._table = Controller(machine)
        self._pace = pace
        self._decoder = Decoder()
        self._relays = self._stacks = 0
        self._told: dict[int, int] = {}
        self._keys: dict[Key, float] = {}
        """Until when people hold which key."""
        self._pressed: list[Key] = []
        self._pulse_at = -1.0
        """When the counter saw a stack last, in the time of the link."""
        self._pulses = 0
        """Stacks that the counter has still to tell of."""
        self._now = 0.0

    def board_stopped(self, last: bytes) -> None:
        """Take in what the relays did *last*: without the box's power all are open."""
        self.changes += self._decoder.feed(last)
        self._decoder = Decoder()
        self._set_relays(0, self._pace.machine(self._now))
        self._told.clear()
        self.is_hung = False

    def press(self, key: Key) -> None:
        """Let a person press a key of the table, which the box sees."""
        self._pressed.append(key)

    def drop_in_coin(self, pulses: int = 1) -> None:
        """Let a coin fall through: the plug of the panel has no slot."""

    def turn(self, data: bytes, now: float) -> bytes:
        """Take what the relays did by *now*, move the table; return what changes at the plug."""
        self._now, at = now, self._pace.machine(now)
        for change in self._decoder.feed(data):
            self.changes.append(change)
            if change.output == Output.RELAYS:
                self._set_relays(change.value, at)
        for key in self._pressed:
            self._keys[key] = now + PRESS_S
            self._table.press(key, at)
        self._pressed.clear()
        self._table.step(at)
        self._count(now)
        return b"".join(self._inputs(now))

    def deadline(self) -> float | None:
        """Return when an input changes by itself, in the time of the link."""
        pulse = [self._pulse_at + PULSE_S, self._pulse_at + 2 * PULSE_S]
        return min((end for end in (*self._keys.values(), *pulse) if end > self._now), default=None)

    def _set_relays(self, relays: int, at: float) -> None:
        closes = relays & ~self._relays
        self._relays = relays
        if not relays & SUPPLY:
            self._table.cut()
            return
        for relay, key in ((LIFT, Key.LIFT), (DICE, Key.DICE)):
            if closes & relay:
                self._table.press(key, at)

    def _count(self, now: float) -> None:
        """Let the counter see each stack that the heads have built."""
        stacks = self._table.machine.places.in_slots() // 2
        self._pulses += max(0, stacks - self._stacks)
        self._stacks = stacks
        if self._pulses and now >= self._pulse_at + 2 * PULSE_S:
            self._pulses -= 1
            self._pulse_at = now

    def _inputs(self, now: float) -> Iterator[bytes]:
        counter = COUNTER if now < self._pulse_at + PULSE_S else 0
        both = self._panel() | self._read_keys(now) | counter | self._switch() << SWITCH_AT
        for place, value in enumerate(both.to_bytes(2, "little")):
            if self._told.get(place) != value:
                self._told[place] = value
                yield row(Input.PANEL + place, value)
        if self._told.get(Input.HANG) != self.is_hung:
            self._told[Input.HANG] = self.is_hung
            yield row(Input.HANG, int(self.is_hung))

    def _panel(self) -> int:
        machine, line = self._table.machine, self._table.line
        rests = line is Line.REST and bool(self._relays & SUPPLY)
        lamps = {
            PanelInput.READY: rests and machine.walls_built and not machine.walls_up,
            PanelInput.OPEN: machine.hole_open,
            PanelInput.UP: machine.walls_up,
            PanelInput.ROLLING: line is Line.DICE,
            PanelInput.STOPPED: machine.estop,
        }
        return sum(one for one, is_on in lamps.items() if is_on)

    def _read_keys(self, now: float) -> int:
        self._keys = {key: until for key, until in self._keys.items() if now < until}
        keys = {Key.LIFT: PanelInput.KEY_LIFT, Key.DICE: PanelInput.KEY_DICE}
        return sum(keys[key] for key in self._keys if key in keys)

    def _switch(self) -> int:
        """Return the place of the switch, by the gears of the profile."""
        machine = self._table.machine
        plan = machine.next_wall_plan or machine.wall_plan
        gears = machine.profile.gears
        return gears.index(plan.count) if plan.count in gears else 0
