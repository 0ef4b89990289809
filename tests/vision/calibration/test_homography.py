"""Where the table lies in the picture."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hw_sim.camera import Conditions, SimCamera
from vision.calibration.homography import Calibration, Lens, find_markers
from vision.calibration.measure import calibrate, from_taps
from vision.errors import NotCalibratedError
from vision.geometry import Layout

PLACES = np.array([[0.0, 0.0], [380.0, 380.0], [-380.0, 360.0], [120.0, -400.0]])


@pytest.fixture(scope="module")
def camera() -> SimCamera:
    return SimCamera(seed=3, conditions=Conditions(tilt_mm=80, roll=-0.02))


def test_a_point_comes_back_from_the_picture(camera: SimCamera) -> None:
    calibration = camera.calibration
    assert calibration.to_table(calibration.to_pixels(PLACES)) == pytest.approx(PLACES, abs=1e-6)


def test_where_nothing_lies_no_point_comes_of_any_lens() -> None:
    lens, nothing = Lens(1600.0, (960.0, 540.0), (-0.1, 0.0)), np.zeros((0, 2))
    assert lens.distort(nothing).shape == lens.undistort(nothing).shape == (0, 2)


def test_the_markers_give_the_table_to_within_two_millimetres(camera: SimCamera) -> None:
    calibration = calibrate(camera.grab().image, Layout(), camera.focal_px)
    back = calibration.to_table(camera.calibration.to_pixels(PLACES))
    assert np.hypot(*(back - PLACES).T).max() < 2.0


def test_a_hidden_marker_is_named(camera: SimCamera) -> None:
    image = camera.grab().image.copy()
    corners = find_markers(image)[2].astype(int)
    (left, top), (right, low) = corners.min(axis=0) - 8, corners.max(axis=0) + 8
    image[top:low, left:right] = 90
    with pytest.raises(NotCalibratedError, match="corner marker 2 is not"):
        calibrate(image, Layout(), camera.focal_px)


def test_a_calibration_is_stored_and_loaded_unchanged(camera: SimCamera) -> None:
    calibration = camera.calibration
    loaded = Calibration.from_json(json.loads(json.dumps(calibration.to_json())))
    assert (loaded.face_plane == calibration.face_plane).all()
    assert loaded.size == calibration.size


@pytest.mark.parametrize("damage", [{}, {"size": [1, 2]}, {"size": [1, 2], "face_plane": [[1]]}])
def test_a_damaged_calibration_asks_for_a_new_one(damage: dict[str, object]) -> None:
    with pytest.raises(NotCalibratedError, match="calibrate the camera again"):
        Calibration.from_json(damage)


@pytest.fixture(scope="module")
def webcam() -> SimCamera:
    """Return a camera with a cheap lens that hangs askew."""
    return SimCamera(seed=4, conditions=Conditions(tilt_mm=150, roll=0.02, bend=-0.16))


def worst_mm(calibration: Calibration, camera: SimCamera) -> float:
    """Return how far *calibration* is from the truth in the worst of the places."""
    back = calibration.to_table(camera.calibration.to_pixels(PLACES))
    return float(np.hypot(*(back - PLACES).T).max())


def test_markers_on_the_sides_tell_how_the_lens_bends(webcam: SimCamera) -> None:
    calibration = calibrate(webcam.grab().image, Layout())
    assert worst_mm(calibration, webcam) < 3.0
    assert calibration.lens is not None
    assert calibration.lens.bend[0] < -0.08


def test_without_the_focal_length_the_table_is_known_to_three_millimetres(
    camera: SimCamera,
) -> None:
    assert worst_mm(calibrate(camera.grab().image, Layout()), camera) < 3.0


def tap_places(camera: SimCamera, count: int) -> list[tuple[float, float]]:
    """Return where someone taps who taps to two pixels."""
    half = Layout().side_mm / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    places = np.vstack([corners, (corners + np.roll(corners, -1, axis=0)) / 2])[:count]
    # The taps are on the cloth, a tile's thickness below the plane of the faces.
    floor = camera.floor_pixels(places) + np.random.default_rng(3).uniform(-1, 1, (count, 2))
    return [(float(x), float(y)) for x, y in floor]


def test_four_taps_give_the_table_of_a_straight_lens(camera: SimCamera) -> None:
    calibration = from_taps(tap_places(camera, 4), Layout(), camera.conditions.size)
    assert worst_mm(calibration, camera) < 4.0


def test_eight_taps_give_the_table_of_a_bent_lens(webcam: SimCamera) -> None:
    calibration = from_taps(tap_places(webcam, 8), Layout(), webcam.conditions.size)
    assert worst_mm(calibration, webcam) < 5.0


def test_taps_the_wrong_way_round_are_refused(camera: SimCamera) -> None:
    with pytest.raises(NotCalibratedError, match="clockwise"):
        from_taps(tap_places(camera, 4)[::-1], Layout(), camera.conditions.size)


def test_a_tap_beside_the_corner_is_refused(camera: SimCamera) -> None:
    taps = tap_places(camera, 8)
    taps[5] = (taps[5][0] + 120, taps[5][1])
    with pytest.raises(NotCalibratedError, match="measure them again"):
        from_taps(taps, Layout(), camera.conditions.size)


def test_a_lens_is_stored_with_its_calibration(webcam: SimCamera) -> None:
    calibration = calibrate(webcam.grab().image, Layout())
    loaded = Calibration.from_json(json.loads(json.dumps(calibration.to_json())))
    assert loaded.lens == calibration.lens
    assert loaded.marks == calibration.marks
