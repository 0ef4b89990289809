"""Pictures from files: the one place that opens them, once size and form are known to be sound.

Only JPEG, PNG and WebP are opened: Pillow reads what their headers say before OpenCV decodes
anything. An animated picture counts by its first frame; rotation by EXIF is carried out, alpha left
away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL.Image import DecompressionBombError
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from vision.errors import ImageShapeError, ImageTooLargeError, UnreadableImageError, VisionError
from vision.types import Image

_FORMS: Final[Mapping[bytes, type[ImageFile]]] = {
    b"\xff\xd8\xff": JpegImageFile,
    b"\x89PNG": PngImageFile,
    b"RIFF": WebPImageFile,
}
"""What a file begins with, and who reads its header."""

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})

MEGA: Final = 10**6

MOST_BYTES: Final = 96 * MEGA
"""Of one file: twice what a picture of `MOST_PIXELS` takes as PNG (0.4 bytes a pixel, measured)."""
MOST_PIXELS: Final = 64 * MEGA
"""Of one picture: while it is decoded, a progressive JPEG of four inks takes 11 bytes a pixel
(1,140 MiB at 108 megapixels, measured), and a kiosk has a gigabyte to spare."""
MOST_PIXELS_TOGETHER: Final = 120 * MEGA
"""Of pictures that are held at the same time, at 3 bytes a pixel."""
LEAST_SIDE_PX: Final = 16
"""Height and width of a picture: tiles are found from 14 pixels of width."""
MOST_STRETCH: Final = 20
"""Longest over shortest side: twice that of a panorama. From 400 on, a picture made 400 pixels
long to find its tiles has no row left."""


def load_image(path: Path) -> Image:
    """Return the picture in the file *path*; raise `UnreadableImageError` when it is none."""
    return load_images([path])[0]


def load_images(paths: Iterable[Path]) -> list[Image]:
    """Return the pictures in the files *paths*; raise `UnreadableImageError` if one is none.

    Together they may have `MOST_PIXELS_TOGETHER`.
    """
    return decode_images((path.name, _content(path)) for path in paths)


def decode_image(content: bytes, name: str) -> Image:
    """Return the picture in *content*, a file's bytes; raise `UnreadableImageError` if none.

    *name* is what people call the file.
    """
    return decode_images([(name, content)])[0]


def decode_images(files: Iterable[tuple[str, bytes]]) -> list[Image]:
    """Return the pictures in *files*, each with its name; `UnreadableImageError` if one is none.

    Together they may have `MOST_PIXELS_TOGETHER`.
    """
    images: list[Image] = []
    pixels = 0
    for name, content in files:
        width, height = _checked_size(content, name)
        pixels += width * height
        if pixels > MOST_PIXELS_TOGETHER:
            message = (
                f"{name} and the pictures before it have {pixels // MEGA} megapixels: make them "
                f"smaller, {MOST_PIXELS_TOGETHER // MEGA} megapixels together"
            )
            raise ImageTooLargeError(message, where=name)
        images.append(_decode(content, name))
    return images


def save_image(image: Image, path: Path) -> None:
    """Write *image* into the file *path* as its ending says; raise `VisionError` for another one.

    Without an ending it is a PNG. Raise `OSError` where the file cannot be written.
    """
    suffix = path.suffix.lower() or ".png"
    if suffix not in SUFFIXES:
        message = f"{path.name}: name a file that ends in {', '.join(sorted(SUFFIXES))}"
        raise VisionError(message, where=path.name)
    path.write_bytes(cv2.imencode(suffix, image)[1].tobytes())


def check_size(width: int, height: int, name: str) -> None:
    """Raise `UnreadableImageError` where nothing of *width* × *height* pixels can be a photograph.

    It is an `ImageTooLargeError` or an `ImageShapeError`.
    """
    if width * height > MOST_PIXELS:
        raise _too_large(name, f"{width}×{height}")
    short, long = sorted((width, height))
    if short < LEAST_SIDE_PX or long > MOST_STRETCH * short:
        message = (
            f"{name} has {width}×{height} pixels: give a whole photograph, at least "
            f"{LEAST_SIDE_PX} pixels high and wide and at most {MOST_STRETCH} times as long as wide"
        )
        raise ImageShapeError(message, where=name)


def _content(path: Path) -> bytes:
    try:
        _check_bytes(path.stat().st_size, path.name)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        message = f"cannot open {path.name}: check that the file is there and may be read"
        raise UnreadableImageError(message, where=str(path)) from error


def _check_bytes(count: int, name: str) -> None:
    if count > MOST_BYTES:
        most = MOST_BYTES // MEGA
        message = f"{name} has {count // MEGA} MB: give a photograph of at most {most} MB"
        raise ImageTooLargeError(message, where=name)


def _checked_size(content: bytes, name: str) -> tuple[int, int]:
    """Return the width and height of *content*; raise `UnreadableImageError` if unsound."""
    _check_bytes(len(content), name)
    form = next((form for start, form in _FORMS.items() if content.startswith(start)), None)
    if form is None:
        raise _unreadable(name)
    try:
        with form(BytesIO(content)) as header:
            size = header.size
    except DecompressionBombError as error:
        raise _too_large(name, "too many") from error
    except (OSError, SyntaxError, ValueError) as error:
        raise _unreadable(name) from error
    check_size(*size, name)
    return size


def _decode(content: bytes, name: str) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise _unreadable(name) from error
    if image is None:
        raise _unreadable(name)
    return np.asarray(image, np.uint8)


def _too_large(name: str, pixels: str) -> ImageTooLargeError:
    most = MOST_PIXELS // MEGA
    message = f"{name} has {pixels} pixels: make it smaller than {most} megapixels"
    return ImageTooLargeError(message, where=name)


def _unreadable(name: str) -> UnreadableImageError:
    message = f"{name} is damaged or no picture: give a whole JPEG, PNG or WebP photograph"
    return UnreadableImageError(message, where=name)
