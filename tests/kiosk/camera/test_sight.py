"""The camera's lamp: how old its newest frame is, by a clock that the trial turns."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.camera.sight import PULSE_S, Sees, Sight
from kiosk.errors import Refused
from tests.kiosk.web.parlour import Parlour


class Clock:
    """A clock that goes when it is turned."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Camera:
    """A camera whose pictures the trial takes."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.sight = Sight(self.clock)

    def take(self, seconds: float = 0.0) -> Sees:
        """Take a picture for so long; return how the lamp stood at the end of it."""
        with self.sight.taking():
            self.clock.now += seconds
            return self.sight.state

    def break_off(self) -> None:
        """Take a picture that does not come, and not for want of a camera."""
        with pytest.raises(OSError, match="late"), self.sight.taking():
            raise OSError("late")

    def refuse(self) -> None:
        """Have the camera say that it has no picture."""
        with pytest.raises(Refused), self.sight.taking():
            raise Refused("no_frame", "the cable is out")


def test_a_lamp_is_amber_after_three_seconds_without_a_frame_and_red_after_ten() -> None:
    camera = Camera()
    camera.take()
    states = []
    for age in (3.0, 0.1, 6.9, 0.1):
        camera.break_off()
        camera.clock.now += age
        states.append(camera.sight.state)
    assert states == [Sees.FRESH, Sees.OLD, Sees.OLD, Sees.DARK]


def test_nobody_who_asks_for_no_frame_says_that_there_is_none() -> None:
    camera = Camera()
    camera.take()
    camera.clock.now += 600
    assert camera.sight.state is Sees.FRESH
    camera.break_off()
    assert camera.sight.state is Sees.FRESH
    camera.clock.now += 3 - PULSE_S + 0.1
    assert camera.sight.state is Sees.OLD


def test_the_lamp_stays_as_it_is_while_a_picture_is_being_taken() -> None:
    camera = Camera()
    camera.take()
    assert camera.take(10.5) is Sees.FRESH
    assert camera.take(60) is Sees.DARK
    assert camera.sight.state is Sees.FRESH


def test_a_camera_that_says_it_sees_nothing_is_dark_until_a_frame_comes() -> None:
    camera = Camera()
    camera.refuse()
    assert camera.sight.state is Sees.DARK
    assert camera.take() is Sees.DARK
    assert camera.sight.state is Sees.FRESH


def test_the_red_lamp_leads_to_cable_light_and_entry_by_hand(tmp_path: Path) -> None:
    parlour = Parlour(tmp_path / "ledger.sqlite")
    clock = Clock()
    parlour.service.camera_worker.sight = Sight(clock)
    visitor = parlour.sit_down()
    assert not any(one.href == "/camera-lamp" for one in visitor.page.targets)
    parlour.camera.picture = b""
    with pytest.raises(Refused):
        parlour.service.still()
    lamp = visitor.go("/").find("Camera").href
    visitor.go(lamp)
    assert [word for word in ("Cable", "Light", "by hand") if visitor.sees(word)] == [
        *("Cable", "Light", "by hand")
    ]
    parlour.service.close()
