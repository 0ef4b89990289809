"""What people are led through at the table, step by step: data that a game declares.

The kiosk draws it; what a step decides is its sheet's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class SeatTiles:
    """Everyone takes a tile from the own wall; the highest sits East, and so on round.

    Who have equal ones take again.
    """

    id: ClassVar[str] = "seats"
    dice: ClassVar[tuple[int, ...]] = ()
    """How many dice a throw of it may have, the usual number first; nothing without dice."""
    ranks: tuple[str, ...]
    """The tiles, the highest first."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Everyone gives tiles of one suit away, and a die says to whom."""

    id: ClassVar[str] = "exchange"
    dice: ClassVar[tuple[int, ...]] = (1,)
    tiles: int
    takes_from: Mapping[int, int]
    """How many places to the right of everyone sits who gives him tiles, by the pips."""


@dataclass(frozen=True, slots=True)
class SupplementDice:
    """Dice choose the supplement of a kong among the stacks left, counted from the tail."""

    id: ClassVar[str] = "supplement"
    dice: ClassVar[tuple[int, ...]] = (2, 1)
    one_will_do: int
    """With fewer stacks left than this one die may be thrown."""
    one_only: int
    """With fewer than this one die alone."""


@dataclass(frozen=True, slots=True)
class FlowerOrder:
    """After the deal everyone in turn, the banker first, lays out flowers and draws others."""

    id: ClassVar[str] = "flowers"
    dice: ClassVar[tuple[int, ...]] = ()
    waits: bool = False
    """Whether a flower among those waits for the next turn, in place of being replaced at once."""


@dataclass(frozen=True, slots=True)
class SittingOut:
    """More people take part than have a seat, and between hands they take turns."""

    id: ClassVar[str] = "sitting_out"
    dice: ClassVar[tuple[int, ...]] = ()
    most: int
    """How many may sit out."""


Guide = SeatTiles | Exchange | SupplementDice | FlowerOrder | SittingOut
