"""A camera on the Pi's own cable, by the system's `picamera2`: `pi_frames` in a process of its own.

It looks like OpenCV's `VideoCapture`, as far as `VideoCamera` uses that.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from threading import Timer
from typing import Final

import numpy as np

from vision.errors import NoFrameError, VisionError
from vision.images import check_size
from vision.types import Image

SCHEME: Final = "picamera2:"
PYTHON: Final = "/usr/bin/python3"
"""The system's own, which has its package."""
PROGRAM: Final = Path(__file__).with_name("pi_frames.py")
INSTALL: Final = "sudo apt install python3-picamera2"
ANSWER_S: Final = 20.0
"""So long a picture may take: a sensor starts in a second or two, and exposes for some."""


class PiCamera:
    """The program that gives the pictures, running until `release`."""

    def __init__(self, wish: dict[str, object], python: str = PYTHON) -> None:
        """Start it with *wish*: its number, size, exposure, focus; raise `NoFrameError`."""
        command = [python, str(PROGRAM), json.dumps(wish)]
        pipe = subprocess.PIPE
        try:
            self._program = subprocess.Popen(command, stdin=pipe, stdout=pipe)  # noqa: S603 -- ours
        except OSError as error:
            raise NoFrameError(f"{python} cannot be run: {INSTALL}", where="camera") from error

    def grab(self) -> bool:
        """Return whether the camera goes on; none of its pictures waits to be thrown away."""
        return self._program.poll() is None

    def read(self) -> tuple[bool, Image]:
        """Return whether there is a picture, and the one that is taken now.

        Raise `UnreadableImageError` where it cannot be the table's.
        """
        patience = Timer(ANSWER_S, self._program.kill)
        patience.start()
        try:
            return True, self._next()
        except (OSError, ValueError):  # what the program had to say stands in the journal
            return False, np.empty((0, 0, 3), np.uint8)
        except VisionError:
            self.release()  # the picture is still on its way
            raise
        finally:
            patience.cancel()

    def release(self) -> None:
        """End the program, which lets go of the camera."""
        self._program.kill()
        self._program.communicate()

    def _next(self) -> Image:
        requests, pictures = self._program.stdin, self._program.stdout
        assert requests is not None
        assert pictures is not None
        requests.write(b"\n")
        requests.flush()
        wide, tall = json.loads(pictures.readline() or "null") or (0, 0)
        if not wide:
            raise ValueError("the program has ended")
        check_size(wide, tall, "the camera's picture")
        rows = pictures.read(3 * wide * tall)
        return np.frombuffer(rows, np.uint8).reshape(tall, wide, 3)
