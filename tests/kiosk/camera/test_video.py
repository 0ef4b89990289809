"""Cameras by their addresses: devices, recordings, folders, and ones that disappear."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from kiosk.camera.video import Address, BadAddressError, VideoCamera
from tests.vision.odd_images import MOST_MIB, REFUSED, memory_limit
from vision.errors import ImageTooLargeError, NoFrameError, UnreadableImageError
from vision.types import Image


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


@pytest.mark.parametrize("ending", [".gif", ".tiff", ".mp4", ""])
@pytest.mark.parametrize("name", ["film.gif", "huge.gif", "scan.tiff", "lie.png", "narrow.png"])
def test_a_picture_of_odd_form_is_refused_whatever_its_file_is_called(
    tmp_path: Path, name: str, ending: str
) -> None:
    content, code, words = REFUSED[name]
    path = tmp_path / f"table{ending}"
    path.write_bytes(content())
    with memory_limit(MOST_MIB), pytest.raises(UnreadableImageError, match=words) as caught:
        VideoCamera(str(path)).grab()
    assert caught.value.code == code


def test_no_pattern_of_file_names_is_opened_past_the_checks(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((18, 32, 3), 10, np.uint8))
    with pytest.raises(NoFrameError, match="holds no picture"):
        VideoCamera(str(tmp_path / "%d.png")).grab()


def test_a_recording_too_large_for_the_kiosk_is_refused_before_it_is_decoded(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.avi"
    record(path, np.zeros((64, 64, 3), np.uint8), cv2.CAP_FFMPEG, "I420")
    size, lie = (struct.pack("<II", side, side) for side in (64, 16_000))
    path.write_bytes(path.read_bytes().replace(size, lie))
    with memory_limit(MOST_MIB), pytest.raises(ImageTooLargeError, match="16000×16000 pixels"):
        VideoCamera(str(path)).grab()


def record(path: Path, image: Image, by: int = cv2.CAP_OPENCV_MJPEG, code: str = "MJPG") -> None:
    """Make a recording of one frame."""
    tall, wide = image.shape[:2]
    writer = cv2.VideoWriter(str(path), by, cv2.VideoWriter.fourcc(*code), 10.0, (wide, tall))
    writer.write(image)
    writer.release()


def test_a_recording_is_read_to_its_end_and_then_missed(tmp_path: Path) -> None:
    record(tmp_path / "a.avi", np.full((64, 64, 3), 99, np.uint8))
    camera = VideoCamera(str(tmp_path / "a.avi"))
    assert abs(int(camera.grab().image.mean()) - 99) < 3
    with pytest.raises(NoFrameError):
        camera.grab()
    camera.close()
