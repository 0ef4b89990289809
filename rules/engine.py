"""The one way from a hand record to its settlement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules import checks
from rules.errors import JantakuError, Problem, RecordError, UnknownRulesetError, refuse
from rules.form import Form
from rules.games import ruleset
from rules.walls import Throws, ThrowsNeeded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rules.record import Record
    from rules.ruleset import Ruleset
    from rules.settlement import Settlement


def read(data: object) -> Record:
    """Return the record in the JSON value *data*.

    Raise `RecordError` with everything that is wrong in its form, tiles and sets.
    """
    document, game = _document(data)
    seats = document.get("seats")
    if type(seats) is not list or len(seats) not in game.seats:
        wanted = " or ".join(map(str, game.seats))
        raise refuse("bad_record", f"must be a list of {wanted} seats", "seats")
    form = Form(game, len(seats))
    record = form.record(document)
    found = form.problems
    found += checks.problems(record)
    found += game.form_problems(record)
    if not found:
        found.extend(game.problems(record))
    if found:
        raise RecordError(found)
    return record


def _document(data: object) -> tuple[Mapping[str, Any], Ruleset]:
    """Return *data* as an object, and the game that it names."""
    if type(data) is not dict:
        raise refuse("bad_record", "a record must be a JSON object")
    name = data.get("ruleset")
    if type(name) is not str:
        raise refuse("bad_record", "must name the game", "ruleset")
    try:
        return data, ruleset(name)
    except UnknownRulesetError as error:
        raise refuse(error.code, str(error), error.where) from error


def settle(data: object) -> Settlement:
    """Return the settlement of the record *data*; raise `RecordError` if there is none."""
    record = read(data)
    return record.ruleset.settle(record)


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
    game = _named(name)
    form = Form(game, game.seats[0])
    chosen = form.options(dict(options or {}))
    players = game.players(chosen)
    form.players = players
    form.a_seat(banker, "banker")
    thrown = form.rows([list(throw) for throw in dice], "dice", form.throw)
    form.problems += _dice_problems(dice, game.dice_for(chosen))
    if form.problems:
        raise RecordError(form.problems)
    throws = Throws(banker, thrown, players, chosen)
    throwers = game.throwers(throws)
    if len(thrown) < len(throwers):
        return ThrowsNeeded(throwers).to_json()
    return game.break_wall(throws).to_json()


def _named(name: str) -> Ruleset:
    """Return the game, its absence told like any other fault."""
    try:
        return ruleset(name)
    except UnknownRulesetError as error:
        raise refuse(error.code, str(error), error.where) from error


def _dice_problems(dice: Iterable[Sequence[int]], wanted: int) -> Iterable[Problem]:
    """Yield throws with more or fewer dice than the game uses."""
    for place, throw in enumerate(dice):
        if throw and len(throw) != wanted:
            yield Problem("bad_record", f"a throw of this game is {wanted} dice", f"dice[{place}]")
