"""From JSON to checked values: what the records of all games have in common.

`hand-record.md`, "Record". A field that is wrong is reported and read as its
default, so that the checks after it can find what else is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

from rules.errors import Problem
from rules.game import Fact, Game, Options
from rules.record.values import Incident, State
from rules.value import NOTHING

RECORD_FIELDS: Final = frozenset(
    ("ruleset", "options", "state", "deal", "seats", "outcome", "wins", "incidents")
)
STATE_FIELDS: Final = frozenset(
    ("banker", "round", "repeats", "scores", "carry", "prizes", "winners")
)
DEAL_FIELDS: Final = frozenset(("indicators", "hidden_indicators", "dice", "east"))
SEAT_FIELDS: Final = frozenset(
    ("hand", "melds", "flowers", "aside", "discards", "declared", "facts")
)
MELD_FIELDS: Final = frozenset(("kind", "tiles", "claimed", "from"))
WIN_FIELDS: Final = frozenset(("seat", "tile", "by", "from", "marks", "kong", "facts", "value"))

COMMON_MARKS: Final = frozenset(
    (
        "dealt",
        "first_discard",
        "first_draw",
        "before_first_draw",
        "kong_draw",
        "flower_draw",
        "last_tile",
        "last_discard",
        "ippatsu",
    )
)
"""Marks of the hand record itself: any game takes them, also one that gives nothing for them."""

COMMON_FACTS: Final = {
    "rivals": Fact("rivals", "seats"),
    "fresh": Fact("fresh"),
    "discarder_ready": Fact("discarder_ready"),
}
COMMON_DECLARED: Final = frozenset(("ready", "riichi", "double_riichi"))

SEEN_PIPS: Final = range(1, 7)

T = TypeVar("T")


@cache
def declarable(game: Game) -> frozenset[str]:
    """Return the announcements that the game takes."""
    return COMMON_DECLARED.union(game.declared)


@cache
def markable(game: Game) -> frozenset[str]:
    """Return the marks that the game takes."""
    return COMMON_MARKS.union(game.marks)


@lru_cache(maxsize=1 << 10)
def counters(
    game: Game, names: tuple[str, ...], values: tuple[Any, ...], _types: tuple[type, ...]
) -> Mapping[str, Any]:
    """Return all counters with those of *names* set, if they are sound: they are few and recur.

    Raise `ValueError` if they are not; the types tell `true` from 1.
    """
    carry = dict(game.carry)
    for name, value in zip(names, values, strict=True):
        if name not in carry or game.counter_problem(name, value) is not None:
            raise ValueError(name)
        carry[name] = value
    return MappingProxyType(carry)


@lru_cache(maxsize=1 << 10)
def all_known(names: tuple[str, ...], known_names: frozenset[str]) -> frozenset[str] | None:
    """Return the set of *names*, or nothing if one of them is not among *known_names*."""
    return frozenset(names) if known_names.issuperset(names) else None


OptionChoice = tuple[Options, "Sequence[Problem]"]


def choose(game: Game, overrides: Mapping[str, Any]) -> OptionChoice:
    """Return all options of the game with *overrides* applied, and what is wrong with them."""
    try:
        return _choose_cached(game, tuple(overrides.items()), tuple(map(type, overrides.values())))
    except TypeError:  # a list or an object among the values: nothing to remember it by
        return _apply_overrides(game, overrides.items())


@lru_cache(maxsize=256)
def _choose_cached(
    game: Game, overrides: tuple[tuple[str, Any], ...], _types: tuple[type, ...]
) -> OptionChoice:
    """Return what `_chosen` does and remember it; the types tell `true` from 1."""
    return _apply_overrides(game, overrides)


def _apply_overrides(game: Game, overrides: Iterable[tuple[str, Any]]) -> OptionChoice:
    """Return all options of the game with *overrides* applied, and what is wrong with them."""
    options = Options(game.defaults)
    problems = []
    for name, value in overrides:
        option = game.by_option.get(name)
        if option is None:
            message = f"{game.id} has no option {name}"
            problems.append(Problem("unknown_option", message, f"options.{name}"))
        elif option.allows(value):
            options[name] = value
        else:
            values_text = option.expects or ", ".join(map(repr, option.values))
            problems.append(Problem("unknown_option", f"must be {values_text}", f"options.{name}"))
    return options, problems


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

    def fields(self, data: object, names: Set[str], where: str) -> Mapping[str, Any]:
        """Return *data* if it is an object; note unknown fields."""
        if type(data) is not dict:
            if data is not NOTHING:
                self.wrong(where, "must be an object")
            return NOTHING
        if data.keys() <= names:
            return data
        for name in data:
            if name not in names:
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
        entries = []
        for place, entry in enumerate(data):
            one = read(entry, f"{where}[{place}]")
            if one is not None:
                entries.append(one)
        return tuple(entries)

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

    def a_word(self, value: object, where: str, words: Collection[str]) -> str | None:
        """Return *value* if it is one of *words*."""
        if type(value) is str and value in words:
            return value
        self.wrong(where, f"must be one of {', '.join(words)}")
        return None

    def optional(
        self, fields: Mapping[str, Any], name: str, where: str, read: Callable[[Any, str], T | None]
    ) -> T | None:
        """Return the field *name* of *fields* as *read* gives it; nothing if absent or null."""
        value = fields.get(name)
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
        options, problems = choose(self.game, data)
        self.problems += problems
        return options

    def state(self, data: object, start: int) -> State:
        """Return the table before the hand; totals that are not given are at *start*."""
        fields = self.fields(data, STATE_FIELDS, "state")
        get = fields.get
        scores, carry = get("scores"), get("carry", NOTHING)
        prizes, winners = get("prizes"), get("winners")
        return State(
            self.a_seat(get("banker", 0), "state.banker"),
            self.whole(get("round", 1), "state.round", 1),
            self.whole(get("repeats", 0), "state.repeats", 0),
            (start,) * self.players if scores is None else self.of_each(scores, start, "scores"),
            self.game.carry if carry is NOTHING else self.carry(carry),
            () if prizes is None else self.of_each(prizes, 0, "prizes"),
            () if winners is None else self.rows(winners, "state.winners", self.a_seat),
        )

    def of_each(self, value: object, usual: int, name: str) -> tuple[int, ...]:
        """Return a number for each seat, the *usual* one where they are wrong."""
        whole = type(value) is list and all(type(score) is int for score in value)
        if type(value) is list and whole and len(value) == self.players:
            return tuple(value)
        self.wrong(f"state.{name}", f"must be {self.players} whole numbers")
        return (usual,) * self.players

    def carry(self, data: object) -> Mapping[str, Any]:
        """Return the game's counters, those not given at their start."""
        if type(data) is dict:
            values = tuple(data.values())
            try:
                return counters(self.game, tuple(data), values, tuple(map(type, values)))
            except (TypeError, ValueError):  # not all of it is right, or can be kept
                pass
        start = self.game.carry
        fields = self.fields(data, start.keys(), "state.carry")
        carry = {**start, **fields}
        for name, value in fields.items():
            if name not in start:
                carry.pop(name)
            elif (problem := self.game.counter_problem(name, value)) is not None:
                carry[name] = start[name]
                self.wrong(f"state.carry.{name}", problem)
        return carry

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
