"""Keeps a ledger safe in use: tape, backups, a look before it is opened, and the way back.

The tape is written at every event, a backup now and then; where the look finds damage, the ledger
is restored before anybody sees it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Protocol

from kiosk.clock import Clock
from kiosk.errors import Refused
from kiosk.ledger import export
from kiosk.ledger.backup import (
    Backup,
    Backups,
    Restoration,
    begin_anew,
    head_at,
    restore,
)
from kiosk.ledger.export import Preview
from kiosk.ledger.look import Look, look_at
from kiosk.ledger.mark import Mark, forget_mark, read_mark, write_mark
from kiosk.ledger.progress import Progress, StoppedError, ignore_progress
from kiosk.ledger.rows import BrokenChainError, Place
from kiosk.ledger.sqlite import is_blank
from kiosk.ledger.store import LedgerStore
from kiosk.ledger.tape import NAME, Tape
from kiosk.session.events import HandSettled, LedgerEvent, SessionClosed

log = logging.getLogger(__name__)

HANDS_A_BACKUP: Final = 50
GRACE_S: Final = 2.0
"""So long a stop waits for backups: most are made by then, and a stop is to take 5 s at most."""
REST_S: Final = 0.004
"""Between two parts of the look beside the play: as long as reading `ROWS_AT_ONCE` takes."""
SPARE_BYTES: Final = 8 * 1024 * 1024
"""Given up when the disk is full, so that the hand at work can still be saved."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where one table's ledger and its copies lie."""

    ledger: Path
    backups: Path
    """A folder."""
    tape: Path
    """A folder, on another disk where there is one."""


@dataclass(frozen=True, slots=True)
class SyncState:
    """How far the parlour's database is with what it is fed."""

    is_online: bool
    backlog: int = 0
    """Events that it does not have yet."""
    error: str = ""
    """Why it was not reached, or takes nothing."""
    is_fenced: bool = False
    """Whether another kiosk has taken the table."""


class Feed(Protocol):
    """What feeds the parlour from this ledger."""

    def wake(self) -> None:
        """Tell that there is something new."""

    def state(self) -> SyncState:
        """Return how the parlour's database stands."""

    def board(self) -> tuple[BoardEntry, ...]:
        """Return the tables of the parlour as last seen."""

    def close(self) -> None:
        """End after what is at work."""


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """One table on the parlour's board."""

    table_id: str
    kiosk_id: str
    seq: int
    silent_s: int
    """Seconds since the table was last heard of, by the database's clock."""
    shown: Mapping[str, Any]
    """What the table's kiosk told: `ruleset`, `names`, `totals`, `hands`, `round`, `stage`."""


@dataclass(frozen=True, slots=True)
class SafetyState:
    """How safe the ledger is."""

    tape: Path
    tape_seq: int
    """The last event on the tape."""
    tape_error: str = ""
    backup_error: str = ""
    restored: Restoration | None = None
    """What was restored when the ledger was opened, until somebody has read it."""
    sync: SyncState | None = None
    """How far the parlour's database is; none where there is none."""


class Safekeeping:
    """The safety of one open ledger."""

    def __init__(self, store: LedgerStore, places: Places, clock: Clock, tape: Tape) -> None:
        """Bring the *tape* up to date and look after *store* from now on."""
        self._store = store
        self._clock = clock
        self._backups = Backups(places.backups)
        self._tape = tape
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="keeper")
        self._lock = threading.Lock()
        self._is_ending = threading.Event()
        self._has_no_time = threading.Event()
        newest = self._backups.all()[:1]
        self._hands = store.head().seq - sum(one.seq for one in newest)
        """How many hands came since the last backup; at the start roughly, by the events."""
        self._state = SafetyState(self._tape.path, self._tape.place.seq)
        self.sync: Feed | None = None
        """What joins the table to the parlour, where there is one."""
        self._write_tape()
        store.listen(self._on_event)

    @property
    def ledger(self) -> Path:
        """The ledger's file."""
        return self._store.path

    def backups(self) -> tuple[Backup, ...]:
        """Return the copies that can be restored, newest first."""
        return self._backups.all()

    def back_up(self) -> Backup:
        """Copy the ledger now; raise `Refused` with `backup_failed` where that cannot be."""
        try:
            with self._lock:
                now_ms = self._clock.wall_ms()
                backup, report = self._backups.make(self._store.path, now_ms, self._go_on)
        except StoppedError as error:
            raise Refused("backup_failed", str(error), where="backup") from error
        except Refused as refusal:
            forget_mark(self._store.path)
            self._state = replace(self._state, backup_error=str(refusal))
            log.warning("no backup was made: %s", refusal)
            raise
        self._state = replace(self._state, backup_error="")
        self.note_verified(Place(report.events, report.last_hash))
        return backup

    def state(self) -> SafetyState:
        """Return how safe the ledger is now."""
        sync = self.sync.state() if self.sync is not None else None
        return replace(self._state, sync=sync)

    def restore(self, path: Path) -> Restoration:
        """Bring back the copy at *path* with all that the tape has after it.

        Raise `Refused`: `no_such_backup`; `would_lose_hands` where the ledger has more than that;
        `ledger_in_use` and `no_good_backup` as `kiosk.ledger.backup.restore` does.
        """
        matches = [one for one in self.backups() if one.path.resolve() == path.resolve()]
        if not matches:
            raise Refused("no_such_backup", f"{path} is none of the backups", where="backup")
        with self._lock:
            restoration = restore_open_ledger(
                self._store, matches, self._tape, self._clock.wall_ms()
            )
        self.tell(restoration)
        return restoration

    def preview(self, text: str) -> Preview:
        """Return what taking the export *text* in would do; nothing is written."""
        return export.preview(self._store.path, text)

    def take_in(self, text: str) -> int:
        """Write what the export *text* has more than the ledger; return how many events.

        Raise `Refused` with `bad_import` where it cannot be taken in.
        """
        with self._lock:
            events = export.import_into(self._store.path, text)
        self._write_tape()
        if self.sync is not None:
            self.sync.wake()
        return events

    def tell(self, restoration: Restoration | None) -> None:
        """Have the screens tell of *restoration*; `None` once somebody has read it."""
        self._state = replace(self._state, restored=restoration)

    def forget(self, number: int) -> None:
        """Erase the name of the person with this number from every copy."""
        with self._lock:
            self._backups.forget(number)

    def note_verified(self, place: Place) -> None:
        """Keep for the next start that the ledger is whole up to *place*."""
        write_mark(self._store.path, Mark(place, self._tape.place, self._tape.size))

    def check_all(self) -> Future[None]:
        """Read beside the play what the start has left out, and tell what is damaged."""
        return self._worker.submit(self._look_at_all)

    def _look_at_all(self) -> None:
        last_seq, tape = self._tape.place.seq, Tape(self._tape.path)
        try:
            look = look_at(self._store.path, self._store.table_id, tape, progress=self._rest)
        except StoppedError:
            return
        if look.damage:
            log.error("the ledger is restored at the next start: %s", look.damage)
            self._state = replace(self._state, backup_error=look.damage)
        if look.damage or tape.place.seq < last_seq:
            forget_mark(self._store.path)

    def work_beside(self, steps: Iterable[object]) -> Future[None]:
        """Take *steps* one after the other beside the play, until the kiosk ends."""
        return self._worker.submit(self._take_steps, steps)

    def _take_steps(self, steps: Iterable[object]) -> None:
        for _ in steps:
            if self._is_ending.wait(REST_S):
                return

    def stop_soon(self) -> threading.Timer:
        """Abandon the backups that are not made within `GRACE_S`; the tape has all they would."""
        self._is_ending.set()
        timer = threading.Timer(GRACE_S, self._has_no_time.set)
        timer.daemon = True
        timer.start()
        return timer

    def _rest(self, _: float) -> None:
        """Leave half of the time to those who play; end with the kiosk."""
        if self._is_ending.wait(REST_S):
            raise StoppedError("the kiosk ends")

    def _go_on(self, _: float) -> None:
        if self._has_no_time.is_set():
            raise StoppedError("the kiosk ends: this backup is not made")

    def close(self) -> None:
        """End, after what is at work or soon (`stop_soon`)."""
        timer = self.stop_soon()
        self._worker.shutdown(wait=True)
        timer.cancel()
        if self.sync is not None:
            self.sync.close()

    def _on_event(self, event: LedgerEvent) -> None:
        """Write the tape, and copy the ledger where it is time."""
        self._write_tape()
        self._hands += isinstance(event, HandSettled)
        if isinstance(event, SessionClosed) or self._hands >= HANDS_A_BACKUP:
            self._hands = 0
            self._worker.submit(self._back_up_quietly)
        if self.sync is not None:
            self.sync.wake()

    def _back_up_quietly(self) -> None:
        """Copy the ledger; what failed is told by `state`."""
        try:
            self.back_up()
        except Refused:
            return

    def _write_tape(self) -> None:
        """Write what the tape lacks; a full disk there stops no table."""
        try:
            try:
                self._tape.catch_up(self._store.rows)
            except BrokenChainError:
                log.warning("the tape is of another ledger: it is put aside")
                self._tape.put_aside(str(self._clock.wall_ms()))
                self._tape.catch_up(self._store.rows)
        except (OSError, Refused) as error:
            log.warning("the tape was not written: %s", error)
            self._state = replace(self._state, tape_error=str(error))
            return
        self._state = replace(self._state, tape_seq=self._tape.place.seq, tape_error="")


def open_kept(
    places: Places,
    clock: Clock,
    boot_id: str,
    table_id: str,
    progress: Progress = ignore_progress,
) -> tuple[LedgerStore, Safekeeping]:
    """Return the ledger and its safekeeping after a look at it; what is damaged is restored first.

    *progress* is told how far the look is. Raise `Refused` where the ledger can be neither opened
    nor restored.
    """
    tape = tape_at(places)
    look = look_at(places.ledger, table_id, tape, read_mark(places.ledger), progress)
    restoration = repair(places, table_id, clock.wall_ms(), tape, look)
    store = LedgerStore(places.ledger, clock, boot_id=boot_id, table_id=table_id, spare=SPARE_BYTES)
    safekeeping = Safekeeping(store, places, clock, tape)
    safekeeping.tell(restoration)
    if not look.is_all:
        safekeeping.check_all()
    elif not look.damage:
        safekeeping.note_verified(look.place)
    return store, safekeeping


def repair(
    places: Places, table_id: str, now_ms: int, tape: Tape | None = None, look: Look | None = None
) -> Restoration | None:
    """Restore a ledger that is damaged, gone, or behind its *tape*; return what was restored.

    One that was cut off before anything was in it, and has no copies, starts empty. Without a
    *look* that was taken before, all of it is read.
    """
    tape = tape or tape_at(places)
    damage = (look or look_at(places.ledger, table_id, tape)).damage
    if not damage:
        return None
    copies = Backups(places.backups).all()
    if not copies and tape.is_empty() and is_blank(places.ledger):
        log.warning("the ledger is begun anew: its first start was cut off")
        begin_anew(places.ledger, now_ms)
        return None
    log.error("the ledger is restored: %s", damage)
    return restore(places.ledger, table_id, copies, tape, now_ms)


def restore_open_ledger(
    store: LedgerStore, copies: Sequence[Backup], tape: Tape, now_ms: int
) -> Restoration:
    """Close *store*, restore its file, and open it again, whatever came of it."""
    _check_lost(store.head().seq, max(copies[0].seq, _tape_length(tape)))
    store.close()
    try:
        return restore(store.path, store.table_id, copies, tape, now_ms)
    finally:
        store.reopen()


def restore_closed_ledger(
    places: Places, table_id: str, copies: Sequence[Backup], now_ms: int
) -> Restoration:
    """Restore the ledger of a kiosk that is not running, unless that would lose hands."""
    tape = tape_at(places)
    if places.ledger.exists() and not look_at(places.ledger, table_id, tape).damage:
        best = max(copies[0].seq if copies else 0, _tape_length(tape))
        _check_lost(head_at(places.ledger, table_id).seq, best)
    return restore(places.ledger, table_id, copies, tape, now_ms)


def _tape_length(tape: Tape) -> int:
    return sum(1 for _ in tape.rows())


def _check_lost(has: int, best: int) -> None:
    """Raise `Refused` where the ledger has more than *best* events."""
    if best < has:
        what = f"the ledger has {has} events, backup and tape only {best}"
        raise Refused("would_lose_hands", what, where="backup")


def tape_at(places: Places) -> Tape:
    """Return the tape of a ledger."""
    return Tape(places.tape / NAME)
