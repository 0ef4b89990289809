"""Tables with one seat and with five to nine: every hand and every set with its owner."""

from __future__ import annotations

import json

import numpy as np
import pytest

from hw_sim.camera import UHD, Conditions, LaidMeld, Scene, SeatTiles, SimCamera
from hw_sim.camera.record_part import record_part
from kiosk.camera.reader import recogniser
from vision.calibration.camera_drift import drift
from vision.calibration.homography import Calibration
from vision.calibration.measure import calibrate
from vision.errors import NotCalibratedError
from vision.geometry import Layout
from vision.recognise import WHOLE_SET
from vision.table.pipeline import read_table

HANDS = (
    ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "6z", "7z"),
    ("2s", "2s", "4s", "6s", "8s", "1p", "3p", "9p", "4m", "7m"),
)
PLENTY = {code: 8 * copies for code, copies in WHOLE_SET.items()}
"""Copies as of several sets: nobody asks here who has which."""


def scene(seats: int) -> Scene:
    """Return hands before *seats* players, a set of every kind, and a tile that won."""
    sets = (
        LaidMeld("pung", ("2f", "3f", "4f"), "3f", 1),
        LaidMeld("kong_added", ("3s",) * 4, "3s", seats - 1),
        LaidMeld("kong_concealed", ("8p",) * 4),
        LaidMeld("pung", ("2z",) * 3, "2z", max(2, seats // 2)),
    )
    places = [SeatTiles(HANDS[0], winning="5s")]
    places += [SeatTiles(HANDS[1], (meld,)) for meld in sets]
    places += [SeatTiles(HANDS[1]) for _ in range(seats - len(places))]
    return Scene(tuple(places[:seats]), ("5m",))


@pytest.mark.parametrize("seats", [1, 5, 9])
def test_everything_is_read_with_its_owner(seats: int) -> None:
    layout = Layout(seats)
    camera = SimCamera(layout, seed=seats, conditions=Conditions(size=UHD))
    lies = scene(seats)
    camera.show(lies)
    reading = read_table(camera.grab().image, camera.calibration, PLENTY, layout)
    assert record_part(reading) == lies.record_part()
    assert reading.problems == ()


def test_a_square_tables_camera_shows_no_hands_of_five() -> None:
    with pytest.raises(ValueError, match="5 seats at a table for 4"):
        SimCamera().show(scene(5))


@pytest.mark.parametrize(
    ("seats", "oval"), [(6, (1500.0, 1500.0)), (5, (1700.0, 1400.0))], ids=["round", "oval"]
)
def test_a_round_table_is_measured_by_the_markers_on_its_rim(
    seats: int, oval: tuple[float, float]
) -> None:
    layout = Layout(seats, oval_mm=oval)
    camera = SimCamera(layout, seed=seats, conditions=Conditions(size=UHD, bend=-0.08))
    lies = scene(seats)
    camera.show(lies)
    image = camera.grab().image
    calibration = Calibration.from_json(json.loads(json.dumps(calibrate(image, layout).to_json())))
    assert calibration.table == layout
    assert record_part(read_table(image, calibration, PLENTY, layout)) == lies.record_part()
    movement = drift(np.asarray(np.roll(image, 12, axis=1), np.uint8), calibration)
    assert movement.has_moved
    assert movement.can_be_measured


def test_a_knocked_camera_above_a_large_table_is_measured_by_that_tables_plan() -> None:
    layout = Layout(6, oval_mm=(1500.0, 1500.0))
    camera = SimCamera(layout, seed=1, conditions=Conditions(size=UHD))
    lies = scene(6)
    camera.show(lies)
    image = camera.grab().image
    calibration = calibrate(image, layout)
    reading = recogniser(calibration)(np.asarray(np.roll(image, 16, axis=1), np.uint8), PLENTY, 6)
    assert reading.problems == ("camera_moved",)
    assert record_part(reading) == lies.record_part()


def test_a_table_measured_for_four_is_none_for_six() -> None:
    camera = SimCamera(seed=3)
    image = camera.grab().image
    with pytest.raises(NotCalibratedError, match="840 mm wide, and 6 seats need 1117"):
        recogniser(calibrate(image, Layout()))(image, PLENTY, 6)
