"""What was seen of one table at the last reading: what has not changed is not looked at again.

A table is watched: between two readings a tile or two is moved, or nothing. Only clear faces are
remembered; a doubtful one is looked at again each time, in another picture's noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import CHANGED, change
from vision.recognise.classifier import clear
from vision.recognise.crops import cut
from vision.recognise.detector import Spot
from vision.recognise.networks import Floats32, in_white_light, scores
from vision.types import Image

BLOCK_PX: Final = 4
"""The view from above is compared in blocks of this size."""


class ReadingCache:
    """What is remembered of one table under one camera that hangs still."""

    def __init__(self) -> None:
        self._view: NDArray[np.float32] | None = None
        self._last_outputs: dict[bytes, Floats32] = {}
        """What was said of clear faces at the last reading, by their corners: where anything has
        changed tiles are found again, and never in the very same place."""
        self._outputs: dict[bytes, Floats32] = {}
        """The same of this reading."""
        self.spots: Sequence[Spot] = ()
        """Where tiles were found, in pixels of the view from above."""

    def find_changes(self, view: Image) -> NDArray[np.bool_]:
        """Return which blocks of *view*, the table from above, are not as they were.

        All are at the first reading. Light that changes everywhere at once is no change. What was
        seen of faces before the last reading is forgotten.
        """
        self._last_outputs, self._outputs = self._outputs, {}
        size = (view.shape[1] // BLOCK_PX, view.shape[0] // BLOCK_PX)
        blocks = cv2.resize(view, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        before, self._view = self._view, blocks
        if before is None or before.shape != blocks.shape:
            return np.ones(blocks.shape[:2], bool)
        off = change(before, blocks)
        mask = np.asarray((np.abs(off) > CHANGED).any(axis=2))
        # What crept by less than that is measured from where it began.
        self._view = np.where(mask[:, :, None], blocks, blocks - off)
        return mask

    def look(
        self, image: Image, white: NDArray[np.float64], pixels: NDArray[np.float64]
    ) -> tuple[NDArray[np.uint8], Floats32]:
        """Return the crops of *image* at *pixels*, N×4×2 corners, and what is said of each.

        *white* is how it shows what is white, blue-green-red: crops show it without a tint.
        """
        crops = in_white_light(cut(image, pixels), white)
        places = [corners.tobytes() for corners in pixels]
        outputs = [self._last_outputs.get(place) for place in places]
        fresh = [number for number, row in enumerate(outputs) if row is None]
        looks = scores(crops[fresh])
        if not outputs:
            return crops, looks
        for number, row in zip(fresh, looks, strict=True):
            outputs[number] = row
        every = np.stack([row for row in outputs if row is not None])
        self._outputs |= {places[number]: every[number] for number in np.flatnonzero(clear(every))}
        return crops, every
