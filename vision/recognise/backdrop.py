"""Patches of cloth that pass for tiles face down: a back differs from what lies about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.recognise.detector import Spot
    from vision.recognise.filter import Named
    from vision.types import Image

_BACK: Final = "0z"
_INNER: Final = 0.7
"""So much of a tile's length and width is surely its own color, …"""
_RING: Final = (1.2, 1.7)
"""… and from there to there lies what is about it, …"""
_GROWN: Final = 1.3
"""… but for other tiles with their sides."""
_LEAST: Final = 0.1
"""With less of it free than this nobody knows what lies about it."""
_LIKE: Final = 14.0
"""Colors nearer than this are the same cloth, …"""
_SHARE: Final = 0.25
"""… and where more than this share of what is about it is like it, it is cloth: …"""
_WEIGHTS: Final = (100 / 255 / 3, 1.0, 1.0)
"""… in CIELAB, its lightness by a third, since cloth between tiles lies in their shadow."""


def without_cloth(image: Image, named: Sequence[Named]) -> list[Named]:
    """Return *named*, found in *image*, without the backs that look like what lies about them."""
    spots = [spot for spot, _ in named]
    return [
        (spot, face)
        for spot, face in named
        if face.ranked()[0][0] != _BACK or not _is_cloth(image, spot, spots)
    ]


def _is_cloth(image: Image, back: Spot, spots: Sequence[Spot]) -> bool:
    """Return whether *back*, one of *spots*, looks like what lies about it."""
    reach = back.quad(_RING[1])
    size = np.array(image.shape[1::-1])
    low = np.clip(np.floor(reach.min(axis=0)), 0, size - 1).astype(int)
    high = np.clip(np.ceil(reach.max(axis=0)), low + 1, size).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    inner, about = (np.zeros(part.shape[:2], np.uint8) for _ in range(2))
    _fill(inner, back.quad(_INNER) - low, 1)
    _fill(about, reach - low, 1)
    whole = int(about.sum())
    _fill(about, back.quad(_RING[0]) - low, 0)
    for other in spots:
        if other is not back:
            _fill(about, other.quad(_GROWN) - low, 0)
    if not inner.any() or about.sum() < _LEAST * whole:
        return False
    lab = cv2.cvtColor(part, cv2.COLOR_BGR2LAB).astype(np.float64) * _WEIGHTS
    off = np.linalg.norm(lab[about > 0] - np.median(lab[inner > 0], axis=0), axis=1)
    return float((off < _LIKE).mean()) > _SHARE


def _fill(mask: NDArray[np.uint8], quad: NDArray[np.float64], value: int) -> None:
    """Set what *quad* covers of *mask* to *value*."""
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), value)
