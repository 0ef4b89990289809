"""A table that is watched: what lies there still is not read again, and what was moved is."""

from __future__ import annotations

import numpy as np
import pytest

from hw_sim.camera import Conditions, Scene, SeatTiles, SimCamera
from hw_sim.camera.record_part import record_part
from vision.geometry import Layout
from vision.recognise import WHOLE_SET
from vision.recognise.classifier import clear
from vision.table.cache import ReadingCache
from vision.table.pipeline import TableWatcher
from vision.table.top_view import top_view
from vision.types import Image

HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "6z", "7z")
OTHER = ("1s", "9m", "2z", "3z")
WHITE = np.full(3, 215.0)


def lay_hands(*hands: tuple[str, ...], exposure: float = 0.95) -> tuple[SimCamera, Scene]:
    """Return a camera above *hands*: the same camera over the same places every time."""
    seats = (*(SeatTiles(hand) for hand in hands), *[SeatTiles()] * (4 - len(hands)))
    camera = SimCamera(seed=4, conditions=Conditions(exposure=exposure))
    scene = Scene(seats)
    camera.show(scene)
    return camera, scene


def frames(camera: SimCamera, count: int) -> list[Image]:
    """Return several pictures of what lies under *camera*, each with its own noise."""
    return [camera.grab().image for _ in range(count)]


@pytest.fixture(scope="module")
def still() -> tuple[SimCamera, list[Image]]:
    """Return a camera and two pictures of two hands that nobody touched in between."""
    camera, _ = lay_hands(HAND, OTHER)
    return camera, frames(camera, 2)


def test_noise_alone_is_no_change(still: tuple[SimCamera, list[Image]]) -> None:
    camera, pictures = still
    memory = ReadingCache()
    first, second = (top_view(image, camera.calibration, Layout()).image for image in pictures)
    assert memory.find_changes(first).all()
    assert not memory.find_changes(second).any()


def test_a_little_less_light_is_no_change(still: tuple[SimCamera, list[Image]]) -> None:
    camera, pictures = still
    memory = ReadingCache()
    first = top_view(pictures[0], camera.calibration, Layout()).image
    memory.find_changes(first)
    assert not memory.find_changes(np.clip(first.astype(int) - 9, 0, 255).astype(np.uint8)).any()


def test_light_that_creeps_is_measured_from_where_it_began() -> None:
    view = np.full((40, 40, 3), 120, np.uint8)
    memory = ReadingCache()
    memory.find_changes(view)
    changes = []
    for step in range(1, 5):
        view = view.copy()
        view[20:28, 20:28] = 120 + 5 * step
        changes.append(bool(memory.find_changes(view).any()))
    assert changes == [False, False, True, False]


def test_a_clear_face_that_lies_still_is_told_without_a_second_look(
    still: tuple[SimCamera, list[Image]],
) -> None:
    camera, (before, after) = still
    memory = ReadingCache()
    quads = np.array([tile.box for tile in camera.truth()])
    memory.find_changes(before)
    _, first = memory.look(before, WHITE, quads)
    memory.find_changes(after)
    _, again = memory.look(after, WHITE, quads)
    sure = clear(first)
    assert sure.sum() > len(quads) / 2
    assert np.array_equal(first[sure], again[sure])
    _, afresh = ReadingCache().look(after, WHITE, quads)
    assert not np.array_equal(first[sure], afresh[sure])


def test_a_tile_exchanged_between_two_looks_is_read_anew() -> None:
    before, was = lay_hands(HAND, OTHER)
    after, now = lay_hands((*HAND[:4], "9p", *HAND[5:]), OTHER)
    table = TableWatcher(before.calibration, Layout())
    assert record_part(table.read(before.grab().image, WHOLE_SET)) == was.record_part()
    assert record_part(table.read(after.grab().image, WHOLE_SET)) == now.record_part()


def test_tiles_taken_away_and_laid_down_between_two_looks_are_seen() -> None:
    before, was = lay_hands(HAND, OTHER)
    after, now = lay_hands(HAND, OTHER[:3], ("5z", "5z"))
    table = TableWatcher(before.calibration, Layout())
    assert record_part(table.read(before.grab().image, WHOLE_SET)) == was.record_part()
    assert record_part(table.read(after.grab().image, WHOLE_SET)) == now.record_part()


def test_a_cleared_table_is_empty(still: tuple[SimCamera, list[Image]]) -> None:
    camera, pictures = still
    table = TableWatcher(camera.calibration, Layout())
    table.read(pictures[0], WHOLE_SET)
    bare, _ = lay_hands()
    reading = table.read(bare.grab().image, WHOLE_SET)
    assert reading.problems == ("no_tiles",)
    assert all(not seat.hand for seat in reading.seats)


def test_a_table_that_lies_still_is_read_the_same_each_time(
    still: tuple[SimCamera, list[Image]],
) -> None:
    camera, pictures = still
    table = TableWatcher(camera.calibration, Layout())
    first, second = (record_part(table.read(image, WHOLE_SET)) for image in pictures)
    assert first == second
    assert first["seats"][0]["hand"] == "123m456p789s1167z"
