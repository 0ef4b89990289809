"""Where tiles and cards lie in a picture."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hw_sim.camera import UHD, Conditions, SimCamera
from hw_sim.camera.art import SIZES, faces
from vision.geometry import Layout
from vision.recognise.detector import Spot, apart, detect_cards


def test_a_tile_has_square_corners() -> None:
    corners = Spot(0.0, 0.0, 20.0, 28.0, 0.3, 1.0).quad()
    assert (corners[1] - corners[0]) @ (corners[3] - corners[0]) == pytest.approx(0)


STANDING = Spot(100.0, 80.0, 20.0, 28.0, 0.0, 1.0, deep=(0.0, -9.0))


def test_the_box_of_a_tile_that_stands_goes_about_its_top() -> None:
    (left, top), (right, low) = STANDING.body().min(axis=0), STANDING.body().max(axis=0)
    assert (left, top, right, low) == pytest.approx((90, 57, 110, 94))


def test_of_a_tile_seen_from_straight_above_the_face_is_all() -> None:
    flat = replace(STANDING, turn=0.3, deep=(0.0, 0.0))
    assert flat.body() == pytest.approx(flat.quad())


def test_a_turned_tile_shows_as_much_of_its_sides() -> None:
    deep = (9 * math.sin(0.7), -9 * math.cos(0.7))
    corners = replace(STANDING, turn=0.7, deep=deep).body()
    along, down = corners[1] - corners[0], corners[3] - corners[0]
    assert (math.hypot(*along), math.hypot(*down)) == pytest.approx((20, 37))


def test_in_a_picture_twice_as_large_the_whole_tile_is_too() -> None:
    assert STANDING.scale(2.0).body() == pytest.approx(2.0 * STANDING.body())


def test_tiles_that_hardly_lie_over_each_other_are_two() -> None:
    one = Spot(100.0, 100.0, 26.0, 35.0, 0.0, 0.9)
    other = Spot(120.0, 100.0, 26.0, 35.0, 0.0, 0.5)
    assert apart([other, one]) == [one, other]


def test_of_thousands_of_finds_the_surest_two_sets_are_tiles() -> None:
    crowd = [Spot(40.0 * place, 0.0, 26.0, 35.0, 0.0, 0.5) for place in range(1000)]
    best = Spot(-40.0, 0.0, 26.0, 35.0, 0.0, 0.9)
    spots = apart([*crowd, best])
    assert spots[0] == best
    assert len(spots) == 2 * 152


def test_a_tile_that_is_found_as_its_halves_is_one_tile() -> None:
    upper = Spot(100.0, 120.0, 19.0, 25.0, -1.53, 0.57)
    lower = Spot(101.0, 134.0, 22.0, 28.0, 1.47, 0.62)
    assert apart([upper, lower]) == [lower]


def lay_out(deck: str, apart: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a picture of one of each card, *apart* in their sizes, and their corners, N×4×2."""
    camera = SimCamera(
        Layout(tile=SIZES[deck]), seed=3, tile_set=deck, conditions=Conditions(size=UHD)
    )
    camera.spread(list(faces(deck)), 10, apart)
    corners = np.array([tile.box for tile in camera.truth()])
    edges = corners.reshape(-1, 2)
    (left, top), (right, low) = (edges.min(0) - 60).astype(int), (edges.max(0) + 60).astype(int)
    return camera.grab().image[top:low, left:right], corners - (left, top)


@pytest.mark.parametrize("apart", [1.0, 1.1, 1.35], ids=["touching", "close", "apart"])
@pytest.mark.parametrize("deck", ["hanafuda", "dominoes"])
def test_every_card_is_found_once_where_it_lies(deck: str, apart: float) -> None:
    picture, corners = lay_out(deck, apart)
    middles = np.array([(spot.x, spot.y) for spot in detect_cards(picture)])
    assert len(middles) == len(corners)
    far = np.linalg.norm(corners.mean(axis=1)[:, None] - middles, axis=2).min(axis=1)
    wide = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    assert (far / wide).max() < 0.3


def test_a_round_plate_is_no_card() -> None:
    picture, corners = lay_out("hanafuda", 1.35)
    table = cv2.copyMakeBorder(picture, 0, 160, 0, 0, cv2.BORDER_REPLICATE)
    cv2.circle(table, (300, len(table) - 80), 36, (235, 240, 245), cv2.FILLED, cv2.LINE_AA)
    assert len(detect_cards(table)) == len(corners)


def test_a_few_cards_are_found_where_they_fill_the_picture() -> None:
    picture, corners = lay_out("hanafuda", 1.35)
    three = corners[22:25].reshape(-1, 2)
    (left, top), (right, low) = (three.min(0) - 12).astype(int), (three.max(0) + 12).astype(int)
    assert len(detect_cards(picture[top:low, left:right])) == 3


@pytest.mark.parametrize("size", [0.5, 2.0])
@pytest.mark.parametrize("deck", ["hanafuda", "dominoes"])
def test_cards_are_found_however_large_a_picture_shows_them(deck: str, size: float) -> None:
    picture, corners = lay_out(deck, 1.0)
    sized = cv2.resize(picture, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    assert len(detect_cards(sized)) == len(corners)
