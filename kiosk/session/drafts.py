"""The draft as JSON, to be kept beside the ledger; writing and reading are inverse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from kiosk.session.draft import Draft, DraftMeld, DraftSeat, DraftTile, DraftWin, Stage
from rules.errors import Problem

Json = Mapping[str, Any]

APART: Final = frozenset({"problems", "set_aside"})
"""Fields of a draft that are written in another way."""
NAMES: Final = {
    sort: tuple(field.name for field in fields(sort) if field.name not in APART)
    for sort in (Draft, DraftMeld, DraftSeat, DraftTile, DraftWin)
}
"""The fields of everything that a draft is made of."""
AS_IT_IS: Final = frozenset({str, int, float, bool, type(None)})
"""Types of values that JSON has itself."""


def draft_to_json(draft: Draft) -> dict[str, Any]:
    """Return *draft* as JSON objects and lists."""
    return {
        **_object(draft, NAMES[Draft]),
        "problems": [problem.to_json() for problem in draft.problems],
        "set_aside": None if draft.set_aside is None else draft_to_json(draft.set_aside),
    }


def _plain(value: Any) -> Any:
    """Return *value* with every part of a draft in it as an object; every tap asks for this."""
    if isinstance(value, tuple):
        return [one if type(one) in AS_IT_IS else _plain(one) for one in value]
    names = NAMES.get(type(value))
    return value if names is None else _object(value, names)


def _object(part: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields *names* of a part of a draft."""
    fields = {}
    for name in names:
        value = getattr(part, name)
        fields[name] = value if type(value) in AS_IT_IS else _plain(value)
    return fields


def draft_from_json(json: Json) -> Draft:
    """Return the draft that `draft_to_json` wrote."""
    return Draft(
        **{
            **json,
            "stage": Stage(json["stage"]),
            "seats": tuple(_seat(seat) for seat in json["seats"]),
            "dice": tuple(tuple(throw) for throw in json["dice"]),
            "drawn": tuple(tuple(throw) for throw in json.get("drawn", ())),
            "stills": tuple(json.get("stills", ())),
            "throws": tuple(json.get("throws", ())),
            "wins": tuple(_win(win) for win in json["wins"]),
            "indicators": _row(json["indicators"]),
            "hidden_indicators": _row(json["hidden_indicators"]),
            "incidents": tuple(json["incidents"]),
            "reading_problems": tuple(json["reading_problems"]),
            "problems": tuple(Problem(**problem) for problem in json["problems"]),
            "set_aside": _other(json.get("set_aside")),
        }
    )


def _other(json: Json | None) -> Draft | None:
    """Return the draft that was set aside, if one was."""
    return None if json is None else draft_from_json(json)


def _seat(json: Json) -> DraftSeat:
    """Return the draft of one seat."""
    return DraftSeat(
        **{
            **json,
            "hand": None if json["hand"] is None else _row(json["hand"]),
            "melds": tuple(_meld(meld) for meld in json["melds"]),
            "flowers": _row(json["flowers"]),
            "aside": _row(json["aside"]),
            "declared": tuple(json["declared"]),
        }
    )


def _meld(json: Json) -> DraftMeld:
    """Return the draft of one set."""
    return DraftMeld(**{**json, "tiles": _row(json["tiles"])})


def _win(json: Json) -> DraftWin:
    """Return the draft of one win."""
    tile = json["tile"]
    return DraftWin(
        **{
            **json,
            "tile": None if tile is None else _tile(tile),
            "marks": tuple(json["marks"]),
        }
    )


def _row(json: Any) -> tuple[DraftTile, ...]:
    """Return the drafts of a row of tiles."""
    return tuple(_tile(tile) for tile in json)


def _tile(json: Json) -> DraftTile:
    """Return the draft of one tile."""
    return DraftTile(
        **{
            **json,
            "alternatives": tuple((code, chance) for code, chance in json["alternatives"]),
            "box": tuple((x, y) for x, y in json["box"]),
        }
    )
