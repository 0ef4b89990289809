"""The ledger in one SQLite file: the commit point of a table that stands by itself."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.dialects.sqlite import insert as insert_or
from sqlalchemy.exc import DBAPIError, OperationalError

from kiosk.errors import Refused
from kiosk.ledger.book import Book
from kiosk.ledger.files import WRITER_PRAGMAS, connect, keep_older, prepare, share
from kiosk.ledger.quick import Lines
from kiosk.ledger.schema import LEASE, PLAYER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from kiosk.clock import Clock
    from kiosk.ledger.quick import Saying
    from kiosk.ledger.store import Change

FAILURES: Final[Mapping[str, str]] = {
    "full": "disk_full",
    "locked": "ledger_busy",
    "readonly": "ledger_read_only",
}
"""A word in the driver's message, and the refusal that it means."""
EPOCH: Final = select(LEASE.c.epoch).where(LEASE.c.table_id == bindparam("table"))


class SqliteStore(Book):
    """One table's events, drafts and players in a SQLite file; safe to call from any thread."""

    path: Path

    def __init__(
        self, path: Path, clock: Clock, *, boot_id: str, table_id: str = "table-1", spare: int = 0
    ) -> None:
        """Open or make the ledger at *path*; raise `Refused` where that cannot be.

        So many *spare* bytes are kept in a file beside it, and given up when the disk is full.
        """
        super().__init__(clock, boot_id, table_id)
        self.path = path
        self._ballast = Ballast(path.with_name("ballast"), spare)
        self._fence = ""
        self.reopen()

    def reopen(self) -> None:
        """Open the file, again after `close`; raise `Refused` where that cannot be."""
        with _told_apart():
            self._sign = share(self.path)
        self._engine = connect(self.path)
        self._lines = Lines(self.path, WRITER_PRAGMAS)
        self._reads = self._engine.execution_options(reads=True)
        self._named = {}
        try:
            with _told_apart():
                keep_older(self.path)
                with self._engine.begin() as connection:
                    prepare(connection)
        except Refused:
            self.close()
            raise
        self._ballast.fill()

    @contextmanager
    def as_file(self) -> Iterator[Path]:
        """Yield the file itself."""
        yield self.path

    def fence(self, holder: str) -> None:
        """Refuse further events since the kiosk *holder* has taken the table; empty: take them."""
        self._fence = holder

    def epoch(self) -> int:
        """Return the lease under which events are written; 0 where there never was one."""
        with self._looking() as connection:
            return self._epoch(connection)

    def keep_lease(self, kiosk_id: str, epoch: int) -> None:
        """Write events under *epoch* from now on."""
        row = {"table_id": self.table_id, "kiosk_id": kiosk_id, "epoch": epoch}
        with self._writing() as connection:
            connection.execute(delete(LEASE).where(LEASE.c.table_id == self.table_id))
            connection.execute(insert(LEASE).values(**row))

    def keep_people(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Write *people* that came with a history; names that are known here stay."""
        with self._writing() as connection:
            for person in people:
                row = insert_or(PLAYER).values(**person)
                named = {"name": row.excluded.name, "called": row.excluded.called}
                unknown = PLAYER.c.name == ""
                connection.execute(row.on_conflict_do_update(set_=named, where=unknown))
        self._named = {}

    def close(self) -> None:
        """Let go of the file."""
        self._lines.close()
        self._engine.dispose()
        self._sign.close()

    def _commit(self, change: Change) -> int:
        """Write *change* in one transaction; a full disk gets the spare bytes back first."""
        try:
            return super()._commit(change)
        except Refused as refused:
            if refused.code != "disk_full" or not self._ballast.give_up():
                raise
            return super()._commit(change)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with _told_apart(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with _told_apart(), self._reads.begin() as connection:
            yield connection

    @contextmanager
    def _saying(self) -> Iterator[Saying]:
        with _told_apart(), self._lines.transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def _looking(self) -> Iterator[Saying]:
        with _told_apart(), self._lines.transaction("BEGIN") as connection:
            yield connection

    def _epoch_to_add(self, connection: Saying) -> int:
        if self._fence:
            what = f"kiosk {self._fence} leads this table now: play on there, or take it back"
            raise Refused("table_taken", what, where="table")
        return self._epoch(connection)

    def _epoch(self, connection: Saying) -> int:
        return connection.execute(EPOCH, {"table": self.table_id}).scalar() or 0


class Ballast:
    """Bytes that lie on the disk only to be given up when it is full."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._size = size

    def fill(self) -> None:
        """Lay the bytes down, where there is room for them."""
        if not self._size or self._path.exists():
            return
        with suppress(OSError), self._path.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, self._size)
            return
        self._path.unlink(missing_ok=True)

    def give_up(self) -> bool:
        """Give the bytes back to the disk; return whether there were any."""
        if not self._path.exists():
            return False
        self._path.unlink()
        return True


@contextmanager
def _told_apart() -> Iterator[None]:
    """Turn the driver's errors into refusals that say what to do."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        word = str(getattr(error, "orig", error))
        is_known = isinstance(error, OperationalError | sqlite3.OperationalError)
        codes = (code for part, code in FAILURES.items() if is_known and part in word)
        code = next(codes, "ledger_failed")
        raise Refused(code, f"nothing was saved: {word}", where="ledger") from error
