"""The dice under their dome: thrown by a motor, read twice, audited by the board itself.

A true throw lies under the dome; two sensors read it, and may err. The board believes
a reading only where both agree (`table-link.md` §6.10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from hw_sim.machine.hardware import Spot

if TYPE_CHECKING:
    import random

    from hw_sim.machine.hardware import Plant

FACES: Final = range(1, 7)
LOOKS: Final = (120, 600, 3_000)
"""After so many dice the board looks at its own count of faces, and at no other time."""
CRITICAL: Final = 23.1
"""Chi-square of 5 degrees of freedom that an honest die exceeds in one of 3,000 looks."""

Reading = tuple[int, ...]


@dataclass(slots=True)
class DiceUnit:
    """Dice, dome and what may be wrong with them."""

    rng: random.Random
    weights: tuple[float, ...] = (1.0,) * 6
    """How readily each face turns up: a loaded die has unequal ones."""
    magnet: int = 0
    """The face that a hidden magnet under the plate draws up, 0 for none."""
    cocked: int = 0
    """So many of the next throws leave a die leaning."""
    restless: int = 0
    """So many of the next throws do not come to rest in time."""
    muffled: bool = False
    """The motor gives a short dull rattle, as where someone has built in a remote control."""
    lies: tuple[int, ...] = ()
    """The throw under the dome now."""
    seen: dict[int, int] = field(default_factory=lambda: dict.fromkeys(FACES, 0))
    """The board's own count of the faces that it has read."""

    def rattle_s(self, shortest: float, longest: float) -> float:
        """Return for how long the plate shakes this time."""
        length = self.rng.uniform(shortest, longest)
        return 0.6 if self.muffled else length

    def throw(self, dice: int) -> None:
        """Let the dice fall."""
        if self.magnet:
            self.lies = (self.magnet,) * dice
        elif len(set(self.weights)) == 1:
            self.lies = tuple(self.rng.randint(1, 6) for _ in range(dice))
        else:
            self.lies = tuple(self.rng.choices(FACES, self.weights, k=dice))

    def rests(self) -> bool:
        """Return whether the dice have come to rest."""
        self.restless = max(0, self.restless - 1) if (moving := self.restless > 0) else 0
        return not moving

    def read(self, plant: Plant) -> tuple[Reading, Reading] | None:
        """Return what the two sensors read, `None` where a die leans."""
        if self.cocked:
            self.cocked -= 1
            return None
        return self._through(plant, Spot.DICE_A), self._through(plant, Spot.DICE_B)

    def note(self, pips: Reading) -> bool:
        """Count an accepted throw; return whether the board's audit has just failed (606)."""
        before = sum(self.seen.values())
        for pip in pips:
            self.seen[pip] += 1
        total = before + len(pips)
        if not any(before < look <= total for look in LOOKS):
            return False
        expected = total / 6
        return sum((count - expected) ** 2 / expected for count in self.seen.values()) > CRITICAL

    def _through(self, plant: Plant, spot: Spot) -> Reading:
        """Return the throw as one sensor reads it: one that is off adds pips to the first die."""
        off = plant.sensor(spot).off
        first, *others = self.lies
        return ((first - 1 + off) % 6 + 1, *others)
