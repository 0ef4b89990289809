"""What the ledger is given and gives back: changes, entries, people, and whole rows.

A row proves itself: its hash covers every other column and the row before it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select

from kiosk.ledger import codec
from kiosk.ledger.schema import DRAFT, EVENT, OPERATION, PLAYER, TRANSFER
from kiosk.session import State, replay
from kiosk.session.event_faults import is_player
from kiosk.session.events import (
    HandSettled,
    HandVoided,
    LedgerEvent,
    PlayerId,
    PlayerReplaced,
    SessionOpened,
)
from rules.value import value


@value
class Entry:
    """One event as it stands in the ledger."""

    seq: int
    """1, 2, 3 … without a gap."""
    id: str
    """The operation that brought it about."""
    event: LedgerEvent
    hash: str
    """SHA-256 of the previous hash and this event's body, in hex."""
    at_ms: int
    """When it was written, by the clock on the wall of then; order is by *seq* alone."""


@value
class Player:
    """Someone who plays; the name stands here and nowhere in the log."""

    id: PlayerId
    name: str
    """Empty once the person asked to be forgotten."""


@value
class Change:
    """What one operation writes, all or nothing."""

    op_id: str
    """Names the operation; the same again is never written twice."""
    expected_seq: int
    """The ledger's last number as the operation saw it."""
    event: LedgerEvent | None = None
    draft: Mapping[str, Any] | None = None
    """The draft's JSON after it; `None` where no hand is at work."""
    answer: Mapping[str, Any] | None = None
    """What the operation is told, now and whenever it is sent again."""


class StaleError(Exception):
    """Another writer was faster: the ledger's last number is not the expected one."""


class RepeatedError(Exception):
    """The operation was carried out before; *answer* is what it was told then."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__("this operation was carried out before")
        self.answer = answer


class BrokenChainError(ValueError):
    """A row that does not follow from the one before it, or was changed after it was written."""


@value
class EventRow:
    """One row of the table of events."""

    table_id: str
    seq: int
    id: str
    kind: str
    at_wall: int
    boot_id: str
    at_mono: int
    actor: str
    epoch: int
    body: str
    hash: str

    def __post_init__(self) -> None:
        for name, sort in SORTS:
            if type(getattr(self, name)) is not sort:
                raise BrokenChainError(f"{name} of event {self.seq!r} is no {sort}")

    def follow(self, place: Place) -> Place:
        """Return where the chain stands after this row; raise `BrokenChainError` if it breaks."""
        if self.seq != place.seq + 1:
            raise BrokenChainError(f"event {place.seq + 1} is missing")
        header = tuple(getattr(self, name) for name in HEADER)
        if codec.chain_hash(place.hash, header, self.body) != self.hash:
            raise BrokenChainError(f"event {self.seq}: its hash does not fit")
        return Place(self.seq, self.hash)

    def event(self) -> LedgerEvent:
        """Return the event, an `UnreadableEvent` where the body is none."""
        return codec.event_of(self.kind, self.body)

    def to_line(self) -> str:
        """Return the row as one line of canonical JSON."""
        return codec.canonical(asdict(self)) + "\n"

    @classmethod
    def from_line(cls, line: str | bytes) -> EventRow:
        """Return the row that `to_line` wrote; raise `BrokenChainError` where there is none."""
        try:
            return cls(**json.loads(line))
        except (TypeError, ValueError) as error:
            raise BrokenChainError(f"no event in {line[:40]!r}: {error}") from error


@value
class Place:
    """How far a table's chain goes."""

    seq: int = 0
    hash: str = codec.GENESIS


BEGINNING: Final = Place()


NUMBERS: Final = frozenset({"seq", "at_wall", "at_mono", "epoch"})
SORTS: Final = tuple(
    (field.name, int if field.name in NUMBERS else str) for field in fields(EventRow)
)
"""What is a whole number in a row, and what is text."""
HEADER: Final = tuple(field.name for field in fields(EventRow))[:-2]
"""What a row's hash covers besides the hash before it and the body, in this order."""


WHOLE: Final = select(*(EVENT.c[field.name] for field in fields(EventRow))).where(
    EVENT.c.table_id == bindparam("table")
)
ROWS: Final = (
    WHOLE.where(EVENT.c.seq > bindparam("after")).order_by(EVENT.c.seq).limit(bindparam("most"))
)
ROW: Final = WHOLE.where(EVENT.c.seq == bindparam("seq"))


def rows_of(
    connection: Connection, table_id: str, after: int = 0, most: int | None = None
) -> Iterator[EventRow]:
    """Yield at most *most* rows of a table after event number *after*, in order."""
    values = {"table": table_id, "after": after, "most": sys.maxsize if most is None else most}
    for row in connection.execute(ROWS, values):
        yield EventRow(*row)


HEAD: Final = (
    select(EVENT.c.seq, EVENT.c.hash)
    .where(EVENT.c.table_id == bindparam("table"))
    .order_by(EVENT.c.seq.desc())
    .limit(1)
)


def head_of(connection: Connection, table_id: str) -> Place:
    """Return how far a table's chain goes."""
    row = connection.execute(HEAD, {"table": table_id}).one_or_none()
    return Place() if row is None else Place(*row)


LAST_OPENING: Final = (
    select(EVENT.c.seq)
    .where(EVENT.c.table_id == bindparam("table"), EVENT.c.kind == "session_opened")
    .order_by(EVENT.c.seq.desc())
    .limit(1)
)


def last_opening(connection: Connection, table_id: str) -> int:
    """Return the number of the event that opened the last session, 0 where none was."""
    return connection.execute(LAST_OPENING, {"table": table_id}).scalar_one_or_none() or 0


def place_of(connection: Connection, table_id: str, seq: int) -> Place:
    """Return event number *seq* with the hash that is written for it; the beginning for none."""
    row = _row_at(connection, table_id, seq)
    return Place() if row is None else Place(row.seq, row.hash)


def event_at(connection: Connection, table_id: str, seq: int) -> LedgerEvent:
    """Return event number *seq* of a table; raise `LookupError` where there is none."""
    row = _row_at(connection, table_id, seq)
    if row is None:
        raise LookupError(f"there is no event {seq}")
    return row.event()


def _row_at(connection: Connection, table_id: str, seq: int) -> EventRow | None:
    row = connection.execute(ROW, {"table": table_id, "seq": seq}).one_or_none()
    return None if row is None else EventRow(*row)


def tables_of(connection: Connection) -> tuple[str, ...]:
    """Return the names of the tables that have events."""
    query = select(EVENT.c.table_id).distinct().order_by(EVENT.c.table_id)
    return tuple(connection.execute(query).scalars())


def transfers_of(row: EventRow, find: Callable[[int], LedgerEvent]) -> list[dict[str, Any]]:
    """Return the transfer rows of *row*; *find* gives an earlier event of its table."""
    postings = codec.stored_postings(row.event(), find)
    place = {"table_id": row.table_id, "seq": row.seq}
    return [{**place, "ord": ord_, **asdict(each)} for ord_, each in enumerate(postings)]


class Replay:
    """Writes rows of one table that come from elsewhere, with all that follows from them."""

    def __init__(self, connection: Connection, table_id: str) -> None:
        """Go on after what is in the ledger; raise `ValueError` where that does not fit."""
        self._connection = connection
        self.place = Place()
        self.hands = 0
        self._state = State()
        self._events: dict[int, LedgerEvent] = {}
        self._people: set[PlayerId] = set()
        for row in rows_of(connection, table_id):
            self._fold(row)

    def add(self, rows: Iterable[EventRow]) -> int:
        """Write those of *rows* that go on from here and return how many; end at the first break.

        What stands there already is passed over.
        """
        count = 0
        for row in rows:
            if row.seq <= self.place.seq:
                continue
            try:
                self._fold(row)
            except BrokenChainError:
                break
            self._write(row)
            count += 1
        return count

    def keep_numbers(self) -> None:
        """Keep a place for people whose names are lost, so that nobody else gets their number."""
        numbers = set(self._connection.execute(select(PLAYER.c.number)).scalars())
        for number in sorted({number_of(player) for player in self._people} - numbers):
            nobody = {"number": number, "name": "", "called": "", "last_seen": 0}
            self._connection.execute(insert(PLAYER).values(**nobody))

    def _fold(self, row: EventRow) -> None:
        """Take *row* as the next event of the state."""
        place, event = row.follow(self.place), row.event()
        self._state = replay(self._state, event, row.seq)
        self._events[row.seq], self.place = event, place
        if self._state.follows(row.seq):
            self.hands += isinstance(event, HandSettled) - isinstance(event, HandVoided)
        self._people.update(filter(is_player, people_of(event)))

    def _write(self, row: EventRow) -> None:
        self._connection.execute(insert(EVENT).values(**asdict(row)))
        self._connection.execute(delete(DRAFT).where(DRAFT.c.table_id == row.table_id))
        if transfers := transfers_of(row, self._events.__getitem__):
            self._connection.execute(insert(TRANSFER), transfers)
        answer_text = json.dumps({"seq": row.seq, "stage": str(self._state.stage)})
        answer = {"table_id": row.table_id, "id": row.id, "seq": row.seq, "answer": answer_text}
        self._connection.execute(insert(OPERATION).values(**answer))


def people_of(event: LedgerEvent) -> tuple[PlayerId, ...]:
    """Return who comes to the table with *event*."""
    match event:
        case SessionOpened(players=players, bench=bench):
            return (*players, *bench)
        case PlayerReplaced(player=player):
            return (player,)
        case _:
            return ()


def number_of(player: PlayerId) -> int:
    """Return the number under which the person's name stands."""
    return int(player.removeprefix("p"))
