"""The forms of a log: our own for every game, two of other programs for riichi."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from rules.games.riichi.logs.mjai import read_mjai
from rules.games.riichi.logs.mjai_writing import write_mjai
from rules.games.riichi.logs.tenhou import read_tenhou
from rules.games.riichi.logs.tenhou_writing import write_tenhou
from rules.play.course import Course
from rules.play.logs import read_log, write_log
from rules.play.play_rules import PlayRules
from rules.value import NOTHING

OURS: Final = "jantaku"
FORMATS: Final = (OURS, "mjai", "tenhou")


def read_any(
    lines: Iterable[str],
    manner_of: Callable[[str], PlayRules],
    house: Mapping[str, Any] = NOTHING,
) -> Iterator[Course]:
    """Yield the hands of a log of any form, each as it began and after every action.

    A new hand begins with a course whose log is empty. *house* is what the table of another
    program's log has agreed on; our own says it itself. Raise `LogError` for the first line that
    is wrong.
    """
    rest = iter(lines)
    first = next(rest, "")
    form, log = _form(first), chain([first], rest) if first else rest
    if form == OURS:
        return read_log(log, manner_of)
    return read_mjai(log, house) if form == "mjai" else read_tenhou(log, house)


def _form(first: str) -> str:
    """Return the form of a log that begins with the line *first*; ours where it is none."""
    try:
        data = json.loads(first)
    except ValueError:
        return "tenhou" if first.lstrip().startswith("{") else OURS
    if type(data) is dict and "type" in data:
        return "mjai"
    return "tenhou" if type(data) is dict and type(data.get("log")) is list else OURS


def write_as(form: str, course: Course, word_of: Callable[[str], str] = str) -> Iterator[str]:
    """Yield the lines of the log of *course* in one of `FORMATS`.

    *word_of* names elements in Japanese. Raise `RecordError` for a hand that the form cannot tell.
    """
    if form == "mjai":
        return write_mjai(course)
    return write_tenhou(course, word_of) if form == "tenhou" else write_log(course)
