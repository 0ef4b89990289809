"""Copies, tape, and the way back: what was confirmed comes back after any damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.ledger.backup import Backups
from kiosk.ledger.progress import StoppedError
from kiosk.ledger.rows import Change, EventRow, RepeatedError
from kiosk.ledger.safekeeping import (
    HANDS_A_BACKUP,
    Places,
    Safekeeping,
    open_kept,
    repair,
    restore_closed_ledger,
)
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.session.events import PlayerId, SessionClosed, SessionOpened
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand

Ledger = tuple["LedgerStore", Safekeeping]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "data" / "ledger.sqlite", tmp_path / "backups", tmp_path / "stick")


@pytest.fixture
def ledger(places: Places) -> Iterator[Ledger]:
    new_ledger = open_now(places)
    yield new_ledger
    shut(new_ledger)


def open_now(places: Places, boot: str = "boot-2") -> Ledger:
    return open_kept(places, TickingClock(), boot, "table-1")


def shut(ledger: Ledger) -> None:
    ledger[1].close()
    ledger[0].close()


def play(book: LedgerStore, hands: int) -> None:
    """Open a session if there is none yet, and write *hands* hands."""
    seq = book.head().seq
    if not seq:
        seq = book.commit(Change("open", 0, OPENED, answer={"seq": 1, "stage": "table"}))
    for _ in range(hands):
        answer = {"seq": seq + 1, "stage": "table"}
        seq = book.commit(Change(f"hand-{seq}", seq, settle_hand(1), answer=answer))


def test_every_event_is_on_the_tape_when_the_tap_is_answered(
    ledger: Ledger, places: Places
) -> None:
    play(ledger[0], 3)
    lines = (places.tape / "tape.jsonl").read_text("utf-8").splitlines()
    assert tuple(EventRow.from_line(line) for line in lines) == ledger[0].rows()


@pytest.mark.usefixtures("ledger")
def test_megabytes_beside_the_ledger_are_kept_for_a_full_disk(places: Places) -> None:
    assert places.ledger.with_name("ballast").stat().st_size >= 1 << 20


def test_a_backup_is_made_at_the_end_of_a_session_and_every_fifty_hands(ledger: Ledger) -> None:
    play(ledger[0], HANDS_A_BACKUP)
    seq = ledger[0].head().seq
    totals = (100 - seq + 1, 100 - 10 * (seq - 1), 100 + 10 * (seq - 1), 100)
    ledger[0].commit(Change("close", seq, SessionClosed(totals)))
    ledger[1].close()
    backups = ledger[1].backups()
    assert [one.hands for one in backups] == [50, 50]
    assert backups[0].seq == seq + 1  # the other one may have been late, and hold the end, too
    assert all(verify(one.path).is_whole for one in ledger[1].backups())


def test_the_oldest_backups_go(ledger: Ledger) -> None:
    play(ledger[0], 1)
    backups = [ledger[1].back_up() for _ in range(17)]
    assert ledger[1].backups() == tuple(reversed(backups[-14:]))


@pytest.mark.parametrize("copies", [0, 1])
def test_a_ledger_with_an_event_that_does_not_follow_is_kept_as_any_other(
    places: Places, copies: int
) -> None:
    ledger = open_now(places)
    play(ledger[0], 1)
    ledger[0].commit(Change("end", 2, SessionClosed((1, 2, 3, 4))))
    for _ in range(copies):
        ledger[1].back_up()
    ledger[0].commit(Change("hand", 3, settle_hand(2)))
    before = ledger[0].rows()
    shut(ledger)
    _cut(places)
    again = open_now(places)
    assert again[0].rows() == before
    shut(again)


@pytest.mark.parametrize("looks", [0, 1, 4, 8])
def test_a_backup_that_is_abandoned_leaves_nothing(
    ledger: Ledger, places: Places, looks: int
) -> None:
    play(ledger[0], 10)
    left = iter(range(looks))

    def go_on(_: float) -> None:
        if next(left, None) is None:
            raise StoppedError("no time")

    with pytest.raises(StoppedError):
        Backups(places.backups).make(places.ledger, 1, go_on)
    assert list(places.backups.iterdir()) == []


def test_a_session_that_went_on_over_restarts_is_copied_after_fifty_hands(places: Places) -> None:
    for _ in range(2):
        ledger = open_now(places)
        play(ledger[0], HANDS_A_BACKUP // 2)
        shut(ledger)
    [backup] = Backups(places.backups).all()
    assert backup.seq >= HANDS_A_BACKUP  # it may have been late, and hold the last hand, too


def test_a_ledger_that_is_not_whole_makes_no_backup(ledger: Ledger, places: Places) -> None:
    play(ledger[0], 2)
    with closing(sqlite3.connect(places.ledger)) as database, database:
        database.execute("DROP TRIGGER transfer_no_update")
        database.execute("UPDATE transfer SET amount = 99 WHERE seq = 2")
    with pytest.raises(Refused, match="transfer"):
        ledger[1].back_up()
    assert ledger[1].backups() == ()
    assert ledger[1].state().backup_error


def test_a_tape_that_cannot_be_written_stops_nobody(places: Places) -> None:
    places.tape.parent.mkdir(parents=True, exist_ok=True)
    places.tape.write_text("a stick that is none")
    ledger = open_now(places)
    play(ledger[0], 1)
    state = ledger[1].state()
    shut(ledger)
    assert "stick" in state.tape_error
    assert verify(places.ledger).hands == 1


def test_a_line_half_written_is_written_anew(places: Places) -> None:
    ledger = open_now(places)
    play(ledger[0], 2)
    shut(ledger)
    tape = places.tape / "tape.jsonl"
    tape.write_bytes(tape.read_bytes()[:-30])
    ledger = open_now(places)
    rows = ledger[0].rows()
    shut(ledger)
    assert tuple(map(EventRow.from_line, tape.read_text("utf-8").splitlines())) == rows


@pytest.mark.parametrize("longer", [1, 9])
def test_a_tape_of_another_ledger_is_put_aside(places: Places, tmp_path: Path, longer: int) -> None:
    there = Places(tmp_path / "other.sqlite", tmp_path / "more", places.tape)
    other = open_now(there, boot="boot-3")
    play(other[0], longer)
    shut(other)
    ours = open_now(Places(places.ledger, places.backups, tmp_path / "elsewhere"))
    play(ours[0], 4)
    shut(ours)
    ledger = open_now(places)
    shut(ledger)
    assert (ledger[1].state().tape_seq, verify(places.ledger).hands) == (5, 4)
    assert len(list(places.tape.glob("tape.*.jsonl"))) == 1


def _flip(places: Places) -> None:
    content = bytearray(places.ledger.read_bytes())
    content[content.index(b'"amount":10') + 9] ^= 1
    places.ledger.write_bytes(content)


def _cut(places: Places) -> None:
    content = places.ledger.read_bytes()
    places.ledger.write_bytes(content[: len(content) // 2])


def _empty(places: Places) -> None:
    places.ledger.write_bytes(b"")


def _delete(places: Places) -> None:
    places.ledger.unlink()


@pytest.mark.parametrize("harm", [_flip, _cut, _empty, _delete])
@pytest.mark.parametrize("has_backup", [True, False])
def test_a_damaged_ledger_comes_back_with_every_hand(
    places: Places, harm: Callable[[Places], None], has_backup: bool
) -> None:
    ledger = open_now(places)
    chie = ledger[0].enrol("Chie")
    play(ledger[0], 5)
    if has_backup:
        ledger[1].back_up()
    play(ledger[0], 4)
    rows = ledger[0].rows()
    shut(ledger)
    harm(places)
    ledger = open_now(places)
    restored = ledger[1].state().restored
    restored_rows, names = ledger[0].rows(), ledger[0].names((chie,))
    with pytest.raises(RepeatedError):
        ledger[0].commit(Change(rows[-1].id, len(rows), settle_hand(1)))
    shut(ledger)
    assert restored_rows == rows
    assert restored is not None
    assert (restored.hands, restored.from_tape) == (9, 4 if has_backup else 10)
    assert verify(places.ledger).is_whole
    assert names == ("Chie",) or not has_backup


def test_what_only_the_damaged_file_still_knows_is_saved_too(places: Places) -> None:
    ledger = open_now(places)
    play(ledger[0], 3)
    ledger[1].back_up()
    play(ledger[0], 3)
    shut(ledger)
    (places.tape / "tape.jsonl").unlink()
    with closing(sqlite3.connect(places.ledger)) as database, database:
        database.execute("DROP TRIGGER event_no_update")
        database.execute("UPDATE event SET body = body || ' ' WHERE seq = 7")
    restored = repair(places, "table-1", 5)
    assert restored is not None
    assert (restored.events, restored.from_tape) == (6, 2)


def test_nobody_takes_over_the_number_of_someone_whose_name_was_lost(places: Places) -> None:
    ledger = open_now(places)
    ids = tuple(ledger[0].enrol(name) for name in ("Aiko", "Bo"))
    ledger[0].commit(Change("open", 0, SessionOpened("plain", {}, ids, 100, "1")))
    shut(ledger)
    _delete(places)
    ledger = open_now(places)
    stranger = ledger[0].enrol("Chie")
    shut(ledger)
    assert stranger not in (*ids, PlayerId("p0"))


def test_without_backup_and_tape_a_damaged_ledger_is_left_as_it_is(places: Places) -> None:
    places.ledger.parent.mkdir(parents=True)
    places.ledger.write_bytes(b"not a ledger at all" * 300)
    with pytest.raises(Refused) as refused:
        open_now(places)
    assert refused.value.code == "no_good_backup"
    assert places.ledger.read_bytes().startswith(b"not a ledger")


def _nothing(ledger: Path) -> None:
    ledger.touch()


def _no_table(ledger: Path) -> None:
    with closing(sqlite3.connect(ledger)) as database:
        database.execute("PRAGMA journal_mode=WAL")


@pytest.mark.parametrize("begin", [_nothing, _no_table])
def test_a_ledger_cut_off_at_its_beginning_is_begun_anew(
    places: Places, begin: Callable[[Path], None]
) -> None:
    places.ledger.parent.mkdir(parents=True)
    begin(places.ledger)
    ledger = open_now(places)
    play(ledger[0], 1)
    shut(ledger)
    assert verify(places.ledger).hands == 1
    assert len([*places.ledger.parent.glob("*replaced*.sqlite")]) == 1


def test_a_ledger_that_was_emptied_is_not_begun_anew_over_a_damaged_tape(places: Places) -> None:
    ledger = open_now(places)
    play(ledger[0], 2)
    shut(ledger)
    tape = places.tape / "tape.jsonl"
    damaged = tape.read_bytes().replace(b"{", b"[", 1)
    tape.write_bytes(damaged)
    _empty(places)
    with pytest.raises(Refused) as refused:
        open_now(places)
    assert refused.value.code == "no_good_backup"
    assert tape.read_bytes() == damaged


def test_an_operator_brings_a_backup_back_and_the_tape_after_it(ledger: Ledger) -> None:
    play(ledger[0], 2)
    backup = ledger[1].back_up()
    play(ledger[0], 2)
    restored = ledger[1].restore(backup.path)
    play(ledger[0], 1)
    assert (restored.events, restored.from_tape) == (5, 2)
    assert ledger[0].head().seq == 6


def test_a_restore_that_would_lose_hands_is_refused(ledger: Ledger, places: Places) -> None:
    play(ledger[0], 2)
    backup = ledger[1].back_up()
    play(ledger[0], 2)
    (places.tape / "tape.jsonl").unlink()
    with pytest.raises(Refused) as refused:
        ledger[1].restore(backup.path)
    assert refused.value.code == "would_lose_hands"
    assert ledger[0].head().seq == 5


def test_a_backup_that_has_everything_is_brought_back_without_a_tape(
    ledger: Ledger, places: Places
) -> None:
    play(ledger[0], 2)
    ledger[1].back_up()
    play(ledger[0], 2)
    backup = ledger[1].back_up()
    (places.tape / "tape.jsonl").unlink()
    assert ledger[1].restore(backup.path).events == 5


def test_the_newest_backup_of_a_closed_ledger_loses_no_hand(places: Places) -> None:
    ledger = open_now(places)
    for _ in range(2):
        play(ledger[0], 1)
        ledger[1].back_up()
    shut(ledger)
    (places.tape / "tape.jsonl").unlink()
    copies = Backups(places.backups).all()
    assert restore_closed_ledger(places, "table-1", copies, 5).events == 3


def test_a_closed_ledger_without_copies_is_not_given_up(places: Places) -> None:
    ledger = open_now(places)
    play(ledger[0], 0)
    shut(ledger)
    (places.tape / "tape.jsonl").unlink()
    with pytest.raises(Refused) as refused:
        restore_closed_ledger(places, "table-1", (), 5)
    assert refused.value.code == "would_lose_hands"


def test_what_is_no_backup_is_not_brought_back(ledger: Ledger, places: Places) -> None:
    play(ledger[0], 1)
    with pytest.raises(Refused) as refused:
        ledger[1].restore(places.ledger)
    assert refused.value.code == "no_such_backup"


def test_names_since_the_backup_come_back_and_forgotten_ones_do_not(places: Places) -> None:
    ledger = open_now(places)
    aiko = ledger[0].enrol("Aiko")
    play(ledger[0], 1)
    ledger[1].back_up()
    chie = ledger[0].enrol("Chie")
    ledger[0].forget(aiko)
    shut(ledger)
    with closing(sqlite3.connect(places.ledger)) as database, database:
        database.execute("DROP TRIGGER event_no_update")
        database.execute("UPDATE event SET body = body || ' ' WHERE seq = 2")
    ledger = open_now(places)
    restored, names = ledger[1].state().restored, ledger[0].names((aiko, chie))
    shut(ledger)
    assert restored is not None
    assert names == ("", "Chie")


def test_nothing_is_restored_under_a_kiosk_that_writes(ledger: Ledger, places: Places) -> None:
    play(ledger[0], 1)
    backup = ledger[1].back_up()
    other = open_now(places)
    with pytest.raises(Refused) as refused:
        other[1].restore(backup.path)
    shut(other)
    assert refused.value.code == "ledger_in_use"


def test_a_forgotten_name_is_erased_from_the_backups_too(ledger: Ledger, places: Places) -> None:
    ledger[0].enrol("Aiko Tanaka")
    play(ledger[0], 1)
    backup = ledger[1].back_up()
    ledger[1].forget(1)
    assert b"Tanaka" not in backup.path.read_bytes()
    assert verify(backup.path).is_whole
    assert Backups(places.backups).all() == (backup,)
