"""Cameras by their addresses: devices, recordings, folders, and ones that disappear."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.camera.video import Address, BadAddressError, VideoCamera
from vision.errors import NoFrameError


def test_a_device_is_told_its_exposure_focus_and_size() -> None:
    wish = Address.parse("0?exposure=156&focus=30&size=3840x2160")
    assert wish == Address("0", 156.0, 30.0, (3840, 2160))


def test_a_network_address_keeps_its_own_question_mark() -> None:
    assert Address.parse("rtsp://cam/live?channel=1").source == "rtsp://cam/live?channel=1"


@pytest.mark.parametrize("text", ["0?zoom=2", "0?focus=near", "/dev/video0?size=big"])
def test_a_wish_that_no_camera_knows_is_refused(text: str) -> None:
    with pytest.raises(BadAddressError, match="not understood"):
        Address.parse(text)


def test_a_folder_shows_its_stills_in_order_and_again(tmp_path: Path) -> None:
    for level in (10, 20):
        cv2.imwrite(str(tmp_path / f"{level}.png"), np.full((18, 32, 3), level, np.uint8))
    camera = VideoCamera(str(tmp_path))
    assert [int(camera.grab().image[0, 0, 0]) for _ in range(3)] == [10, 20, 10]


def test_an_empty_folder_says_what_to_put_there(tmp_path: Path) -> None:
    with pytest.raises(NoFrameError, match="folder with photographs"):
        VideoCamera(str(tmp_path)).grab()


def test_a_recording_that_is_gone_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoFrameError, match="holds no picture"):
        VideoCamera(str(tmp_path / "gone.avi")).grab()


def test_a_recording_is_read_to_its_end_and_then_missed(tmp_path: Path) -> None:
    path = str(tmp_path / "a.avi")
    codec = cv2.VideoWriter.fourcc(*"MJPG")
    writer = cv2.VideoWriter(path, cv2.CAP_OPENCV_MJPEG, codec, 10.0, (64, 64))
    writer.write(np.full((64, 64, 3), 99, np.uint8))
    writer.release()
    camera = VideoCamera(path)
    assert abs(int(camera.grab().image.mean()) - 99) < 3
    with pytest.raises(NoFrameError):
        camera.grab()
    camera.close()
