"""A row that may lie either way is turned as its faces say, a single tile by its own."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.laid import row
from vision.recognise.crosswise import named

if TYPE_CHECKING:
    from vision.recognise.detector import Spot

CODES = ("4p", "5p", "9p", "3m")
HIGH = 104
"""As squat as tiles look that are seen from low above the table."""

PICTURE, UPRIGHT = row(CODES, HIGH)
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
