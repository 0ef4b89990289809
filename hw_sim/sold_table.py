"""A table as it is sold today, at the plug of its operating panel: keys in, lamps and switches out.

Its own controller does everything; of what it does only this much can be seen: no census, no
current, no weight, and nothing that reads the dice.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Final

CONSOLE_S: Final = 2.0
"""Opening or closing the console; a key that is pressed meanwhile is lost."""
MIX_S: Final = 6.0
STACK_S: Final = 0.35
"""From one stack to the next, at the head."""
RAISE_S: Final = 4.0
ROLL_S: Final = (3.0, 5.0)


class PanelInput(IntFlag):
    """A lamp, a switch or a key at the plug: `BOX_…` of `button_box.h`."""

    READY = 1
    OPEN = 2
    UP = 4
    ROLLING = 8
    KEY_LIFT = 16
    KEY_DICE = 32
    STOPPED = 64


@dataclass
class SoldTable:
    """The table behind the plug, in anybody's time; with all its tiles on the table top."""

    rng: random.Random
    gear: int = 136
    """How many tiles the switch stands at."""
    has_power: bool = True
    is_stopped: bool = False
    """Whether somebody holds the wired stop."""
    is_stuck: bool = False
    """Whether the head picks no more tiles."""
    deaf_until: float = 0.0
    """So long something else moves, and keys are lost."""
    pulses: int = 0
    """Stacks that have passed the counter since it was made."""
    throws: list[tuple[int, int]] = field(default_factory=list)
    presses: list[str] = field(default_factory=list)
    """Which keys were pressed and did something, in order."""
    _state: str = "down"
    _due: float = 0.0
    _rolls_until: float = 0.0
    _built: int = 0

    def inputs(self) -> PanelInput:
        """Return which lamps and switches are on now."""
        states = {
            PanelInput.READY: self._state == "ready" and self.has_power,
            PanelInput.OPEN: self._state in ("open", "closing"),
            PanelInput.UP: self._state == "up",
            PanelInput.ROLLING: self._rolls_until > 0.0,
            PanelInput.STOPPED: self.is_stopped,
        }
        return PanelInput(sum(one for one, is_on in states.items() if is_on))

    def press_lift(self, now: float) -> None:
        """Press the lift key; while something moves that is lost."""
        self.step(now)
        later = {"up": "opening", "down": "opening", "open": "closing", "ready": "raising"}
        if not self._hears(now) or self._state not in later:
            return
        self.presses.append("lift")
        self._state = later[self._state]
        self._due = now + (RAISE_S if self._state == "raising" else CONSOLE_S)

    def press_dice(self, now: float) -> None:
        """Press the dice key; while the dice roll that is lost."""
        self.step(now)
        if not self._hears(now) or self._rolls_until:
            return
        self.presses.append("dice")
        self.throws.append((self.rng.randint(1, 6), self.rng.randint(1, 6)))
        self._rolls_until = now + self.rng.uniform(*ROLL_S)

    def switch(self, *, on: bool) -> None:
        """Give the table its power, or take it: whatever moved stops, and starts over."""
        if self.has_power and not on:
            self._rolls_until = 0.0
            self._state = "down" if self._state in ("mixing", "building") else self._state
        self.has_power = on

    def step(self, now: float) -> None:
        """Let time pass until *now*."""
        if self._rolls_until and now >= self._rolls_until:
            self._rolls_until = 0.0
        while self._runs() and self._due and now >= self._due:
            self._due = self._end(self._due)

    def _runs(self) -> bool:
        return self.has_power and not self.is_stopped

    def _hears(self, now: float) -> bool:
        return self._runs() and now >= self.deaf_until

    def _end(self, now: float) -> float:
        """End the movement that is at work; return when the next one ends, 0 for none."""
        after = {"opening": ("open", 0.0), "closing": ("mixing", MIX_S), "raising": ("up", 0.0)}
        if self._state in after:
            self._state, seconds = after[self._state]
            self._built = 0
            return now + seconds if seconds else 0.0
        self._state = "building"
        if self.is_stuck:
            return now + STACK_S
        self._built += 1
        self.pulses += 1
        if self._built * 2 < self.gear:
            return now + STACK_S
        self._state = "ready"
        return 0.0
