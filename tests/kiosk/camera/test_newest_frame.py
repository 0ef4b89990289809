"""A camera in the network shows the present, however long nobody looked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from kiosk.camera.video import VideoCamera
from tests.kiosk.camera.network_camera import RATE, NetworkCamera, network_camera, time_in
from vision.errors import NoFrameError

PAUSE_S = 3.0
LATE = RATE
"""How old a picture may be, in pictures: a second, which a loaded machine may take to decode."""


@pytest.fixture
def there() -> Iterator[NetworkCamera]:
    with network_camera() as camera:
        yield camera


def test_a_picture_after_a_pause_shows_the_present(there: NetworkCamera) -> None:
    with closing(VideoCamera(there.address)) as camera:
        camera.grab()
        there.let_pass(PAUSE_S)
        asked_at = there.now()
        assert time_in(camera.grab().image) >= asked_at - LATE


def test_a_table_at_rest_after_a_pause_is_the_table_of_now(there: NetworkCamera) -> None:
    with closing(VideoCamera(there.address, pause=there.let_pass)) as camera:
        camera.grab()
        there.let_pass(PAUSE_S)
        asked_at = there.now()
        frames = [camera.grab() for _ in range(3)]
        assert all(time_in(frame.image) >= asked_at - LATE for frame in frames)
        assert len({time_in(frame.image) for frame in frames}) == 3


def test_a_camera_that_was_away_for_a_moment_is_found_again(there: NetworkCamera) -> None:
    with closing(VideoCamera(there.address)) as camera:
        camera.grab()
        there.unplug()
        there.let_pass(0.5)
        asked_at = there.now()
        assert time_in(camera.grab().image) >= asked_at - LATE


def test_a_camera_that_is_gone_says_so_without_its_password() -> None:
    with network_camera() as there:
        camera = VideoCamera(there.address)
        camera.grab()
    with pytest.raises(NoFrameError, match="check its cable, its power") as caught:
        camera.grab()
    camera.close()
    assert "sesame" not in caught.value.message
