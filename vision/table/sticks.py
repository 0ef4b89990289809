"""Sticks of points that lie about the discards: counted, not read.

What is no cloth and no tile and has a stick's shape is one. It lies along its owner's rows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import ASIDE, STICK_MM, Layout, Point
from vision.table.problems import foreign_mask
from vision.table.top_view import PX_PER_MM, TopView
from vision.types import TableReading

_LIKE: Final = 1.7
"""Length, width and area differ from those of a stick by less than this: what is seen of one is
wider by its shadow, narrower by a tile beside it."""


def with_sticks(reading: TableReading, view: TopView, quads: NDArray[np.float64]) -> TableReading:
    """Return *reading* with the sticks that lie beside the tiles with corners *quads*.

    *quads* are in the table frame, N×4×2. Cloth between tiles and a stick is none of it.
    """
    half = ASIDE.upper_mm + view.layout.out_mm + STICK_MM[1]
    low, high = (round((view.reach + side * half) * PX_PER_MM) for side in (-1, 1))
    left = foreign_mask(view, quads) & ~view.islands
    left = left[max(low, 0) : high, max(low, 0) : high]
    outlines, _ = cv2.findContours(left, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    counts: Counter[int] = Counter()
    ready = set()
    for outline in outlines:
        (x, y), size, degrees = cv2.minAreaRect(outline)
        if _is_stick(size, cv2.contourArea(outline)):
            along = math.radians(degrees) + math.pi / 2 * (size[0] < size[1])
            middle = view.place(x + max(low, 0), y + max(low, 0))
            owner = _owner(middle, along, view.layout)
            if view.layout.to_seat(owner, middle)[1] > ASIDE.upper_mm:
                continue
            counts[owner] += 1
            ready |= {owner} if view.layout.is_before_river(owner, middle) else set()
    seats = tuple(replace(seat, has_stick=seat.seat in ready) for seat in reading.seats)
    return replace(reading, seats=seats, sticks=tuple(counts[seat.seat] for seat in seats))


def _is_stick(size: Sequence[float], area: float) -> bool:
    long, wide = max(size) / PX_PER_MM, min(size) / PX_PER_MM
    shares = long / STICK_MM[0], wide / STICK_MM[1], area / max(1, long * wide)
    return all(1 / _LIKE < share < _LIKE for share in shares)


def _owner(middle: Point, along: float, layout: Layout) -> int:
    """Return along whose rows a stick lies that points *along*, in radians clockwise."""

    def off(seat: int) -> tuple[bool, float]:
        _, v = layout.to_seat(seat, middle)
        return v + layout.out_mm < 0, abs(math.sin(along + layout.turn(seat)))

    return min(range(layout.seats), key=off)
