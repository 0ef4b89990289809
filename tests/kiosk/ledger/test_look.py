"""The look at a ledger before it is opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.ledger.look import look_at
from kiosk.ledger.mark import Mark
from kiosk.ledger.progress import ROWS_AT_ONCE, StoppedError
from kiosk.ledger.rows import Place, head_of, place_of, rows_of
from kiosk.ledger.sqlite import reading
from kiosk.ledger.tape import Tape
from tests.kiosk.ledger.stores import OPENED, settle_hand, write_unchecked


def test_a_look_can_be_ended_while_it_reads_the_ledger(tmp_path: Path) -> None:
    write_unchecked(tmp_path / "ledger.sqlite", (OPENED, *[settle_hand(1)] * ROWS_AT_ONCE))

    def end(part: float) -> None:
        if part > 0.5:
            raise StoppedError("the kiosk ends")

    with pytest.raises(StoppedError):
        look_at(tmp_path / "ledger.sqlite", "table-1", Tape(tmp_path / "tape"), progress=end)


def test_half_of_a_look_is_the_tape_and_half_the_ledger(tmp_path: Path) -> None:
    path, tape, parts = tmp_path / "ledger.sqlite", Tape(tmp_path / "tape"), list[float]()
    write_unchecked(path, (OPENED, *[settle_hand(1)] * (2 * ROWS_AT_ONCE)))
    with reading(path) as database:
        rows = tuple(rows_of(database, "table-1"))
    tape.catch_up(lambda after: rows[after:])
    look_at(path, "table-1", tape, progress=parts.append)
    assert parts == sorted(parts)
    assert 0.49 < parts[2] <= 0.5  # 128 of the tape's 129 rows


def test_a_look_from_a_mark_on_ends_with_all_of_it(tmp_path: Path) -> None:
    path, parts = tmp_path / "ledger.sqlite", list[float]()
    half = (OPENED, *[settle_hand(1)] * (ROWS_AT_ONCE - 1))
    write_unchecked(path, half * 2)
    with reading(path) as database:
        place = place_of(database, "table-1", ROWS_AT_ONCE)
    mark = Mark(place, place)
    assert not look_at(path, "table-1", Tape(tmp_path / "tape"), mark, parts.append).is_all
    assert parts[-1] == 1.0


def test_what_sqlite_finds_amiss_is_damage_though_the_chain_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    write_unchecked(path, (OPENED, settle_hand(1)))
    with closing(sqlite3.connect(path)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_event_2'"
        (page,) = database.execute(query).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(8))
    look = look_at(path, "table-1", Tape(tmp_path / "tape"))
    assert "btreeInitPage" in look.damage
    assert look.is_all


def test_a_mark_whose_tape_is_of_another_ledger_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    write_unchecked(path, (OPENED, settle_hand(1), OPENED, settle_hand(1)))
    with reading(path) as database:
        place = head_of(database, "table-1")
    looks = [
        look_at(path, "table-1", Tape(tmp_path / "tape"), Mark(place, one))
        for one in (place, Place(place.seq, "of another"))
    ]
    assert [look.is_all for look in looks] == [False, True]
