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
_SAMPLE: Final = 6
"""Every so many pixels, across and down, are enough to know the cloth's color."""


def tint(image: Image) -> NDArray[np.float64]:
    """Return the shares of blue, green and red in the ordinary color of *image*."""
    color = np.median(image[::_SAMPLE, ::_SAMPLE].reshape(-1, 3), axis=0) + 1.0
    return np.asarray(color / color.sum())


def is_cloth(metric: Image) -> NDArray[np.bool_]:
    """Return which pixels of *metric*, the table from above, have the cloth's tint, H×W."""
    soft = cv2.GaussianBlur(metric, (0, 0), 1.0)
    blue, green, red = (channel.astype(np.float32) for channel in cv2.split(soft))
    total = blue + green + red
    slack = total * _NEAR + 1.0
    near = np.ones(soft.shape[:2], bool)
    for channel, share in zip((blue, green, red), tint(metric), strict=True):
        near &= cv2.absdiff(channel, total * np.float32(share)) < slack
    return near
