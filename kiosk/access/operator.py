"""What the operator of one kiosk works with: its settings, secrets, PIN lock, and log."""

from __future__ import annotations

import logging
import re
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from secrets import choice
from typing import Final

from kiosk.access.pin import PinLock
from kiosk.access.secrets import Secrets
from kiosk.clock import Clock, SystemClock
from kiosk.settings import Settings

SECRETS_FILE: Final = "keys.json"
"""In the data directory: cookie secret, PIN and tokens."""
SPOKEN: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Signs of a bundle's name: none looks like another."""
BUNDLE_SIGNS: Final = 6
LOG_LINES: Final = 1_000
PLACE: Final = re.compile(r"%[a-z]")
NO_WORD: Final = re.compile(r"[^a-z]+")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing that was logged, in parts, for pages that tell it in their own words."""

    at_ms: int
    """Milliseconds since 1970."""
    level: str
    """`info`, `warning`, `error`, …"""
    source: str
    """The part of the program that says it, such as `kiosk.table.bridge`."""
    event: str
    """What happened, made of the message without what was filled in: `log.<event>` has words."""
    values: tuple[str, ...]
    """What was filled in."""
    line: str
    """The whole as the log has it, in English, with the traceback where there is one."""


class LogTail(logging.Handler):
    """The newest lines of the log, in memory, for the operator's page and the support bundle."""

    def __init__(self, lines: int = LOG_LINES) -> None:
        super().__init__(logging.INFO)
        self._entries: deque[LogEntry] = deque(maxlen=lines)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line."""
        args = record.args if isinstance(record.args, tuple) else ()
        entry = LogEntry(
            int(1000 * record.created),
            record.levelname.lower(),
            record.name,
            name_event(str(record.msg)),
            tuple(str(getattr(one, "code", one)) for one in args),
            self.format(record),
        )
        self._entries.append(entry)

    def entries(self) -> tuple[LogEntry, ...]:
        """Return what is kept, oldest first."""
        return tuple(self._entries)

    def lines(self) -> tuple[str, ...]:
        """Return what is kept as the log has it, oldest first."""
        return tuple(entry.line for entry in self._entries)


def name_event(message: str) -> str:
    """Return the name of what *message* tells, its places to fill in left out."""
    return NO_WORD.sub("_", PLACE.sub("", message.lower())).strip("_")


def new_bundle_id() -> str:
    """Return a name for a bundle that can be read out over a telephone: `K7M-2PX`."""
    half = BUNDLE_SIGNS // 2
    signs = "".join(choice(SPOKEN) for _ in range(BUNDLE_SIGNS))
    return f"{signs[:half]}-{signs[half:]}"


@dataclass(frozen=True, slots=True)
class OperatorContext:
    """What the operator's pages and every check of a right need."""

    settings: Settings
    secrets: Secrets
    pin_lock: PinLock
    clock: Clock
    log: LogTail = field(default_factory=LogTail)
    bundle_id: str = field(default_factory=new_bundle_id)
    """By what service knows the bundle of this kiosk as it has run since its start."""


def open_operator_context(settings: Settings, clock: Clock | None = None) -> OperatorContext:
    """Return the context of the kiosk that *settings* name, its secrets on disk."""
    return _operator_context(settings, secrets_path(settings), clock or SystemClock())


def temporary_operator_context(
    settings: Settings | None = None, clock: Clock | None = None
) -> OperatorContext:
    """Return a context that forgets its secrets with the process."""
    return _operator_context(settings or Settings(), None, clock or SystemClock())


def secrets_path(settings: Settings) -> Path:
    """Return where the secrets of the kiosk that *settings* name lie."""
    return settings.data_dir / SECRETS_FILE


def _operator_context(settings: Settings, path: Path | None, clock: Clock) -> OperatorContext:
    secrets = Secrets(path)
    return OperatorContext(settings, secrets, PinLock(secrets, clock), clock)
