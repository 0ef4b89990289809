"""Takes a table over from another kiosk, with the history that the parlour has of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from kiosk.clock import SystemClock
from kiosk.errors import Refused
from kiosk.ledger.backup import restore
from kiosk.ledger.rows import EventRow
from kiosk.ledger.safekeeping import Places
from kiosk.ledger.store import LedgerStore
from kiosk.parlour.feed import Parlour


@dataclass(frozen=True, slots=True)
class Takeover:
    """A table that this kiosk leads now."""

    events: int
    epoch: int


class _Rows:
    """Rows that came from elsewhere, where a tape is asked for."""

    def __init__(self, rows: tuple[EventRow, ...]) -> None:
        self._rows = rows

    def rows(self) -> Iterator[EventRow]:
        """Yield the rows, in order."""
        return iter(self._rows)


def take(places: Places, table_id: str, url: str, kiosk_id: str) -> Takeover:
    """Lead *table_id* from now on, with the history that the parlour has of it.

    A ledger here that is another history is kept under another name. Raise `Refused`: the
    parlour's database is not named, or away.
    """
    with _at(url) as parlour:
        epoch = parlour.take(table_id, kiosk_id)
        rows = parlour.rows(table_id)
        people = parlour.people(table_id)
    if rows and not _has(places, table_id, rows[-1]):
        restore(places.ledger, table_id, (), _Rows(rows), SystemClock().wall_ms())
    store = LedgerStore(places.ledger, SystemClock(), boot_id="take", table_id=table_id)
    try:
        store.keep_people(people)
        store.keep_lease(kiosk_id, epoch)
        return Takeover(store.head().seq, epoch)
    finally:
        store.close()


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


def _has(places: Places, table_id: str, last: EventRow) -> bool:
    """Return whether the ledger here has the event *last* of the parlour's history."""
    store = LedgerStore(places.ledger, SystemClock(), boot_id="take", table_id=table_id)
    try:
        return last in store.rows(last.seq - 1, 1)
    finally:
        store.close()
