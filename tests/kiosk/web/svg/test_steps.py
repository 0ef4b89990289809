"""What is to be done about a fault, step by step in pictures."""

from __future__ import annotations

from itertools import chain
from xml.etree import ElementTree

import pytest

from firmware_bridge.faults import FAULTS
from hw_sim import profile
from kiosk.i18n import catalogue, languages
from kiosk.web.svg.step_parts import PARTS, TALL, WIDE
from kiosk.web.svg.steps import (
    AT_THE_SIDE,
    DRAWINGS,
    OF_MODEL,
    OF_STAGE,
    STEPS,
    UNKNOWN,
    drawings_of,
    step_picture,
)
from kiosk.web.views.machine import steps_of

MODELS = profile.names()


def parts_of(name: str) -> list[list[str]]:
    """Return the parts of the drawing *name*, each with its place."""
    return [part.split() for part in DRAWINGS[name].split("; ")]


def to_do(key: str, language: str) -> list[str]:
    """Return the steps of the catalogue under *key*, without the notes."""
    return [one for one in steps_of(key, catalogue(language)) if not one.startswith("· ")]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("model", MODELS)
def test_every_step_of_every_fault_has_its_drawing_and_no_note_has_one(
    model: str, language: str
) -> None:
    steps = {code: len(to_do(f"fault.{code}", language)) for code in FAULTS}
    assert {code: len(drawings_of(code, model)) for code in FAULTS} == steps


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("stage", OF_STAGE)
def test_the_steps_of_a_stage_have_their_drawings_too(
    stage: tuple[int, str], language: str
) -> None:
    code, doing = stage
    assert len(drawings_of(code, "", doing)) == len(to_do(f"fault.{code}.{doing}", language))


@pytest.mark.parametrize("key", ["fault.other", "ui.link_lost"])
def test_a_fault_that_nobody_knows_has_drawings_too(key: str) -> None:
    code = 999 if key == "fault.other" else 0
    assert len(drawings_of(code, "")) == len(to_do(key, "en"))


def test_the_same_words_have_the_same_drawing() -> None:
    """But where the words say "the stuck tiles", which lie in another part each time."""
    drawings: dict[str, set[str]] = {}
    for code in FAULTS:
        for words, name in zip(to_do(f"fault.{code}", "en"), STEPS[code], strict=True):
            drawings.setdefault(words, set()).add(name)
    exceptions = {words for words, names in drawings.items() if len(names) > 1}
    assert exceptions == {"Take the stuck tiles out and close it."}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_whole_and_its_parts_stand_on_the_sheet(name: str) -> None:
    drawing = ElementTree.fromstring(step_picture(name, 1))
    assert drawing.get("aria-hidden") == "true"
    for part, x, y, *_ in parts_of(name):
        assert part in PARTS
        assert 0 <= float(x) <= WIDE
        assert 0 <= float(y) <= TALL


def test_no_two_drawings_are_the_same() -> None:
    assert len(set(DRAWINGS.values())) == len(DRAWINGS)


def test_every_drawing_and_every_part_is_needed() -> None:
    others = chain.from_iterable(one.items() for one in OF_MODEL.values())
    name_lists = chain(STEPS.values(), OF_STAGE.values(), others)
    names = {*UNKNOWN, *chain.from_iterable(name_lists)}
    assert names == set(DRAWINGS)
    assert {part for name in DRAWINGS for part, *_ in parts_of(name)} == set(PARTS)


def test_only_models_that_there_are_differ() -> None:
    assert set(OF_MODEL) <= set(MODELS)


def test_the_stuck_tiles_lie_where_the_model_keeps_them() -> None:
    assert drawings_of(203, "four_port")[1] == "take_head"
    assert drawings_of(203, "single_port")[1] == "take_one_head"
    assert drawings_of(205, "roller_coaster")[1] == "take_ramp"


@pytest.mark.parametrize(("quarters", "degrees"), [(1, -90), (2, -180), (3, -270)])
@pytest.mark.parametrize("name", AT_THE_SIDE)
def test_what_is_drawn_from_above_turns_to_the_side(name: str, quarters: int, degrees: int) -> None:
    whole = ElementTree.fromstring(step_picture(name, quarters))[0]
    assert str(whole.get("transform")).startswith(f"rotate({degrees} ")
