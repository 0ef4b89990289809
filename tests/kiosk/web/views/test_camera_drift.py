"""Whether the camera still sees the table where it was, on the operator's camera page."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor, unlock
from tests.vision.calibration.knocks import bare, calibrate_by_taps
from vision.calibration import Calibration
from vision.types import Image

PIN = "2468"


@pytest.fixture(scope="module")
def still() -> Image:
    return bare().grab().image


@pytest.fixture(scope="module")
def calibration(still: Image) -> Calibration:
    return calibrate_by_taps(bare(), still)


def page(parlour: Parlour, image: Image) -> Visitor:
    """Return the operator before the camera page of a kiosk whose camera sees *image*."""
    parlour.camera.film = image
    parlour.camera.picture = cv2.imencode(".jpg", image)[1].tobytes()
    return unlock(parlour.app, "/operator/camera")


def keep(parlour: Parlour, calibration: Calibration) -> None:
    """Store *calibration* at the kiosk."""
    path = parlour.operator_context.settings.data_dir / "calibration.json"
    path.write_text(json.dumps(calibration.to_json()), encoding="utf-8")


def test_a_table_that_lies_where_it_was_is_told(
    parlour: Parlour, still: Image, calibration: Calibration
) -> None:
    keep(parlour, calibration)
    assert page(parlour, still).sees("The camera sees the table where it was.")


def test_a_pushed_table_is_told_with_how_far(
    parlour: Parlour, still: Image, calibration: Calibration
) -> None:
    keep(parlour, calibration)
    assert page(parlour, np.roll(still, 14, axis=1)).sees("was moved, by 13 mm")


def test_a_covered_edge_is_told_with_what_to_do(
    parlour: Parlour, still: Image, calibration: Calibration
) -> None:
    keep(parlour, calibration)
    assert page(parlour, np.full_like(still, 90)).sees("Too little of the table's edge is visible")


def test_a_calibration_that_keeps_nothing_is_told(
    parlour: Parlour, still: Image, calibration: Calibration
) -> None:
    keep(parlour, replace(calibration, landmarks=None))
    assert page(parlour, still).sees("There is nothing to compare with")


def test_where_nothing_is_stored_nothing_is_told(parlour: Parlour, still: Image) -> None:
    operator = page(parlour, still)
    assert operator.sees("Position of the table")
    assert not operator.sees("where it was")
