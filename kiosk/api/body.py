"""What a program sends, made sure of: JSON of sane depth, without fractions, with known fields."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from flask import request

from kiosk.api.schema import LARGEST
from kiosk.errors import Refused

DEEPEST: Final = 24
"""Levels of lists and objects; a hand record has six."""
EXACT: Final = 2.0**53
"""Up to here floating-point numbers tell whole numbers apart."""
OP_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


def sent() -> Any:
    """Return the JSON in the request's body; raise `Refused` with `bad_json` where it is none."""
    if not request.is_json:
        raise Refused("bad_json", "send JSON, and say so: Content-Type application/json")
    try:
        value = json.loads(request.get_data(), parse_float=_whole, parse_constant=_whole)
    except RecursionError as error:
        raise Refused("bad_json", f"nested deeper than {DEEPEST} levels") from error
    except ValueError as error:
        raise Refused("bad_json", f"this is no JSON: {error}") from error
    _check(value, 0)
    return value


def fields(*required: str, **optional: Any) -> dict[str, Any]:
    """Return the fields of the object in the body, those left out at their *optional* values.

    Raise `Refused` with `bad_json` and the field's name where one is missing or unknown.
    """
    value = sent()
    if type(value) is not dict:
        raise Refused("bad_json", "must be a JSON object")
    check_names(value, set(required), set(optional), "")
    return {**optional, **value}


def check_names(value: dict[str, Any], required: set[str], optional: set[str], where: str) -> None:
    """Raise `Refused` unless *value* has the *required* fields, and others of *optional* only."""
    for name in required - value.keys():
        raise Refused("bad_json", f"{name} is missing", where=_path(where, name))
    for name in value.keys() - required - optional:
        raise Refused("bad_json", f"{name} is no field here", where=_path(where, name))


def text(value: Any, where: str, most: int = 200) -> str:
    """Return *value* if it is a text of at most *most* characters."""
    if type(value) is not str or len(value) > most:
        raise Refused("bad_json", f"must be a text of at most {most} characters", where=where)
    return value


def whole(value: Any, where: str, low: int, high: int) -> int:
    """Return *value* if it is a whole number from *low* to *high*."""
    if type(value) is not int or not low <= value <= high:
        raise Refused("bad_json", f"must be a whole number from {low} to {high}", where=where)
    return value


def op_id(value: Any) -> str:
    """Return *value* if it can name an operation."""
    if type(value) is not str or not OP_ID.fullmatch(value):
        raise Refused("bad_json", "8 to 64 letters, figures, - or _", where="op")
    return value


def _whole(written: str) -> int:
    """Return the whole number that *written* is, `7.0` or `7e2`; raise `ValueError` for others."""
    value = float(written)
    if not value.is_integer() or abs(value) > EXACT:
        raise ValueError(f"{written}: whole numbers only")
    return int(value)


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _check(value: Any, depth: int) -> None:
    """Raise `Refused` for fractions, texts that are no Unicode, and values nested too deep."""
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
