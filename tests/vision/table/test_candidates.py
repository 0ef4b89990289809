"""How tiles found on the table may really lie."""

from __future__ import annotations

import math

import pytest

from hw_sim.camera import Conditions, LaidMeld, LayingStyle, Scene, SeatTiles, SimCamera
from hw_sim.camera.painting import Cloth
from hw_sim.camera.record_part import record_part
from vision.geometry import INDICATORS_Y_MM, Layout
from vision.recognise.decode import WHOLE_SET
from vision.recognise.detector import Spot
from vision.table.candidates import candidates
from vision.table.pipeline import read_table
from vision.table.top_view import top_view

NOBODY = SeatTiles()


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("seed", [1, 2])
def test_a_blank_white_dragon_lying_alone_on_the_felt_is_found(seat: int, seed: int) -> None:
    seats = [NOBODY] * 4
    seats[seat] = SeatTiles(("5z",))
    camera = SimCamera(seed=seed)
    camera.show(Scene(tuple(seats)), LayingStyle(off_radians=0.03))
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    assert [[tile.code for tile in one.hand] for one in reading.seats] == [
        ["5z"] if number == seat else [] for number in range(4)
    ]
    assert reading.problems == ()


def test_a_blank_white_dragon_set_apart_as_the_winning_tile_is_found() -> None:
    camera = SimCamera(seed=3)
    hand = ("1m", "2m", "3m", "5z")
    camera.show(Scene((SeatTiles(hand, winning="5z"), NOBODY, NOBODY, NOBODY)))
    seat = read_table(camera.grab().image, camera.calibration, WHOLE_SET).seats[0]
    assert seat.winning is not None
    assert (tuple(tile.code for tile in seat.hand), seat.winning.code) == (hand, "5z")


def test_black_strokes_on_tiles_are_no_cloth_of_a_black_table() -> None:
    cloth = Cloth(felt=(46.0, 44.0, 43.0))
    camera = SimCamera(seed=3, conditions=Conditions(cloth=cloth, exposure=0.75))
    melds = (LaidMeld("pung", ("2z",) * 3, "2z", 2), LaidMeld("pung", ("1z",) * 3, "1z", 1))
    scene = Scene((SeatTiles(("1p",), melds, ("1a",)), NOBODY, NOBODY, NOBODY))
    camera.show(scene)
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    assert record_part(reading) == scene.record_part()


@pytest.mark.parametrize("end_mm", [-6.5, 6.5])
def test_an_indicator_of_which_one_end_is_found_may_be_a_whole_tile_about_it(
    end_mm: float,
) -> None:
    camera = SimCamera(seed=1)
    camera.show(Scene((NOBODY,) * 4, ("8s",)))
    view = top_view(camera.grab().image, camera.calibration, Layout())
    x, y = -54.0 + view.reach, INDICATORS_Y_MM + view.reach
    (ways,) = candidates(view, [Spot(x, y + end_mm, 25.0, 22.0, math.pi / 2, 0.5)])
    middles = [way.quads[0].mean(axis=0) for way in ways]
    assert min(math.dist(middle, (-54.0, INDICATORS_Y_MM)) for middle in middles) < 0.5
