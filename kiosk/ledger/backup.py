"""Copies of the ledger while it is in use, each reopened and verified, and the way back.

A restored ledger is the newest copy that is whole, and after it everything that the tape, or else
the damaged file itself, still has in an unbroken chain. What was there is kept beside it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from kiosk.errors import Refused
from kiosk.files import put_on_disk
from kiosk.ledger.progress import Progress, ignore_progress
from kiosk.ledger.rows import EventRow, Place, Replay, head_of, rows_of
from kiosk.ledger.sqlite import (
    alone,
    connect,
    copy,
    prepare,
    reading,
    side_files,
)
from kiosk.ledger.verify import Report, verify

KEPT: Final = 14
_NAME: Final = re.compile(r"ledger-(\d{15})-(\d{7})-(\d{7})\.sqlite")


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy; it was whole when it was made."""

    path: Path
    made_ms: int
    """Milliseconds since 1970, UTC."""
    seq: int
    """How many events it has."""
    hands: int


@dataclass(frozen=True, slots=True)
class Restoration:
    """What a restored ledger was put together from."""

    backup: Path | None
    """The copy it began with; none where the tape alone was enough."""
    events: int
    hands: int
    from_tape: int
    """How many of the events came from the tape or the damaged file."""
    kept: Path | None
    """Where the ledger lies that was replaced; none where there was no file."""


class RowSource(Protocol):
    """Whatever has rows to go on with: a tape, or the parlour's database."""

    def rows(self) -> Iterator[EventRow]:
        """Yield the rows of one table from the first on, as far as they are whole."""


class Backups:
    """The newest copies in one folder."""

    def __init__(self, folder: Path, keep: int = KEPT) -> None:
        self.folder = folder
        self._keep = keep

    def all(self) -> tuple[Backup, ...]:
        """Return the copies, newest first."""
        copies = [
            Backup(path, *map(int, match.groups()))
            for path in self.folder.glob("ledger-*.sqlite")
            if (match := _NAME.fullmatch(path.name))
        ]
        return tuple(sorted(copies, key=lambda one: (one.seq, one.made_ms), reverse=True))

    def make(
        self, ledger: Path, now_ms: int, progress: Progress = ignore_progress
    ) -> tuple[Backup, Report]:
        """Copy *ledger*, reopen and verify the copy, and let the oldest go.

        Raise `Refused` where the disk takes nothing or the copy is not whole, and what *progress*
        raises; nothing half done is left then.
        """
        part = self.folder / "ledger.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            copy(ledger, part, progress)
            report = verify(part, progress)
            if not report.is_whole:
                first = report.damage[0]
                raise Refused("backup_failed", f"{first.where}: {first.what}", where="backup")
            made_ms = max(0, now_ms)  # a clock may stand before 1970
            name = f"ledger-{made_ms:015}-{report.events:07}-{report.hands:07}.sqlite"
            backup = Backup(self.folder / name, made_ms, report.events, report.hands)
            part.replace(backup.path)
            put_on_disk(self.folder)
        except (OSError, sqlite3.Error) as error:
            raise Refused(
                "backup_failed", f"no backup was made: {error}", where="backup"
            ) from error
        finally:
            with suppress(OSError):  # what cannot be there need not go
                part.unlink()
        for old in self.all()[self._keep :]:
            old.path.unlink(missing_ok=True)
        return backup, report

    def forget(self, number: int) -> None:
        """Erase a person's name from every copy."""
        for one in self.all():
            with closing(sqlite3.connect(one.path)) as database, database:
                database.execute("PRAGMA secure_delete=ON")
                query = "UPDATE player SET name='', called='' WHERE number=?"
                database.execute(query, (number,))


def restore(
    ledger: Path, table_id: str, copies: Sequence[Backup], tape: RowSource, now_ms: int
) -> Restoration:
    """Put the ledger together from the first whole one of *copies* and what *tape* has after it.

    With no copies, the tape alone does. The file that was there is kept under another name. Raise
    `Refused`: `no_good_backup` where nothing can be had, `ledger_in_use` while another process
    writes; then nothing has changed.
    """
    part = ledger.with_name("ledger.restoring")
    with alone(ledger):
        try:
            backup = _begin(part, copies)
            events, hands, count = _go_on(part, table_id, (_tape_rows(tape), _salvage_rows(ledger)))
            if ledger.exists():  # SQLite would make it
                _names_from(ledger, part)
            report = verify(part)
            if not report.is_whole or not report.events:
                raise Refused("no_good_backup", "neither backup nor tape is whole", where="backup")
            copy(part, part.with_name("ledger.restored"))
            old_ledger = _put_aside(ledger, now_ms)
            part.with_name("ledger.restored").replace(ledger)
            put_on_disk(ledger.parent)
        finally:
            for rest in (part, *side_files(part), part.with_name("ledger.restored")):
                rest.unlink(missing_ok=True)
    return Restoration(backup, events, hands, count, old_ledger)


def _begin(part: Path, copies: Sequence[Backup]) -> Path | None:
    """Make *part* from the first whole copy, or empty; return the copy."""
    for one in copies:
        with suppress(OSError, sqlite3.Error):
            copy(one.path, part)
            if verify(part).is_whole:
                return one.path
    for rest in (part, *side_files(part)):
        rest.unlink(missing_ok=True)
    return None


def _go_on(
    part: Path, table_id: str, sources: Sequence[Iterator[EventRow]]
) -> tuple[int, int, int]:
    """Write what *sources* have after *part*; return events, hands and how many were written."""
    engine = connect(part)
    try:
        with engine.begin() as connection:
            prepare(connection)
            replay = Replay(connection, table_id)
            count = sum(replay.add(rows) for rows in sources)
            replay.keep_numbers()
            return replay.place.seq, replay.hands, count
    finally:
        engine.dispose()


def _tape_rows(tape: RowSource) -> Iterator[EventRow]:
    with suppress(OSError):
        yield from tape.rows()


def _salvage_rows(ledger: Path) -> Iterator[EventRow]:
    """Yield what can still be read of a damaged ledger."""
    with suppress(Exception):  # a damaged file may bring about anything; what was read counts
        engine = connect(ledger, read_only=True)
        try:
            with engine.begin() as connection:
                table = connection.exec_driver_sql("SELECT table_id FROM event LIMIT 1").scalar()
                yield from rows_of(connection, str(table))
        finally:
            engine.dispose()


def _names_from(ledger: Path, part: Path) -> None:
    """Take the names that the copy does not know from the damaged ledger, and who was forgotten."""
    with suppress(Exception), closing(sqlite3.connect(part)) as database, database:
        database.execute("ATTACH ? AS old", (str(ledger),))
        database.execute(
            "INSERT INTO main.player SELECT * FROM old.player WHERE true "
            "ON CONFLICT (number) DO UPDATE SET name=excluded.name, called=excluded.called "
            "WHERE excluded.name='' OR last_seen=0"  # 0: a place kept for a name that was lost
        )


def begin_anew(ledger: Path, now_ms: int) -> None:
    """Put a *ledger* without anything in it aside, so that a new one is made."""
    with alone(ledger):
        _put_aside(ledger, now_ms)


def _put_aside(ledger: Path, now_ms: int) -> Path | None:
    if not ledger.exists():
        for rest in side_files(ledger):
            rest.unlink(missing_ok=True)
        return None
    target = ledger.with_name(f"{ledger.stem}-replaced-{now_ms}.sqlite")
    for old, new in zip(side_files(ledger), side_files(target), strict=True):
        if old.exists():
            old.replace(new)
    ledger.replace(target)
    return target


def head_at(ledger: Path, table_id: str) -> Place:
    """Return how far the chain in the file *ledger* goes."""
    with reading(ledger) as database:
        return head_of(database, table_id)
