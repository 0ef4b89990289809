"""The forms that the interface's operations take and answer, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.access.rights import SCOPES
from kiosk.api import schema as s
from kiosk.api.commands import KINDS, schema_of_command
from kiosk.api.record_schema import RECORD_SCHEMAS
from kiosk.session.events import MAX_SEATS
from kiosk.table.maintenance import MAX_JOG_MM, MECHANISMS, MOTIONS, SIDES
from kiosk.table.set_places import PLACES

if TYPE_CHECKING:
    from collections.abc import Mapping

TOKEN_FIELDS: Final = {
    "id": s.TEXT,
    "label": s.TEXT,
    "right": s.one_of(*SCOPES),
    "made_ms": {"type": "integer"},
}

SCHEMAS: Final[Mapping[str, s.Schema]] = {
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
        machine=s.free(
            link=s.TEXT,
            line_code=s.COUNT,
            fault=s.or_null(s.COUNT),
            fault_side=s.or_null(s.COUNT),
            warning=s.or_null(s.COUNT),
            other_set=s.or_null(s.free(state=s.TEXT, percent=s.COUNT)),
        ),
        reading=s.FLAG,
        reading_error=s.or_null(s.free(code=s.TEXT)),
    ),
    "Sitting": s.free(opened=s.COUNT, ruleset=s.TEXT, hands=s.rows(s.ref("HandLine"))),
    "Session": s.free(
        opened=s.COUNT,
        ruleset=s.TEXT,
        names=s.rows({"type": "string"}),
        places=s.rows(s.COUNT),
        hands=s.rows(s.ref("HandLine")),
        penalties=s.rows(s.free(seq=s.COUNT, payments=s.rows(s.free()))),
        result={"type": "string"},
    ),
    "Line": s.record({"name": {"type": "string"}, "seat": s.COUNT, "totals": s.rows(s.WHOLE)}),
    "Explanation": s.free(
        title={"type": "string"},
        wins=s.rows(s.ref("Score")),
        losers=s.rows(s.ref("Score")),
        payments=s.rows(s.free(amount=s.WHOLE, reason={"type": "string"})),
        totals=s.rows(s.WHOLE),
        next={"type": "string"},
        why=s.rows(s.rows({"type": "string"})),
    ),
    "Score": s.free(
        seat=s.COUNT,
        score={"type": "string"},
        formula={"type": "string"},
        sets=s.rows(s.rows(s.record({"code": s.TEXT, "is_wild": s.FLAG}))),
        items=s.rows(s.free(title={"type": "string"}, value={"type": "string"})),
    ),
    "Career": s.free(id=s.TEXT, name=s.TEXT, records=s.rows(s.free(ruleset=s.TEXT, hands=s.COUNT))),
    "HandLine": s.free(seq=s.COUNT, number=s.COUNT, is_void=s.FLAG, net=s.rows(s.WHOLE)),
    "Hand": s.free(seq=s.COUNT, record=s.free(), settlement=s.free(), reading=s.free()),
    "Player": s.record({"id": s.TEXT, "name": s.TEXT}),
    "SetPlace": s.record(
        {
            "which": s.COUNT,
            "place": s.one_of(*PLACES),
            "percent": {"type": "integer", "minimum": 0, "maximum": 100},
            "fault": s.COUNT,
        }
    ),
    "Field": {
        **s.record(
            {"seats": {"type": "integer", "minimum": 1, "maximum": MAX_SEATS}},
            {"side_mm": s.or_null(s.EXTENT), "oval_mm": s.or_null(s.pair(s.EXTENT))},
        ),
        "description": "A table: a square field's side, or width and depth of a round or oval one.",
    },
    "Calibration": s.free(
        size=s.pair(s.COUNT),
        markers=s.COUNT,
        off_mm={"type": "number"},
        table=s.or_null(s.free(seats=s.COUNT)),
        standing=s.or_null(
            s.free(
                state=s.one_of("holds", "moved", "unknown", "plain"), moved_mm={"type": "number"}
            )
        ),
    ),
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
    "PlayToCheck": s.record(
        {"ruleset": s.TEXT, "laid": s.rows(s.TEXT)},
        {
            "lies": s.rows(s.TEXT),
            "options": {"type": "object", "additionalProperties": s.PLAIN},
        },
    ),
    "Throws": s.record(
        {"ruleset": s.TEXT},
        {
            "banker": s.COUNT,
            "dice": s.rows(s.rows({"type": "integer", "minimum": 1, "maximum": 6}, 6), 6),
            "options": {"type": "object", "additionalProperties": s.PLAIN},
        },
    ),
}
