"""The tape: every event once more, one line each, in a file that is only ever added to.

It lies on another disk where there is one. Each line is a whole row, so the tape has the ledger's
own hash chain; together with any backup, or alone, it gives the ledger back.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from kiosk.files import write_after
from kiosk.ledger.progress import ROWS_AT_ONCE, Progress, ignore_progress
from kiosk.ledger.rows import BEGINNING, BrokenChainError, EventRow, Place

NAME: Final = "tape.jsonl"
LONGEST: Final = 2**20
"""Bytes; no line is as long."""


class Tape:
    """The tape of one table at *path*; several processes may write it in turn."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.place = Place()
        """How far the tape went when it was last looked at."""
        self._size = 0

    def is_empty(self) -> bool:
        """Return whether nothing was ever written to it, not even what is damaged now."""
        return not self.path.exists() or not self.path.stat().st_size

    @property
    def size(self) -> int:
        """How many bytes it was long when it was last looked at."""
        return self._size

    def begins_with(self, place: Place, size: int) -> bool:
        """Return whether just the event of *place* ends at byte *size*."""
        if not size or not self.path.exists() or self.path.stat().st_size < size:
            return False
        with self.path.open("rb") as file:
            file.seek(max(0, size - LONGEST))
            last = file.read(min(size, LONGEST)).splitlines(keepends=True)[-1:]
        with suppress(BrokenChainError):
            row = EventRow.from_line(b"".join(last))
            return last[0].endswith(b"\n") and Place(row.seq, row.hash) == place
        return False

    def rows(
        self, place: Place = BEGINNING, size: int = 0, progress: Progress = ignore_progress
    ) -> Iterator[EventRow]:
        """Yield the rows after *place*, which ends at byte *size*, up to one that is damaged.

        Once all were taken, how far it goes need not be looked up again.
        """
        for number, line in enumerate(self._lines(size)):
            if number % ROWS_AT_ONCE == 0:
                progress(size / self.path.stat().st_size)
            try:
                row = EventRow.from_line(line)
                after = row.follow(place)
            except BrokenChainError:
                break
            yield row
            if line.endswith(b"\n"):
                size, place = size + len(line), after
        self._size, self.place = size, place

    def catch_up(self, rows_after: Callable[[int], Iterable[EventRow]]) -> None:
        """Write what the ledger has more than the tape, and put it on the disk.

        *rows_after* gives the ledger's rows after a number. A line that a power cut left half
        written goes. Raise `BrokenChainError` where the tape belongs to another ledger, `OSError`
        where the disk takes nothing.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._lock_file() as file:
            if os.fstat(file.fileno()).st_size != self._size:
                self._size, self.place = _whole_part(file)
            rows = iter(rows_after(max(0, self.place.seq - 1)))
            if self.place.seq and getattr(next(rows, None), "hash", "") != self.place.hash:
                raise BrokenChainError(f"event {self.place.seq} of the tape is not the ledger's")
            lines = []
            place = self.place
            for row in rows:
                place = row.follow(place)
                lines.append(row.to_line())
            if lines:
                whole = "".join(lines).encode()
                self._size = write_after(self._size, whole, file, self.path)
                self.place = place

    def put_aside(self, mark: str) -> None:
        """Keep the tape under another name with *mark* in it, and begin a new one."""
        if self.path.exists():
            self.path.replace(self.path.with_suffix(f".{mark}.jsonl"))
        self._size, self.place = 0, Place()

    def _lines(self, after: int) -> Iterator[bytes]:
        if self.path.exists():
            with self.path.open("rb") as file:
                file.seek(after)
                yield from file

    @contextmanager
    def _lock_file(self) -> Iterator[IO[bytes]]:
        """Return the open file, which nobody else writes meanwhile."""
        with os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644), "r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file


def _whole_part(file: IO[bytes]) -> tuple[int, Place]:
    """Return how many bytes of *file*, just opened, are whole rows in one chain, and its end."""
    size, place = 0, Place()
    for line in file:
        try:
            after = EventRow.from_line(line).follow(place)
        except BrokenChainError:
            break
        if not line.endswith(b"\n"):
            break
        size, place = size + len(line), after
    return size, place
