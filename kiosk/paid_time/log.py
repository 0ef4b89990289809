"""The file in which the account stands: one line an entry, each on the disk before it counts."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from kiosk.files import write_after, write_whole
from kiosk.paid_time.account import Entry

log = logging.getLogger(__name__)

FILE: Final = "paid-time.jsonl"
"""In the data directory."""
ONE: Final = TypeAdapter(Entry)
MOST_USED: Final = 500
"""Entries of time that was used, one a minute, until they are added up."""


class EntryLog:
    """The entries of one kiosk, in a file or, without a folder, nowhere."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / FILE
        self._size = 0

    def read(self) -> tuple[Entry, ...]:
        """Return all entries, oldest first; a line that a power cut left half written goes.

        A file that cannot be read is put aside: a table without an account can still be played at.
        """
        if self._path is None or not self._path.exists():
            return ()
        try:
            whole, end, _ = self._path.read_bytes().rpartition(b"\n")
        except OSError as error:
            self._path.replace(self._path.with_suffix(".unreadable"))
            log.error("the paid time cannot be read and was put aside: %s", error.strerror)
            return ()
        self._size = len(whole) + len(end)
        entries = [one for one in map(_parse, whole.splitlines()) if one is not None]
        if sum(one.kind == "used" for one in entries) > MOST_USED:
            self._rewrite(self._path, _add_up(entries))
        return tuple(entries)

    def append(self, entries: Sequence[Entry]) -> None:
        """Put *entries* on the disk; raise `OSError` where it takes nothing, and keep none then."""
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        number = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        with os.fdopen(number, "r+b") as file:
            lines = b"".join(map(_line, entries))
            self._size = write_after(self._size, lines, file, self._path)

    def _rewrite(self, path: Path, entries: Iterable[Entry]) -> None:
        text = b"".join(map(_line, entries))
        try:
            write_whole(path, text.decode())
        except OSError as error:
            log.warning("the paid time was not written: %s", error.strerror)
        else:
            self._size = len(text)


def _parse(line: bytes) -> Entry | None:
    try:
        return ONE.validate_json(line)
    except ValidationError:
        log.warning("a line of the paid time could not be read")
        return None


def _line(entry: Entry) -> bytes:
    return ONE.dump_json(entry, exclude_defaults=True) + b"\n"


def _add_up(entries: Iterable[Entry]) -> list[Entry]:
    """Return *entries* with what was used in between as one, so that the file does not grow.

    Of the hands only the last one matters.
    """
    sums: list[Entry] = []
    hand: list[Entry] = []
    for entry in entries:
        if entry.kind == "hand":
            hand = [entry]
        elif entry.kind == "used" and sums and sums[-1].kind == "used":
            sums[-1] = replace(entry, ms=(sums[-1].ms or 0) + (entry.ms or 0))
        else:
            sums.append(entry)
    return sums + hand
