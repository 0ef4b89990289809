"""One tile on the table, and how exactly people put it there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry import Layout

SIDEWAYS: Final = math.pi / 2


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile on the table: its face, the centre in the table frame, how it is turned."""

    code: str
    center_mm: tuple[float, float]
    turn: float
    """Radians clockwise from upright for seat 0, half turns included."""
    tilt_mm: float = 0.0
    """By how much its left edge is up."""
    on_mm: float = 0.0
    """How high it lies: on other tiles of a pile."""
    area: str = "seat"
    """What it is there for: `seat` (hand, sets and the rest), `middle`, `river` or `wall`."""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class PlacedStick:
    """A stick of points on the table."""

    points: int
    center_mm: tuple[float, float]
    turn: float


@dataclass(frozen=True, slots=True)
class LayingStyle:
    """How players lay tiles."""

    all_backs: bool = False
    """Whether a concealed kong lies with all four face down."""
    off_mm: float = 0.4
    off_radians: float = 0.008
    gap_mm: float = 0.5
    upside_down: float = 0.4
    """How many tiles lie upside down, 0 to 1."""
    tilted: float = 0.0
    """How many tiles lean with one edge on something, 0 to 1."""


HASTY: Final = LayingStyle(off_mm=1.6, off_radians=0.02, gap_mm=1.0, tilted=0.03)
"""How people lay tiles who want the next hand."""
_TILT_MM: Final = 2.5
_BUILT: Final = 0.15
"""How far off a machine puts tiles, of how far people do."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile in the frame of its seat."""

    code: str
    u: float
    v: float
    sideways: bool = False
    area: str = "seat"
    on_mm: float = 0.0
    turn: float = 0.0
    """By how many radians it lies askew on purpose."""


def lay(
    spot: Spot, seat: int, layout: Layout, rng: np.random.Generator, style: LayingStyle
) -> PlacedTile:
    """Return the tile at *spot* before *seat* as a hand laid it down, a little off."""
    off = rng.normal(0, style.off_mm / 2, 2) * (_BUILT if spot.area == "wall" else 1.0)
    turn = float(rng.normal(0, style.off_radians)) - layout.turn(seat)
    turn += SIDEWAYS * (1 if rng.random() < 0.5 else -1) if spot.sideways else 0.0
    turn += math.pi if rng.random() < style.upside_down else 0.0
    # Neighbors never overlap: the disorder along a row stays within half the gap.
    most = style.gap_mm / 2
    along = float(np.clip(off[0], -most, most))
    down = float(np.clip(off[1], -most, most)) if spot.area == "river" else float(off[1])
    tilt = _TILT_MM if spot.area != "wall" and style.tilted and rng.random() < style.tilted else 0.0
    place = layout.to_table(seat, (spot.u + along, spot.v + down))
    return PlacedTile(spot.code, place, turn + spot.turn, tilt, spot.on_mm, spot.area, seat)
