"""The real machine and the real camera of a kiosk; loaded only where there is one of them."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from firmware_bridge.client import TableClient, open_table
from firmware_bridge.errors import BridgeError
from kiosk.clock import SystemClock
from kiosk.errors import Refused
from kiosk.eye import CameraReader, card_recogniser, recogniser
from kiosk.house import CALIBRATION, Outside
from kiosk.machine import MachineTable
from kiosk.sets import OnTable, named
from kiosk.video import VideoCamera
from kiosk.workshop import Workshop
from vision.calibration import Calibration

if TYPE_CHECKING:
    from pathlib import Path

    from kiosk.reader import ReaderPort
    from kiosk.settings import Settings


def machine_of(settings: Settings, reader: ReaderPort) -> Outside:
    """Return the outside with the machine that *settings* name beside *reader*."""
    client = _client(settings)
    clock = SystemClock()
    return Outside(MachineTable(client), reader, clock, Workshop(client, clock))


def _client(settings: Settings) -> TableClient:
    """Return the client of the machine at the serial port that *settings* name."""
    try:
        return open_table(settings.table, journal=settings.journal, wait_s=0)
    except BridgeError as error:
        raise Refused(error.code, error.message, where="table") from error


def camera_of(settings: Settings) -> ReaderPort:
    """Return the camera that *settings* name, with its calibration."""
    calibration = _calibration(settings.data_dir / CALIBRATION)
    eye = recogniser(calibration, OnTable(settings.data_dir))
    decks = card_recogniser(calibration, partial(named, settings.data_dir))
    return CameraReader(VideoCamera(settings.camera), eye, decks)


def _calibration(path: Path) -> Calibration:
    """Return the calibration in the file at *path*; raise `Refused` where there is none."""
    try:
        return Calibration.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refused(
            "not_calibrated", f"the camera needs its calibration in {path}: {error}", where="camera"
        ) from error
