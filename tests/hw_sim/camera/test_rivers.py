"""Where simulated players put discards, walls and sticks: in rows, in disorder, clear of all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from hw_sim.camera import Conditions, LayingStyle, SimCamera
from hw_sim.camera.laying import lay_out
from hw_sim.camera.placing import PlacedTile
from hw_sim.camera.rivers import sticks
from hw_sim.camera.scene import Discard, Scene, SeatTiles, lying
from vision.geometry import STICK_MM, Layout, TileSize

EXACT = LayingStyle(off_mm=0.0, off_radians=0.0, upside_down=0.0)
NOBODY = SeatTiles()
SIZES = (TileSize(20.5, 28.0, 16.5), TileSize(), TileSize(32.0, 44.0, 25.0))
Box = tuple[tuple[float, float], tuple[float, float], float]
RIVER = tuple(Discard(f"{rank}{suit}") for suit in "ms" for rank in range(1, 10))
READY = (*RIVER[:8], Discard("5z", sideways=True), *RIVER[9:])


def lay_tiles(scene: Scene, layout: Layout, area: str, seed: int = 1) -> list[PlacedTile]:
    """Return the tiles of *scene* that lie in *area*."""
    tiles = lay_out(scene, layout, np.random.default_rng(seed), EXACT)
    return [tile for tile in tiles if tile.area == area]


def of_four(seat: SeatTiles) -> Scene:
    """Return a table at which everybody has what *seat* has."""
    return Scene((seat,) * 4)


def is_on(one: Box, other: Box) -> bool:
    """Return whether two boxes share more than an edge."""
    _, corners = cv2.rotatedRectangleIntersection(one, other)
    return corners is not None and cv2.contourArea(cv2.convexHull(corners)) > 0.5


def overlaps(tiles: Sequence[PlacedTile], size: TileSize) -> list[tuple[str, str]]:
    """Return the pairs of *tiles* of which one lies on the other, a discard or one of a wall."""
    flat = (size.width_mm - 0.01, size.height_mm - 0.01)
    boxes = [(tile.center_mm, flat, math.degrees(tile.turn)) for tile in tiles]
    pairs = combinations(range(len(boxes)), 2)
    return [
        (tiles[one].code, tiles[other].code)
        for one, other in pairs
        if {tiles[one].area, tiles[other].area} & {"river", "wall"}
        and is_on(boxes[one], boxes[other])
    ]


def test_discards_lie_in_rows_of_six_and_the_third_goes_on() -> None:
    river = (*RIVER, Discard("1z"), Discard("2z"))
    places = [
        Layout().to_seat(0, tile.center_mm)
        for tile in lay_tiles(Scene((SeatTiles(river=river), *(NOBODY,) * 3)), Layout(), "river")
    ]
    rows = [
        [u for u, v in places if round(v) == row] for row in sorted({round(v) for _, v in places})
    ]
    assert [len(row) for row in rows] == [6, 6, 8]
    assert all(row == sorted(row) for row in rows)


def test_a_claimed_discard_is_gone_and_the_next_one_lies_sideways_for_it() -> None:
    river = (Discard("1m"), Discard("2m", sideways=True, is_claimed=True), Discard("3m"))
    assert lying(river) == (Discard("1m"), Discard("3m", sideways=True))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("size", SIZES)
def test_no_discard_lies_on_another_tile(size: TileSize, seats: int) -> None:
    seat = SeatTiles(("1p",) * 13, flowers=("1f", "2f"), winning="9p", river=READY)
    layout = Layout(seats=seats, tile=size)
    scene = Scene((seat,) * seats, ("1z",) * 5, ("2z",) * 5)
    tiles = lay_out(scene, layout, np.random.default_rng(2), EXACT)
    assert not overlaps(tiles, size)


@pytest.mark.parametrize("size", SIZES[:2])
def test_thrown_discards_lie_askew_and_none_on_another(size: TileSize) -> None:
    seat = SeatTiles(aside=("7z",), river=RIVER[:10], wall=(2,) * 9)
    layout = Layout(tile=size)
    scene = replace(of_four(seat), in_disorder=True)
    tiles = lay_out(scene, layout, np.random.default_rng(3), EXACT)
    river = [tile for tile in tiles if tile.area == "river"]
    turns = {round(math.degrees(tile.turn) % 90) for tile in river}
    assert len(river) == 40
    assert len(turns) > 20
    assert not overlaps([tile for tile in tiles if not tile.on_mm], size)


def test_more_than_fall_apart_are_pushed_into_rows() -> None:
    layout = Layout(tile=SIZES[2])
    scene = replace(of_four(SeatTiles(river=RIVER)), in_disorder=True)
    river = lay_tiles(scene, layout, "river")
    assert len(river) == 72
    assert not overlaps(river, layout.tile)


@pytest.mark.parametrize("size", SIZES[:2])
def test_whole_walls_stand_before_the_hands_and_meet_nobody_elses(size: TileSize) -> None:
    layout = Layout(tile=size)
    scene = of_four(SeatTiles(("1p",) * 13, river=RIVER, wall=(2,) * 18))
    tiles = lay_out(scene, layout, np.random.default_rng(4), EXACT)
    assert not overlaps([tile for tile in tiles if not tile.on_mm], size)
    assert sum(tile.area == "wall" for tile in tiles) == 4 * 36


@pytest.mark.parametrize("wall", [(2,) * 3 + (0,) * 14, (0,) * 14 + (2,) * 3, (2,) * 17])
def test_flowers_lie_beside_what_is_left_of_the_wall(wall: tuple[int, ...]) -> None:
    scene = of_four(SeatTiles(flowers=("1f", "2f", "3f"), wall=wall))
    tiles = lay_out(scene, Layout(), np.random.default_rng(5), EXACT)
    flowers = [tile for tile in tiles if tile.area == "seat"]
    rows = {Layout().row_at(tile.center_mm, tile.turn) for tile in flowers}
    assert {name for _, name in filter(None, rows)} == {"flowers"}
    assert not overlaps([tile for tile in tiles if not tile.on_mm], Layout().tile)


@pytest.mark.parametrize("pushed", range(4))
def test_a_wall_pushed_in_before_flowers_reaches_over_nobodys(pushed: int) -> None:
    seats = [SeatTiles(("1p",) * 13, wall=(2,) * 19) for _ in range(4)]
    seats[pushed] = replace(seats[pushed], flowers=("1f", "2f"))
    tiles = lay_out(Scene(tuple(seats)), Layout(), np.random.default_rng(6), EXACT)
    assert not overlaps([tile for tile in tiles if not tile.on_mm], Layout().tile)


def test_the_last_tile_of_a_wall_lies_on_the_table() -> None:
    wall = lay_tiles(of_four(SeatTiles(wall=(1, 2, 0))), Layout(), "wall")
    assert sorted(tile.on_mm for tile in wall if tile.seat == 0) == [0.0, 0.0, 20.0]


def test_sticks_lie_before_and_beside_the_discards() -> None:
    seat = SeatTiles(river=READY, has_stick=True, sticks=(100, 100, 1000))
    placements = list(sticks(of_four(seat), Layout()))
    tiles = lay_tiles(of_four(seat), Layout(), "river")
    boxes = [(one.center_mm, STICK_MM[:2], math.degrees(one.turn)) for one in placements]
    flat = (Layout().tile.width_mm, Layout().tile.height_mm)
    assert [one.points for one in placements[:4]] == [1000, 100, 100, 1000]
    assert not any(
        is_on(box, (tile.center_mm, flat, math.degrees(tile.turn)))
        for box in boxes
        for tile in tiles
    )


def test_the_camera_says_which_tiles_are_discards_and_whose() -> None:
    camera = SimCamera(conditions=Conditions(size=(960, 540)))
    camera.show(Scene((NOBODY, SeatTiles(("9p",), river=RIVER[:2], wall=(2,)), NOBODY, NOBODY)))
    tiles = [(tile.code, tile.area, tile.seat) for tile in camera.truth()]
    assert tiles == [
        ("9p", "seat", 1),
        ("0z", "wall", 1),
        ("0z", "wall", 1),
        ("1m", "river", 1),
        ("2m", "river", 1),
    ]
