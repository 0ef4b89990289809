"""What keeps a ledger safe, while it is in use and when the kiosk ends."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.errors import Refused
from kiosk.ledger.backup import Backups, begin_anew
from kiosk.ledger.export import export
from kiosk.ledger.mark import read_mark
from kiosk.ledger.rows import Change
from kiosk.ledger.safekeeping import (
    HANDS_A_BACKUP,
    BoardEntry,
    Places,
    Safekeeping,
    SyncState,
    open_kept,
    repair,
    restore_closed_ledger,
)
from kiosk.ledger.sqlite import SIDE_FILES, alone, side_files
from kiosk.ledger.store import LedgerStore
from kiosk.session.events import HandVoided
from tests.guards import PATIENCE_S
from tests.kiosk.ledger.stores import OPENED, TickingClock, settle_hand

Ledger = tuple[LedgerStore, Safekeeping]


class Parlour:
    """A parlour that is fed."""

    def __init__(self) -> None:
        self.woken = 0
        self.is_closed = False

    def wake(self) -> None:
        """Count."""
        self.woken += 1

    def state(self) -> SyncState:
        """Return that it is reached."""
        return SyncState(is_online=True)

    def board(self) -> tuple[BoardEntry, ...]:
        """Return no table."""
        return ()

    def close(self) -> None:
        """Note the end."""
        self.is_closed = True


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "data" / "ledger.sqlite", tmp_path / "backups", tmp_path / "stick")


def open_now(places: Places) -> Ledger:
    return open_kept(places, TickingClock(), "boot", "table-1")


@pytest.fixture
def ledger(places: Places) -> Iterator[Ledger]:
    """Yield a ledger with two hands, one of them taken back."""
    store, safekeeping = open_now(places)
    for seq, event in enumerate((OPENED, settle_hand(1), HandVoided(2), settle_hand(1))):
        store.commit(Change(f"op-{seq}", seq, event, answer={"seq": seq + 1}))
    yield store, safekeeping
    safekeeping.close()
    store.close()


def change_behind(ledger: Path) -> None:
    """Change the second event of *ledger* behind its back."""
    with closing(sqlite3.connect(ledger)) as database, database:
        database.execute("DROP TRIGGER event_no_update")
        database.execute("UPDATE event SET body = body || ' ' WHERE seq = 2")


def test_a_hand_that_was_taken_back_is_not_counted_in_copies(ledger: Ledger) -> None:
    backup = ledger[1].back_up()
    assert (backup.seq, backup.hands) == (4, 1)
    assert ledger[1].state().backup_error == ""
    restored = ledger[1].restore(backup.path)
    assert (restored.events, restored.hands, restored.from_tape) == (4, 1, 0)
    assert restored.kept is not None
    assert ledger[1].state().restored == restored
    ledger[1].tell(None)
    assert ledger[1].state().restored is None
    with pytest.raises(Refused, match="end it first"), alone(ledger[0].path):
        pass  # it is open again, and held as before


def test_a_restore_of_a_ledger_that_is_gone_keeps_nothing(places: Places) -> None:
    store, safekeeping = open_now(places)
    store.commit(Change("open", 0, OPENED))
    safekeeping.close()
    store.close()
    places.ledger.unlink()
    restored = repair(places, "table-1", 5)
    assert restored is not None
    assert (restored.backup, restored.kept, restored.events) == (None, None, 1)
    assert repair(places, "table-1", 5) is None


def test_a_damaged_backup_and_the_rests_of_a_restore_are_passed_over(
    ledger: Ledger, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = ledger[1].back_up()
    ledger[1].close()
    ledger[0].close()
    with closing(sqlite3.connect(backup.path)) as database, database:
        database.execute("DROP TRIGGER event_no_update")
        database.execute("UPDATE event SET body = body || ' ' WHERE seq = 2")
    rests = [places.ledger, places.ledger.with_name("ledger.restoring")]
    for rest in (*rests, *[one for path in rests for one in side_files(path)]):
        rest.write_bytes(b"rubbish" * 1_000)
    places.ledger.unlink()
    before = {path.name for path in places.ledger.parent.iterdir()}
    synced: list[Path] = []
    monkeypatch.setattr(
        os, "fsync", lambda fd: synced.append(Path(f"/proc/self/fd/{fd}").readlink())
    )
    restored = repair(places, "table-1", 5)
    assert restored is not None
    assert (restored.backup, restored.events, restored.from_tape) == (None, 4, 4)
    assert synced[-1] == places.ledger.parent
    left = {path.name for path in places.ledger.parent.iterdir()}
    assert before - left == {one.name for path in rests for one in (path, *side_files(path))} - {
        "ledger.sqlite"
    }


def test_a_ledger_that_is_put_aside_takes_along_what_is_not_in_the_file_yet(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.sqlite"
    names = ["", *SIDE_FILES]
    for name in names:
        ledger.with_name(ledger.name + name).write_text(f"of {name}")
    begin_anew(ledger, 7)
    content_by_name = {
        path.name: path.read_text() for path in tmp_path.glob("*.sqlite*") if path.stat().st_size
    }
    assert content_by_name == {f"ledger-replaced-7.sqlite{name}": f"of {name}" for name in names}


def test_a_look_beside_the_play_ends_with_the_kiosk(ledger: Ledger, places: Places) -> None:
    change_behind(places.ledger)
    ledger[1].stop_soon().cancel()
    ledger[1].check_all().result()
    assert ledger[1].state().backup_error == ""


def test_a_backup_is_made_at_the_end_where_there_is_time_and_else_abandoned(ledger: Ledger) -> None:
    timer = ledger[1].stop_soon()
    timer.cancel()
    assert timer.interval == 2.0
    assert timer.daemon
    assert timer.ident is not None  # it runs
    assert ledger[1].back_up().hands == 1
    timer.function()
    with pytest.raises(Refused, match="this backup is not made"):
        ledger[1].back_up()
    assert len(ledger[1].backups()) == 1


def test_nothing_waits_for_backups_once_the_ledger_is_closed(ledger: Ledger) -> None:
    ledger[1].close()
    left = [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
    assert all(one.finished.is_set() for one in left)


def test_a_look_at_everything_that_finds_nothing_leaves_the_mark(
    ledger: Ledger, places: Places
) -> None:
    ledger[1].back_up()
    before = read_mark(places.ledger)
    ledger[1].check_all().result()
    assert before.ledger.seq == 4
    assert read_mark(places.ledger) == before


def test_a_ledger_is_restored_into_a_folder_that_is_gone(ledger: Ledger, places: Places) -> None:
    ledger[1].close()
    ledger[0].close()
    shutil.rmtree(places.ledger.parent)
    assert restore_closed_ledger(places, "table-1", (), 5).events == 4


@pytest.mark.usefixtures("ledger")
def test_a_backup_made_before_the_clock_was_set_counts_as_of_1970(places: Places) -> None:
    backup, _ = Backups(places.backups).make(places.ledger, -5)
    assert backup.made_ms == 0


def test_the_next_fifty_hands_make_the_next_backup(ledger: Ledger) -> None:
    for seq in range(4, 2 + 2 * HANDS_A_BACKUP - 1):  # two of the hands were played before
        ledger[0].commit(Change(f"op-{seq}", seq, settle_hand(1)))
    ledger[1].close()
    assert len(ledger[1].backups()) == 1


def test_what_the_last_backup_holds_makes_no_other_after_a_start(
    ledger: Ledger, places: Places
) -> None:
    for seq in range(4, HANDS_A_BACKUP - 2):
        ledger[0].commit(Change(f"op-{seq}", seq, settle_hand(1)))
    ledger[1].back_up()
    ledger[1].close()
    ledger[0].close()
    store, safekeeping = open_now(places)
    store.commit(Change("one more", HANDS_A_BACKUP - 2, settle_hand(1)))
    safekeeping.close()
    store.close()
    assert [one.seq for one in safekeeping.backups()] == [HANDS_A_BACKUP - 2]


def test_a_backup_that_failed_is_told_until_one_is_made(ledger: Ledger, places: Places) -> None:
    places.backups.parent.mkdir(exist_ok=True)
    places.backups.write_text("no folder")
    mark = places.ledger.with_name("verified.json")
    mark.touch()
    with pytest.raises(Refused):
        ledger[1].back_up()
    assert "no backup was made" in ledger[1].state().backup_error
    assert not mark.exists()
    places.backups.unlink()
    ledger[1].back_up()
    assert ledger[1].state().backup_error == ""
    assert mark.exists()


def test_the_parlour_is_woken_by_every_event_and_by_what_is_taken_in(
    ledger: Ledger, places: Places
) -> None:
    parlour = Parlour()
    assert ledger[1].state().sync is None
    ledger[1].sync = parlour
    ledger[0].commit(Change("more", 4, settle_hand(2)))
    assert parlour.woken == 1
    text = export(places.ledger, "json")
    assert ledger[1].preview(text).events == 0
    assert (ledger[1].take_in(text), parlour.woken) == (0, 2)
    assert ledger[1].state().sync == SyncState(is_online=True, is_fenced=False)
    assert ledger[1].state().tape_seq == 5
    ledger[1].close()
    assert parlour.is_closed


def test_what_is_taken_in_is_on_the_tape_at_once(ledger: Ledger, tmp_path: Path) -> None:
    text = export(ledger[0].path, "csv")
    there = Places(tmp_path / "new.sqlite", tmp_path / "more", tmp_path / "elsewhere")
    store, safekeeping = open_now(there)
    count = safekeeping.take_in(text)
    state = safekeeping.state()
    safekeeping.close()
    store.close()
    assert (count, state.tape_seq, state.tape_error) == (4, 4, "")


def test_steps_beside_the_play_are_taken_until_the_kiosk_ends(ledger: Ledger) -> None:
    _, safekeeping = ledger
    steps: list[int] = []
    safekeeping.work_beside(map(steps.append, range(3))).result(PATIENCE_S)
    safekeeping.stop_soon().cancel()
    safekeeping.work_beside(map(steps.append, range(3))).result(PATIENCE_S)
    assert steps == [0, 1, 2, 0]
