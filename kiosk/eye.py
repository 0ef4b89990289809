"""The camera behind the kiosk's `ReaderPort`: frames in, readings and pictures out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from kiosk.errors import Refused
from vision.errors import VisionError
from vision.layout import Layout
from vision.table import read_table

if TYPE_CHECKING:
    from kiosk.session.draft import Quad
    from vision.calibration import Calibration
    from vision.camera import Camera, Image
    from vision.reading import TableReading

STILL_WIDTH: Final = 1280
"""Pixels; a still is for people, who need no more on a screen beside the table."""
CROP: Final = (156, 210)
"""Width and height of a tile's picture in pixels: the proportions of a tile's face."""
QUALITY: Final = 85

Recognise = Callable[["Image", Mapping[str, int], int], "TableReading"]
"""What reads a picture of a table with this tile set (copies by code) and so many seats."""


def recogniser(calibration: Calibration) -> Recognise:
    """Return what reads the pictures of a camera with this *calibration*."""

    def recognise(image: Image, tiles: Mapping[str, int], seats: int) -> TableReading:
        return read_table(image, calibration, tiles, Layout(seats=seats))

    return recognise


class CameraReader:
    """A camera and what reads its frames; calls from several threads queue up."""

    def __init__(self, camera: Camera, recognise: Recognise) -> None:
        self._camera = camera
        self._recognise = recognise
        self._looking = threading.Lock()
        self._last: Image | None = None

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Return what lies on the table; raise `Refused` where no picture can be had."""
        with self._looking:
            image = self._grab()
            self._last = image
            try:
                return self._recognise(image, tiles, seats)
            except VisionError as error:
                raise Refused(error.code, error.message, where="camera") from error

    def still(self) -> bytes:
        """Return the newest frame as JPEG; raise `Refused` where there is none."""
        with self._looking:
            image = self._grab()
        scale = min(1.0, STILL_WIDTH / image.shape[1])
        return _jpeg(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))

    def crop(self, box: Quad) -> bytes:
        """Return the part of the last frame read that *box* encloses, upright, as JPEG.

        Raise `Refused` after a restart, when that frame is gone.
        """
        image = self._last
        if image is None:
            raise Refused("no_picture", "the picture is gone: read the table again", where="camera")
        width, height = CROP
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        turn = cv2.getPerspectiveTransform(np.array(box, np.float32), corners)
        return _jpeg(cv2.warpPerspective(image, turn, CROP))

    def close(self) -> None:
        """Let go of the camera, once nobody is looking any more."""
        with self._looking:
            close = getattr(self._camera, "close", None)
            if close is not None:
                close()

    def _grab(self) -> Image:
        """Return a fresh picture."""
        try:
            return self._camera.grab().image
        except VisionError as error:
            raise Refused(error.code, error.message, where="camera") from error


def _jpeg(image: cv2.typing.MatLike) -> bytes:
    """Return *image* as JPEG."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return data.tobytes()
