"""Tiles of a photograph in reading order: which lie in one row, and rows from the top."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.localise import Spot

_REACH: Final = 1.75
"""Neighbors in a row are at most this many tile lengths apart along it."""
_ASTRAY: Final = 0.38
"""… and at most this share of a tile's height off it."""


def in_rows(spots: Sequence[Spot]) -> list[list[int]]:
    """Return the places of *spots* by row: rows from the top, each from left to right."""
    label = list(range(len(spots)))
    for first, one in enumerate(spots):
        for second in range(first):
            if _beside(one, spots[second]) or _beside(spots[second], one):
                old, new = label[first], label[second]
                label = [new if mark == old else mark for mark in label]
    rows = [[i for i, mark in enumerate(label) if mark == row] for row in sorted(set(label))]
    rows = [_left_to_right(row, spots) for row in rows]
    return sorted(rows, key=lambda row: float(np.mean([spots[i].y for i in row])))


def _beside(one: Spot, other: Spot) -> bool:
    """Return whether *other* lies beside *one* in the direction of its width or, turned, height."""
    dx, dy = other.x - one.x, other.y - one.y
    cos, sin = np.cos(one.turn), np.sin(one.turn)
    along, across = abs(dx * cos + dy * sin), abs(-dx * sin + dy * cos)
    pitch = (one.width + other.width) / 2
    if _crosswise(one, other):
        pitch = (one.width + other.height) / 2
    return bool(along < _REACH * pitch and across < _ASTRAY * min(one.height, other.height))


def _crosswise(one: Spot, other: Spot) -> bool:
    """Return whether the two tiles are turned against each other by about a right angle."""
    return abs(math.sin(one.turn - other.turn)) > math.sqrt(0.5)


def _left_to_right(row: list[int], spots: Sequence[Spot]) -> list[int]:
    """Return *row* along its own line, from the left (from the top where it is upright)."""
    points = np.array([(spots[i].x, spots[i].y) for i in row])
    if len(row) == 1:
        return row
    _, _, axes = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)
    axis = axes[0] if axes[0][0] + 0.3 * axes[0][1] > 0 else -axes[0]
    places = points @ axis
    return [row[int(i)] for i in np.argsort(places)]
