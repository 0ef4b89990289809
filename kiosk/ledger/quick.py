"""The ledger's fixed statements, said to SQLite at once.

Every tap is one small transaction. By way of SQLAlchemy's engine it takes fourteen times as long as
SQLite itself needs, all of it to find out anew what the same few statements mean. Here each is
turned into SQLite's text once in a process; what it says stands in the same Core expression as on a
server.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import Executable

PRAGMAS: Final = ("busy_timeout=5000", "foreign_keys=ON", "trusted_schema=OFF")
"""What every connection is set to."""
NOTHING: Final[Mapping[str, Any]] = {}
DIALECT: Final = SQLiteDialect_pysqlite(paramstyle="named")


class Rows(Protocol):
    """What a statement brought; a row can be counted through and has its columns by number."""

    @property
    def rowcount(self) -> int:
        """Return how many rows it changed."""

    def first(self) -> Any:
        """Return the first row, `None` where there is none."""

    def scalar(self) -> Any:
        """Return the first column of the first row, `None` where there is none."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows."""


class Saying(Protocol):
    """Whatever carries fixed statements out: a connection of SQLAlchemy's, or `Quick`."""

    def execute(self, statement: Executable, values: Any = ..., /) -> Rows:
        """Carry *statement* out with *values*, or once for each of several."""


class Found:
    """What a statement brought from SQLite."""

    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        """Return how many rows it changed."""
        return self._cursor.rowcount

    def first(self) -> Any:
        """Return the first row, `None` where there is none; the others are let go."""
        row = self._cursor.fetchone()
        self._cursor.close()
        return row

    def scalar(self) -> Any:
        """Return the first column of the first row, `None` where there is none."""
        row = self.first()
        return None if row is None else row[0]

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows."""
        return iter(self._cursor)


class Quick:
    """One transaction on SQLite's own connection, for statements that are constants here."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    def ask(self, text: str) -> Found:
        """Return what SQLite answers to *text*, a question about itself."""
        return Found(self._raw.execute(text))

    def execute(
        self,
        statement: Executable,
        values: Mapping[str, Any] | list[dict[str, Any]] = NOTHING,
        /,
    ) -> Found:
        """Carry *statement* out with *values*, or once for each of several."""
        if isinstance(values, list):
            text, _ = _said(statement, tuple(values[0]))
            return Found(self._raw.executemany(text, values))
        text, constants = _said(statement, tuple(values))
        return Found(self._raw.execute(text, {**constants, **values}))


class Lines:
    """SQLite's own connections to one file, kept open; safe to use from any thread."""

    def __init__(self, path: Path, pragmas: Sequence[str]) -> None:
        """Set each connection as *pragmas* say."""
        self._path = path
        self._pragmas = pragmas
        self._idle: list[sqlite3.Connection] = []
        self._is_open = True

    @contextmanager
    def transaction(self, begin: str) -> Iterator[Quick]:
        """Yield one transaction that starts with *begin*; an error undoes all of it."""
        raw = self._one()
        try:
            raw.execute(begin)
            try:
                yield Quick(raw)
                raw.execute("COMMIT")
            except BaseException:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                raise
        finally:
            if self._is_open:
                self._idle.append(raw)
            else:
                raw.close()

    def close(self) -> None:
        """Let go of the file; a transaction under way ends first."""
        self._is_open = False
        while self._idle:
            self._idle.pop().close()

    def _one(self) -> sqlite3.Connection:
        """Return a connection that nobody else uses."""
        with suppress(IndexError):
            return self._idle.pop()
        raw = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            for pragma in self._pragmas:
                raw.execute(f"PRAGMA {pragma}")
        except BaseException:
            raw.close()
            raise
        return raw


@contextmanager
def read_only(path: Path) -> Iterator[Quick]:
    """Yield the ledger at *path* as it stands at one moment; raise `sqlite3.Error` for none."""
    place = f"file:{path.resolve().as_posix()}?mode=ro"
    raw = sqlite3.connect(place, uri=True, isolation_level=None)
    try:
        for pragma in PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")
        raw.execute("BEGIN")
        yield Quick(raw)
    finally:
        raw.close()


@cache
def _said(statement: Any, names: tuple[str, ...]) -> tuple[str, dict[str, Any]]:
    """Return SQLite's text of *statement* for values of these *names*, and its constants."""
    compiled = statement.compile(dialect=DIALECT, column_keys=list(names))
    constants = {name: value for name, value in compiled.params.items() if name not in names}
    return str(compiled), constants
