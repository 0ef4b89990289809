"""Measures where the table lies in the camera's picture, by its markers, and stores that."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from kiosk.errors import Refused
from kiosk.house import CALIBRATION
from vision.errors import VisionError

if TYPE_CHECKING:
    from pathlib import Path

    from kiosk.settings import Settings
    from vision.camera import Image
    from vision.layout import Layout


def store_calibration(image: Image, seats: int, settings: Settings) -> float:
    """Return by how many mm the markers' places were missed, having stored the calibration.

    A table that `jantaku calibrate` has measured for as many keeps its form. Raise `Refused` where
    the markers do not show the table's place; then nothing is stored.
    """
    from vision.layout import Layout
    from vision.survey import calibrate

    stored = settings.data_dir / CALIBRATION
    try:
        found = calibrate(image, _known(stored, seats) or Layout(seats))
    except VisionError as error:
        raise Refused(error.code, error.message, where="camera") from error
    stored.parent.mkdir(parents=True, exist_ok=True)
    fresh = stored.with_suffix(".new")
    fresh.write_text(json.dumps(found.to_json()) + "\n", encoding="utf-8")
    fresh.replace(stored)
    return float(found.off_mm)


def _known(stored: Path, seats: int) -> Layout | None:
    """Return the table whose calibration is *stored*; `None` where none for so many is."""
    from vision.calibration import Calibration

    try:
        known = Calibration.from_json(json.loads(stored.read_text(encoding="utf-8"))).table
    except (OSError, ValueError, VisionError):
        return None
    if known is None or (
        known.oval_mm is None and known.out_mm != replace(known, seats=seats).out_mm
    ):
        return None
    return known
