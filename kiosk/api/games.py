"""What needs no table: the games, a settlement, a wall break, this interface's description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from flask import abort, request
from flask.typing import ResponseReturnValue
from pydantic import Field, Strict

import rules
from kiosk.access.rights import Right
from kiosk.api.models import (
    LONGEST_LIST,
    Body,
    Count,
    Flag,
    Options,
    Reply,
    Text,
    reply,
    schema_extra,
)
from kiosk.api.operations import MOST_PROBLEMS, Operation, json_body, read
from kiosk.api.record import HandAtWork, Record, SeatNumber, Settlement, Wait, WhatElse
from kiosk.api.spec import description
from kiosk.errors import Refused
from kiosk.session.asking import may_ask
from kiosk.web.context import service
from rules import RecordError, UnknownRulesetError
from rules.play.game import PlayGame

DICE: Final = 6
"""Neither throws nor the dice of one are more; the rules say which numbers a game has."""
Throw = Annotated[
    list[Annotated[int, Strict(), schema_extra(minimum=1, maximum=6)]], schema_extra(maxItems=DICE)
]


class Game(Reply):
    """A game by its names."""

    id: Text
    native: Text
    name: Text


class Throws(Body):
    """The dice of a game, throw by throw."""

    ruleset: Text
    banker: Count = 0
    dice: Annotated[list[Throw], schema_extra(maxItems=DICE)] = []
    options: Options = {}


class WaitsQuestion(Body):
    """A hand, and whose waits are asked for."""

    seat: SeatNumber = 0
    record: HandAtWork


Pieces = Annotated[list[Text], Field(max_length=LONGEST_LIST)]


class PlayToCheck(Body):
    """Cards or dominoes to be laid, and what lies there."""

    ruleset: Text
    laid: Pieces
    lies: Pieces = []
    options: Options = {}


class Judgement(Body):
    """What cards or dominoes are, and whether those laid beat those that lie."""

    lies: Text | None
    laid: Text | None
    beats: Flag


@Operation("GET", "/openapi.json", Right.OPEN, reply())
def openapi() -> ResponseReturnValue:
    """Return the description of this interface, OpenAPI 3.1."""
    return description()


@Operation("GET", "/games", Right.OPEN, reply(games=list[Game]))
def games() -> ResponseReturnValue:
    """Return the games that can be played."""
    rulesets = [rules.ruleset(name) for name in rules.rulesets()]
    return {"games": [{"id": one.id, "native": one.native, "name": one.name} for one in rulesets]}


@Operation("GET", "/games/<ruleset>", Right.OPEN, Game, fails=(404,))
def game(ruleset: str) -> ResponseReturnValue:
    """Return one game with its options and scoring elements."""
    try:
        return rules.describe(ruleset)
    except UnknownRulesetError:
        abort(404)


@Operation("POST", "/settle", Right.OPEN, Settlement, form=Record, fails=(422,))
def settle() -> ResponseReturnValue:
    """Return the settlement of the hand record in the body; 422 with its problems otherwise."""
    verify_asking()
    return _respond(rules.settle_json(json_body()))


@Operation("POST", "/waits", Right.OPEN, reply(waits=list[Wait]), form=WaitsQuestion, fails=(422,))
def waits() -> ResponseReturnValue:
    """Return what the hand of a seat waits for, each tile with its settlements or refusals."""
    verify_asking()
    body = json_body()
    read(WaitsQuestion, body)
    return _respond(rules.waits_json(body["record"], body.get("seat", 0)))


@Operation("POST", "/what-else", Right.OPEN, reply(wins=list[WhatElse]), form=Record, fails=(422,))
def what_else() -> ResponseReturnValue:
    """Return what else would have counted in the won hand in the body."""
    verify_asking()
    return _respond(rules.what_else_json(json_body()))


def verify_asking() -> None:
    """Raise `Refused` while a hand is played here, unless everybody has agreed.

    Whoever has shown a token is let through: that is a program, and its right was looked at.
    """
    if request.authorization is None and not may_ask(service().state):
        raise Refused("asking_not_allowed", "a hand is played here: everybody has to agree first")


def _respond(answer: dict[str, Any]) -> ResponseReturnValue:
    """Return what the rules answer; 422 where that is an error, with the first of its problems."""
    if "error" not in answer:
        return answer, 200
    error = answer["error"]
    problems = error.get("problems", ())[:MOST_PROBLEMS]
    return {"error": {**error, "problems": list(problems)}}, 422


@Operation("POST", "/break", Right.OPEN, reply(), Throws, fails=(422,))
def break_wall(body: Throws) -> ResponseReturnValue:
    """Return where the dice break the wall, or who has to throw."""
    try:
        return rules.break_wall(body.ruleset, body.banker, body.dice, body.options)
    except RecordError as error:
        return {"error": error.to_json()}, 422


@Operation("POST", "/check-play", Right.OPEN, Judgement, PlayToCheck, fails=(404,))
def check_play(body: PlayToCheck) -> ResponseReturnValue:
    """Return whether cards or dominoes are a play, and whether they beat what lies there."""
    game = rules.ruleset(body.ruleset) if body.ruleset in rules.rulesets() else None
    if not isinstance(game, PlayGame) or not game.compares:
        abort(404, "In this game no single play can be checked.")
    house = {**game.defaults, **body.options}
    lies, play = (_row(getattr(body, name), name, game.pieces) for name in ("lies", "laid"))
    return game.compare(lies, play, house)._asdict()


def _row(codes: list[str], where: str, pieces: Mapping[str, int]) -> tuple[str, ...]:
    for code in codes:
        if codes.count(code) > pieces.get(code, 0):
            raise Refused("bad_json", f"there are not so many of {code}", where=where)
    return tuple(codes)
