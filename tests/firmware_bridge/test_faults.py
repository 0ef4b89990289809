"""The fault catalogue: each one has words in every language, and says what to do."""

from __future__ import annotations

import pytest

from firmware_bridge.codes import NO_SIDE, Stage
from firmware_bridge.faults import FAULTS, Action, Fault, FaultKind, Severity
from kiosk.i18n import LANGUAGE_NAMES, catalogue


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
@pytest.mark.parametrize("code", FAULTS)
def test_every_fault_has_words(code: int, language: str) -> None:
    words = catalogue(language)
    assert words.knows(f"fault.{code}")
    assert words.knows(f"fault.{code}.steps")


def test_a_fault_says_where_and_what_to_do() -> None:
    fault = Fault.from_wire(203, 2, Stage.BUILD)
    assert str(fault) == "head jam at side 2 (fault 203): clear side"


def test_no_fault_is_none() -> None:
    assert Fault.from_wire(0) is None


def test_a_fault_of_newer_firmware_calls_for_service() -> None:
    fault = Fault.from_wire(299, NO_SIDE, 200)
    assert fault is not None
    assert (fault.code, fault.action, fault.stage) == (299, Action.CALL_SERVICE, Stage.NONE)


@pytest.mark.parametrize("code", [99, 1000])
def test_codes_have_three_digits(code: int) -> None:
    with pytest.raises(ValueError, match="three digits"):
        FaultKind(code, "x", Severity.INFO, Action.NONE)
