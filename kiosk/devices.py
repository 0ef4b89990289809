"""The real machine and the real camera of a kiosk; loaded only where there is one of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from firmware_bridge.client import TableClient, open_table
from firmware_bridge.errors import BridgeError
from kiosk.camera.reader import CameraReader, card_recogniser, recogniser
from kiosk.camera.survey import stored
from kiosk.camera.tile_sets import OnTable, named
from kiosk.camera.video import VideoCamera
from kiosk.clock import SystemClock
from kiosk.errors import Refused
from kiosk.table.bridge import MachineTable
from kiosk.table.maintenance import Workshop
from kiosk.wiring import CALIBRATION, Outside

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kiosk.camera.port import ReaderPort
    from kiosk.camera.reader import Recognise, RecogniseCards
    from kiosk.settings import Settings
    from vision.camera import Image
    from vision.table.cards import CardReading
    from vision.types import TableReading


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
    """Return the camera that *settings* name; it reads by the calibration that is stored."""
    eye = _Stored(settings.data_dir)
    return CameraReader(VideoCamera(settings.camera), eye.table, eye.cards)


class _Stored:
    """What reads pictures by the calibration that is stored, anew when that is another one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._mark: tuple[int, int] | None = None
        self._readers: tuple[Recognise, RecogniseCards] | None = None

    def table(self, image: Image, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Return what lies on the table; raise `Refused` where nobody has calibrated it."""
        return self._now()[0](image, tiles, seats)

    def cards(self, image: Image, name: str, seats: int) -> CardReading:
        """Return what cards lie on the table; raise `Refused` where nobody has calibrated it."""
        return self._now()[1](image, name, seats)

    def _now(self) -> tuple[Recognise, RecogniseCards]:
        folder = self._folder
        path = folder / CALIBRATION
        mark = _mark_of(path)
        if self._readers is None or mark != self._mark:
            calibration = stored(folder)
            if calibration is None:
                message = f"no sound calibration in {path}: find the table on the camera page"
                raise Refused("not_calibrated", message, where="camera")
            decks = card_recogniser(calibration, partial(named, folder))
            self._mark, self._readers = mark, (recogniser(calibration, OnTable(folder)), decks)
        return self._readers


def _mark_of(path: Path) -> tuple[int, int] | None:
    """Return what tells the file at *path* from one stored later; `None` where there is none."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_ino
