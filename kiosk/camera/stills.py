"""The camera's picture for screens that look on: numbered frames, five a second at most.

All screens share the newest frame, so that many watchers cost no more than one; who has seen it
already waits for the next one, for a second at most.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

FASTEST_S: Final = 0.2
"""Between two pictures taken of the camera."""


@dataclass(frozen=True, slots=True)
class Still:
    """One picture."""

    number: int
    """1, 2, 3 … since start."""
    jpeg: bytes
    at_s: float


class Stills:
    """The newest picture of one camera; safe to use from any thread."""

    def __init__(
        self,
        take: Callable[[], bytes],
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Use *take* for a fresh JPEG; *clock* and *pause* count seconds."""
        self._take = take
        self._clock, self._pause = clock, pause
        self._lock = threading.Lock()
        self._newest: Still | None = None

    def newer(self, after: int) -> Still:
        """Return a picture with a number above *after*, taken anew where the last one is old.

        A number from before a restart is above all of ours and is taken as "none seen yet".
        Raise `Refused` where the camera gives none.
        """
        with self._lock:
            last = self._newest
            if last is None:
                return self._fresh(1)
            left_s = FASTEST_S - (self._clock() - last.at_s)
            if left_s > 0 and after != last.number:
                return last
            if left_s > 0:
                self._pause(left_s)
            return self._fresh(last.number + 1)

    def _fresh(self, number: int) -> Still:
        self._newest = Still(number, self._take(), self._clock())
        return self._newest
