"""The log of a hand as JSON lines: how it began, then every action in order.

The first line names the form and its version, game, house, state, dice and wall, so that a
log is the whole hand: read again, it is played again, and what may not be is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, TypeVar

from rules.errors import JantakuError, Problem, Reason, RecordError, refuse
from rules.play.actions import from_json, to_json
from rules.play.cards import CardCourse
from rules.play.course import Course, begin
from rules.play.play_rules import PlayRules
from rules.play.wall import Wall
from rules.reasons import as_problem
from rules.tiles import CODES, parse

FORM: Final = "jantaku-play"
VERSION: Final = 1
HEAD: Final = frozenset(("log", "version", "ruleset", "options", "state", "dice", "wall"))


Hand = Course | CardCourse[Any]
HandT = TypeVar("HandT", Course, CardCourse[Any])


class LogError(JantakuError):
    """A log that cannot be read on: where, why, and the hand as far as it could be played."""

    code = "bad_record"

    def __init__(
        self, line: int, reason: str, course: Hand | None, problem: Problem | None = None
    ) -> None:
        """Keep the *line*, from 1, the *course* before it, if any, and the *problem* in it."""
        super().__init__(f"line {line}: {reason}", where=str(line))
        self.line, self.course, self.problem = line, course, problem


def write_log(course: Course) -> Iterator[str]:
    """Yield the lines of the log of *course*, without line ends."""
    at = course.at
    head = {
        "log": FORM,
        "version": VERSION,
        "ruleset": at.game.id,
        "options": {
            name: value for name, value in at.options.items() if value != at.game.defaults[name]
        },
        "state": at.state.to_json(),
        "dice": [list(throw) for throw in (*at.dice, *at.coming)],
        "wall": "".join(CODES[tile] for tile in at.wall.tiles),
    }
    yield json.dumps(head)
    yield from (json.dumps(to_json(action)) for action in at.log)


def read_log(lines: Iterable[str], manner_of: Callable[[str], PlayRules]) -> Iterator[Course]:
    """Yield the course as it began and after every action of a log, to the end of the hand.

    *manner_of* finds how a game is played. Raise `LogError` for the first line that is wrong,
    for lines after the end, and for a log that ends before the hand does.
    """
    return replay(lines, partial(_begin, manner_of=manner_of), from_json)


def replay(
    lines: Iterable[str],
    begin_by: Callable[[dict[str, Any]], HandT],
    action_of: Callable[[dict[str, Any]], Any],
) -> Iterator[HandT]:
    """Yield the hand that *begin_by* makes of the first line, then after every further action."""
    course: HandT | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        try:
            data = object_of(line)
            course = begin_by(data) if course is None else course.after(action_of(data))
        except RecordError as error:
            raise LogError(number, reason_of(error), course, error.first) from error
        yield course
    if course is None or not course.is_over:
        problem = as_problem(Reason("log_cut" if course else "log_empty"), "bad_record")
        raise LogError(number + 1, problem.message, course, problem)


def again(course: Course) -> Iterator[Course]:
    """Yield the hand of *course* as it began, then after each of its actions."""
    at = course.at
    dice = (*at.dice, *at.coming)
    course = begin(course.play, Wall(at.wall.tiles), dice, at.state.to_json(), at.options)
    yield course
    for action in at.log:
        course = course.after(action)
        yield course


def reason_of(error: RecordError) -> str:
    """Return what is wrong with a line, after the place in it."""
    return f"{error.where}: {error}" if error.where else str(error)


def object_of(line: str) -> dict[str, Any]:
    """Return the JSON object in *line*; raise `RecordError` where there is none."""
    try:
        data = json.loads(line)
    except ValueError as error:
        raise refuse("bad_record", f"is not JSON: {error}") from error
    if type(data) is not dict:
        raise refuse("bad_record", "must be an object")
    return data


def check_head(head: dict[str, Any], fields: frozenset[str]) -> None:
    """Raise `RecordError` for what is wrong with a first line that should have these *fields*."""
    if head.get("log") != FORM:
        raise refuse("bad_record", f"this is no log: it must begin with {FORM}", "log")
    if head.get("version") != VERSION:
        message = f"version {head.get('version')!r} is not known, only {VERSION}"
        raise refuse("bad_record", message, "version")
    if head.keys() != fields:
        names = ", ".join(sorted(fields ^ head.keys()))
        raise refuse("bad_record", f"lacks fields or has too many: {names}")
    for name in ("state", "options"):
        if type(head[name]) is not dict:
            raise refuse("bad_record", "must be an object", name)


def _begin(head: dict[str, Any], manner_of: Callable[[str], PlayRules]) -> Course:
    check_head(head, HEAD)
    try:
        tiles = parse(head["wall"])
    except (TypeError, ValueError) as error:
        raise refuse("bad_tiles", str(error), "wall") from error
    dice = head["dice"]
    if type(dice) is not list or not all(type(throw) is list for throw in dice):
        raise refuse("bad_record", "must be a list of throws", "dice")
    return begin(manner_of(str(head["ruleset"])), Wall(tiles), dice, head["state"], head["options"])
