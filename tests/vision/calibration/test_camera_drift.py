"""Noticing a camera that was moved."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hw_sim.camera import SimCamera
from kiosk.camera.reader import CHECK_S, recogniser
from rules.ruleset import full_set
from vision.calibration.camera_drift import drift, with_landmarks
from vision.calibration.homography import Calibration
from vision.calibration.measure import calibrate, from_taps
from vision.errors import NotCalibratedError
from vision.geometry import Layout
from vision.types import Image


@pytest.fixture(scope="module")
def still() -> Image:
    return SimCamera(seed=3).grab().image


@pytest.fixture(scope="module")
def calibration(still: Image) -> Calibration:
    return calibrate(still, Layout())


def shift(image: Image, x: float, y: float) -> Image:
    """Return *image* as a camera sees it that was knocked by *x*, *y* pixels."""
    picture = cv2.warpAffine(image, np.array([[1.0, 0, x], [0, 1.0, y]]), image.shape[1::-1])
    return np.asarray(picture, np.uint8)


def test_a_camera_that_stays_has_not_moved(still: Image, calibration: Calibration) -> None:
    movement = drift(still, calibration)
    assert not movement.has_moved
    assert movement.moved_mm is not None


def test_a_knock_is_measured_in_millimetres(still: Image, calibration: Calibration) -> None:
    movement = drift(shift(still, 12, 5), calibration)
    assert movement.has_moved
    assert movement.moved_mm == pytest.approx(13 * 985 / 1080, rel=0.1)


def test_a_large_knock_is_found_too(still: Image, calibration: Calibration) -> None:
    assert drift(shift(still, 20, 20), calibration).has_moved


def test_covered_markers_tell_nothing(still: Image, calibration: Calibration) -> None:
    assert drift(np.full_like(still, 90), calibration).moved_mm is None


def test_taps_have_no_markers_to_compare(still: Image) -> None:
    taps = [(500.0, 80.0), (1420.0, 80.0), (1420.0, 1000.0), (500.0, 1000.0)]
    assert drift(still, from_taps(taps, Layout(), (1920, 1080))).moved_mm is None


def test_a_knocked_camera_is_measured_anew_and_said(still: Image, calibration: Calibration) -> None:
    reading = recogniser(calibration)(shift(still, 9, 0), full_set(), 4)
    assert "camera_moved" in reading.problems


def test_a_knocked_camera_that_cannot_be_measured_is_refused(
    still: Image, calibration: Calibration
) -> None:
    image = shift(still, 9, 0)
    image[:200, :700] = 90
    with pytest.raises(NotCalibratedError, match="has moved by 8 mm"):
        recogniser(calibration)(image, full_set(), 4)


def test_covered_markers_are_stood_in_for_by_landmarks(
    still: Image, calibration: Calibration
) -> None:
    image = shift(still, 9, 0)
    image[:200, :700] = 90
    landmark_calibration = with_landmarks(still, calibration)
    assert landmark_calibration.landmarks is not None
    assert len(landmark_calibration.landmarks.places) > 8
    reading = recogniser(landmark_calibration)(image, full_set(), 4)
    assert "camera_moved" in reading.problems


def test_a_camera_measured_anew_by_its_markers_keeps_the_landmarks(
    still: Image, calibration: Calibration
) -> None:
    now = [0.0]
    recognise = recogniser(with_landmarks(still, calibration), clock=lambda: now[0])
    image = shift(still, 9, 0)
    recognise(image, full_set(), 4)
    image[:200, :700] = 90
    for now[0] in (CHECK_S / 2, CHECK_S):
        assert "camera_moved" in recognise(image, full_set(), 4).problems
