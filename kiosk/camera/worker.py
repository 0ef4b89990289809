"""The camera at work: a look on its own thread, or looks by itself until one says everything."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kiosk.camera.image_store import keep_last_frame
from kiosk.camera.sight import SeenReader, Sight, SightWatch
from kiosk.errors import Refused
from kiosk.session import DraftChanged, Stage, apply, step
from kiosk.session.commands import NoteDice, Settle, TakeReading
from kiosk.session.from_table import proposals

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kiosk.camera.image_store import ImageStore
    from kiosk.camera.port import ReaderPort
    from kiosk.session import State
    from kiosk.session.settle import Engine
    from vision.types import TableReading


PAUSE_S: Final = 0.8
"""So long must the tiles lie still (kiosk.md §6): two looks in a row see the same."""
MOST_LOOKS: Final = 150
"""Two minutes; then people tap Read or enter the tiles."""


def says_all(state: State, reading: TableReading, engine: Engine) -> bool:
    """Return whether *reading* leaves nothing in doubt and the hand can be settled by it."""
    try:
        (change,) = step(state, TakeReading(reading, afresh=False), engine)
        next_state = apply(state, change, 0)
        (settlement_event,) = step(next_state, Settle(), engine)
    except Refused:
        return False
    assert isinstance(change, DraftChanged)
    assert isinstance(settlement_event, DraftChanged)
    session, _ = state.open
    asks = proposals(session, change.draft, engine.ruleset(session.ruleset))
    is_clear = not (change.draft.doubtful or change.draft.reading_problems or asks)
    return is_clear and settlement_event.draft.stage is Stage.SETTLEMENT


class Watch:
    """One thread that looks until one reading says all, or the hand has moved on."""

    def __init__(
        self,
        look: Callable[[], TableReading],
        state: Callable[[], State],
        take: Callable[[TableReading], None],
        engine: Engine,
    ) -> None:
        """Begin to *look*; what says all in the *state* of then goes to *take*, once."""
        self._look, self._state, self._take = look, state, take
        self._engine = engine
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def close(self) -> None:
        """Look no more, and wait for a look that is under way."""
        self.stop()
        self._thread.join()

    def _run(self) -> None:
        last: TableReading | None = None
        for _ in range(MOST_LOOKS):
            if self._stopped.wait(PAUSE_S) or self._state().stage is not Stage.READING:
                return
            reading = self._read_table()
            is_still = reading is not None and last is not None and _codes(reading) == _codes(last)
            if reading is not None and is_still and says_all(self._state(), reading, self._engine):
                self._take(reading)
                return
            last = reading

    def _read_table(self) -> TableReading | None:
        """Return what lies there, nothing where the camera cannot say."""
        try:
            return self._look()
        except Refused:
            return None


def _codes(reading: TableReading) -> list[list[str]]:
    return [
        [tile.code for tile in (*seat.hand, *(t for meld in seat.melds for t in meld.tiles))]
        for seat in reading.seats
    ]


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CaptureContext:
    """What a look must know of the table, and whom it tells what it saw."""

    engine: Engine
    state: Callable[[], State]
    game: Callable[[], tuple[Mapping[str, int], int]]
    """Copies of each tile and seats of the game that is played."""
    note: Callable[[NoteDice | TakeReading | Settle], None]
    tell: Callable[[], None]
    """Called after each look."""


class CameraWorker:
    """One camera and whoever looks through it."""

    def __init__(self, reader: ReaderPort, errand: CaptureContext) -> None:
        """Look through *reader* from now on, one look at a time; `close` it in the end."""
        self.sight = Sight()
        """Whether the camera sees; a trial brings one with a clock of its own."""
        self.reader: ReaderPort = SeenReader(reader, lambda: self.sight)
        self._sight_watch: SightWatch | None = None
        self._capture_context = errand
        self._lock = threading.Lock()
        self.eyes: Executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        """Who looks, one look at a time: a thread of its own, unless a trial looks at once."""
        self._watch: Watch | None = None
        self.image_store: ImageStore | None = None
        """Where the pictures of readings are kept; nowhere where there is none."""
        self.is_reading = False
        """Whether somebody waits for a look."""
        self.error: Refused | None = None
        """Why the last look came to nothing; `None` after a good one."""

    def look(self, *, afresh: bool) -> None:
        """Look once, beside all else; a second wish meanwhile is dropped."""
        with self._lock:
            if self.is_reading:
                return
            self.is_reading, self.error = True, None
        self.eyes.submit(self._read, afresh=afresh)

    def look_at_dice(self) -> None:
        """Look what the machine has thrown; where the camera cannot say it, people do."""
        with self._lock:
            self.is_reading = True
        self.eyes.submit(self._read_dice)

    def glance(self) -> TableReading:
        """Return what lies on the table now, noted nowhere; raise `Refused` where nothing is seen.

        Whoever looks already is waited for.
        """
        return self.eyes.submit(self._read_table).result()

    def watch(self) -> None:
        """Look by itself from now on; an older watch ends."""
        if self._watch is not None:
            self._watch.stop()
        errand = self._capture_context
        self._watch = Watch(self.glance, errand.state, self._take, errand.engine)

    def watch_sight(self) -> None:
        """Ask the camera for frames from now on, so that its lamp tells how old the newest is."""
        tell = self._capture_context.tell
        self._sight_watch = SightWatch(self.reader.frame, self.sight, tell)

    def close(self) -> None:
        """Let go of the camera, and end after the look that is under way; again does nothing.

        The camera goes first: a look may wait for its next picture.
        """
        if self._sight_watch is not None:
            self._sight_watch.close()
        if self._watch is not None:
            self._watch.stop()
        self.reader.close()
        if self._watch is not None:
            self._watch.close()
        self.eyes.shutdown(wait=True, cancel_futures=True)

    def _read(self, *, afresh: bool) -> None:
        """Read the table and hand the reading in, or keep why there is none."""
        error: Refused | None = None
        try:
            reading = self._read_table()
            self._capture_context.note(
                TakeReading(reading, afresh, keep_last_frame(self.image_store, self.reader))
            )
        except Refused as refusal:
            error = refusal
        except Exception as failure:
            log.exception("the reading could not be taken in")
            error = _refusal(failure)
        finally:
            with self._lock:
                self.is_reading, self.error = False, error
            self._capture_context.tell()

    def _read_dice(self) -> None:
        try:
            with suppress(Refused):  # its lamp tells why
                if pips := self._read_table().dice:
                    self._capture_context.note(NoteDice(pips, "motor_camera"))
        finally:
            with self._lock:
                self.is_reading = False
            self._capture_context.tell()

    def _read_table(self) -> TableReading:
        """Return what lies there; a reader that breaks is told like a camera that does."""
        try:
            return self.reader.read(*self._capture_context.game())
        except Refused:
            raise
        except Exception as failure:
            log.exception("the reader failed")
            raise _refusal(failure) from failure

    def _take(self, reading: TableReading) -> None:
        """Take a reading that says all, and settle by it."""
        self._capture_context.note(
            TakeReading(reading, still=keep_last_frame(self.image_store, self.reader))
        )
        self._capture_context.note(Settle())


def _refusal(failure: Exception) -> Refused:
    """Return what people are told of a *failure* that nobody foresaw; the log tells the rest."""
    return Refused("camera_failed", repr(failure), where="camera")
