"""What makers and service people read and set at a table: inputs, parameters, work done.

What stands at which place of the board's numbers its dictionary lists (`service_lists`). Every
call raises `CommandMissingError` where the table does not offer it, `ListError` where the list
that it goes by is wrong, `CommandRefusedError` where the table refuses, and a `TransportError`
where the link is down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from firmware_bridge import errors
from firmware_bridge.link.requests import Requests
from firmware_bridge.link.session import Ask
from firmware_bridge.service_lists import HOUR_S, Input, Mechanism, Parameter, ServiceLists
from firmware_bridge.wire import messages as m
from firmware_bridge.wire import service_messages as sm

T = TypeVar("T")
V = TypeVar("V")

LISTS: Final = {
    "get_inputs": "inputs",
    "get_parameters": "parameters",
    "set_parameter": "parameters",
    "get_usage": "usage",
    "mark_serviced": "usage",
}
"""By which list of the dictionary each command goes."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What an input reads."""

    input: Input
    value: int

    @property
    def is_well(self) -> bool:
        """Whether it is within the limits that the maker names."""
        low, high = self.input.low, self.input.high
        return (low is None or self.value >= low) and (high is None or self.value <= high)


@dataclass(frozen=True, slots=True)
class ParameterValue:
    """What a parameter is set to."""

    parameter: Parameter
    value: int


@dataclass(frozen=True, slots=True)
class MechanismUse:
    """How much a mechanism has worked."""

    mechanism: Mechanism
    cycles: int
    """In its life."""
    seconds: int
    cycles_at_service: int
    seconds_at_service: int

    @property
    def share(self) -> float | None:
        """How much of the way to the next service is done, `None` without an interval."""
        cycles, hours = self.mechanism.service_cycles, self.mechanism.service_hours
        shares = []
        if cycles:
            shares.append(max(0, self.cycles - self.cycles_at_service) / cycles)
        if hours:
            shares.append(max(0, self.seconds - self.seconds_at_service) / (hours * HOUR_S))
        return max(shares, default=None)


@dataclass(frozen=True, slots=True)
class UsageReport:
    """All that is counted."""

    rows: tuple[MechanismUse, ...]
    pulses: int
    """Of coins, in the table's life."""


class Upkeep:
    """The inputs, parameters and counters of one table; safe to use from any thread."""

    def __init__(self, requests: Requests) -> None:
        """Ask through *requests*."""
        self._requests = requests

    @property
    def lists(self) -> ServiceLists:
        """What the table lists; nothing before it was reached."""
        identity = self._requests.identity
        return ServiceLists() if identity is None else identity.lists

    def offers(self, command: str) -> bool:
        """Return whether the table takes *command*, and its list of it can be used."""
        identity = self._requests.identity
        return identity is not None and command in identity.commands and self._usable(command)

    def inputs(self) -> tuple[Reading, ...]:
        """Return what every input reads now."""
        self._require("get_inputs")
        entries = self.lists.inputs
        rows = self._rows("get_inputs", m.GetInputs, len(entries))
        values = [value for (value,) in rows]
        return tuple(Reading(*both) for both in _pair("get_inputs", entries, values))

    def parameters(self) -> tuple[ParameterValue, ...]:
        """Return what every parameter is set to."""
        self._require("get_parameters")
        entries = self.lists.parameters
        rows = self._rows("get_parameters", m.GetParameters, len(entries))
        values = [value for (value,) in rows]
        return tuple(ParameterValue(*both) for both in _pair("get_parameters", entries, values))

    def set_parameter(self, name: str, value: int) -> None:
        """Set parameter *name* to *value*, in its last digits; it is kept over resets.

        Raise `ParameterError` for one that is not there and for a value outside its limits, which
        is not sent; `CommandRefusedError` while the table moves (805), and where its memory does
        not keep it (504).
        """
        self._require("set_parameter")
        names = [one.name for one in self.lists.parameters]
        if name not in names:
            choices = ", ".join(names)
            raise errors.ParameterError(f"there is no parameter {name}: choose from {choices}")
        number = names.index(name)
        parameter = self.lists.parameters[number]
        if not parameter.least <= value <= parameter.most:
            text = f"{name} cannot be {parameter.with_unit(value)}: {parameter.limits}"
            raise errors.ParameterError(text, where=name)
        self._requests.order(lambda tag: m.SetParameter(tag, number, value))

    def usage(self) -> UsageReport:
        """Return how much every mechanism has worked, and the pulses of coins."""
        self._require("get_usage")
        mechanisms = self.lists.usage
        rows = self._rows("get_usage", m.GetUsage, len(mechanisms))
        head = self._requests.order(lambda tag: m.GetUsage(tag, len(mechanisms)))
        pulses = head.pulses if isinstance(head, m.Usage) else 0
        pairs = _pair("get_usage", mechanisms, rows)
        return UsageReport(tuple(MechanismUse(mechanism, *row) for mechanism, row in pairs), pulses)

    def mark_serviced(self, number: int) -> None:
        """Keep that mechanism *number* of the list, from 0, was serviced now."""
        self._require("mark_serviced")
        if not 0 <= number < len(self.lists.usage):
            raise errors.ParameterError(f"there is no mechanism {number}")
        self._requests.order(lambda tag: m.MarkServiced(tag, number))

    def _usable(self, command: str) -> bool:
        return LISTS[command] not in self.lists.problems

    def _require(self, command: str) -> None:
        self._requests.require(command)
        if not self._usable(command):
            raise errors.ListError(command, self.lists.problems[LISTS[command]])

    def _rows(
        self, command: str, question: Callable[[int, int], m.Message], count: int
    ) -> list[tuple[int, ...]]:
        """Return what the board tells of all *count* places, asked until nothing is behind.

        Each answer has as many as the board likes.
        """
        rows: list[tuple[int, ...]] = []
        while len(rows) < count:
            answer = self._requests.order(_ask(question, len(rows)))
            more = rows_in(answer, len(rows))
            if not more:
                raise errors.ListError(command, f"it tells {len(rows)} of {count} values")
            rows += more
        return rows


def _ask(question: Callable[[int, int], m.Message], first: int) -> Ask:
    return lambda tag: question(tag, first)


def rows_in(answer: m.Message, first: int) -> list[tuple[int, ...]]:
    """Return the rows of an answer from place *first* on; none where it is another answer."""
    match answer:
        case m.Inputs(first=at, values=data):
            row = sm.INPUT
        case m.Parameters(first=at, values=data):
            row = sm.PARAMETER
        case m.Usage(first=at, rows=data):
            row = sm.USED
        case _:
            return []
    whole = data[: len(data) // row.size * row.size]
    return list(row.iter_unpack(whole)) if at == first else []


def _pair(command: str, entries: Sequence[T], values: Sequence[V]) -> list[tuple[T, V]]:
    """Return what is listed with its value; raise `ListError` where they are not as many."""
    if len(entries) != len(values):
        what = f"it lists {len(entries)}, and the board tells {len(values)}"
        raise errors.ListError(command, what)
    return list(zip(entries, values, strict=True))
