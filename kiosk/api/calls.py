"""Every operation of the interface by address and method: what it takes and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.api import schema as s
from kiosk.api.call import JPEG, STREAM, ZIP, Call
from kiosk.rights import SCOPES, Right

if TYPE_CHECKING:
    from collections.abc import Mapping

AFTER: Final = {
    "name": "after",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "description": "Wait for a picture newer than this one, a second at most.",
}
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
