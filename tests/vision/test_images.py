"""Files opened as pictures: what is odd is read as it is meant, or refused before it is decoded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.odd_images import MOST_MIB, PLAIN, READ, REFUSED, ROW, memory_limit, png
from vision.errors import ImageTooLargeError, UnreadableImageError
from vision.images import decode_image, decode_images, load_image


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_sound_photograph_is_refused_with_what_to_do(name: str) -> None:
    content, code, words = REFUSED[name]
    file = content()
    with memory_limit(MOST_MIB), pytest.raises(UnreadableImageError, match=words) as refusal:
        decode_image(file, name)
    assert refusal.value.code == code
    assert refusal.value.message.startswith(name)


@pytest.mark.parametrize("name", READ)
def test_an_odd_photograph_shows_what_the_plain_one_does(name: str) -> None:
    image = decode_image(READ[name](), name)
    assert image.shape == PLAIN.shape
    assert np.abs(image.astype(int) - PLAIN).mean() < 8


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    with path.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    with memory_limit(MOST_MIB), pytest.raises(ImageTooLargeError, match="has 209 MB"):
        load_image(path)


def test_pictures_too_large_together_are_refused_before_the_last_is_decoded() -> None:
    large = png(7_000, 7_000, 7_000)  # 49 megapixels: 140 MiB, twice that while it is decoded
    files = ((f"{number}.png", large) for number in range(1, 4))
    with memory_limit(500), pytest.raises(ImageTooLargeError, match=r"3\.png and the .* 147 mega"):
        decode_images(files)


def test_a_file_that_is_there_is_opened() -> None:
    assert load_image(ROW).shape == PLAIN.shape


@pytest.mark.parametrize("name", ["gone.jpg", "x" * 5_000, "with\0null"])
def test_a_file_that_cannot_be_opened_says_what_to_check(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableImageError, match="check that the file is there"):
        load_image(tmp_path / name)
