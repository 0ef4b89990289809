"""Cards on a plain ground: how many lie there, and how they touch."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.recognise.outlines import card_outlines

WIDE, TALL = 50, 82
SHAPE = TALL / WIDE
Box = tuple[int, int, int, int]
"""Left, top, width and height."""


def upright(x: int, y: int) -> Box:
    return x, y, WIDE, TALL


ALONE = [upright(100 + 90 * place, 100) for place in range(4)]


def table(boxes: list[Box]) -> np.ndarray:
    """Return a green table with a white card in each of *boxes*."""
    picture = np.full((800, 800, 3), (60, 110, 30), np.uint8)
    for x, y, wide, tall in boxes:
        cv2.rectangle(picture, (x, y), (x + wide - 1, y + tall - 1), (235, 240, 245), cv2.FILLED)
    return picture


@pytest.mark.parametrize(
    "touching",
    [
        [],
        [upright(100, 300), upright(100 + WIDE, 300)],
        [upright(100, 300), upright(100, 300 + TALL)],
        [upright(100, 300), upright(100, 300 + TALL), upright(100, 300 + 2 * TALL)],
        [(100, 300, TALL, WIDE)],
        [(100, 300, TALL, WIDE), (100 + TALL, 300, TALL, WIDE)],
    ],
    ids=["none", "side by side", "end to end", "three end to end", "across", "across end to end"],
)
def test_every_card_is_found_where_it_lies(touching: list[Box]) -> None:
    boxes = [*ALONE, *touching]
    found = card_outlines(table(boxes), SHAPE)
    middles = sorted((round(spot.x), round(spot.y)) for spot in found)
    lying = sorted((x + wide // 2, y + tall // 2) for x, y, wide, tall in boxes)
    assert len(middles) == len(lying)
    assert np.abs(np.subtract(middles, lying)).max() <= 3
    assert all(0.9 < spot.height / spot.width / SHAPE < 1.1 for spot in found)


def test_a_round_plate_is_no_card() -> None:
    picture = table(ALONE)
    cv2.circle(picture, (600, 600), 60, (235, 240, 245), cv2.FILLED)
    assert len(card_outlines(picture, SHAPE)) == len(ALONE)
