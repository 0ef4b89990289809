"""A whole ledger as one text, JSON or CSV, and back: an import exports to the same bytes."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, insert, select

from kiosk.errors import Refused
from kiosk.ledger import codec
from kiosk.ledger.files import connect, prepare
from kiosk.ledger.rows import BrokenChainError, EventRow, Replay, rows_of, tables_of
from kiosk.ledger.schema import PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

FORMAT: Final = 1
"""Of both texts; raised when one of an older program could not read them any more."""
COLUMNS: Final = ("what", *(field.name for field in fields(EventRow)))
"""Of the CSV: `what` is `event` or `player`; a player has the number in `seq`, the rest in `body`.

The first line is the header, and its last column names the format.
"""
MARK: Final = f"jantaku-{FORMAT}"
PLAYER_KEYS: Final = frozenset({"number", "name", "called", "last_seen"})
MAX_FIELD: Final = 4 * 1024 * 1024

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


def import_into(ledger: Path, text: str) -> int:
    """Write what *text*, of either form, has more than *ledger*; return how many events.

    Raise `Refused` with `bad_import` where it is damaged or of another history; then nothing is
    written.
    """
    rows, players = _read(text)
    engine = connect(ledger)
    try:
        with engine.begin() as connection:
            prepare(connection)
            _enrol(connection, players)
            return sum(_add(connection, table, rows) for table in {row.table_id for row in rows})
    finally:
        engine.dispose()


def _enrol(connection: Connection, players: list[Json]) -> None:
    """Write the players; refuse other names under numbers that are taken."""
    known = {row.number: row.name for row in connection.execute(select(PLAYER))}
    for player in players:
        if known.get(player["number"], player["name"]) != player["name"]:
            raise _bad(f"player {player['number']} is somebody else here")
        if player["number"] not in known:
            connection.execute(insert(PLAYER).values(**player))


def _add(connection: Connection, table_id: str, rows: list[EventRow]) -> int:
    """Write the rows of one table, all of them."""
    replay = Replay(connection, table_id)
    before = replay.place.seq
    own = [row for row in rows if row.table_id == table_id]
    there = {row.seq: row.hash for row in rows_of(connection, table_id)}
    if any(there.get(row.seq, row.hash) != row.hash for row in own):
        raise _bad(f"{table_id} has another history here")
    if replay.add(own) + before < own[-1].seq:
        raise _bad(f"event {replay.place.seq + 1} of {table_id} does not follow from the others")
    return replay.place.seq - before


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


def _read(text: str) -> tuple[list[EventRow], list[Json]]:
    """Return the rows and players of *text*; raise `Refused` with `bad_import`."""
    try:
        rows, players = (_from_json if text.startswith("{") else _from_csv)(text)
        if not all(_is_player(player) for player in players):
            raise ValueError("a player that is none")
    except (AttributeError, BrokenChainError, KeyError, TypeError, ValueError, csv.Error) as error:
        raise _bad(f"this is no whole export of a ledger: {error}") from error
    return rows, players


def _is_player(player: Json) -> bool:
    texts = (player.get("name"), player.get("called"))
    numbers = (player.get("number"), player.get("last_seen"))
    return (
        player.keys() == PLAYER_KEYS
        and all(type(text) is str for text in texts)
        and all(type(number) is int for number in numbers)
    )


def _from_json(text: str) -> tuple[list[EventRow], list[Json]]:
    data = json.loads(text)
    if data["jantaku"] != FORMAT:
        raise ValueError(f"format {data['jantaku']!r}, this program reads {FORMAT}")
    return [EventRow(**row) for row in data["events"]], list(data["players"])


def _from_csv(text: str) -> tuple[list[EventRow], list[Json]]:
    csv.field_size_limit(MAX_FIELD)
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    if not lines or lines[0] != [*COLUMNS, MARK]:
        raise ValueError(f"the first line is not that of {MARK}")
    named = [dict(zip(COLUMNS, line, strict=True)) for line in lines[1:]]
    rows = [_event_of(line) for line in named if line["what"] == "event"]
    players = [
        {**json.loads(line["body"]), "number": int(line["seq"])}
        for line in named
        if line["what"] == "player"
    ]
    if len(rows) + len(players) < len(named):
        raise ValueError("a line that is neither event nor player")
    return rows, players


def _event_of(line: dict[str, str]) -> EventRow:
    """Return the row of one line; raise `ValueError` for a number that is none."""
    numbers = {name: int(line[name]) for name in ("seq", "at_wall", "at_mono", "epoch")}
    texts = {name: text for name, text in line.items() if name not in (*numbers, "what")}
    return EventRow(**numbers, **texts)  # type: ignore[arg-type]  # the names are its fields


def _bad(what: str) -> Refused:
    return Refused("bad_import", what, where="import")
