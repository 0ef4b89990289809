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
_WHITE: Final = 175.0
"""A cloth whose darkest channel is brighter than this cannot be told from tiles."""
_BRIGHTER: Final = 1.5
"""The light on one table differs less than this, brightest over middle."""
_GLIMMER: Final = 60.0
"""What is added to that for tables so dark that noise counts, summed over the channels."""
_SAMPLE: Final = 6
"""Every so many pixels, across and down, are enough to know the cloth's color."""


def tint(image: Image) -> NDArray[np.float64]:
    """Return the shares of blue, green and red in the ordinary color of *image*."""
    color = np.median(image[::_SAMPLE, ::_SAMPLE].reshape(-1, 3), axis=0) + 1.0
    return np.asarray(color / color.sum())


def is_cloth(metric: Image) -> NDArray[np.bool_]:
    """Return which pixels of *metric*, the table from above, have the cloth's tint, H×W.

    What is much brighter than the cloth is none, so that tiles show on grey and black tables. On
    a table as white as tiles nothing is taken for cloth.
    """
    soft = cv2.blur(metric, (3, 3))
    color = np.median(metric[::_SAMPLE, ::_SAMPLE].reshape(-1, 3), axis=0)
    if color.min() > _WHITE:
        return np.zeros(soft.shape[:2], bool)
    blue, green, red = (channel.astype(np.float32) for channel in cv2.split(soft))
    total = blue + green + red
    slack = total * _NEAR + 1.0
    near = total < float(color.sum()) * _BRIGHTER + _GLIMMER
    for channel, share in zip((blue, green, red), tint(metric), strict=True):
        near &= np.abs(channel - total * np.float32(share)) < slack
    return np.asarray(near)
