"""The interface's description, OpenAPI 3.1, drawn from its operations and their models."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from kiosk.access.rights import SCOPES, Right
from kiosk.api.models import NAMELESS, Count, Error
from kiosk.api.operations import JSON, OPERATIONS, Operation
from kiosk.presets import MAX_NAME

Schema = dict[str, Any]
REF: Final = "#/components/schemas/"
PLACES: Final[dict[str, Any]] = {
    "ruleset": Annotated[str, Field(pattern="^[a-z0-9-]{1,40}$")],
    "seq": Count,
    "number": Count,
    "opening": Count,
    "place": Count,
    "name": Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,40}$")],
    "preset": Annotated[str, Field(min_length=1, max_length=MAX_NAME)],
    "form": Literal["csv", "json"],
    "player": Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,64}$")],
    "token": Annotated[str, Field(pattern="^[0-9a-f]{8}$")],
}
"""What may stand in an address, by the names of its places."""
PLACE: Final = re.compile(r"<(?:\w+:)?(\w+)>")
ERRORS: Final = {
    400: "The call cannot be understood.",
    401: "A token is needed, or this one is unknown.",
    403: "The token does not allow this, or a foreign page asked.",
    404: "There is no such thing.",
    409: "Not possible as the table stands, or another screen was faster.",
    413: "The body is larger than this call takes: 16 KiB for most.",
    422: "Well written, but it cannot be: its problems are listed, 200 at most.",
    503: "Too many screens are open, or the kiosk is still starting; try again later.",
}


class SchemaWriter(GenerateJsonSchema):
    """Writes schemas named by their models, without titles and defaults that only repeat them."""

    def normalize_name(self, name: str) -> str:
        """Return the name of a model as programs know it: `Command.call_win`."""
        return name.replace("-", ".")

    def default_schema(self, schema: Any) -> Schema:
        """Return the schema of a field that may be left out."""
        return self.generate_inner(schema["schema"])

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 -- pydantic asks so
        """Return that no field needs a title."""
        return False

    def model_schema(self, schema: Any) -> Schema:
        """Return a model's schema, its docstring in one line."""
        json_schema = super().model_schema(schema)
        del json_schema["title"]
        words = " ".join(json_schema.pop("description", "").split())
        return {**json_schema, "description": words} if words else json_schema


@cache
def description() -> Schema:
    """Return the whole description."""
    writer = _Models()
    paths: dict[str, Schema] = {}
    for one in OPERATIONS:
        path = PLACE.sub(r"{\1}", one.path)
        if path not in paths:
            words = PLACE.findall(one.path)
            paths[path] = {"parameters": [writer.place(word) for word in words]} if words else {}
        paths[path][one.method.lower()] = _operation(one, writer)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "jantaku",
            "version": version("jantaku"),
            "description": "One mahjong table: its rules, its session, its ledger, its machine.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": writer.named, "securitySchemes": {"token": TOKEN}},
    }


TOKEN: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": f"Made with `jantaku token`; each of {', '.join(SCOPES)} includes those "
    "before it.",
}


class _Models:
    """The schemas of all models: those with a name by it, those of one operation as they are."""

    def __init__(self) -> None:
        models = [Error, *PLACES.values(), *(q.kind for one in OPERATIONS for q in one.query)]
        for one in OPERATIONS:
            models += [model for model in (one.answer, one.body, one.form) if model is not None]
        self._drawn, tail = TypeAdapter.json_schemas(
            [(id(model), "validation", TypeAdapter(model)) for model in models],
            ref_template=REF + "{model}",
            schema_generator=SchemaWriter,
        )
        self._all = tail["$defs"]
        self.named = {name: each for name, each in self._all.items() if not _is_nameless(name)}

    def of(self, model: Any) -> Schema:
        """Return the schema of *model*, or where it stands."""
        schema = self._drawn[id(model), "validation"]
        name = schema.get("$ref", "").removeprefix(REF)
        return dict(self._all[name] if _is_nameless(name) else schema)

    def place(self, word: str) -> Schema:
        """Return the parameter of what stands in an address."""
        return {"name": word, "in": "path", "required": True, "schema": self.of(PLACES[word])}


def _is_nameless(name: str) -> bool:
    return name.startswith(NAMELESS.replace("-", "."))


def _operation(one: Operation, models: _Models) -> Schema:
    body = one.body or one.form
    answer: Schema = {"description": one.summary}
    if one.answer is not None or one.media != JSON:
        answer["content"] = {one.media: {"schema": models.of(one.answer)} if one.answer else {}}
    fails = {str(code): _error(code, models) for code in sorted(_fails(one))}
    schema: Schema = {
        "operationId": one.id,
        "summary": one.summary,
        "x-right": str(one.right),
        "responses": {str(one.status): answer, **fails},
    }
    if one.right is not Right.OPEN:
        schema["security"] = [{"token": []}]
    if one.query:
        schema["parameters"] = [
            {
                "name": q.name,
                "in": "query",
                "schema": models.of(q.kind),
                "description": q.description,
            }
            for q in one.query
        ]
    if body is not None:
        schema["requestBody"] = {"required": True, "content": {JSON: {"schema": models.of(body)}}}
    return schema


def _fails(one: Operation) -> set[int]:
    fails = {*one.fails, *(() if one.right is Right.OPEN else (401, 403))}
    if one.body or one.form:
        fails |= {400, 401, 403, 413}  # 401: without a token, from no page of ours
    return fails | {400} if one.query else fails


def _error(code: int, models: _Models) -> Schema:
    return {"description": ERRORS[code], "content": {JSON: {"schema": models.of(Error)}}}
