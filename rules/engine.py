"""The one way from a hand record to its settlement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.errors import JantakuError, Problem, RecordError, UnknownRulesetError, refuse
from rules.games import AnyGame, ruleset
from rules.play.game import PlayGame
from rules.record.parse import read_record
from rules.record.reader import Reader
from rules.settle.settlement import Settlement
from rules.walls import Throws, ThrowsNeeded


def read(data: object) -> Any:
    """Return the record in the JSON value *data*: a `Record`, or a `PlayedHand` of a play game.

    Raise `RecordError` with everything that is wrong in it.
    """
    document, game = _document(data)
    if isinstance(game, PlayGame):
        return game.read(document)
    return read_record(game, document)


def _document(data: object) -> tuple[Mapping[str, Any], AnyGame]:
    """Return *data* as an object, and the game that it names."""
    if type(data) is not dict:
        raise refuse("bad_record", "a record must be a JSON object")
    name = data.get("ruleset")
    if type(name) is not str:
        raise refuse("bad_record", "must name the game", "ruleset")
    return data, game_of(name)


def settle(data: object) -> Settlement:
    """Return the settlement of the record *data*; raise `RecordError` if there is none."""
    document, game = _document(data)
    if isinstance(game, PlayGame):
        return game.settle(game.read(document))
    record = read_record(game, document)
    settlement = game.settle(record)
    if game.counts_all_hands(record) and (unseen_seats := record.unseen_seats):
        return replace(settlement, unseen_hands=unseen_seats)
    return settlement


def settle_json(data: object) -> dict[str, object]:
    """Return the settlement of *data* as JSON, or `{"error": …}` saying what is wrong where."""
    try:
        return settle(data).to_json()
    except JantakuError as error:
        return {"error": error.to_json()}


def break_wall(
    name: str,
    banker: int = 0,
    dice: Sequence[Sequence[int]] = (),
    options: Mapping[str, Any] | None = None,
) -> dict[str, object]:
    """Return where *dice* break the wall of the game *name*, as `jantaku break` prints it.

    With fewer throws than the procedure takes, return `throws_needed` with who throws.

    Raise `RecordError` for dice, seats or options that the game has not.
    """
    game = game_of(name)
    if not game.has_break:
        raise refuse("bad_record", f"{game.id} has no wall to break", "ruleset")
    form = Reader(game, game.seats[0])
    house_rules = form.options(dict(options or {}))
    players = game.players(house_rules)
    form.players = players
    form.a_seat(banker, "banker")
    valid_dice = form.rows([list(throw) for throw in dice], "dice", form.throw)
    form.problems += _dice_problems(dice, game.dice_for(house_rules))
    if form.problems:
        raise RecordError(form.problems)
    throws = Throws(banker, valid_dice, players, house_rules)
    throwers = game.throwers(throws)
    if len(valid_dice) < len(throwers):
        return ThrowsNeeded(throwers).to_json()
    return game.break_wall(throws).to_json()


def game_of(name: str) -> AnyGame:
    """Return the game, its absence told like any other fault."""
    try:
        return ruleset(name)
    except UnknownRulesetError as error:
        raise refuse(error.code, str(error), error.where) from error


def _dice_problems(dice: Iterable[Sequence[int]], count: int) -> Iterable[Problem]:
    for place, throw in enumerate(dice):
        if throw and len(throw) != count:
            yield Problem("bad_record", f"a throw of this game is {count} dice", f"dice[{place}]")
