"""Where the table lies in the picture."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hw_sim.camera import Conditions, SimCamera
from vision.calibration import Calibration, calibrate, find_markers
from vision.errors import NotCalibratedError
from vision.layout import Layout

PLACES = np.array([[0.0, 0.0], [380.0, 380.0], [-380.0, 360.0], [120.0, -400.0]])


@pytest.fixture(scope="module")
def camera() -> SimCamera:
    return SimCamera(seed=3, conditions=Conditions(tilt_mm=80, roll=-0.02))


def test_a_point_comes_back_from_the_picture(camera: SimCamera) -> None:
    known = camera.calibration
    assert known.to_table(known.to_pixels(PLACES)) == pytest.approx(PLACES, abs=1e-6)


def test_the_markers_give_the_table_to_within_two_millimetres(camera: SimCamera) -> None:
    found = calibrate(camera.grab().image, Layout(), camera.focal_px)
    back = found.to_table(camera.calibration.to_pixels(PLACES))
    assert np.hypot(*(back - PLACES).T).max() < 2.0


def test_a_hidden_marker_is_named(camera: SimCamera) -> None:
    image = camera.grab().image.copy()
    corners = find_markers(image)[2].astype(int)
    (left, top), (right, low) = corners.min(axis=0) - 8, corners.max(axis=0) + 8
    image[top:low, left:right] = 90
    with pytest.raises(NotCalibratedError, match="corner marker 2 is not"):
        calibrate(image, Layout(), camera.focal_px)


def test_a_calibration_is_stored_and_loaded_unchanged(camera: SimCamera) -> None:
    known = camera.calibration
    loaded = Calibration.from_json(json.loads(json.dumps(known.to_json())))
    assert (loaded.face_plane == known.face_plane).all()
    assert loaded.size == known.size


@pytest.mark.parametrize("damage", [{}, {"size": [1, 2]}, {"size": [1, 2], "face_plane": [[1]]}])
def test_a_damaged_calibration_asks_for_a_new_one(damage: dict[str, object]) -> None:
    with pytest.raises(NotCalibratedError, match="calibrate the camera again"):
        Calibration.from_json(damage)
