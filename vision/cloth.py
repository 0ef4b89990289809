"""The table's cloth: what is not a tile, told by its tint, which a shadow does not change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.camera import Image

_NEAR: Final = 0.06
"""Shares of color no further apart than this are one tint; noise is well within it."""


def tint(image: Image) -> NDArray[np.float64]:
    """Return the shares of blue, green and red in the ordinary color of *image*."""
    color = np.median(image.reshape(-1, 3), axis=0) + 1.0
    return np.asarray(color / color.sum())


def is_cloth(metric: Image) -> NDArray[np.bool_]:
    """Return which pixels of *metric*, the table from above, have the cloth's tint, H×W."""
    soft = np.asarray(cv2.GaussianBlur(metric, (0, 0), 1.0), np.float32) + 1.0
    shares = soft / soft.sum(axis=2, keepdims=True)
    return np.asarray(np.abs(shares - tint(metric).astype(np.float32)).max(axis=2) < _NEAR)
