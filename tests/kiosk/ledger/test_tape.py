"""The tape, looked at from its end."""

from __future__ import annotations

import fcntl
import os
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.ledger.rows import BrokenChainError, Change, EventRow, Place
from kiosk.ledger.tape import LONGEST, Tape
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand
from tests.power_cut import Disk


@pytest.fixture
def rows(tmp_path: Path) -> tuple[EventRow, ...]:
    book = open_ledger(tmp_path / "ledger.sqlite")
    book.commit(Change("open", 0, OPENED))
    book.commit(Change("hand", 1, settle_hand(1)))
    book.close()
    return book.rows()


@pytest.mark.parametrize("before", [b"", b"-" * LONGEST + b"\n"], ids=["short", "long"])
def test_an_event_is_found_at_its_place_however_long_the_tape_is(
    before: bytes, rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    first, second = (row.to_line().encode() for row in rows)
    tape = Tape(tmp_path / "tape")
    tape.path.write_bytes(before + first + second)
    ends = [len(before) + len(first), len(before) + len(first) + len(second)]
    places = [Place(row.seq, row.hash) for row in rows]
    matches = [[tape.begins_with(place, size) for size in ends] for place in places]
    assert matches == [[True, False], [False, True]]


def lines_of(rows: tuple[EventRow, ...]) -> bytes:
    """Return *rows* as a tape holds them."""
    return "".join(row.to_line() for row in rows).encode()


@pytest.mark.parametrize(
    ("count", "rest", "start"),
    [
        (0, b"", 0),
        (0, b"x", 0),
        (0, b"x" * 5_000, 0),
        (1, b"", 0),
        (2, b"", 1),
        (2, b"{" * 5_000, 1),
        (2, b"\n", 1),
    ],
)
def test_a_tape_is_written_on_from_its_last_whole_row(
    count: int, rest: bytes, start: int, rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    tape, numbers = Tape(tmp_path / "new" / "tape"), list[int]()
    if count or rest:
        tape.path.parent.mkdir()
        tape.path.write_bytes(lines_of(rows[:count]) + rest)

    def after(number: int) -> tuple[EventRow, ...]:
        numbers.append(number)
        return rows[number:]

    for _ in range(2):
        tape.catch_up(after)
        assert (tape.place, tape.size) == (Place(2, rows[1].hash), len(lines_of(rows)))
    assert numbers == [start, 1]
    if count < len(rows) or rest != b"\n":
        assert tape.path.read_bytes().startswith(lines_of(rows))
    if count < len(rows):
        assert tape.path.read_bytes() == lines_of(rows)


def test_a_row_whose_line_was_not_ended_is_written_anew(
    rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    tape = Tape(tmp_path / "tape")
    tape.path.write_bytes(lines_of(rows)[:-1])
    assert [row.seq for row in tape.rows()] == [1, 2]
    assert (tape.place.seq, tape.size) == (1, len(lines_of(rows[:1])))
    again = Tape(tape.path)
    again.catch_up(lambda number: rows[number:])
    assert tape.path.read_bytes() == lines_of(rows)


def test_a_tape_that_another_process_has_written_on_is_looked_at_again(
    rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    ours, theirs = Tape(tmp_path / "tape"), Tape(tmp_path / "tape")
    assert ours.is_empty()
    ours.catch_up(lambda number: rows[number:1])
    assert not ours.is_empty()
    theirs.catch_up(lambda number: rows[number:])
    ours.catch_up(lambda number: rows[number:])
    assert ours.path.read_bytes() == lines_of(rows)


def test_rows_are_read_on_from_a_place_and_no_further_than_they_are_whole(
    rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    tape = Tape(tmp_path / "tape")
    assert list(tape.rows()) == []
    tape.path.write_bytes(lines_of(rows) + b"no row\n" + lines_of(rows))
    first = len(lines_of(rows[:1]))
    assert list(tape.rows()) == list(rows)
    assert list(tape.rows(Place(1, rows[0].hash), first)) == [rows[1]]
    assert tape.size == len(lines_of(rows))
    assert list(tape.rows(Place(1, "other"), first)) == []
    assert (tape.place, tape.size) == (Place(1, "other"), first)


def test_a_tape_of_another_ledger_is_not_written_on_and_can_be_put_aside(
    rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    tape = Tape(tmp_path / "tape.jsonl")
    tape.catch_up(lambda number: rows[number:])
    stranger = replace(rows[1], hash="other")
    with pytest.raises(BrokenChainError, match="event 2 of the tape"):
        tape.catch_up(lambda number: (rows[0], stranger)[number:])
    tape.put_aside("7")
    assert (tmp_path / "tape.7.jsonl").read_bytes() == lines_of(rows)
    assert (tape.place, tape.size, tape.is_empty()) == (Place(), 0, True)
    tape.put_aside("8")
    assert not (tmp_path / "tape.8.jsonl").exists()


@pytest.mark.parametrize("size", [0, 1, 10**6])
def test_no_event_ends_where_the_tape_has_none(
    size: int, rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    tape = Tape(tmp_path / "tape")
    assert not tape.begins_with(Place(1, rows[0].hash), size)
    tape.path.write_bytes(lines_of(rows))
    assert not tape.begins_with(Place(1, rows[0].hash), size)
    assert not tape.begins_with(Place(2, rows[1].hash), len(lines_of(rows)) - 1)


def test_nobody_else_writes_a_tape_while_it_is_written(
    rows: tuple[EventRow, ...], tmp_path: Path
) -> None:
    tape = Tape(tmp_path / "tape")

    def after(number: int) -> tuple[EventRow, ...]:
        with tape.path.open("rb") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return rows[number:]

    tape.catch_up(after)
    assert tape.place.seq == len(rows)


def test_a_row_out_of_order_is_named(rows: tuple[EventRow, ...]) -> None:
    with pytest.raises(BrokenChainError, match="event 1 is missing"):
        rows[1].follow(Place())


@pytest.mark.parametrize(("ignores", "is_safe"), [("", True), ("files", False), ("folders", False)])
def test_no_power_cut_takes_an_event_off_the_tape(
    rows: tuple[EventRow, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ignores: str,
    is_safe: bool,
) -> None:
    (tmp_path / "stick").mkdir()
    disk = Disk(tmp_path / "stick", ignores)
    monkeypatch.setattr(os, "fsync", disk.sync)
    tape = Tape(disk.root / "tape")
    for count in range(1, len(rows) + 1):
        tape.catch_up(lambda after, count=count: rows[after:count])
        disk.answer()
    disk.close()
    monkeypatch.undo()
    folders = [
        folder for folder, answers in disk.left if len([*Tape(folder / "tape").rows()]) < answers
    ]
    assert (not folders) is is_safe
