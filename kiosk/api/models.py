"""The forms that several operations take and answer; those of one operation stand beside it.

What is sent has the fields that its model names and no others (`Body`); an answer has at least
those that its model names (`Reply`), so that later versions may tell more.
"""

from __future__ import annotations

from itertools import count
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, create_model
from typing_extensions import TypeAliasType

LARGEST: Final = 1_000_000_000
"""No number of ours comes near it; larger ones are slips."""
LONGEST: Final = 200
"""Characters of a text that a person or a program may write."""
LONGEST_LIST: Final = 64
"""Entries of a list that a program may write, where nothing else is said."""
Word = Annotated[str, Strict()]
Text = Annotated[str, Strict(), Field(max_length=LONGEST)]
Whole = Annotated[int, Strict(), Field(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Strict(), Field(ge=0, le=LARGEST)]
Extent = Annotated[int, Strict(), Field(ge=0, le=1_000_000)]
"""Pixels or millimetres."""
Flag = Annotated[bool, Strict()]
Pair = Annotated[list[Extent], Field(min_length=2, max_length=2)]
Op = Annotated[str, Strict(), Field(pattern="^[A-Za-z0-9_-]{8,64}$")]
"""Names an operation, so that it is carried out once however often it is sent."""
Plain = TypeAliasType("Plain", "Flag | Whole | Word | list[Plain] | dict[str, Plain] | None")
"""Any JSON without fractions."""
Options = dict[str, Plain]


def schema_extra(**schema: Any) -> Any:
    """Return the mark of what is said in the description and refused elsewhere, in better words."""
    return Field(json_schema_extra=schema)


NAMELESS: Final = "Reply-"
"""How the names of models begin that stand for themselves in the description."""
_numbers = count()


class Body(BaseModel):
    """What a program sends: these fields and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class OperationBody(Body):
    """What says nothing but that it is to be done, once."""

    op: Op


class Reply(BaseModel):
    """What the kiosk answers: at least these fields."""

    model_config = ConfigDict(extra="allow", defer_build=True)


def reply(**kinds: Any) -> type[Reply]:
    """Return the form of an answer with at least the fields in *kinds*, for one operation alone."""
    fields: Any = {name: (kind, ...) for name, kind in kinds.items()}
    return create_model(f"{NAMELESS}{next(_numbers)}", __base__=Reply, **fields)


class Slip(Reply):
    """What is wrong, and where."""

    code: Text
    message: Word
    where: Word


class Error(Body):
    """What every refusal and every failure answers."""

    error: Slip


class Done(Body):
    """Whether the operation had been carried out before."""

    is_repeat: Flag
