"""How the table is, for staff: lamps with a word each, what went wrong this week, what is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware_bridge.faults import FAULTS
from kiosk.web.views.machine import check_words, fault_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kiosk.i18n import Catalogue
    from kiosk.support.doctor import Check
    from kiosk.table.fault_history import FaultHistory, Trouble
    from kiosk.table.maintenance import MachineReport

FOR_STAFF: Final = ("data", "disk", "ledger")
"""The checks whose outcome staff can do something about."""


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp and what it means."""

    is_on: bool
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class TroubleView:
    """What went wrong at one side of the table in seven days."""

    code: int
    side: int | None
    fault: str
    place: str
    times: str
    last_ms: int
    advice: str
    """What to do so that it does not come again; empty while it is no habit."""


def view_lights(
    report: MachineReport | None, sees: bool | None, checks: Sequence[Check], t: Catalogue
) -> tuple[Light, ...]:
    """Return a lamp for each thing that staff can see to.

    *sees* is whether the camera gives a picture, `None` without one.
    """
    lights = []
    if report is not None:
        link = report.status.link
        lights.append(Light(link.is_up, t("ui.table"), t(f"ui.link.{link}")))
    if sees is not None:
        key = "on" if sees else "off"
        lights.append(Light(sees, t("ui.camera"), t(f"ui.health.camera.{key}")))
    for check in checks:
        if check.name in FOR_STAFF:
            title = t(f"ui.health.{check.name}", f"ui.check.{check.name}")
            lights.append(Light(check.is_good, title, _check_words(check, t)))
    return tuple(lights)


def _check_words(check: Check, t: Catalogue) -> str:
    key = f"ui.health.{check.name}.{check.case}"
    return t(key, **check.values) if t.knows(key) else check_words(check, t)


def view_troubles(faults: FaultHistory, t: Catalogue) -> tuple[TroubleView, ...]:
    """Return what went wrong in seven days, the most frequent first, with advice where due."""
    hands = faults.hands
    return tuple(_trouble(one, hands, t) for one in faults.troubles())


def _trouble(one: Trouble, hands: int, t: Catalogue) -> TroubleView:
    every = round(hands / one.times)
    is_rated = one.is_due and every > 1
    key = "ui.health.every" if is_rated else "ui.health.times"
    return TroubleView(
        one.code,
        one.side,
        fault_words(one.code, t),
        "" if one.side is None else t(f"ui.place.side_{one.side}"),
        t(key, times=one.times, every=every),
        one.last_ms,
        _advice(one, t) if one.is_due else "",
    )


def _advice(one: Trouble, t: Catalogue) -> str:
    """Return what the action of the catalogue means for a fault that comes again and again."""
    kind = FAULTS.get(one.code)
    return t(f"ui.advice.{'' if kind is None else kind.action}", "ui.advice.other", number=one.code)
