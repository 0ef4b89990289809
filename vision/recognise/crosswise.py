"""Which way round tiles of a photograph lie, where only their faces can tell.

Seen low above the table a lying tile is as wide as it is high, and the localiser may take a whole
row for one of tiles that lie across it. Tiles that lie alike beside each other are turned together,
by all their faces; one alone by its own.
"""

from __future__ import annotations

import math
from statistics import fmean, median
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.photo.rows import linked
from vision.recognise.aligned import STEADY
from vision.recognise.classifier import classify, cut
from vision.recognise.filter import BLANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognise.classifier import OwnFaces
    from vision.recognise.detector import Spot
    from vision.recognise.filter import Named
    from vision.types import Image

_UPRIGHT: Final = (1.1, 2.1)
"""Height over width of a tile whose angle needs no second thought; …"""
_SQUAT: Final = 1.3
"""… of several beside each other it does, if they are lower than this."""
_SEVERAL: Final = 2
_FIRST: Final = 0.15
"""By how much likelier a face has to be for a tile to lie across what was seen."""
_NEAR: Final = 1.6
"""Tiles nearer than this lie beside each other, in the longer sides of both …"""
_ALIKE: Final = math.cos(2 * math.radians(15))
"""… and alike, if they are turned from each other by less."""
_LEAST: Final = 1e-3
"""No face says more against a way to lie than this probability."""
_PRINTED: Final = math.log(0.8)
"""Tiles are turned only if they show faces then."""


def named(image: Image, spots: Sequence[Spot], own: OwnFaces | None = None) -> list[Named]:
    """Return *spots* of *image*, turned as they lie, with what is on the tiles."""
    if not spots:
        return []
    groups = [group for group in linked(spots, range(len(spots)), _alike) if _is_open(group, spots)]
    asked = {place for group in groups for place in group}
    asked |= {place for place, spot in enumerate(spots) if _wavers(spot)}
    crossed = sorted(asked)
    seen = [*spots, *(spots[place].across() for place in crossed)]
    faces = classify(cut(image, np.stack([spot.quad() for spot in seen])), own)
    entries = list(zip(seen, faces, strict=True))
    ways = [[entry] for entry in entries[: len(spots)]]
    for place, entry in zip(crossed, entries[len(spots) :], strict=True):
        ways[place].append(entry)
    for group in groups:
        first, other = (_likeliness([ways[place][which] for place in group]) for which in (0, 1))
        if other > max(first, _PRINTED):
            for place in group:
                ways[place].reverse()
    return [_likelier(ways[place], _wavers(spot)) for place, spot in enumerate(spots)]


def _likelier(ways: Sequence[Named], wavers: bool) -> Named:
    """Return the first of *ways*, or the other where the tile *wavers* and its face is likelier."""
    first, other = ways[0], ways[-1]
    return other if wavers and other[1].best > first[1].best + _FIRST else first


def _likeliness(group: Sequence[Named]) -> float:
    """Return how much the faces of *group* speak for how it lies, in the mean; blanks say nothing.

    It is the logarithm of a probability.
    """
    said = [face.best for _, face in group if face.ranked()[0][0] not in BLANKS]
    return fmean(math.log(max(share, _LEAST)) for share in said) if said else math.log(_LEAST)


def _is_open(group: Sequence[int], spots: Sequence[Spot]) -> bool:
    """Return whether all tiles of *group* may lie across what was seen: they are squat."""
    shapes = [spots[place].height / spots[place].width for place in group]
    return len(group) >= _SEVERAL and median(shapes) < _SQUAT


def _alike(one: Spot, other: Spot) -> bool:
    """Return whether two tiles lie beside each other and alike."""
    reach = _NEAR * (max(one.width, one.height) + max(other.width, other.height)) / 2
    near = math.hypot(one.x - other.x, one.y - other.y) < reach
    return near and math.cos(2 * (one.turn - other.turn)) > _ALIKE


def _wavers(spot: Spot) -> bool:
    """Return whether *spot* may as well lie crosswise: an unsure angle, or wider than high."""
    return spot.steady < STEADY or not _UPRIGHT[0] < spot.height / spot.width < _UPRIGHT[1]
