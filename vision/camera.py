"""Cameras: the seam to whatever gives frames, and frames of a table at rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture and when it was taken."""

    image: Image
    at_s: float
    """Seconds on the clock of whoever grabbed it."""

    def __post_init__(self) -> None:
        if self.image.shape[2:] != (3,) or self.image.dtype != np.uint8:
            raise ValueError(f"a frame is H×W×3 of 8 bits, not {self.image.shape}")


class Camera(Protocol):
    """Something above the table that gives pictures on demand."""

    def grab(self) -> Frame:
        """Return a fresh picture; raise `vision.errors.VisionError` when there is none."""
        ...


SETTLED_S: Final = 0.8
"""A table on which nothing has moved for so long is still."""

_WIDTH_PX: Final = 192
"""Motion is looked for on pictures made this wide: hands are large, sensor noise is not."""
CHANGED: Final = 14.0
"""A place where a color differs by more than this, of 255, has changed. Of 560 tiles laid where the
likest other one was, on 40 rough tables, each changes one; noise alone changes none under 210."""
_SHARE: Final = 0.002
"""Changed places up to this share of the picture are noise. A hand is far more; a tile alone, about
14 of 20,736 places where the table fills the picture's height, is not, but a hand lays it."""


class Settling:
    """Tells from one frame after the other whether the table has come to rest."""

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._since_s: float | None = None

    def feed(self, frame: Frame) -> bool:
        """Take the next frame; return whether nothing has moved for `SETTLED_S`."""
        now = _small(frame.image)
        if self._last is None or self._last.shape != now.shape or _has_moved(self._last, now):
            self._last, self._since_s = now, frame.at_s
            return False
        assert self._since_s is not None
        # The first calm picture stays the measure, so that a slow move adds up.
        return frame.at_s - self._since_s >= SETTLED_S


def _small(image: Image) -> NDArray[np.float32]:
    height = max(1, round(image.shape[0] * _WIDTH_PX / image.shape[1]))
    small = cv2.resize(image, (_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def change(before: NDArray[np.float32], after: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return by how much each place's colors differ, H×W×3; light that changes everywhere does not.

    More than `CHANGED` is more than noise.
    """
    difference = after - before
    return np.asarray(difference - np.median(difference, axis=(0, 1)), np.float32)


def _has_moved(before: NDArray[np.float32], after: NDArray[np.float32]) -> bool:
    """Return whether something moved between two pictures of one size."""
    return float((np.abs(change(before, after)) > CHANGED).any(axis=2).mean()) > _SHARE


def mean_image(images: Sequence[Image]) -> Image:
    """Return the mean of *images*, all of one size: the noise of one picture over their root."""
    if len(images) == 1:
        return images[0]
    total = np.zeros(images[0].shape, np.float32)
    for image in images:
        cv2.accumulate(image, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1.0 / len(images)), np.uint8)
