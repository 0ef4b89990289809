"""Time that was paid for: what is left, what a coin buys, time given by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import pydantic

from kiosk.access.rights import Right
from kiosk.api.models import Body, Count, Done, Flag, OperationBody, Reply, Word, reply
from kiosk.api.operations import Operation, once
from kiosk.paid_time import MOST_MINUTES
from kiosk.web.context import service

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


class PaidTime(Reply):
    """How the paid time stands; *coin_seconds* buys a pulse, null where time is not counted."""

    is_on: Flag
    is_over: Flag
    left_s: Count
    coin_seconds: Count | None


class PaidEntry(Body):
    """What changed it; of a price *seconds* are what a pulse buys, null: time is not counted."""

    kind: Literal["price", "coins", "given", "ended"]
    at_ms: int
    seconds: Count | None
    pulses: Count
    table: Word


class ToPrice(OperationBody):
    """Minutes that a coin is to buy, null where time is not to be counted."""

    minutes: Annotated[Count, pydantic.Field(le=MOST_MINUTES)] | None


class ToGive(OperationBody):
    """Minutes to be given."""

    minutes: Annotated[Count, pydantic.Field(ge=1, le=MOST_MINUTES)]


@Operation("GET", "/paid-time", Right.READ, PaidTime)
def paid_time() -> ResponseReturnValue:
    """Return how much of the paid time is left at the table, and what a coin buys."""
    here = service().paid_time
    pulse_ms = here.account.pulse_ms
    return {
        "is_on": here.is_on,
        "is_over": here.is_over,
        "left_s": here.left_s,
        "coin_seconds": None if pulse_ms is None else pulse_ms // 1000,
    }


@Operation("GET", "/paid-time/entries", Right.OPERATE, reply(entries=list[PaidEntry]))
def paid_time_entries() -> ResponseReturnValue:
    """Return the coins, gifts and prices of late, the newest first."""
    rows = [
        {
            "kind": one.kind,
            "at_ms": one.at_ms,
            "seconds": None if one.ms is None else one.ms // 1000,
            "pulses": one.pulses,
            "table": one.table,
        }
        for one in service().paid_time.entries()
    ]
    return {"entries": rows}


@Operation("PUT", "/paid-time/price", Right.OPERATE, Done, ToPrice, fails=(409,))
def set_price(body: ToPrice) -> ResponseReturnValue:
    """Set how many minutes a coin buys from now on, or count no time."""
    return once(body.op, lambda: service().paid_time.set_price(body.minutes))


@Operation("POST", "/paid-time/given", Right.OPERATE, Done, ToGive, fails=(409,))
def give_time(body: ToGive) -> ResponseReturnValue:
    """Give time by hand."""
    return once(body.op, lambda: service().paid_time.give(body.minutes))


@Operation("POST", "/paid-time/end", Right.OPERATE, Done, OperationBody, fails=(409,))
def end_time(body: OperationBody) -> ResponseReturnValue:
    """Let no paid time be left."""
    return once(body.op, lambda: service().paid_time.end())
