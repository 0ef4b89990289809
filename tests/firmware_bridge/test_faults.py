"""The fault catalogue: each one has words in every language, and says what to do."""

from __future__ import annotations

import struct
from functools import cache

import pytest
from babel.messages.pofile import read_po

from firmware_bridge.faults import FAULTS, Action, Detail, Fault, FaultKind, Severity
from firmware_bridge.wall_plan import Reason
from firmware_bridge.wire.codes import NO_SIDE, Mechanism, Stage
from kiosk.i18n import LOCALES, catalogue
from kiosk.table.building import NOT_OFFERED
from kiosk.web.svg.steps import OF_STAGE

LANGUAGES = ("en", "ja", "zh-Hans", "zh-Hant")


@cache
def words(language: str) -> dict[str, str]:
    """Return the words about faults in *language*, by id."""
    with (LOCALES / language / "faults.po").open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_has_words_and_one_to_three_steps(code: int, language: str) -> None:
    assert words(language)[f"fault.{code}"]
    assert 1 <= len(words(language)[f"fault.{code}.steps"].splitlines()) <= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_faults_have_the_same_words(language: str) -> None:
    texts = [words(language)[f"fault.{code}"] for code in FAULTS]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", Reason)
def test_every_reason_for_building_by_hand_has_words(why: Reason, language: str) -> None:
    assert words(language)[f"support.{why}"].format(count=135)


def test_no_language_has_words_for_faults_that_there_are_not() -> None:
    keys = {f"fault.{code}" for code in FAULTS} | {"fault.other"}
    keys |= {f"{key}.steps" for key in keys}
    keys |= {f"fault.{code}.{stage}.steps" for code, stage in OF_STAGE}
    keys |= {f"fault.101.known.{stage}" for stage in ("drop", "build")}
    keys |= {f"support.{why}" for why in (*Reason, NOT_OFFERED, "turn_gear")}
    keys |= {f"fault.{code}.counted{one}" for code in (101, 102) for one in ("", ".one")}
    keys |= {f"ui.phase.{stage.name.lower()}" for stage in Stage if stage > Stage.CENSUS}
    assert [set(words(language)) ^ keys for language in LANGUAGES] == [set()] * 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stage", Stage, ids=lambda stage: stage.name.lower())
def test_every_stage_of_a_job_has_words(stage: Stage, language: str) -> None:
    assert catalogue(language).knows(f"ui.phase.{stage.name.lower()}")


@pytest.mark.parametrize("kind", FAULTS.values(), ids=lambda kind: str(kind.code))
def test_severity_fits_the_group_of_the_fault(kind: FaultKind) -> None:
    assert (kind.severity is Severity.INFO) == (kind.code // 100 == 8)
    assert kind.severity is not Severity.SAFETY or kind.code // 100 == 7


@pytest.mark.parametrize(("code", "is_recoverable"), [(203, True), (504, False), (902, False)])
def test_who_can_recover_from_a_fault(code: int, is_recoverable: bool) -> None:
    assert Fault(FAULTS[code]).is_recoverable is is_recoverable


def test_a_fault_tells_what_was_measured() -> None:
    detail = Detail.from_bytes(struct.pack("<BBhh", Mechanism.HEAD, Stage.BUILD, 1200, 900))
    assert str(detail) == "head: 1200 instead of 900"
    assert Detail.from_bytes(b"") is None


def test_a_fault_says_where_and_what_to_do() -> None:
    fault = Fault.from_wire(203, 2, Stage.BUILD)
    assert str(fault) == "head jam at side 2 (fault 203): clear side"


def test_no_fault_is_none() -> None:
    assert Fault.from_wire(0) is None


def test_a_fault_of_newer_firmware_calls_for_service() -> None:
    fault = Fault.from_wire(299, NO_SIDE, 200)
    assert fault is not None
    assert (fault.code, fault.action, fault.stage) == (299, Action.CALL_SERVICE, Stage.NONE)


@pytest.mark.parametrize("code", [99, 65_536])
def test_codes_begin_with_a_hundred_and_fit_their_field(code: int) -> None:
    with pytest.raises(ValueError, match="100 to 65535"):
        FaultKind(code, "x", Severity.INFO, Action.NONE)
