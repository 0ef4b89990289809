"""A row that may lie either way is turned as its faces say, a single tile by its own."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import cv2
import numpy as np
import pytest

from hw_sim.art import faces
from vision.crosswise import named
from vision.localise import Spot
from vision.solids import Material, face_on_body

CODES = ("4p", "5p", "9p", "3m")
WIDE, HIGH, LEFT, TOP = 96, 104, 60, 90
"""As squat as tiles look that are seen from low above the table."""


def row() -> np.ndarray:
    """Return a picture of the tiles `CODES` on green cloth, a little apart."""
    picture = np.full((TOP + HIGH + 90, LEFT * 2 + (WIDE + 6) * len(CODES), 3), (60, 110, 40))
    for place, code in enumerate(CODES):
        left = LEFT + place * (WIDE + 6)
        top = face_on_body(faces("plain")[code], Material())[:, :, :3]
        picture[TOP : TOP + HIGH, left : left + WIDE] = cv2.resize(top, (WIDE, HIGH))
    return picture.astype(np.uint8)


PICTURE = row()
UPRIGHT = [
    Spot(LEFT + place * (WIDE + 6) + WIDE / 2, TOP + HIGH / 2, WIDE, HIGH, 0.0, 0.9)
    for place in range(len(CODES))
]
ACROSS = [replace(spot, width=HIGH * 0.9, height=HIGH * 0.98, turn=pi / 2) for spot in UPRIGHT]


def told(*spots: Spot) -> list[str]:
    """Return what is read at *spots*."""
    return [face.ranked()[0][0] for _, face in named(PICTURE, spots)]


def test_a_row_taken_for_one_that_lies_across_is_turned_as_a_whole() -> None:
    assert told(*ACROSS) == list(CODES)


def test_tiles_of_a_row_taken_two_ways_are_turned_alike() -> None:
    found = named(PICTURE, [*UPRIGHT[:2], *ACROSS[2:]])
    assert [face.ranked()[0][0] for _, face in found] == list(CODES)
    assert [np.cos(2 * spot.turn) for spot, _ in found] == pytest.approx([1.0] * 4)


def test_a_row_that_lies_as_it_was_seen_stays() -> None:
    assert [spot for spot, _ in named(PICTURE, UPRIGHT)] == UPRIGHT


def test_what_shows_no_face_either_way_stays() -> None:
    bare = [replace(spot, y=30.0, height=50.0, width=48.0) for spot in UPRIGHT]
    assert [spot.turn for spot, _ in named(PICTURE, bare)] == [0.0] * 4


def test_nothing_seen_is_nothing_named() -> None:
    assert named(PICTURE, []) == []
