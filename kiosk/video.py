"""A camera on this computer: a number or an address that OpenCV can open."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.camera import Frame
from vision.errors import NoFrameError

if TYPE_CHECKING:
    from collections.abc import Callable

STALE_FRAMES: Final = 4
"""Frames that drivers keep waiting; they show the past and are thrown away."""


class VideoCamera:
    """Opens the camera when a picture is wanted, and again after it was unplugged."""

    def __init__(self, source: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Use the camera numbered or found at *source*."""
        self._source = source
        self._clock = clock
        self._lock = threading.Lock()
        self._capture: cv2.VideoCapture | None = None

    def grab(self) -> Frame:
        """Return a fresh picture; raise `NoFrameError` when there is none."""
        with self._lock:
            capture = self._capture = self._capture or self._opened()
            for _ in range(STALE_FRAMES if self._is_live else 0):
                capture.grab()
            there, image = capture.read()
            if not there:
                self._let_go()
                raise NoFrameError(self._advice, where="camera")
            return Frame(np.asarray(image, np.uint8), self._clock())

    def close(self) -> None:
        """Free the camera."""
        with self._lock:
            self._let_go()

    @property
    def _is_live(self) -> bool:
        """Return whether *source* is a camera and no recording."""
        return self._source.isdecimal()

    @property
    def _advice(self) -> str:
        """Return what to do without a picture."""
        return f"Camera {self._source} gives no picture: check its cable and its number"

    def _opened(self) -> cv2.VideoCapture:
        """Return the camera, open; raise `NoFrameError` where it cannot be."""
        capture = cv2.VideoCapture(int(self._source) if self._is_live else self._source)
        if not capture.isOpened():
            raise NoFrameError(self._advice, where="camera")
        return capture

    def _let_go(self) -> None:
        """Free the camera, if it is open."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None
