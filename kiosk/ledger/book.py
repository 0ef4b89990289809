"""One table's ledger in a database, by SQLAlchemy Core: the same for a file and for a server."""

from __future__ import annotations

import json
import unicodedata
from abc import ABC, abstractmethod
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update

from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.ledger.rows import EventRow, Place, event_at, head_of, rows_of
from kiosk.ledger.schema import DRAFT, EVENT, OPERATION, PLAYER, TRANSFER
from kiosk.ledger.store import Change, Entry, Player, RepeatedError, StaleError
from kiosk.session.events import PlayerId

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sqlalchemy import ColumnElement, Select

    from kiosk.clock import Clock
    from kiosk.ledger.quick import Saying
    from kiosk.session.events import Recorded

KEPT_ANSWERS: Final = 5_000
"""How many operations are remembered: some sessions of taps, far more than a page resends."""
SWEEP: Final = 64
"""So many operations are let go at once."""
MAX_NAME: Final = 60
IN_SHORT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

TOLD: Final = select(OPERATION.c.answer).where(OPERATION.c.id == bindparam("op"))
OPENED: Final = (
    select(EVENT.c.seq)
    .where(EVENT.c.table_id == bindparam("table"), EVENT.c.kind == "session_opened")
    .order_by(EVENT.c.seq.desc())
    .limit(1)
)
OPENINGS: Final = (
    select(EVENT.c.seq)
    .where(
        EVENT.c.table_id == bindparam("table"),
        EVENT.c.seq > bindparam("after"),
        EVENT.c.kind == "session_opened",
    )
    .order_by(EVENT.c.seq)
)
THROWN: Final = (
    select(EVENT.c.kind, EVENT.c.body)
    .where(
        EVENT.c.table_id == bindparam("table"),
        EVENT.c.seq <= bindparam("until"),
        EVENT.c.body.contains('"throws"'),
    )
    .order_by(EVENT.c.seq)
)
WRITTEN: Final = select(EVENT.c.at_wall).where(
    EVENT.c.table_id == bindparam("table"), EVENT.c.seq == bindparam("seq")
)
DRAFTED: Final = select(DRAFT.c.body).where(DRAFT.c.table_id == bindparam("table"))
REDRAFT: Final = (
    update(DRAFT).where(DRAFT.c.table_id == bindparam("table")).values(body=bindparam("text"))
)
ADD_DRAFT: Final = insert(DRAFT)
NO_DRAFT: Final = delete(DRAFT).where(DRAFT.c.table_id == bindparam("table"))
NOTE: Final = insert(OPERATION).returning(OPERATION.c.number)
LET_GO: Final = delete(OPERATION).where(OPERATION.c.number <= bindparam("last"))
ADD_EVENT: Final = insert(EVENT)
ADD_TRANSFERS: Final = insert(TRANSFER)


class Book(ABC):
    """One table's events, drafts and players; safe to call from any thread.

    A database of its own sort says how it is written and read, and who may add events.
    """

    path: Path | None = None
    """The file that it lies in; none where it lies on a server."""
    people: ClassVar[Table] = PLAYER
    """Where the names stand."""
    name_of: ClassVar[Select[tuple[str]]] = select(PLAYER.c.name).where(
        PLAYER.c.number == bindparam("person")
    )
    """A person's name by number, among those that `_whose` tells from others'."""

    def __init__(self, clock: Clock, boot_id: str, table_id: str) -> None:
        self.table_id = table_id
        self._clock = clock
        self._boot_id = boot_id
        self._listeners: list[Callable[[Recorded], None]] = []
        self._named: dict[int, str] = {}

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    @abstractmethod
    def as_file(self) -> AbstractContextManager[Path]:
        """Return a context with a SQLite file of the whole ledger, to be copied or exported."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Connection]:
        """Return a context with a connection on which nobody else writes meanwhile."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """Return a context with a connection in a transaction that only reads."""

    @abstractmethod
    def _epoch_to_add(self, connection: Saying) -> int:
        """Return the lease for a new event; raise `Refused` where another kiosk has the table."""

    def _saying(self) -> AbstractContextManager[Saying]:
        """Return a context like `_writing`, for the fixed statements of every tap."""
        return self._writing()

    def _looking(self) -> AbstractContextManager[Saying]:
        """Return a context like `_reading`, for fixed statements."""
        return self._reading()

    def _whose(self) -> dict[str, Any]:
        """Return what tells this table's people from others'."""
        return {}

    def listen(self, listener: Callable[[Recorded], None]) -> None:
        """Call *listener* after every event that was written, before the writer is answered."""
        self._listeners.append(listener)

    def rows(self, after: int = 0, most: int | None = None) -> tuple[EventRow, ...]:
        """Return at most *most* whole rows after event number *after*, in order."""
        with self._looking() as connection:
            return tuple(rows_of(connection, self.table_id, after, most))

    def head(self) -> Place:
        """Return how far the chain goes."""
        with self._looking() as connection:
            return head_of(connection, self.table_id)

    def entries(self, after: int = 0, most: int | None = None) -> Iterator[Entry]:
        """Yield at most *most* events after number *after*, in order."""
        rows = self.rows(after, most)
        return (Entry(row.seq, row.id, row.event(), row.hash, row.at_wall) for row in rows)

    def opened(self) -> int:
        """Return the number of the event that opened the last session, 0 where none was."""
        with self._looking() as connection:
            return connection.execute(OPENED, {"table": self.table_id}).scalar() or 0

    def openings(self, after: int) -> tuple[int, ...]:
        """Return the numbers of the events after number *after* that opened sessions, in order."""
        values = {"table": self.table_id, "after": after}
        with self._looking() as connection:
            return tuple(row[0] for row in connection.execute(OPENINGS, values))

    def thrown(self, until: int) -> tuple[Recorded, ...]:
        """Return the events up to number *until* that tell of throws of dice, in order."""
        values = {"table": self.table_id, "until": until}
        with self._looking() as connection:
            return tuple(codec.event_of(*row) for row in connection.execute(THROWN, values))

    def time_of(self, seq: int) -> int | None:
        """Return when event *seq* was written, in milliseconds since 1970; `None` for none."""
        with self._looking() as connection:
            at: int | None = connection.execute(
                WRITTEN, {"table": self.table_id, "seq": seq}
            ).scalar()
        return at

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
        """Write *change* in one transaction."""
        with self._saying() as connection:
            told = _told(connection, change.op_id)
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
        with self._looking() as connection:
            return _told(connection, op_id)

    def draft(self) -> Mapping[str, Any] | None:
        """Return the draft's JSON as last written."""
        with self._looking() as connection:
            body = connection.execute(DRAFTED, {"table": self.table_id}).scalar()
        return None if body is None else json.loads(body)

    def enrol(self, name: str) -> PlayerId:
        """Return the id of the person called *name*, a new one if nobody is.

        Case, width and spaces around make no other name. Raise `Refused` for an empty one.
        """
        shown = unicodedata.normalize("NFC", name.strip())
        called = unicodedata.normalize("NFKC", shown).casefold()
        if not called or len(shown) > MAX_NAME:
            raise Refused("bad_name", f"a name has 1 to {MAX_NAME} letters", where="name")
        columns, now = self.people.c, self._clock.wall_ms()
        with self._writing() as connection:
            known = select(columns.number).where(columns.called == called, *self._own_people())
            number = connection.execute(known).scalar()
            if number is None:
                number = self._add_person(connection, shown, called, now)
            else:
                seen = update(self.people).where(columns.number == number, *self._own_people())
                connection.execute(seen.values(last_seen=now))
        return PlayerId(f"p{number}")

    def players(self) -> tuple[Player, ...]:
        """Return everybody enrolled and not forgotten, latest first."""
        columns = self.people.c
        query = (
            select(columns.number, columns.name)
            .where(columns.name != "", *self._own_people())
            .order_by(columns.last_seen.desc(), columns.number.desc())
        )
        with self._reading() as connection:
            rows = connection.execute(query).all()
        return tuple(Player(PlayerId(f"p{row.number}"), row.name) for row in rows)

    def names(self, ids: tuple[PlayerId, ...]) -> tuple[str, ...]:
        """Return these people's names, in this order; empty for who was forgotten."""
        numbers = [_number(player) for player in ids]
        known = self._named
        unknown = set(numbers) - known.keys()
        if unknown:
            with self._looking() as connection:
                for number in unknown:
                    called = connection.execute(self.name_of, {**self._whose(), "person": number})
                    known[number] = called.scalar() or ""
        return tuple(known[number] for number in numbers)

    def forget(self, player: PlayerId) -> None:
        """Erase the name; the ledger goes on with the id alone."""
        columns = self.people.c
        erase = update(self.people).where(columns.number == _number(player), *self._own_people())
        with self._writing() as connection:
            connection.execute(erase.values(name="", called=""))
        self._named = {}

    def everybody(self) -> list[dict[str, Any]]:
        """Return everyone's number, name and when last seen, the forgotten too."""
        columns = [column for column in self.people.c if column.name != "table_id"]
        query = select(*columns).where(*self._own_people()).order_by(self.people.c.number)
        with self._reading() as connection:
            return [row._asdict() for row in connection.execute(query)]

    def _own_people(self) -> list[ColumnElement[bool]]:
        """Return the conditions that a person is of this table."""
        return [self.people.c[name] == value for name, value in self._whose().items()]

    def _add_person(self, connection: Connection, name: str, called: str, now: int) -> int:
        """Write a new person and return the number."""
        highest = select(func.max(self.people.c.number)).where(*self._own_people())
        number = int(connection.execute(highest).scalar() or 0) + 1
        row = {**self._whose(), "number": number, "name": name, "called": called, "last_seen": now}
        connection.execute(insert(self.people).values(**row))
        self._named = {}
        return number

    def _append(self, connection: Saying, op_id: str, new: Recorded, head: Place) -> None:
        """Write *new* as the event after *head*, with its transfers."""
        epoch = self._epoch_to_add(connection)
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
            "epoch": epoch,
        }
        body = codec.body_of(new)
        digest = codec.chain_hash(head.hash, tuple(columns.values()), body)
        connection.execute(ADD_EVENT, {**columns, "body": body, "hash": digest})
        place = {"table_id": self.table_id, "seq": head.seq + 1}
        if rows:
            postings = [{**place, "ord": number, **asdict(row)} for number, row in enumerate(rows)]
            connection.execute(ADD_TRANSFERS, postings)

    def _keep_draft(self, connection: Saying, draft: Mapping[str, Any] | None) -> None:
        """Write *draft* in place of the older one; `None` leaves no draft."""
        if draft is None:
            connection.execute(NO_DRAFT, {"table": self.table_id})
            return
        body = IN_SHORT.encode(draft)
        if not connection.execute(REDRAFT, {"table": self.table_id, "text": body}).rowcount:
            connection.execute(ADD_DRAFT, {"table_id": self.table_id, "body": body})

    def _remember(self, connection: Saying, change: Change, seq: int) -> None:
        """Write what the operation is told; now and then the oldest answers go."""
        answer = json.dumps(dict(change.answer or {}))
        row = {"table_id": self.table_id, "id": change.op_id, "seq": seq, "answer": answer}
        number = connection.execute(NOTE, row).scalar()
        if number % SWEEP == 0:
            connection.execute(LET_GO, {"last": number - KEPT_ANSWERS})


def _told(connection: Saying, op_id: str) -> Mapping[str, Any] | None:
    """Return the answer kept for *op_id*, if any."""
    answer = connection.execute(TOLD, {"op": op_id}).scalar()
    return None if answer is None else json.loads(answer)


def _number(player: PlayerId) -> int:
    """Return the row number of a player's id; raise `Refused` for an id that is none."""
    digits = player.removeprefix("p")
    if not digits.isdecimal():
        raise Refused("no_such_player", f"{player!r} is nobody", where="player")
    return int(digits)
