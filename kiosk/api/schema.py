"""JSON Schemas in few words, for the interface's description and for what it takes."""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]

LARGEST: Final = 1_000_000_000
"""No number of ours comes near it; larger ones are slips."""
LONGEST: Final = 200
"""Characters of a text that a person or a program may write."""

TEXT: Final[Schema] = {"type": "string", "maxLength": LONGEST}
WHOLE: Final[Schema] = {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": LARGEST}
EXTENT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
"""Pixels or millimetres."""
FLAG: Final[Schema] = {"type": "boolean"}
NOTHING: Final[Schema] = {"type": "null"}
PLAIN: Final[Schema] = {"$ref": "#/components/schemas/Plain"}
"""Any JSON without fractions."""
OP: Final[Schema] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"}
"""Names an operation, so that it is carried out once however often it is sent."""


def ref(name: str) -> Schema:
    """Return the schema that refers to the one called *name*."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def free(**known: Schema) -> Schema:
    """Return the schema of an answer that has at least the *known* fields."""
    return {"type": "object", "properties": known, "required": list(known)}


def rows(of: Schema, most: int | None = None) -> Schema:
    """Return the schema of a list, of *most* entries where there is a bound."""
    bound = {} if most is None else {"maxItems": most}
    return {"type": "array", "items": of, **bound}


def pair(of: Schema) -> Schema:
    """Return the schema of a list of two."""
    return {"type": "array", "items": of, "minItems": 2, "maxItems": 2}


def one_of(*values: str) -> Schema:
    """Return the schema of a word out of *values*."""
    return {"type": "string", "enum": list(values)}


def or_null(schema: Schema) -> Schema:
    """Return *schema* with null beside it."""
    return {"anyOf": [schema, NOTHING]}
