"""A clock that a test sets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class SetClock:
    """Wall time and time since boot, both in milliseconds."""

    wall: int = 1_750_000_000_000
    mono: int = 5_000_000

    def wall_ms(self) -> int:
        """Return the time of day."""
        return self.wall

    def mono_ms(self) -> int:
        """Return the time since boot."""
        return self.mono

    def pass_s(self, seconds: float) -> None:
        """Let both clocks go on."""
        self.wall += round(1000 * seconds)
        self.mono += round(1000 * seconds)
