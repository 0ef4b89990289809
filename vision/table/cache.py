"""What was seen of one table at the last reading: what has not changed is not looked at again.

A table is watched: between two readings a tile or two is moved, or nothing. Only clear faces are
remembered; a doubtful one is looked at anew each time, in another picture's noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.recognise.classifier import clear, cut, first_look
from vision.recognise.detector import Spot
from vision.recognise.networks import Floats32
from vision.types import Image

BLOCK_PX: Final = 4
"""The view from above is compared in blocks of this size, and faces, 64 pixels wide, too."""
_MOVED: Final = 14.0
"""Blocks that differ more than this, of 255, have changed; noise is well below. So have faces."""
_NEAR: Final = 0.05
"""Corners this near to those of a remembered face, in shares of its width, are the same."""


@dataclass(frozen=True, slots=True, eq=False)
class _Face:
    """A clear face: its corners in the frame, 4×2, its crop, and what the network said of it."""

    pixels: NDArray[np.float64]
    crop: NDArray[np.uint8]
    outputs: Floats32


class ReadingCache:
    """What is remembered of one table under one camera that hangs still."""

    def __init__(self) -> None:
        self._view: NDArray[np.float32] | None = None
        self._known: list[_Face] = []
        self._seen: list[_Face] = []
        self.spots: Sequence[Spot] = ()
        """Where tiles were found, in pixels of the view from above."""

    def changed(self, view: Image) -> NDArray[np.bool_]:
        """Return which blocks of *view*, the table from above, are not as they were.

        All are at the first reading. Light that changes everywhere at once is no change. What was
        seen of faces before the last reading is forgotten.
        """
        self._known, self._seen = self._seen, []
        size = (view.shape[1] // BLOCK_PX, view.shape[0] // BLOCK_PX)
        blocks = cv2.resize(view, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        before, self._view = self._view, blocks
        if before is None or before.shape != blocks.shape:
            return np.ones(blocks.shape[:2], bool)
        off = blocks - before
        off -= np.median(off.reshape(-1, off.shape[2]), axis=0)
        moved = (np.abs(off) > _MOVED).any(axis=2)
        # What crept by less than that is measured from where it began.
        self._view = np.where(moved[:, :, None], blocks, blocks - off)
        return np.asarray(moved)

    def look(self, image: Image, pixels: NDArray[np.float64]) -> tuple[NDArray[np.uint8], Floats32]:
        """Return the crops of *image* at *pixels*, N×4×2 corners, and what is said of each."""
        crops = cut(image, pixels)
        outputs = self._recalled(image, pixels)
        fresh = [place for place, row in enumerate(outputs) if row is None]
        for place, row in zip(fresh, first_look(crops[fresh]), strict=True):
            outputs[place] = row
        every = np.stack([row for row in outputs if row is not None])
        for place in np.flatnonzero(clear(every)).tolist():
            self._seen.append(_Face(pixels[place], crops[place], every[place]))
        return crops, every

    def _recalled(self, image: Image, pixels: NDArray[np.float64]) -> list[Floats32 | None]:
        """Return what was said of the faces at *pixels*, `None` of those that are new."""
        outputs: list[Floats32 | None] = [None] * len(pixels)
        faces = [*self._known, *self._seen]
        if not faces or not len(pixels):
            return outputs
        known = np.stack([face.pixels for face in faces])
        off = np.abs(known[None] - pixels[:, None]).reshape(len(pixels), len(faces), -1).max(axis=2)
        nearest = off.argmin(axis=1)
        reach = _NEAR * np.hypot(*(pixels[:, 1] - pixels[:, 0]).T)
        places = np.flatnonzero(off[np.arange(len(pixels)), nearest] < reach)
        # Cut where they were cut then: a box that is a little off is no other face.
        again = cut(image, known[nearest[places]])
        for place, crop in zip(places.tolist(), again, strict=True):
            face = faces[nearest[place]]
            if _is_same(face.crop, crop):
                outputs[place] = face.outputs
        return outputs


def _is_same(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
    """Return whether two crops, 64×64×3, show one face; another light on all of it is no change."""
    off = cv2.subtract(after, before, dtype=cv2.CV_32F)
    soft = cv2.blur(off, (BLOCK_PX, BLOCK_PX))
    return cv2.norm(soft - np.array(cv2.mean(off)[:3], np.float32), cv2.NORM_INF) < _MOVED
