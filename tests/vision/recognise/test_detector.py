"""Where a tile lies in a picture: turned, and leaning where the picture was pressed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from vision.recognise.detector import Spot, apart, leaning

PRESSED = Spot(100.0, 80.0, 20.0, 28.0, 0.3, 1.0, lean=-0.4)


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


STANDING = Spot(100.0, 80.0, 20.0, 28.0, 0.0, 1.0, deep=(0.0, -9.0))


def test_the_box_of_a_tile_that_stands_goes_about_its_top() -> None:
    (left, top), (right, low) = STANDING.body().min(axis=0), STANDING.body().max(axis=0)
    assert (left, top, right, low) == pytest.approx((90, 57, 110, 94))


def test_of_a_tile_seen_from_straight_above_the_face_is_all() -> None:
    assert PRESSED.body() == pytest.approx(PRESSED.quad())


def test_a_turned_tile_shows_as_much_of_its_sides() -> None:
    deep = (9 * math.sin(0.7), -9 * math.cos(0.7))
    corners = replace(STANDING, turn=0.7, deep=deep).body()
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    assert (math.hypot(*along), math.hypot(*down)) == pytest.approx((20, 37))


def test_in_a_picture_twice_as_large_the_whole_tile_is_too() -> None:
    assert STANDING.scaled(2.0).body() == pytest.approx(2.0 * STANDING.body())


def test_tiles_more_than_half_a_width_apart_are_two() -> None:
    one = Spot(100.0, 100.0, 26.0, 35.0, 0.0, 0.9)
    other = Spot(120.0, 100.0, 26.0, 35.0, 0.0, 0.5)
    assert apart([other, one]) == [one, other]
