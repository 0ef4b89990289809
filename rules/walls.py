"""Where the wall is broken: `hand-record.md`, "Breaking the wall"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.value import NOTHING


@dataclass(frozen=True, slots=True)
class Throws:
    """The dice as they fell."""

    banker: int
    """The seat that throws first."""
    dice: tuple[tuple[int, ...], ...]
    """Each throw's pips, 1 to 6."""
    players: int = 4
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    def total(self, throw: int = 0) -> int:
        """Return the sum of one throw."""
        return sum(self.dice[throw])

    def seat_at(self, total: int, origin: int | None = None) -> int:
        """Return the seat reached by counting to *total*, *origin* (the banker) being 1."""
        start = self.banker if origin is None else origin
        return (start + total - 1) % self.players


@dataclass(frozen=True, slots=True)
class Indicator:
    """Where a tile is turned up: counted from the head or the tail, or on a seat's wall."""

    stack: int
    """From 1."""
    tier: Literal["top", "bottom"]
    origin: Literal["head", "tail"] | None = None
    wall: int | None = None

    def to_json(self) -> dict[str, object]:
        """Return the object `indicator`."""
        place: dict[str, object] = (
            {"wall": self.wall} if self.origin is None else {"from": self.origin}
        )
        return {**place, "stack": self.stack, "tier": self.tier}


@dataclass(frozen=True, slots=True)
class Break:
    """The wall is broken after *after* stacks from the right-hand end of *wall*."""

    wall: int
    after: int
    indicator: Indicator | None = None

    def to_json(self) -> dict[str, object]:
        """Return what `jantaku break` prints."""
        indicator = None if self.indicator is None else self.indicator.to_json()
        return {"wall": self.wall, "after": self.after, "indicator": indicator}


@dataclass(frozen=True, slots=True)
class BreakAnywhere:
    """The sheet does not say where the wall is broken: people break it as they like."""

    def to_json(self) -> dict[str, object]:
        """Return what `jantaku break` prints."""
        return {"indicator": None}


@dataclass(frozen=True, slots=True)
class ThrowsNeeded:
    """Fewer throws were given than the procedure takes."""

    throwers: tuple[int | None, ...]
    """Who throws each of them; `None` where an earlier throw decides it."""

    def to_json(self) -> dict[str, object]:
        """Return what `jantaku break` prints."""
        return {"throws_needed": len(self.throwers), "throwers": list(self.throwers)}


def break_at(wall: int, after: int, stacks: int, players: int = 4) -> tuple[int, int]:
    """Return the wall and the count where a break after *after* stacks really falls.

    A count past the end of a wall of *stacks* stacks goes on into the left-hand
    neighbour's; a whole wall's count stays on it.
    """
    while after > stacks:
        wall = (wall - 1) % players
        after -= stacks
    return wall, after
