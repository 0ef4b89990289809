"""The parlour's PostgreSQL: the events of every table, who leads each, and the board.

It is fed behind the tables' own files. Who may add to a table's events is settled here by a lease
with an epoch: a kiosk whose table was taken over is turned away, whatever it believes.
"""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Engine,
    Integer,
    Table,
    Text,
    create_engine,
    func,
    make_url,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import ArgumentError

from kiosk.errors import Refused
from kiosk.ledger.rows import (
    BrokenChainError,
    EventRow,
    Place,
    event_at,
    head_of,
    rows_of,
    transfers_of,
)
from kiosk.ledger.safekeeping import BoardEntry
from kiosk.ledger.schema import EVENT, LEASE, LONG, METADATA, TRANSFER
from kiosk.session.events import LedgerEvent

PATIENCE_S: Final = 10.0
"""How long a silent line is waited for before it is cut."""
CONNECT_S: Final = 3
MAKING: Final = 0x6A616E  # "jan": the advisory lock under which tables are made

BOARD: Final = Table(
    "board",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("kiosk_id", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("seen", DateTime(timezone=True), nullable=False),
    Column("body", Text, nullable=False),
)
"""What a table last told of itself; overwritten, and no part of any history."""

PERSON: Final = Table(
    "person",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("called", Text, nullable=False),
    Column("last_seen", LONG, nullable=False),
)
"""Who played at tables whose ledger older programs kept here; `take` brings the names along."""

VERSION: Final = Table("jantaku", METADATA, Column("version", Integer, primary_key=True))
NEWEST: Final = 2
"""Version of the parlour's tables; it goes up only where one of them changes."""
TABLES: Final = (EVENT, TRANSFER, LEASE, BOARD, PERSON, VERSION)
GUARDS: Final = (
    "CREATE OR REPLACE FUNCTION jantaku_keep() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'the ledger is only ever added to'; END $$",
    *(
        f"CREATE OR REPLACE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE ON {name} "
        "FOR EACH ROW EXECUTE FUNCTION jantaku_keep()"
        for name in ("event", "transfer")
    ),
)


class TakenError(Exception):
    """Another kiosk leads the table; its name is the text."""


class Parlour:
    """The parlour's database; every call may raise SQLAlchemy's errors while it is away."""

    def __init__(self, url: str, patience_s: float = PATIENCE_S) -> None:
        """Name the database; nothing is connected yet. Raise `Refused` for an impossible *url*."""
        try:
            self._engine = _engine(url)
        except (ArgumentError, ImportError) as error:
            what = "database_url must begin with postgresql+psycopg://"
            raise Refused("bad_database_url", what, where="database_url") from error
        self._patience_s = patience_s
        self._is_prepared = False

    def lead(self, table_id: str, kiosk_id: str) -> int:
        """Return the epoch of the lease under which *kiosk_id* leads the table.

        A table that nobody leads is taken. Raise `TakenError` where another kiosk leads it.
        """
        with self.working() as connection:
            insertion = insert(LEASE).values(table_id=table_id, kiosk_id=kiosk_id, epoch=1)
            connection.execute(insertion.on_conflict_do_nothing(index_elements=[LEASE.c.table_id]))
            return lease_epoch(connection, table_id, kiosk_id)

    def take(self, table_id: str, kiosk_id: str) -> int:
        """Give the table to *kiosk_id*, whoever led it, and return the new epoch."""
        with self.working() as connection:
            insertion = insert(LEASE).values(table_id=table_id, kiosk_id=kiosk_id, epoch=1)
            upsert = insertion.on_conflict_do_update(
                index_elements=[LEASE.c.table_id],
                set_={"kiosk_id": kiosk_id, "epoch": LEASE.c.epoch + 1},
            )
            return int(connection.execute(upsert.returning(LEASE.c.epoch)).scalar_one())

    def head(self, table_id: str) -> Place:
        """Return how far the table's chain goes here."""
        with self.working() as connection:
            return head_of(connection, table_id)

    def rows(self, table_id: str) -> tuple[EventRow, ...]:
        """Return every event of the table, in order."""
        with self.working() as connection:
            return tuple(rows_of(connection, table_id))

    def people(self, table_id: str) -> list[dict[str, Any]]:
        """Return the people of a table whose ledger was here once, as a file keeps them."""
        columns = [column for column in PERSON.c if column is not PERSON.c.table_id]
        query = select(*columns).where(PERSON.c.table_id == table_id)
        with self.working() as connection:
            return [row._asdict() for row in connection.execute(query)]

    def push(self, rows: Sequence[EventRow], kiosk_id: str, epoch: int) -> Place:
        """Add *rows* of one table, and return how far its chain goes then.

        What is here already is passed over. Raise `TakenError` where the lease is no longer the
        one of *epoch*; `BrokenChainError` where *rows* do not go on from what is here.
        """
        table_id = rows[0].table_id
        with self.working() as connection:
            if lease_epoch(connection, table_id, kiosk_id) != epoch:
                raise TakenError(kiosk_id)
            head = place = head_of(connection, table_id)
            for row in rows:
                if row.seq == head.seq and row.hash != head.hash:
                    raise BrokenChainError(f"event {row.seq} is another one here")
                if row.seq > head.seq:
                    place = row.follow(place)
            _add_all(connection, [row for row in rows if row.seq > head.seq])
            if head_of(connection, table_id) != place:
                raise BrokenChainError(f"an operation of {table_id} is known from another table")
            connection.exec_driver_sql("NOTIFY board")
        return place

    def tell(self, table_id: str, kiosk_id: str, seq: int, state: Mapping[str, Any]) -> None:
        """Put on the board how the table stands."""
        body = json.dumps(dict(state), ensure_ascii=False)
        row = {"table_id": table_id, "kiosk_id": kiosk_id, "seq": seq, "body": body}
        insertion = insert(BOARD).values(**row, seen=func.now())
        with self.working() as connection:
            connection.execute(
                insertion.on_conflict_do_update(
                    index_elements=[BOARD.c.table_id], set_=dict(insertion.excluded)
                )
            )

    def board(self) -> tuple[BoardEntry, ...]:
        """Return every table of the parlour, by name."""
        age = func.extract("epoch", func.now() - BOARD.c.seen).label("age")
        with self.working() as connection:
            rows = connection.execute(select(BOARD, age).order_by(BOARD.c.table_id)).all()
        return tuple(
            BoardEntry(row.table_id, row.kiosk_id, row.seq, int(row.age), json.loads(row.body))
            for row in rows
        )

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def working(self) -> Iterator[Connection]:
        """Return a connection in a transaction, which is cut when the line stays silent."""
        with self._engine.connect() as connection, _cut_in_time(connection, self._patience_s):
            with connection.begin():
                if not self._is_prepared:
                    _prepare(connection)
                yield connection
            self._is_prepared = True


def _engine(url: str) -> Engine:
    if make_url(url).drivername not in ("postgresql", "postgresql+psycopg"):
        raise ArgumentError("another sort of database")
    return create_engine(
        url,
        pool_size=1,
        max_overflow=2,
        pool_timeout=CONNECT_S,
        connect_args={
            "connect_timeout": CONNECT_S,
            "options": "-c statement_timeout=8000 -c idle_in_transaction_session_timeout=8000",
            "application_name": "jantaku",
        },
    )


@contextmanager
def _cut_in_time(connection: Connection, patience_s: float) -> Iterator[None]:
    """Shut the connection's socket when the work is not done in time: a half-open line."""
    driver = connection.connection.driver_connection
    assert driver is not None
    number = os.dup(driver.fileno())
    watch = threading.Timer(patience_s, _shut, (number,))
    watch.start()
    try:
        yield
    finally:
        watch.cancel()
        watch.join()
        os.close(number)


def _shut(number: int) -> None:
    line = socket.socket(fileno=os.dup(number))
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()


def _prepare(connection: Connection) -> None:
    """Make what is missing; raise `Refused` where a later program made the tables."""
    connection.execute(select(func.pg_advisory_xact_lock(MAKING)))
    METADATA.create_all(connection, tables=TABLES)
    version = connection.execute(select(func.max(VERSION.c.version))).scalar()
    if (version or 0) > NEWEST:
        what = f"the parlour's database has version {version}: update this kiosk"
        raise Refused("ledger_too_new", what, where="database_url")
    if version != NEWEST:
        for statement in GUARDS:
            connection.exec_driver_sql(statement)
        connection.execute(insert(VERSION).values(version=NEWEST))


def lease_epoch(connection: Connection, table_id: str, kiosk_id: str) -> int:
    """Return the epoch of the table's lease, held until the transaction ends."""
    query = select(LEASE).where(LEASE.c.table_id == table_id).with_for_update()
    lease = connection.execute(query).one()
    if lease.kiosk_id != kiosk_id:
        raise TakenError(lease.kiosk_id)
    return int(lease.epoch)


def _add_all(connection: Connection, rows: Sequence[EventRow]) -> None:
    """Write *rows* of one table with their transfers, in few round trips: lines are slow."""
    fresh = {row.seq: row.event() for row in rows}

    def find(seq: int) -> LedgerEvent:
        return fresh[seq] if seq in fresh else event_at(connection, rows[0].table_id, seq)

    _add(connection, EVENT, [asdict(row) for row in rows])
    _add(connection, TRANSFER, [each for row in rows for each in transfers_of(row, find)])


def _add(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table).on_conflict_do_nothing(), rows)
