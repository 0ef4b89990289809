"""What a camera gives to screens that look on: numbered, five a second at most.

All screens share the newest, so that many watchers cost no more than one; who has it already waits
for the next one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

ItemT = TypeVar("ItemT")

FASTEST_S: Final = 0.2
"""Between two beginnings; what takes longer is begun again at once."""


class Newest(Generic[ItemT]):
    """The newest of what is taken of one camera; safe to use from any thread."""

    def __init__(
        self,
        take: Callable[[], ItemT],
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Use *take* for a fresh one; *clock* and *pause* count seconds."""
        self._take = take
        self._clock, self._pause = clock, pause
        self._lock = threading.Lock()
        self._begun_s = 0.0
        self._newest: tuple[int, ItemT] | None = None

    def newer(self, after: int) -> tuple[int, ItemT]:
        """Return one numbered other than *after* (1, 2, 3 … since start); take one if it is old.

        A number from before a restart is above all of ours and is taken as "none yet". Raise
        `Refused` where the camera gives none.
        """
        with self._lock:
            last = self._newest
            if last is None:
                return self._fresh(1)
            left_s = FASTEST_S - (self._clock() - self._begun_s)
            if left_s > 0 and after != last[0]:
                return last
            if left_s > 0:
                self._pause(left_s)
            return self._fresh(last[0] + 1)

    def _fresh(self, number: int) -> tuple[int, ItemT]:
        begun_s = self._clock()
        self._newest = number, self._take()
        self._begun_s = begun_s
        return self._newest
