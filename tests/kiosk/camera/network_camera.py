"""A camera in the network: MJPEG over HTTP, the time of each picture written into it in stripes.

It sends as real ones do: whether anybody reads or not, into the buffers of the line, until these
are full.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import cv2
import numpy as np

from vision.types import Image

RATE: Final = 20
"""Pictures a second."""
BITS: Final = 16
STRIPE_PX: Final = 20
PART: Final = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%b\r\n"
HEAD: Final = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=next\r\n\r\n"


class NetworkCamera:
    """Answers one reader after the other; `unplug` ends the stream that is being read."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(0.1)
        self._is_over, self._unplugged = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._serve, name="network camera")
        self._thread.start()

    @property
    def address(self) -> str:
        """Return where the camera is."""
        return f"http://eye:sesame@127.0.0.1:{self._server.getsockname()[1]}/video.mjpg"

    def now(self) -> int:
        """Return the time that a picture taken now has, in pictures since the start."""
        return int((time.monotonic() - self._began) * RATE)

    def let_pass(self, seconds: float) -> None:
        """Let the camera go on while nobody asks for a picture."""
        threading.Event().wait(seconds)

    def unplug(self) -> None:
        """End the stream that is read now; the next reader is served again."""
        self._unplugged.set()

    def close(self) -> None:
        """End everything."""
        self._is_over.set()
        self._unplugged.set()
        self._thread.join()
        self._server.close()

    def _serve(self) -> None:
        while not self._is_over.is_set():
            with suppress(TimeoutError):
                reader, _ = self._server.accept()
                with reader, suppress(OSError):
                    reader.settimeout(0.2)
                    self._send_to(reader)

    def _send_to(self, reader: socket.socket) -> None:
        self._unplugged.clear()
        reader.recv(4096)
        reader.sendall(HEAD)
        while not self._unplugged.wait(1 / RATE):
            jpeg = cv2.imencode(".jpg", picture(self.now()))[1].tobytes()
            self._push(reader, PART % (len(jpeg), jpeg))

    def _push(self, reader: socket.socket, data: bytes) -> None:
        """Send *data* as soon as the line takes it."""
        rest = memoryview(data)
        while rest and not self._unplugged.is_set():
            with suppress(TimeoutError):
                rest = rest[reader.send(rest) :]


def picture(at: int) -> Image:
    """Return a picture that was taken *at* that time."""
    bits = [255 * (at >> bit & 1) for bit in range(BITS)]
    row = np.repeat(np.array(bits, np.uint8), STRIPE_PX)
    return np.ascontiguousarray(np.broadcast_to(row[None, :, None], (180, BITS * STRIPE_PX, 3)))


def time_in(image: Image) -> int:
    """Return when *image* was taken."""
    middles = image[90, STRIPE_PX // 2 :: STRIPE_PX, 0]
    return sum(1 << bit for bit, level in enumerate(middles) if level > 127)


@contextmanager
def network_camera() -> Iterator[NetworkCamera]:
    """Yield a camera that runs."""
    camera = NetworkCamera()
    try:
        yield camera
    finally:
        camera.close()
