"""The interface's description, OpenAPI 3.1: kept by hand, equal to the routes by a test."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from kiosk.access.rights import SCOPES, Right
from kiosk.api import schema as s
from kiosk.api.call import JSON, Call
from kiosk.api.calls import CALLS
from kiosk.api.schemas import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Mapping

Schema = s.Schema

PATH_WORDS: Final[Mapping[str, Schema]] = {
    "ruleset": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
    "seq": {"type": "integer", "minimum": 0, "maximum": s.LARGEST},
    "number": {"type": "integer", "minimum": 0, "maximum": s.LARGEST},
    "opened": {"type": "integer", "minimum": 0, "maximum": s.LARGEST},
    "place": {"type": "integer", "minimum": 0, "maximum": s.LARGEST},
    "name": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"},
    "form": s.one_of("csv", "json"),
    "player": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    "token": {"type": "string", "pattern": "^[0-9a-f]{8}$"},
}
ERRORS: Final[Mapping[int, str]] = {
    400: "The call cannot be understood.",
    401: "A token is needed, or this one is unknown.",
    403: "The token does not allow this, or a foreign page asked.",
    404: "There is no such thing.",
    409: "Not possible as the table stands, or another screen was faster.",
    413: "The body is larger than 256 KiB.",
    422: "Well written, but it cannot be: every problem is listed.",
    503: "Too many screens are open; try again later.",
}


@cache
def description() -> Schema:
    """Return the whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "jantaku",
            "version": version("jantaku"),
            "description": "One mahjong table: its rules, its session, its ledger, its machine.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {path: _path(path, calls) for path, calls in CALLS.items()},
        "components": {
            "schemas": dict(SCHEMAS),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": f"Made with `jantaku token`; each of {', '.join(SCOPES)} "
                    "includes those before it.",
                }
            },
        },
    }


def _path(path: str, calls: Mapping[str, Call]) -> Schema:
    words = [word for word in PATH_WORDS if f"{{{word}}}" in path]
    parameters = [
        {"name": word, "in": "path", "required": True, "schema": PATH_WORDS[word]} for word in words
    ]
    found = {method: _operation(call) for method, call in calls.items()}
    return {"parameters": parameters, **found} if parameters else found


def _operation(call: Call) -> Schema:
    """Return what is described of one call."""
    is_open = call.right is Right.OPEN
    fails = {*call.fails, *(() if is_open else (401, 403)), *((400, 403, 413) if call.body else ())}
    fails |= {400} if call.query else set()
    fails |= {401} if call.body else set()  # without a token, from no page of ours
    answer: Schema = {"description": call.summary}
    if call.answer is not None:
        answer["content"] = {call.media: {"schema": call.answer} if call.answer else {}}
    told: Schema = {
        "operationId": call.id,
        "summary": call.summary,
        "x-right": str(call.right),
        "responses": {str(call.status): answer, **{str(code): _error(code) for code in fails}},
    }
    if not is_open:
        told["security"] = [{"token": []}]
    if call.query:
        told["parameters"] = list(call.query)
    if call.body is not None:
        told["requestBody"] = {"required": True, "content": {JSON: {"schema": call.body}}}
    return told


def _error(code: int) -> Schema:
    return {"description": ERRORS[code], "content": {JSON: {"schema": s.ref("Error")}}}
