"""The tape, looked at from its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.ledger.rows import Change, EventRow, Place
from kiosk.ledger.tape import LONGEST, Tape
from tests.kiosk.ledger.stores import OPENED, opened, settled


@pytest.fixture
def rows(tmp_path: Path) -> tuple[EventRow, ...]:
    book = opened(tmp_path / "ledger.sqlite")
    book.commit(Change("open", 0, OPENED))
    book.commit(Change("hand", 1, settled(1)))
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
    found = [[tape.begins_with(place, size) for size in ends] for place in places]
    assert found == [[True, False], [False, True]]
