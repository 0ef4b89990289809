"""A whole ledger as one text, JSON or CSV, and back: an import exports to the same bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select

from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.ledger.rows import NUMBERS, BrokenChainError, EventRow, Replay, rows_of, tables_of
from kiosk.ledger.schema import PLAYER
from kiosk.ledger.sqlite import connect, prepare

Json = dict[str, Any]

FORMAT: Final = 1
"""Of both texts; raised when one of an older program could not read them any more."""
COLUMNS: Final = ("what", *(field.name for field in fields(EventRow)))
"""Of the CSV: `what` is `event` or `player`; a player has the number in `seq`, the rest in `body`.

The first line is the header, and its last column names the format.
"""
MARK: Final = f"jantaku-{FORMAT}"
PLAYER_KEYS: Final = frozenset({"number", "name", "called", "last_seen"})
WRONG: Final = (AttributeError, BrokenChainError, KeyError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an export: an event or a player, or why it is neither."""

    number: int
    """From 1; 0 where it is the text as a whole."""
    row: EventRow | None = None
    player: Json | None = None
    wrong: str = ""


def lines_of(text: str) -> Iterator[Line]:
    """Yield every line of *text* that is not just layout; its form is JSON or CSV."""
    try:
        yield from (_from_json if text.startswith("{") else _from_csv)(text)
    except json.JSONDecodeError as error:
        yield Line(error.lineno, wrong=f"no JSON: {error.msg}")
    except (*WRONG, csv.Error) as error:
        yield Line(0, wrong=f"this is no export of a ledger: {error}")


def _from_json(text: str) -> Iterator[Line]:
    data = json.loads(text)
    if data["jantaku"] != FORMAT:
        raise ValueError(f"format {data['jantaku']!r}, this program reads {FORMAT}")
    events, players = list(data["events"]), list(data["players"])
    places = iter(_places(text, [*events, *players]))
    for event, place in zip(events, places, strict=False):
        yield _check_line(place, partial(_json_event, place, event))
    for player, place in zip(players, places, strict=False):
        yield _check_line(place, partial(_json_player, place, player))


def _json_event(number: int, event: Json) -> Line:
    return Line(number, row=EventRow(**event))


def _json_player(number: int, player: Json) -> Line:
    return Line(number, player=_player(player))


def _places(text: str, values: list[Any]) -> list[int]:
    """Return the line of each of *values*: an export writes each on one; otherwise 0."""
    lines = enumerate(text.split("\n"), 1)
    numbers = [number for number, line in lines if line.startswith('{"') and number > 1]
    return numbers if len(numbers) == len(values) else [0] * len(values)


def _from_csv(text: str) -> Iterator[Line]:
    csv.field_size_limit(len(text))
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    if next(reader, None) != [*COLUMNS, MARK]:
        raise ValueError(f"the first line is not that of {MARK}")
    for cells in reader:
        yield _check_line(reader.line_num, partial(_line_of, reader.line_num, cells))


def _line_of(number: int, cells: list[str]) -> Line:
    """Return what the *cells* of a line say; raise one of `WRONG` where they say nothing."""
    columns = dict(zip(COLUMNS, cells, strict=True))
    match columns.pop("what"):
        case "event":
            return Line(number, row=_event_of(columns))
        case "player":
            player = {**json.loads(columns["body"]), "number": int(columns["seq"])}
            return Line(number, player=_player(player))
        case what:
            raise ValueError(f"{what!r} is neither event nor player")


def _check_line(number: int, read: Callable[[], Line]) -> Line:
    """Return the line that *read* gives, or what is wrong with it."""
    try:
        return read()
    except WRONG as error:
        return Line(number, wrong=str(error))


def _event_of(columns: dict[str, str]) -> EventRow:
    """Return the row of one line; raise `ValueError` for a number that is none."""
    values = {name: int(text) if name in NUMBERS else text for name, text in columns.items()}
    return EventRow(**values)  # type: ignore[arg-type]  # the names are its fields


def _player(player: Json) -> Json:
    """Return *player* if it is one; raise `ValueError` otherwise."""
    texts = (player.get("name"), player.get("called"))
    numbers = (player.get("number"), player.get("last_seen"))
    sound = (
        player.keys() == PLAYER_KEYS
        and all(type(text) is str for text in texts)
        and all(type(number) is int for number in numbers)
    )
    if not sound:
        raise ValueError("a player that is none")
    return player


MOST_TROUBLES: Final = 50
"""Lines that a preview names; more would be no help."""


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
    return _bring_in(ledger, text, writes=False)


def import_into(ledger: Path, text: str) -> int:
    """Write what *text*, of either form, has more than *ledger*; return how many events.

    Raise `Refused` with `bad_import` where it is damaged or of another history; then nothing is
    written.
    """
    result = _bring_in(ledger, text, writes=True)
    if result.troubles:
        first = result.troubles[0]
        where = f"line {first.line}: " if first.line else ""
        raise Refused("bad_import", f"{where}{first.what}", where="import")
    return result.events


def _bring_in(ledger: Path, text: str, *, writes: bool) -> Preview:
    """Return what *text* brings; it stays written only if it *writes* and nothing is wrong."""
    lines = list(lines_of(text))
    engine = connect(ledger)
    try:
        with engine.connect() as connection, connection.begin() as writing:
            prepare(connection)
            result = _take(connection, lines)
            if result.troubles or not writes:
                writing.rollback()
        return result
    finally:
        engine.dispose()


def _take(connection: Connection, lines: list[Line]) -> Preview:
    """Write *lines* as far as they are sound; return what they bring."""
    troubles = [_unreadable(line) for line in lines if line.wrong]
    before = connection.execute(select(func.count()).select_from(PLAYER)).scalar_one()
    people = [(line.number, line.player) for line in lines if line.player is not None]
    troubles += _enrol(connection, people)
    after = connection.execute(select(func.count()).select_from(PLAYER)).scalar_one()
    tables: dict[str, list[tuple[int, EventRow]]] = {}
    for line in lines:
        if line.row is not None:
            tables.setdefault(line.row.table_id, []).append((line.number, line.row))
    additions = []
    for table_id, own in sorted(tables.items()):
        new, wrong = _add(connection, table_id, own)
        additions.append(_incoming(table_id, new))
        troubles += wrong
    troubles.sort(key=lambda one: one.line)
    return Preview(tuple(additions), after - before, tuple(troubles[:MOST_TROUBLES]))


def _unreadable(line: Line) -> Trouble:
    return Trouble(line.number, line.wrong, "unreadable" if line.number else "no_export")


def _incoming(table_id: str, new: list[EventRow]) -> Incoming:
    kinds = [row.kind for row in new]
    return Incoming(table_id, len(new), kinds.count("session_opened"), kinds.count("hand_settled"))


def _enrol(connection: Connection, people: list[tuple[int, Json]]) -> Iterator[Trouble]:
    """Write *people*, each with its line; yield those whose number is somebody else's here."""
    names = {row.number: row.name for row in connection.execute(select(PLAYER))}
    for line, player in people:
        number, name = player["number"], player["name"]
        if number not in names:
            connection.execute(insert(PLAYER).values(**player))
            names[number] = name
        elif names[number] != name:
            yield Trouble(line, f"player {number} is somebody else here", "player")


def _add(
    connection: Connection, table_id: str, rows: list[tuple[int, EventRow]]
) -> tuple[list[EventRow], list[Trouble]]:
    """Write *rows* of one table, each with its line; return the new ones, and what follows not."""
    replay = Replay(connection, table_id)
    there = {row.seq: row.hash for row in rows_of(connection, table_id)}
    new: list[EventRow] = []
    for line, row in rows:
        if there.get(row.seq, row.hash) != row.hash:
            what = f"{table_id} has another history here"
            return new, [Trouble(line, what, "history")]
        if row.seq in there:
            continue
        if not replay.add([row]):
            due = replay.place.seq + 1
            why = "it was changed" if row.seq == due else f"event {due} is due"
            what = f"event {row.seq} of {table_id} does not follow: {why}"
            return new, [Trouble(line, what, "changed" if row.seq == due else "gap")]
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
