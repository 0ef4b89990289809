"""A camera in the network shows the present, however long nobody looked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from kiosk.camera.video import VideoCamera
from tests.guards import PATIENCE_S
from tests.kiosk.camera.network_camera import RATE, NetworkCamera, network_camera, time_in
from vision.errors import NoFrameError

PAUSE_S = 3.0
LATE = 3 * RATE // 10
"""How old a picture may be, in pictures: 0.3 s; beside a load of 16 the oldest of 18 was 0.05 s."""


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


def grab_for_a_second(camera: VideoCamera) -> None:
    """Grab as many pictures: on a busy computer one may still be on the line of a camera gone."""
    for _ in range(RATE):
        camera.grab()


def test_a_camera_that_is_gone_says_so_without_its_password() -> None:
    with network_camera() as there:
        camera = VideoCamera(there.address)
        camera.grab()
    with pytest.raises(NoFrameError, match="check its cable, its power") as caught:
        grab_for_a_second(camera)
    camera.close()
    assert "sesame" not in caught.value.message


def test_a_look_at_a_camera_that_stays_silent_ends_when_the_kiosk_does() -> None:
    with ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        looks = stack.enter_context(ThreadPoolExecutor())
        camera = VideoCamera(f"http://127.0.0.1:{silent.getsockname()[1]}/video.mjpg")
        look = looks.submit(camera.grab)
        line = stack.enter_context(silent.accept()[0])
        assert line.recv(65_536).startswith(b"GET")
        camera.close()
        assert isinstance(look.exception(PATIENCE_S), NoFrameError)
        line.setblocking(False)
        with pytest.raises(BlockingIOError):
            line.recv(1)  # the line is open still: nobody has waited for its end


def test_a_camera_that_was_let_go_gives_no_picture(there: NetworkCamera) -> None:
    camera = VideoCamera(there.address)
    camera.close()
    with pytest.raises(NoFrameError):
        camera.grab()
