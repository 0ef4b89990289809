"""A wire that spoils what it carries: at a rate, at a certain frame, or for a while."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from hw_sim.faults.damage import DAMAGE

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

SPLIT_S = 0.005
"""How long after the first piece of a frame the next one comes."""


@dataclass(frozen=True)
class WireFaults:
    """How often each thing happens to a frame (0-1), and how late it comes at most."""

    lose: float = 0.0
    flip: float = 0.0
    """One bit of the frame is turned."""
    drop_byte: float = 0.0
    duplicate: float = 0.0
    delay_s: float = 0.0
    """Frames keep their order, as on a real wire."""
    others: Mapping[str, float] = field(default_factory=dict)
    """Rates of any of `damage.DAMAGE`, by name."""

    def __post_init__(self) -> None:
        rates = (self.lose, self.flip, self.drop_byte, self.duplicate, *self.others.values())
        if not all(0 <= rate <= 1 for rate in rates) or self.delay_s < 0:
            raise ValueError("rates are between 0 and 1, delays not negative")
        if set(self.others) - set(DAMAGE):
            raise ValueError(f"wire faults {sorted(self.others)}: choose from {', '.join(DAMAGE)}")

    @cached_property
    def rates(self) -> list[tuple[str, float]]:
        """Every rate that is not zero, by the name of the damage."""
        own = {
            "duplicate": self.duplicate,
            "lose": self.lose,
            "flip": self.flip,
            "drop_byte": self.drop_byte,
        }
        return [(name, rate) for name, rate in (own | dict(self.others)).items() if rate]


@dataclass(slots=True)
class Wire:
    """One direction of a cable."""

    rng: random.Random
    faults: WireFaults = field(default_factory=WireFaults)
    carried: int = 0
    damaged: int = 0
    """Frames that were lost or changed."""
    planned: dict[int, str] = field(default_factory=dict)
    """Damage by name to the frames with these numbers, counted from 1."""
    is_cut: bool = False
    """Whether this direction carries nothing at all."""
    _still_until: float = 0.0
    _due: list[tuple[float, int, bytes]] = field(default_factory=list)
    _last: float = 0.0
    _pieces: int = 0

    def push(self, frame: bytes, now: float) -> None:
        """Put *frame* on the wire at *now*."""
        self.carried += 1
        pieces = [] if self.is_cut else self._spoil(frame)
        self.damaged += pieces != [frame]
        for number, piece in enumerate(pieces):
            late = self.rng.uniform(0, self.faults.delay_s) + SPLIT_S * number
            self._last = max(self._last, now + late, self._still_until)
            self._pieces += 1
            heapq.heappush(self._due, (self._last, self._pieces, piece))

    def pull(self, now: float) -> bytes:
        """Return what comes out by *now*."""
        out = []
        while self._due and self._due[0][0] <= now:
            out.append(heapq.heappop(self._due)[2])
        return b"".join(out)

    def deadline(self) -> float | None:
        """Return when the next bytes come out."""
        return self._due[0][0] if self._due else None

    def damage_next(self, name: str, nth: int = 1) -> None:
        """Spoil the *nth* frame from now on; raise `ValueError` for a damage that there is not."""
        if name not in DAMAGE or nth < 1:
            raise ValueError(f"damage {name!r} to frame {nth}: choose from {', '.join(DAMAGE)}")
        self.planned[self.carried + nth] = name

    def stall(self, now: float, seconds: float) -> None:
        """Hold everything back for so long."""
        self._still_until = now + seconds
        held = [(max(at, self._still_until), number, data) for at, number, data in self._due]
        self._due[:] = sorted(held)

    def clear(self) -> None:
        """Lose all that is on the wire: it was unplugged."""
        self._due.clear()

    def _spoil(self, frame: bytes) -> list[bytes]:
        pieces = [frame]
        names = [name for name, rate in self.faults.rates if self.rng.random() < rate]
        if self.carried in self.planned:
            names.append(self.planned.pop(self.carried))
        for name in names:
            pieces = [out for piece in pieces if piece for out in DAMAGE[name](self.rng, piece)]
        return pieces
