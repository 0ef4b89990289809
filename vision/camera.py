"""The seam to the camera: whatever gives frames, real or simulated, is a `Camera`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture, height × width × 3, blue-green-red, 8 bits a channel."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture and when it was taken."""

    image: Image
    at_s: float
    """Seconds on the clock of whoever grabbed it."""

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError(f"a frame is H×W×3 of 8 bits, not {self.image.shape}")


class Camera(Protocol):
    """Something above the table that gives pictures on demand."""

    def grab(self) -> Frame:
        """Return a fresh picture; raise `vision.errors.VisionError` when there is none."""
        ...
