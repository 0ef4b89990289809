"""What was paid for: on the table's screens what is left, for staff the price and the account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, render_template

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.paid_time import MINUTE_MS, MOST_MINUTES, SOON_S
from kiosk.web.context import service, words
from kiosk.web.views.timers import paid_timer

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.i18n import Catalogue
    from kiosk.paid_time import Account, Entry
    from kiosk.view import View

bp = Blueprint("paid_time", __name__)

GIFTS: Final = (30, 60)
"""Minutes that staff give at a tap."""
USUAL_MINUTES: Final = 30
"""Proposed for a coin where the table does not say what one buys."""


@dataclass(frozen=True, slots=True)
class PaidTimeView:
    """What people are told of the time that they have paid for."""

    state: str
    """`soon` in the last minutes, `over` at the end."""
    words: str


def view_paid_time(view: View, t: Catalogue) -> PaidTimeView | None:
    """Return what people are told now; nothing while there is time, or none is counted."""
    here = service().paid_time
    if not here.is_on or here.left_s > SOON_S:
        return None
    state = "over" if here.is_over else "soon"
    is_last = here.is_over and (view.stage.is_in_hand or here.has_time_for(view.seq))
    what = "last" if is_last else state
    way = "coin" if here.account.pulse_ms else "staff"
    return PaidTimeView(state, f"{t(f'ui.paid.{what}')} {t(f'ui.paid.{way}')}")


@bp.get("/operator/machine/paid-time")
@needs(Right.OPERATE)
def show() -> ResponseReturnValue:
    """Show staff what is left, what a coin buys, and what came in lately."""
    here, t = service().paid_time, words()
    return render_template(
        "operator_paid_time.html",
        tab="machine",
        kind="paid_time",
        timer=paid_timer(t, is_in_hand=False),
        minutes=_minutes(here.account),
        gifts=GIFTS,
        most=MOST_MINUTES,
        entries=[_entry(one, t) for one in here.entries()],
    )


def _minutes(account: Account) -> int:
    """Return the minutes that a coin buys now, or that are proposed for it."""
    if account.pulse_ms is not None:
        return account.pulse_ms // MINUTE_MS
    machine = service().maintenance
    return (machine.coin_minutes if machine is not None else 0) or USUAL_MINUTES


def _entry(entry: Entry, t: Catalogue) -> dict[str, Any]:
    """Return when *entry* was, and in words what it was."""
    kind = entry.kind if entry.ms is not None or entry.kind != "price" else "off"
    values = {"minutes": (entry.ms or 0) // MINUTE_MS, "pulses": entry.pulses}
    return {"at_ms": entry.at_ms, "words": t(f"ui.paid.entry.{kind}", **values)}
