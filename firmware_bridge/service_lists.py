"""What a table's dictionary lists for makers and service people, read and checked (§6.6).

A list in which anything is wrong is not used at all: its numbers would stand at wrong places. What
is wrong is kept in words that name the place, and everything else of the table goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from firmware_bridge.faults import MOST_CODE, OWN_CODES, Action, MakersFault, Severity, Words
from firmware_bridge.wire.dictionary import OBJECTS

MOST: Final = 250
"""Entries of a list: they are numbered by a byte."""
LONGEST: Final = {"name": 40, "unit": 10, "text": 200, "steps": 600}
"""Characters of a text."""
WORD: Final = 1 << 15
WIDE: Final = 1 << 31
SIDES: Final = 4
HOUR_S: Final = 3_600
OWN_SEVERITIES: Final = ("warn", "fault", "lockout", "safety")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Input:
    """Something that the board reads, as it comes from its wire."""

    name: str
    least: int
    most: int
    unit: str = ""
    decimals: int = 0
    side: int | None = None
    low: int | None = None
    high: int | None = None
    threshold: int | str | None = None
    """Where it switches, or the name of the parameter that says where."""
    text: Words = ""

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off."""
        return (self.least, self.most, self.unit) == (0, 1, "")


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that service people set."""

    name: str
    least: int
    most: int
    default: int
    unit: str = ""
    decimals: int = 0
    text: Words = ""

    @property
    def limits(self) -> str:
        """Return what it may be set to: "40 to 400 ms"."""
        least, most = (with_point(value, self.decimals) for value in (self.least, self.most))
        return f"{least} to {most} {self.unit}".rstrip()

    def with_unit(self, value: int) -> str:
        """Return *value* as people read it."""
        return f"{with_point(value, self.decimals)} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Mechanism:
    """Something whose work is counted."""

    name: str
    side: int | None = None
    service_cycles: int | None = None
    service_hours: int | None = None
    text: Words = ""


@dataclass(frozen=True, slots=True)
class ServiceLists:
    """The lists of one table."""

    inputs: tuple[Input, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    usage: tuple[Mechanism, ...] = ()
    faults: Mapping[int, MakersFault] = field(default_factory=dict)
    coin_seconds: int = 0
    """What a pulse of its coin slot pays for, 0 where the house says."""
    problems: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with each list that is not used."""


def with_point(value: int, decimals: int) -> str:
    """Return *value* with *decimals* digits behind the point."""
    return f"{value / 10**decimals:.{decimals}f}"


def service_lists(raw: Mapping[str, Any]) -> ServiceLists:
    """Return the lists in a dictionary; never raise."""
    problems: dict[str, str] = {}

    def read_list(name: str, read: Callable[[Mapping[str, Any]], T]) -> tuple[T, ...]:
        try:
            return _read_all(name, raw.get(name, []), read)
        except ValueError as problem:
            problems[name] = str(problem)
            return ()

    parameters = read_list("parameters", _parameter)
    inputs = read_list("inputs", _input)
    try:
        _check_thresholds(inputs, parameters)
    except ValueError as problem:
        inputs, problems["inputs"] = (), str(problem)
    faults = read_list("faults", _fault)
    seconds = raw.get("coin_seconds", 0)
    if not _is_whole(seconds) or not 0 <= seconds <= 24 * HOUR_S:
        problems["coin_seconds"] = f"coin_seconds is {seconds!r}: 0 to {24 * HOUR_S}"
        seconds = 0
    return ServiceLists(
        inputs,
        parameters,
        read_list("usage", _mechanism),
        {fault.code: fault for fault in faults},
        seconds,
        problems,
    )


def _read_all(name: str, rows: object, read: Callable[[Mapping[str, Any]], T]) -> tuple[T, ...]:
    """Return what *read* makes of each of *rows*; raise `ValueError` naming the place."""
    if not isinstance(rows, list):
        raise ValueError(f"{name} is no list")  # bad data, not a bad call
    if len(rows) > MOST:
        raise ValueError(f"{name} has {len(rows)} entries: at most {MOST}")
    entries: list[T] = []
    keys = set[tuple[object, ...]]()
    for number, row in enumerate(rows, 1):
        where = f"{name}, entry {number}"
        if not isinstance(row, dict):
            raise ValueError(f"{where}: no object")  # bad data
        missing = [one.name for one in OBJECTS[name] if one.is_required and one.name not in row]
        if missing:
            raise ValueError(f"{where}: lacks {', '.join(missing)}")
        try:
            entries.append(read(row))
        except ValueError as problem:
            raise ValueError(f"{where}: {problem}") from problem
        key = (row["code"],) if name == "faults" else (row["name"], row.get("side"))
        if key in keys:
            raise ValueError(f"{where}: {key[0]} is there already")
        keys.add(key)
    return tuple(entries)


def _input(row: Mapping[str, Any]) -> Input:
    least, most = _range(row, WORD)
    threshold = row.get("threshold")
    if not isinstance(threshold, str):
        threshold = _optional(row, "threshold", least, most)
    return Input(
        name=_text(row, "name"),
        least=least,
        most=most,
        unit=_text(row, "unit"),
        decimals=_decimals(row),
        side=_optional(row, "side", 0, SIDES - 1),
        low=_optional(row, "low", -WORD, WORD),
        high=_optional(row, "high", -WORD, WORD),
        threshold=threshold,
        text=_words(row, "text"),
    )


def _parameter(row: Mapping[str, Any]) -> Parameter:
    least, most = _range(row, WIDE)
    default = _number(row, "default", least, most)
    unit, decimals = _text(row, "unit"), _decimals(row)
    return Parameter(_text(row, "name"), least, most, default, unit, decimals, _words(row, "text"))


def _mechanism(row: Mapping[str, Any]) -> Mechanism:
    return Mechanism(
        _text(row, "name"),
        _optional(row, "side", 0, SIDES - 1),
        _optional(row, "service_cycles", 1, WIDE),
        _optional(row, "service_hours", 1, WIDE),
        _words(row, "text"),
    )


def _fault(row: Mapping[str, Any]) -> MakersFault:
    severity, action = row.get("severity", "fault"), row.get("action", "call_service")
    if severity not in OWN_SEVERITIES:
        raise ValueError(f"severity is {severity!r}: one of {', '.join(OWN_SEVERITIES)}")
    if action not in {one.value for one in Action}:
        raise ValueError(f"action is {action!r}: none of the catalogue's")
    return MakersFault(
        _number(row, "code", OWN_CODES, MOST_CODE),
        _text(row, "name"),
        Severity(severity),
        Action(action),
        _words(row, "text"),
        _words(row, "steps"),
    )


def _check_thresholds(inputs: tuple[Input, ...], parameters: tuple[Parameter, ...]) -> None:
    names = {parameter.name for parameter in parameters}
    for number, one in enumerate(inputs, 1):
        if isinstance(one.threshold, str) and one.threshold not in names:
            raise ValueError(f"inputs, entry {number}: there is no parameter {one.threshold}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(row: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = row[name]
    if not _is_whole(value) or not least <= value <= most:
        raise ValueError(f"{name} is {value!r}: {least} to {most}")
    return int(value)


def _optional(row: Mapping[str, Any], name: str, least: int, most: int) -> int | None:
    return None if row.get(name) is None else _number(row, name, least, most)


def _range(row: Mapping[str, Any], wide: int) -> tuple[int, int]:
    least, most = (_number(row, name, -wide, wide - 1) for name in ("least", "most"))
    if least >= most:
        raise ValueError(f"least is {least}, and most is {most}")
    return least, most


def _decimals(row: Mapping[str, Any]) -> int:
    return _optional(row, "decimals", 0, 3) or 0


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name, "")
    longest = LONGEST[name]
    is_name = name == "name"
    if not isinstance(value, str) or len(value) > longest or (is_name and not value.strip()):
        raise ValueError(f"{name} is {value!r}: a text of {int(is_name)} to {longest} characters")
    return _plain(value, name)


def _words(row: Mapping[str, Any], name: str) -> Words:
    """Return a text for people, or one for each language."""
    value = row.get(name, "")
    several = value if isinstance(value, dict) else {"": value}
    for language, text in several.items():
        if not isinstance(text, str) or len(text) > LONGEST[name]:
            where = f"{name} in {language}" if language else name
            raise ValueError(f"{where} is no text of at most {LONGEST[name]} characters")
        _plain(text.replace("\n", " "), name)
    return dict(value) if isinstance(value, dict) else str(value)


def _plain(text: str, name: str) -> str:
    if not text.isprintable():
        raise ValueError(f"{name} has characters that cannot be shown")
    return text
