"""What service people do at the machine: its live inputs, its parameters, the work it has done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiosk.access.rights import Right
from kiosk.api.models import Count, Done, Flag, OperationBody, Reply, Whole, Word, reply
from kiosk.api.operations import Operation, once
from kiosk.web.actions.operator import maintenance

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from firmware_bridge.service_lists import Input, Parameter


class InputRead(Reply):
    """What an input reads, in last digits: with 2 *decimals* 503 is 5.03."""

    name: Word
    side: Count | None
    value: Whole
    unit: Word
    decimals: Count
    is_well: Flag


class ParameterSet(Reply):
    """What a parameter is set to, and its limits, in last digits."""

    name: Word
    value: Whole
    least: Whole
    most: Whole
    default: Whole
    unit: Word
    decimals: Count


class ToSet(OperationBody):
    """What a parameter is to be, in last digits."""

    value: Whole


class MechanismWear(Reply):
    """How much a mechanism has worked, and of its way to the next service; null without one."""

    name: Word
    side: Count | None
    cycles: Count
    seconds: Count
    percent: Count | None


class ServicedMechanism(OperationBody):
    """Which mechanism was serviced, by its place in `usage`, from 0."""

    number: Count


@Operation("GET", "/machine/inputs", Right.OPERATE, reply(inputs=list[InputRead]), fails=(409,))
def inputs() -> ResponseReturnValue:
    """Return what every input of the machine reads now."""
    rows = [
        {"value": one.value, "is_well": one.is_well, **_describe(one.input, "side")}
        for one in maintenance().upkeep.inputs()
    ]
    return {"inputs": rows}


@Operation(
    "GET", "/machine/parameters", Right.OPERATE, reply(parameters=list[ParameterSet]), fails=(409,)
)
def parameters() -> ResponseReturnValue:
    """Return what can be set at the machine, to what it is set, and within which limits."""
    rows = [
        {"value": one.value, **_describe(one.parameter, "least", "most", "default")}
        for one in maintenance().upkeep.parameters()
    ]
    return {"parameters": rows}


def _describe(entry: Input | Parameter, *more: str) -> dict[str, Any]:
    """Return what the table's list says of one: how its values are read, and *more*."""
    return {name: getattr(entry, name) for name in ("name", "unit", "decimals", *more)}


@Operation("PUT", "/machine/parameters/<name>", Right.OPERATE, Done, ToSet, fails=(409,))
def set_parameter(name: str, body: ToSet) -> ResponseReturnValue:
    """Set a parameter of the machine, which keeps it."""
    return once(body.op, lambda: maintenance().upkeep.set_parameter(name, body.value))


@Operation(
    "GET",
    "/machine/usage",
    Right.OPERATE,
    reply(usage=list[MechanismWear], pulses=Count),
    fails=(409,),
)
def usage() -> ResponseReturnValue:
    """Return how much every mechanism has worked, and the pulses of coins in the table's life."""
    report = maintenance().upkeep.usage()
    rows = [
        {
            "name": one.mechanism.name,
            "side": one.mechanism.side,
            "cycles": one.cycles,
            "seconds": one.seconds,
            "percent": None if one.share is None else round(100 * one.share),
        }
        for one in report.rows
    ]
    return {"usage": rows, "pulses": report.pulses}


@Operation("POST", "/machine/serviced", Right.OPERATE, Done, ServicedMechanism, fails=(409,))
def mark_serviced(body: ServicedMechanism) -> ResponseReturnValue:
    """Note at the machine that a mechanism was serviced now."""
    return once(body.op, lambda: maintenance().upkeep.mark_serviced(body.number))
