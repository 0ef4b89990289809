"""What is wrong with the machine: where, what to do step by step, and that the hand is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kiosk.table.port import Link, TableFault
from kiosk.web.display import look
from kiosk.web.frame import name_of, seats_shown
from kiosk.web.svg.faults import SEATS_AT_SIDES, fault_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from kiosk.i18n import Catalogue
    from kiosk.service import View
    from kiosk.table.port import TableStatus


@dataclass(frozen=True, slots=True)
class FaultShown:
    """What is wrong with the machine and what to do about it."""

    number: int
    """The fault's own, for the service; 0 where there is none."""
    headline: str
    steps: tuple[str, ...]
    picture: Markup
    """The table from above with the place marked."""
    can_retry: bool
    """Whether somebody has to say that it is mended."""


def fault_shown(view: View, say: Catalogue) -> FaultShown | None:
    """Return what the machine complains or warns of, in words, or that its line is lost."""
    found = _told(view.table)
    if found is None:
        return None
    fault, can_retry = found
    key = _key(fault.code, view.table, say)
    return _card(view, fault, say, key, can_retry=can_retry)


def beside_shown(view: View, say: Catalogue) -> FaultShown | None:
    """Return what stopped the build of the set that is not in play; the hand itself goes on."""
    other = view.table.other_set
    if other is None or other.fault is None or view.table.link is not Link.ONLINE:
        return None
    key = fault_key(other.fault.code, say)
    card = _card(view, other.fault, say, key, can_retry=True)
    stopped = f"{say.say('ui.other_set')} · {say.say('ui.other_set.stopped')}"
    return replace(card, headline=f"{stopped} {card.headline}")


def _card(
    view: View, fault: TableFault, say: Catalogue, key: str, *, can_retry: bool
) -> FaultShown:
    """Return *fault*, whose words are *key*, with the picture of its place."""
    headline = _headline(say.say(key), fault, say, view.names)
    badges = [seat.badge for seat in seats_shown(view, say)]
    label = f"{say.say('ui.fault.place')}: {headline}"
    picture = fault_picture(fault.code, fault.side, badges, look().side, label)
    return FaultShown(fault.code, headline, steps_of(key, say), picture, can_retry)


def steps_of(key: str, say: Catalogue) -> tuple[str, ...]:
    """Return what to do about the fault whose words are *key*, step by step."""
    return tuple(say.say(f"{key}.steps").splitlines())


def fault_key(code: int, say: Catalogue) -> str:
    """Return under which key the words of fault *code* stand."""
    return f"fault.{code}" if say.knows(f"fault.{code}") else "fault.other"


def _told(status: TableStatus) -> tuple[TableFault, bool] | None:
    """Return the fault that goes before all others, and whether it has to be told as mended."""
    if status.link is Link.LOST:
        return TableFault(status.line_code), False
    if status.fault is not None:
        return status.fault, True
    return None if status.warning is None else (status.warning, False)


def _key(code: int, status: TableStatus, say: Catalogue) -> str:
    is_line = status.link is Link.LOST and not say.knows(f"fault.{code}")
    return "ui.link_lost" if is_line else fault_key(code, say)


def _headline(words: str, fault: TableFault, say: Catalogue, names: Sequence[str]) -> str:
    """Return the fault's words with the player before whom it happened, where each has a side."""
    if fault.side is None or fault.side >= len(names) or len(names) not in SEATS_AT_SIDES:
        return words
    return say.say("ui.fault.at", fault=words, name=name_of(names, fault.side, say))
