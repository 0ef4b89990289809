"""Discards in their order.

In rows, discards tell who discarded what and in which order; thrown about the middle they tell
neither.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.geometry import Layout, Point, by_rows
from vision.types import TileReading

ASKEW: Final = 0.14
"""Radians: who lays discards in rows turns them less than this from square to the rows."""


def askew(turn: float) -> float:
    """Return by how many radians *turn* differs from the nearest quarter turn."""
    return abs(turn - round(turn / (math.pi / 2)) * math.pi / 2)


def are_thrown(turns: Sequence[float]) -> bool:
    """Return whether tiles turned so from their owners' rows lie in disorder."""
    return 2 * sum(askew(turn) > ASKEW for turn in turns) > len(turns)


def in_order(
    placed: Sequence[tuple[TileReading, Point, bool]], layout: Layout
) -> tuple[TileReading, ...]:
    """Return the discards of one seat in order: row by row from the middle, from its left.

    Each comes with its middle in the seat's frame and whether it lies sideways.
    """
    tall, wide = layout.tile.height_mm, layout.tile.width_mm
    lower = [(u, v + (wide if across else tall) / 2) for _, (u, v), across in placed]
    discards = [replace(one, sideways=across) for one, _, across in placed]
    return tuple(discards[number] for number in by_rows(lower, tall / 2))
