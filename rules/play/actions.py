"""What people do in a hand: one value for each, with the seat, the tiles, and from whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, get_args

from rules.errors import refuse
from rules.tiles import CODES, KIND, TILES, Tile, parse
from rules.value import value

Tiles = tuple[Tile, ...]


@value
class Draw:
    """Take the next tile of the wall."""

    seat: int
    tile: Tile | None = None
    """Which it is; nothing while the wall says it."""


@value
class DrawReplacement:
    """Take the tile that a kong, a flower or a tile laid aside brings."""

    seat: int
    tile: Tile | None = None


@value
class Discard:
    """Lay a tile down for all, with an announcement where one is made."""

    seat: int
    tile: Tile
    declares: str = ""


@value
class Chow:
    """Claim a discard for a run with two tiles of one's own."""

    seat: int
    tiles: Tiles
    """One's own."""
    tile: Tile
    source: int


@value
class Pung:
    """Claim a discard for three equal tiles."""

    seat: int
    tiles: Tiles
    """One's own."""
    tile: Tile
    source: int


def swap_kinds(claim: Chow | Pung, kind_of: Sequence[int] = KIND) -> frozenset[int]:
    """Return what a claimed tile would only be exchanged for: its kind, a run's other end."""
    kind = kind_of[claim.tile]
    if isinstance(claim, Pung):
        return frozenset((kind,))
    low, high = sorted(KIND[tile] for tile in claim.tiles)
    if high - low > 1:
        return frozenset((kind,))
    other = high + 1 if kind < low else low - 1
    return frozenset((kind, other)) if other // 9 == kind // 9 else frozenset((kind,))


@value
class Kong:
    """Lay a kong down: concealed, added to a pung, or of a discard."""

    seat: int
    kind: str
    """One of the kongs of the hand record."""
    tiles: Tiles
    """One's own that go into it: four, one or three."""
    tile: Tile | None = None
    """The claimed one."""
    source: int | None = None


@value
class SetAside:
    """Lay a single tile into one's own area, for a supplement."""

    seat: int
    tile: Tile


@value
class ShowFlower:
    """Lay a flower out, for a supplement."""

    seat: int
    tile: Tile


@value
class Declare:
    """Announce something without laying a tile."""

    seat: int
    word: str


@value
class Win:
    """Show the hand as won."""

    seat: int
    by: str
    """One of the ways of the hand record."""
    tile: Tile | None = None
    source: int | None = None


@value
class Pass:
    """Let a claim, or what else one may do, go by."""

    seat: int


@value
class Exchange:
    """Hand tiles over before the play begins."""

    seat: int
    tiles: Tiles


@value
class ThrowDice:
    """Throw dice in the middle of a hand."""

    seat: int
    count: int
    """How many."""
    dice: tuple[int, ...] = ()
    """What they show; nothing while the throws given at the deal say it."""


@value
class Abort:
    """End the hand by a right that one has."""

    seat: int
    reason: str
    """The incident of the hand record."""


Action = (
    Draw
    | DrawReplacement
    | Discard
    | Chow
    | Pung
    | Kong
    | SetAside
    | ShowFlower
    | Declare
    | Win
    | Pass
    | Exchange
    | ThrowDice
    | Abort
)

NAMES: Final[Mapping[type[Any], str]] = {
    Draw: "draw",
    DrawReplacement: "replace",
    Discard: "discard",
    Chow: "chow",
    Pung: "pung",
    Kong: "kong",
    SetAside: "aside",
    ShowFlower: "flower",
    Declare: "declare",
    Win: "win",
    Pass: "pass",
    Exchange: "exchange",
    ThrowDice: "throw",
    Abort: "abort",
}
"""What each is called in a log."""
TYPES: Final = {name: kind for kind, name in NAMES.items()}
JSON_NAMES: Final = {"source": "from"}
"""Fields whose name in a log is another one, as in the hand record."""
FIELDS: Final = {
    kind: {JSON_NAMES.get(one.name, one.name): one for one in fields(kind)}
    for kind in get_args(Action)
}


def to_json(action: Action) -> dict[str, object]:
    """Return *action* as an object of a log: what is done, and its fields that say something."""
    entry: dict[str, object] = {"do": NAMES[type(action)]}
    for name, field in FIELDS[type(action)].items():
        content = getattr(action, field.name)
        if content is None or content in ("", ()):
            continue
        if field.name == "tile":
            content = CODES[content]
        elif field.name == "tiles":
            content = "".join(CODES[tile] for tile in content)
        elif field.name == "dice":
            content = list(content)
        entry[name] = content
    return entry


def from_json(data: object) -> Action:
    """Return the action of a log's object *data*; raise `RecordError` with what is wrong."""
    if type(data) is not dict:
        raise refuse("bad_record", "must be an object")
    kind = TYPES.get(str(data.get("do")))
    if kind is None:
        raise refuse("bad_record", f"must be one of {', '.join(TYPES)}", "do")
    field_by_name = FIELDS[kind]
    for name in data:
        if name != "do" and name not in field_by_name:
            raise refuse("bad_record", "is no field of this", name)
    arguments = {
        field_by_name[name].name: _read(name, content)
        for name, content in data.items()
        if name != "do"
    }
    try:
        action: Action = kind(**arguments)
    except TypeError as error:
        raise refuse("bad_record", f"lacks a field: {error}", "do") from error
    return action


def _read(name: str, content: object) -> object:
    """Return the value of the field *name* of a log."""
    return READERS.get(name, _text)(name, content)


def _text(name: str, content: object) -> str:
    if type(content) is not str:
        raise refuse("bad_record", "must be a text", name)
    return content


def _number(name: str, content: object) -> int:
    if type(content) is not int or content < (name == "count"):
        what = "a number of dice" if name == "count" else "a seat"
        raise refuse("bad_record", f"must be {what}", name)
    return content


def _dice(name: str, content: object) -> tuple[int, ...]:
    if type(content) is not list or not all(type(one) is int for one in content):
        raise refuse("bad_record", "must be a list of pips", name)
    return tuple(content)


def _tile(name: str, content: object) -> Tile:
    text = _text(name, content)
    if text not in TILES:
        raise refuse("bad_tiles", f"{text!r} is no tile", name)
    return TILES[text]


def _tiles(name: str, content: object) -> Tiles:
    try:
        return parse(_text(name, content))
    except ValueError as error:
        raise refuse("bad_tiles", str(error), name) from error


READERS: Final[Mapping[str, Callable[[str, object], object]]] = {
    "seat": _number,
    "from": _number,
    "count": _number,
    "dice": _dice,
    "tile": _tile,
    "tiles": _tiles,
}
"""How a field of a log is read that is no plain text."""
