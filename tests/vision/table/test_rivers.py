"""Discards, walls and sticks are read as they lie, and hinder nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hw_sim.camera import HASTY, UHD, Conditions, SimCamera
from hw_sim.camera.record_part import record_part
from hw_sim.camera.scene import Discard, Scene, SeatTiles, codes, lying
from vision.geometry import Layout, TileSize
from vision.recognise import WHOLE_SET
from vision.table import read_table
from vision.types import TableReading

NOBODY = SeatTiles()
FIRST = "9m1z4p2s6z1s8m3p9s7m6s4z"
LATER = ("2z7p5m3s8p1p", "6m1m9p4s5p8s2m6p7s")
WALLS = ((0,) * 12 + (2,) * 5, (2,) * 3 + (0,) * 14, (0,) * 17, (0,) * 7 + (1,) + (2,) * 9)


def discards(text: str, ready: int | None = None) -> tuple[Discard, ...]:
    """Return what somebody discarded, ready with the discard *ready*."""
    return tuple(Discard(code, place == ready) for place, code in enumerate(codes(text)))


def build_scene(**how: bool) -> Scene:
    """Return a table at the end of a hand, all that lies about the middle included."""
    seats = (
        SeatTiles(
            codes("123m456p789s2233p"), winning="1z", river=discards(FIRST, 7), has_stick=True
        ),
        SeatTiles(("0z",) * 13, river=discards(LATER[0]), sticks=(100, 100), flowers=("2f",)),
        SeatTiles(codes("44556677m88p11s5s"), river=discards(LATER[1])),
        SeatTiles(("0z",) * 13, river=discards("5z7z3z", 2), has_stick=True),
    )
    walled = [replace(seat, wall=wall) for seat, wall in zip(seats, WALLS, strict=True)]
    return Scene(tuple(walled), ("3p", "5s"), ("9m",), **how)


def read_scene(scene: Scene, tile: TileSize | None = None, *, hasty: bool = False) -> TableReading:
    """Return what a camera reads of *scene*."""
    camera = SimCamera(Layout(tile=tile or TileSize()), seed=3)
    camera.show(scene, HASTY if hasty else None)
    return read_table(camera.grab().image, camera.calibration, WHOLE_SET)


@pytest.fixture(scope="module", params=[(20.5, 28.0), (26.0, 35.0), (30.0, 40.0)])
def reading(request: pytest.FixtureRequest) -> TableReading:
    return read_scene(build_scene(), TileSize(*request.param), hasty=True)


def test_hands_flowers_and_indicators_are_read_with_discards_about_them(
    reading: TableReading,
) -> None:
    assert record_part(reading) == build_scene().record_part()
    assert not reading.problems


def test_each_river_is_read_in_order_with_the_tile_that_lies_sideways(
    reading: TableReading,
) -> None:
    for seat, place in zip(reading.seats, build_scene().seats, strict=True):
        assert [Discard(tile.code, tile.sideways) for tile in seat.river] == list(
            lying(place.river)
        )
    assert reading.thrown == ()


def test_walls_and_sticks_are_counted(reading: TableReading) -> None:
    assert reading.walls == (5, 3, 0, 10)
    assert reading.sticks == (1, 2, 0, 1)
    assert [seat.has_stick for seat in reading.seats] == [True, False, False, True]


def test_backs_of_all_hands_and_walls_after_the_deal_are_no_cloth() -> None:
    deal = SeatTiles(("0z",) * 13, wall=(2,) * 11)
    reading = read_scene(Scene((deal,) * 4), TileSize(30.0, 40.0))
    assert [len(seat.hand) for seat in reading.seats] == [13] * 4
    assert reading.walls == (11,) * 4


def test_a_stick_that_closes_a_gap_between_discards_is_counted() -> None:
    """Beside the tile that lies sideways some cloth shows between its row and the stick."""
    ready = SeatTiles(("0z",) * 13, river=discards("9s6z3s4s5z1p", 3), has_stick=True)
    layout = Layout(5)
    camera = SimCamera(layout, seed=5, conditions=Conditions(size=UHD))
    camera.show(Scene((ready,) * 5, ("5m",)))
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET, layout)
    assert reading.sticks == (1,) * 5


def test_thrown_discards_are_read_and_belong_to_nobody() -> None:
    scene = build_scene(in_disorder=True)
    plain = [replace(seat, has_stick=False, sticks=()) for seat in scene.seats]
    reading = read_scene(replace(scene, seats=tuple(plain)))
    river_codes = sorted(one.code for seat in scene.seats for one in seat.river)
    assert record_part(reading) == scene.record_part()
    assert sorted(tile.code for tile in reading.thrown) == river_codes
    assert not any(seat.river for seat in reading.seats)


def test_a_stack_that_was_drawn_from_the_middle_of_a_wall_is_not_counted() -> None:
    seat = SeatTiles(("0z",) * 13, wall=(0,) * 5 + (2,) * 4 + (0,) + (2,) * 7)
    assert read_scene(Scene((seat, NOBODY, seat, NOBODY))).walls == (11, 0, 11, 0)


@pytest.mark.parametrize("seed", [2, 3, 6, 8])
def test_a_tile_set_aside_is_one_tile_and_not_its_halves(seed: int) -> None:
    camera = SimCamera(seed=seed)
    scene = Scene((SeatTiles(codes("111m"), aside=("4p",)),) * 4, ("2s",))
    camera.show(scene)
    reading = read_table(camera.grab().image, camera.calibration, {**WHOLE_SET, "1m": 12})
    assert record_part(reading) == scene.record_part()
