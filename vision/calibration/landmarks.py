"""What of a table is known again: small patches of its rim and of the edge of its cloth.

A calibration by taps has no markers to look for when somebody wants to know whether the camera
still hangs where it did. It keeps these instead: *points*, whose patch looks like nothing else
nearby, and *edges*, which tell only how far they moved across themselves. `choosing` takes
them from the still that was tapped, `sightings` finds them again, and `movement`
asks what they agree on.
"""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.camera import Image

SIDES_PX: Final = (14, 32)
"""A patch has at least and at most so many pixels from side to side."""
CHANNELS: Final = range(3)
"""Blue, green, red."""
LIKE: Final = 0.75
"""Patches that correlate as much as this show the same thing."""
OFF_EDGE_PX: Final = 4
"""How far along itself an edge is looked for."""
SOFT_PX: Final = 1.2
"""Pictures are blurred by this before they are compared: noise goes, patches stay."""
_MOST: Final = 64
"""More landmarks than this no calibration has."""
_SHRUNK: Final = 16


@dataclass(frozen=True, slots=True, eq=False)
class Landmark:
    """One place on the table and how it looked."""

    place: tuple[float, float]
    """Table point in mm, on the plane of the faces."""
    patch: NDArray[np.uint8]
    """Its square of the picture in one channel, N×N."""
    channel: int
    """Of `CHANNELS`: lamps of another color only make it brighter or darker in one of them."""
    across: float | None = None
    """An edge's normal in the picture, in radians; `None` for a point."""

    def __post_init__(self) -> None:
        if self.patch.ndim != 2 or self.patch.shape[0] != self.patch.shape[1]:
            raise ValueError(f"a patch is a square of one channel, not {self.patch.shape}")
        if not SIDES_PX[0] <= len(self.patch) <= SIDES_PX[1]:
            raise ValueError(f"a patch is {SIDES_PX} pixels wide, not {len(self.patch)}")
        if self.channel not in CHANNELS:
            raise ValueError(f"channel {self.channel}: 0 to {len(CHANNELS) - 1}")
        if not all(math.isfinite(one) for one in (*self.place, self.across or 0.0)):
            raise ValueError("a landmark lies somewhere on the table")

    def to_json(self) -> dict[str, Any]:
        """Return what to store: the patch as PNG."""
        packed = cv2.imencode(".png", self.patch)[1].tobytes()
        stored = {
            "at": [round(one, 2) for one in self.place],
            "channel": self.channel,
            "patch": base64.b64encode(packed).decode("ascii"),
        }
        return stored if self.across is None else stored | {"across": round(self.across, 4)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Landmark:
        """Return the landmark that `to_json` gave; raise `ValueError` or `TypeError` if damaged."""
        x, y = stored["at"]
        across = stored.get("across")
        way = None if across is None else float(across)
        return cls((float(x), float(y)), _unpacked(stored["patch"]), int(stored["channel"]), way)


def _unpacked(text: str) -> NDArray[np.uint8]:
    """Return the patch that was packed into *text*; raise `ValueError` where none was."""
    packed = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    try:
        patch = cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)
    except cv2.error as error:
        raise ValueError("a patch that is no picture") from error
    if patch is None:
        raise ValueError("a patch that is no picture")
    return np.asarray(patch, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """The landmarks of a table, of pictures that are shrunk before they are looked at."""

    shrunk: int
    """Side of the square of pixels that makes one of a patch."""
    marks: tuple[Landmark, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.shrunk <= _SHRUNK or len(self.marks) > _MOST:
            raise ValueError(f"{len(self.marks)} landmarks of pictures shrunk to 1/{self.shrunk}")

    def to_json(self) -> dict[str, Any]:
        """Return what to store."""
        return {"shrunk": self.shrunk, "marks": [mark.to_json() for mark in self.marks]}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Landmarks:
        """Return the landmarks that `to_json` gave; raise as `Landmark.from_json` if damaged."""
        marks = tuple(Landmark.from_json(one) for one in stored["marks"])
        return cls(int(stored["shrunk"]), marks)


def soft(image: Image, channel: int, shrunk: int) -> NDArray[np.uint8]:
    """Return one *channel* of *image*, at 1/*shrunk* of its size, without the finest noise."""
    plain = np.ascontiguousarray(image[:, :, channel])
    if shrunk > 1:
        size = (image.shape[1] // shrunk, image.shape[0] // shrunk)
        whole = plain[: size[1] * shrunk, : size[0] * shrunk]
        plain = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.GaussianBlur(plain, (0, 0), SOFT_PX), np.uint8)
