"""Tiles whose box is off, looked at again in boxes like those of their neighbors.

What stands half hidden, or with a print that falls in two, is found with a box that is askew or
holds half of it. Tiles of one photograph are of one size and stand alike: where the box of some
sure ones, moved about a little, shows a face that the tile's own does not, it lies there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product
from statistics import median
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.photo.rows import common_turn
from vision.recognise.classifier import classify, cut
from vision.recognise.filter import BLANKS, sureness
from vision.types import SURE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.recognise.classifier import Likely, OwnFaces
    from vision.recognise.detector import Spot
    from vision.recognise.filter import Named
    from vision.types import Image

_PLAIN: Final = (0.5, 0.95)
"""A tile with such a place and face shows others how they lie, …"""
_SHOWING: Final = 4
"""… those being so many, the nearest, …"""
_LEAST: Final = 3
_REACH: Final = 9.0
"""… nearer than this, in their shorter sides."""
_ASKEW: Final = 0.12
"""A box is off that is turned on from theirs by more, in radians, or is more, as a share, too short
or too long for its width. One like theirs is believed: what it shows is what lies there."""
_DOWN: Final = (-0.45, -0.3, -0.15, 0.0, 0.15, 0.3, 0.45)
_ALONG: Final = (-0.15, 0.0, 0.15)
_LARGER: Final = (1.0, 1.2)
"""Where boxes are tried, in heights and widths of a tile, and how large: some stand nearer."""
_TAKEN: Final = 0.6
"""No box is tried whose middle is nearer to that of a sure tile, in that one's shorter side."""
_FACE: Final = 0.9
"""So sure must a face be that is seen in a box tried …"""
_TRIED: Final = 0.89
"""… and so much of that is believed: of so many boxes one may fit by chance."""
_SAME: Final = 0.6
"""Boxes whose middle lies within another so much of its size from its own are the same tile's."""
_WITHIN: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Try:
    """A doubtful tile, and the best face that a box like its neighbors' shows, if any is better."""

    before: Named
    after: Named | None

    @property
    def gain(self) -> float:
        """Return how sure the new face is."""
        return 0.0 if self.after is None else self.after[1].best


def reboxed(image: Image, named: Sequence[Named], own: OwnFaces | None) -> list[Named]:
    """Return *named*, doubtful ones of *image* in boxes like their neighbors' if those show more.

    What lies within a box so found is the same tile and goes. Faces of such boxes are no sure ones.
    """
    kept = [entry for entry in named if sureness(*entry) >= SURE]
    plain = [spot for spot, face in named if _is_plain(spot, face)]
    doubtful = [entry for entry in named if sureness(*entry) < SURE]
    tried = [_tried(image, entry, plain, own) for entry in doubtful]
    found: list[Spot] = []
    for one in sorted(tried, key=lambda one: -one.gain):
        if one.after is not None and not _in_any(one.after[0], found, _SAME):
            found.append(one.after[0])
            kept.append(one.after)
        elif not _in_any(one.before[0], found, _WITHIN):
            kept.append(one.before)
    return kept


def _is_plain(spot: Spot, face: Likely) -> bool:
    """Return whether place and face of a tile are sure, and it is no blank."""
    code, best = face.ranked()[0]
    return spot.score > _PLAIN[0] and best > _PLAIN[1] and code not in BLANKS


def _tried(image: Image, entry: Named, plain: Sequence[Spot], own: OwnFaces | None) -> _Try:
    """Return *entry* with the best of the boxes about it that are like those of *plain* ones."""
    spot, face = entry
    others = [one for one in plain if one is not spot]
    like = _like(spot, others)
    if like is None or not _is_off(spot, like):
        return _Try(entry, None)
    boxes = [box for box in _about(like) if _is_free(box, others)]
    if not boxes:
        return _Try(entry, None)
    faces = classify(cut(image, np.stack([box.quad() for box in boxes])), own)
    printed = [one for one in zip(boxes, faces, strict=True) if _code(one[1]) not in BLANKS]
    box, best = max(printed, key=lambda one: one[1].best, default=entry)
    before = 0.0 if _code(face) in BLANKS else face.best
    if best is face or best.best <= max(_FACE, before):
        return _Try(entry, None)
    return _Try(entry, (box, _believed(best)))


def _code(face: Likely) -> str:
    """Return the likeliest code of *face*."""
    return face.ranked()[0][0]


def _believed(face: Likely) -> Likely:
    """Return *face* as sure as one is that was looked for."""
    return replace(face, codes={code: share * _TRIED for code, share in face.codes.items()})


def _like(spot: Spot, others: Sequence[Spot]) -> Spot | None:
    """Return *spot* with a box like that of the nearest *others*, or `None` if they are too few."""
    near = sorted((_apart(spot, one), place) for place, one in enumerate(others))
    shown = [others[i] for far, i in near[:_SHOWING] if far < _REACH * _narrow(others[i])]
    if len(shown) < _LEAST:
        return None
    return replace(
        spot,
        width=median(one.width for one in shown),
        height=median(one.height for one in shown),
        turn=common_turn(shown),
        lean=median(one.lean for one in shown),
        deep=(median(one.deep[0] for one in shown), median(one.deep[1] for one in shown)),
    )


def _is_off(spot: Spot, like: Spot) -> bool:
    """Return whether the box of *spot* has not the shape of *like*, or lies otherwise."""
    turned = (spot.turn - like.turn + math.pi / 2) % math.pi - math.pi / 2
    longer = (spot.height / spot.width) / (like.height / like.width)
    return abs(turned) > _ASKEW or abs(math.log(longer)) > _ASKEW


def _about(like: Spot) -> Iterator[Spot]:
    """Yield boxes about *like*, moved a little and as large or larger."""
    cos, sin = math.cos(like.turn), math.sin(like.turn)
    for size, along, down in product(_LARGER, _ALONG, _DOWN):
        wide, high = like.width * size, like.height * size
        dx, dy = along * wide, down * high
        moved = like.moved(like.x + dx * cos - dy * sin, like.y + dx * sin + dy * cos)
        yield replace(moved, width=wide, height=high)


def _is_free(box: Spot, others: Sequence[Spot]) -> bool:
    """Return whether none of *others* has *box*."""
    return all(_apart(box, one) >= _TAKEN * _narrow(one) for one in others)


def _narrow(spot: Spot) -> float:
    """Return the shorter side of *spot*."""
    return min(spot.width, spot.height)


def _apart(one: Spot, other: Spot) -> float:
    """Return how far the middles of two tiles lie apart."""
    return math.hypot(one.x - other.x, one.y - other.y)


def _in_any(spot: Spot, boxes: Sequence[Spot], share: float) -> bool:
    """Return whether the middle of *spot* lies in one of *boxes*, *share* of its size from its."""
    reaches = ((box, box.reach_to(spot)) for box in boxes)
    return any(
        along < share * box.width and down < share * box.height for box, (along, down) in reaches
    )
