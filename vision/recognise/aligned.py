"""Tiles whose angle is unsure, turned as the tiles beside them are.

Seen low above the table a tile is as wide as it is high, and nothing but its print tells which
way it lies. Tiles of a row lie alike.
"""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.recognise.detector import Spot

STEADY: Final = 0.8
"""A tile whose angle is this sure needs no other's."""
_REACH: Final = 4.5
"""Tiles nearer than this, in widths, may tell …"""
_LEAST: Final = 2
"""… if they are so many, …"""
_ALIKE: Final = 0.85
"""… and agree so far: 1 where all lie alike, 0 where they lie anyhow."""


def aligned(spots: Sequence[Spot]) -> list[Spot]:
    """Return *spots*, those with an unsure angle turned as their neighbors are.

    They stay unsure: one of them may still lie across its row.
    """
    return [spot if spot.steady >= STEADY else _turned(spot, spots) for spot in spots]


def _turned(spot: Spot, spots: Sequence[Spot]) -> Spot:
    """Return *spot* as the sure ones beside it lie, as it is where they do not agree."""
    near = list(_beside(spot, spots))
    if len(near) < _LEAST:
        return spot
    cos = sum(math.cos(2 * one.turn) for one in near) / len(near)
    sin = sum(math.sin(2 * one.turn) for one in near) / len(near)
    if math.hypot(cos, sin) < _ALIKE:
        return spot
    return replace(
        spot,
        turn=math.atan2(sin, cos) / 2,
        width=median(one.width for one in near),
        height=median(one.height for one in near),
    )


def _beside(spot: Spot, spots: Sequence[Spot]) -> Iterator[Spot]:
    """Yield those of *spots* near *spot* whose angle is sure."""
    reach = _REACH * max(spot.width, spot.height)
    for one in spots:
        if one.steady >= STEADY and math.hypot(one.x - spot.x, one.y - spot.y) <= reach:
            yield one
