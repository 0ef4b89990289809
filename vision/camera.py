"""Cameras and pictures: the seam to whatever gives frames, files, and frames at rest."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import UnreadableImageError
from vision.types import Image


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


MOST_BYTES: Final = 96 * 1024 * 1024
MOST_PIXELS: Final = 120_000_000
"""A larger picture would take more memory than a kiosk has to spare."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8"
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's segments that give the picture's size (start of frame)."""


def load(path: Path) -> Image:
    """Return the picture in the file *path*; raise `UnreadableImageError` when it is none."""
    try:
        size = path.stat().st_size
        _check_size(size, path.name, str(path))
        packed = path.read_bytes()
    except OSError as error:
        message = f"cannot open {path.name}: check that the file is there and may be read"
        raise UnreadableImageError(message, where=str(path)) from error
    return decode_image(packed, path.name, str(path))


def decode_image(packed: bytes, name: str, where: str = "") -> Image:
    """Return the picture in *packed*, a file's bytes; raise `UnreadableImageError` if none.

    *name* is what people call the file, *where* what the error points to.
    """
    where = where or name
    _check_size(len(packed), name, where)
    width, height = size_of(packed)
    if width * height > MOST_PIXELS:
        message = f"{name} has {width}×{height} pixels: make it smaller than 120 megapixels"
        raise UnreadableImageError(message, where=where)
    data = np.frombuffer(packed, np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if packed else None
    if image is None:
        message = f"{name} is no picture that can be read: give a JPEG, PNG or WebP photograph"
        raise UnreadableImageError(message, where=where)
    return np.asarray(image, np.uint8)


def _check_size(size: int, name: str, where: str) -> None:
    """Raise `UnreadableImageError` where a file of *size* bytes is too large."""
    if size > MOST_BYTES:
        message = f"{name} has {size >> 20} MB: give a photograph of at most 96 MB"
        raise UnreadableImageError(message, where=where)


def size_of(packed: bytes) -> tuple[int, int]:
    """Return width and height that a PNG or JPEG says it has, without unpacking it; else 0, 0."""
    if packed[:8] == _PNG and len(packed) >= 24:
        width, height = struct.unpack(">II", packed[16:24])
        return width, height
    if packed[:2] != _JPEG:
        return 0, 0
    at = 2
    while at + 9 < len(packed) and packed[at] == 0xFF:
        kind, length = packed[at + 1], int.from_bytes(packed[at + 2 : at + 4])
        if kind in _FRAMES:
            height, width = struct.unpack(">HH", packed[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return 0, 0


SETTLED_S: Final = 0.8
"""A table on which nothing has moved for so long is still."""

_WIDTH_PX: Final = 192
"""Motion is looked for on pictures made this wide: hands are large, sensor noise is not."""
_MOVED: Final = 9.0
"""A place whose brightness changed by more than this, of 255, has changed."""
_SHARE: Final = 0.002
"""Changed places up to this share of the picture are noise; a tile is more."""


class Settling:
    """Tells from one frame after the other whether the table has come to rest."""

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._since_s: float | None = None

    def feed(self, frame: Frame) -> bool:
        """Take the next frame; return whether nothing has moved for `SETTLED_S`."""
        now = _small(frame.image)
        if self._last is None or _changed(self._last, now):
            self._last, self._since_s = now, frame.at_s
            return False
        assert self._since_s is not None
        # The first calm picture stays the measure, so that a slow move adds up.
        return frame.at_s - self._since_s >= SETTLED_S


def _small(image: Image) -> NDArray[np.float32]:
    height = max(1, round(image.shape[0] * _WIDTH_PX / image.shape[1]))
    small = cv2.resize(image, (_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _changed(before: NDArray[np.float32], after: NDArray[np.float32]) -> bool:
    """Return whether something moved; light that changes everywhere at once is no motion."""
    if before.shape != after.shape:
        return True
    change = after - before
    change -= np.median(change)
    return float((np.abs(change) > _MOVED).mean()) > _SHARE


def mean_image(images: Sequence[Image]) -> Image:
    """Return the mean of *images*, all of one size: the noise of one picture over their root."""
    if len(images) == 1:
        return images[0]
    total = np.zeros(images[0].shape, np.float32)
    for image in images:
        cv2.accumulate(image, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1.0 / len(images)), np.uint8)
