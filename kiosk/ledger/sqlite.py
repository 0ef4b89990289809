"""A ledger's SQLite file: how it is opened, brought to this version, copied, and held alone."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

from kiosk.errors import Refused
from kiosk.ledger.progress import Progress, ignore_progress
from kiosk.ledger.schema import VERSION, upgrade

PRAGMAS: Final = ("busy_timeout=5000", "foreign_keys=ON", "trusted_schema=OFF")
"""What every connection is set to."""
WRITER_PRAGMAS: Final = (*PRAGMAS, "journal_mode=WAL", "synchronous=FULL")
PAGES_AT_ONCE: Final = 256
"""Pages copied between two looks at whether to go on: 1 MiB."""
SIDE_FILES: Final = ("-wal", "-shm")
FAILURES: Final[Mapping[str, str]] = {
    "full": "disk_full",
    "locked": "ledger_busy",
    "readonly": "ledger_read_only",
}
"""A word in the driver's message, and the refusal that it means."""


def connect(path: Path, *, read_only: bool = False) -> Engine:
    """Return an engine for the ledger at *path* with the pragmas set on every connection.

    Transactions that write start with `BEGIN IMMEDIATE`, so two writers queue up instead of
    failing half-way; those run under the option `reads` start with a plain `BEGIN`.
    """
    mode = "ro" if read_only else "rwc"
    engine = create_engine(
        f"sqlite:///file:{path.resolve().as_posix()}?mode={mode}&uri=true",
        connect_args={"isolation_level": None, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_pragmas(raw: Any, _: object) -> None:
        for pragma in PRAGMAS if read_only else WRITER_PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reads = read_only or connection.get_execution_options().get("reads")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


@contextmanager
def reading(path: Path) -> Iterator[Connection]:
    """Yield the ledger at *path* as it stands at one moment; the file is only read."""
    engine = connect(path, read_only=True)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def prepare(connection: Connection) -> None:
    """Make the tables of a new file, or those that an older one lacks; refuse a later one."""
    version = version_of(connection)
    for step in range(version + 1, VERSION + 1):
        upgrade(connection, step)
        connection.exec_driver_sql(f"PRAGMA user_version={step}")


def version_of(connection: Connection) -> int:
    """Return the version of a ledger's tables; raise `Refused` for one this program cannot know."""
    version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if version > VERSION:
        raise Refused(
            "ledger_too_new",
            f"this ledger has version {version}, this program knows {VERSION}: update it",
            where="ledger",
        )
    return version


def keep_older(ledger: Path) -> None:
    """Copy a ledger of an older version beside it, before it is brought to this one."""
    if not ledger.is_file():
        return
    with closing(sqlite3.connect(ledger)) as database:
        version = database.execute("PRAGMA user_version").fetchone()[0]
    if 0 < version < VERSION:
        copy(ledger, ledger.with_name(f"{ledger.stem}-version-{version}.sqlite"))


def copy(ledger: Path, goal: Path, progress: Progress = ignore_progress) -> None:
    """Copy *ledger* as it stands at one moment into one file; SQLite puts it on the disk.

    Raise `sqlite3.Error` or `OSError` where that fails, and what *progress* raises.
    """

    def tell(_: int, left: int, total: int) -> None:
        progress(1 - left / total if total else 1.0)

    for old in (goal, *side_files(goal)):
        old.unlink(missing_ok=True)
    source = f"file:{ledger.resolve().as_posix()}?mode=ro"
    with (
        closing(sqlite3.connect(source, uri=True)) as there,
        closing(sqlite3.connect(goal)) as here,
    ):
        there.execute("BEGIN").execute("SELECT count(*) FROM sqlite_schema").fetchone()
        there.backup(here, pages=PAGES_AT_ONCE, progress=tell)  # BEGIN: of one moment all the same
        here.execute("PRAGMA journal_mode=DELETE")


def settle(ledger: Path) -> None:
    """Let SQLite take back a write without WAL that was cut off; a reader is not allowed to."""
    if ledger.with_name(ledger.name + "-journal").exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(ledger)) as database:
            database.execute("SELECT count(*) FROM sqlite_schema")


def is_blank(ledger: Path) -> bool:
    """Return whether *ledger* is a file of SQLite in which no table was made yet."""
    with suppress(DBAPIError), reading(ledger) as database:
        return not database.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar()
    return False


def side_files(ledger: Path) -> tuple[Path, ...]:
    """Return where SQLite keeps what is not in the file itself yet."""
    return tuple(ledger.with_name(ledger.name + mark) for mark in SIDE_FILES)


@contextmanager
def alone(ledger: Path) -> Iterator[None]:
    """Hold *ledger* alone; raise `Refused` with `ledger_in_use` while anybody else has it open."""
    ledger.parent.mkdir(parents=True, exist_ok=True)
    with _lock_file(ledger).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            what = "another kiosk has this ledger open: end it first"
            raise Refused("ledger_in_use", what, where="ledger") from error
        yield


def share(ledger: Path) -> IO[bytes]:
    """Return the sign that *ledger* is open here, to be closed; others may open it too.

    Raise `Refused` with `ledger_in_use` while somebody holds it alone.
    """
    ledger.parent.mkdir(parents=True, exist_ok=True)
    file = _lock_file(ledger).open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        what = "this ledger is being restored: wait until that is done"
        raise Refused("ledger_in_use", what, where="ledger") from error
    return file


def _lock_file(ledger: Path) -> Path:
    """Return the file by which processes tell each other that they have *ledger* open."""
    return ledger.with_name(ledger.name + ".lock")


class ReservedSpace:
    """Bytes that lie on the disk only to be given up when it is full."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._size = size

    def fill(self) -> None:
        """Lay the bytes down, where there is room for them."""
        if not self._size or (self._path.exists() and self._path.stat().st_size >= self._size):
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
def refusals() -> Iterator[None]:
    """Turn the driver's errors into refusals that say what to do."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        word = str(getattr(error, "orig", error))
        is_known = isinstance(error, OperationalError | sqlite3.OperationalError)
        codes = (code for part, code in FAILURES.items() if is_known and part in word)
        code = next(codes, "ledger_failed")
        raise Refused(code, f"nothing was saved: {word}", where="ledger") from error
