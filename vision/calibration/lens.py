"""A camera's lens: how far it draws things, and how it bends straight lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Mapping

Floats = NDArray[np.float64]

_ROUNDS: Final = 12
"""Steps of the inverse; each gains a digit for every lens that a camera above a table has."""

ORDINARY: Final = 0.86
"""Focal length over the picture's width where nobody knows better: 60° from side to side."""


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal length, centre and bend; pixels of the picture size that it was measured for."""

    focal_px: float
    center: tuple[float, float]
    bend: tuple[float, float] = (0.0, 0.0)
    """Radial distortion after Brown: k1, k2; negative k1 makes a barrel."""

    def __post_init__(self) -> None:
        if self.focal_px <= 0:
            raise ValueError(f"a focal length of {self.focal_px} pixels: must be positive")

    @classmethod
    def ordinary(cls, size: tuple[int, int], focal_px: float | None = None) -> Lens:
        """Return a lens without bend for pictures of *size*, width and height."""
        return cls(focal_px or ORDINARY * size[0], (size[0] / 2, size[1] / 2))

    def bent(self, pixels: Floats) -> Floats:
        """Return where this lens draws what an ideal one draws at *pixels*, N×2."""
        flat = (pixels - self.center) / self.focal_px
        return np.asarray(flat * self._stretch(flat) * self.focal_px + self.center)

    def straight(self, pixels: Floats) -> Floats:
        """Return where an ideal lens draws what this one draws at *pixels*, N×2."""
        seen = (pixels - self.center) / self.focal_px
        flat = seen
        for _ in range(_ROUNDS):
            flat = seen / self._stretch(flat)
        return np.asarray(flat * self.focal_px + self.center)

    def matrix(self) -> Floats:
        """Return the 3×3 matrix from the camera's directions to pixels, without the bend."""
        (x, y), focal = self.center, self.focal_px
        return np.array([[focal, 0, x], [0, focal, y], [0, 0, 1.0]])

    def _stretch(self, flat: Floats) -> Floats:
        """Return by how much each of *flat*, N×2 in focal lengths, is moved outward."""
        far = (flat**2).sum(axis=1, keepdims=True)
        return np.asarray(1 + self.bend[0] * far + self.bend[1] * far**2)

    def to_json(self) -> dict[str, Any]:
        """Return what to store."""
        return {"focal_px": self.focal_px, "center": list(self.center), "bend": list(self.bend)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Lens:
        """Return the lens that `to_json` gave; raise `ValueError` or `TypeError` if damaged."""
        (x, y), (k1, k2) = stored["center"], stored["bend"]
        return cls(float(stored["focal_px"]), (float(x), float(y)), (float(k1), float(k2)))
