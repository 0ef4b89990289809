"""Files that are no pictures, or far too large."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from vision.camera import load, size_of
from vision.errors import UnreadableImageError

ROW = Path(__file__).parent / "photo" / "photos" / "row.jpg"


def test_the_size_is_known_without_unpacking() -> None:
    image = load(ROW)
    assert size_of(ROW.read_bytes()) == image.shape[1::-1]


def test_a_huge_picture_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 60000, 60000))
    with pytest.raises(UnreadableImageError, match="60000×60000 pixels: make it smaller"):
        load(path)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    with pytest.raises(UnreadableImageError, match="has 200 MB"):
        load(path)


@pytest.mark.parametrize("packed", [b"", b"\xff\xd8", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"])
def test_a_torn_header_has_no_size(packed: bytes) -> None:
    assert size_of(packed) == (0, 0)
