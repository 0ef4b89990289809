"""Tiles of one table are prints of one set: those of one kind look alike, those of two do not.

A face that the networks have never seen may pass for another, and surely: the cursive nine of a set
for its eight. Beside a true eight it gives itself away, without anybody knowing which is which.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.recognise.networks import CLASSES, Floats32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.recognise.classifier import Likely

_ALIKE: Final = 0.72
"""Faces of one kind are more alike than this: 0.96 and more on simulated tables, where two kinds
that were mistaken for each other had at most 0.73."""
_DOUBT: Final = 0.6
"""The most that is left of a reading which its fellows speak against."""
_ENOUGH: Final = 6
"""With fewer faces than this nobody knows what they have in common."""
_TURNED: Final = 0.04
"""How unsure it may be which way up a tile lies for it to be compared."""
_SUITS: Final = ("m", "p", "s", "z")


def checked(likely: Sequence[Likely], said: Floats32) -> list[Likely]:
    """Return *likely*, of which a first look *said* so much, the odd ones among fellows doubtful.

    Tiles read as one kind that do not look alike are not all of it. Where most of them do, the
    others are doubted; else all are.
    """
    odd = _odd(likely, said) if len(likely) >= _ENOUGH else set()
    return [_doubted(one) if place in odd else one for place, one in enumerate(likely)]


def _odd(likely: Sequence[Likely], said: Floats32) -> set[int]:
    """Return the places of the tiles that do not look like their fellows."""
    features = said[:, CLASSES + 2 :].astype(np.float64)
    features -= features.mean(axis=0)
    features /= np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6)
    fellows: dict[tuple[str, bool], list[int]] = {}
    for place, one in enumerate(likely):
        code = one.ranked()[0][0]
        # A face upside down has other features: only those that surely lie alike are compared.
        surely = min(one.upside_down, 1 - one.upside_down) < _TURNED
        if code != "0z" and code[1] in _SUITS and surely:
            key = code, one.upside_down > 0.5
            fellows.setdefault(key, []).append(place)
    return {place for places in fellows.values() for place in _outliers(places, features)}


def _outliers(places: Sequence[int], features: NDArray[np.float64]) -> list[int]:
    """Return those of *places* that fewer than half of the others are like."""
    alike = features[places] @ features[places].T > _ALIKE
    agree = alike.sum(axis=1) - 1
    return [
        place
        for place, friends in zip(places, agree.tolist(), strict=True)
        if 2 * friends < len(places) - 1
    ]


def _doubted(one: Likely) -> Likely:
    """Return *one*, its likeliest code no likelier than `_DOUBT`, the others that much more."""
    best, share = one.ranked()[0]
    if share <= _DOUBT:
        return one
    spare = (share - _DOUBT) / (len(one.codes) - 1)
    codes = {code: p + spare if code != best else _DOUBT for code, p in one.codes.items()}
    return replace(one, codes=codes)
