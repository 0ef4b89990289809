"""What machine, log and checks tell the operator, in the screen's language.

The machine and the programs behind the pages tell ids and numbers; nothing of them reaches a page
but through the catalogue. What only a library said has no words: it stays as it was said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kiosk.table.bridge import JOB_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from firmware_bridge.errors import BridgeError
    from kiosk.access.operator import LogEntry
    from kiosk.i18n import Catalogue
    from kiosk.support.doctor import Check
    from kiosk.table.maintenance import Happening

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
class HappeningShown:
    """An event of the machine in words."""

    at_ms: int
    title: str
    details: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogShown:
    """A line of the log in words."""

    at_ms: int
    level: str
    source: str
    """The part of the program, as it is called there."""
    words: str
    """Empty where a library said it, for whose messages there are no words."""
    line: str
    """What was said, as it was said."""


def happening_shown(one: Happening, say: Catalogue) -> HappeningShown:
    """Return an event of the machine in words."""
    title = say.say(f"ui.event.{one.topic}", "ui.event.other")
    details = tuple(_details(one, say))
    return HappeningShown(one.at_ms, title, tuple(dict.fromkeys(details)))


def _details(one: Happening, say: Catalogue) -> list[str]:
    found = []
    for name, value in one.details:
        if name in ("fault", "code"):
            is_key = one.topic == KEY_PRESSED
            found.append(_key(value, say) if is_key else fault_words(int(value), say))
            continue
        value = JOB_NAMES.get(value, value) if name == "kind" else value
        words = say.say(f"{DETAILS[name]}{value}", "ui.unknown")
        number = name.removeprefix("set_")
        is_set = number != name
        found.append(say.say("ui.set_at", number=int(number) + 1, place=words) if is_set else words)
    return found


def _key(number: str, say: Catalogue) -> str:
    return say.say(f"ui.key.{number}", "ui.unknown")


def fault_words(code: int, say: Catalogue) -> str:
    """Return what fault *code* is, with its number for who looks it up."""
    return f"{say.say(f'fault.{code}', 'fault.other')} ({code})"


def problem_words(problem: BridgeError, say: Catalogue) -> str:
    """Return why the line to the machine is not up, and what to do."""
    key = f"fault.{problem.fault_code}"
    key = key if say.knows(key) else f"error.{problem.code}"
    key = key if say.knows(key) else "ui.link_lost"
    return f"{say.say(key)} {say.say(f'{key}.steps')}"


def noise_words(what: str, say: Catalogue) -> str:
    """Return what was wrong with bytes that were no message."""
    return say.say(f"ui.noise.{what.lower().replace(' ', '_')}", "ui.noise.other")


def check_words(check: Check, say: Catalogue) -> str:
    """Return what was found in a check, and what to do where it is not good."""
    return say.say(f"ui.check.{check.name}.{check.case}", **check.values)


def log_shown(entry: LogEntry, say: Catalogue) -> LogShown:
    """Return a line of the log in words, where it is one of ours."""
    key = f"log.{entry.event}"
    told = dict(zip(PLACES, (_value(one, say) for one in entry.values), strict=False))
    words = say.say(key, **told) if say.knows(key) else ""
    level = say.say(f"ui.level.{entry.level}", "ui.unknown")
    return LogShown(entry.at_ms, level, entry.source, words, entry.line)


def _value(value: str, say: Catalogue) -> str:
    """Return a filled-in value: the words of a refusal's code, else as it is."""
    return say.say(f"error.{value}") if say.knows(f"error.{value}") else value
