"""How fast the machine's time runs against that of the link; the pace may change on the way."""

from __future__ import annotations

import math


class Pace:
    """A clock of the machine that can be made faster and slower, and never jumps."""

    def __init__(self, speed: float) -> None:
        """Run *speed* times as fast as the link's clock; raise `ValueError` unless above 0."""
        self.speed = _checked(speed)
        self._since = self._base = 0.0

    def machine(self, now: float) -> float:
        """Return the machine's time at *now* of the link."""
        return self._base + (now - self._since) * self.speed

    def link(self, at: float) -> float:
        """Return when the link's clock will show that the machine's time has come to *at*."""
        now = self._since + (at - self._base) / self.speed
        while self.machine(now) < at:  # rounded down: whoever wakes then would wake in vain
            now = math.nextafter(now, math.inf)
        return now

    def change(self, speed: float, now: float) -> None:
        """Run at another *speed* from *now* on."""
        self._base, self._since = self.machine(now), now
        self.speed = _checked(speed)


def _checked(speed: float) -> float:
    if speed <= 0:
        raise ValueError(f"speed {speed}: more than 0")
    return speed
