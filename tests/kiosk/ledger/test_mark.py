"""What was verified before is not read again at a start, and never believed wrongly."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.ledger.rows import Change
from kiosk.ledger.safekeeping import Places, Safekeeping, open_kept
from kiosk.ledger.schema import TRIGGERS
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.session.events import SessionClosed
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand

HANDS = 3
TOTALS = (100 - HANDS, 100 - 10 * HANDS, 100 + 10 * HANDS, 100)
EVENTS = 2 * (HANDS + 2)


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Return where a ledger of two closed sessions lies, all of it verified."""
    new_places = Places(
        tmp_path / "data" / "ledger.sqlite", tmp_path / "backups", tmp_path / "stick"
    )
    ledger = open_now(new_places)
    for _ in range(2):
        play(ledger[0])
    ledger[1].back_up()
    shut(ledger)
    return new_places


def open_now(places: Places) -> tuple[LedgerStore, Safekeeping]:
    return open_kept(places, TickingClock(), "boot", "table-1")


def shut(ledger: tuple[LedgerStore, Safekeeping]) -> None:
    ledger[1].close()
    ledger[0].close()


def play(book: LedgerStore) -> None:
    """Play a whole session."""
    for event in (OPENED, *[settle_hand(1)] * HANDS, SessionClosed(TOTALS)):
        seq = book.head().seq
        book.commit(Change(f"op-{seq}", seq, event, answer={"seq": seq + 1, "stage": "table"}))


def damage(places: Places, seq: int) -> None:
    """Change an event behind the ledger's back."""
    with closing(sqlite3.connect(places.ledger)) as database, database:
        database.execute("DROP TRIGGER event_no_update")
        database.execute("UPDATE event SET body = replace(body, '10', '90') WHERE seq = ?", (seq,))
        database.execute(next(one for one in TRIGGERS if "event_no_update" in one))


def mark_of(places: Places) -> Path:
    return places.ledger.with_name("verified.json")


def test_a_start_reads_the_last_session_and_the_rest_is_read_beside_the_play(
    places: Places,
) -> None:
    damage(places, HANDS + 2)  # the end of the session before
    ledger = open_now(places)
    at_once = ledger[1].state()
    ledger[1].check_all().result()
    later = ledger[1].state()
    shut(ledger)
    assert (at_once.restored, at_once.backup_error) == (None, "")
    assert f"event {HANDS + 2}" in later.backup_error


def test_a_start_has_the_rest_read_by_itself(
    places: Places, caplog: pytest.LogCaptureFixture
) -> None:
    damage(places, 3)
    ledger = open_now(places)
    ledger[1].check_all().result()  # once more, after what the start has asked for
    shut(ledger)
    assert sum("restored at the next start" in line for line in caplog.messages) == 2


def test_what_was_found_beside_the_play_is_restored_at_the_next_start(places: Places) -> None:
    damage(places, 3)
    ledger = open_now(places)
    ledger[1].check_all().result()
    shut(ledger)
    ledger = open_now(places)
    restored = ledger[1].state().restored
    shut(ledger)
    assert restored is not None
    assert (verify(places.ledger).events, verify(places.ledger).is_whole) == (EVENTS, True)


def test_what_the_screens_show_is_always_read_anew(places: Places) -> None:
    damage(places, EVENTS - 1)
    ledger = open_now(places)
    restored = ledger[1].state().restored
    shut(ledger)
    assert restored is not None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("{", "["),
        ('"seq": 10', '"seq": 11'),
        ('"seq": 10', '"seq": 9'),
        ('"hash": "', '"hash": "0'),
        ('"tape_bytes": ', '"tape_bytes": 9'),
        ('"tape_bytes": ', '"tape_bytes": "'),
        ("ledger", "ledgers"),
    ],
)
def test_a_mark_that_is_wrong_is_not_believed(places: Places, right: str, wrong: str) -> None:
    text = mark_of(places).read_text("utf-8")
    assert right in text
    mark_of(places).write_text(text.replace(right, wrong), "utf-8")
    damage(places, 3)
    ledger = open_now(places)
    restored = ledger[1].state().restored
    shut(ledger)
    assert restored is not None


def test_a_mark_of_another_ledger_is_not_believed(places: Places, tmp_path: Path) -> None:
    there = Places(tmp_path / "other.sqlite", tmp_path / "more", tmp_path / "elsewhere")
    other = open_now(there)
    for _ in range(3):
        play(other[0])
    other[1].back_up()
    shut(other)
    shutil.copy(mark_of(there), mark_of(places))
    damage(places, 3)
    ledger = open_now(places)
    restored = ledger[1].state().restored
    shut(ledger)
    assert restored is not None


def test_an_older_copy_of_the_file_is_noticed_though_the_mark_is_later(places: Places) -> None:
    older = places.ledger.with_name("older")
    shutil.copy(places.ledger, older)
    ledger = open_now(places)
    play(ledger[0])
    ledger[1].back_up()
    rows = ledger[0].rows()
    shut(ledger)
    shutil.copy(older, places.ledger)
    ledger = open_now(places)
    restored_rows = ledger[0].rows()
    shut(ledger)
    assert restored_rows == rows


def test_a_tape_damaged_before_the_mark_is_written_anew_at_the_start_after_next(
    places: Places,
) -> None:
    tape = places.tape / "tape.jsonl"
    whole = tape.read_bytes()
    tape.write_bytes(whole.replace(b'"amount":10', b'"amount":90', 1))
    ledger = open_now(places)
    ledger[1].check_all().result()
    shut(ledger)
    shut(open_now(places))
    assert tape.read_bytes() == whole


def test_a_look_tells_how_far_it_is(places: Places) -> None:
    mark_of(places).unlink()
    parts: list[float] = []
    ledger = open_now(places)
    while ledger[0].head().seq < 150:
        play(ledger[0])
    shut(ledger)
    mark_of(places).unlink()
    shut(open_kept(places, TickingClock(), "boot", "table-1", parts.append))
    assert parts == sorted(parts)
    assert (parts[0], 0.9 < parts[-1] <= 1, len(parts)) == (0, True, 5)


def test_what_was_read_whole_at_a_start_is_not_read_at_the_next(places: Places) -> None:
    mark_of(places).unlink()
    shut(open_now(places))
    damage(places, 3)
    ledger = open_now(places)
    restored = ledger[1].state().restored
    shut(ledger)
    assert restored is None
