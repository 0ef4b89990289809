"""A whole ledger as one text, JSON or CSV, and back: an import exports to the same bytes."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, func, insert, select

from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.ledger.export_format import COLUMNS, FORMAT, MARK, Line, lines_of
from kiosk.ledger.rows import EventRow, Replay, rows_of, tables_of
from kiosk.ledger.schema import PLAYER
from kiosk.ledger.sqlite import connect, prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

MOST_TROUBLES: Final = 50
"""Lines that a preview names; more would be no help."""

Json = dict[str, Any]


def export(ledger: Path, form: str) -> str:
    """Return everything in *ledger* but the hand at work, as `json` or `csv`."""
    engine = connect(ledger, read_only=True)
    try:
        with engine.begin() as connection:
            rows = [row for table in tables_of(connection) for row in rows_of(connection, table)]
            query = select(PLAYER).order_by(PLAYER.c.number)
            players = [row._asdict() for row in connection.execute(query)]
    finally:
        engine.dispose()
    return WRITERS[form](rows, players)


@dataclass(frozen=True, slots=True)
class Incoming:
    """What an export has more of one table than the ledger."""

    table_id: str
    events: int
    sessions: int
    hands: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """One line that cannot be taken in, and why."""

    line: int
    """0 where it is the text as a whole."""
    what: str
    """Why, in English."""
    sort: str
    """The same for the screens, roughly: its words are `ui.import.<sort>`."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What taking an export in would do."""

    tables: tuple[Incoming, ...]
    players: int
    """People who are not known here yet."""
    troubles: tuple[Trouble, ...]
    """In the order of the lines, at most `MOST_TROUBLES`; with any, nothing is taken in."""

    @property
    def events(self) -> int:
        """Return how many events are new."""
        return sum(table.events for table in self.tables)


def preview(ledger: Path, text: str) -> Preview:
    """Return what taking *text* into *ledger* would do; nothing is written."""
    return _taken(ledger, text, writes=False)


def import_into(ledger: Path, text: str) -> int:
    """Write what *text*, of either form, has more than *ledger*; return how many events.

    Raise `Refused` with `bad_import` where it is damaged or of another history; then nothing is
    written.
    """
    taken = _taken(ledger, text, writes=True)
    if taken.troubles:
        first = taken.troubles[0]
        where = f"line {first.line}: " if first.line else ""
        raise Refused("bad_import", f"{where}{first.what}", where="import")
    return taken.events


def _taken(ledger: Path, text: str, *, writes: bool) -> Preview:
    """Return what *text* brings; it stays written only if it *writes* and nothing is wrong."""
    lines = list(lines_of(text))
    engine = connect(ledger)
    try:
        with engine.connect() as connection, connection.begin() as writing:
            prepare(connection)
            taken = _take(connection, lines)
            if taken.troubles or not writes:
                writing.rollback()
        return taken
    finally:
        engine.dispose()


def _take(connection: Connection, lines: list[Line]) -> Preview:
    """Write *lines* as far as they are sound; return what they bring."""
    troubles = [_unreadable(line) for line in lines if line.wrong]
    before = connection.execute(select(func.count()).select_from(PLAYER)).scalar_one()
    troubles += _enrol(connection, [line for line in lines if line.player is not None])
    after = connection.execute(select(func.count()).select_from(PLAYER)).scalar_one()
    tables: dict[str, list[Line]] = {}
    for line in lines:
        if line.row is not None:
            tables.setdefault(line.row.table_id, []).append(line)
    found = []
    for table_id, own in sorted(tables.items()):
        new, wrong = _add(connection, table_id, own)
        found.append(_incoming(table_id, new))
        troubles += wrong
    troubles.sort(key=lambda one: one.line)
    return Preview(tuple(found), after - before, tuple(troubles[:MOST_TROUBLES]))


def _unreadable(line: Line) -> Trouble:
    return Trouble(line.number, line.wrong, "unreadable" if line.number else "no_export")


def _incoming(table_id: str, new: list[EventRow]) -> Incoming:
    """Return what the *new* rows of a table are."""
    kinds = [row.kind for row in new]
    return Incoming(table_id, len(new), kinds.count("session_opened"), kinds.count("hand_settled"))


def _enrol(connection: Connection, lines: list[Line]) -> Iterator[Trouble]:
    """Write the players; yield those whose number is somebody else's here."""
    known = {row.number: row.name for row in connection.execute(select(PLAYER))}
    for line in lines:
        assert line.player is not None
        number, name = line.player["number"], line.player["name"]
        if number not in known:
            connection.execute(insert(PLAYER).values(**line.player))
            known[number] = name
        elif known[number] != name:
            yield Trouble(line.number, f"player {number} is somebody else here", "player")


def _add(
    connection: Connection, table_id: str, lines: list[Line]
) -> tuple[list[EventRow], list[Trouble]]:
    """Write the rows of one table; return the new ones, and the first that does not follow."""
    replay = Replay(connection, table_id)
    there = {row.seq: row.hash for row in rows_of(connection, table_id)}
    new: list[EventRow] = []
    for line in lines:
        row = line.row
        assert row is not None
        if there.get(row.seq, row.hash) != row.hash:
            what = f"{table_id} has another history here"
            return new, [Trouble(line.number, what, "history")]
        if row.seq in there:
            continue
        if not replay.add([row]):
            due = replay.place.seq + 1
            why = "it was changed" if row.seq == due else f"event {due} is due"
            what = f"event {row.seq} of {table_id} does not follow: {why}"
            return new, [Trouble(line.number, what, "changed" if row.seq == due else "gap")]
        new.append(row)
    return new, []


def _to_json(rows: list[EventRow], players: list[Json]) -> str:
    """Return one line for each event and player, in an object that any program reads."""
    events = ",\n".join(row.to_line().rstrip("\n") for row in rows)
    people = ",\n".join(codec.canonical(player) for player in players)
    return f'{{"jantaku":{FORMAT},"events":[\n{events}\n],"players":[\n{people}\n]}}\n'


def _to_csv(rows: list[EventRow], players: list[Json]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow((*COLUMNS, MARK))
    for row in rows:
        out.writerow(("event", *asdict(row).values()))
    for player in players:
        rest = {name: value for name, value in player.items() if name != "number"}
        line = {"what": "player", "seq": player["number"], "body": codec.canonical(rest)}
        out.writerow([line.get(name, "") for name in COLUMNS])
    return text.getvalue()


WRITERS: Final[Mapping[str, Callable[[list[EventRow], list[Json]], str]]] = {
    "csv": _to_csv,
    "json": _to_json,
}
