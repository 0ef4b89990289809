"""Commands as JSON: each dataclass of `kiosk.session.commands` by its name, its fields as they are.

`{"do": "call_win", "seat": 3}` is `CallWin(3)`. Schema and reading both follow the dataclasses, so
a command that a page learns to send is known here by itself.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from kiosk.api.body import check_names
from kiosk.api.schema import (
    FLAG,
    LARGEST,
    LONGEST,
    NOTHING,
    PLAIN,
    TEXT,
    WHOLE,
    Schema,
    one_of,
    or_null,
    record,
    rows,
)
from kiosk.errors import Refused
from kiosk.session import Part, Place, Stage, commands
from kiosk.session.events import PlayerId
from vision.types import TableReading

NOT_SENT: Final = (commands.NoteWalls, commands.TakeReading)
"""What the machine and the camera tell the service themselves."""
LONGEST_LIST: Final = 64
NAMES: Final = {
    "Mapping": Mapping,
    "PlayerId": PlayerId,
    "Place": Place,
    "Stage": Stage,
    "TableReading": TableReading,
}
"""What the commands' annotations name but import for type checkers only."""


def name_of(kind: type) -> str:
    """Return a command's name: `CallWin` is `call_win`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


KINDS: Final[Mapping[str, type]] = {
    name_of(kind): kind for kind in get_args(commands.Command) if kind not in NOT_SENT
}
"""Every command that can be sent, by its name."""


def command_of(value: Any, where: str = "command") -> commands.Command:
    """Return the command that *value* writes; raise `Refused` with the place of what is wrong."""
    if type(value) is not dict or type(value.get("do")) is not str:
        raise _wrong("must be an object with a name in do", where)
    kind = KINDS.get(value["do"])
    if kind is None:
        raise _wrong(f"there is no command {value['do']}", f"{where}.do")
    rest = {name: each for name, each in value.items() if name != "do"}
    command: commands.Command = _object(kind, rest, where)
    return command


def schema_of_command(name: str) -> Schema:
    """Return the schema of the command called *name*, with its docstring."""
    kind = KINDS[name]
    written = _schema_of_fields(kind, {"do": {"const": name}})
    return {**written, "description": " ".join((kind.__doc__ or "").split())}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, localns=NAMES)


def _needed(kind: type) -> set[str]:
    """Return the fields that have no default."""
    return {
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    }


def _object(kind: type, value: Any, where: str) -> Any:
    """Return the dataclass *kind* that the JSON object *value* writes."""
    if type(value) is not dict:
        raise _wrong("must be an object", where)
    hints, needed = _hints(kind), _needed(kind)
    check_names(value, needed, set(hints) - needed, where)
    read = {name: _value(hints[name], each, f"{where}.{name}") for name, each in value.items()}
    try:
        return kind(**read)
    except ValueError as error:
        raise _wrong(str(error), where) from error


def _value(hint: Any, value: Any, where: str) -> Any:
    """Return *value* as the annotation *hint* wants it."""
    if hint is Any:
        return value
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        (inner,) = (one for one in get_args(hint) if one is not types.NoneType)
        return None if value is None else _value(inner, value, where)
    if origin is tuple:
        return _list(get_args(hint)[0], value, where)
    if origin is Literal:
        return _word(get_args(hint), value, where)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(_word([str(one.value) for one in hint], value, where))
    if is_dataclass(hint) and isinstance(hint, type):
        return _object(hint, value, where)
    return _simple(hint, value, where)


def _simple(hint: Any, value: Any, where: str) -> Any:
    """Return *value* if it is a number, text, switch or object as *hint* says."""
    wanted = getattr(hint, "__supertype__", get_origin(hint) or hint)
    if wanted is Mapping:
        texts = get_args(hint)[1] is str
        if type(value) is not dict or (texts and any(type(v) is not str for v in value.values())):
            raise _wrong("must be an object" + " of texts" * texts, where)
        return value
    if type(value) is not wanted:
        raise _wrong(f"must be {WORDS[wanted]}", where)
    if wanted is int and abs(value) > LARGEST:
        raise _wrong(f"must be from -{LARGEST} to {LARGEST}", where)
    if wanted is str and len(value) > LONGEST:
        raise _wrong(f"must have at most {LONGEST} characters", where)
    return value


def _list(inner: Any, value: Any, where: str) -> tuple[Any, ...]:
    if type(value) is not list or len(value) > LONGEST_LIST:
        raise _wrong(f"must be a list of at most {LONGEST_LIST}", where)
    return tuple(_value(inner, each, f"{where}[{place}]") for place, each in enumerate(value))


def _word(known: Any, value: Any, where: str) -> str:
    if type(value) is not str or value not in known:
        raise _wrong(f"must be one of {', '.join(known)}", where)
    return value


def _wrong(message: str, where: str) -> Refused:
    return Refused("bad_json", message, where=where)


def _schema_of_fields(kind: type, first: dict[str, Schema]) -> Schema:
    needed = _needed(kind)
    written = {name: _schema(hint) for name, hint in _hints(kind).items()}
    required = {name: schema for name, schema in written.items() if name in needed}
    optional = {name: schema for name, schema in written.items() if name not in needed}
    return record({**first, **required}, optional)


def _schema(hint: Any) -> Schema:
    """Return the schema of what the annotation *hint* takes."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return or_null(_schema(next(one for one in inner if one is not types.NoneType)))
    if origin is tuple:
        return rows(_schema(inner[0]), LONGEST_LIST)
    if origin is Literal:
        return one_of(*inner)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return one_of(*(str(one.value) for one in hint))
    if hint is Place:
        return ROW
    if is_dataclass(hint) and isinstance(hint, type):
        return _schema_of_fields(hint, {})
    if origin is Mapping:
        return {"type": "object", "additionalProperties": TEXT if inner[1] is str else PLAIN}
    return SIMPLE[getattr(hint, "__supertype__", hint)]


OF_TABLE: Final = (Part.INDICATORS, Part.HIDDEN_INDICATORS)
ROW: Final[Schema] = {
    "oneOf": [
        record({"part": one_of(*(part for part in Part if part not in OF_TABLE)), "seat": WHOLE}),
        record({"part": one_of(*OF_TABLE)}, {"seat": NOTHING}),
    ]
}
"""A seat's row, or one of the table's own."""
WORDS: Final[Mapping[type, str]] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    types.NoneType: "null",
}
SIMPLE: Final[Mapping[Any, Schema]] = {
    int: WHOLE,
    str: TEXT,
    bool: FLAG,
    types.NoneType: NOTHING,
    Any: PLAIN,
}
