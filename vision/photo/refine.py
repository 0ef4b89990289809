"""Which of what was found in a photograph are tiles, and which way they lie.

What each rule brings, and which others went: `docs/vision-notes.md`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, median
from typing import Final

import numpy as np

from vision.geometry import linked
from vision.photo.rows import common_turn
from vision.recognise.classifier import Face, OwnFaces, classify, cut
from vision.recognise.detector import SURE, Spot
from vision.recognise.naming import BLANKS, WHITE_DRAGON
from vision.types import Image

NamedSpot = tuple["Spot", "Face"]


# --- Boxes of a photograph: which way tiles lie that are seen as wide as high -------------------


class _Turn:
    """Which way tiles lie that are seen as wide as high; chosen on rows pictured aslant."""

    STEADY: Final = 0.8
    """An angle less sure than this, 0 to 1, is that of the tiles about it."""
    SQUAT: Final = 1.3
    """Several tiles side by side, lower than this, may all lie across."""
    PRINTED: Final = 0.8
    """They are turned where their faces are likelier then, and so likely in the mean."""
    NEAR: Final = 1.6
    """Side by side are tiles nearer than so many times their longer sides, …"""
    ALIKE: Final = math.cos(2 * math.radians(15))
    """… turned by less than 15°."""


def orient(image: Image, spots: Sequence[Spot], own: OwnFaces | None = None) -> list[Spot]:
    """Return *spots* of *image*, turned as their faces say they lie.

    Unsure ones are turned as those about them are; squat tiles side by side are turned together, by
    all their faces.
    """
    turned = _aligned(spots)
    for group in linked(turned, range(len(turned)), _lie_alike):
        found = [turned[place] for place in group]
        if not _are_squat(found):
            continue
        across = [spot.across() for spot in found]
        if _read_well(image, across, own) > max(_read_well(image, found, own), _Turn.PRINTED):
            for place, spot in zip(group, across, strict=True):
                turned[place] = spot
    return turned


def _aligned(spots: Sequence[Spot]) -> list[Spot]:
    """Return *spots*, those with an unsure angle turned, and as large, as the sure ones about them.

    Seen aslant a tile may be as wide as high: then its own box does not say which way it lies.
    """
    aligned = list(spots)
    for group in linked(spots, range(len(spots)), _lie_near):
        sure = [spots[place] for place in group if spots[place].steady >= _Turn.STEADY]
        if not sure:
            continue
        turn, sizes = common_turn(sure), [(spot.width, spot.height) for spot in sure]
        wide, tall = (median(sides) for sides in zip(*sizes, strict=True))
        for place in group:
            if spots[place].steady < _Turn.STEADY:
                aligned[place] = replace(spots[place], turn=turn, width=wide, height=tall)
    return aligned


def _read_well(image: Image, spots: Sequence[Spot], own: OwnFaces | None) -> float:
    """Return how likely the faces at *spots* are in the mean; blanks say nothing."""
    faces = classify(cut(image, np.stack([spot.quad() for spot in spots])), own)
    shares = [face.best for face in faces if face.code not in BLANKS]
    return fmean(shares) if shares else 0.0


def _are_squat(group: Sequence[Spot]) -> bool:
    return len(group) > 1 and median(spot.height / spot.width for spot in group) < _Turn.SQUAT


def _lie_near(one: Spot, other: Spot) -> bool:
    longer = max(one.width, one.height) + max(other.width, other.height)
    return _distance(one, other) < _Turn.NEAR * longer / 2


def _lie_alike(one: Spot, other: Spot) -> bool:
    return _lie_near(one, other) and math.cos(2 * (one.turn - other.turn)) > _Turn.ALIKE


def _distance(one: Spot, other: Spot) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


# --- What of a photograph is a tile ------------------------------------------------------------


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
