"""Is this ledger whole? Everything that can be recomputed is recomputed and compared.

SQLite's own check misses most damage inside a row; the hash chain finds it, the postings are made
again from the settlements, and the events are folded once more. Rows that are in no chain have all
their columns in an index too, which SQLite's check compares with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Row, create_engine, func, select
from sqlalchemy.exc import DBAPIError

from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.ledger.progress import Progress, ignore_progress
from kiosk.ledger.rows import event_at, head_of
from kiosk.ledger.schema import EVENT, OPERATION, TRANSFER, make_tables
from kiosk.ledger.sqlite import connect, version_of
from kiosk.session import Session, State, replay
from kiosk.session.events import (
    BANK,
    POT,
    Account,
    EventWithdrawn,
    HandSettled,
    HandVoided,
    LedgerEvent,
    SessionOpened,
    Transfer,
    UnreadableEvent,
    balance,
    seat_account,
)
from kiosk.session.state import EventFault

STEPS: Final = 100_000
"""Of SQLite's machine between two looks at whether to go on: about a millisecond."""
DAMAGED: Final = (DBAPIError, Refused, TypeError, ValueError)
"""What reading brings about where bits are flipped: they may change the type of a value."""


@dataclass(frozen=True, slots=True)
class Damage:
    """One thing that is not as it was written."""

    where: str
    """`event 12`, `transfers of event 12`, `file`."""
    what: str
    """What is wrong, in English."""
    sort: str
    """The same for the screens, roughly: its words are `ui.damage.<sort>`."""
    event: int = 0
    """The event's number, 0 where it is not about one."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a verification found."""

    events: int
    """Events that are whole, from the first on."""
    hands: int
    """Hands that count: settled and not voided."""
    last_hash: str
    """The chain's end; write it down to prove later that nothing was cut off."""
    damage: tuple[Damage, ...]
    faults: tuple[EventFault, ...] = ()
    """Events that are as they were written, but do not follow from those before them, and that
    nobody has taken back."""

    @property
    def is_whole(self) -> bool:
        """Return whether all is as it was written."""
        return not self.damage


def verify(path: Path, progress: Progress = ignore_progress) -> Report:
    """Return what is found in the ledger at *path*; the file is only read.

    Raise what *progress* raises.
    """
    engine = connect(path, read_only=True)
    try:
        with engine.begin() as connection:
            audit = _Audit(connection, progress)
            damage = tuple(audit.run())
            return Report(audit.events, audit.hands, audit.last_hash, damage, tuple(audit.faults))
    except DAMAGED as error:
        progress(1.0)  # where it has ended SQLite's own check, it raises here
        unreadable = Damage("file", f"cannot be read: {error}", "unreadable")
        return Report(0, 0, codec.GENESIS, (unreadable,))
    finally:
        engine.dispose()


def newest_ms(path: Path) -> int:
    """Return the wall time of the latest event of the ledger at *path*; 0 where none can be read.

    Milliseconds since 1970, UTC: what is earlier now than this, is so by a clock that is wrong.
    """
    engine = connect(path, read_only=True)
    try:
        with engine.begin() as connection:
            return int(connection.execute(select(func.max(EVENT.c.at_wall))).scalar() or 0)
    except DAMAGED:
        return 0
    finally:
        engine.dispose()


class _Audit:
    """One pass over a ledger; stops following a table's chain where it is broken."""

    def __init__(self, connection: Connection, progress: Progress) -> None:
        self._connection = connection
        self._progress = progress
        raw: Any = connection.connection.driver_connection
        raw.set_progress_handler(partial(progress, 0.0), STEPS)  # ends the statement if it raises
        self.events = 0
        self.hands = 0
        self.last_hash = codec.GENESIS
        self.faults: list[EventFault] = []

    def run(self) -> Iterator[Damage]:
        """Yield everything that is wrong, the file first, then the events in order."""
        yield from self._file()
        tables = self._connection.execute(select(EVENT.c.table_id).distinct()).scalars().all()
        for table_id in tables:
            yield from self.table(table_id)
        yield from self._strangers()

    def _file(self) -> Iterator[Damage]:
        """Yield what SQLite's own check finds, and what is missing of the schema."""
        for line in self._connection.exec_driver_sql("PRAGMA integrity_check").scalars():
            if line != "ok":
                yield Damage("file", line, "file")
        version = version_of(self._connection)
        expected, actual = _schema_made_new(version), _schema(self._connection)
        for name in sorted({name for name, _ in expected ^ actual}):
            yield Damage("file", f"{name} is not as this program makes it", "schema")

    def table(self, table_id: str) -> Iterator[Damage]:
        """Yield the first break in one table's chain, or everything that its events disagree on."""
        state, last_hash, last = State(), codec.GENESIS, 0
        accounts = Counter[Account]()
        query = select(EVENT).where(EVENT.c.table_id == table_id).order_by(EVENT.c.seq)
        transfers = _Transfers(self._connection, table_id)
        head = head_of(self._connection, table_id)
        for row in self._connection.execute(query):
            try:
                event = _check_row(row, last + 1, last_hash)
            except (TypeError, ValueError) as error:
                yield Damage(f"event {row.seq}", str(error), "changed", row.seq)
                return
            state = replay(state, event, row.seq)
            expected = codec.stored_postings(event, self._before(table_id, row.seq))
            if transfers.of(row.seq) != expected:
                what = "not what the settlement says"
                yield Damage(f"transfers of event {row.seq}", what, "transfers", row.seq)
            last, last_hash = row.seq, row.hash
            self.events += 1
            if state.follows(row.seq):
                self.hands += isinstance(event, HandSettled) - isinstance(event, HandVoided)
                accounts = _after(accounts, event, expected)
            self._progress(last / head.seq)
        self.last_hash = last_hash
        self.faults += state.faults
        yield from self._cut_off(table_id, last)
        yield from _disagreement(accounts, state.session)

    def _before(self, table_id: str, seq: int) -> Callable[[int], LedgerEvent]:
        """Return what gives an event of the table by its number, if it came before event *seq*."""

        def find(number: int) -> LedgerEvent:
            if number >= seq:
                raise KeyError(f"event {number} does not come before event {seq}")
            return event_at(self._connection, table_id, number)

        return find

    def _cut_off(self, table_id: str, last: int) -> Iterator[Damage]:
        """Yield what was answered and is not there: events lost from the end."""
        query = select(func.max(OPERATION.c.seq)).where(OPERATION.c.table_id == table_id)
        answer_seq = self._connection.execute(query).scalar()
        if answer_seq is not None and answer_seq > last:
            what = f"missing: event {answer_seq} was confirmed once"
            yield Damage(f"event {last + 1}", what, "missing", last + 1)

    def _strangers(self) -> Iterator[Damage]:
        """Yield transfers that belong to no event."""
        rows = self._connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if rows:
            yield Damage("transfers", f"{len(rows)} belong to no event", "transfers")


def _after(
    accounts: Counter[Account], event: LedgerEvent, rows: tuple[Transfer, ...]
) -> Counter[Account]:
    """Return what each of *accounts* has gained in its session after an event with these *rows*."""
    match event:
        case SessionOpened():
            return Counter()
        case EventWithdrawn():
            return accounts  # what it reverses was never counted
        case _:
            accounts.update(balance(rows))
            return accounts


def _disagreement(accounts: Mapping[Account, int], session: Session | None) -> Iterator[Damage]:
    """Yield a disagreement between *accounts* and the totals that the screens show."""
    if session is None:
        return
    standing = session.standing
    gains = (total - session.start_score for total in standing.everyones)
    totals = {seat_account(seat): gain for seat, gain in enumerate(gains)}
    totals |= {POT: standing.pot, BANK: standing.bank}
    if any(accounts[account] != points for account, points in totals.items()):
        what = f"accounts say {dict(accounts)}, the screens {totals}"
        yield Damage("totals", what, "totals")


class _Transfers:
    """The transfers of one table as they are written, event by event, in one pass."""

    def __init__(self, connection: Connection, table_id: str) -> None:
        query = select(TRANSFER).where(TRANSFER.c.table_id == table_id)
        self._rows = iter(connection.execute(query.order_by(TRANSFER.c.seq, TRANSFER.c.ord)))
        self._next = next(self._rows, None)

    def of(self, seq: int) -> tuple[Transfer, ...] | None:
        """Return those of event *seq*, asked for in order; `None` where one is no transfer."""
        rows = []
        while self._next is not None and self._next.seq <= seq:
            rows.append(self._next)
            self._next = next(self._rows, None)
        if [(row.seq, row.ord) for row in rows] != [(seq, ord_) for ord_ in range(len(rows))]:
            return None
        try:
            return tuple(_transfer(row) for row in rows)
        except ValueError:
            return None


def _schema(connection: Connection) -> set[tuple[str, str]]:
    query = "SELECT name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'"
    return {(str(name), str(text)) for name, text in connection.exec_driver_sql(query)}


@cache
def _schema_made_new(version: int) -> frozenset[tuple[str, str]]:
    """Return what `_schema` says of a ledger of *version* made by this program."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            make_tables(connection, version)
            return frozenset(_schema(connection))
    finally:
        engine.dispose()


def _check_row(row: Row[Any], number: int, last_hash: str) -> LedgerEvent:
    """Return the event of *row* after comparing number, hash and form; raise `ValueError`."""
    if row.seq != number:
        raise ValueError(f"event {number} is missing")
    header = (
        row.table_id,
        row.seq,
        row.id,
        row.kind,
        row.at_wall,
        row.boot_id,
        row.at_mono,
        row.actor,
        row.epoch,
    )
    if codec.chain_hash(last_hash, header, row.body) != row.hash:
        raise ValueError("its hash does not fit: it was changed after it was written")
    event = codec.event_of(row.kind, row.body)
    is_event = not isinstance(event, UnreadableEvent)
    if is_event and codec.body_of(event) != row.body:
        raise ValueError("its body is not in canonical form")
    return event


def _transfer(row: Row[Any]) -> Transfer:
    """Return the transfer of a row; raise `ValueError` where it is none."""
    texts = (row.debit, row.credit, row.reason)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{texts}: not all of it is text")
    return Transfer(row.debit, row.credit, row.amount, row.reason)
