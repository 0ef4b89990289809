"""The ledger on the parlour's PostgreSQL: there the network is the commit point.

The tables are those that other tables are handed on to. Kiosks that are pointed here share one
lease: whichever writes first is first, and the others see it before they write. A kiosk with an
older epoch is turned away, as is everyone while a kiosk with a file of its own leads the table.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from kiosk.errors import Refused
from kiosk.ledger.backup import write_file
from kiosk.ledger.book import DRAFTED, Book
from kiosk.ledger.rows import BrokenChainError, head_of, number_of, people_of, rows_of
from kiosk.ledger.verify import Report, verify_table
from kiosk.parlour.feed import PERSON, Parlour, TakenError, held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kiosk.clock import Clock
    from kiosk.ledger.quick import Saying
    from kiosk.ledger.rows import EventRow
    from kiosk.ledger.store import Change

T = TypeVar("T")

HOLDER: Final = "(database)"
"""In the lease: every kiosk that commits here, and none with a file of its own."""
AWAY: Final = "database_away"
PATIENCE_S: Final = 3.0
"""How long people wait for a silent line before they are told."""
LINES: Final = 8
FAILURES: Final[Mapping[str, str]] = {
    "53100": "disk_full",
    "25006": "ledger_read_only",
    "55P03": "ledger_busy",
}
"""PostgreSQL's number of an error, and the refusal that it means."""


class PostgresStore(Book):
    """One table's events, drafts and players on a server; safe to call from any thread."""

    people = PERSON
    name_of = select(PERSON.c.name).where(
        PERSON.c.number == bindparam("person"), PERSON.c.table_id == bindparam("table_id")
    )

    def __init__(self, parlour: Parlour, clock: Clock, *, boot_id: str, table_id: str) -> None:
        """Join the table's lease; raise `Refused` where the database is away or another leads.

        The *parlour* is this book's from now on.
        """
        super().__init__(clock, boot_id, table_id)
        self._parlour = parlour
        self._away = ""
        self._seen: tuple[int, str | None] = (0, None)
        try:
            with _told_apart():
                self._epoch = parlour.lead(table_id, HOLDER)
            self._keep_numbers()
        except Refused:
            self.close()
            raise

    @property
    def parlour(self) -> Parlour:
        """Return the database that it lies in."""
        return self._parlour

    def look(self) -> bool:
        """Return whether another kiosk has written here since the last look or own write.

        Raise `Refused` where the database is away, or another kiosk has taken the table; while it
        is away nothing else here waits for it.
        """
        try:
            with _told_apart(), self._parlour.working() as connection:
                self._check_lease(connection)
                draft = connection.execute(DRAFTED, {"table": self.table_id}).scalar()
                found = head_of(connection, self.table_id).seq, draft
                named = self._names_now(connection)
        except Refused as refused:
            self._away = str(refused) if refused.code == AWAY else ""
            raise
        self._away, self._named = "", named
        is_news, self._seen = found != self._seen, found
        return is_news

    @contextmanager
    def as_file(self) -> Iterator[Path]:
        """Yield a SQLite file of the whole ledger, made now and gone afterwards."""
        rows, people = self.rows(), self.everybody()
        with tempfile.TemporaryDirectory(prefix="jantaku-ledger-") as name:
            path = Path(name) / "ledger.sqlite"
            write_file(path, self.table_id, rows, people)
            yield path

    def take_in(self, rows: Sequence[EventRow], people: Sequence[Mapping[str, Any]]) -> None:
        """Write *rows* after what is here, and the names of *people*; known ones stay.

        Raise `Refused`: as any writing, and with `stale` where somebody wrote meanwhile.
        """
        try:
            with _told_apart():
                self._parlour.keep_people(self.table_id, people)
                if rows:
                    self._parlour.push(rows, HOLDER, self._epoch)
        except BrokenChainError as broken:
            raise Refused("stale", f"another screen was faster: {broken}", where="seq") from broken
        self._named = {}

    def answer(self, op_id: str) -> Mapping[str, Any] | None:
        """Return what operation *op_id* was told, if it was carried out."""
        return self._tried(lambda: super(PostgresStore, self).answer(op_id))

    def close(self) -> None:
        """Let go of the database."""
        self._parlour.close()

    def _tried(self, work: Callable[[], T]) -> T:
        """Return what *work* brings, tried once more where its line had broken unnoticed."""
        try:
            return work()
        except Refused as refused:
            if refused.code != AWAY or self._away:
                raise
            return work()

    def _commit(self, change: Change) -> int:
        """Write *change*; tried again, it is known by its name and never written twice."""
        seq = self._tried(lambda: super(PostgresStore, self)._commit(change))
        draft = change.draft
        self._seen = seq, None if draft is None else json.dumps(draft, ensure_ascii=False)
        return seq

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        self._check_near()
        with _told_apart(), self._parlour.working() as connection:
            self._check_lease(connection)
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        self._check_near()
        with _told_apart(), self._parlour.working() as connection:
            yield connection

    def _epoch_to_add(self, connection: Saying) -> int:  # noqa: ARG002 -- the book's form
        return self._epoch

    def _whose(self) -> dict[str, Any]:
        return {"table_id": self.table_id}

    def _check_near(self) -> None:
        """Raise `Refused` at once while the database is known to be away."""
        if self._away:
            raise Refused(AWAY, self._away, where="ledger")

    def _check_lease(self, connection: Connection) -> None:
        """Hold the lease until the transaction ends; raise `TakenError` where it is another's."""
        epoch = held(connection, self.table_id, HOLDER)
        if epoch != self._epoch:
            raise TakenError(f"with epoch {epoch}")

    def _names_now(self, connection: Connection) -> dict[int, str]:
        """Return the names that screens show, as they are now: they are shown in an outage too."""
        query = select(PERSON.c.number, PERSON.c.name).where(
            PERSON.c.table_id == self.table_id, PERSON.c.number.in_(self._named)
        )
        return {row.number: row.name for row in connection.execute(query)}

    def _keep_numbers(self) -> None:
        """Keep a place for people of the history who have none here: their names were elsewhere."""
        with self._writing() as connection:
            events = (row.event() for row in rows_of(connection, self.table_id))
            told = {number_of(player) for event in events for player in people_of(event)}
            query = select(PERSON.c.number).where(PERSON.c.table_id == self.table_id)
            for number in sorted(told - set(connection.execute(query).scalars())):
                nobody = {"number": number, "name": "", "called": "", "last_seen": 0}
                connection.execute(insert(PERSON).values(**self._whose(), **nobody))


def report_of(url: str, table_id: str) -> Report:
    """Return what a verification of a table's events on the server finds."""
    parlour = Parlour(url, PATIENCE_S)
    try:
        with _told_apart(), parlour.working() as connection:
            return verify_table(connection, table_id)
    finally:
        parlour.close()


@contextmanager
def _told_apart() -> Iterator[None]:
    """Turn the driver's errors into refusals that say what to do."""
    try:
        yield
    except TakenError as taken:
        what = f"kiosk {taken} leads this table now: play on there, or take it back"
        raise Refused("table_taken", what, where="table") from taken
    except (InterfaceError, OperationalError, PoolTimeoutError, OSError) as error:
        what = str(getattr(error, "orig", error)).strip()
        code = FAILURES.get(getattr(getattr(error, "orig", None), "sqlstate", None) or "", AWAY)
        raise Refused(code, f"nothing was answered: {what}", where="ledger") from error
    except DBAPIError as error:
        what = f"nothing was saved: {error.orig}"
        raise Refused("ledger_failed", what, where="ledger") from error
