"""The camera's pictures on the screen, and what is said when there are none."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from kiosk.camera.reader import CROP, CameraReader
from kiosk.errors import Refused
from rules.ruleset import full_set
from vision.camera import Frame
from vision.errors import NoFrameError, NoTilesError
from vision.types import Image, TableReading


class Slides:
    """A camera that shows one picture: black, with a red tile upside down in it."""

    def __init__(self) -> None:
        self.is_covered = False
        self.is_closed = False
        self.image = np.zeros((1080, 1920, 3), np.uint8)
        self.image[200:270, 300:352] = (0, 0, 255)
        self.image[200:210, 300:352] = (255, 0, 0)

    def grab(self) -> Frame:
        if self.is_covered:
            raise NoFrameError("take the cap off the lens")
        return Frame(self.image, 0.0)

    def close(self) -> None:
        self.is_closed = True


UPSIDE_DOWN = ((352.0, 270.0), (300.0, 270.0), (300.0, 200.0), (352.0, 200.0))


TILES = full_set()


def empty(image: Image, tiles: Mapping[str, int], seats: int) -> TableReading:
    assert (image.shape, tiles, seats) == ((1080, 1920, 3), TILES, 4)
    return TableReading(())


def picture(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def test_a_still_fits_the_screen() -> None:
    still = picture(CameraReader(Slides(), empty).still())
    assert still.shape == (720, 1280, 3)


def test_a_tile_is_shown_upright() -> None:
    reader = CameraReader(Slides(), empty)
    reader.read(TILES, 4)
    crop = picture(reader.crop(UPSIDE_DOWN))
    assert crop.shape[:2] == CROP[::-1]
    assert crop[20, 78].argmax() == 2
    assert crop[200, 78].argmax() == 0


def test_without_a_picture_read_there_is_no_tile_to_show() -> None:
    with pytest.raises(Refused, match="read the table again"):
        CameraReader(Slides(), empty).crop(UPSIDE_DOWN)


def test_a_covered_lens_says_what_to_do() -> None:
    slides = Slides()
    slides.is_covered = True
    with pytest.raises(Refused, match="take the cap off") as caught:
        CameraReader(slides, empty).read(TILES, 4)
    assert caught.value.code == "no_frame"


def test_a_table_without_tiles_is_told_as_such() -> None:
    def nothing(_image: Image, _tiles: Mapping[str, int], _seats: int) -> TableReading:
        raise NoTilesError("lay the hands open")

    with pytest.raises(Refused) as caught:
        CameraReader(Slides(), nothing).read(TILES, 4)
    assert caught.value.code == "no_tiles"


def test_the_camera_is_given_back() -> None:
    slides = Slides()
    CameraReader(slides, empty).close()
    assert slides.is_closed


def test_a_look_leaves_pictures_of_tiles_as_they_were_read() -> None:
    slides = Slides()
    reader = CameraReader(slides, empty)
    reader.read(TILES, 4)
    slides.image = np.full_like(slides.image, 255)
    look = reader.look(TILES, 4)
    assert picture(look.jpeg).min() > 250
    assert picture(reader.crop(UPSIDE_DOWN))[20, 78].argmax() == 2


def test_a_look_that_nothing_can_be_read_in_shows_its_picture_and_says_why() -> None:
    def nothing(_image: Image, _tiles: Mapping[str, int], _seats: int) -> TableReading:
        raise NoTilesError("lay the hands open")

    look = CameraReader(Slides(), nothing).look(TILES, 4)
    assert (look.size, look.reading) == ((1920, 1080), None)
    assert look.refusal is not None
    assert look.refusal.code == "no_tiles"


def test_people_look_on_while_a_reading_waits_for_the_table_to_rest() -> None:
    class Restless(Slides):
        def grab_at_rest(self) -> Frame:
            looks.append(reader.look(TILES, 4).reading)
            return self.grab()

    looks: list[TableReading | None] = []
    reader = CameraReader(Restless(), empty)
    reader.read(TILES, 4)
    assert looks == [TableReading(())]
