"""The keys of the centre console, which work with and without a host."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from firmware_bridge.codes import JobKind, Stage, TableState
from hw_sim.machine import RefusedError

if TYPE_CHECKING:
    from hw_sim.machine import Machine

CONSENT_S: Final = 60.0
"""So long may the host do what people allowed it at the console."""


class Key(IntEnum):
    """Keys by their numbers in button events."""

    LIFT = 0
    DICE = 1
    BOTH_LIFTS = 2
    """Two lift keys together: a pause in a build for a forgotten tile, at rest consent."""


class Console:
    """What each key does, by what the machine is doing."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._consent_until = 0.0
        self._paused_here = False

    def has_consent(self, now: float) -> bool:
        """Whether a person allowed the motions that need it, a minute ago at most."""
        return now < self._consent_until

    def press(self, key: Key, now: float) -> None:
        """Do what *key* is for; a key that is of no use now does nothing."""
        try:
            self._act(key, now)
        except RefusedError:
            return

    def _act(self, key: Key, now: float) -> None:
        machine = self._machine
        if machine.kind is None and key is Key.BOTH_LIFTS:
            self._consent_until = now + CONSENT_S
        elif machine.kind is None:
            self._start(key, now)
        elif self._paused_here and machine.paused and key is Key.LIFT:
            machine.hole_open = self._paused_here = False
            machine.resume(now)
        elif key is Key.BOTH_LIFTS and machine.state is TableState.BUILDING and not machine.paused:
            machine.pause(now)
            machine.hole_open = self._paused_here = True
        elif key is Key.LIFT and machine.stage is Stage.DROP:
            machine.close_pressed = True

    def _start(self, key: Key, now: float) -> None:
        if key is Key.DICE:
            self._machine.start(JobKind.ROLL, {"dice": min(2, self._machine.profile.dice)}, now)
        else:
            self._machine.start(JobKind.NEXT_HAND, {"tiles": 0}, now)
