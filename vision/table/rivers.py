"""Discards in their order.

In rows, discards tell who discarded what and in which order; thrown about the middle they tell
neither.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.geometry import Layout, Point
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
    tile = layout.tile
    rows: list[list[tuple[float, float, TileReading]]] = []
    lower = [
        (v + (tile.width_mm if across else tile.height_mm) / 2, u, replace(one, sideways=across))
        for one, (u, v), across in placed
    ]
    for entry in sorted(lower, key=lambda entry: entry[0]):
        if not rows or entry[0] - np.mean([v for v, *_ in rows[-1]]) > tile.height_mm / 2:
            rows.append([])
        rows[-1].append(entry)
    return tuple(one for row in rows for _, _, one in sorted(row, key=lambda entry: entry[1]))
