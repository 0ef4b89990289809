"""Where a tile lies in a picture: turned, and leaning where the picture was pressed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.localise import Spot, leaning

PRESSED = Spot(100.0, 80.0, 20.0, 28.0, 0.3, 1.0, lean=-0.4)


def corners_of(spot: Spot) -> set[tuple[float, float]]:
    """Return the corners of *spot*, whichever comes first."""
    return {(round(float(x), 6), round(float(y), 6)) for x, y in spot.quad()}


def test_a_tile_has_square_corners() -> None:
    corners = Spot(0.0, 0.0, 20.0, 28.0, 0.3, 1.0).quad()
    assert (corners[1] - corners[0]) @ (corners[3] - corners[0]) == pytest.approx(0)


def test_in_a_pressed_picture_a_turned_tile_has_not() -> None:
    corners = PRESSED.quad()
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    assert (math.hypot(*along), math.hypot(*down)) == pytest.approx((20, 28))
    assert leaning(along, down) == pytest.approx(-0.4)


def test_a_tile_turned_by_half_leans_as_much() -> None:
    along, down = np.array([20.0, 3.0]), np.array([5.0, 28.0])
    assert leaning(-along, -down) == pytest.approx(leaning(along, down))


def test_the_box_taken_crosswise_has_the_same_corners() -> None:
    assert corners_of(PRESSED.across()) == corners_of(PRESSED)
