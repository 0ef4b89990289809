"""What machine, log and checks tell has words in every language, whatever they tell."""

from __future__ import annotations

import ast
import logging
from collections.abc import Iterator
from enum import IntEnum
from itertools import chain
from pathlib import Path

import pytest

import firmware_bridge
import kiosk
from firmware_bridge import errors
from firmware_bridge.errors import BridgeError, ConnectionLostError
from firmware_bridge.state import LinkPhase
from firmware_bridge.wire.codes import (
    EventKind,
    JobKind,
    JobState,
    Mechanism,
    ResetCause,
    SetState,
    Stage,
    TableState,
)
from kiosk.access.operator import LogTail, name_event
from kiosk.i18n import FALLBACK, Catalogue, catalogue, languages
from kiosk.settings import Settings
from kiosk.support import doctor
from kiosk.table.bridge import JOB_NAMES
from kiosk.table.maintenance import SENSED, Happening
from kiosk.voice import Voice
from kiosk.web.views.machine import (
    check_words,
    noise_words,
    problem_words,
    view_happening,
    view_log_entry,
)

HOMES = (Path(kiosk.__file__).parent, Path(firmware_bridge.__file__).parent)
LEVELS = ("debug", "info", "warning", "error", "exception", "critical")


@pytest.fixture(params=languages())
def t(request: pytest.FixtureRequest) -> Catalogue:
    """Return the catalogue of each language in turn."""
    return catalogue(request.param)


def names(kind: type[IntEnum]) -> list[str]:
    """Return the members of *kind* as the pages name them."""
    return [one.name.lower() for one in kind]


def find_log_messages() -> Iterator[str]:
    """Yield every message that our code logs, as it is written."""
    paths = chain.from_iterable(home.rglob("*.py") for home in HOMES)
    trees = (ast.parse(path.read_text("utf-8")) for path in paths)
    for node in chain.from_iterable(map(ast.walk, trees)):
        match node:
            case ast.Call(
                func=ast.Attribute(ast.Name("log" | "_log"), attr=level),
                args=[ast.Constant(str(message)), *_],
            ) if level in LEVELS:
                yield message


def closed_sets() -> Iterator[str]:
    """Yield the key of everything that the machine may tell of itself."""
    yield from (f"ui.job.{JOB_NAMES.get(name, name)}" for name in names(JobKind))
    yield from (f"ui.jobstate.{name}" for name in names(JobState))
    yield from (f"ui.phase.{name}" for name in names(Stage) if name != "none")
    yield from (f"ui.machine.{name}" for name in names(TableState))
    yield from (f"ui.link.{phase}" for phase in LinkPhase)
    yield from (f"ui.mechanism.{name}" for name in names(Mechanism))
    yield from (f"ui.cause.{name}" for name in names(ResetCause))
    yield from (f"ui.set_place.{name}" for name in names(SetState))
    yield from (f"ui.event.{name}" for name in (*names(EventKind), "link", "job", "restarted"))
    yield from (f"ui.sensor.{name}" for name in SENSED)


def test_everything_that_a_machine_may_tell_has_words(t: Catalogue) -> None:
    assert [key for key in closed_sets() if not t.knows(key)] == []


def test_every_message_of_our_log_has_words(t: Catalogue) -> None:
    messages = set(find_log_messages())
    assert len(messages) > 15
    assert [one for one in messages if not t.knows(f"log.{name_event(one)}")] == []


def test_every_failure_of_the_line_says_what_to_do(t: Catalogue) -> None:
    kinds = [one for one in vars(errors).values() if isinstance(one, type)]
    faults = [one for one in kinds if issubclass(one, BridgeError) and one.fault_code is not None]
    assert len(faults) > 10
    assert [one for one in faults if not t.knows(f"fault.{one.fault_code}.steps")] == []


def test_a_lost_line_is_told_in_the_screen_s_words() -> None:
    text = problem_words(ConnectionLostError("/dev/ttyUSB0"), catalogue("ja"))
    assert text.startswith(catalogue("ja")("fault.904"))


def test_an_event_is_told_in_the_screen_s_words() -> None:
    jam = Happening(0, "fault", (("state", "fault"), ("side", "2"), ("fault", "202")))
    t = catalogue("zh-Hant")
    view = view_happening(jam, t)
    fault = f"{t('fault.202')} (202)"
    assert view.title == t("ui.event.fault")
    assert view.details == (t("ui.machine.fault"), t("ui.place.side_2"), fault)


def test_where_the_sets_went_is_told_by_their_numbers() -> None:
    happening = Happening(0, "sets", (("set_0", "in_play"), ("set_1", "out")))
    view = view_happening(happening, catalogue(FALLBACK))
    assert view.details == ("Set 1: on the table", "Set 2: in the box")


def test_a_key_of_the_console_is_no_fault() -> None:
    happening = Happening(0, "button", (("code", "1"),))
    assert view_happening(happening, catalogue(FALLBACK)).details == ("dice key",)


def test_what_newer_firmware_tells_is_told_as_unknown(t: Catalogue) -> None:
    odd = Happening(0, "event_99", (("state", "levitating"), ("fault", "999")))
    view = view_happening(odd, t)
    assert view.title == t("ui.event.other")
    assert view.details == (t("ui.unknown"), f"{t('fault.other')} (999)")


def test_noise_on_the_line_has_words(t: Catalogue) -> None:
    noises = ("too long", "not COBS", "too short", "CRC", "other version", "wrong length")
    texts = [noise_words(one, t) for one in (*noises, "impossible roll")]
    assert len(set(texts)) == len(texts)
    assert texts[-1] == t("ui.noise.other")


def test_a_check_is_told_in_every_language(t: Catalogue, tmp_path: Path) -> None:
    checks = doctor.checks(Settings(data_dir=tmp_path))
    assert [one for one in checks if not t.knows(f"ui.check.{one.name}.{one.case}")] == []
    assert all(check_words(one, t) for one in checks)


def test_a_check_says_which_languages_the_engine_speaks(t: Catalogue, tmp_path: Path) -> None:
    table = b" 2  en-gb  --/M  English  gmw/en  (en 2)\n 5  ja  --/M  Japanese  jpx/ja\n"
    voices = {
        "good": Voice(tmp_path, "espeak-ng", lambda _command, _text: table),
        "mute": Voice(tmp_path, "espeak-ng", lambda _command, _text: b""),
        "none": Voice(tmp_path, None),
    }
    texts = {case: check_words(doctor.voice_check(voice), t) for case, voice in voices.items()}
    assert texts["good"].startswith("espeak-ng")
    assert texts["good"].endswith("English · 日本語")
    assert all("apt install espeak-ng" in texts[case] for case in ("mute", "none"))


@pytest.mark.parametrize(
    "case",
    [
        "python.old",
        "data.closed",
        "disk.low",
        "keys.open",
        "clock.behind",
        "ledger.damaged",
        "voice.mute",
    ],
)
def test_what_is_not_good_says_what_to_do(t: Catalogue, case: str) -> None:
    assert t.knows(f"ui.check.{case}")


def test_a_line_of_the_log_is_told_in_the_screen_s_words() -> None:
    tail = LogTail()
    message = "the second set waits code=%s"
    tail.emit(logging.LogRecord("kiosk.x", logging.INFO, "", 0, message, ("table_busy",), None))
    (entry,) = tail.entries()
    t = catalogue("ja")
    view = view_log_entry(entry, t)
    assert view.words == t("log.the_second_set_waits_code", a=t("error.table_busy"))
    assert view.level == t("ui.level.info")
    assert tail.lines() == (entry.line,)


def test_what_a_library_logs_stays_as_it_was_said() -> None:
    tail = LogTail()
    tail.emit(logging.LogRecord("waitress", logging.WARNING, "", 0, "queue is %d", (9,), None))
    view = view_log_entry(tail.entries()[0], catalogue("ja"))
    assert view.words == ""
    assert view.line.endswith("queue is 9")
