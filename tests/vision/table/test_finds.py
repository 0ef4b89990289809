"""How tiles found on the table may really lie."""

from __future__ import annotations

import math

import pytest

from hw_sim.camera import Conditions, LaidMeld, LayingStyle, Scene, SeatTiles, SimCamera
from hw_sim.camera.painting import Cloth
from hw_sim.camera.record_part import record_part
from vision.geometry import Layout, is_across
from vision.recognise import WHOLE_SET
from vision.recognise.detector import Spot
from vision.table.finds import lay_tiles
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


SET_AT = (387.0, 385.0)
"""Where the last tile of a set lies before seat 0."""


@pytest.mark.parametrize(
    ("wide_mm", "turn", "lies_sideways"),
    [
        (26.0, 0.0, False),
        (34.0, 0.7, False),
        (36.0, 0.0, True),
        (26.0, math.pi / 2, True),
        (36.0, math.pi / 2, False),
    ],
)
def test_a_find_in_a_row_lies_along_its_longer_side(
    wide_mm: float, turn: float, lies_sideways: bool
) -> None:
    camera = SimCamera(seed=1)
    view = top_view(camera.grab().image, camera.calibration, Layout())
    x, y = (place + view.reach for place in SET_AT)
    (tile,) = lay_tiles(view, [Spot(x, y, wide_mm, 35.0, turn, 0.7)])
    assert is_across(tile.turn) == lies_sideways
