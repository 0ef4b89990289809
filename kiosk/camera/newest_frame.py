"""The newest frame of a stream: a camera in the network sends on, whether anybody looks or not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.camera import Frame

FRAME_S: Final = 6.0
"""How long a frame may take: a second more than the stream's own limit on reading."""


class NewestFrame:
    """Reads an open stream to its end on a thread of its own, so that no frame waits in line.

    Frames that nobody asked for are decoded, as later ones need them, and not kept.
    """

    def __init__(self, capture: cv2.VideoCapture, clock: Callable[[], float]) -> None:
        """Read *capture*, which is given away; *clock* counts seconds."""
        self._capture, self._clock = capture, clock
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._is_wanted = self._is_closed = self._has_ended = False
        self._thread = threading.Thread(target=self._read, name="camera stream", daemon=True)
        self._thread.start()

    def next(self) -> Frame | None:
        """Return a frame that arrives from now on; `None` where none does in `FRAME_S`."""
        with self._changed:
            self._frame, self._is_wanted = None, True
            self._changed.wait_for(lambda: self._frame or self._has_ended, FRAME_S)
            return self._frame

    @property
    def has_ended(self) -> bool:
        """Return whether nothing more will come."""
        return self._has_ended

    def close(self) -> None:
        """End the thread and free the stream."""
        with self._changed:
            self._is_closed = True
        self._thread.join(FRAME_S)

    def _read(self) -> None:
        while not self._is_closed and self._capture.grab():
            self._keep()
        self._capture.release()
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _keep(self) -> None:
        with self._changed:
            if not self._is_wanted:
                return
            there, image = self._capture.retrieve()
            if there:
                self._frame, self._is_wanted = (
                    Frame(np.asarray(image, np.uint8), self._clock()),
                    False,
                )
                self._changed.notify_all()
