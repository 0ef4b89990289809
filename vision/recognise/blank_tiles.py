"""White tiles without print: white dragons of some sets, backs of others.

No face tells which: sets whose white dragon is bare have colored backs, sets whose backs are white
have a framed one. What else lies there tells which set it is, or the owner's faces do.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from rules.tiles import KIND, TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.recognise.classifier import Likely
    from vision.recognise.networks import Floats32

_DRAGON: Final = "5z"
_BACK: Final = "0z"
_MANY: Final = 7
"""No set has so many white dragons, nor are so many faces misread for them."""
_EDGE_PX: Final = 5
"""So much of a crop's edge may show what lies beside the tile."""
_BARE: Final = 0.15
"""A face with less contrast than this is bare: 450 simulated ones have 0.05, 50 real ones 0.1."""
_PRINTED: Final = 0.25
"""A side with more than this has a line of print: 0.34 at least along each of the four of 118
frames, 0.11 at most along the faintest one of bare tiles that were cut out badly."""
_BAND: Final = (4, 22), (20, 44)
"""Where along a side of a crop a frame runs: how deep, and between which places."""
_DIM: Final = 30
"""Light below this is taken for as much, 0 to 255: in the dark noise is no print."""
_SURE: Final = 0.8
_UNLIKE: Final = 0.7
"""Less like the owner's white dragon than this, and it is none: framed and bare ones have 0.5, two
bare ones 0.8 and more."""
_TINT: Final = 0.04
"""Backs whose shares of blue, green and red are farther from those of a face are colored, …"""
_DARK: Final = 0.6
"""… as are those that have less than this of its light."""
_OFF: Final = 0.35
"""How far a tile of a kong lies from its place in it, in widths of a tile, at most."""
_NEXT: Final = 1.5
"""What lies nearer than this to an end of a kong, in widths of a tile, is none of its row alone."""


def told_apart(
    likely: Sequence[Likely],
    crops: NDArray[np.uint8],
    quads: NDArray[np.float64],
    like: Floats32 | None = None,
) -> list[Likely]:
    """Return *likely*, bare white tiles taken for backs where the set's backs are white.

    *crops*, N×64×64×3, show them, *quads*, N×4×2, are their corners; *like*, N×classes, tells how
    like the owner's faces they are, where the set is enrolled.
    """
    tops = [one.ranked()[0] for one in likely]
    whites = [place for place, (code, _) in enumerate(tops) if code == _DRAGON]
    bare = [place for place in whites if _contrast(crops[place]) < _BARE]
    if not bare:
        return list(likely)
    own = None if like is None else like[:, KIND[TILES[_DRAGON]]]
    if own is not None and own.max() > -1:
        backs = {place for place in bare if own[place] < _UNLIKE}
        return [_back(one) if place in backs else one for place, one in enumerate(likely)]
    framed = (_is_framed(crops[place]) for place in whites if tops[place][1] >= _SURE)
    are_backs = len(bare) >= _MANY or any(framed) or _veil(tops, quads, bare)
    if not are_backs or _colored(tops, crops, bare):
        return list(likely)
    return [_back(one) if place in bare else one for place, one in enumerate(likely)]


def _contrast(crop: NDArray[np.uint8]) -> float:
    """Return how much darker the darkest of *crop*, 64×64×3, is than most of it, 0 to 1."""
    low, high = np.percentile(_within(crop).reshape(-1, 3), (3, 90), axis=0)
    return float(((high - low) / np.maximum(high, _DIM)).max())


def _is_framed(crop: NDArray[np.uint8]) -> bool:
    """Return whether a line of print runs along each side of *crop*, 64×64×3."""
    high = np.percentile(_within(crop).reshape(-1, 3), 90, axis=0)
    soft = cv2.GaussianBlur(crop, (0, 0), 1.0)
    bands = (np.rot90(soft, turn)[slice(*_BAND[0]), slice(*_BAND[1])] for turn in range(4))
    lines = (np.median(band.min(axis=0), axis=0) for band in bands)
    return all(((high - line) / np.maximum(high, _DIM)).max() > _PRINTED for line in lines)


def _within(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return *crop* without its edge and noise."""
    soft = cv2.GaussianBlur(crop, (0, 0), 1.0)
    return np.asarray(soft[_EDGE_PX:-_EDGE_PX, _EDGE_PX:-_EDGE_PX], np.uint8)


def _back(one: Likely) -> Likely:
    """Return *one* as likely a back as it was a white dragon."""
    swapped = {_BACK: one.codes[_DRAGON], _DRAGON: one.codes[_BACK]}
    return replace(one, codes={**one.codes, **swapped})


def _colored(
    tops: Sequence[tuple[str, float]], crops: NDArray[np.uint8], bare: Sequence[int]
) -> bool:
    """Return whether surely a back of another color than the *bare* tiles lies there."""
    backs = [place for place, (code, sure) in enumerate(tops) if code == _BACK and sure >= _SURE]
    if not backs:
        return False
    white = np.median([_color(crops[place]) for place in bare], axis=0)
    for place in backs:
        color = _color(crops[place])
        tint = float(np.abs(color / color.sum() - white / white.sum()).max())
        if tint > _TINT or color.sum() < _DARK * white.sum():
            return True
    return False


def _color(crop: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the color of *crop*: blue, green and red."""
    inner = crop[2 * _EDGE_PX : -2 * _EDGE_PX, 2 * _EDGE_PX : -2 * _EDGE_PX]
    return np.asarray(np.median(inner.reshape(-1, 3), axis=0) + 1.0)


def _veil(
    tops: Sequence[tuple[str, float]], quads: NDArray[np.float64], bare: Sequence[int]
) -> bool:
    """Return whether two *bare* tiles lie about two others of one kind, or between such, alone."""
    middles = quads.mean(axis=1)
    wide = float(np.median(np.hypot(*(quads[:, 1] - quads[:, 0]).T)))
    for pair in combinations(bare, 2):
        first, second = middles[list(pair)]
        widths = round(float(np.hypot(*(second - first))) / wide)
        if widths not in (1, 3):
            continue
        more = (3 - widths) / 2 * (second - first) / widths
        beyond, within = _in_line(middles, first - more, second + more, wide)
        shown = [tops[place][0] for place in within if place not in pair]
        is_kind = len(shown) == 2 and shown[0] == shown[1] and shown[0] not in (_DRAGON, _BACK)
        if is_kind and not beyond:
            return True
    return False


def _in_line(
    middles: NDArray[np.float64],
    first: NDArray[np.float64],
    last: NDArray[np.float64],
    wide: float,
) -> tuple[list[int], list[int]]:
    """Return which of *middles* lie just beyond the line from *first* to *last* and which on it."""
    long = float(np.hypot(*(last - first)))
    along = (last - first) / long
    across = np.abs((middles - first) @ np.array([-along[1], along[0]])) < _OFF * wide
    step = (middles - first) @ along
    within = (step > -_OFF * wide) & (step < long + _OFF * wide)
    near = (step > -_NEXT * wide) & (step < long + _NEXT * wide) & ~within
    return np.flatnonzero(across & near).tolist(), np.flatnonzero(across & within).tolist()
