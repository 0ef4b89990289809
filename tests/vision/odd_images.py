"""Files of odd form that people hand in as photographs, each with what is said of it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.types import Image

HERE: Final = Path(__file__).parent
ROW: Final = HERE / "photo" / "photos" / "row.jpg"
PLAIN: Final = np.asarray(cv2.imread(str(ROW)), np.uint8)
MOST_MIB: Final = 64
"""What opening a file that is refused may add to the memory of the process."""

_STATUS: Final = Path("/proc/self/status")


@contextmanager
def memory_limit(mib: int) -> Iterator[None]:
    """Fail where what is done inside takes *mib* more memory than there was, at any moment.

    Only Linux tells the peak of a while; elsewhere there is no limit.
    """
    if not _STATUS.exists():
        yield
        return
    Path("/proc/self/clear_refs").write_text("5")  # sets the peak back to what is held now
    before = _peak_mib()
    yield
    took = _peak_mib() - before
    assert took <= mib, f"took {took:.0f} MiB"


def _peak_mib() -> float:
    (line,) = (line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def encode(form: str, image: Image = PLAIN) -> bytes:
    """Return *image* as a file of the *form* that an ending like `.png` names."""
    return cv2.imencode(form, image)[1].tobytes()


def png(width: int, height: int, rows: int = 0) -> bytes:
    """Return a black PNG that says it is *width* × *height*, with this number of *rows* in it."""
    row = bytes(1 + 3 * width)
    squeeze = zlib.compressobj(1)
    data = b"".join([*(squeeze.compress(row) for _ in range(rows)), squeeze.flush()])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def jpeg_of(width: int, height: int, before: bytes = b"") -> bytes:
    """Return a JPEG of the row of tiles that says it is *width* × *height*.

    What stands *before* that in the file is skipped by decoders.
    """
    plain = encode(".jpg")
    at = plain.index(b"\xff\xc0")
    return (
        plain[:at]
        + before
        + plain[at : at + 5]
        + struct.pack(">HH", height, width)
        + plain[at + 9 :]
    )


def webp_of(width: int, height: int) -> bytes:
    """Return a WebP whose canvas is said to be *width* × *height*, and nothing on it."""
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<I", 10) + bytes(4) + size


def gif_of(width: int, height: int) -> bytes:
    """Return the beginning of a GIF of *width* × *height*."""
    return b"GIF89a" + struct.pack("<HH", width, height) + bytes(64)


def encode_rotated(form: str, orientation: int, turn: int) -> bytes:
    """Return the row of tiles as a camera held askew stores it, as JPEG or PNG: with its EXIF."""
    image = np.asarray(cv2.rotate(PLAIN, turn), np.uint8)
    exif = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x112, 3, 1, orientation, 0, 0)
    plain = encode(form, image)
    if form == ".png":
        body = b"eXIf" + exif
        chunk = struct.pack(">I", len(exif)) + body + struct.pack(">I", zlib.crc32(body))
        return plain[:33] + chunk + plain[33:]
    body = b"Exif\0\0" + exif
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:]


def encode_animation(form: str) -> bytes:
    """Return a moving picture: the row of tiles, then its negative."""
    film = cv2.Animation()
    film.frames, film.durations = [PLAIN, 255 - PLAIN], [100, 100]
    return bytes(cv2.imencodeanimation(form, film)[1])


def with_alpha(form: str) -> bytes:
    """Return the row of tiles, its left third see-through."""
    alpha = np.full(PLAIN.shape[:2], 255, np.uint8)
    alpha[:, : PLAIN.shape[1] // 3] = 128
    return encode(form, np.dstack([PLAIN, alpha]))


REFUSED: Final[Mapping[str, tuple[Callable[[], bytes], str, str]]] = {
    "empty.jpg": (lambda: b"", "unreadable_image", "give a whole JPEG"),
    "notes.jpg": (lambda: b"not a picture", "unreadable_image", "give a whole JPEG"),
    "page.svg": (lambda: b"<svg/>", "unreadable_image", "give a whole JPEG"),
    "signature.png": (lambda: png(640, 480)[:8], "unreadable_image", "give a whole JPEG"),
    "half.jpg": (lambda: _cut(encode(".jpg"), 0.5), "unreadable_image", "give a whole JPEG"),
    "most.jpg": (lambda: _cut(encode(".jpg"), 0.98), "unreadable_image", "give a whole JPEG"),
    "half.png": (lambda: _cut(encode(".png"), 0.5), "unreadable_image", "give a whole JPEG"),
    "most.png": (lambda: _cut(encode(".png"), 0.98), "unreadable_image", "give a whole JPEG"),
    "half.webp": (lambda: _cut(encode(".webp"), 0.5), "unreadable_image", "give a whole JPEG"),
    "most.webp": (lambda: _cut(encode(".webp"), 0.98), "unreadable_image", "give a whole JPEG"),
    "hollow.png": (lambda: png(640, 480, 9), "unreadable_image", "give a whole JPEG"),
    "hollow.webp": (lambda: webp_of(640, 480), "unreadable_image", "give a whole JPEG"),
    "film.gif": (lambda: encode_animation(".gif"), "unreadable_image", "give a whole JPEG"),
    "scan.tiff": (lambda: encode(".tiff"), "unreadable_image", "give a whole JPEG"),
    "huge.gif": (lambda: gif_of(30_000, 30_000), "unreadable_image", "give a whole JPEG"),
    "lie.png": (lambda: png(30_000, 30_000), "image_too_large", "30000×30000 pixels: make it"),
    "bomb.png": (lambda: png(9_000, 9_000, 9_000), "image_too_large", "9000×9000 pixels: make it"),
    "lie.jpg": (lambda: jpeg_of(30_000, 30_000), "image_too_large", "30000×30000 pixels: make it"),
    "lie2.jpg": (
        lambda: jpeg_of(30_000, 30_000, b"\0\0\xff\xff\xff\xff"),
        "image_too_large",
        "30000×30000 pixels: make it",
    ),
    "lie.webp": (lambda: webp_of(16_384, 16_384), "image_too_large", "too many pixels: make it"),
    "narrow.png": (lambda: png(1, 5_000, 5_000), "image_shape", "1×5000 pixels: give a whole"),
    "flat.png": (lambda: png(5_000, 1, 1), "image_shape", "5000×1 pixels: give a whole"),
    "thread.png": (lambda: png(30, 9_000, 9_000), "image_shape", "at most 20 times as long"),
    "dot.png": (lambda: png(1, 1, 1), "image_shape", "at least 16 pixels high and wide"),
    "nothing.png": (lambda: png(0, 100), "unreadable_image", "give a whole JPEG"),
}
"""File name → its content, the error's code, and a part of its message."""

READ: Final[Mapping[str, Callable[[], bytes]]] = {
    "plain.webp": lambda: encode(".webp"),
    "sixteen-bit.png": lambda: cv2.imencode(".png", PLAIN.astype(np.uint16) * 257)[1].tobytes(),
    "cmyk.jpg": (HERE / "row-cmyk.jpg").read_bytes,
    "alpha.png": lambda: with_alpha(".png"),
    "alpha.webp": lambda: with_alpha(".webp"),
    "upside-down.jpg": lambda: encode_rotated(".jpg", 3, cv2.ROTATE_180),
    "upright.jpg": lambda: encode_rotated(".jpg", 6, cv2.ROTATE_90_COUNTERCLOCKWISE),
    "upright.png": lambda: encode_rotated(".png", 6, cv2.ROTATE_90_COUNTERCLOCKWISE),
    "left.jpg": lambda: encode_rotated(".jpg", 8, cv2.ROTATE_90_CLOCKWISE),
    "film.png": lambda: encode_animation(".png"),
    "film.webp": lambda: encode_animation(".webp"),
}
"""File name → its content: odd files that show the row of tiles as any photograph does."""


def _cut(content: bytes, share: float) -> bytes:
    return content[: int(len(content) * share)]
