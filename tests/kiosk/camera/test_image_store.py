"""Pictures of readings: found by what they are, swept by age and room, never in the way."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from kiosk.camera.image_store import DAY_S, MIB, MOST_BYTES, ImageStore, Quota, keep_last_frame
from kiosk.camera.port import NoCamera
from kiosk.camera.reader import CameraReader
from tests.kiosk.stand_ins import LoadedCamera
from vision.camera import Frame
from vision.types import TableReading

PICTURE = b"\xff\xd8 a table"


class WallClock:
    """A clock on the wall that people set."""

    def __init__(self) -> None:
        self.day = 100

    def wall_ms(self) -> int:
        """Return the day in milliseconds."""
        return self.day * DAY_S * 1000

    def mono_ms(self) -> int:
        """Return the same: nobody asks."""
        return self.wall_ms()


@pytest.fixture
def clock() -> WallClock:
    """Return a clock at day 100."""
    return WallClock()


def image_store(folder: Path, clock: WallClock, mib: int = 1, days: int = 10) -> ImageStore:
    """Return an image store in *folder*."""
    return ImageStore(folder / "stills", Quota(mib, days), clock)


def test_a_picture_is_found_by_its_digest(tmp_path: Path, clock: WallClock) -> None:
    place = image_store(tmp_path, clock)
    name = place.keep(PICTURE)
    assert name == hashlib.sha256(PICTURE).hexdigest()
    assert place.find(name) == PICTURE


def test_old_pictures_go_when_a_new_one_comes(tmp_path: Path, clock: WallClock) -> None:
    place = image_store(tmp_path, clock)
    old = place.keep(PICTURE)
    clock.day += 9
    recent = place.keep(PICTURE + b" nine days later")
    clock.day += 2
    new = place.keep(PICTURE + b" two more")
    assert [place.find(name) is None for name in (old, recent, new)] == [True, False, False]


def test_the_oldest_go_where_there_is_no_room(tmp_path: Path, clock: WallClock) -> None:
    place = image_store(tmp_path, clock)
    names = []
    for letter in b"abc":
        clock.day += 1
        names.append(place.keep(bytes([letter]) * (MIB // 2)))
    assert [place.find(name) is None for name in names] == [True, False, False]


def test_a_clock_set_back_takes_no_picture_away(tmp_path: Path, clock: WallClock) -> None:
    place = image_store(tmp_path, clock)
    before = place.keep(PICTURE)
    clock.day = 1
    assert place.find(place.keep(PICTURE + b" in 1970")) is not None
    assert place.find(before) == PICTURE


def test_a_start_sweeps_too(tmp_path: Path, clock: WallClock) -> None:
    name = image_store(tmp_path, clock).keep(PICTURE)
    clock.day += 11
    assert image_store(tmp_path, clock).find(name) is None


@pytest.mark.parametrize(("mib", "days"), [(0, 10), (1, 0)])
def test_who_wants_no_pictures_has_none(
    tmp_path: Path, clock: WallClock, mib: int, days: int
) -> None:
    assert image_store(tmp_path, clock, mib, days).keep(PICTURE) == ""
    assert not (tmp_path / "stills").exists()


@pytest.mark.parametrize("jpeg", [b"", bytes(MOST_BYTES + 1)], ids=["nothing", "too much"])
def test_what_is_no_picture_of_ours_is_not_kept(
    tmp_path: Path, clock: WallClock, jpeg: bytes
) -> None:
    assert image_store(tmp_path, clock).keep(jpeg) == ""


def test_a_folder_that_takes_nothing_stops_no_reading(tmp_path: Path, clock: WallClock) -> None:
    (tmp_path / "stills").write_text("a file where the folder should be")
    assert image_store(tmp_path, clock).keep(PICTURE) == ""


@pytest.mark.parametrize("name", ["", "../ledger", "0" * 63, "g" * 64])
def test_a_name_that_is_none_finds_nothing(tmp_path: Path, clock: WallClock, name: str) -> None:
    assert image_store(tmp_path, clock).find(name) is None


def test_nothing_is_kept_of_a_table_without_a_camera(tmp_path: Path, clock: WallClock) -> None:
    assert keep_last_frame(image_store(tmp_path, clock), NoCamera()) == ""
    assert keep_last_frame(None, LoadedCamera()) == ""


class Noise:
    """A camera in the dark, whose picture is nothing but noise."""

    def grab(self) -> Frame:
        """Return a picture that no JPEG makes small."""
        return Frame(np.random.default_rng(1).integers(0, 256, (960, 1280, 3), np.uint8), 0.0)


def test_a_picture_full_of_noise_is_kept_too(tmp_path: Path, clock: WallClock) -> None:
    reader = CameraReader(Noise(), lambda *_: TableReading(()))
    reader.read({}, 4)
    assert len(reader.still()) > MOST_BYTES
    name = keep_last_frame(image_store(tmp_path, clock), reader)
    assert len(image_store(tmp_path, clock).find(name) or b"") in range(1, MOST_BYTES)


def test_nothing_is_kept_before_the_first_reading(tmp_path: Path, clock: WallClock) -> None:
    reader = CameraReader(Noise(), lambda *_: TableReading(()))
    assert keep_last_frame(image_store(tmp_path, clock), reader) == ""
