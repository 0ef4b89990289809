"""The ledger in one SQLite file: always the commit point of a table."""

from __future__ import annotations

import json
import os
import sqlite3
import unicodedata
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, OperationalError

from kiosk.errors import Refused
from kiosk.events import PlayerId
from kiosk.ledger import codec
from kiosk.ledger.files import connect, keep_older, prepare, share
from kiosk.ledger.rows import EventRow, Place, event_at, head_of, rows_of
from kiosk.ledger.schema import DRAFT, EVENT, LEASE, OPERATION, PLAYER, TRANSFER
from kiosk.ledger.store import Change, Entry, Player, RepeatedError, StaleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Row

    from kiosk.clock import Clock
    from kiosk.events import Recorded

KEPT_ANSWERS: Final = 5_000
"""How many operations are remembered: some sessions of taps, far more than a page resends."""
MAX_NAME: Final = 60

FAILURES: Final[Mapping[str, str]] = {
    "full": "disk_full",
    "locked": "ledger_busy",
    "readonly": "ledger_read_only",
}
"""A word in the driver's message, and the refusal that it means."""


class SqliteStore:
    """One table's events, drafts and players in a SQLite file; safe to call from any thread."""

    def __init__(
        self, path: Path, clock: Clock, *, boot_id: str, table_id: str = "table-1", spare: int = 0
    ) -> None:
        """Open or make the ledger at *path*; raise `Refused` where that cannot be.

        So many *spare* bytes are kept in a file beside it, and given up when the disk is full.
        """
        self.path = path
        self.table_id = table_id
        self._clock = clock
        self._boot_id = boot_id
        self._ballast = Ballast(path.with_name("ballast"), spare)
        self._fence = ""
        self._listeners: list[Callable[[Recorded], None]] = []
        self.reopen()

    def reopen(self) -> None:
        """Open the file, again after `close`; raise `Refused` where that cannot be."""
        with _told_apart():
            self._sign = share(self.path)
        self._engine = connect(self.path)
        try:
            with _told_apart():
                keep_older(self.path)
                with self._engine.begin() as connection:
                    prepare(connection)
        except Refused:
            self.close()
            raise
        self._ballast.fill()

    def listen(self, listener: Callable[[Recorded], None]) -> None:
        """Call *listener* after every event that was written, before the writer is answered."""
        self._listeners.append(listener)

    def fence(self, holder: str) -> None:
        """Refuse further events since the kiosk *holder* has taken the table; empty: take them."""
        self._fence = holder

    def rows(self, after: int = 0, most: int | None = None) -> tuple[EventRow, ...]:
        """Return at most *most* whole rows after event number *after*, in order."""
        with _told_apart(), self._reading() as connection:
            return tuple(rows_of(connection, self.table_id, after, most))

    def head(self) -> Place:
        """Return how far the chain goes."""
        with _told_apart(), self._reading() as connection:
            return head_of(connection, self.table_id)

    def epoch(self) -> int:
        """Return the lease under which events are written; 0 where there never was one."""
        with _told_apart(), self._reading() as connection:
            return self._epoch(connection)

    def keep_lease(self, kiosk_id: str, epoch: int) -> None:
        """Write events under *epoch* from now on."""
        row = {"table_id": self.table_id, "kiosk_id": kiosk_id, "epoch": epoch}
        with _told_apart(), self._engine.begin() as connection:
            connection.execute(delete(LEASE).where(LEASE.c.table_id == self.table_id))
            connection.execute(insert(LEASE).values(**row))

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """Yield the events after number *after*, in order."""
        query = (
            select(EVENT)
            .where(EVENT.c.table_id == self.table_id, EVENT.c.seq > after)
            .order_by(EVENT.c.seq)
        )
        with _told_apart(), self._reading() as connection:
            rows = connection.execute(query).all()
        return (_entry(row) for row in rows)

    def commit(self, change: Change) -> int:
        """Write *change* durably and return the ledger's last number after it.

        Raise `RepeatedError`, `StaleError`, or `Refused` where the disk takes nothing or another
        kiosk has the table; then nothing is written.
        """
        try:
            seq = self._commit(change)
        except Refused as refused:
            if refused.code != "disk_full" or not self._ballast.give_up():
                raise
            seq = self._commit(change)
        if change.event is not None:
            for listener in self._listeners:
                listener(change.event)
        return seq

    def _commit(self, change: Change) -> int:
        """Write *change* in one transaction."""
        with _told_apart(), self._engine.begin() as connection:
            told = self._told(connection, change.op_id)
            if told is not None:
                raise RepeatedError(told)
            head = head_of(connection, self.table_id)
            if head.seq != change.expected_seq:
                raise StaleError(f"ledger at {head.seq}, expected {change.expected_seq}")
            if change.event is not None:
                self._append(connection, change.op_id, change.event, head)
            seq = head.seq + (change.event is not None)
            self._keep_draft(connection, change.draft)
            self._remember(connection, change, seq)
        return seq

    def answer(self, op_id: str) -> Mapping[str, Any] | None:
        """Return what operation *op_id* was told, if it was carried out."""
        with _told_apart(), self._reading() as connection:
            return self._told(connection, op_id)

    def draft(self) -> Mapping[str, Any] | None:
        """Return the draft's JSON as last written."""
        query = select(DRAFT.c.body).where(DRAFT.c.table_id == self.table_id)
        with _told_apart(), self._reading() as connection:
            body = connection.execute(query).scalar()
        return None if body is None else json.loads(body)

    def enrol(self, name: str) -> PlayerId:
        """Return the id of the person called *name*, a new one if nobody is.

        Case, width and spaces around make no other name. Raise `Refused` for an empty one.
        """
        shown = unicodedata.normalize("NFC", name.strip())
        called = unicodedata.normalize("NFKC", shown).casefold()
        if not called or len(shown) > MAX_NAME:
            raise Refused("bad_name", f"a name has 1 to {MAX_NAME} letters", where="name")
        now = self._clock.wall_ms()
        with _told_apart(), self._engine.begin() as connection:
            known = select(PLAYER.c.number).where(PLAYER.c.called == called)
            number = connection.execute(known).scalar()
            if number is None:
                made = insert(PLAYER).values(name=shown, called=called, last_seen=now)
                number = connection.execute(made.returning(PLAYER.c.number)).scalar_one()
            else:
                seen = update(PLAYER).where(PLAYER.c.number == number).values(last_seen=now)
                connection.execute(seen)
        return PlayerId(f"p{number}")

    def players(self) -> tuple[Player, ...]:
        """Return everybody enrolled and not forgotten, latest first."""
        query = (
            select(PLAYER.c.number, PLAYER.c.name)
            .where(PLAYER.c.called != "")
            .order_by(PLAYER.c.last_seen.desc(), PLAYER.c.number.desc())
        )
        with _told_apart(), self._reading() as connection:
            rows = connection.execute(query).all()
        return tuple(Player(PlayerId(f"p{row.number}"), row.name) for row in rows)

    def names(self, ids: tuple[PlayerId, ...]) -> tuple[str, ...]:
        """Return these people's names, in this order; empty for who was forgotten."""
        numbers = [_number(player) for player in ids]
        query = select(PLAYER.c.number, PLAYER.c.name).where(PLAYER.c.number.in_(numbers))
        with _told_apart(), self._reading() as connection:
            known = {row.number: row.name for row in connection.execute(query)}
        return tuple(known.get(number, "") for number in numbers)

    def forget(self, player: PlayerId) -> None:
        """Erase the name; the ledger goes on with the id alone."""
        erase = update(PLAYER).where(PLAYER.c.number == _number(player)).values(name="", called="")
        with _told_apart(), self._engine.begin() as connection:
            connection.execute(erase)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()
        self._sign.close()

    def _reading(self) -> Any:
        """Return a context with a connection in a transaction that only reads."""
        return self._engine.execution_options(reads=True).begin()

    def _append(self, connection: Connection, op_id: str, new: Recorded, head: Place) -> None:
        """Write *new* as the event after *head*, with its transfers."""
        if self._fence:
            what = f"kiosk {self._fence} leads this table now: play on there, or take it back"
            raise Refused("table_taken", what, where="table")
        rows = codec.postings(new, partial(event_at, connection, self.table_id))
        columns: dict[str, Any] = {
            "table_id": self.table_id,
            "seq": head.seq + 1,
            "id": op_id,
            "kind": codec.kind_of(new),
            "at_wall": self._clock.wall_ms(),
            "boot_id": self._boot_id,
            "at_mono": self._clock.mono_ms(),
            "actor": "kiosk",
            "epoch": self._epoch(connection),
        }
        body = codec.body_of(new)
        digest = codec.chain_hash(head.hash, tuple(columns.values()), body)
        connection.execute(insert(EVENT).values(**columns, body=body, hash=digest))
        place = {"table_id": self.table_id, "seq": head.seq + 1}
        for number, posting in enumerate(rows):
            values = {**place, "ord": number, **asdict(posting)}
            connection.execute(insert(TRANSFER).values(**values))

    def _epoch(self, connection: Connection) -> int:
        query = select(LEASE.c.epoch).where(LEASE.c.table_id == self.table_id)
        return connection.execute(query).scalar() or 0

    def _keep_draft(self, connection: Connection, draft: Mapping[str, Any] | None) -> None:
        """Write *draft* in place of the older one; `None` leaves no draft."""
        connection.execute(delete(DRAFT).where(DRAFT.c.table_id == self.table_id))
        if draft is not None:
            body = json.dumps(draft, ensure_ascii=False)
            connection.execute(insert(DRAFT).values(table_id=self.table_id, body=body))

    def _remember(self, connection: Connection, change: Change, seq: int) -> None:
        """Write what the operation is told; the oldest answers go."""
        answer = json.dumps(dict(change.answer or {}))
        row = insert(OPERATION).values(
            table_id=self.table_id, id=change.op_id, seq=seq, answer=answer
        )
        number = connection.execute(row.returning(OPERATION.c.number)).scalar_one()
        old = OPERATION.c.number <= number - KEPT_ANSWERS
        connection.execute(delete(OPERATION).where(old))

    def _told(self, connection: Connection, op_id: str) -> Mapping[str, Any] | None:
        """Return the answer kept for *op_id*, if any."""
        query = select(OPERATION.c.answer).where(OPERATION.c.id == op_id)
        answer = connection.execute(query).scalar()
        return None if answer is None else json.loads(answer)


class Ballast:
    """Bytes that lie on the disk only to be given up when it is full."""

    def __init__(self, path: Path, size: int) -> None:
        self._path = path
        self._size = size

    def fill(self) -> None:
        """Lay the bytes down, where there is room for them."""
        if not self._size or self._path.exists():
            return
        with suppress(OSError), self._path.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, self._size)
            return
        self._path.unlink(missing_ok=True)

    def give_up(self) -> bool:
        """Give the bytes back to the disk; return whether there were any."""
        if not self._path.exists():
            return False
        self._path.unlink()
        return True


@contextmanager
def _told_apart() -> Iterator[None]:
    """Turn the driver's errors into refusals that say what to do."""
    try:
        yield
    except OperationalError as error:
        word = str(error.orig)
        code = next((code for part, code in FAILURES.items() if part in word), "ledger_failed")
        raise Refused(code, f"nothing was saved: {word}", where="ledger") from error
    except (DBAPIError, sqlite3.Error) as error:
        what = getattr(error, "orig", error)
        raise Refused("ledger_failed", f"nothing was saved: {what}", where="ledger") from error


def _entry(row: Row[Any]) -> Entry:
    """Return the event of a row."""
    return Entry(
        seq=row.seq,
        id=row.id,
        event=codec.event_of(row.kind, row.body),
        hash=row.hash,
    )


def _number(player: PlayerId) -> int:
    """Return the row number of a player's id; raise `Refused` for an id that is none."""
    digits = player.removeprefix("p")
    if not digits.isdecimal():
        raise Refused("no_such_player", f"{player!r} is nobody", where="player")
    return int(digits)
