"""Calls that need no table: the games, a settlement, a wall break, this interface's description."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from flask import abort, jsonify

import rules
from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.api import body
from kiosk.api.route import Route
from kiosk.api.spec import description
from kiosk.errors import Refused
from kiosk.web.check_play import STOCKS
from rules import RecordError, UnknownRulesetError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue


@needs(Right.OPEN)
def openapi() -> ResponseReturnValue:
    """Return the description of this interface, OpenAPI 3.1."""
    return jsonify(description())


@needs(Right.OPEN)
def games() -> ResponseReturnValue:
    """Return the games that can be played."""
    found = [rules.ruleset(name) for name in rules.rulesets()]
    return jsonify(
        games=[{"id": game.id, "native": game.native, "name": game.name} for game in found]
    )


@needs(Right.OPEN)
def game(ruleset: str) -> ResponseReturnValue:
    """Return one game with its options and scoring elements."""
    try:
        return jsonify(rules.describe(ruleset))
    except UnknownRulesetError:
        abort(404)


@needs(Right.OPEN)
def settle() -> ResponseReturnValue:
    """Return the settlement of the hand record in the body; 422 with every problem otherwise."""
    answer = rules.settle_json(body.sent())
    return jsonify(answer), 422 if "error" in answer else 200


@needs(Right.OPEN)
def break_wall() -> ResponseReturnValue:
    """Return where the dice break the wall, or who has to throw."""
    asked = body.fields("ruleset", banker=0, dice=[], options={})
    dice, options = asked["dice"], asked["options"]
    if type(dice) is not list or not all(type(throw) is list for throw in dice):
        raise Refused("bad_json", "must be a list of throws, each a list of pips", where="dice")
    if type(options) is not dict:
        raise Refused("bad_json", "must be an object", where="options")
    name = body.text(asked["ruleset"], "ruleset")
    try:
        return jsonify(rules.break_wall(name, asked["banker"], dice, options))
    except RecordError as error:
        return jsonify(error=error.to_json()), 422


@needs(Right.OPEN)
def check_play() -> ResponseReturnValue:
    """Return whether cards or dominoes are a play, and whether they beat what lies there."""
    asked = body.fields("ruleset", "laid", lies=[], options={})
    stock = STOCKS.get(body.text(asked["ruleset"], "ruleset"))
    if stock is None:
        abort(404, "In this game no single play can be checked.")
    if type(asked["options"]) is not dict:
        raise Refused("bad_json", "must be an object", where="options")
    house = {**rules.ruleset(asked["ruleset"]).defaults, **asked["options"]}
    lies, laid = (_row(asked[name], name, stock.codes) for name in ("lies", "laid"))
    return jsonify(asdict(stock.judge(lies, laid, house)))


def _row(value: Any, where: str, codes: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cards or dominoes in *value* if there are so many of each."""
    if type(value) is not list or any(type(code) is not str for code in value):
        raise Refused("bad_json", "must be a list of codes", where=where)
    for code in value:
        if value.count(code) > codes.get(code, 0):
            raise Refused("bad_json", f"there are not so many of {code}", where=where)
    return tuple(value)


ROUTES: Final = (
    Route("GET", "/openapi.json", openapi),
    Route("GET", "/games", games),
    Route("GET", "/games/<ruleset>", game),
    Route("POST", "/settle", settle),
    Route("POST", "/break", break_wall),
    Route("POST", "/check-play", check_play),
)
