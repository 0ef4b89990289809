"""Commands as JSON: each dataclass of `kiosk.session.commands` by its name, its fields as they are.

`{"do": "call_win", "seat": 3}` is `CallWin(3)`. The models follow the dataclasses, so a command
that a page learns to send is known here by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import reduce
from operator import or_
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import AfterValidator, Field, create_model
from typing_extensions import TypeAliasType

from kiosk.api.models import LONGEST_LIST, Body, Count, Flag, Op, Plain, Text, Whole
from kiosk.session import Part, Place, Stage, commands
from kiosk.session.events import PlayerId
from kiosk.session.from_log import TakeLog
from vision.types import TableReading

NOT_SENT: Final = (commands.NoteWalls, commands.TakeReading, TakeLog)
"""What the machine and the camera tell the service themselves."""
NAMES: Final = {
    "Mapping": Mapping,
    "PlayerId": PlayerId,
    "Place": Place,
    "Stage": Stage,
    "TableReading": TableReading,
}
"""What the commands' annotations name but import for type checkers only."""
SIMPLE: Final[Mapping[Any, Any]] = {int: Whole, str: Text, bool: Flag, NoneType: None, Any: Plain}


class SeatRow(Body):
    """A row of tiles before a seat."""

    part: Literal["hand", "flowers", "aside"]
    seat: Whole


class TableRow(Body):
    """A row of tiles of the table's own."""

    part: Literal["indicators", "hidden_indicators"]
    seat: None = None


def name_of(kind: type) -> str:
    """Return a command's name: `CallWin` is `call_win`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _model(kind: Any, name: str, **more: Any) -> Any:
    """Return the model of the dataclass *kind*; what it reads is such a dataclass."""
    hints = get_type_hints(kind, localns=NAMES)
    definitions: dict[str, Any] = {
        field.name: (
            _form(hints[field.name]),
            ... if field.default is field.default_factory is MISSING else None,
        )
        for field in fields(kind)
    }
    model = create_model(name, __base__=Body, __doc__=kind.__doc__, **more, **definitions)

    def build(body: Body) -> Any:
        """Return the dataclass of what was sent; its own defaults stand for the rest."""
        return kind(
            **{name: getattr(body, name) for name in body.model_fields_set & definitions.keys()}
        )

    return Annotated[model, AfterValidator(build)]


def _form(hint: Any) -> Any:
    """Return by what pydantic reads the annotation *hint* of a command's field."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return reduce(or_, map(_form, inner))
    if origin is tuple:
        rows: Any = list.__class_getitem__(_form(inner[0]))
        return Annotated[rows, Field(max_length=LONGEST_LIST), AfterValidator(tuple)]
    if origin is Mapping:
        return dict.__class_getitem__((str, SIMPLE[inner[1]]))
    if origin is Literal:
        return hint
    if hint is Place:
        return Annotated[SeatRow | TableRow, AfterValidator(_place)]
    if isinstance(hint, type) and issubclass(hint, Enum):
        words: Any = Literal.__getitem__(tuple(one.value for one in hint))
        return Annotated[words, AfterValidator(hint)]
    if is_dataclass(hint):
        return _model(hint, str(getattr(hint, "__name__", "")))
    return SIMPLE[getattr(hint, "__supertype__", hint)]


def _place(read: SeatRow | TableRow) -> Place:
    return Place(Part(read.part), read.seat)


KINDS: Final[Mapping[str, type]] = {
    name_of(kind): kind for kind in get_args(commands.Command) if kind not in NOT_SENT
}
"""Every command that can be sent, by its name."""

if TYPE_CHECKING:
    from kiosk.session.commands import Command
else:
    FORMS = [_model(KINDS[do], f"Command-{do}", do=(Literal[do], ...)) for do in KINDS]
    Command = TypeAliasType("Command", Annotated[reduce(or_, FORMS), Field(discriminator="do")])


class Call(Body):
    """A command, by its operation's name, and the number that the ledger had when it was made."""

    op: Op
    command: Command
    expected_seq: Count | None = None
