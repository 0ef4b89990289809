"""The ledger as the kiosk uses it: once, in order, all or nothing."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.ledger.rows import Change, RepeatedError, StaleError
from kiosk.ledger.schema import VERSION
from kiosk.ledger.sqlite import connect
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.verify import verify
from kiosk.session.events import (
    BANK,
    POT,
    EventWithdrawn,
    HandSettled,
    HandVoided,
    PlayerId,
    SessionClosed,
    SessionOpened,
    seat_account,
)
from tests.kiosk.ledger.stores import OPENED, TickingClock, open_ledger, settle_hand


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table" / "ledger.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[LedgerStore]:
    book = open_ledger(path)
    yield book
    book.close()


def test_what_was_committed_is_there_after_reopening(store: LedgerStore, path: Path) -> None:
    store.commit(Change("a", 0, OPENED))
    store.commit(Change("b", 1, settle_hand(1)))
    store.close()
    again = open_ledger(path)
    entries = list(again.entries())
    again.close()
    assert [(entry.seq, entry.id) for entry in entries] == [(1, "a"), (2, "b")]
    assert [entry.event for entry in entries] == [OPENED, settle_hand(1)]


def test_the_same_operation_is_written_once_and_answered_the_same(store: LedgerStore) -> None:
    store.commit(Change("a", 0, OPENED, answer={"seq": 1}))
    with pytest.raises(RepeatedError, match="carried out before") as caught:
        store.commit(Change("a", 1, settle_hand(1), answer={"seq": 2}))
    assert caught.value.answer == {"seq": 1}
    assert [entry.id for entry in store.entries()] == ["a"]


def test_the_last_five_thousand_answers_are_remembered(store: LedgerStore, path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for number in (56, 57, 5_055):  # the sweep comes with number 5,056
            row = (number, "table-1", f"tap-{number}", 0, "{}")
            database.execute("INSERT INTO operation VALUES (?, ?, ?, ?, ?)", row)
    store.commit(Change("sweep", 0))
    assert [store.answer(f"tap-{number}") for number in (56, 57)] == [None, {}]


def test_a_writer_that_saw_an_older_state_is_turned_away(store: LedgerStore) -> None:
    store.commit(Change("a", 0, OPENED))
    with pytest.raises(StaleError):
        store.commit(Change("b", 0, settle_hand(1)))
    assert store.answer("b") is None


def test_an_event_brings_its_balanced_transfers(store: LedgerStore, path: Path) -> None:
    store.commit(Change("a", 0, OPENED))
    store.commit(Change("b", 1, settle_hand(1)))
    assert transfers(path) == [(2, 0, "seat:0", "pot", 1), (2, 1, "seat:1", "seat:2", 10)]


def test_voiding_a_hand_writes_its_transfers_the_other_way(store: LedgerStore, path: Path) -> None:
    store.commit(Change("a", 0, OPENED))
    store.commit(Change("b", 1, settle_hand(1)))
    store.commit(Change("c", 2, HandVoided(2)))
    assert transfers(path)[2:] == [(3, 0, "pot", "seat:0", 1), (3, 1, "seat:2", "seat:1", 10)]


def test_voiding_what_is_no_hand_writes_nothing(store: LedgerStore) -> None:
    store.commit(Change("a", 0, OPENED))
    with pytest.raises(ValueError, match="no hand"):
        store.commit(Change("b", 1, HandVoided(1)))
    assert len(list(store.entries())) == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "UPDATE transfer SET amount = 99",
        "DELETE FROM transfer",
    ],
)
def test_nobody_changes_what_is_written(store: LedgerStore, path: Path, statement: str) -> None:
    store.commit(Change("a", 0, OPENED))
    store.commit(Change("b", 1, settle_hand(1)))
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    ("debit", "credit", "amount"),
    [("seat:0", "seat:0", 5), ("seat:0", "seat:1", 0), ("seat:0", "seat:1", -5)],
)
def test_the_tables_themselves_refuse_a_payment_that_is_none(
    store: LedgerStore, path: Path, debit: str, credit: str, amount: int
) -> None:
    store.commit(Change("a", 0, OPENED))
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(
            "INSERT INTO transfer VALUES ('table-1', 1, 0, ?, ?, ?, 'win')", (debit, credit, amount)
        )
    connection.close()


def test_the_draft_is_kept_with_the_tap_that_made_it(store: LedgerStore, path: Path) -> None:
    store.commit(Change("a", 0, draft={"stage": "review", "tile": "5m"}))
    store.close()
    again = open_ledger(path)
    draft = again.draft()
    again.close()
    assert draft == {"stage": "review", "tile": "5m"}


def test_a_draft_takes_the_place_of_the_one_before_and_goes_with_the_hand(
    store: LedgerStore,
) -> None:
    drafts = []
    for number, draft in enumerate(({"tile": "5m"}, {"tile": "6m"}, None)):
        store.commit(Change(f"op-{number}", 0, draft=draft))
        drafts.append(store.draft())
    assert drafts == [{"tile": "5m"}, {"tile": "6m"}, None]


def test_a_job_is_told_its_outcome_and_no_other_operation(store: LedgerStore) -> None:
    for op_id in ("job", "other"):
        store.begin(op_id, {"done": False})
    store.note_outcome("job", {"done": True})
    assert (store.answer("job"), store.answer("other")) == ({"done": True}, {"done": False})


def test_an_outcome_is_written_anew_where_an_older_file_was_brought_back(
    store: LedgerStore,
) -> None:
    store.note_outcome("restore", {"done": True})
    assert store.answer("restore") == {"done": True}
    with pytest.raises(RepeatedError):
        store.begin("restore", {})


def test_two_tables_in_one_file_know_nothing_of_each_other(path: Path) -> None:
    books = [
        LedgerStore(path, TickingClock(), boot_id="b", table_id=table)
        for table in ("table-1", "table-2")
    ]
    throws = ({"pips": (1, 2), "source": "rng"},)
    events = [OPENED, replace(settle_hand(1), throws=throws), SessionClosed((1, 2, 3, 4))]
    events += [EventWithdrawn(3), OPENED, replace(settle_hand(1), throws=throws)]
    for number, book in enumerate(books):
        for seq, event in enumerate(events[: len(events) - number]):
            book.commit(Change(f"{number}-{seq}", seq, event, draft={"of": number}))
        book.keep_lease(f"kiosk-{number}", 7 + number)
    contents = [
        (
            book.head().seq,
            [row.seq for row in book.rows(1, 3)],
            book.openings(0),
            book.openings(1),
            [len(book.throw_events(until)) for until in (1, 2, 5, 6)],
            book.withdrawn_seqs(),
            (book.time_of(0), book.time_of(6) is None),
            book.draft(),
            book.epoch(),
        )
        for book in books
    ]
    for book in books:
        book.close()
    empty = LedgerStore(path, TickingClock(), boot_id="b", table_id="table-3")
    nothing = (empty.head().seq, empty.rows(), empty.openings(0), empty.draft(), empty.epoch())
    empty.close()
    assert contents == [
        (6, [2, 3, 4], (1, 5), (5,), [0, 1, 1, 2], {3}, (None, False), {"of": 0}, 7),
        (5, [2, 3, 4], (1, 5), (5,), [0, 1, 1, 1], {3}, (None, True), {"of": 1}, 8),
    ]
    assert nothing == (0, (), (), None, 0)


def test_a_new_lease_takes_the_place_of_the_one_before_and_marks_what_follows(
    store: LedgerStore,
) -> None:
    for epoch in (2, 5):
        store.keep_lease("kiosk-1", epoch)
    store.commit(Change("a", 0, OPENED))
    assert (store.epoch(), store.rows()[0].epoch) == (5, 5)


def test_a_table_that_another_kiosk_has_taken_takes_no_event_but_drafts(
    store: LedgerStore,
) -> None:
    store.fence("kiosk-2")
    with pytest.raises(Refused, match="kiosk-2 leads this table") as refused:
        store.commit(Change("a", 0, OPENED))
    assert refused.value.code == "table_taken"
    assert store.commit(Change("draft", 0, draft={"tile": "5m"})) == 0
    store.fence("")
    assert store.commit(Change("a", 0, OPENED)) == 1


def test_who_listens_is_told_events_alone(store: LedgerStore) -> None:
    events: list[object] = []
    store.listen(events.append)
    store.commit(Change("a", 0, OPENED))
    store.commit(Change("b", 1, draft={}))
    assert events == [OPENED]


def test_people_of_a_history_fill_what_is_unknown_here_and_change_no_name(
    store: LedgerStore,
) -> None:
    aiko, bo = store.enrol("Aiko"), store.enrol("Bo")
    store.forget(bo)
    assert store.names((aiko, bo)) == ("Aiko", "")
    store.keep_people(
        [
            {"number": number, "name": name, "called": name.casefold(), "last_seen": 5}
            for number, name in ((1, "Other"), (2, "Bo"), (9, "Chie"))
        ]
    )
    ids = (aiko, bo, PlayerId("p9"), PlayerId("p77"))
    assert store.names(ids) == ("Aiko", "Bo", "Chie", "")
    assert store.enrol("Dai") == PlayerId("p10")
    with pytest.raises(Refused) as refused:
        store.names((PlayerId("px"),))
    assert refused.value.code == "no_such_player"


def test_people_seen_at_the_same_time_stand_with_the_newest_first(store: LedgerStore) -> None:
    store.keep_people(
        [
            {"number": number, "name": f"n{number}", "called": f"n{number}", "last_seen": 5}
            for number in (1, 3, 2)
        ]
    )
    assert [player.id for player in store.players()] == ["p3", "p2", "p1"]


def test_a_name_of_sixty_letters_is_one(store: LedgerStore) -> None:
    assert store.names((store.enrol("x" * 60),)) == ("x" * 60,)


def test_a_name_stands_beside_the_log_and_can_be_forgotten(store: LedgerStore) -> None:
    aiko = store.enrol("Aiko")
    assert store.enrol("  aiko ") == aiko
    store.commit(Change("a", 0, SessionOpened("plain", {}, (aiko,), 0, "1")))
    before = [entry.hash for entry in store.entries()]
    store.forget(aiko)
    assert store.names((aiko,)) == ("",)
    assert store.players() == ()
    assert [entry.hash for entry in store.entries()] == before
    assert store.enrol("Aiko") != aiko


def test_who_played_last_stands_first(store: LedgerStore) -> None:
    for name in ("Aiko", "Bo", "Chen", "Aiko"):
        store.enrol(name)
    assert [player.name for player in store.players()] == ["Aiko", "Chen", "Bo"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_name_that_is_none_is_refused(store: LedgerStore, name: str) -> None:
    with pytest.raises(Refused, match="1 to 60"):
        store.enrol(name)


def test_a_ledger_of_a_later_program_is_left_alone(store: LedgerStore, path: Path) -> None:
    store.close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(Refused, match="update it"):
        open_ledger(path)


def test_two_kiosks_on_one_table_write_one_history(path: Path) -> None:
    books = [open_ledger(path), open_ledger(path)]
    books[0].commit(Change("open", 0, OPENED))

    def write(number: int) -> None:
        for hand in range(25):
            seq, is_written = 0, False
            while not is_written:
                try:
                    seq = books[number].commit(Change(f"{number}-{hand}", seq, settle_hand(1)))
                    is_written = True
                except StaleError:
                    seq = max(entry.seq for entry in books[number].entries(seq))

    writers = [threading.Thread(target=write, args=(number,)) for number in (0, 1)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(30)
    entries = list(books[0].entries())
    for book in books:
        book.close()
    assert [entry.seq for entry in entries] == list(range(1, 52))
    assert len({entry.id for entry in entries}) == 51
    assert verify(path).is_whole


def test_a_full_disk_refuses_the_hand_and_takes_it_once_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    book = open_ledger(path)
    book.commit(Change("a", 0, OPENED))
    pages = _limit(book, 1)
    with pytest.raises(Refused) as caught:
        _fill(book)
    count = len(list(book.entries()))
    _limit(book, pages * 100)
    book.commit(Change("after", count, settle_hand(1)))
    book.close()
    assert caught.value.code == "disk_full"
    assert verify(path).events == count + 1


def _fill(book: LedgerStore) -> None:
    """Write hands, far more than fit."""
    for hand in range(200):
        book.commit(Change(f"h{hand}", hand + 1, settle_hand(1)))


def _limit(book: LedgerStore, pages: int) -> int:
    """Let the file grow to *pages* pages at most (never below what it has); return how many."""
    with book._engine.begin() as connection:
        query = f"PRAGMA max_page_count={pages}"
        return int(connection.exec_driver_sql(query).scalar_one())


def test_a_ledger_somewhere_unwritable_says_so(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    with pytest.raises(Refused, match="nothing was saved"):
        open_ledger(tmp_path / "ledger.sqlite")


def test_reading_only_makes_no_file(tmp_path: Path) -> None:
    engine = connect(tmp_path / "none.sqlite", read_only=True)
    with pytest.raises(Exception, match="unable to open"), engine.begin():
        pass
    engine.dispose()
    assert not (tmp_path / "none.sqlite").exists()


def test_time_and_boot_are_written_beside_each_event(path: Path) -> None:
    book = LedgerStore(path, TickingClock(), boot_id="boot-7")
    book.commit(Change("a", 0, OPENED))
    book.close()
    connection = sqlite3.connect(path)
    row = connection.execute("SELECT at_wall, at_mono, boot_id, kind FROM event").fetchone()
    connection.close()
    assert row == (1_000_001, 2, "boot-7", "session_opened")


def test_accounts_are_seats_pot_and_bank() -> None:
    assert [seat_account(0), seat_account(8), POT, BANK] == ["seat:0", "seat:8", "pot", "bank"]
    with pytest.raises(ValueError, match="outside 0 to 8"):
        seat_account(9)


def test_a_hand_whose_payments_miss_its_net_is_no_event() -> None:
    with pytest.raises(ValueError, match="add up"):
        HandSettled(1, {}, {**settle_hand(1).settlement, "net": [0, -10, 11, 0]})


def transfers(path: Path) -> list[tuple[int, int, str, str, int]]:
    """Return every transfer of the ledger at *path*."""
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT seq, ord, debit, credit, amount FROM transfer").fetchall()
    connection.close()
    return rows
