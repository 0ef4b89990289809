"""What players of a card game sit down with, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Sitting:
    """The table before a hand."""

    rng: random.Random
    options: Mapping[str, Any]
    """Every option of the game."""
    players: int
    banker: int

    def dealt(self, pack: Sequence[str], each: int) -> list[list[str]]:
        """Return *each* shuffled cards of *pack* for everybody; the rest comes last."""
        mixed = self.rng.sample(pack, len(pack))
        cut = each * self.players
        return [mixed[at : at + each] for at in range(0, cut, each)] + [mixed[cut:]]


class Hand(NamedTuple):
    """A hand's `play`, twice."""

    full: dict[str, Any]
    told: dict[str, Any]
