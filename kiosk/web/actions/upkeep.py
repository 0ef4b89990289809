"""What service people do at the machine: set a parameter, note a service."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.errors import Refused
from kiosk.table.maintenance import check_machine
from kiosk.web.actions.forms import carry_through, form_number_or_none, once
from kiosk.web.context import service, words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.table.upkeep import MachineUpkeep

bp = Blueprint("upkeep", __name__)


@bp.post("/operator/machine/parameters")
@needs(Right.OPERATE)
def set_parameter() -> ResponseReturnValue:
    """Set a parameter; what was there before can be brought back."""
    return carry_through(_set, url_for("upkeep.parameters"))


def _set() -> str:
    here = _here()
    name, text = request.form.get("name", ""), request.form.get("value", "")
    setting = next((one.parameter for one in here.parameters() if one.parameter.name == name), None)
    if setting is None:
        raise Refused("table_parameter", f"there is no parameter {name}", where="name")
    try:
        exact = Decimal(text) * 10**setting.decimals
    except InvalidOperation:
        raise Refused("table_parameter", f"{text} is no number", where="value") from None
    value = int(exact) if exact.is_finite() and exact == int(exact) else None
    if value is None or not setting.least <= value <= setting.most:
        raise Refused("table_parameter", f"{text}: {setting.limits}", where="value")
    once(lambda: here.set_parameter(name, value))
    return words()("ui.upkeep.done", value=setting.with_unit(value))


@bp.post("/operator/machine/usage")
@needs(Right.OPERATE)
def mark_serviced() -> ResponseReturnValue:
    """Note that a mechanism was serviced."""
    return carry_through(_mark, url_for("upkeep.usage"))


def _mark() -> None:
    once(lambda: _here().mark_serviced(form_number_or_none("number") or 0))


def _here() -> MachineUpkeep:
    return check_machine(service().maintenance).upkeep
