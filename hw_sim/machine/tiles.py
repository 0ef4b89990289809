"""Tiles and the spots of a table where they can be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

SIDES: Final = 4


@dataclass(frozen=True, slots=True, eq=False)
class SimTile:
    """One physical tile: its *number* on this table and the *face* printed on it (`5m`).

    It is equal to nothing but itself.
    """

    number: int
    face: str
    back: int = 0
    """Colour of its back: that of set 0 or of set 1."""


class Flaw(StrEnum):
    """What is wrong with a tile, so that the machine cannot handle it."""

    FACE_UP = "face up"
    """Lies on its back and never flips: the ring cannot pick it."""
    STUCK = "stuck"
    """Its magnet holds on to the tile that follows it."""
    WEAK_MAGNET = "weak magnet"
    """The ring cannot hold it."""
    WRONG_SIZE = "wrong size"


class Tier(StrEnum):
    """Which tile of a stack."""

    TOP = "top"
    BOTTOM = "bottom"


class Area(StrEnum):
    """Parts of the table top that belong to a seat."""

    HAND = "hand"
    MELDS = "melds"
    FLOWERS = "flowers"
    DISCARDS = "discards"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class InTray:
    """In the drum under the hole, being mixed."""


@dataclass(frozen=True, slots=True)
class OnBelt:
    """Picked by the ring, on the conveyor of a side."""

    side: int


@dataclass(frozen=True, slots=True)
class InHead:
    """In the machine head of a side, being paired."""

    side: int


@dataclass(frozen=True, slots=True)
class InChute:
    """Dealt: under the table top before a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class InWall:
    """In a stack of a wall on the lifters, raised or still under the table top."""

    side: int
    stack: int
    tier: Tier


@dataclass(frozen=True, slots=True)
class InSlot:
    """In a stack that waits below the table top, beside the lifters, until its set is due."""

    side: int
    stack: int
    tier: Tier


@dataclass(frozen=True, slots=True)
class OnTop:
    """On the table top, in a seat's area."""

    seat: int
    area: Area


@dataclass(frozen=True, slots=True)
class Outside:
    """Not on the table: in a pocket, in the box, on the floor."""


@dataclass(frozen=True, slots=True)
class InBox:
    """In the box of a set that was never put in, or was taken out of the machine."""


Place = InTray | OnBelt | InHead | InChute | InWall | InSlot | OnTop | InBox | Outside
Stack = tuple[SimTile | None, SimTile | None]
"""Top and bottom tile; `None` where it was taken."""
