"""The camera behind the kiosk's `ReaderPort`: frames in, readings and pictures out."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, runtime_checkable

import cv2
import numpy as np

from kiosk.camera.image_store import MOST_BYTES
from kiosk.camera.port import ReadFrame
from kiosk.camera.survey import CALIBRATION, load_calibration
from kiosk.camera.tile_sets import OnTable, load_set
from kiosk.camera.video import VideoCamera
from kiosk.errors import Refused
from vision.calibration import calibrate, drift
from vision.errors import NotCalibratedError, VisionError
from vision.geometry import Layout
from vision.table import TableWatcher, read_cards

if TYPE_CHECKING:
    from pathlib import Path

    from kiosk.session.draft import Quad
    from vision.calibration import Calibration
    from vision.camera import Camera, Frame
    from vision.recognise import EnrolledSet
    from vision.table import CardReading
    from vision.types import Image, TableReading

STILL_WIDTH: Final = 1280
"""Pixels; a still is for people, who need no more on a screen beside the table."""
CROP: Final = (156, 210)
"""Width and height of a tile's picture in pixels: the proportions of a tile's face."""
QUALITY: Final = 80
"""JPEG quality of stills, 0 to 100."""
COARSER: Final = (60, 35, 10)
"""Qualities of a picture that is too large to be kept, in the order in which they are tried."""

CHECK_S: Final = 10.0
"""Between two looks at markers and landmarks; the first reading of a start always looks."""

Reading = TypeVar("Reading")

Recognise = Callable[["Image", Mapping[str, int], int], "TableReading"]
"""What reads a picture of a table with this tile set (copies by code) and number of seats."""


RecogniseCards = Callable[["Image", str, int], "CardReading"]
"""What reads a picture of a table with this deck and number of seats."""


def card_recogniser(calibration: Calibration, deck: Callable[[str], EnrolledSet]) -> RecogniseCards:
    """Return what reads cards under a camera with this *calibration*; *deck* gives their faces."""

    def recognise(image: Image, name: str, seats: int) -> CardReading:
        return read_cards(image, calibration, deck(name), Layout(seats=seats))

    return recognise


def no_deck(image: Image, name: str, seats: int) -> CardReading:  # noqa: ARG001 -- as others
    """Refuse: this camera knows no cards."""
    raise Refused("camera_failed", f"this camera knows no {name}", where="camera")


def nothing_enrolled() -> None:
    """Return no faces: the recogniser knows the set on the table by itself."""


def recogniser(
    calibration: Calibration,
    own: Callable[[], EnrolledSet | None] = nothing_enrolled,
    clock: Callable[[], float] = time.monotonic,
) -> Recognise:
    """Return what reads the pictures of a camera with this *calibration*.

    *own* gives the faces of the set on the table, where its owner has enrolled it; *clock* counts
    seconds.

    The first picture of every start, and then one in a while, is compared with the markers and the
    table's landmarks: a camera that was moved is measured again where enough of them show, and
    refused where they do not.
    """
    check = _CalibrationCheck(calibration, clock)
    table = calibration.table
    watcher = TableWatcher(calibration, table or Layout())

    def recognise(image: Image, tiles: Mapping[str, int], seats: int) -> TableReading:
        nonlocal watcher
        layout = _laid_for(seats, table)
        holds, has_moved = check.calibration(image)
        if watcher.calibration is not holds or watcher.layout != layout:
            watcher = TableWatcher(holds, layout)
        reading = watcher.read(image, tiles, own())
        return (
            replace(reading, problems=("camera_moved", *reading.problems)) if has_moved else reading
        )

    return recognise


def _laid_for(seats: int, table: Layout | None) -> Layout:
    """Return the plan of the *table* that was measured, for as many as play now.

    Raise `NotCalibratedError` where the rows of *seats* would lie beyond its edge.
    """
    if table is None:
        return Layout(seats)
    layout = replace(table, seats=seats)
    wide = min(table.oval_mm or (table.span_mm,))
    if layout.needs_mm > wide:
        message = (
            f"the table that was measured is {wide:.0f} mm wide, and {seats} seats need "
            f"{layout.needs_mm:.0f}: enter the hands, or calibrate one with --seats {seats}"
        )
        raise NotCalibratedError(message, where="camera")
    return layout


class _CalibrationCheck:
    """Knows where the table lies, and looks now and then whether it still does."""

    def __init__(self, calibration: Calibration, clock: Callable[[], float]) -> None:
        self._stored = self._holds = calibration
        self._clock, self._due_s = clock, -math.inf

    def calibration(self, image: Image) -> tuple[Calibration, bool]:
        """Return the calibration that holds for *image*, and whether the stored one does not."""
        now_s = self._clock()
        if now_s >= self._due_s:
            self._look(image)
            self._due_s = now_s + CHECK_S
        return self._holds, self._holds is not self._stored

    def _look(self, image: Image) -> None:
        """Compare *image* with what is known of the table's edge.

        Raise `NotCalibratedError` where nothing holds.
        """
        shift = drift(image, self._holds)
        if not shift.has_moved:
            return
        if shift.can_be_measured:
            calibration = calibrate(image, self._stored.table or Layout())
            self._holds = replace(calibration, landmarks=self._stored.landmarks)
        elif shift.corrected is not None:
            self._holds = shift.corrected
        else:
            message = (
                f"the camera has moved by {shift.moved_mm:.0f} mm: clear the table's corners and "
                "its edge, or find it again: by its corners on the camera page, or with "
                "jantaku calibrate"
            )
            raise NotCalibratedError(message, where="camera")


@runtime_checkable
class SettlingCamera(Protocol):
    """A camera that can wait until nothing moves before it, and gives others pictures meanwhile."""

    def grab_at_rest(self) -> Frame:
        """Return a picture of the table at rest; raise `NoFrameError` when there is none."""
        ...


class CameraReader:
    """A camera and what reads its frames; one picture is taken, and one is read, at a time."""

    def __init__(
        self, camera: Camera, recognise: Recognise, recognise_cards: RecogniseCards = no_deck
    ) -> None:
        self._camera = camera
        self._recognise = recognise
        self._recognise_cards = recognise_cards
        self._grabbing, self._reading = threading.Lock(), threading.Lock()
        self._last: Image | None = None

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Return what lies on the table; raise `Refused` where no picture can be had."""
        return self._read(lambda image: self._recognise(image, tiles, seats))

    def cards(self, deck: str, seats: int) -> CardReading:
        """Return where the cards of *deck* lie; raise `Refused` where no picture can be had."""
        return self._read(lambda image: self._recognise_cards(image, deck, seats))

    def look(self, tiles: Mapping[str, int], seats: int) -> ReadFrame:
        """Return the newest frame with what lies there now; raise `Refused` where there is none."""
        image = self._grab()
        size = (image.shape[1], image.shape[0])
        if not tiles:
            return ReadFrame(_still_of(image), size)
        try:
            with self._reading:
                return ReadFrame(_still_of(image), size, self._recognise(image, tiles, seats))
        except (VisionError, Refused) as error:
            refusal = Refused(error.code, str(error), where="camera")
            return ReadFrame(_still_of(image), size, refusal=refusal)

    def last_frame(self) -> bytes:
        """Return the last frame read as JPEG; raise `Refused` after a restart, when it is gone.

        A picture full of noise is told more coarsely, so that it can be kept.
        """
        image = self._read_last()
        jpegs = (_still_of(image, quality) for quality in (QUALITY, *COARSER))
        return next((jpeg for jpeg in jpegs if len(jpeg) <= MOST_BYTES), b"")

    def still(self) -> bytes:
        """Return the newest frame as JPEG; raise `Refused` where there is none."""
        return _still_of(self.frame())

    def frame(self) -> Image:
        """Return the newest frame as it is; raise `Refused` where there is none."""
        return self._grab()

    def crop(self, box: Quad) -> bytes:
        """Return the part of the last frame read that *box* encloses, upright, as JPEG.

        Raise `Refused` after a restart, when that frame is gone.
        """
        image = self._read_last()
        width, height = CROP
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        turn = cv2.getPerspectiveTransform(np.array(box, np.float32), corners)
        return jpeg(cv2.warpPerspective(image, turn, CROP))

    def close(self) -> None:
        """Let go of the camera; a look that waits for a picture comes to nothing."""
        close = getattr(self._camera, "close", None)
        if close is not None:
            close()

    def _read_last(self) -> Image:
        if self._last is None:
            raise Refused("no_picture", "the picture is gone: read the table again", where="camera")
        return self._last

    def _read(self, what: Callable[[Image], Reading]) -> Reading:
        """Return *what* a picture of the table at rest shows."""
        image = self._grab(at_rest=True)
        with self._reading:
            self._last = image
            try:
                return what(image)
            except VisionError as error:
                raise Refused(error.code, error.message, where="camera") from error

    def _grab(self, *, at_rest: bool = False) -> Image:
        """Return a fresh picture, of the table *at_rest* where the camera can wait for that.

        Others may look while it waits.
        """
        camera = self._camera
        try:
            if at_rest and isinstance(camera, SettlingCamera):
                return camera.grab_at_rest().image
            with self._grabbing:
                return camera.grab().image
        except VisionError as error:
            raise Refused(error.code, error.message, where="camera") from error


def _still_of(image: Image, quality: int = QUALITY) -> bytes:
    scale = min(1.0, STILL_WIDTH / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return jpeg(small, quality)


def jpeg(image: cv2.typing.MatLike, quality: int = QUALITY) -> bytes:
    """Return *image* as JPEG."""
    is_encoded, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert is_encoded
    return data.tobytes()


def open_camera(name: str, folder: Path) -> CameraReader:
    """Return the camera *name*; it reads by the calibration that is stored in *folder*."""
    reader = _StoredReader(folder)
    return CameraReader(VideoCamera(name), reader.table, reader.cards)


class _StoredReader:
    """What reads pictures by the stored calibration, made again when another one is stored."""

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
            calibration = load_calibration(folder)
            if calibration is None:
                message = f"no sound calibration in {path}: find the table on the camera page"
                raise Refused("not_calibrated", message, where="camera")
            decks = card_recogniser(calibration, partial(load_set, folder))
            self._mark, self._readers = mark, (recogniser(calibration, OnTable(folder)), decks)
        return self._readers


def _mark_of(path: Path) -> tuple[int, int] | None:
    """Return what tells the file at *path* from one stored later; `None` where there is none."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_ino
