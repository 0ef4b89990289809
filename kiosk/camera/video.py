"""A camera on this computer or in the network, a recording, or photographs in a folder."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl

import cv2
import numpy as np

from kiosk.camera.newest_frame import NewestFrame
from kiosk.camera.pi_camera import INSTALL, PYTHON, SCHEME, PiCamera
from kiosk.errors import without_secrets
from kiosk.files import shorten
from vision.camera import Frame, Settling, mean_image
from vision.errors import NoFrameError, VisionError
from vision.images import SUFFIXES, check_size, load_image

STALE_FRAMES: Final = 4
"""Frames that drivers keep waiting; they show the past and are thrown away."""
FUSED: Final = 4
"""How many frames of a still table make one picture: half the noise."""
PATIENCE_S: Final = 6.0
"""How long people may go on moving before the table is read as it is."""
ANSWER_MS: Final = 5_000
"""How long a camera in the network may take to answer, and to send a frame."""
RECORDING: Final = re.compile(
    rb".{4}ftyp|\x1a\x45\xdf\xa3|RIFF.{4}AVI |\0\0\x01\xba|\x47.{187}\x47", re.DOTALL
)
"""How MP4 and QuickTime, Matroska and WebM, AVI, MPEG programmes and MPEG transports begin. Of
these OpenCV tells the size before it decodes; of a GIF or TIFF it took 2.4 GB (measured)."""
HEAD_BYTES: Final = 189
"""So much of a file tells what it is: a packet of an MPEG transport and the next one's mark."""


class BadAddressError(VisionError):
    """A camera's address with a wish that no camera knows."""

    code = "bad_camera"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a camera is and how it is to be set: `0?exposure=156&focus=30&size=3840x2160`.

    Wishes are read from devices only (a number, `/dev/video0`, `picamera2:` with or without a
    number): a network address keeps its own. On the Pi's cable exposure is in microseconds and
    focus in dioptres.
    """

    source: str
    exposure: float | None = None
    """In the driver's own units; none leaves the driver's automatic."""
    focus: float | None = None
    """In the driver's own units; none leaves the driver's automatic."""
    size: tuple[int, int] | None = None
    """Width and height in pixels; none leaves the driver's own."""

    @property
    def is_device(self) -> bool:
        """Return whether it is a camera of this computer."""
        return self.source.isdecimal() or self.source.startswith(("/dev/", SCHEME))

    @property
    def is_on_pi(self) -> bool:
        """Return whether it is on the Pi's own cable, where OpenCV cannot see it."""
        return self.source.startswith(SCHEME)

    @property
    def is_stream(self) -> bool:
        """Return whether it is a camera in the network."""
        return "://" in self.source

    @property
    def is_live(self) -> bool:
        """Return whether its pictures show the present."""
        return self.is_device or self.is_stream

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return the address *text*; raise `BadAddressError` for a wish that cannot be."""
        source, _, wishes = text.partition("?")
        if not cls(source).is_device or not (wishes or source.startswith(SCHEME)):
            return cls(text)
        options = dict(parse_qsl(wishes, keep_blank_values=True))
        try:
            exposure, focus = (
                float(options.pop(name)) if name in options else None
                for name in ("exposure", "focus")
            )
            size = options.pop("size", None)
            wide, tall = size.split("x") if size else ("0", "0")
            if options:
                raise ValueError(", ".join(options))
            if source.startswith(SCHEME):
                int(source.removeprefix(SCHEME) or 0)
            return cls(source, exposure, focus, (int(wide), int(tall)) if size else None)
        except ValueError as error:
            message = f"{text}: not understood ({error}): exposure=N, focus=N and size=WxH are"
            raise BadAddressError(message, where="camera") from error


class VideoCamera:
    """Opens the camera when a picture is wanted, and again after it was unplugged."""

    def __init__(
        self,
        source: str,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
        python: str = PYTHON,
    ) -> None:
        """Use the camera found at the address *source* (`Address`); *clock* counts seconds.

        *python* has the package that a camera on the Pi's own cable needs.
        """
        self._address = Address.parse(source)
        self._clock, self._pause, self._python = clock, pause, python
        self._lock = threading.Lock()
        self._capture: cv2.VideoCapture | PiCamera | None = None
        self._stream: NewestFrame | None = None
        self._still_count = 0
        self._closed = threading.Event()

    def grab(self) -> Frame:
        """Return a fresh picture; raise `NoFrameError` when there is none."""
        with self._lock:
            keeps_old = self._address.is_device and not self._address.is_on_pi
            for _ in range(STALE_FRAMES if keeps_old else 0):
                self._ensure_open().grab()
            return self._next()

    def grab_at_rest(self) -> Frame:
        """Return a picture of the table at rest, fused from several.

        After `PATIENCE_S` of motion it is taken as it is. Raise `NoFrameError` when there is no
        picture.
        """
        if not self._address.is_live:
            return self.grab()
        settling, frame = Settling(), self.grab()
        deadline = frame.at_s + PATIENCE_S
        while not settling.feed(frame) and frame.at_s < deadline:
            self._pause(0.05)
            frame = self.grab()
        with self._lock:
            more = [self._next().image for _ in range(FUSED - 1)]
        return Frame(mean_image([frame.image, *more]), frame.at_s)

    def close(self) -> None:
        """Free the camera for good; who waits for a picture is told that there is none."""
        self._closed.set()
        stream = self._stream
        if stream is not None:
            stream.close()
        with self._lock:
            self._let_go()

    @property
    def _advice(self) -> str:
        """Return what to do without a picture; an address's password is not told."""
        source = shorten(without_secrets(self._address.source))
        if not self._address.is_live:
            return f"{source} holds no picture: give a recording, or a folder with photographs"
        if self._address.is_on_pi:
            return f"camera {source} gives no picture: check its flat cable; {INSTALL}"
        if self._address.is_device:
            return f"camera {source} gives no picture: check its cable and its number"
        return f"camera {source} gives no picture: check its cable, its power and its address"

    def _next(self) -> Frame:
        if self._closed.is_set():
            raise NoFrameError(self._advice, where="camera")
        is_open = self._address.is_live or self._capture is not None
        still = None if is_open else self._still(Path(self._address.source))
        if still is not None:
            return Frame(load_image(still), self._clock())
        frame = self._from_stream() if self._address.is_stream else self._from_capture()
        if frame is None:
            self._let_go()
            raise NoFrameError(self._advice, where="camera")
        _check(frame.image.shape[1], frame.image.shape[0])
        return frame

    def _from_stream(self) -> Frame | None:
        """Return a frame that arrives from now on; open a stream again that broke since."""
        if self._stream is not None and self._stream.has_ended:
            self._let_go()
        if self._stream is None:
            self._stream = NewestFrame(self._open, self._clock)
        return None if self._closed.is_set() else self._stream.next()

    def _from_capture(self) -> Frame | None:
        there, image = self._ensure_open().read()
        return Frame(np.asarray(image, np.uint8), self._clock()) if there else None

    def _still(self, place: Path) -> Path | None:
        """Return the photograph at *place*; of a folder the next by name, the first after the last.

        `None` where *place* is a recording. What is neither is taken for a photograph, so that it
        is refused like one.
        """
        try:
            if place.is_file():
                with place.open("rb") as file:
                    return None if RECORDING.match(file.read(HEAD_BYTES)) else place
            stills = sorted(path for path in place.iterdir() if path.suffix.lower() in SUFFIXES)
        except OSError as error:
            raise NoFrameError(self._advice, where="camera") from error
        if not stills:
            raise NoFrameError(self._advice, where="camera")
        self._still_count += 1
        return stills[(self._still_count - 1) % len(stills)]

    def _ensure_open(self) -> cv2.VideoCapture | PiCamera:
        """Return the camera of this computer, or the recording, open."""
        if self._capture is None:
            self._capture = self._open_on_pi() if self._address.is_on_pi else self._open()
        return self._capture

    def _open_on_pi(self) -> PiCamera:
        wish = self._address
        values = {"size": wish.size, "exposure": wish.exposure, "focus": wish.focus}
        number = int(wish.source.removeprefix(SCHEME) or 0)
        return PiCamera({"number": number, **values}, self._python)

    def _open(self) -> cv2.VideoCapture:
        """Return the camera, opened and set up; raise `NoFrameError` where it cannot be."""
        source = self._address.source
        limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC)
        wait = [part for limit in limits for part in (limit, ANSWER_MS)]
        number = int(source) if source.isdecimal() else source
        capture = cv2.VideoCapture(number, cv2.CAP_ANY, wait if self._address.is_stream else [])
        if not capture.isOpened():
            raise NoFrameError(self._advice, where="camera")
        self._set(capture)
        wide, tall = (
            int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        if wide > 0 < tall:  # before a frame is decoded; not every stream says it
            _check(wide, tall)
        return capture

    def _set(self, capture: cv2.VideoCapture) -> None:
        """Set what the address wishes; a driver that cannot leaves it as it is."""
        wish = self._address
        if wish.size is not None:
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.size[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.size[1])
        if wish.exposure is not None:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2's word for "by hand"
            capture.set(cv2.CAP_PROP_EXPOSURE, wish.exposure)
        if wish.focus is not None:
            capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            capture.set(cv2.CAP_PROP_FOCUS, wish.focus)

    def _let_go(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def _check(wide: int, tall: int) -> None:
    """Raise `UnreadableImageError` where no frame of this size can be the table's picture."""
    check_size(wide, tall, "the camera's picture")
