"""How large a JPEG, PNG or WebP says it is, read from its header without decoding it."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from typing import Final

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_WEBP: Final = re.compile(rb"RIFF....WEBP", re.DOTALL)
_MARKER: Final = re.compile(rb"\xff+([^\xff])", re.DOTALL)
"""What begins a segment of a JPEG; decoders skip what stands before it."""
_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_WITHOUT_LENGTH: Final = frozenset({0x00, 0x01, *range(0xD0, 0xDA)})


def size_of(packed: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels that the picture in *packed* says it has.

    `None` where it is no JPEG, PNG or WebP, or is not whole (the end of a JPEG is not looked for).
    """
    try:
        if packed.startswith(_PNG):
            return _size_of_png(packed)
        if packed.startswith(_JPEG):
            return _size_of_jpeg(packed)
        return _size_of_webp(packed) if _WEBP.match(packed) else None
    except struct.error:
        return None


def _size_of_png(packed: bytes) -> tuple[int, int] | None:
    at = len(_PNG)
    if packed[at + 4 : at + 8] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", packed, at + 8)
    while packed[at + 4 : at + 8] != b"IEND":
        (length,) = struct.unpack_from(">I", packed, at)
        at += 12 + length
    return width, height


def _size_of_jpeg(packed: bytes) -> tuple[int, int] | None:
    at = 2
    while marker := _MARKER.search(packed, at):
        (kind,), at = marker[1], marker.end()
        if kind in _START_OF_FRAME:
            height, width = struct.unpack_from(">HH", packed, at + 3)
            return width, height
        if kind not in _WITHOUT_LENGTH:
            at += struct.unpack_from(">H", packed, at)[0]
    return None


def _size_of_webp(packed: bytes) -> tuple[int, int] | None:
    (length,) = struct.unpack_from("<I", packed, 4)
    read = _WEBP_SIZES.get(packed[12:16])
    return None if read is None or len(packed) < 8 + length else read(packed)


def _size_of_lossy(packed: bytes) -> tuple[int, int]:
    width, height = struct.unpack_from("<HH", packed, 26)
    return width & 0x3FFF, height & 0x3FFF


def _size_of_lossless(packed: bytes) -> tuple[int, int]:
    (bits,) = struct.unpack_from("<I", packed, 21)
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


def _size_of_canvas(packed: bytes) -> tuple[int, int]:
    low, wide, high, tall = struct.unpack_from("<HBHB", packed, 24)
    return (wide << 16 | low) + 1, (tall << 16 | high) + 1


_WEBP_SIZES: Final[Mapping[bytes, Callable[[bytes], tuple[int, int]]]] = {
    b"VP8 ": _size_of_lossy,
    b"VP8L": _size_of_lossless,
    b"VP8X": _size_of_canvas,
}
