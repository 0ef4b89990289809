"""The ledger in one SQLite file: always the commit point of a table."""

from __future__ import annotations

import json
import unicodedata
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select, update
from sqlalchemy.exc import DBAPIError, OperationalError

from kiosk.errors import Refused
from kiosk.events import PlayerId
from kiosk.ledger import codec
from kiosk.ledger.schema import (
    DRAFT,
    EVENT,
    OPERATION,
    PLAYER,
    TRANSFER,
    VERSION,
    make_tables,
)
from kiosk.ledger.store import Change, Entry, Player, RepeatedError, StaleError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sqlalchemy import Row

    from kiosk.clock import Clock
    from kiosk.events import Recorded

PRAGMAS: Final = ("busy_timeout=5000", "foreign_keys=ON", "trusted_schema=OFF")
WRITER_PRAGMAS: Final = (*PRAGMAS, "journal_mode=WAL", "synchronous=FULL")
KEPT_ANSWERS: Final = 5_000
"""How many operations are remembered: some sessions of taps, far more than a page resends."""
MAX_NAME: Final = 60

FAILURES: Final[Mapping[str, str]] = {
    "full": "disk_full",
    "locked": "ledger_busy",
    "readonly": "ledger_read_only",
}
"""A word in the driver's message, and the refusal that it means."""


def connect(path: Path, *, read_only: bool = False) -> Engine:
    """Return an engine for the ledger at *path* with the pragmas set on every connection.

    Transactions that write start with `BEGIN IMMEDIATE`, so two writers queue up instead of
    failing half-way; those run under the option `reads` start with a plain `BEGIN`.
    """
    mode = "ro" if read_only else "rwc"
    engine = create_engine(
        f"sqlite:///file:{path.resolve().as_posix()}?mode={mode}&uri=true",
        connect_args={"isolation_level": None, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_pragmas(raw: Any, _: object) -> None:
        for pragma in PRAGMAS if read_only else WRITER_PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reads = read_only or connection.get_execution_options().get("reads")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


class SqliteStore:
    """One table's events, drafts and players in a SQLite file; safe to call from any thread."""

    def __init__(
        self, path: Path, clock: Clock, *, boot_id: str, table_id: str = "table-1", epoch: int = 0
    ) -> None:
        """Open or make the ledger at *path*; raise `Refused` where that cannot be."""
        self._clock = clock
        self._boot_id = boot_id
        self._table_id = table_id
        self._epoch = epoch
        path.parent.mkdir(parents=True, exist_ok=True)
        self._engine = connect(path)
        try:
            with _told_apart():
                self._prepare()
        except Refused:
            self.close()
            raise

    def entries(self, after: int = 0) -> Iterator[Entry]:
        """Yield the events after number *after*, in order."""
        query = (
            select(EVENT)
            .where(EVENT.c.table_id == self._table_id, EVENT.c.seq > after)
            .order_by(EVENT.c.seq)
        )
        with _told_apart(), self._reading() as connection:
            rows = connection.execute(query).all()
        return (_entry(row) for row in rows)

    def commit(self, change: Change) -> int:
        """Write *change* durably and return the ledger's last number after it.

        Raise `RepeatedError`, `StaleError`, or `Refused` where the disk takes nothing; then nothing
        is written.
        """
        with _told_apart(), self._engine.begin() as connection:
            told = self._told(connection, change.op_id)
            if told is not None:
                raise RepeatedError(told)
            seq, last_hash = self._head(connection)
            if seq != change.expected_seq:
                raise StaleError(f"ledger at {seq}, expected {change.expected_seq}")
            if change.event is not None:
                seq += 1
                self._append(connection, change.op_id, change.event, (seq, last_hash))
            self._keep_draft(connection, change.draft)
            self._remember(connection, change, seq)
        return seq

    def answer(self, op_id: str) -> Mapping[str, Any] | None:
        """Return what operation *op_id* was told, if it was carried out."""
        with _told_apart(), self._reading() as connection:
            return self._told(connection, op_id)

    def draft(self) -> Mapping[str, Any] | None:
        """Return the draft's JSON as last written."""
        query = select(DRAFT.c.body).where(DRAFT.c.table_id == self._table_id)
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

    def _reading(self) -> Any:
        """Return a context with a connection in a transaction that only reads."""
        return self._engine.execution_options(reads=True).begin()

    def _prepare(self) -> None:
        """Make the tables of a new file; refuse one of a later version."""
        with self._engine.begin() as connection:
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if version > VERSION:
                raise Refused(
                    "ledger_too_new",
                    f"this ledger has version {version}, this program knows {VERSION}: update it",
                    where="ledger",
                )
            if version < VERSION:
                make_tables(connection)
                connection.exec_driver_sql(f"PRAGMA user_version={VERSION}")

    def _head(self, connection: Connection) -> tuple[int, str]:
        """Return the number and hash of the last event; 0 and the genesis hash before the first."""
        query = (
            select(EVENT.c.seq, EVENT.c.hash)
            .where(EVENT.c.table_id == self._table_id)
            .order_by(EVENT.c.seq.desc())
            .limit(1)
        )
        row = connection.execute(query).first()
        return (0, codec.GENESIS) if row is None else (row.seq, row.hash)

    def _append(
        self, connection: Connection, op_id: str, new: Recorded, place: tuple[int, str]
    ) -> None:
        """Write *new* as event number *place*[0] after the hash *place*[1], with its transfers."""
        seq, last_hash = place
        rows = codec.postings(new, lambda target: self._event(connection, target))
        columns: dict[str, Any] = {
            "table_id": self._table_id,
            "seq": seq,
            "id": op_id,
            "kind": codec.kind_of(new),
            "at_wall": self._clock.wall_ms(),
            "boot_id": self._boot_id,
            "at_mono": self._clock.mono_ms(),
            "actor": "kiosk",
            "epoch": self._epoch,
        }
        body = codec.body_of(new)
        digest = codec.chain_hash(last_hash, tuple(columns.values()), body)
        connection.execute(insert(EVENT).values(**columns, body=body, hash=digest))
        for place_in_event, posting in enumerate(rows):
            connection.execute(
                insert(TRANSFER).values(
                    table_id=self._table_id,
                    seq=seq,
                    ord=place_in_event,
                    debit=posting.debit,
                    credit=posting.credit,
                    amount=posting.amount,
                    reason=posting.reason,
                )
            )

    def _event(self, connection: Connection, seq: int) -> Recorded:
        """Return event number *seq*."""
        query = select(EVENT).where(EVENT.c.table_id == self._table_id, EVENT.c.seq == seq)
        return _entry(connection.execute(query).one()).event

    def _keep_draft(self, connection: Connection, draft: Mapping[str, Any] | None) -> None:
        """Write *draft* in place of the older one; `None` leaves no draft."""
        connection.execute(delete(DRAFT).where(DRAFT.c.table_id == self._table_id))
        if draft is not None:
            body = json.dumps(draft, ensure_ascii=False)
            connection.execute(insert(DRAFT).values(table_id=self._table_id, body=body))

    def _remember(self, connection: Connection, change: Change, seq: int) -> None:
        """Write what the operation is told; the oldest answers go."""
        answer = json.dumps(dict(change.answer or {}))
        row = insert(OPERATION).values(
            table_id=self._table_id, id=change.op_id, seq=seq, answer=answer
        )
        number = connection.execute(row.returning(OPERATION.c.number)).scalar_one()
        old = OPERATION.c.number <= number - KEPT_ANSWERS
        connection.execute(delete(OPERATION).where(old))

    def _told(self, connection: Connection, op_id: str) -> Mapping[str, Any] | None:
        """Return the answer kept for *op_id*, if any."""
        query = select(OPERATION.c.answer).where(OPERATION.c.id == op_id)
        answer = connection.execute(query).scalar()
        return None if answer is None else json.loads(answer)


@contextmanager
def _told_apart() -> Iterator[None]:
    """Turn the driver's errors into refusals that say what to do."""
    try:
        yield
    except OperationalError as error:
        word = str(error.orig)
        code = next((code for part, code in FAILURES.items() if part in word), "ledger_failed")
        raise Refused(code, f"nothing was saved: {word}", where="ledger") from error
    except DBAPIError as error:
        raise Refused(
            "ledger_failed", f"nothing was saved: {error.orig}", where="ledger"
        ) from error


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
