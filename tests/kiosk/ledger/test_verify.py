"""Damage is found: bits that flipped, rows that were changed, events that are gone."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import DBAPIError

from kiosk.commands.ledger import verify as verify_command
from kiosk.errors import Refused
from kiosk.ledger.codec import body_of
from kiosk.ledger.progress import StoppedError
from kiosk.ledger.rows import Change
from kiosk.ledger.schema import ADDED, TRIGGERS
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.session.events import EventWithdrawn, HandVoided, SessionClosed, kind_of
from tests.kiosk.ledger.stores import OPENED, open_ledger, settle_hand, write_unchecked

FLIPS = 120
"""One-bit flips tried; a verification takes about 3 ms."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a closed ledger: six hands, one of them voided, and something of all else in it."""
    place = tmp_path / "ledger.sqlite"
    book = open_ledger(place)
    book.enrol("Aiko")
    book.keep_lease("kiosk-1", 3)
    events = [OPENED, *(settle_hand(number) for number in range(1, 7)), HandVoided(7)]
    events.append(SessionClosed((95, 50, 150, 100)))
    for seq, event in enumerate(events):
        book.commit(Change(f"op-{seq}", seq, event, answer={"seq": seq + 1}))
    tap = Change("tap", len(events), draft={"stage": "review"}, answer={"told": "as before"})
    book.commit(tap)
    book.close()
    return place


def forge(path: Path, *statements: str) -> None:
    """Change the file behind the ledger's back, its guards taken away and put back."""
    connection = sqlite3.connect(path)
    for trigger in ("event_no_update", "event_no_delete", "transfer_no_update"):
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute("DROP TRIGGER transfer_no_delete")
    for statement in (*statements, *TRIGGERS):
        connection.execute(statement)
    connection.commit()
    connection.close()


def content(path: Path) -> list[list[tuple[object, ...]]]:
    """Return every row of every table, or raise what reading raises."""
    tables = chain.from_iterable(ADDED.values())
    connection = sqlite3.connect(path)
    try:
        return [connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    finally:
        connection.close()


def test_a_sound_ledger_is_whole(path: Path) -> None:
    report = verify(path)
    assert report.damage == ()
    assert (report.events, report.hands) == (9, 5)


def test_verifying_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    verify(path)
    assert path.read_bytes() == before


def test_no_flipped_bit_changes_anything_unseen(path: Path) -> None:
    sound, original = path.read_bytes(), content(path)
    chance = random.Random(2026)
    count = 0
    for _ in range(FLIPS):
        damaged = bytearray(sound)
        place = chance.randrange(len(damaged))
        damaged[place] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        if verify(path).is_whole:
            assert content(path) == original, f"byte {place}"
        else:
            count += 1
    assert count > FLIPS // 20  # most of so small a file is empty pages


@pytest.mark.parametrize("text", [b"as before", b"review", b"Aiko", b"aiko", b"kiosk-1"])
def test_a_flipped_bit_in_what_no_hash_covers_is_noticed(path: Path, text: bytes) -> None:
    sound, original = path.read_bytes(), content(path)
    places = [match.start() for match in re.finditer(re.escape(text), sound)]
    for place in places:
        damaged = bytearray(sound)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        assert not verify(path).is_whole or content(path) == original
    assert places


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE event SET body = replace(body, '10', '90') WHERE seq = 3", "event 3"),
        ("UPDATE event SET id = 'other' WHERE seq = 3", "event 3"),
        ("UPDATE event SET at_wall = at_wall + 1 WHERE seq = 4", "event 4"),
        ("UPDATE event SET actor = 'nobody' WHERE seq = 2", "event 2"),
        ("UPDATE event SET epoch = 5 WHERE seq = 2", "event 2"),
        ("UPDATE event SET hash = replace(hash, 'a', 'b') WHERE seq = 9", "event 9"),
        ("DELETE FROM event WHERE seq = 5", "event 6"),
        ("DELETE FROM event WHERE seq = 9", "event 9"),
        ("UPDATE transfer SET amount = 11 WHERE seq = 3 AND ord = 1", "transfers of event 3"),
        ("UPDATE transfer SET debit = 'seat:3' WHERE seq = 3", "transfers of event 3"),
        ("UPDATE transfer SET debit = 'seat:9' WHERE seq = 3", "transfers of event 3"),
        ("UPDATE transfer SET reason = 'gift' WHERE seq = 3", "transfers of event 3"),
        ("DELETE FROM transfer WHERE seq = 4 AND ord = 1", "transfers of event 4"),
        ("DELETE FROM transfer WHERE seq = 4 AND ord = 0", "transfers of event 4"),
        (
            "INSERT INTO transfer VALUES ('table-1', 5, 2, 'seat:0', 'seat:1', 1, 'win')",
            "transfers of event 5",
        ),
        ("INSERT INTO transfer VALUES ('t', 99, 0, 'seat:0', 'seat:1', 1, 'win')", "transfers"),
    ],
)
def test_a_changed_row_is_named(path: Path, statement: str, where: str) -> None:
    forge(path, statement)
    damage = verify(path).damage[0]
    assert damage.where == where
    assert str(damage.event or "transfers") == where.rpartition("event ")[2]


def test_a_body_that_could_be_written_in_two_ways_is_named(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    write_unchecked(path, [(kind_of(OPENED), body_of(OPENED).replace(":", ": "))])
    assert verify(path).damage[0].what == "its body is not in canonical form"


def test_a_first_event_that_does_not_follow_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    write_unchecked(path, [settle_hand(1), EventWithdrawn(1)])
    report = verify(path)
    assert (report.damage, report.events) == ((), 2)


def test_a_hand_that_is_taken_back_before_it_was_played_pays_nothing_back(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    write_unchecked(path, [OPENED, HandVoided(3), settle_hand(1)])
    report = verify(path)
    assert (report.damage, report.hands, [one.seq for one in report.faults]) == ((), 1, [2])


def test_a_check_can_be_ended_while_sqlite_reads_the_file(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    open_ledger(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        people = [(number, str(number), str(number), 0) for number in range(1, 50_000)]
        database.executemany("INSERT INTO player VALUES (?, ?, ?, ?)", people)

    parts: list[float] = []

    def end(part: float) -> None:
        parts.append(part)
        raise StoppedError("the kiosk ends")

    with pytest.raises(StoppedError):
        verify(path, end)
    assert parts == [0.0, 1.0]  # SQLite's own check was ended, and nothing was read after it


def test_a_guard_taken_away_is_missed(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER event_no_delete")
    connection.close()
    assert verify(path).damage[0].what.startswith("event_no_delete is not")


def test_a_file_cut_short_is_damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])
    assert not verify(path).is_whole


def test_what_is_no_ledger_at_all_is_damaged(path: Path) -> None:
    path.write_bytes(b"no ledger" * 1000)
    report = verify(path)
    assert (report.damage[0].where, report.events, report.hands) == ("file", 0, 0)


@pytest.fixture
def unfit(tmp_path: Path) -> LedgerStore:
    """Return a ledger with a hand, an end with totals of other people, and a second hand."""
    book = open_ledger(tmp_path / "unfit.sqlite")
    events = (OPENED, settle_hand(1), SessionClosed((1, 2, 3, 4)), settle_hand(2))
    for seq, event in enumerate(events):
        book.commit(Change(f"op-{seq}", seq, event))
    return book


def test_an_event_that_does_not_follow_is_named_and_all_others_count(unfit: LedgerStore) -> None:
    report = verify(unfit.path)
    assert (report.damage, report.events, report.hands) == ((), 4, 2)
    [fault] = report.faults
    assert (fault.seq, fault.kind, fault.what) == (3, "session_closed", "totals")
    unfit.close()


def test_an_event_that_was_taken_back_is_no_fault(unfit: LedgerStore) -> None:
    unfit.commit(Change("back", 4, EventWithdrawn(3)))
    unfit.close()
    report = verify(unfit.path)
    assert (report.is_whole, report.faults, report.hands) == (True, (), 2)


def test_taking_back_an_event_that_counts_is_a_fault_itself(unfit: LedgerStore) -> None:
    unfit.commit(Change("back", 4, EventWithdrawn(2)))
    unfit.close()
    report = verify(unfit.path)
    assert [(fault.seq, fault.what) for fault in report.faults] == [(3, "totals"), (5, "no_event")]
    assert report.hands == 2


def test_the_command_names_an_event_that_does_not_follow_and_exits_2(unfit: LedgerStore) -> None:
    unfit.close()
    result = CliRunner().invoke(verify_command, [str(unfit.path)])
    assert result.exit_code == 2
    assert result.stdout.startswith("whole: 4 events, 2 hands")
    assert "event 3: this session_closed counts for nothing, its points are not" in result.stderr


def test_the_command_says_whole(path: Path) -> None:
    result = CliRunner().invoke(verify_command, [str(path)])
    assert result.exit_code == 0
    assert result.stdout.startswith("whole: 9 events, 5 hands, chain ")


def test_the_command_names_the_place_and_exits_2(path: Path) -> None:
    forge(path, "UPDATE transfer SET amount = 11 WHERE seq = 3 AND ord = 1")
    result = CliRunner().invoke(verify_command, [str(path)])
    assert result.exit_code == 2
    assert "transfers of event 3: not what the settlement says" in result.stderr


def test_a_damaged_file_can_be_refused_when_it_is_opened(path: Path) -> None:
    path.write_bytes(b"no ledger" * 1000)
    with pytest.raises((Refused, DBAPIError)):
        open_ledger(path)
