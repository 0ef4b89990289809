"""What machine, log and checks tell in the screen's language, faults with what to do about them.

They tell ids and numbers; nothing of them reaches a page but through the catalogue. What only a
library said has no words: it stays as it was said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from flask import url_for

from firmware_bridge.faults import OWN_CODES
from kiosk.session import Stage
from kiosk.table.bridge import JOB_NAMES, SHORT
from kiosk.table.port import Link, TableFault
from kiosk.web.context import display, service
from kiosk.web.svg.faults import SEATS_AT_SIDES, SIDES, fault_picture
from kiosk.web.svg.steps import UNKNOWN, drawings_of, step_picture
from kiosk.web.views.frame import lamps_of, name_of, view_seats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from firmware_bridge.errors import BridgeError
    from firmware_bridge.faults import MakersFault, Words
    from kiosk.access.operator import LogEntry
    from kiosk.i18n import Catalogue
    from kiosk.jobs import Job
    from kiosk.support.doctor import Check
    from kiosk.table.maintenance import Happening
    from kiosk.table.port import TableStatus
    from kiosk.view import HandView


NOTE: Final = "· "
"""How a line begins that is no step."""
STEP_JOBS: Final[Mapping[str, Job]] = {
    "tap_done": "resume",
    **dict.fromkeys(("open_drop", "put_in", "look_tray", "free_drop", "empty"), "open_hole"),
}
"""What the machine does in a step, by the step's drawing: that drawing is its button."""


@dataclass(frozen=True, slots=True)
class StepView:
    """One thing to do about a fault."""

    words: str
    drawing: Markup
    job: Job | None = None
    """What the machine is asked for by it, where it can do that now."""


@dataclass(frozen=True, slots=True)
class FaultView:
    """What is wrong with the machine and what to do about it."""

    number: int
    """The fault's own, for the service; 0 where there is none."""
    headline: str
    steps: tuple[StepView, ...]
    notes: tuple[str, ...]
    picture: Markup
    """The table from above with the place marked."""
    can_retry: bool
    """Whether somebody has to say that it is mended."""
    look: str = ""
    """Where the camera shows what lies on the table; empty where that does not help."""

    @property
    def is_mended_by_step(self) -> bool:
        """Whether one of the steps says so."""
        return any(step.job == "resume" for step in self.steps)


def view_fault(view: HandView, t: Catalogue) -> FaultView | None:
    """Return what the machine complains or warns of, in words, or that its line is lost."""
    fault = foremost_fault(view.table)
    if fault is None:
        return None
    key = _key(fault.code, view.table, t)
    can_retry = view.table.link is not Link.LOST and fault == view.table.fault
    return _card(view, fault, t, key, can_retry=can_retry)


def view_other_set_fault(view: HandView, t: Catalogue) -> FaultView | None:
    """Return what stopped the build of the set that is not in play; the hand itself goes on."""
    other = view.table.other_set
    if other is None or other.fault is None or view.table.link is not Link.ONLINE:
        return None
    key = fault_key(other.fault.code, t)
    card = _card(view, other.fault, t, key, can_retry=True)
    prefix = f"{t('ui.other_set')} · {t('ui.other_set.stopped')}"
    return replace(card, headline=f"{prefix} {card.headline}")


def _card(
    view: HandView, fault: TableFault, t: Catalogue, key: str, *, can_retry: bool
) -> FaultView:
    """Return *fault*, whose words are *key*, with the picture of its place."""
    own = own_fault(fault.code)
    text = t(key) if own is None else in_language(own.text, t)
    headline = _headline(_add_count(text, fault, t), fault, t, view.names)
    badges = [seat.badge for seat in view_seats(view, t)]
    label = f"{t('ui.fault.place')}: {headline}"
    picture = fault_picture(fault.code, fault.side, badges, display().side, label)
    own_steps = in_language(own.steps, t).splitlines() if own is not None else []
    lines = tuple(own_steps) or steps_of(_of_stage(key, fault, t), t)
    note_key = f"{key}.known.{fault.detail}"
    known_notes = [t(note_key)] if t.knows(note_key) else []
    notes = (*known_notes, *(one.removeprefix(NOTE) for one in lines if one.startswith(NOTE)))
    to_do = tuple(one for one in lines if not one.startswith(NOTE))
    steps = _steps(to_do, fault, view.table, can_retry=can_retry)
    look = url_for("missing.show") if may_look(view) else ""
    return FaultView(fault.code, headline, steps, notes, picture, can_retry, look)


def may_look(view: HandView) -> bool:
    """Return whether the camera may be asked where tiles lie that the machine misses."""
    fault = view.table.fault or view.table.warning
    is_short = fault is not None and fault.code == SHORT
    return is_short and view.stage is Stage.TABLE and bool(lamps_of(view).camera)


def _of_stage(key: str, fault: TableFault, t: Catalogue) -> str:
    """Return under which key the steps against *fault* stand: others in some stages of work."""
    own = f"{key}.{fault.detail}"
    return own if t.knows(f"{own}.steps") else key


def _steps(
    lines: Sequence[str], fault: TableFault, table: TableStatus, *, can_retry: bool
) -> tuple[StepView, ...]:
    """Return what to do about *fault*, each step drawn, and a button where the machine does it."""
    jobs = {"resume"} if can_retry else set()
    if can_retry and table.can_open and not table.is_open:
        jobs.add("open_hole")
    quarters = 0 if fault.side is None else (fault.side - display().side) % SIDES
    steps = []
    drawings = drawings_of(fault.code, table.model, fault.detail)
    if len(lines) != len(drawings):  # a maker's own
        drawings = (UNKNOWN[0],) * len(lines)
    for words, name in zip(lines, drawings, strict=True):
        job = STEP_JOBS.get(name)
        drawing = step_picture(name, quarters)
        steps.append(StepView(words, drawing, job if job in jobs else None))
    return tuple(steps)


def in_language(text: Words, t: Catalogue) -> str:
    """Return a maker's *text* in the page's language, else in English, else as it is there."""
    if isinstance(text, str):
        return text
    return text.get(t.language) or text.get("en") or next(iter(text.values()), "")


def own_fault(code: int) -> MakersFault | None:
    """Return what the machine's maker says of fault *code*, `None` for one of the catalogue."""
    if code < OWN_CODES:
        return None
    here = service().maintenance
    return None if here is None else here.own_faults.get(code)


def steps_of(key: str, t: Catalogue) -> tuple[str, ...]:
    """Return what to do about the fault whose words are *key*, step by step."""
    return tuple(t(f"{key}.steps").splitlines())


def fault_key(code: int, t: Catalogue) -> str:
    """Return under which key the words of fault *code* stand."""
    return f"fault.{code}" if t.knows(f"fault.{code}") else "fault.other"


def foremost_fault(status: TableStatus) -> TableFault | None:
    """Return the fault that goes before all others: a lost line, one that stops, a warning."""
    if status.link is Link.LOST:
        return TableFault(status.line_code)
    return status.fault or status.warning


def _key(code: int, status: TableStatus, t: Catalogue) -> str:
    is_line = status.link is Link.LOST and not t.knows(f"fault.{code}")
    return "ui.link_lost" if is_line else fault_key(code, t)


def _headline(words: str, fault: TableFault, t: Catalogue, names: Sequence[str]) -> str:
    """Return the fault's words with the player before whom it happened, where each has a side."""
    if fault.side is None or fault.side >= len(names) or len(names) not in SEATS_AT_SIDES:
        return words
    return t("ui.fault.at", fault=words, name=name_of(names, fault.side, t))


def _add_count(words: str, fault: TableFault, t: Catalogue) -> str:
    """Return the fault's words, or how many tiles are missing or too many where that is known."""
    if fault.counted is None:
        return words
    count, whole = fault.counted
    key = f"fault.{fault.code}.counted"
    off = abs(whole - count)
    return t(f"{key}.one" if off == 1 else key, key, tiles=off, found=count, all=whole)


def _key_words(number: str, t: Catalogue) -> str:
    return t(f"ui.key.{number}", "ui.unknown")


PLACES: Final = "abcd"
"""What the places of a logged message are called in its words, in their order."""
DETAILS: Final[Mapping[str, str]] = {
    "phase": "ui.link.",
    "state": "ui.machine.",
    "kind": "ui.job.",
    "job": "ui.jobstate.",
    "side": "ui.place.side_",
    "cause": "ui.cause.",
    "set_0": "ui.set_place.",
    "set_1": "ui.set_place.",
}
"""Under which words the details of an event stand, each with its value behind."""
KEY_PRESSED: Final = "button"


@dataclass(frozen=True, slots=True)
class HappeningView:
    """An event of the machine in words."""

    at_ms: int
    title: str
    details: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogView:
    """A line of the log in words."""

    at_ms: int
    level: str
    source: str
    """The part of the program, as it is called there."""
    words: str
    """Empty where a library said it, for whose messages there are no words."""
    line: str
    """What was said, as it was said."""


def view_happening(one: Happening, t: Catalogue) -> HappeningView:
    """Return an event of the machine in words."""
    title = t(f"ui.event.{one.topic}", "ui.event.other")
    details = tuple(_details(one, t))
    return HappeningView(one.at_ms, title, tuple(dict.fromkeys(details)))


def _details(one: Happening, t: Catalogue) -> list[str]:
    details = []
    for name, value in one.details:
        if name in ("fault", "code"):
            is_key = one.topic == KEY_PRESSED
            details.append(_key_words(value, t) if is_key else fault_words(int(value), t))
            continue
        value = JOB_NAMES.get(value, value) if name == "kind" else value
        words = t(f"{DETAILS[name]}{value}", "ui.unknown")
        number = name.removeprefix("set_")
        is_set = number != name
        details.append(t("ui.set_at", number=int(number) + 1, place=words) if is_set else words)
    return details


def fault_words(code: int, t: Catalogue) -> str:
    """Return what fault *code* is, with its number for who looks it up."""
    own = own_fault(code)
    text = t(f"fault.{code}", "fault.other") if own is None else in_language(own.text, t)
    return f"{text} ({code})"


def problem_words(problem: BridgeError, t: Catalogue) -> str:
    """Return why the line to the machine is not up, and what to do."""
    key = f"fault.{problem.fault_code}"
    key = key if t.knows(key) else f"error.{problem.code}"
    key = key if t.knows(key) else "ui.link_lost"
    return f"{t(key)} {t(f'{key}.steps')}"


def noise_words(what: str, t: Catalogue) -> str:
    """Return what was wrong with bytes that were no message."""
    return t(f"ui.noise.{what.lower().replace(' ', '_')}", "ui.noise.other")


def check_words(check: Check, t: Catalogue) -> str:
    """Return what was found in a check, and what to do where it is not good."""
    return t(f"ui.check.{check.name}.{check.case}", **check.values)


def view_log_entry(entry: LogEntry, t: Catalogue) -> LogView:
    """Return a line of the log in words, where it is one of ours."""
    key = f"log.{entry.event}"
    values = dict(zip(PLACES, (_value(one, t) for one in entry.values), strict=False))
    words = t(key, **values) if t.knows(key) else ""
    level = t(f"ui.level.{entry.level}", "ui.unknown")
    return LogView(entry.at_ms, level, entry.source, words, entry.line)


def _value(value: str, t: Catalogue) -> str:
    """Return a filled-in value: the words of a refusal's code, else as it is."""
    return t(f"error.{value}") if t.knows(f"error.{value}") else value
