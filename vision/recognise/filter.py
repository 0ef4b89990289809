"""Which of the things found in a photograph are tiles: by how sure they are and how large."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognise.classifier import Likely
    from vision.recognise.detector import Spot

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
BLANKS: Final = ("5z", "0z")
_SURE_FACE: Final = 0.8
_ON_TOP: Final = 0.88
"""A blank this near above or below a face, in heights of the face, is the same tile's other side:
two tiles' middles are a whole height apart."""
_BESIDE: Final = 0.45
_LONELY: Final = 4.0
"""What lies further than this from every sure tile, in widths, must be sure itself."""
_ALONE_SURE: Final = 0.55
_MANY: Final = 6
"""Among so many sure faces others are known to lie together …"""
_STRAY: Final = 4.5
"""… and what lies further than this from all of them, in their widths, is no tile of theirs, …"""
_STRAY_SURE: Final = 0.95
_SURE_SPOT: Final = 0.6
"""What scores this as a place surely is one."""
_ROUNDS: Final = 2
"""What lay beside a stray one may be stray itself."""
_STRAY_SIZES: Final = (0.5, 2.0)
"""… unless it is this sure and as large as they are: a shelf of books has letters, too."""


def sift(named: Sequence[Named]) -> list[Named]:
    """Return those of *named* that are tiles."""
    likely = [entry for entry in named if _is_likely(*entry)]
    sure = [_area(spot) for spot, face in likely if spot.score > _CLEAR and _is_face(face)]
    if not sure:
        return likely
    ordinary = float(np.median(sure))
    fitting = [entry for entry in likely if _fits(*entry, ordinary)]
    for _ in range(_ROUNDS):
        faces = _faces(fitting)
        fitting = [entry for entry in fitting if not _is_stray(*entry, faces)]
    faces = _faces(fitting)
    return [
        (spot, face)
        for spot, face in fitting
        if not _is_side(spot, face, faces) and not _is_clutter(spot, face, faces)
    ]


def placed(spot: Spot) -> float:
    """Return how sure it is that there is a tile at *spot*, 0 to 1."""
    return min(1.0, spot.score / _SURE_SPOT)


def sureness(spot: Spot, face: Likely) -> float:
    """Return how sure a tile is: its face, and that no surer than its place."""
    return placed(spot) * face.best


def _faces(named: Sequence[Named]) -> list[Spot]:
    """Return where among *named* surely something is printed."""
    return [spot for spot, face in named if spot.score > _CLEAR and _is_face(face)]


def _is_stray(spot: Spot, face: Likely, faces: Sequence[Spot]) -> bool:
    """Return whether *spot* lies far from *faces*, which are many, and is not surely one more."""
    others = [one for one in faces if one is not spot]
    if len(others) < _MANY:
        return False
    reach = _STRAY * float(np.median([min(one.width, one.height) for one in others]))
    if any(math.hypot(spot.x - one.x, spot.y - one.y) <= reach for one in others):
        return False
    relative = _area(spot) / float(np.median([_area(one) for one in others]))
    is_sure = sureness(spot, face) >= _STRAY_SURE
    return not (is_sure and _STRAY_SIZES[0] <= relative <= _STRAY_SIZES[1])


def _is_side(spot: Spot, face: Likely, faces: Sequence[Spot]) -> bool:
    """Return whether a blank *spot* is the top or a side of a standing tile among *faces*."""
    if face.ranked()[0][0] not in BLANKS:
        return False
    return any(_is_on_top(spot, other) for other in faces)


def _is_on_top(spot: Spot, other: Spot) -> bool:
    """Return whether *spot* is too near above or below the face *other* to be a tile of its own."""
    along, down = other.reach_to(spot)
    return along < _BESIDE * other.width and 0.3 * other.height < down < _ON_TOP * other.height


def _is_clutter(spot: Spot, face: Likely, faces: Sequence[Spot]) -> bool:
    """Return whether *spot* lies far from all sure *faces* and is none too sure itself."""
    if spot.score * face.best >= _ALONE_SURE and face.ranked()[0][0] not in BLANKS:
        return False
    reach = _LONELY * min(spot.width, spot.height)
    return all(
        math.hypot(spot.x - one.x, spot.y - one.y) > reach for one in faces if one is not spot
    )


def _is_likely(spot: Spot, face: Likely) -> bool:
    """Return whether place and face together speak for a tile."""
    if face.no_tile >= _NO_TILE:
        return False
    return spot.score >= _CLEAR or spot.score * face.best >= _TOGETHER


def _is_face(face: Likely) -> bool:
    """Return whether something is surely printed there."""
    code, share = face.ranked()[0]
    return share >= _SURE_FACE and code not in BLANKS


def _fits(spot: Spot, face: Likely, ordinary: float) -> bool:
    """Return whether *spot* is as large as a tile here: *ordinary* is their median area."""
    relative = _area(spot) / ordinary
    if face.ranked()[0][0] in BLANKS and relative < _BLANK_SIZE:
        return False
    return _SIZES[0] <= relative <= _SIZES[1]


def _area(spot: Spot) -> float:
    """Return the area of *spot* in square pixels."""
    return spot.width * spot.height
