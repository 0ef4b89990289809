"""The operations of the interface: each view says its address, its right and its models.

`Operation` makes a view one: it reads the body, JSON of sane depth without fractions, by its
model. What cannot be read is refused with `bad_json` and the place of every slip. The description
of the whole interface (`kiosk.api.spec`) is drawn from what stands here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, wraps
from typing import Any, Final

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails
from werkzeug.exceptions import RequestEntityTooLarge

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.api.models import LARGEST
from kiosk.errors import Refused, refused_for
from kiosk.web.context import service
from rules.errors import Problem

View = Callable[..., ResponseReturnValue]

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"
WEBP: Final = "image/webp"
SVG: Final = "image/svg+xml"
PDF: Final = "application/pdf"
PNG: Final = "image/png"
ZIP: Final = "application/zip"
STREAM: Final = "text/event-stream"
ANY: Final = "*/*"
DEEPEST: Final = 24
"""Levels of lists and objects; a hand record has six."""
MOST_BYTES: Final = 16 * 1024
"""Of the body of a call: the longest record, Shuangkou's log of every card and pass, has 13 kB.
What is larger is refused unread: 200 kB of tiles or indicators kept the rules at work for 2 s."""
MOST_PROBLEMS: Final = 200
"""Of a call that are told: 16 kB of wrong tiles have one each, and told of all came to 2 MB."""
NO_SUCH_FORM: Final = "union_tag_invalid"
"""What pydantic calls a value whose name is none of the known ones."""
EXACT: Final = 2.0**53
"""Up to here floating-point numbers tell whole numbers apart."""
bp = Blueprint("api", __name__, url_prefix="/api/v1")
OPERATIONS: Final[list[Operation]] = []
"""Every operation, in the order in which the description tells them."""


@dataclass(frozen=True, slots=True)
class Query:
    """Something that the address may say after its `?`."""

    name: str
    kind: Any
    """Type or model of its value."""
    description: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address below `/api/v1`; as a decorator it makes a view answer there."""

    method: str
    path: str
    right: Right
    answer: Any = None
    """Model of the JSON that comes back; `None` where nothing or no JSON does."""
    body: Any = None
    """Model of what is sent; the view gets it as *body*."""
    form: Any = None
    """Model of what is sent, where the view reads the body itself."""
    status: int = 200
    media: str = JSON
    query: tuple[Query, ...] = ()
    fails: tuple[int, ...] = ()
    """Statuses of errors beside those of every operation."""
    most_bytes: int = MOST_BYTES
    """Of a body."""
    id: str = ""
    """The view's name."""
    summary: str = ""
    """The first line of its docstring."""

    def __call__(self, view: View) -> View:
        """Return *view* as it answers at its address."""
        summary = (view.__doc__ or "").split("\n")[0].rstrip(".")
        OPERATIONS.append(replace(self, id=view.__name__, summary=summary))

        @wraps(view)
        def answer(**words: Any) -> ResponseReturnValue:
            request.max_content_length = self.most_bytes
            if self.body is not None:
                words["body"] = read(self.body, json_body())
            return view(**words)

        guarded_view = needs(self.right)(answer)
        bp.add_url_rule(
            self.path, view.__name__, guarded_view, methods=[self.method], strict_slashes=True
        )
        return guarded_view


def once(op: str, work: Callable[[], object]) -> ResponseReturnValue:
    """Carry *work* of the operator's out under the name *op*, and say whether it was before."""
    is_repeat, _ = service().once(op, work)
    return {"is_repeat": is_repeat}


def json_body() -> Any:
    """Return the JSON in the request's body; raise `Refused` with `bad_json` where it is none."""
    if not request.is_json:
        raise Refused("bad_json", "send JSON, and say so: Content-Type application/json")
    try:
        body = request.get_data()
    except RequestEntityTooLarge:
        abort(413, f"This call takes at most {request.max_content_length:,} bytes: send less.")
    try:
        value = json.loads(body, parse_float=_whole, parse_constant=_whole)
    except RecursionError as error:
        raise Refused("bad_json", f"nested deeper than {DEEPEST} levels") from error
    except ValueError as error:
        raise Refused("bad_json", f"this is no JSON: {error}") from error
    _check(value, 0)
    return value


def read(model: Any, value: Any) -> Any:
    """Return *value* as *model* wants it; raise `Refused` with the place of each slip."""
    try:
        return _adapter(model).validate_python(value)
    except ValidationError as error:
        slips = error.errors(include_url=False)[:MOST_PROBLEMS]
        problems = [Problem("bad_json", one["msg"], _place(one, value)) for one in slips]
        raise refused_for(problems) from error


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def _place(slip: ErrorDetails, value: Any) -> str:
    """Return where a slip is, `claims[0].by`; what fits none of several forms is told as a whole.

    Beside names and places, a path of the library's holds which of several forms was meant.
    """
    where = ""
    tag = slip["ctx"]["discriminator"].strip("'") if slip["type"] == NO_SUCH_FORM else ""
    *way, last = (*slip["loc"], tag) if tag or not slip["loc"] else slip["loc"]
    for step in way:
        if isinstance(step, int):
            where, value = f"{where}[{step}]", value[step]
        elif isinstance(value, dict) and step in value:
            where, value = f"{where}.{step}", value[step]
        elif not isinstance(value, dict) or step not in value.values():
            return where.removeprefix(".")
    where += f"[{last}]" if isinstance(last, int) else f".{last}"
    return where.removeprefix(".")


def _whole(text: str) -> int:
    """Return the whole number that *text* is, `7.0` or `7e2`; raise `ValueError` for others."""
    value = float(text)
    if not value.is_integer() or abs(value) > EXACT:
        raise ValueError(f"{text}: whole numbers only")
    return int(value)


def _check(value: Any, depth: int) -> None:
    """Raise `Refused` for texts that are no Unicode, and values nested too deep or too large."""
    if depth > DEEPEST:
        raise Refused("bad_json", f"nested deeper than {DEEPEST} levels")
    if isinstance(value, dict):
        for name, each in value.items():
            _check(name, depth)
            _check(each, depth + 1)
    elif isinstance(value, list):
        for each in value:
            _check(each, depth + 1)
    elif type(value) is int and abs(value) > LARGEST:
        raise Refused("bad_json", f"{value}: numbers end at {LARGEST}")
    elif isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise Refused("bad_json", "a text holds half a character")
