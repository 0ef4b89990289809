"""The draft as JSON, to be kept beside the ledger; writing and reading are inverse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Final

from kiosk.session.draft import Draft, DraftMeld, DraftSeat, DraftTile, DraftWin, Stage
from rules.errors import Problem

Json = Mapping[str, Any]
Ways = Mapping[str, Callable[[Any], Any]]
Fields = Mapping[type, tuple[tuple[str, Any], ...]]

PARTS: Final = (Draft, DraftMeld, DraftSeat, DraftTile, DraftWin)
AS_IT_IS: Final = frozenset({str, int, float, bool, type(None)})
"""Types of values that JSON has itself."""


def _usual(field: Field[Any]) -> Any:
    """Return what a field is unless it is said; `MISSING` where it always is."""
    return field.default if field.default_factory is MISSING else field.default_factory()


USUAL: Final[Fields] = {
    sort: tuple((field.name, _usual(field)) for field in fields(sort)) for sort in PARTS
}
"""The fields of everything that a draft is made of, each with what it is unless it is said."""
WHOLE: Final[Fields] = {
    sort: tuple((name, MISSING) for name, _ in usual) for sort, usual in USUAL.items()
}
"""The same, so that every field is said."""


def draft_to_json(draft: Draft) -> dict[str, Any]:
    """Return *draft* as JSON objects and lists, with every field."""
    return _said(draft, WHOLE)


def draft_to_keep(draft: Draft) -> dict[str, Any]:
    """Return *draft* as JSON without the fields that are as usual: every tap writes it down."""
    return _said(draft, USUAL)


def _said(part: Any, known: Fields) -> dict[str, Any]:
    """Return the fields of a part of a draft that are not as they usually are."""
    said = {}
    for name, usual in known[type(part)]:
        value = getattr(part, name)
        if value != usual:
            said[name] = value if type(value) in AS_IT_IS else _plain(value, known)
    return said


def _plain(value: Any, known: Fields) -> Any:
    """Return *value* with every part of a draft in it as an object."""
    if isinstance(value, Problem):  # a tuple with names
        return value.to_json()
    if isinstance(value, tuple):
        return [one if type(one) in AS_IT_IS else _plain(one, known) for one in value]
    return _said(value, known) if type(value) in known else value


def draft_from_json(json: Json) -> Draft:
    """Return the draft that `draft_to_json` or `draft_to_keep` wrote."""
    return Draft(**_read(json, _OF_DRAFT))


def _read(json: Json, ways: Ways) -> dict[str, Any]:
    """Return the fields that *json* tells, each read in its way, or taken as it is."""
    return {name: ways[name](value) if name in ways else value for name, value in json.items()}


def _each(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return how to read a row of what *read* reads."""
    return lambda row: tuple(read(one) for one in row)


def _perhaps(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return how to read what *read* reads, or `None`."""
    return lambda json: None if json is None else read(json)


def _tile(json: Json) -> DraftTile:
    """Return the draft of one tile."""
    return DraftTile(**_read(json, _OF_TILE))


_ROW: Final = _each(_tile)
_OF_TILE: Final[Ways] = {"alternatives": _each(tuple), "box": _each(tuple)}
_OF_MELD: Final[Ways] = {"tiles": _ROW}
_OF_SEAT: Final[Ways] = {
    "hand": _perhaps(_ROW),
    "melds": _each(lambda json: DraftMeld(**_read(json, _OF_MELD))),
    "flowers": _ROW,
    "aside": _ROW,
    "declared": tuple,
}
_OF_WIN: Final[Ways] = {"tile": _perhaps(_tile), "marks": tuple}
_OF_DRAFT: Final[Ways] = {
    "stage": Stage,
    "seats": _each(lambda json: DraftSeat(**_read(json, _OF_SEAT))),
    "dice": _each(tuple),
    "drawn": _each(tuple),
    "stills": tuple,
    "throws": tuple,
    "wins": _each(lambda json: DraftWin(**_read(json, _OF_WIN))),
    "indicators": _ROW,
    "hidden_indicators": _ROW,
    "incidents": tuple,
    "reading_problems": tuple,
    "problems": _each(lambda json: Problem(**json)),
    "set_aside": _perhaps(draft_from_json),
}
"""How what JSON has no sort of its own for is read."""
