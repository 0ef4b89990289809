"""The keys of the centre console, which work with and without a host."""

from __future__ import annotations

import contextlib
from typing import Final

from firmware_bridge.wire.codes import JobKind, Key, SetState, Stage, TableState
from hw_sim.machine.interlocks import RefusedError
from hw_sim.machine.machine import Machine

CONSENT_S: Final = 60.0
"""So long may the host do what people allowed it at the console."""


class ConsoleKeys:
    """What each key does, by what the machine is doing."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._consent_until = 0.0
        self._paused_here = False
        self._raises = False
        """Whether a key called for the next hand."""

    def has_consent(self, now: float) -> bool:
        """Whether a person allowed the motions that need it, a minute ago at most."""
        return now < self._consent_until

    def press(self, key: Key, now: float) -> None:
        """Do what *key* is for; a key that is of no use now does nothing."""
        try:
            self._act(key, now)
        except RefusedError:
            return

    def go_on(self, now: float) -> None:
        """Build the set that was taken in, once walls that a key called for are up.

        So a table without a host has its next walls ready, too. It goes on by itself only so far:
        nothing rises or opens before a key is pressed again.
        """
        machine = self._machine
        if not self._raises or machine.kind is not None:
            return
        self._raises = False
        if machine.walls_up and machine.sets.states()[machine.sets.other] is SetState.LOOSE:
            with contextlib.suppress(RefusedError):
                machine.start(JobKind.BUILD, {"tiles": 0, "set": machine.sets.other}, now)

    def _act(self, key: Key, now: float) -> None:
        machine = self._machine
        builds = machine.builds_beside if machine.kind is None else False
        if self._paused_here and machine.is_paused and key is Key.LIFT:
            self._paused_here = False
            machine.resume(now)
        elif (
            key is Key.BOTH_LIFTS
            and not machine.is_paused
            and (builds or machine.state is TableState.BUILDING)
        ):
            machine.pause(now)
            machine.open_for_people()
            self._paused_here = True
        elif machine.kind is None and key is Key.BOTH_LIFTS:
            self._consent_until = now + CONSENT_S
        elif machine.kind is None:
            self._start(key, now)
        elif key is Key.LIFT and machine.stage is Stage.DROP:
            machine.close_pressed = True

    def _start(self, key: Key, now: float) -> None:
        if key is Key.DICE:
            self._machine.start(JobKind.ROLL, {"dice": min(2, self._machine.profile.dice)}, now)
        else:
            self._machine.start(JobKind.NEXT_HAND, {"tiles": 0}, now)
            self._raises = True
