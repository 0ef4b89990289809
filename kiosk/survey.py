"""Measures where the table lies in the camera's picture, by its markers, and stores that."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from kiosk.errors import Refused
from kiosk.house import CALIBRATION
from vision.errors import VisionError

if TYPE_CHECKING:
    from kiosk.settings import Settings
    from vision.camera import Image


def store_calibration(image: Image, seats: int, settings: Settings) -> float:
    """Return by how many mm the markers' places were missed, having stored the calibration.

    Raise `Refused` where the markers do not show the table's place; then nothing is stored.
    """
    from vision.layout import Layout
    from vision.survey import calibrate

    try:
        found = calibrate(image, Layout(seats))
    except VisionError as error:
        raise Refused(error.code, error.message, where="camera") from error
    stored = settings.data_dir / CALIBRATION
    stored.parent.mkdir(parents=True, exist_ok=True)
    fresh = stored.with_suffix(".new")
    fresh.write_text(json.dumps(found.to_json()) + "\n", encoding="utf-8")
    fresh.replace(stored)
    return float(found.off_mm)
