"""A wire that spoils what it carries: loses, flips, doubles and delays, as it is told."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random


@dataclass(frozen=True, slots=True)
class WireFaults:
    """How often each thing happens to a frame (0-1), and how late it comes at most."""

    lose: float = 0.0
    flip: float = 0.0
    """One bit of the frame is turned."""
    drop_byte: float = 0.0
    duplicate: float = 0.0
    delay_s: float = 0.0
    """Frames keep their order, as on a real wire."""

    def __post_init__(self) -> None:
        rates = (self.lose, self.flip, self.drop_byte, self.duplicate)
        if not all(0 <= rate <= 1 for rate in rates) or self.delay_s < 0:
            raise ValueError("rates are between 0 and 1, delays not negative")


@dataclass(slots=True)
class Wire:
    """One direction of a cable."""

    rng: random.Random
    faults: WireFaults = field(default_factory=WireFaults)
    carried: int = 0
    damaged: int = 0
    """Frames that were lost or changed."""
    _due: list[tuple[float, int, bytes]] = field(default_factory=list)
    _last: float = 0.0

    def push(self, frame: bytes, now: float) -> None:
        """Put *frame* on the wire at *now*."""
        self.carried += 1
        copies = 1 + (self.rng.random() < self.faults.duplicate)
        for _ in range(copies):
            spoilt = self._spoil(frame)
            self.damaged += spoilt != frame
            self._last = max(self._last, now + self.rng.uniform(0, self.faults.delay_s))
            heapq.heappush(self._due, (self._last, self.carried, spoilt))

    def pull(self, now: float) -> bytes:
        """Return what comes out by *now*."""
        out = []
        while self._due and self._due[0][0] <= now:
            out.append(heapq.heappop(self._due)[2])
        return b"".join(out)

    def deadline(self) -> float | None:
        """Return when the next bytes come out."""
        return self._due[0][0] if self._due else None

    def clear(self) -> None:
        """Lose all that is on the wire: it was unplugged."""
        self._due.clear()

    def _spoil(self, frame: bytes) -> bytes:
        if self.rng.random() < self.faults.lose:
            return b""
        spoilt = bytearray(frame)
        if self.rng.random() < self.faults.flip:
            bit = self.rng.randrange(8 * len(spoilt))
            spoilt[bit // 8] ^= 1 << bit % 8
        if self.rng.random() < self.faults.drop_byte:
            del spoilt[self.rng.randrange(len(spoilt))]
        return bytes(spoilt)
