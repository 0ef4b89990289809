"""The newest frame of a stream: a camera in the network sends on, whether anybody looks or not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from kiosk.camera.sight import FRAME_S
from vision.camera import Frame
from vision.errors import VisionError

CLOSE_S: Final = 0.5
"""So long a stop waits for the line: a camera that is silent holds it for seconds."""


class NewestFrame:
    """Reads a stream to its end on a thread of its own, so that no frame waits in line.

    Frames that nobody asked for are decoded, as later ones need them, and not kept.
    """

    def __init__(
        self, open_stream: Callable[[], cv2.VideoCapture], clock: Callable[[], float]
    ) -> None:
        """Read what *open_stream* opens, which may raise `VisionError`; *clock* counts seconds."""
        self._open, self._clock = open_stream, clock
        self._failure: VisionError | None = None
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._is_wanted = self._is_closed = self._has_ended = False
        self._thread = threading.Thread(target=self._read, name="camera stream", daemon=True)
        self._thread.start()

    def next(self) -> Frame | None:
        """Return a frame that arrives from now on; `None` where none does in `FRAME_S`.

        At once where the stream is closed meanwhile. Raise why it could not be opened.
        """
        with self._changed:
            self._frame, self._is_wanted = None, True
            self._changed.wait_for(
                lambda: self._frame or self._has_ended or self._is_closed, FRAME_S
            )
            if self._failure is not None:
                raise self._failure
            return self._frame

    @property
    def has_ended(self) -> bool:
        """Return whether nothing more will come."""
        return self._has_ended

    def close(self) -> None:
        """End the thread, soon, and free the stream; who waits for a frame waits no more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join(CLOSE_S)

    def _read(self) -> None:
        try:
            capture = self._open()
            while not self._is_closed and capture.grab():
                self._keep(capture)
            capture.release()
        except VisionError as failure:
            self._failure = failure
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _keep(self, capture: cv2.VideoCapture) -> None:
        with self._changed:
            if not self._is_wanted:
                return
            there, image = capture.retrieve()
            if there:
                self._frame, self._is_wanted = (
                    Frame(np.asarray(image, np.uint8), self._clock()),
                    False,
                )
                self._changed.notify_all()
