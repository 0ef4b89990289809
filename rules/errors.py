"""What can be wrong with a record, in one shape for every door of the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from rules.tiles import CODES
from rules.value import NOTHING

RANKS: Final = {
    "bad_record": 0,
    "unknown_ruleset": 0,
    "unknown_option": 0,
    "bad_tiles": 1,
    "bad_meld": 2,
    "not_a_win": 3,
    "barred": 3,
    "below_minimum": 3,
}
"""Reading order of the codes: form before tiles, tiles before sets, sets before the win."""


class JantakuError(Exception):
    """Base of everything this program raises on purpose."""

    code: str

    def __init__(self, message: str, *, where: str = "") -> None:
        """Keep *message* for people and *where* as a path into what was given."""
        super().__init__(message)
        self.where = where

    def to_json(self) -> dict[str, object]:
        """Return the object that every door of the program shows."""
        return {"code": self.code, "message": str(self), "where": self.where}


class Reason(NamedTuple):
    """A rule by its name, and what its words are filled with."""

    rule: str
    """One of `rules.reasons.RULES`."""
    values: Mapping[str, object] = NOTHING

    def __hash__(self) -> int:
        """Return the hash of the rule: a mapping has none."""
        return hash(self.rule)


class Problem(NamedTuple):
    """One thing that keeps a record from being settled."""

    code: str
    """One of the codes of `hand-record.md`."""
    message: str
    where: str = ""
    """Path into the record, such as `seats[1].melds[0]`."""
    reason: Reason | None = None
    """The rule of play that bars it, of which *message* are the words."""

    def to_json(self) -> dict[str, object]:
        """Return the problem as the settlement command shows it."""
        fields: dict[str, object] = {"code": self.code, "message": self.message}
        if self.reason is not None:
            values = {name: encode(name, value) for name, value in self.reason.values.items()}
            fields |= {"rule": self.reason.rule, "values": values}
        return fields | {"where": self.where}


def encode(name: str, value: object) -> object:
    """Return the *value* called *name* of a reason as JSON has it: a tile by its code."""
    return CODES[value] if isinstance(value, int) and name in ("tile", "said") else value


def in_reading_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return *problems*, form before tiles, tiles before sets, sets before the win."""
    return sorted(problems, key=lambda problem: RANKS[problem.code])


class UnknownRulesetError(JantakuError):
    """A game that is not in the catalogue was asked for."""

    code = "unknown_ruleset"


class RecordError(JantakuError):
    """A hand record that cannot be settled, with all that was found wrong in it."""

    def __init__(self, problems: Iterable[Problem], *, told_in_order: bool = False) -> None:
        """Keep *problems* (at least one) in reading order; the first gives code and place.

        *told_in_order* keeps the order in which a game checked them, play by play.
        """
        self.problems = tuple(problems if told_in_order else in_reading_order(problems))
        first = self.problems[0]
        super().__init__(first.message, where=first.where)
        self.first, self.code = first, first.code

    def to_json(self) -> dict[str, object]:
        """Return the first problem and the list of all of them."""
        return {
            **self.first.to_json(),
            "problems": [problem.to_json() for problem in self.problems],
        }


def refuse(code: str, message: str, where: str = "") -> RecordError:
    """Return the error for a single problem, ready to be raised."""
    return RecordError((Problem(code, message, where),))
