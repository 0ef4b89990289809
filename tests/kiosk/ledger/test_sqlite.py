"""A ledger's file: copied while it is written, and read after a write that was cut off."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.ledger.backup import head_at
from kiosk.ledger.look import look_at
from kiosk.ledger.rows import Change
from kiosk.ledger.sqlite import (
    PAGES_AT_ONCE,
    ReservedSpace,
    alone,
    copy,
    refusals,
    side_files,
)
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.tape import Tape
from kiosk.ledger.verify import verify
from tests.kiosk.ledger.stores import OPENED, TickingClock, open_ledger, settle_hand

MANY_BYTES = 3 * PAGES_AT_ONCE * 4_096
"""More than is copied between two looks at whether to go on."""


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that writes a file of `MANY_BYTES`."""
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE hand (number)")
        database.execute("INSERT INTO hand VALUES (zeroblob(?))", (MANY_BYTES,))
        yield database


def test_a_copy_is_of_one_moment_and_tells_how_far_it_is(
    writer: sqlite3.Connection, tmp_path: Path
) -> None:
    parts: list[float] = []

    def play_on(part: float) -> None:
        parts.append(part)
        writer.execute("INSERT INTO hand VALUES (1)")

    copy(tmp_path / "ledger.sqlite", tmp_path / "copy.sqlite", play_on)
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as database:
        hands = database.execute("SELECT count(*) FROM hand").fetchone()
    assert (hands, parts == sorted(parts), parts[-1], len(parts) > 2) == ((1,), True, 1, True)
    assert parts[0] > 0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a closed ledger with a session and a hand."""
    place = tmp_path / "ledger.sqlite"
    book = open_ledger(place)
    book.commit(Change("a", 0, OPENED))
    book.commit(Change("b", 1, settle_hand(1)))
    book.close()
    return place


def test_a_copy_of_nothing_is_whole_at_once(tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite").touch()
    parts: list[float] = []
    copy(tmp_path / "empty.sqlite", tmp_path / "copy.sqlite", parts.append)
    assert set(parts) <= {1.0}


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (sqlite3.OperationalError("database or disk is full"), "disk_full"),
        (sqlite3.OperationalError("disk I/O error"), "ledger_failed"),
        (sqlite3.IntegrityError("the table is locked to what is full"), "ledger_failed"),
    ],
)
def test_what_the_driver_says_becomes_a_refusal(error: sqlite3.Error, code: str) -> None:
    with pytest.raises(Refused, match=str(error)) as refused, refusals():
        raise error
    assert refused.value.code == code


def test_a_ledger_is_held_alone_or_open_never_both(path: Path) -> None:
    with alone(path), pytest.raises(Refused, match="being restored"):
        open_ledger(path)
    book = open_ledger(path)
    with pytest.raises(Refused, match="end it first"), alone(path):
        pass
    book.close()


def test_a_ledger_of_this_version_is_not_kept_as_an_older_one(path: Path) -> None:
    open_ledger(path).close()
    path.with_name("blank.sqlite").touch()
    open_ledger(path.with_name("blank.sqlite")).close()
    assert list(path.parent.glob("*-version-*")) == []


@pytest.mark.parametrize("place", ["ballast", "no/folder/ballast"])
def test_more_bytes_than_any_disk_has_leave_nothing_behind(tmp_path: Path, place: str) -> None:
    ReservedSpace(tmp_path / place, 1 << 60).fill()
    assert not (tmp_path / place).exists()


def test_bytes_that_lie_there_are_left_alone(tmp_path: Path) -> None:
    space = ReservedSpace(tmp_path / "ballast", 4_096)
    space.fill()
    os.utime(tmp_path / "ballast", (1, 1))
    space.fill()
    assert (tmp_path / "ballast").stat().st_mtime == 1


def test_no_bytes_to_spare_are_no_file(tmp_path: Path) -> None:
    LedgerStore(tmp_path / "ledger.sqlite", TickingClock(), boot_id="boot").close()
    assert not (tmp_path / "ballast").exists()


def test_who_reads_waits_for_no_writer(path: Path) -> None:
    book = open_ledger(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        seqs = book.head().seq, head_at(path, "table-1").seq
        database.execute("ROLLBACK")
    book.close()
    assert seqs == (2, 2)


def test_a_copy_takes_the_place_of_what_a_cut_off_one_has_left(path: Path) -> None:
    goal = path.with_name("copy.sqlite")
    for rest in (goal, *side_files(goal)):
        rest.write_bytes(b"rubbish" * 1_000)
    copy(path, goal)
    report = verify(goal)
    assert (report.is_whole, report.events) == (True, 2)


def test_a_write_without_wal_that_was_cut_off_is_taken_back(path: Path, tmp_path: Path) -> None:
    cut_off = tmp_path / "cut" / "ledger.sqlite"
    cut_off.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("PRAGMA cache_size=1")
        database.execute("BEGIN")
        people = [(number, "x" * 900, str(number), 0) for number in range(1, 100)]
        database.executemany("INSERT INTO player VALUES (?, ?, ?, ?)", people)
        for name in (path.name, f"{path.name}-journal"):
            shutil.copy(path.with_name(name), cut_off.with_name(name))
    look = look_at(cut_off, "table-1", Tape(tmp_path / "no-tape"))
    assert (look.damage, look.place.seq) == ("", 2)
