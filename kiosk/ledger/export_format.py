"""The text of an export, line by line: an event, a player, or what is wrong with it."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kiosk.ledger.rows import NUMBERS, BrokenChainError, EventRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = dict[str, Any]

FORMAT: Final = 1
"""Of both texts; raised when one of an older program could not read them any more."""
COLUMNS: Final = ("what", *(field.name for field in fields(EventRow)))
"""Of the CSV: `what` is `event` or `player`; a player has the number in `seq`, the rest in `body`.

The first line is the header, and its last column names the format.
"""
MARK: Final = f"jantaku-{FORMAT}"
PLAYER_KEYS: Final = frozenset({"number", "name", "called", "last_seen"})
MAX_FIELD: Final = 4 * 1024 * 1024
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
    places = _places(text, [*events, *players])
    for place, event in zip(places, events, strict=False):
        yield _checked(place, partial(_json_event, place, event))
    for place, player in zip(places[len(events) :], players, strict=True):
        yield _checked(place, partial(_json_player, place, player))


def _json_event(number: int, event: Json) -> Line:
    return Line(number, row=EventRow(**event))


def _json_player(number: int, player: Json) -> Line:
    return Line(number, player=_player(player))


def _places(text: str, values: list[Any]) -> list[int]:
    """Return the line of each of *values*: an export writes each on one; otherwise 0."""
    lines = enumerate(text.split("\n"), 1)
    found = [number for number, line in lines if line.startswith('{"') and number > 1]
    return found if len(found) == len(values) else [0] * len(values)


def _from_csv(text: str) -> Iterator[Line]:
    csv.field_size_limit(MAX_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    if next(reader, None) != [*COLUMNS, MARK]:
        raise ValueError(f"the first line is not that of {MARK}")
    for cells in reader:
        yield _checked(reader.line_num, partial(_line_of, reader.line_num, cells))


def _line_of(number: int, cells: list[str]) -> Line:
    """Return what the *cells* of a line say; raise one of `WRONG` where they say nothing."""
    named = dict(zip(COLUMNS, cells, strict=True))
    match named.pop("what"):
        case "event":
            return Line(number, row=_event_of(named))
        case "player":
            said = {**json.loads(named["body"]), "number": int(named["seq"])}
            return Line(number, player=_player(said))
        case what:
            raise ValueError(f"{what!r} is neither event nor player")


def _checked(number: int, read: Callable[[], Line]) -> Line:
    """Return the line that *read* gives, or what is wrong with it."""
    try:
        return read()
    except WRONG as error:
        return Line(number, wrong=str(error))


def _event_of(named: dict[str, str]) -> EventRow:
    """Return the row of one line; raise `ValueError` for a number that is none."""
    values = {name: int(text) if name in NUMBERS else text for name, text in named.items()}
    return EventRow(**values)  # type: ignore[arg-type]  # the names are its fields


def _player(said: Json) -> Json:
    """Return *said* if it is a player; raise `ValueError` otherwise."""
    texts = (said.get("name"), said.get("called"))
    numbers = (said.get("number"), said.get("last_seen"))
    sound = (
        said.keys() == PLAYER_KEYS
        and all(type(text) is str for text in texts)
        and all(type(number) is int for number in numbers)
    )
    if not sound:
        raise ValueError("a player that is none")
    return said
