"""Pictures and looks that many screens share."""

from __future__ import annotations

import pytest

from kiosk.camera.newest import FASTEST_S, Newest
from kiosk.errors import Refused


class Takes:
    """A camera whose every picture takes a while."""

    def __init__(self, lasts_s: float) -> None:
        self.now_s = 0.0
        self.begun_s: list[float] = []
        self.lasts_s = lasts_s
        self.is_covered = False

    def take(self) -> str:
        if self.is_covered:
            raise Refused("no_frame", "the lens is covered", where="camera")
        self.begun_s.append(self.now_s)
        self.now_s += self.lasts_s
        return f"picture {len(self.begun_s)}"

    def pause(self, for_s: float) -> None:
        self.now_s += for_s

    def newest(self) -> Newest[str]:
        return Newest(self.take, lambda: self.now_s, self.pause)


def test_one_screen_sees_five_pictures_a_second() -> None:
    camera = Takes(lasts_s=0.05)
    newest, number = camera.newest(), 0
    for _ in range(6):
        number, _ = newest.newer(number)
    assert number == 6
    assert camera.begun_s == pytest.approx([FASTEST_S * n for n in range(6)])


def test_a_picture_that_takes_long_is_followed_at_once() -> None:
    camera = Takes(lasts_s=0.24)
    newest, number = camera.newest(), 0
    for _ in range(5):
        number, _ = newest.newer(number)
    assert camera.now_s == pytest.approx(5 * 0.24)


def test_many_screens_share_one_picture() -> None:
    camera = Takes(lasts_s=0.05)
    newest = camera.newest()
    assert {newest.newer(0) for _ in range(20)} == {(1, "picture 1")}
    assert len(camera.begun_s) == 1


def test_a_number_from_before_a_restart_is_answered_at_once() -> None:
    camera = Takes(lasts_s=0.05)
    newest = camera.newest()
    newest.newer(0)
    assert newest.newer(977) == (1, "picture 1")


def test_a_camera_that_comes_back_is_seen_again() -> None:
    camera = Takes(lasts_s=0.05)
    newest = camera.newest()
    camera.is_covered = True
    with pytest.raises(Refused):
        newest.newer(0)
    camera.is_covered = False
    assert newest.newer(0) == (1, "picture 1")
