"""Photographed faces recut: other inks, fatter or thinner lines, another hand.

Few physical sets are photographed. What tells a kind from another is neither which ink its parts
have nor how fat its lines are, so that one photograph stands for the sets of many makers.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.ink import bend_face

TOLD_BY_COLOR: Final = frozenset({"0m", "0p", "0s", "5m", "5p", "5s", "6z", "7z"})
"""Faces whose ink tells what they are: red fives, and dragons that are pictures."""

_RECOLORED: Final = 0.4
_THICKER: Final = 0.2
_THINNER: Final = 0.2
_STRAYED: Final = 0.4
_FAR: Final = 0.05
"""How often each happens, and how far the hand strays at most, of half a face's width."""


def recut(
    top: NDArray[np.uint8], rng: np.random.Generator, *, recolor: bool = True
) -> NDArray[np.uint8]:
    """Return the photographed *top*, H×W×3, as another maker may have cut it.

    Never mirrored, and in its own inks unless *recolor*.
    """
    if recolor and rng.random() < _RECOLORED:
        top = _swap_inks(top, rng)
    chance = rng.random()
    if chance < _THICKER + _THINNER:
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
        change = cv2.erode if chance < _THICKER else cv2.dilate
        top = np.asarray(change(top, brush), np.uint8)
    if rng.random() < _STRAYED:
        top = bend_face(top, float(rng.uniform(0, _FAR)), rng, cv2.BORDER_REPLICATE)
    return top


def _swap_inks(top: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return *top* with its inks exchanged; the body keeps its color."""
    body = np.percentile(top[::4, ::4].reshape(-1, 3), 85, axis=0).astype(np.float32)
    ink = body - top.astype(np.float32)
    ink = np.where(ink > 0, ink[:, :, rng.permutation(3)], ink)
    return np.clip(body - ink, 0, 255).astype(np.uint8)
