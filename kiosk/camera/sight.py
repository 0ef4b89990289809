"""Whether the camera sees: by the age of its newest frame, whoever had it taken.

Where nobody asks the camera for frames, nothing is known of it, and no age counts: `SightWatch`
asks it all the time, a trial by hand where it likes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from kiosk.errors import Refused

if TYPE_CHECKING:
    from kiosk.camera.port import ReaderPort, ReadFrame
    from kiosk.session.draft import Quad
    from vision.table import CardReading
    from vision.types import Image, TableReading

FRAME_S: Final = 11.0
"""How long a frame may take: a second more than the stream's own limits on opening and reading."""
OLD_S: Final = 3.0
DARK_S: Final = 10.0
PULSE_S: Final = 2.0
"""Between two frames of a camera that nobody else asks for any."""


class Sees(StrEnum):
    """How a camera stands."""

    FRESH = "fresh"
    OLD = "old"
    DARK = "dark"


class Sight:
    """What is known of one camera's frames; safe to use from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Know nothing yet; *clock* counts seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._begin_times: list[float] = []
        """When each picture was begun that is being taken now."""
        self._unanswered_s: float | None = None
        """The newest frame's time, once somebody has asked for another since."""
        self._newest_s = clock()
        self._is_refused = False

    @property
    def state(self) -> Sees:
        """Return how old the newest frame is, not counting the picture that is being taken.

        A camera that says itself that it has none is dark at once; one that keeps silent in the
        middle of a picture is, as soon as no camera takes that long.
        """
        with self._lock:
            if self._is_refused:
                return Sees.DARK
            age_s = 0.0 if self._unanswered_s is None else self._now_s() - self._unanswered_s
        return Sees.FRESH if age_s <= OLD_S else Sees.OLD if age_s <= DARK_S else Sees.DARK

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Mark that a picture is being taken; without an error it is there."""
        with self._lock:
            begin_s = self._clock()
            self._begin_times.append(begin_s)
            if self._unanswered_s is None:
                self._unanswered_s = max(self._newest_s, begin_s - PULSE_S)
        try:
            yield
        except Refused:
            self._end(begin_s, has_come=False)
            raise
        except BaseException:
            with self._lock:
                self._begin_times.remove(begin_s)
            raise
        self._end(begin_s, has_come=True)

    def _now_s(self) -> float:
        now = self._clock()
        recent = [begin_s for begin_s in self._begin_times if now - begin_s <= FRAME_S]
        return min(recent, default=now)

    def _end(self, begin_s: float, *, has_come: bool) -> None:
        with self._lock:
            self._begin_times.remove(begin_s)
            self._is_refused = not has_come
            if has_come:
                self._newest_s, self._unanswered_s = self._clock(), None


class SeenReader:
    """A reader whose pictures are noted."""

    def __init__(self, reader: ReaderPort, sight: Callable[[], Sight]) -> None:
        """Read through *reader*; what *sight* gives learns of each picture."""
        self._reader, self._sight = reader, sight

    def read(self, tiles: Mapping[str, int], seats: int) -> TableReading:
        """Return what lies on the table."""
        with self._sight().taking():
            return self._reader.read(tiles, seats)

    def cards(self, deck: str, seats: int) -> CardReading:
        """Return where the cards of *deck* lie."""
        with self._sight().taking():
            return self._reader.cards(deck, seats)

    def look(self, tiles: Mapping[str, int], seats: int) -> ReadFrame:
        """Return the newest frame with what lies there."""
        with self._sight().taking():
            return self._reader.look(tiles, seats)

    def last_frame(self) -> bytes:
        """Return the last frame read as JPEG."""
        return self._reader.last_frame()

    def still(self) -> bytes:
        """Return the newest frame as JPEG."""
        with self._sight().taking():
            return self._reader.still()

    def frame(self) -> Image:
        """Return the newest frame as it is."""
        with self._sight().taking():
            return self._reader.frame()

    def crop(self, box: Quad) -> bytes:
        """Return a part of the last frame read as JPEG."""
        return self._reader.crop(box)

    def close(self) -> None:
        """Let go of the camera."""
        self._reader.close()


class SightWatch:
    """One thread that asks a camera for frames, and tells where its lamp changes."""

    def __init__(self, look: Callable[[], object], sight: Sight, tell: Callable[[], None]) -> None:
        """Begin to *look*; *tell* is called when the state of *sight* has changed."""
        self._look, self._sight, self._tell = look, sight, tell
        self._last_state = sight.state
        self._stopped = threading.Event()
        names = {"camera pulse": self._pulse, "camera lamp": self._lamp}
        self._threads = [
            threading.Thread(target=run, name=name, daemon=True) for name, run in names.items()
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Look no more; a look that hangs is left to itself."""
        self._stopped.set()
        self._threads[1].join()

    def _pulse(self) -> None:
        while not self._stopped.wait(PULSE_S):
            with suppress(Refused):
                self._look()

    def _lamp(self) -> None:
        while not self._stopped.wait(PULSE_S / 4):
            state = self._sight.state
            if state is not self._last_state:
                self._last_state = state
                self._tell()
