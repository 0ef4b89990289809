"""Noticing a camera that was moved above a table without markers."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hw_sim.camera import SimCamera
from hw_sim.camera.scene import Scene, SeatTiles, codes
from kiosk.camera.reader import CHECK_S, recogniser
from rules.ruleset import full_set
from tests.vision.calibration.knocks import (
    bare,
    calibrate_by_taps,
    cover,
    knock,
    move_table,
    relight,
    worst_mm,
)
from vision.calibration.camera_drift import can_tell, drift
from vision.calibration.homography import Calibration
from vision.geometry import Layout
from vision.types import Image

HAND = codes("123m456p789s1122z")


@pytest.fixture(scope="module")
def camera() -> SimCamera:
    return bare()


@pytest.fixture(scope="module")
def calibration(camera: SimCamera) -> Calibration:
    camera.clear()
    return calibrate_by_taps(camera, camera.grab().image)


@pytest.fixture(scope="module")
def hands_image(camera: SimCamera, calibration: Calibration) -> Image:
    """Return a later picture: the table as it was tapped, with hands on it."""
    assert calibration.landmarks is not None
    camera.show(Scene(tuple(SeatTiles(HAND, winning="5m") for _ in range(4))))
    return camera.grab().image


def test_a_table_with_hands_on_it_has_not_moved(
    hands_image: Image, calibration: Calibration
) -> None:
    movement = drift(hands_image, calibration)
    assert movement.moved_mm == pytest.approx(0.0, abs=0.5)
    assert not movement.has_moved
    assert movement.corrected is None
    assert movement.agreeing > 40


@pytest.mark.parametrize(
    "gains",
    [(0.5, 0.5, 0.5), (1.9, 1.9, 1.9), (0.45, 0.8, 1.2), (1.1, 0.9, 0.7)],
    ids=["dim", "bright", "a warm lamp", "daylight"],
)
def test_another_lamp_is_no_movement(
    hands_image: Image, calibration: Calibration, gains: tuple[float, float, float]
) -> None:
    movement = drift(relight(hands_image, gains), calibration)
    assert movement.moved_mm is not None
    assert movement.moved_mm < 1.0


def test_a_shadow_over_one_side_is_no_movement(
    hands_image: Image, calibration: Calibration
) -> None:
    columns = np.linspace(0, 1, hands_image.shape[1])
    shade = 1 - 0.6 / (1 + np.exp((columns - 0.45) / 0.03))
    movement = drift((hands_image * shade[None, :, None]).astype(np.uint8), calibration)
    assert movement.moved_mm is not None
    assert not movement.has_moved


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "degrees"),
    [(5.0, 0.0, 0.0), (0.0, -5.0, 0.0), (7.0, 7.0, 0.0), (-30.0, 4.0, 0.0), (0.0, 0.0, 0.5),
     (0.0, 0.0, -3.0), (12.0, -25.0, 2.0), (60.0, 10.0, 0.0)],
    ids=["right", "away", "askew", "far", "turned a little", "turned much", "both", "very far"],
)  # fmt: skip
def test_a_knock_is_noticed_and_measured(
    hands_image: Image, calibration: Calibration, x_mm: float, y_mm: float, degrees: float
) -> None:
    by = knock(x_mm, y_mm, degrees)
    movement = drift(move_table(hands_image, calibration, by), calibration)
    assert movement.has_moved
    assert movement.corrected is not None
    assert worst_mm(movement.corrected, calibration, by) < 1.5


def test_a_knock_is_noticed_under_another_lamp_with_things_on_the_rim(
    hands_image: Image, calibration: Calibration, camera: SimCamera
) -> None:
    by = knock(6.0, -4.0, 0.3)
    image = cover(relight(move_table(hands_image, calibration, by), (0.5, 0.8, 1.1)), camera, ARM)
    movement = drift(image, calibration)
    assert movement.has_moved
    assert movement.corrected is not None
    assert worst_mm(movement.corrected, calibration, by) < 2.0


ARM = np.array([[-60.0, 200.0], [60.0, 200.0], [120.0, 520.0], [-120.0, 520.0]])
LEANING = np.array([[300.0, -250.0], [520.0, -300.0], [520.0, 330.0], [300.0, 250.0]])


def test_an_arm_and_someone_who_leans_over_are_no_movement(
    hands_image: Image, calibration: Calibration, camera: SimCamera
) -> None:
    image = cover(cover(hands_image, camera, ARM), camera, LEANING)
    movement = drift(image, calibration)
    assert not movement.has_moved
    assert movement.corrected is None


def test_a_covered_edge_tells_nothing(hands_image: Image, calibration: Calibration) -> None:
    assert drift(np.full_like(hands_image, 90), calibration).moved_mm is None


def test_a_picture_of_another_size_tells_nothing(
    hands_image: Image, calibration: Calibration
) -> None:
    taller = np.vstack([hands_image, hands_image[-40:]])
    assert drift(taller, calibration).moved_mm is None


@pytest.mark.parametrize("zoom", [1.01, 1.04, 0.97])
def test_a_lens_that_was_zoomed_is_measured(
    hands_image: Image, calibration: Calibration, zoom: float
) -> None:
    by = np.diag([zoom, zoom, 1.0])
    wider = drift(move_table(hands_image, calibration, by), calibration)
    assert wider.has_moved
    assert wider.corrected is not None
    assert worst_mm(wider.corrected, calibration, by) < 1.5


@pytest.mark.parametrize("wide_mm", [4.0, 8.0, 11.0])
def test_a_raised_rim_s_shadow_along_two_sides_is_no_movement(
    hands_image: Image, calibration: Calibration, camera: SimCamera, wide_mm: float
) -> None:
    inner = 420.0 - wide_mm
    right = np.array([[inner, -420.0], [420.0, -420.0], [420.0, 420.0], [inner, 420.0]])
    dark = np.ones(hands_image.shape[:2], np.float32)
    for strip in (right, right[:, ::-1]):
        cv2.fillConvexPoly(dark, np.round(camera.floor_pixels(strip)).astype(np.int32), 0.6)
    shaded = hands_image * cv2.GaussianBlur(dark, (0, 0), 1.2)[:, :, None]
    movement = drift(shaded.astype(np.uint8), calibration)
    assert not movement.has_moved


def test_another_view_is_not_taken_for_this_one(calibration: Calibration) -> None:
    rng = np.random.default_rng(4)
    noise = rng.integers(0, 255, (1080, 1920, 3)).astype(np.uint8)
    assert drift(noise, calibration).moved_mm is None


def test_what_keeps_nothing_cannot_tell(hands_image: Image, calibration: Calibration) -> None:
    assert can_tell(calibration)
    plain = replace(calibration, landmarks=None)
    assert not can_tell(plain)
    assert drift(hands_image, plain).moved_mm is None


def test_hands_are_read_on_where_the_knocked_table_lies_now(
    hands_image: Image, calibration: Calibration
) -> None:
    now = [0.0]
    recognise = recogniser(calibration, clock=lambda: now[0])
    still = recognise(hands_image, full_set(), 4)
    assert "camera_moved" not in still.problems
    by = knock(25.0, -15.0, 1.0)
    image = move_table(hands_image, calibration, by)
    now[0] = CHECK_S
    reading = recognise(image, full_set(), 4)
    assert "camera_moved" in reading.problems
    hands = [tuple(tile.code for tile in seat.hand) for seat in reading.seats]
    assert hands == [HAND] * 4


def test_a_plain_round_rim_keeps_nothing_to_compare() -> None:
    camera = bare(Layout(4, oval_mm=(900.0, 900.0)))
    calibration = calibrate_by_taps(camera, camera.grab().image)
    assert not can_tell(calibration)
    assert drift(camera.grab().image, calibration).moved_mm is None
