"""Tiles and dice cut from a picture and made square."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.networks import CROP_SIDE
from vision.types import Image


def cut(image: Image, quads: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the crops, N×64×64×3, of the tiles with corners *quads*, N×4×2 pixels.

    A picture whose tiles are larger is shrunk first, so that strokes do not alias.
    """
    if not len(quads):
        return np.zeros((0, CROP_SIDE, CROP_SIDE, 3), np.uint8)
    factor = CROP_SIDE / float(np.median(np.hypot(*(quads[:, 1] - quads[:, 0]).T)))
    if factor < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        quads = quads * factor
    return np.stack([rectify(image, quad - 0.5, CROP_SIDE) for quad in quads])


def rectify(image: Image, quad: NDArray[Any], side: int, flags: int = cv2.INTER_LINEAR) -> Image:
    """Return what *image* has between the corners *quad*, 4×2, as a square of *side* pixels."""
    to = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * side - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), to)
    edge, size = cv2.BORDER_REPLICATE, (side, side)
    return np.asarray(cv2.warpPerspective(image, matrix, size, flags=flags, borderMode=edge))
