"""The back room of one kiosk: its settings, keys, the operator's door, and what it logged."""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from kiosk.clock import Clock, SystemClock
from kiosk.door import PinDoor
from kiosk.keys import Keys
from kiosk.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")

KEYS: Final = "keys.json"
"""In the data directory: cookie secret, PIN and tokens."""
LOG_LINES: Final = 1_000
MAX_DONE: Final = 500
"""Operations remembered: a double tap or a form sent again follows within minutes."""


class LogTail(logging.Handler):
    """The newest lines of the log, in memory, for the operator's page and the support bundle."""

    def __init__(self, lines: int = LOG_LINES) -> None:
        super().__init__(logging.INFO)
        self._lines: deque[str] = deque(maxlen=lines)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        self._lines.append(self.format(record))

    def lines(self) -> tuple[str, ...]:
        """Return what is kept, oldest first."""
        return tuple(self._lines)


@dataclass(frozen=True, slots=True)
class Office:
    """What the operator's pages and every check of a right need."""

    settings: Settings
    keys: Keys
    door: PinDoor
    clock: Clock
    log: LogTail = field(default_factory=LogTail)
    done: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_DONE))
    """The newest operations of the operator, by the names that their forms gave them."""
    _doing: threading.Lock = field(default_factory=threading.Lock)

    def once(self, op_id: str, work: Callable[[], T]) -> tuple[bool, T | None]:
        """Return whether operation *op_id* was carried out before, else what *work* brought now.

        What failed may be sent again. A form without a name cannot be told from its second tap,
        and is taken as a first one.
        """
        with self._doing:
            if op_id and op_id in self.done:
                return True, None
            brought = work()
            self.done.append(op_id)
            return False, brought


def open_office(settings: Settings, clock: Clock | None = None) -> Office:
    """Return the office of the kiosk that *settings* name, its keys on disk."""
    return _office(settings, keys_path(settings), clock or SystemClock())


def passing_office(settings: Settings | None = None, clock: Clock | None = None) -> Office:
    """Return an office that forgets its keys with the process."""
    return _office(settings or Settings(), None, clock or SystemClock())


def keys_path(settings: Settings) -> Path:
    """Return where the keys of the kiosk that *settings* name lie."""
    return settings.data_dir / KEYS


def _office(settings: Settings, path: Path | None, clock: Clock) -> Office:
    keys = Keys(path)
    return Office(settings, keys, PinDoor(keys, clock), clock)
