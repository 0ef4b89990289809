"""Breaking a simulated table at a tap: the fault is shown, mended and played on from."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kiosk.demo.players import simulated_service
from kiosk.errors import Refused
from kiosk.service import Service
from kiosk.settings import Settings
from kiosk.table.mishaps import NAMES
from tests.guards import PATIENCE_S
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor, unlock
from tests.kiosk.whole_app import create_app

SPEED = 400.0
PAUSE_S = 0.02
MESSAGES = {
    "jam": "Tiles are jammed at the wall builder.",
    "lost_tile": "1 tile is missing. Counted: 135 of 136.",
    "cover": "A cover is open.",
    "stop": "Emergency stop.",
    "cable": "Push the table's cable in at both ends.",
}
LABELS = {
    "jam": "Jam",
    "lost_tile": "Lose a tile",
    "cover": "Open the cover",
    "stop": "Emergency stop",
    "cable": "Unplug the table",
    "camera": "Kill the camera",
    "coin": "Insert a coin",
}
AT_ONCE = ("cover", "stop", "cable")
"""Told without a build that meets it."""


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """Yield someone at a simulated table, before the first hand."""
    service = simulated_service(Settings(data_dir=tmp_path, simulate=True), speed=SPEED)
    someone = Visitor(create_app(service)).go("/new/riichi/seats")
    yield someone.tap("Start", name=["Aiko", "Bo", "Chie", "Dana"])
    service.live.close()
    service.close()


def until(visitor: Visitor, sees: Callable[[], bool]) -> None:
    """Look at the table's screen again and again until it shows something."""
    pause, deadline = threading.Event(), time.monotonic() + PATIENCE_S
    while not sees():
        assert time.monotonic() < deadline, visitor.page.text
        pause.wait(PAUSE_S)
        visitor.go("/")


def offers(visitor: Visitor, label: str) -> bool:
    """Return whether a button says *label*."""
    return any(target.text == label for target in visitor.page.targets)


@pytest.mark.parametrize("name", MESSAGES)
def test_a_mishap_is_shown_with_its_steps_and_after_the_mending_play_goes_on(
    name: str, visitor: Visitor
) -> None:
    visitor.go("/simulate").tap(LABELS[name])
    if name not in AT_ONCE:
        visitor.tap("Build the walls")
    until(visitor, lambda: visitor.sees(MESSAGES[name]))
    assert "step-picture" in visitor.page.html
    visitor.go("/simulate").tap("Fix everything")
    until(visitor, lambda: goes_on(visitor))


def goes_on(visitor: Visitor) -> bool:
    """Say that it is mended and have the walls built, as the table asks; return whether they are.

    A table that has just been released finds its places first.
    """
    for label in ("Done, try again", "Build the walls"):
        if offers(visitor, label):
            visitor.tap(label)
    return offers(visitor, "Roll the dice")


def test_a_dead_camera_gives_no_picture_until_it_is_mended(visitor: Visitor) -> None:
    service: Service = visitor.browser.application.extensions["jantaku"]
    visitor.go("/simulate").tap("Kill the camera")
    with pytest.raises(Refused):
        service.frame()
    visitor.go("/simulate").tap("Fix everything")
    assert service.frame().size


def test_a_real_table_cannot_be_broken(parlour: Parlour) -> None:
    someone = parlour.visitor()
    assert "/simulate" not in someone.page.html
    assert someone.go("/simulate").status == 404


def test_every_mishap_has_its_button(visitor: Visitor) -> None:
    visitor.go("/simulate")
    assert set(LABELS) == set(NAMES)
    assert all(offers(visitor, label) for label in LABELS.values())


def test_coins_break_nothing_and_each_buys_time(visitor: Visitor) -> None:
    staff = unlock(visitor.browser.application, "/operator/machine/paid-time")
    staff.tap("Count time", minutes="40")
    for _ in range(2):
        visitor.go("/simulate").tap("Insert a coin")
    until(visitor, lambda: visitor.sees("Paid time 80:00") or visitor.sees("Paid time 79:"))
