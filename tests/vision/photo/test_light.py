"""Photographs in light that the camera was not set for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.images import load_image
from vision.photo import read_photo
from vision.types import REVIEW_THRESHOLD

PHOTOS = Path(__file__).parent / "photos"


@pytest.mark.parametrize(("name", "count"), [("row.jpg", 13), ("block.jpg", 12)])
def test_tiles_are_as_sure_by_a_lamp_too_warm_for_the_camera(name: str, count: int) -> None:
    image = load_image(PHOTOS / name)
    warm = np.clip(image * np.array([0.6, 0.9, 1.1]), 0, 255).astype(np.uint8)
    plain, lit = read_photo(image).tiles, read_photo(warm).tiles
    assert [tile.code for tile in lit] == [tile.code for tile in plain]
    assert sum(tile.confidence >= REVIEW_THRESHOLD for tile in lit) == count
