"""What went wrong at the machine in the last seven days, by fault and side, over restarts.

Staff see in it what comes again and again, and at which side; what was looked after is struck off.
"""

from __future__ import annotations

import json
import logging
import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware_bridge.faults import FAULTS, Severity
from kiosk.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from kiosk.clock import Clock

log = logging.getLogger(__name__)

FILE: Final = "faults.json"
"""In the data directory."""
DAYS: Final = 7
DAY_MS: Final = 86_400_000
MOST: Final = 1_000
"""Entries that are kept; a table that fails more often needs no statistics."""
OFTEN: Final = 3
"""How many times a week is worth looking after; of warnings one is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A fault that happened."""

    at_ms: int
    """Milliseconds since 1970 by the kiosk's clock."""
    code: int
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happened at one side of the table, or to it as a whole, in seven days."""

    code: int
    side: int | None
    times: int
    last_ms: int

    @property
    def is_due(self) -> bool:
        """Whether somebody should look after it before it stops the table again."""
        kind = FAULTS.get(self.code)
        is_warning = kind is not None and kind.severity is Severity.WARN
        return self.times >= (1 if is_warning else OFTEN)


class FaultHistory:
    """The history of one machine, in a file or in memory; safe to use from any thread."""

    def __init__(self, folder: Path | None, clock: Clock) -> None:
        """Read what is kept in *folder*; a file that cannot be read is an empty one."""
        self._path = None if folder is None else folder / FILE
        self._clock = clock
        self._lock = threading.Lock()
        self._faults: list[Entry] = []
        self._hands: list[int] = []
        self._read()

    def note(self, code: int, side: int | None) -> None:
        """Note that fault *code* has happened at *side*."""
        with self._lock:
            self._faults.append(Entry(self._clock.wall_ms(), code, side))
            self._keep()

    def note_hand(self) -> None:
        """Note that the machine has brought a hand."""
        with self._lock:
            self._hands.append(self._clock.wall_ms())
            self._keep()

    def strike_off(self, code: int, side: int | None) -> None:
        """Forget what fault *code* did at *side*: it has been looked after."""
        with self._lock:
            left = [one for one in self._faults if (one.code, one.side) != (code, side)]
            self._faults = left
            self._keep()

    @property
    def hands(self) -> int:
        """Return how many hands the machine has brought in seven days."""
        with self._lock:
            return sum(at_ms >= self._since_ms() for at_ms in self._hands)

    def troubles(self) -> tuple[Trouble, ...]:
        """Return what happened in seven days, the most frequent first."""
        with self._lock:
            recent = [one for one in self._faults if one.at_ms >= self._since_ms()]
        times = Counter((one.code, one.side) for one in recent)
        last = {(one.code, one.side): one.at_ms for one in recent}
        return tuple(
            Trouble(code, side, count, last[code, side])
            for (code, side), count in times.most_common()
        )

    def _since_ms(self) -> int:
        return self._clock.wall_ms() - DAYS * DAY_MS

    def _read(self) -> None:
        if self._path is None:
            return
        try:
            history = json.loads(self._path.read_text(encoding="utf-8"))
            self._faults = [Entry(*one) for one in history["faults"]]
            self._hands = [int(at_ms) for at_ms in history["hands"]]
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError):
            log.warning("the history of faults could not be read")

    def _keep(self) -> None:
        """Write what is younger than seven days."""
        since = self._since_ms()
        self._faults = [one for one in self._faults if one.at_ms >= since][-MOST:]
        self._hands = [at_ms for at_ms in self._hands if at_ms >= since][-MOST:]
        if self._path is None:
            return
        faults = [[one.at_ms, one.code, one.side] for one in self._faults]
        try:
            write_whole(self._path, json.dumps({"faults": faults, "hands": self._hands}) + "\n")
        except OSError as error:
            log.warning("the history of faults was not written: %s", error.strerror)
