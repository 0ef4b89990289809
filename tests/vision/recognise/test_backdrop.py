"""Bare cloth between tiles is no tile face down."""

from __future__ import annotations

import numpy as np
import pytest

from rules.tiles import CODES
from vision.recognise.backdrop import without_cloth
from vision.recognise.classifier import Likely
from vision.recognise.detector import Spot

CLOTH, WOOD, WHITE, AMBER = (60, 130, 40), (90, 150, 200), (235, 238, 238), (40, 140, 220)
WIDE, TALL, LEFT, TOP = 40, 54, 80, 90
Named = tuple[Spot, Likely]


def picture(*tiles: tuple[int, int, int] | None, wood_from: int | None = None) -> np.ndarray:
    """Return a row of tiles of these colors on cloth, `None` being a gap, and a rim below."""
    rng = np.random.default_rng(1)
    image = np.full((240, 2 * LEFT + WIDE * len(tiles), 3), CLOTH, float)
    if wood_from is not None:
        image[wood_from:] = WOOD
    for place, color in enumerate(tiles):
        if color is not None:
            left = LEFT + WIDE * place
            image[TOP : TOP + TALL, left + 1 : left + WIDE - 1] = color
    return np.clip(image + rng.normal(0, 5, image.shape), 0, 255).astype(np.uint8)


def found(place: int, code: str) -> Named:
    """Return a tile found at *place* of the row."""
    spot = Spot(LEFT + WIDE * (place + 0.5), TOP + TALL / 2, WIDE, TALL, 0.0, 0.5)
    return spot, Likely(dict.fromkeys(CODES, 0.0) | {"0z": 0.0, code: 0.9}, 0.1, 0.0)


def left(image: np.ndarray, *codes: str) -> list[str]:
    """Return what is left of a row of *codes*."""
    named = [found(place, code) for place, code in enumerate(codes)]
    return [face.ranked()[0][0] for _, face in without_cloth(image, named)]


def test_a_gap_in_a_row_is_no_back() -> None:
    assert left(picture(WHITE, None, WHITE), "8m", "0z", "9m") == ["8m", "9m"]


def test_cloth_beside_a_row_on_the_rim_is_no_back() -> None:
    image = picture(WHITE, WHITE, None, wood_from=TOP + TALL)
    assert left(image, "8m", "9m", "0z") == ["8m", "9m"]


@pytest.mark.parametrize("row", [("0z",), ("3p", "0z", "3p"), ("0z",) * 5])
def test_backs_are_kept(row: tuple[str, ...]) -> None:
    image = picture(*(AMBER if code == "0z" else WHITE for code in row))
    assert left(image, *row) == list(row)


def test_a_back_beside_one_that_was_not_found_is_kept() -> None:
    assert left(picture(WHITE, AMBER, AMBER), "3p", "0z") == ["3p", "0z"]


def test_a_face_is_kept_on_a_table_as_white_as_it_is() -> None:
    image = np.full((240, 300, 3), WHITE, np.uint8)
    assert left(image, "5p") == ["5p"]
