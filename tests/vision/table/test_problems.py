"""What lies over the table and is no tile: sleeves look like backs."""

from __future__ import annotations

import numpy as np
import pytest

from hw_sim.camera import Conditions, Scene, SeatTiles, SimCamera
from vision.geometry import Layout
from vision.recognise import WHOLE_SET
from vision.table.pipeline import read_table
from vision.table.problems import cloth_confidence
from vision.table.top_view import MARGIN_MM, TopView
from vision.types import BACK, SeatReading, TableReading

HAND = ("1m", "2m", "3m", "5p", "6p", "7p", "2s", "3s", "4s", "6z", "6z", "9m", "9m")
LAYOUT = Layout()
AT = (20.0, 300.0)
REACH = LAYOUT.span_mm / 2 + MARGIN_MM
SIDE = round(2 * REACH)


def reading(sleeve_mm: float | None, hand: tuple[str, ...] = ()) -> TableReading:
    """Return what is read while an arm reaches over seat 0, before which *hand* lies."""
    others = (SeatTiles(HAND), SeatTiles(), SeatTiles())
    camera = SimCamera(seed=6, conditions=Conditions(sleeve_mm=sleeve_mm))
    camera.show(Scene((SeatTiles(hand), *others)))
    return read_table(camera.grab().image, camera.calibration, WHOLE_SET)


@pytest.mark.parametrize("reach_mm", [70.0, 100.0, 130.0])
def test_a_sleeve_before_an_empty_seat_is_no_tile(reach_mm: float) -> None:
    table = reading(reach_mm)
    assert table.seats[0] == SeatReading(seat=0)
    assert "in_the_way" in table.problems


def test_a_hand_face_down_is_none() -> None:
    table = reading(None, (BACK,) * 13)
    assert [tile.code for tile in table.seats[0].hand] == [BACK] * 13


def test_white_dragons_among_the_flowers_right_above_a_hand_face_down_are_tiles() -> None:
    flowers = ("5z",) * 4 + ("6z",) * 4
    hand = SeatTiles((BACK,) * 13, flowers=flowers)
    camera = SimCamera(seed=0)
    camera.show(Scene((hand, SeatTiles(), hand, SeatTiles())))
    table = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    for seat in (table.seats[0], table.seats[2]):
        assert tuple(tile.code for tile in seat.flowers) == flowers
        assert [tile.code for tile in seat.hand] == [BACK] * 13


def over(wide: int, tall: int, rim: float = 0.0) -> TopView:
    """Return a table of cloth with something of *wide* by *tall* mm about `AT`, and a rim."""
    cloth = np.ones((SIDE, SIDE), bool)
    x, y = (round(value + REACH) for value in AT)
    cloth[y - tall // 2 : y + tall // 2, x - wide // 2 : x + wide // 2] = False
    cloth[SIDE - round(rim) :] = False
    return TopView(np.zeros((SIDE, SIDE, 3), np.uint8), cloth, LAYOUT, np.zeros_like(cloth))


def tile(off: float = 0.0, below: float = 0.0) -> np.ndarray:
    """Return the corners of a tile, *off* to the right of `AT` and *below* it, in table mm."""
    half = np.array([LAYOUT.tile.width_mm, LAYOUT.tile.height_mm]) / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    return np.asarray(corners + AT + (off, below))


def sure(view: TopView, *tiles: float) -> list[float]:
    """Return how sure *tiles* may be: how far each lies off."""
    return cloth_confidence(view, np.stack([tile(off) for off in tiles])).tolist()


def test_a_row_of_backs_is_believed() -> None:
    assert sure(over(200, 40), 0.0, 27.0) == [1.0, 1.0]


def test_two_rows_of_backs_are_believed() -> None:
    block = np.stack([tile(off, below) for off in (-26, 0, 26) for below in (-18, 18)])
    assert cloth_confidence(over(82, 76), block).tolist() == [1.0] * 6


def test_backs_against_the_rim_are_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    tall = 43  # with the side that is seen of them
    monkeypatch.setattr(f"{__name__}.AT", (20.0, REACH - MARGIN_MM - tall / 2))
    assert sure(over(200, tall + 1, MARGIN_MM), 0.0, 27.0) == [1.0, 1.0]


def test_a_tile_in_the_last_half_pixel_of_the_view_is_believed() -> None:
    assert sure(over(200, 40), REACH - AT[0] - 0.3) == [1.0]


def test_tiles_on_paper_may_be_a_picture_of_tiles() -> None:
    assert sure(over(200, 120), -27.0, 0.0) == [0.5, 0.5]


def test_tiles_on_a_table_as_white_as_they_are_believed() -> None:
    nowhere = np.zeros((SIDE, SIDE), bool)
    white = TopView(np.zeros((SIDE, SIDE, 3), np.uint8), nowhere, LAYOUT, nowhere)
    assert sure(white, 0.0) == [1.0]
