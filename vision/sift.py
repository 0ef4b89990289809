"""Which of the things found in a photograph are tiles: by how sure they are and how large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.classify import Likely
    from vision.localise import Spot

Named = tuple["Spot", "Likely"]

_NO_TILE: Final = 0.5
_CLEAR: Final = 0.5
"""What scores this as a place is kept, whatever its face: it may be covered."""
_TOGETHER: Final = 0.25
"""What scores less must have a face that makes up for it."""
_SIZES: Final = (0.3, 3.2)
"""Tiles of one photograph differ no more than this in area from the ordinary one."""
_BLANK_SIZE: Final = 0.6
"""A blank this much smaller is the top of a tile that stands."""
_BLANKS: Final = ("5z", "0z")
_SURE_FACE: Final = 0.8


def sift(named: Sequence[Named]) -> list[Named]:
    """Return those of *named* that are tiles."""
    likely = [entry for entry in named if _is_likely(*entry)]
    sure = [_area(spot) for spot, face in likely if spot.score > _CLEAR and _is_face(face)]
    if not sure:
        return likely
    ordinary = float(np.median(sure))
    return [entry for entry in likely if _fits(*entry, ordinary)]


def _is_likely(spot: Spot, face: Likely) -> bool:
    """Return whether place and face together speak for a tile."""
    if face.no_tile >= _NO_TILE:
        return False
    return spot.score >= _CLEAR or spot.score * face.best >= _TOGETHER


def _is_face(face: Likely) -> bool:
    """Return whether something is surely printed there."""
    code, share = face.ranked()[0]
    return share >= _SURE_FACE and code not in _BLANKS


def _fits(spot: Spot, face: Likely, ordinary: float) -> bool:
    """Return whether *spot* is as large as a tile here: *ordinary* is their median area."""
    relative = _area(spot) / ordinary
    if face.ranked()[0][0] in _BLANKS and relative < _BLANK_SIZE:
        return False
    return _SIZES[0] <= relative <= _SIZES[1]


def _area(spot: Spot) -> float:
    """Return the area of *spot* in square pixels."""
    return spot.width * spot.height
