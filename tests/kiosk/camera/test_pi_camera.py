"""A camera on the Pi's own cable: the system's package is stood in for by a small one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kiosk.camera.video import Address, BadAddressError, VideoCamera
from vision.errors import NoFrameError, UnreadableImageError

PACKAGE = '''
"""As much of the Pi's own package as is used: a sensor that counts the pictures it has taken."""

import sys

import numpy as np

print("libcamera says something where pictures come out")


class Picamera2:
    taken = 0

    def __init__(self, number):
        if number > 1:
            raise IndexError("no such camera")
        self.settings = {"number": number}

    def create_video_configuration(self, main, queue):
        assert main["format"] == "RGB888" and queue is False
        return main.get("size", (32, 24))

    def configure(self, size):
        self.size = size

    def set_controls(self, wanted):
        self.settings.update(wanted)

    def start(self):
        self.is_started = True

    def capture_array(self, name):
        assert self.is_started and name == "main"
        self.taken += 1
        wide, tall = self.size
        image = np.zeros((tall, wide, 3), np.uint8)
        image[..., 0] = self.taken
        image[..., 1] = self.settings.get("ExposureTime", 0) % 256
        image[..., 2] = self.settings["number"]
        if self.taken == 9:
            sys.exit("the cable came off")
        return image
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "picamera2.py").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("package")
def test_every_picture_is_one_taken_after_it_was_asked_for() -> None:
    camera = VideoCamera("picamera2:", python=sys.executable)
    pictures = [camera.grab().image for _ in range(3)]
    assert [int(picture[0, 0, 0]) for picture in pictures] == [1, 2, 3]
    assert pictures[0].shape == (24, 32, 3)
    camera.close()


@pytest.mark.usefixtures("package")
def test_number_size_and_exposure_reach_the_sensor() -> None:
    camera = VideoCamera("picamera2:1?size=32x20&exposure=200", python=sys.executable)
    picture = camera.grab().image
    assert picture.shape == (20, 32, 3)
    assert picture[0, 0].tolist() == [1, 200, 1]
    camera.close()


@pytest.mark.usefixtures("package")
def test_a_cable_that_came_off_is_told_and_the_camera_is_opened_again() -> None:
    camera = VideoCamera("picamera2:", python=sys.executable)
    for _ in range(8):
        camera.grab()
    with pytest.raises(NoFrameError, match="flat cable"):
        camera.grab()
    assert int(camera.grab().image[0, 0, 0]) == 1
    camera.close()


@pytest.mark.usefixtures("package")
def test_a_camera_that_is_not_there_is_told() -> None:
    with pytest.raises(NoFrameError, match="picamera2:7 gives no picture"):
        VideoCamera("picamera2:7", python=sys.executable).grab()


@pytest.mark.usefixtures("package")
def test_a_size_that_no_table_s_picture_has_is_refused() -> None:
    with pytest.raises(UnreadableImageError, match="8×6 pixels"):
        VideoCamera("picamera2:?size=8x6", python=sys.executable).grab()


def test_without_the_system_s_package_it_is_said_how_to_get_it() -> None:
    with pytest.raises(NoFrameError, match="apt install python3-picamera2"):
        VideoCamera("picamera2:", python=sys.executable).grab()


def test_a_system_without_python_is_told() -> None:
    with pytest.raises(NoFrameError, match="cannot be run"):
        VideoCamera("picamera2:", python="no-such-python").grab()


@pytest.mark.parametrize("text", ["picamera2:left", "picamera2:0?zoom=2"])
def test_an_address_that_no_pi_has_is_refused(text: str) -> None:
    with pytest.raises(BadAddressError, match="not understood"):
        Address.parse(text)
