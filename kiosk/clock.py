"""Time from outside: the one place that asks the computer for it."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Wall time to be shown, and a time that never goes back to measure by."""

    def wall_ms(self) -> int:
        """Return milliseconds since 1970, UTC; may jump either way."""

    def mono_ms(self) -> int:
        """Return milliseconds since some moment of this boot; never falls."""


class SystemClock:
    """The computer's own clocks."""

    def wall_ms(self) -> int:
        """Return milliseconds since 1970, UTC."""
        return time.time_ns() // 1_000_000

    def mono_ms(self) -> int:
        """Return milliseconds of the monotonic clock."""
        return time.monotonic_ns() // 1_000_000
