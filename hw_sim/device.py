"""A whole table without a port: machine, memory and the board that was booted last; no I/O."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from firmware_bridge.codes import ResetCause
from hw_sim.device_journal import Eeprom, PowerCut
from hw_sim.machine import Machine
from hw_sim.places import Places
from hw_sim.profile import load
from hw_sim.twin import Twin

if TYPE_CHECKING:
    from collections.abc import Mapping


class Device:
    """A table that can be reset and loses its power, but never its tiles."""

    def __init__(
        self,
        faces: Mapping[str, int],
        seed: int = 0,
        speed: float = 1.0,
        profile: str = "four_port",
    ) -> None:
        """Make a table with these tiles; its machine runs *speed* times as fast as real."""
        if speed <= 0:
            raise ValueError(f"speed {speed}: more than 0")
        self.rng = random.Random(seed)  # noqa: S311  # a simulation, repeatable by its seed
        self.places = Places(faces)
        self.machine = Machine(self.places, load(profile), self.rng)
        self.eeprom = Eeprom()
        self.speed = speed
        self.twin = self._boot(ResetCause.POWER)

    def receive(self, data: bytes, now: float) -> None:
        """Take in bytes of the host and make the movements that are due."""
        try:
            self.twin.receive(data, now)
            self.twin.tick(now)
        except PowerCut:
            self.reset(ResetCause.BROWN_OUT)

    def frames(self, now: float) -> list[bytes]:
        """Return the frames to write now."""
        return self.twin.frames(now)

    def deadline(self) -> float | None:
        """Return when to call `receive` again though nothing arrives."""
        return self.twin.deadline()

    def reset(self, cause: ResetCause = ResetCause.WATCHDOG) -> None:
        """Stop everything at once and boot again; what was in memory cells stays."""
        self.twin = self._boot(cause)

    def lose_memory(self) -> None:
        """Change the board for a new one: it remembers nothing."""
        self.eeprom = Eeprom()
        self.reset(ResetCause.POWER)

    def _boot(self, cause: ResetCause) -> Twin:
        boot_id = self.rng.randrange(1, 1 << 32)
        try:
            return Twin(self.machine, self.eeprom, boot_id, cause, self.speed)
        except PowerCut:  # the cut is spent: the second boot comes through
            return Twin(self.machine, self.eeprom, boot_id, ResetCause.BROWN_OUT, self.speed)
