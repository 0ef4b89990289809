"""The pages of makers and service people: live inputs, parameters, the wear of each mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, jsonify, render_template

from firmware_bridge.service_lists import HOUR_S, with_point
from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.errors import Refused
from kiosk.i18n import number
from kiosk.table.maintenance import check_machine
from kiosk.web.context import refusal_steps, service, words
from kiosk.web.views.machine import in_language

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from flask.typing import ResponseReturnValue

    from firmware_bridge.faults import Words
    from firmware_bridge.upkeep import MechanismUse, ParameterValue, Reading
    from kiosk.i18n import Catalogue
    from kiosk.table.upkeep import MachineUpkeep

bp = Blueprint("upkeep", __name__)

WHOLE = 100.0


@dataclass(frozen=True, slots=True)
class InputView:
    """An input as a bar, or as a lamp."""

    name: str
    title: str
    value: str
    part: float
    """How much of the bar is filled, in percent."""
    state: str
    """`good`, `bad` outside its limits, `on` or `off` for a switch."""
    threshold: float | None
    """Where on the bar it switches."""


@dataclass(frozen=True, slots=True)
class ParameterView:
    """A parameter with its limits."""

    name: str
    title: str
    value: str
    """As a field takes it."""
    unit: str
    least: str
    most: str
    step: str
    limits: str
    default: str
    usual: str
    """The default as a field takes it; empty where it is set so."""
    before: str
    """What it was before, as a field takes it; empty where there is nothing to take back."""
    before_words: str


@dataclass(frozen=True, slots=True)
class UsedView:
    """The wear of a mechanism."""

    number: int
    title: str
    cycles: str
    hours: str
    part: float | None
    """How much of the way to the next service is done, in percent; `None` without an interval."""
    is_due: bool


@bp.get("/operator/machine/inputs")
@needs(Right.OPERATE)
def inputs() -> ResponseReturnValue:
    """Show what every input reads, again and again."""
    return _page("operator_inputs.html", lambda here: {"inputs": _inputs(here)})


@bp.get("/operator/machine/inputs.json")
@needs(Right.OPERATE)
def live_inputs() -> ResponseReturnValue:
    """Return what every input reads, for the page that shows it."""
    try:
        rows = _inputs(check_machine(service().maintenance).upkeep)
    except Refused as refusal:
        return jsonify({"problem": refusal_steps(refusal), "inputs": []})
    inputs = [{"value": one.value, "part": one.part, "state": one.state} for one in rows]
    return jsonify({"problem": "", "inputs": inputs})


@bp.get("/operator/machine/parameters")
@needs(Right.OPERATE)
def parameters() -> ResponseReturnValue:
    """Show what can be set, with its limits."""

    def content(here: MachineUpkeep) -> dict[str, Any]:
        return {"parameters": [_parameter(one, here, words()) for one in here.parameters()]}

    return _page("operator_parameters.html", content)


@bp.get("/operator/machine/usage")
@needs(Right.OPERATE)
def usage() -> ResponseReturnValue:
    """Show how much every mechanism has worked, and when its service is due."""

    def content(here: MachineUpkeep) -> dict[str, Any]:
        report = here.usage()
        rows = [_usage(place, one, words()) for place, one in enumerate(report.rows)]
        return {"used": rows, "pulses": report.pulses}

    return _page("operator_usage.html", content)


def _page(template: str, view: Callable[[MachineUpkeep], Mapping[str, Any]]) -> ResponseReturnValue:
    """Return the page, or why the machine tells nothing of it."""
    content: Mapping[str, Any] = {}
    problem = ""
    try:
        content = view(check_machine(service().maintenance).upkeep)
    except Refused as refusal:
        problem = refusal_steps(refusal)
    return render_template(template, tab="machine", problem=problem, **content)


def _inputs(here: MachineUpkeep) -> list[InputView]:
    readings, t = here.inputs(), words()
    limits = {}
    if any(isinstance(one.input.threshold, str) for one in readings):
        limits = {one.parameter.name: one.value for one in here.parameters()}
    return [_input(one, limits, t) for one in readings]


def _input(one: Reading, limits: Mapping[str, int], t: Catalogue) -> InputView:
    sensor, value = one.input, one.value
    threshold = (
        limits.get(sensor.threshold) if isinstance(sensor.threshold, str) else sensor.threshold
    )
    state = "good" if one.is_well else "bad"
    text = _with_unit(value, sensor.decimals, sensor.unit)
    if sensor.is_switch:
        state = "on" if value else "off"
        text = t("ui.on" if value else "ui.off")

    def part_of(level: int) -> float:
        share = (level - sensor.least) / (sensor.most - sensor.least)
        return round(WHOLE * min(1.0, max(0.0, share)), 1)

    return InputView(
        sensor.name,
        _title(sensor.text, sensor.side, t),
        text,
        part_of(value),
        state,
        None if threshold is None else part_of(threshold),
    )


def _parameter(one: ParameterValue, here: MachineUpkeep, t: Catalogue) -> ParameterView:
    parameter = one.parameter
    before = here.before(parameter.name)

    def plain(value: int) -> str:
        return with_point(value, parameter.decimals)

    return ParameterView(
        parameter.name,
        in_language(parameter.text, t) or parameter.name,
        plain(one.value),
        parameter.unit,
        plain(parameter.least),
        plain(parameter.most),
        with_point(1, parameter.decimals),
        t(
            "ui.upkeep.limits",
            least=plain(parameter.least),
            most=parameter.with_unit(parameter.most),
        ),
        parameter.with_unit(parameter.default),
        "" if one.value == parameter.default else plain(parameter.default),
        "" if before is None or before == one.value else plain(before),
        "" if before is None else parameter.with_unit(before),
    )


def _usage(place: int, one: MechanismUse, t: Catalogue) -> UsedView:
    mechanism = one.mechanism
    share = one.share
    return UsedView(
        place,
        _title(mechanism.text, mechanism.side, t) or mechanism.name,
        number(one.cycles),
        f"{one.seconds / HOUR_S:,.1f}",
        None if share is None else round(WHOLE * min(1.0, share), 1),
        share is not None and share >= 1,
    )


def _title(text: Words, side: int | None, t: Catalogue) -> str:
    name = in_language(text, t)
    place = "" if side is None else t(f"ui.place.side_{side}")
    return " · ".join(filter(None, (name, place)))


def _with_unit(value: int, decimals: int, unit: str) -> str:
    text = number(value) if not decimals else with_point(value, decimals)
    return f"{text} {unit}".rstrip()
