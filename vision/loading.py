"""Pictures from files, with what to do about those that are none or are far too large."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.errors import UnreadableImageError

if TYPE_CHECKING:
    from pathlib import Path

    from vision.camera import Image

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
    return unpacked(packed, path.name, str(path))


def unpacked(packed: bytes, name: str, where: str = "") -> Image:
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
