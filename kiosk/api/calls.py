"""Every operation of the interface by address and method: what it takes and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.access.rights import SCOPES, Right
from kiosk.api import schema as s
from kiosk.api.call import JPEG, STREAM, SVG, WEBP, ZIP, Call
from kiosk.i18n import LANGUAGE_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

AFTER: Final = {
    "name": "after",
    "in": "query",
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
    "description": "Wait for a picture newer than this one, a second at most.",
}
LANGUAGE: Final = {
    "name": "language",
    "in": "query",
    "schema": s.one_of(*LANGUAGE_NAMES),
    "description": "In whose words; without it in the kiosk's.",
}
POINTS: Final = {
    **s.rows(s.pair(s.EXTENT), 8),
    "description": "Pixels of the camera's picture: the corners of the field, the far left one as "
    "seat 0 sees it first, then clockwise; of a round or oval one its far, right, near and left "
    "end; with four more, the middles between them. Without any its markers are looked for.",
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
    "/check-play": {
        "post": Call(
            "check_play",
            "Whether cards or dominoes are a play, and beat what lies",
            Right.OPEN,
            s.record({"lies": s.or_null(s.TEXT), "laid": s.or_null(s.TEXT), "beats": s.FLAG}),
            s.ref("PlayToCheck"),
            fails=(404,),
        )
    },
    "/state": {
        "get": Call("state", "Where the table stands, without names", Right.OPEN, s.ref("State"))
    },
    "/table": {
        "get": Call("table", "Everything that the screen shows", Right.READ, s.ref("Table"))
    },
    "/table/explanation": {
        "get": Call(
            "explain_table",
            "Why the hand at work pays what it pays",
            Right.READ,
            s.ref("Explanation"),
            query=(LANGUAGE,),
            fails=(409,),
        )
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
    "/sessions/{opened}": {
        "get": Call(
            "session", "One session with its places", Right.READ, s.ref("Session"), fails=(404,)
        )
    },
    "/sessions/{opened}/graph": {
        "get": Call(
            "graph",
            "Totals after each hand",
            Right.READ,
            s.free(lines=s.rows(s.ref("Line"))),
            fails=(404,),
        )
    },
    "/sessions/{opened}/qr.svg": {
        "get": Call("code", "The result as a QR code", Right.READ, {}, media=SVG, fails=(404,))
    },
    "/hands": {
        "get": Call("hands", "The hands", Right.READ, s.free(hands=s.rows(s.ref("HandLine"))))
    },
    "/hands/{seq}": {"get": Call("hand", "One hand", Right.READ, s.ref("Hand"), fails=(404,))},
    "/hands/{seq}/explanation": {
        "get": Call(
            "explanation",
            "Why a hand pays what it pays, in words",
            Right.READ,
            s.ref("Explanation"),
            query=(LANGUAGE,),
            fails=(404,),
        )
    },
    "/hands/{seq}/stills/{place}.jpg": {
        "get": Call("picture", "What a hand was read by", Right.READ, {}, media=JPEG, fails=(404,))
    },
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
        "get": Call("player", "What somebody has done", Right.READ, s.ref("Career"), fails=(404,)),
        "delete": Call("forget", "Forget a person's name", Right.OPERATE, fails=(404,), status=204),
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
        "get": Call(
            "calibration",
            "Where the table was found",
            Right.OPERATE,
            s.free(calibration=s.or_null(s.ref("Calibration"))),
        ),
        "post": Call(
            "calibrate",
            "Find the table by its markers, or by points of its field",
            Right.OPERATE,
            REPEAT,
            s.record({"op": s.OP}, {"table": s.or_null(s.ref("Field")), "points": POINTS}),
            fails=(409,),
        ),
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
    "/ledger/export.{form}": {
        "get": Call("export", "The whole ledger", Right.OPERATE, {}, media="*/*", fails=(404,))
    },
    "/ledger/import": {
        "post": Call(
            "import_ledger",
            "Take in a ledger that was taken away",
            Right.OPERATE,
            s.free(is_repeat=s.FLAG, events=s.COUNT),
            s.record({"op": s.OP, "text": {"type": "string"}}),
            fails=(409, 422),
        )
    },
    "/ledger/import/preview": {
        "post": Call(
            "preview_import",
            "What it would bring, and what is wrong with it",
            Right.OPERATE,
            s.free(
                tables=s.rows(s.free(table_id=s.TEXT, events=s.COUNT)),
                players=s.COUNT,
                troubles=s.rows(s.free(what={"type": "string"})),
            ),
            s.record({"text": {"type": "string"}}),
            fails=(409, 422),
        )
    },
    "/ledger/restored": {
        "get": Call(
            "restored",
            "What was restored at the start",
            Right.READ,
            s.free(restored=s.or_null(s.free(events=s.COUNT, hands=s.COUNT))),
        ),
        "delete": Call(
            "seen_restored", "Somebody has read it", Right.SCORE, status=204, fails=(404,)
        ),
    },
    "/board": {
        "get": Call(
            "board",
            "All tables of the parlour",
            Right.READ,
            s.free(tables=s.rows(s.free(table_id=s.TEXT)), is_online=s.FLAG, backlog=s.COUNT),
            fails=(404,),
        )
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
            s.free(machine=s.or_null(s.free(sets=s.rows(s.ref("SetPlace"))))),
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
    "/sets": {
        "get": Call(
            "sets",
            "Tile sets learned here",
            Right.OPERATE,
            s.free(sets=s.rows(s.TEXT), on_table=s.TEXT, kinds=s.free()),
        ),
        "post": Call(
            "learn",
            "Learn a tile set",
            Right.OPERATE,
            REPEAT,
            s.record(
                {"op": s.OP, "name": s.TEXT, "kind": s.TEXT},
                {"pictures": s.rows({"type": "string", "format": "byte"}, 8)},
            ),
            fails=(409, 422),
        ),
    },
    "/sets/{name}": {
        "get": Call(
            "tile_set", "One tile set", Right.OPERATE, s.free(faces=s.rows(s.TEXT)), fails=(404,)
        )
    },
    "/sets/{name}/faces/{place}.webp": {
        "get": Call("face", "A face as it was seen", Right.OPERATE, {}, media=WEBP, fails=(404,))
    },
    "/sets/{name}/take-back": {
        "post": Call(
            "take_back", "Undo its last lesson", Right.OPERATE, REPEAT, OPERATED, fails=(409, 422)
        )
    },
    "/camera/looked.jpg": {
        "get": Call("looked", "What was learned from", Right.OPERATE, {}, media=JPEG, fails=(404,))
    },
    "/camera/markers.svg": {
        "get": Call("markers", "Markers to print", Right.OPERATE, {}, media=SVG)
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
