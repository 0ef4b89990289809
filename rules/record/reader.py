"""From JSON to checked values: what the records of all games have in common.

`hand-record.md`, "Record". A field that is wrong is reported and read as its
default, so that the checks after it can find what else is wrong.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rules.errors import Problem
from rules.record.names import STATE_FIELDS, counters
from rules.record.options import choose
from rules.record.values import NOTHING, Incident, Options, State

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Set

    from rules.game import Game

SEEN_PIPS: Final = range(1, 7)

T = TypeVar("T")


class Reader:
    """Reads one JSON document for one game and keeps what is wrong in it."""

    def __init__(self, game: Game, players: int) -> None:
        """Read for *game* with *players* seats."""
        self.game = game
        self.players = players
        self.problems: list[Problem] = []

    def wrong(self, where: str, message: str, code: str = "bad_record") -> None:
        """Note a problem."""
        self.problems.append(Problem(code, message, where))

    def fields(self, data: object, known: Set[str], where: str) -> Mapping[str, Any]:
        """Return *data* if it is an object; note unknown fields."""
        if type(data) is not dict:
            if data is not NOTHING:
                self.wrong(where, "must be an object")
            return NOTHING
        if data.keys() <= known:
            return data
        for name in data:
            if name not in known:
                self.wrong(f"{where}.{name}" if where else name, "is no field of the record")
        return data

    def rows(
        self, data: object, where: str, read: Callable[[object, str], T | None]
    ) -> tuple[T, ...]:
        """Return the entries of the list *data* as *read* gives them, without the unreadable."""
        if type(data) is not list:
            if data != ():
                self.wrong(where, "must be a list")
            return ()
        found = []
        for place, entry in enumerate(data):
            one = read(entry, f"{where}[{place}]")
            if one is not None:
                found.append(one)
        return tuple(found)

    def whole(self, value: object, where: str, low: int, high: int | None = None) -> int:
        """Return *value* if it is a whole number from *low* to *high*, else *low*."""
        if type(value) is int and low <= value and (high is None or value <= high):
            return value
        reach = f"from {low}" if high is None else f"from {low} to {high}"
        self.wrong(where, f"must be a whole number {reach}")
        return low

    def a_switch(self, value: object, where: str) -> bool:
        """Return *value* if it is true or false, else false."""
        if type(value) is not bool:
            self.wrong(where, "must be true or false")
        return value is True

    def a_word(self, value: object, where: str, known: Collection[str]) -> str | None:
        """Return *value* if it is one of the words *known*."""
        if type(value) is str and value in known:
            return value
        self.wrong(where, f"must be one of {', '.join(known)}")
        return None

    def optional(
        self, given: Mapping[str, Any], name: str, where: str, read: Callable[[Any, str], T | None]
    ) -> T | None:
        """Return the field *name* of *given* as *read* gives it; nothing if absent or null."""
        value = given.get(name)
        return None if value is None else read(value, f"{where}.{name}")

    def codes(self, value: object, where: str) -> tuple[str, ...]:
        """Return the list *value* of codes of tiles or cards; which ones exist is the game's."""
        if type(value) is list and all(type(code) is str for code in value):
            return tuple(value)
        self.wrong(where, "must be a list of codes")
        return ()

    def a_number(self, value: object, where: str) -> int:
        """Return *value* if it is a whole number from 0."""
        return self.whole(value, where, 0)

    def a_seat(self, value: object, where: str) -> int:
        """Return *value* if it is a seat number."""
        if type(value) is int and 0 <= value < self.players:
            return value
        return self.whole(value, where, 0, self.players - 1)

    def options(self, data: object) -> Options:
        """Return all options of the game, the given ones set."""
        if type(data) is not dict:
            if data is not NOTHING:
                self.wrong("options", "must be an object")
            return self.game.defaults
        chosen, problems = choose(self.game, data)
        self.problems += problems
        return chosen

    def state(self, data: object, start: int) -> State:
        """Return the table before the hand; totals that are not given are at *start*."""
        given = self.fields(data, STATE_FIELDS, "state")
        get = given.get
        scores, carry = get("scores"), get("carry", NOTHING)
        return State(
            self.a_seat(get("banker", 0), "state.banker"),
            self.whole(get("round", 1), "state.round", 1),
            self.whole(get("repeats", 0), "state.repeats", 0),
            (start,) * self.players if scores is None else self.scores(scores, start),
            self.game.carry if carry is NOTHING else self.carry(carry),
        )

    def scores(self, value: object, start: int) -> tuple[int, ...]:
        """Return the running totals, *start* where they are wrong."""
        whole = type(value) is list and all(type(score) is int for score in value)
        if type(value) is list and whole and len(value) == self.players:
            return tuple(value)
        self.wrong("state.scores", f"must be {self.players} whole numbers")
        return (start,) * self.players

    def carry(self, data: object) -> Mapping[str, Any]:
        """Return the game's counters, those not given at their start."""
        if type(data) is dict:
            values = tuple(data.values())
            try:
                return counters(self.game, tuple(data), values, tuple(map(type, values)))
            except (TypeError, ValueError):  # not all of it is right, or can be kept
                pass
        start = self.game.carry
        given = self.fields(data, start.keys(), "state.carry")
        kept = {**start, **given}
        for name, value in given.items():
            if name not in start:
                kept.pop(name)
            elif (problem := self.game.counter_problem(name, value)) is not None:
                kept[name] = start[name]
                self.wrong(f"state.carry.{name}", problem)
        return kept

    def throw(self, data: object, where: str) -> tuple[int, ...] | None:
        """Return one throw's pips."""
        if type(data) is list and data and all(type(d) is int and d in SEEN_PIPS for d in data):
            return tuple(data)
        self.wrong(where, "must be a list of pips from 1 to 6")
        return None

    def incident(self, data: object, where: str) -> Incident | None:
        """Return one incident; further fields are the sheet's."""
        if type(data) is not dict or type(data.get("kind")) is not str:
            self.wrong(where, "must be an object with a kind")
            return None
        if data["kind"] not in self.game.incidents:
            self.wrong(f"{where}.kind", f"{self.game.id} knows no incident {data['kind']}")
            return None
        seat = data.get("seat")
        rest = {name: value for name, value in data.items() if name not in ("kind", "seat")}
        return Incident(
            data["kind"],
            None if seat is None else self.a_seat(seat, f"{where}.seat"),
            MappingProxyType(rest),
        )
