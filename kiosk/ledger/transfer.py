"""Takes a table over: from another kiosk, or into the parlour's database and back again."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from kiosk.clock import SystemClock
from kiosk.errors import Refused
from kiosk.ledger.backup import restore
from kiosk.ledger.rows import BrokenChainError
from kiosk.ledger.sqlite import SqliteStore
from kiosk.parlour.feed import Parlour, TakenError
from kiosk.parlour.postgres import HOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kiosk.ledger.rows import EventRow
    from kiosk.ledger.safekeeping import Places
    from kiosk.parlour.postgres import PostgresStore


@dataclass(frozen=True, slots=True)
class Taken:
    """A table that this kiosk leads now."""

    events: int
    epoch: int


class Told:
    """Rows that came from elsewhere, where a tape is asked for."""

    def __init__(self, rows: tuple[EventRow, ...]) -> None:
        self._rows = rows

    def rows(self) -> Iterator[EventRow]:
        """Yield the rows, in order."""
        return iter(self._rows)


def take(places: Places, table_id: str, url: str, kiosk_id: str) -> Taken:
    """Lead *table_id* from now on, with the history that the parlour has of it.

    A ledger here that is another history is kept under another name. Raise `Refused`: the
    parlour's database is not named, or away.
    """
    with _at(url) as parlour:
        epoch = parlour.take(table_id, kiosk_id)
        rows = parlour.rows(table_id)
        people = parlour.people(table_id)
    if rows and not _has(places, table_id, rows[-1]):
        restore(places.ledger, table_id, (), Told(rows), SystemClock().wall_ms())
    store = SqliteStore(places.ledger, SystemClock(), boot_id="take", table_id=table_id)
    try:
        store.keep_people(people)
        store.keep_lease(kiosk_id, epoch)
        return Taken(store.head().seq, epoch)
    finally:
        store.close()


def move(places: Places, table_id: str, url: str, kiosk_id: str) -> Taken:
    """Let *table_id* count in the parlour's database alone from now on, whoever led it.

    What this kiosk's own file has more goes there first, with the names. Raise `Refused`: the
    database is away, or `table_taken` where another kiosk leads the table and the file has more.
    """
    with _at(url) as parlour:
        if places.ledger.is_file():
            _hand_on(places, table_id, parlour, kiosk_id)
        epoch = parlour.take(table_id, HOLDER)
        return Taken(parlour.head(table_id).seq, epoch)


def check_moved(places: Places, store: PostgresStore) -> None:
    """Raise `Refused` with `ledger_here` where this kiosk's file has hands that *store* lacks."""
    if not places.ledger.is_file():
        return
    last = _last(places, store.table_id)
    if last is not None and last not in store.rows(last.seq - 1, 1):
        what = f"{places.ledger} has hands that the database lacks: run `jantaku take` first"
        raise Refused("ledger_here", what, where="ledger")


@contextmanager
def _at(url: str) -> Iterator[Parlour]:
    """Yield the parlour's database, and tell in words what goes wrong there."""
    if not url:
        raise Refused("bad_database_url", "database_url is not set", where="database_url")
    parlour = Parlour(url)
    try:
        yield parlour
    except SQLAlchemyError as error:
        what = f"the parlour's database is away: {getattr(error, 'orig', error)}"
        raise Refused("parlour_away", what, where="database_url") from error
    finally:
        parlour.close()


def _hand_on(places: Places, table_id: str, parlour: Parlour, kiosk_id: str) -> None:
    """Give the database what the file here has more, and the names of its people."""
    store = SqliteStore(places.ledger, SystemClock(), boot_id="take", table_id=table_id)
    try:
        rows = store.rows(max(0, parlour.head(table_id).seq - 1))
        if rows:
            parlour.push(rows, kiosk_id, parlour.lead(table_id, kiosk_id))
        parlour.keep_people(table_id, store.everybody())
    except (BrokenChainError, TakenError) as error:
        what = f"another kiosk led this table, and the file here is another history: {error}"
        raise Refused("table_taken", what, where="table") from error
    finally:
        store.close()


def _last(places: Places, table_id: str) -> EventRow | None:
    """Return the last event of the ledger here; none where there is none."""
    store = SqliteStore(places.ledger, SystemClock(), boot_id="take", table_id=table_id)
    try:
        rows = store.rows(max(0, store.head().seq - 1), 1)
        return rows[0] if rows else None
    finally:
        store.close()


def _has(places: Places, table_id: str, last: EventRow) -> bool:
    """Return whether the ledger here has the event *last* of the parlour's history."""
    store = SqliteStore(places.ledger, SystemClock(), boot_id="take", table_id=table_id)
    try:
        return last in store.rows(last.seq - 1, 1)
    finally:
        store.close()
