"""What hinders a reading is named, with what to do."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hw_sim.camera import UHD, Conditions, SimCamera
from hw_sim.camera.painting import Cloth
from hw_sim.camera.scene import Scene, SeatTiles, codes
from vision.photo.pipeline import read_photo
from vision.problems import (
    blur_problem,
    cut_off,
    light_problem,
    miscount_problem,
    overlaps,
    surplus,
)
from vision.recognise import WHOLE_SET
from vision.recognise.networks import CROP_SIDE
from vision.table.pipeline import read_table
from vision.types import Image, TileReading

NOBODY = SeatTiles()
HAND = Scene((SeatTiles(codes("123m456p789s1122z")), NOBODY, NOBODY, NOBODY))


def tile(code: str, x: float, confidence: float = 0.99) -> TileReading:
    """Return a tile of 30 by 40 pixels with its left edge at *x*."""
    return TileReading(code, confidence, ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0)))


def grey(level: int) -> np.ndarray:
    return np.full((480, 640, 3), level, np.uint8)


def test_a_dark_picture_says_how_dark() -> None:
    problem = light_problem(grey(20))
    assert problem is not None
    assert (problem.code, "light meter at 8 %" in problem.message) == ("too_dark", True)


def test_a_burnt_out_picture_is_too_bright() -> None:
    problem = light_problem(grey(255))
    assert problem is not None
    assert problem.code == "too_bright"


def test_an_ordinary_picture_has_light_enough() -> None:
    assert light_problem(grey(120)) is None


def test_overlapping_tiles_are_named_by_their_places() -> None:
    row = [tile("1m", 0), tile("2m", 31), tile("3m", 62), tile("4m", 93), tile("5m", 108)]
    (problem,) = overlaps(row)
    assert problem.message == "tiles 4 and 5 overlap: lay them side by side"
    assert problem.tiles == (4, 5)


def test_touching_tiles_do_not_overlap() -> None:
    assert not list(overlaps([tile("1m", 0), tile("2m", 29), tile("3m", 60)]))


def test_five_of_a_kind_names_the_least_sure() -> None:
    five = [tile("9s", 31.0 * i, 0.6 if i == 2 else 0.95) for i in range(5)]
    (problem,) = surplus(five, WHOLE_SET)
    assert problem.message == "5 × 9s, and the set has 4: check them, tile 3 first"


@pytest.mark.parametrize(
    ("count", "code"), [(12, "two_short"), (13, "one_short"), (15, "one_over")]
)
def test_a_hand_with_tiles_too_few_or_too_many_is_named(count: int, code: str) -> None:
    problem = miscount_problem(count)
    assert problem is not None
    assert problem.code == code


@pytest.mark.parametrize("count", [3, 11, 14, 16])
def test_other_counts_are_nobodys_mistake(count: int) -> None:
    assert miscount_problem(count) is None


def read(**conditions: object) -> tuple[str, ...]:
    """Return the problems of a hand under a camera in these conditions."""
    camera = SimCamera(seed=2, conditions=Conditions(**conditions))  # type: ignore[arg-type]
    camera.show(HAND)
    return read_table(camera.grab().image, camera.calibration, WHOLE_SET).problems


def test_a_calm_table_has_no_problem() -> None:
    assert read() == ()


@pytest.mark.parametrize("border", [None, (40.0, 30.0, 130.0)], ids=["one", "two"])
def test_an_arm_over_the_hand_is_in_the_way_on_a_mat_of_any_colors(
    border: tuple[float, float, float] | None,
) -> None:
    assert "in_the_way" in read(sleeve_mm=120.0, cloth=Cloth(border=border))


def test_a_hand_that_rests_on_the_rim_is_not_in_the_way() -> None:
    assert "in_the_way" not in read(sleeve_mm=-20.0)


@pytest.mark.parametrize(
    ("share", "cause"), [(0.2, "too_dark"), (2.6, "too_bright")], ids=["dim", "bright"]
)
def test_light_that_spoils_faces_is_named_and_nothing_is_said_to_be_in_the_way(
    share: float, cause: str
) -> None:
    problems = read(exposure=share)
    assert problems[0] == cause
    assert "in_the_way" not in problems


def test_an_over_exposed_table_is_too_bright() -> None:
    assert "too_bright" in read(exposure=6.0)


@pytest.mark.parametrize("blur_px", [4.0, 6.0, 9.0])
def test_a_camera_out_of_focus_blurs_whether_tiles_are_made_out_or_not(blur_px: float) -> None:
    problems = read(blur_px=blur_px)
    assert "blurred" in problems
    assert "in_the_way" not in problems


def test_black_faces_do_not_look_blurred() -> None:
    assert blur_problem(np.zeros((3, 64, 64, 3), np.uint8)) is None


def test_an_arm_over_an_empty_table_is_in_the_way_and_not_blurred() -> None:
    camera = SimCamera(seed=2, conditions=Conditions(sleeve_mm=110.0))
    camera.show(Scene((NOBODY,) * 4))
    problems = read_table(camera.grab().image, camera.calibration, WHOLE_SET).problems
    assert problems == ("no_tiles", "in_the_way")


def test_an_empty_table_has_no_tiles_and_nothing_else() -> None:
    camera = SimCamera(seed=2)
    camera.show(Scene((NOBODY,) * 4))
    problems = read_table(camera.grab().image, camera.calibration, WHOLE_SET).problems
    assert problems == ("no_tiles",)


def test_a_row_outside_the_picture_is_noticed() -> None:
    camera = SimCamera(seed=2)
    camera.show(HAND)
    image = camera.grab().image[:700]
    calibration = camera.calibration
    low = type(calibration)(calibration.face_plane, (1920, 700))
    assert "outside" in read_table(np.ascontiguousarray(image), low, WHOLE_SET).problems


ROW = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "6z", "7z")


@pytest.mark.parametrize(
    ("left", "places"), [(100.0, ()), (20.0, (2,)), (-5.0, (2,))], ids=["room", "near", "over"]
)
def test_other_peoples_tiles_at_the_border_do_not_cut_the_hand_off(
    left: float, places: tuple[int, ...]
) -> None:
    rows = [[tile("9s", -15)], [tile("1m", left + 31 * place) for place in range(4)]]
    problem = cut_off(rows, (640, 480))
    assert (problem.tiles if problem else ()) == places


@pytest.fixture(scope="module")
def row() -> tuple[Image, NDArray[np.float64]]:
    """Return a frame with a row of tiles from its left to its right, and their corners."""
    camera = SimCamera(seed=5, conditions=Conditions(size=UHD))
    camera.show(Scene((SeatTiles(ROW), *[NOBODY] * 3)))
    image = camera.grab().image
    return image, np.array([tile.box for tile in camera.truth()])


def cut_row(row: tuple[Image, NDArray[np.float64]], share: float) -> Image:
    """Return the picture of *row* whose right edge hides this *share* of its last tile."""
    image, boxes = row
    low, high = boxes.min(axis=(0, 1)), boxes.max(axis=(0, 1))
    wide = (high[0] - low[0]) / len(ROW)
    top, bottom = int(low[1] - 3 * wide), int(high[1] + 3 * wide)
    return np.ascontiguousarray(
        image[top:bottom, int(low[0] - 2 * wide) : int(high[0] - share * wide)]
    )


@pytest.mark.parametrize("share", [0.1, 0.95])
def test_a_row_that_the_edge_cuts_off_is_always_said(
    row: tuple[Image, NDArray[np.float64]], share: float
) -> None:
    problems = {problem.code for problem in read_photo(cut_row(row, share)).problems}
    assert "cut_off" in problems


def test_a_row_with_room_beside_it_is_whole(row: tuple[Image, NDArray[np.float64]]) -> None:
    problems = [problem.code for problem in read_photo(cut_row(row, -1.5)).problems]
    assert problems == ["one_short"]


def test_blank_faces_under_a_slanting_lamp_do_not_look_blurred() -> None:
    shade = np.linspace(200, 215, CROP_SIDE).astype(np.uint8)
    face = np.broadcast_to(shade[:, None], (CROP_SIDE, CROP_SIDE, 3))
    assert blur_problem(np.stack([face, face])) is None
