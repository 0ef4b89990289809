"""Which of what was found in a photograph are tiles.

What each rule brings, and which others went: `docs/vision-notes.md`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.recognise.classifier import Face
from vision.recognise.detector import SURE, Spot
from vision.recognise.naming import BLANKS, WHITE_DRAGON

NamedSpot = tuple["Spot", "Face"]


class _Tile:
    """What is a tile; chosen on 67 photographs of standing tiles."""

    PLACE, FACE = 0.5, 0.8
    """From these scores of a place and of its face on something surely is printed there."""
    SIZES_ALONE: Final = (0.5, 2.0)
    """Areas, in times of the median sure one, of tiles that lie further than `_Tile.FAR` from
    every sure face, …"""
    FAR: Final = 3.0
    """… in its own shorter sides: books have letters, too."""
    SURE_ALONE: Final = (0.55, 0.95)
    """How sure such a one must be: among few sure faces, and among more than `_Tile.MANY`."""
    MANY: Final = 6
    WHITE: Final = (0.99, 0.8)
    """A blank there is a white dragon this sure, and in area so much of a tile, or nothing."""


def filter_tiles(named: Sequence[NamedSpot]) -> list[int]:
    """Return which of *named* are tiles, by place: by how sure, how large and how near they are."""
    kept = [place for place, (_, face) in enumerate(named) if face.no_tile < 0.5]
    sure = [_area(spot) for spot in _faces(named, kept)]
    if not sure:
        return kept
    ordinary = float(np.median(sure))
    for _ in range(2):  # what lay beside a stray thing may be stray itself
        faces = _faces(named, kept)
        kept = [place for place in kept if not _is_stray(*named[place], faces, ordinary)]
    return kept


def place_confidence(spot: Spot) -> float:
    """Return how sure it is that there is a tile at *spot*, 0 to 1."""
    return min(1.0, spot.score / SURE)


def share_within(spot: Spot, size: tuple[int, int]) -> float:
    """Return which share of the face at *spot* a picture of *size*, width and height, shows."""
    face = spot.quad().astype(np.float32)
    wide, tall = size
    picture = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    return min(1.0, cv2.intersectConvexConvex(face, picture)[0] / cv2.contourArea(face))


def _faces(named: Sequence[NamedSpot], places: Sequence[int]) -> list[Spot]:
    """Return at which of *places* of *named* surely something is printed."""
    return [
        spot
        for spot, face in (named[place] for place in places)
        if spot.score > _Tile.PLACE and face.best >= _Tile.FACE and face.code not in BLANKS
    ]


def _is_stray(spot: Spot, face: Face, faces: Sequence[Spot], ordinary: float) -> bool:
    reach = _Tile.FAR * min(spot.width, spot.height)
    if any(_distance(spot, one) <= reach for one in faces if one is not spot):
        return False
    relative = _area(spot) / ordinary
    if face.code in BLANKS:
        sure, size = _Tile.WHITE
        return not (face.code == WHITE_DRAGON and face.best >= sure and relative >= size)
    is_sure = place_confidence(spot) * face.best >= _Tile.SURE_ALONE[len(faces) > _Tile.MANY]
    return not (is_sure and _Tile.SIZES_ALONE[0] <= relative <= _Tile.SIZES_ALONE[1])


def _area(spot: Spot) -> float:
    return spot.width * spot.height


def _distance(one: Spot, other: Spot) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)
