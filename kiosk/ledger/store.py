"""One table's ledger: its events, drafts, answers and players, by SQLAlchemy Core."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as insert_or

from kiosk.clock import Clock
from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.ledger.rows import (
    Change,
    Entry,
    EventRow,
    Place,
    Player,
    RepeatedError,
    StaleError,
    event_at,
    head_of,
    rows_of,
)
from kiosk.ledger.schema import DRAFT, EVENT, LEASE, OPERATION, PLAYER, TRANSFER
from kiosk.ledger.sqlite import ReservedSpace, connect, keep_older, prepare, refusals, share
from kiosk.session.events import EventWithdrawn, LedgerEvent, PlayerId, kind_of

KEPT_ANSWERS: Final = 5_000
"""How many operations are remembered: some sessions of taps, far more than a page resends."""
SWEEP: Final = 64
"""How many operations are let go at once."""
MAX_NAME: Final = 60
COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

ANSWER: Final = select(OPERATION.c.answer).where(OPERATION.c.id == bindparam("op"))
OPENINGS: Final = (
    select(EVENT.c.seq)
    .where(
        EVENT.c.table_id == bindparam("table"),
        EVENT.c.seq > bindparam("after"),
        EVENT.c.kind == "session_opened",
    )
    .order_by(EVENT.c.seq)
)
WITHDRAWALS: Final = select(EVENT.c.kind, EVENT.c.body).where(
    EVENT.c.table_id == bindparam("table"), EVENT.c.kind == "event_withdrawn"
)
WITH_THROWS: Final = (
    select(EVENT.c.kind, EVENT.c.body)
    .where(
        EVENT.c.table_id == bindparam("table"),
        EVENT.c.seq <= bindparam("until"),
        EVENT.c.body.contains('"throws"'),
    )
    .order_by(EVENT.c.seq)
)
WRITTEN_AT: Final = select(EVENT.c.at_wall).where(
    EVENT.c.table_id == bindparam("table"), EVENT.c.seq == bindparam("seq")
)
DRAFTED: Final = select(DRAFT.c.body).where(DRAFT.c.table_id == bindparam("table"))
REDRAFT: Final = (
    update(DRAFT).where(DRAFT.c.table_id == bindparam("table")).values(body=bindparam("text"))
)
ADD_DRAFT: Final = insert(DRAFT)
NO_DRAFT: Final = delete(DRAFT).where(DRAFT.c.table_id == bindparam("table"))
REMEMBER: Final = insert(OPERATION).returning(OPERATION.c.number)
LET_GO: Final = delete(OPERATION).where(OPERATION.c.number <= bindparam("last"))
ADD_EVENT: Final = insert(EVENT)
ADD_TRANSFERS: Final = insert(TRANSFER)
OUTCOME: Final = (
    update(OPERATION).where(OPERATION.c.id == bindparam("op")).values(answer=bindparam("text"))
)
EPOCH: Final = select(LEASE.c.epoch).where(LEASE.c.table_id == bindparam("table"))
NAME: Final = select(PLAYER.c.name).where(PLAYER.c.number == bindparam("person"))


class LedgerStore:
    """One table's events, drafts and players in a SQLite file; safe to call from any thread."""

    def __init__(
        self, path: Path, clock: Clock, *, boot_id: str, table_id: str = "table-1", spare: int = 0
    ) -> None:
        """Open or make the ledger at *path*; raise `Refused` where that cannot be.

        A file of *spare* bytes is kept beside it, and given up when the disk is full.
        """
        self.path = path
        self.table_id = table_id
        self._clock = clock
        self._boot_id = boot_id
        self._listeners: list[Callable[[LedgerEvent], None]] = []
        self._names: dict[int, str] = {}
        self._reserved_space = ReservedSpace(path.with_name("ballast"), spare)
        self._fence = ""
        self.reopen()

    def reopen(self) -> None:
        """Open the file, again after `close`; raise `Refused` where that cannot be."""
        with refusals():
            self._sign = share(self.path)
        self._engine = connect(self.path)
        self._reads = self._engine.execution_options(reads=True)
        self._names = {}
        try:
            with refusals():
                keep_older(self.path)
                with self._engine.begin() as connection:
                    prepare(connection)
        except Refused:
            self.close()
            raise
        self._reserved_space.fill()

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()
        self._sign.close()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Yield a connection on which nobody else writes meanwhile."""
        with refusals(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with refusals(), self._reads.begin() as connection:
            yield connection

    def listen(self, listener: Callable[[LedgerEvent], None]) -> None:
        """Call *listener* after every event that was written, before the writer is answered."""
        self._listeners.append(listener)

    def rows(self, after: int = 0, most: int | None = None) -> tuple[EventRow, ...]:
        """Return at most *most* whole rows after event number *after*, in order."""
        with self._reading() as connection:
            return tuple(rows_of(connection, self.table_id, after, most))

    def head(self) -> Place:
        """Return how far the chain goes."""
        with self._reading() as connection:
            return head_of(connection, self.table_id)

    def entries(self, after: int = 0, most: int | None = None) -> Iterator[Entry]:
        """Yield at most *most* events after number *after*, in order."""
        rows = self.rows(after, most)
        return (Entry(row.seq, row.id, row.event(), row.hash, row.at_wall) for row in rows)

    def openings(self, after: int) -> tuple[int, ...]:
        """Return the numbers of the events after number *after* that opened sessions, in order."""
        values = {"table": self.table_id, "after": after}
        with self._reading() as connection:
            return tuple(row[0] for row in connection.execute(OPENINGS, values))

    def throw_events(self, until: int) -> tuple[LedgerEvent, ...]:
        """Return the events up to number *until* that tell of throws of dice, in order."""
        values = {"table": self.table_id, "until": until}
        with self._reading() as connection:
            return tuple(codec.event_of(*row) for row in connection.execute(WITH_THROWS, values))

    def withdrawn_seqs(self) -> frozenset[int]:
        """Return the numbers of the events that were taken back (`EventWithdrawn`)."""
        with self._reading() as connection:
            rows = connection.execute(WITHDRAWALS, {"table": self.table_id}).all()
        events = (codec.event_of(*row) for row in rows)
        return frozenset(one.target for one in events if isinstance(one, EventWithdrawn))

    def time_of(self, seq: int) -> int | None:
        """Return when event *seq* was written, in milliseconds since 1970; `None` for none."""
        with self._reading() as connection:
            at: int | None = connection.execute(
                WRITTEN_AT, {"table": self.table_id, "seq": seq}
            ).scalar()
        return at

    def age_ms(self, seq: int) -> int:
        """Return how many milliseconds ago event *seq* was written; 0 for none."""
        at = self.time_of(seq)
        return 0 if at is None else self._clock.wall_ms() - at

    def commit(self, change: Change) -> int:
        """Write *change* durably and return the ledger's last number after it.

        Raise `RepeatedError`, `StaleError`, or `Refused` where nothing can be written or another
        kiosk has the table; then nothing is written.
        """
        seq = self._commit(change)
        if change.event is not None:
            for listener in self._listeners:
                listener(change.event)
        return seq

    def _commit(self, change: Change) -> int:
        try:
            return self._write(change)
        except Refused as refusal:
            if refusal.code == "disk_full" and self._reserved_space.give_up():
                return self._write(change)
            raise

    def _write(self, change: Change) -> int:
        with self._writing() as connection:
            _check_new(connection, change.op_id)
            head = head_of(connection, self.table_id)
            if head.seq != change.expected_seq:
                raise StaleError(f"ledger at {head.seq}, expected {change.expected_seq}")
            if change.event is not None:
                self._append(connection, change.op_id, change.event, head)
            seq = head.seq + (change.event is not None)
            self._keep_draft(connection, change.draft)
            self._remember(connection, change.op_id, change.answer or {}, seq)
        return seq

    def answer(self, op_id: str) -> Mapping[str, Any] | None:
        """Return what operation *op_id* was told, if it was carried out."""
        with self._reading() as connection:
            return _answer(connection, op_id)

    def begin(self, op_id: str, answer: Mapping[str, Any]) -> None:
        """Write durably that operation *op_id*, which is no event, is told *answer* for now.

        Raise `RepeatedError` where it was begun before, `Refused` where nothing can be written.
        """
        with self._writing() as connection:
            _check_new(connection, op_id)
            self._remember(connection, op_id, answer, head_of(connection, self.table_id).seq)

    def note_outcome(self, op_id: str, answer: Mapping[str, Any]) -> None:
        """Let operation *op_id*, begun before, be told *answer* from now on.

        It is written again where the operation itself has brought an older file back.
        """
        text = json.dumps(dict(answer))
        with self._writing() as connection:
            if not connection.execute(OUTCOME, {"op": op_id, "text": text}).rowcount:
                self._remember(connection, op_id, answer, head_of(connection, self.table_id).seq)

    def draft(self) -> Mapping[str, Any] | None:
        """Return the draft's JSON as last written."""
        with self._reading() as connection:
            body = connection.execute(DRAFTED, {"table": self.table_id}).scalar()
        return None if body is None else json.loads(body)

    def enrol(self, name: str, *, is_guest: bool = False) -> PlayerId:
        """Return the id of the person called *name*, a new one if nobody is, or for a guest.

        Case, width and spaces around make no other name. Raise `Refused` for an empty one.
        """
        display_name = unicodedata.normalize("NFC", name.strip())
        name_key = unicodedata.normalize("NFKC", display_name).casefold()
        if not name_key or len(display_name) > MAX_NAME:
            raise Refused("bad_name", f"a name has 1 to {MAX_NAME} letters", where="name")
        now = self._clock.wall_ms()
        with self._writing() as connection:
            query = select(PLAYER.c.number).where(PLAYER.c.called == name_key)
            number = None if is_guest else connection.execute(query).scalar()
            if number is None:
                number = (connection.execute(select(func.max(PLAYER.c.number))).scalar() or 0) + 1
                name_key = "" if is_guest else name_key
                row = {"number": number, "name": display_name, "called": name_key, "last_seen": now}
                connection.execute(insert(PLAYER).values(**row))
                self._names = {}
            else:
                statement = update(PLAYER).where(PLAYER.c.number == number)
                connection.execute(statement.values(last_seen=now))
        return PlayerId(f"p{number}")

    def players(self) -> tuple[Player, ...]:
        """Return everybody enrolled and not forgotten, latest first; no guests."""
        query = (
            select(PLAYER.c.number, PLAYER.c.name)
            .where(PLAYER.c.called != "")
            .order_by(PLAYER.c.last_seen.desc(), PLAYER.c.number.desc())
        )
        with self._reading() as connection:
            rows = connection.execute(query).all()
        return tuple(Player(PlayerId(f"p{row.number}"), row.name) for row in rows)

    def names(self, ids: tuple[PlayerId, ...]) -> tuple[str, ...]:
        """Return these people's names, in this order; empty for who was forgotten."""
        numbers = [_number(player) for player in ids]
        names = self._names
        unknown = set(numbers) - names.keys()
        if unknown:
            with self._reading() as connection:
                for number in unknown:
                    names[number] = connection.execute(NAME, {"person": number}).scalar() or ""
        return tuple(names[number] for number in numbers)

    def forget(self, player: PlayerId) -> None:
        """Erase the name; the ledger goes on with the id alone."""
        erase = update(PLAYER).where(PLAYER.c.number == _number(player))
        with self._writing() as connection:
            connection.execute(erase.values(name="", called=""))
        self._names = {}

    def keep_people(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Write *people* that came with a history; names that are known here stay."""
        with self._writing() as connection:
            for person in people:
                row = insert_or(PLAYER).values(**person)
                names = {"name": row.excluded.name, "called": row.excluded.called}
                unknown = PLAYER.c.name == ""
                connection.execute(row.on_conflict_do_update(set_=names, where=unknown))
        self._names = {}

    def fence(self, holder: str) -> None:
        """Refuse further events since the kiosk *holder* has taken the table; empty: take them."""
        self._fence = holder

    def epoch(self) -> int:
        """Return the lease under which events are written; 0 where there never was one."""
        with self._reading() as connection:
            return self._epoch(connection)

    def keep_lease(self, kiosk_id: str, epoch: int) -> None:
        """Write events under *epoch* from now on."""
        row = {"table_id": self.table_id, "kiosk_id": kiosk_id, "epoch": epoch}
        with self._writing() as connection:
            connection.execute(delete(LEASE).where(LEASE.c.table_id == self.table_id))
            connection.execute(insert(LEASE).values(**row))

    def _epoch(self, connection: Connection) -> int:
        return connection.execute(EPOCH, {"table": self.table_id}).scalar() or 0

    def _epoch_to_add(self, connection: Connection) -> int:
        if self._fence:
            what = f"kiosk {self._fence} leads this table now: play on there, or take it back"
            raise Refused("table_taken", what, where="table")
        return self._epoch(connection)

    def _append(self, connection: Connection, op_id: str, new: LedgerEvent, head: Place) -> None:
        """Write *new* as the event after *head*, with its transfers."""
        epoch = self._epoch_to_add(connection)
        rows = codec.postings(new, partial(event_at, connection, self.table_id))
        columns: dict[str, Any] = {
            "table_id": self.table_id,
            "seq": head.seq + 1,
            "id": op_id,
            "kind": kind_of(new),
            "at_wall": self._clock.wall_ms(),
            "boot_id": self._boot_id,
            "at_mono": self._clock.mono_ms(),
            "actor": "kiosk",
            "epoch": epoch,
        }
        body = codec.body_of(new)
        digest = codec.chain_hash(head.hash, tuple(columns.values()), body)
        connection.execute(ADD_EVENT, {**columns, "body": body, "hash": digest})
        place = {"table_id": self.table_id, "seq": head.seq + 1}
        if rows:
            postings = [{**place, "ord": number, **asdict(row)} for number, row in enumerate(rows)]
            connection.execute(ADD_TRANSFERS, postings)

    def _keep_draft(self, connection: Connection, draft: Mapping[str, Any] | None) -> None:
        """Write *draft* in place of the older one; `None` leaves no draft."""
        if draft is None:
            connection.execute(NO_DRAFT, {"table": self.table_id})
            return
        body = COMPACT.encode(draft)
        if not connection.execute(REDRAFT, {"table": self.table_id, "text": body}).rowcount:
            connection.execute(ADD_DRAFT, {"table_id": self.table_id, "body": body})

    def _remember(
        self, connection: Connection, op_id: str, answer: Mapping[str, Any], seq: int
    ) -> None:
        """Write what the operation is told; now and then the oldest answers go."""
        text = json.dumps(dict(answer))
        row = {"table_id": self.table_id, "id": op_id, "seq": seq, "answer": text}
        number = connection.execute(REMEMBER, row).scalar_one()
        if number % SWEEP == 0:
            connection.execute(LET_GO, {"last": number - KEPT_ANSWERS})


def _answer(connection: Connection, op_id: str) -> Mapping[str, Any] | None:
    answer = connection.execute(ANSWER, {"op": op_id}).scalar()
    return None if answer is None else json.loads(answer)


def _check_new(connection: Connection, op_id: str) -> None:
    """Raise `RepeatedError` where operation *op_id* was begun before."""
    answer = _answer(connection, op_id)
    if answer is not None:
        raise RepeatedError(answer)


def _number(player: PlayerId) -> int:
    """Return the row number of a player's id; raise `Refused` for an id that is none."""
    digits = player.removeprefix("p")
    if not digits.isdecimal():
        raise Refused("no_such_player", f"{player!r} is nobody", where="player")
    return int(digits)
