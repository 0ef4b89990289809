"""Copies of a ledger's file while it is written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.ledger.sqlite import PAGES_AT_ONCE, copy

MANY_BYTES = 3 * PAGES_AT_ONCE * 4_096
"""More than is copied between two looks at whether to go on."""


@pytest.fixture
def written(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Yield who writes a file of so many bytes."""
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE hand (number)")
        database.execute("INSERT INTO hand VALUES (zeroblob(?))", (MANY_BYTES,))
        yield database


def test_a_copy_is_of_one_moment_and_tells_how_far_it_is(
    written: sqlite3.Connection, tmp_path: Path
) -> None:
    parts: list[float] = []

    def play_on(part: float) -> None:
        parts.append(part)
        written.execute("INSERT INTO hand VALUES (1)")

    copy(tmp_path / "ledger.sqlite", tmp_path / "copy.sqlite", play_on)
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as database:
        hands = database.execute("SELECT count(*) FROM hand").fetchone()
    assert (hands, parts == sorted(parts), parts[-1], len(parts) > 2) == ((1,), True, 1, True)
