"""The interface's description, OpenAPI 3.1: kept by hand, equal to the routes by a test."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from kiosk.api import schema as s
from kiosk.api.commands import KINDS, schema_of_command
from kiosk.api.record_schema import RECORD_SCHEMAS
from kiosk.rights import SCOPES, Right
from kiosk.workshop import MAX_JOG_MM, MECHANISMS, MOTIONS, SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

Schema = s.Schema

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"
ZIP: Final = "application/zip"
STREAM: Final = "text/event-stream"
PATH_WORDS: Final[Mapping[str, Schema]] = {
    "ruleset": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"},
    "seq": {"type": "integer", "minimum": 0, "maximum": s.LARGEST},
    "number": {"type": "integer", "minimum": 0, "maximum": s.LARGEST},
    "player": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"},
    "token": {"type": "string", "pattern": "^[0-9a-f]{8}$"},
}
AFTER: Final = {
    "name": "after",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "description": "Wait for a picture newer than this one, a second at most.",
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


@dataclass(frozen=True, slots=True)
class Call:
    """One operation as it is described."""

    id: str
    summary: str
    right: Right
    answer: Schema | None = None
    """What comes back; nothing (204) where there is none."""
    body: Schema | None = None
    status: int = 200
    media: str = JSON
    query: tuple[Schema, ...] = ()
    fails: tuple[int, ...] = ()
    """Statuses of errors beside those of every call."""


OPERATED: Final = s.record({"op": s.OP})
REPEAT: Final = s.ref("Done")
GAME: Final = s.free(id=s.TEXT, native=s.TEXT, name=s.TEXT)

CALLS: Final[Mapping[str, Mapping[str, Call]]] = {
    "/openapi.json": {"get": Call("openapi", "This description", Right.OPEN, s.free())},
    "/games": {"get": Call("games", "The games", Right.OPEN, s.free(games=s.rows(GAME)))},
    "/games/{ruleset}": {
        "get": Call("game", "One game: options, scoring elements", Right.OPEN, GAME, fails=(404,))
    },
    "/settle": {
        "post": Call(
            "settle",
            "Settle a hand record",
            Right.OPEN,
            s.ref("Settlement"),
            s.ref("Record"),
            fails=(422,),
        )
    },
    "/break": {
        "post": Call(
            "break_wall",
            "Where the dice break the wall",
            Right.OPEN,
            s.free(),
            s.ref("Throws"),
            fails=(422,),
        )
    },
    "/state": {
        "get": Call("state", "Where the table stands, without names", Right.OPEN, s.ref("State"))
    },
    "/table": {
        "get": Call("table", "Everything that the screen shows", Right.READ, s.ref("Table"))
    },
    "/commands": {
        "post": Call(
            "command",
            "Carry a command out, once",
            Right.SCORE,
            s.ref("Answer"),
            s.record(
                {"op": s.OP, "command": s.ref("Command")}, {"expected_seq": s.or_null(s.COUNT)}
            ),
            fails=(409,),
        )
    },
    "/sessions": {
        "get": Call(
            "sessions", "Every session", Right.READ, s.free(sessions=s.rows(s.ref("Sitting")))
        )
    },
    "/hands": {
        "get": Call("hands", "The hands", Right.READ, s.free(hands=s.rows(s.ref("HandLine"))))
    },
    "/hands/{seq}": {"get": Call("hand", "One hand", Right.READ, s.ref("Hand"), fails=(404,))},
    "/players": {
        "get": Call("players", "Who plays", Right.READ, s.free(players=s.rows(s.ref("Player")))),
        "post": Call(
            "enrol",
            "Enrol a person",
            Right.SCORE,
            s.ref("Player"),
            s.record({"name": {"type": "string", "minLength": 1, "maxLength": 24}}),
            fails=(422,),
        ),
    },
    "/players/{player}": {
        "delete": Call("forget", "Forget a person's name", Right.OPERATE, fails=(404,), status=204)
    },
    "/camera/still.jpg": {
        "get": Call(
            "still",
            "What the camera sees",
            Right.READ,
            {},
            media=JPEG,
            query=(AFTER,),
            fails=(404, 409),
        )
    },
    "/camera/tiles/{number}.jpg": {
        "get": Call("tile", "One tile as it was read", Right.READ, {}, media=JPEG, fails=(404, 409))
    },
    "/camera/light": {
        "get": Call(
            "camera_light", "How the table is lit", Right.OPERATE, s.ref("Light"), fails=(409,)
        )
    },
    "/camera/calibration": {
        "post": Call(
            "calibrate",
            "Find the table by its markers",
            Right.OPERATE,
            REPEAT,
            OPERATED,
            fails=(409,),
        )
    },
    "/events": {
        "get": Call(
            "events", "Tells when to look again", Right.READ, {}, media=STREAM, fails=(503,)
        )
    },
    "/house": {"get": Call("house", "Versions, settings, checks", Right.OPERATE, s.ref("House"))},
    "/house/log": {
        "get": Call("log", "The log", Right.OPERATE, s.free(lines=s.rows({"type": "string"})))
    },
    "/house/bundle.zip": {
        "get": Call("bundle", "Bundle for support", Right.OPERATE, {}, media=ZIP)
    },
    "/ledger": {
        "get": Call(
            "ledger", "Verify the ledger", Right.OPERATE, s.free(report=s.or_null(s.ref("Report")))
        )
    },
    "/ledger/backups": {
        "get": Call("backups", "Copies of the ledger", Right.OPERATE, s.ref("Copies")),
        "post": Call(
            "back_up", "Copy the ledger now", Right.OPERATE, REPEAT, OPERATED, fails=(409,)
        ),
    },
    "/ledger/restore": {
        "post": Call(
            "restore",
            "Go back to a copy",
            Right.ADMIN,
            REPEAT,
            s.record({"op": s.OP, "backup": s.TEXT}),
            fails=(404, 409),
        )
    },
    "/machine": {
        "get": Call(
            "machine",
            "Everything that the machine tells",
            Right.OPERATE,
            s.free(machine=s.or_null(s.free())),
        )
    },
    "/machine/motions": {
        "post": Call("move", "Move one thing", Right.OPERATE, REPEAT, s.ref("Motion"), fails=(409,))
    },
    "/machine/clear-fault": {
        "post": Call(
            "clear_fault",
            "The cause of the fault is gone",
            Right.OPERATE,
            REPEAT,
            OPERATED,
            fails=(409,),
        )
    },
    "/tokens": {
        "get": Call("tokens", "Tokens", Right.ADMIN, s.free(tokens=s.rows(s.ref("Token")))),
        "post": Call(
            "make_token",
            "Make a token",
            Right.ADMIN,
            s.ref("NewToken"),
            s.record(
                {
                    "op": s.OP,
                    "label": {"type": "string", "minLength": 1, "maxLength": 40},
                    "right": s.one_of(*SCOPES),
                }
            ),
            status=201,
            fails=(409, 422),
        ),
    },
    "/tokens/{token}": {
        "delete": Call("drop_token", "Take a token back", Right.ADMIN, status=204, fails=(404,))
    },
    "/pin": {
        "put": Call(
            "put_pin",
            "Choose another PIN",
            Right.ADMIN,
            body=s.record({"pin": {"type": "string", "pattern": "^[0-9]{4,12}$"}}),
            status=204,
        )
    },
}

TOKEN_FIELDS: Final = {
    "id": s.TEXT,
    "label": s.TEXT,
    "right": s.one_of(*SCOPES),
    "made_ms": {"type": "integer"},
}

SCHEMAS: Final[Mapping[str, Schema]] = {
    **RECORD_SCHEMAS,
    "Plain": {
        "anyOf": [
            s.NOTHING,
            s.FLAG,
            s.WHOLE,
            {"type": "string"},
            s.rows(s.PLAIN),
            {"type": "object", "additionalProperties": s.PLAIN},
        ]
    },
    "Error": s.record(
        {"error": s.free(code=s.TEXT, message={"type": "string"}, where={"type": "string"})}
    ),
    "Command": {
        "oneOf": [s.ref(f"Command.{name}") for name in KINDS],
        "discriminator": {
            "propertyName": "do",
            "mapping": {name: f"#/components/schemas/Command.{name}" for name in KINDS},
        },
    },
    **{f"Command.{name}": schema_of_command(name) for name in KINDS},
    "Answer": s.record({"op": s.OP, "seq": s.COUNT, "stage": s.TEXT, "is_repeat": s.FLAG}),
    "Done": s.record({"is_repeat": s.FLAG}),
    "State": s.free(stage=s.TEXT, seq=s.COUNT, session=s.or_null(s.free(ruleset=s.TEXT))),
    "Table": s.free(
        stage=s.TEXT,
        seq=s.COUNT,
        session=s.or_null(s.free(ruleset=s.TEXT)),
        names=s.rows(s.TEXT),
        draft=s.or_null(s.free(stage=s.TEXT)),
        machine=s.free(link=s.TEXT),
        reading=s.FLAG,
        reading_error=s.or_null(s.free(code=s.TEXT)),
    ),
    "Sitting": s.free(opened=s.COUNT, ruleset=s.TEXT, hands=s.rows(s.ref("HandLine"))),
    "HandLine": s.free(seq=s.COUNT, number=s.COUNT, is_void=s.FLAG, net=s.rows(s.WHOLE)),
    "Hand": s.free(seq=s.COUNT, record=s.free(), settlement=s.free(), reading=s.free()),
    "Player": s.record({"id": s.TEXT, "name": s.TEXT}),
    "Light": s.free(fields=s.rows(s.rows(s.COUNT)), verdict=s.TEXT),
    "House": s.free(versions=s.free(), settings=s.free(), disk=s.free(), checks=s.rows(s.free())),
    "Report": s.free(is_whole=s.FLAG, events=s.COUNT, hands=s.COUNT, damage=s.rows(s.free())),
    "Copies": s.free(
        backups=s.rows(s.free(name=s.TEXT)), tape=s.or_null(s.free()), sync=s.or_null(s.free())
    ),
    "Motion": {
        "oneOf": [
            s.record({"op": s.OP, "motion": s.one_of(*sorted(MOTIONS.keys() - {"jog"}))}),
            s.record(
                {
                    "op": s.OP,
                    "motion": {"const": "jog"},
                    "mechanism": s.one_of(*MECHANISMS),
                    "distance_mm": {
                        "type": "integer",
                        "minimum": -MAX_JOG_MM,
                        "maximum": MAX_JOG_MM,
                        "not": {"const": 0},
                    },
                },
                {"side": {"type": "integer", "minimum": 0, "maximum": SIDES - 1}},
            ),
        ]
    },
    "Token": s.record(TOKEN_FIELDS),
    "NewToken": s.record({**TOKEN_FIELDS, "token": s.TEXT}),
    "Throws": s.record(
        {"ruleset": s.TEXT},
        {
            "banker": s.COUNT,
            "dice": s.rows(s.rows({"type": "integer", "minimum": 1, "maximum": 6}, 6), 6),
            "options": {"type": "object", "additionalProperties": s.PLAIN},
        },
    ),
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
