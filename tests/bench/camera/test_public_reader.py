"""The public detector that stands beside ours tells what it finds in our terms."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bench.camera import public_reader
from rules.tiles import CODES
from vision.images import load_image

BLOCK = load_image(Path(__file__).parents[2] / "vision" / "photo" / "photos" / "block.jpg")
SEEN = public_reader.read(BLOCK)


def test_suits_and_honors_have_our_codes() -> None:
    codes = {tile.code for tile in SEEN}
    assert {"1p", "7m", "3z", "7z"} <= codes <= set(CODES)


def test_tiles_come_from_left_to_right_with_a_box_in_the_picture() -> None:
    corners = np.array([tile.box for tile in SEEN])
    assert (np.diff(corners[:, 0, 0]) >= 0).all()
    assert (corners >= 0).all()
    assert (corners.max(axis=(0, 1)) <= BLOCK.shape[1::-1]).all()


def test_an_empty_cloth_has_no_tiles() -> None:
    assert public_reader.read(np.full((480, 640, 3), (60, 120, 40), np.uint8)) == []
