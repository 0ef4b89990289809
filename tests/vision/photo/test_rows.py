"""Rows of a photograph, and what lies together in them."""

from __future__ import annotations

import math

import pytest

from vision.photo.rows import group, in_rows, split
from vision.recognise.detector import Spot
from vision.types import TileReading


def line(count: int, start: tuple[float, float], degrees: float = 0.0) -> list[Spot]:
    """Return *count* touching tiles, 30×40 pixels, in a row at an angle."""
    turn = math.radians(degrees)
    x, y = start
    step = (31 * math.cos(turn), 31 * math.sin(turn))
    return [Spot(x + step[0] * i, y + step[1] * i, 30, 40, turn, 0.9) for i in range(count)]


@pytest.mark.parametrize("degrees", [0, 12, -20, 45, -60, 80])
def test_a_turned_row_is_read_from_its_left_end(degrees: float) -> None:
    row = line(7, (300, 300), degrees)
    shuffled = [3, 0, 6, 2, 5, 1, 4]
    (order,) = in_rows([row[i] for i in shuffled])
    assert [shuffled[i] for i in order] == list(range(7))


def test_rows_come_from_the_top() -> None:
    spots = [*line(3, (100, 300)), *line(4, (90, 100)), *line(2, (120, 200))]
    assert in_rows(spots) == [[3, 4, 5, 6], [7, 8], [0, 1, 2]]


def test_a_block_is_read_row_by_row() -> None:
    spots = [*line(3, (100, 141)), *line(3, (100, 100))]
    assert in_rows(spots) == [[3, 4, 5], [0, 1, 2]]


@pytest.mark.parametrize("degrees", [-18, -9, 9, 18])
def test_rows_of_any_length_on_a_slope_come_from_the_top(degrees: float) -> None:
    turn = math.radians(degrees)
    starts = [(300 - 45 * i * math.sin(turn), 300 + 45 * i * math.cos(turn)) for i in range(3)]
    spots = [
        one
        for start, count in zip(starts, (13, 3, 9), strict=True)
        for one in line(count, start, degrees)
    ]
    assert in_rows(spots) == [list(range(13)), list(range(13, 16)), list(range(16, 25))]


def test_a_sideways_tile_belongs_to_its_set() -> None:
    upright = line(2, (100, 100))
    across = Spot(164, 105, 30, 40, math.pi / 2, 0.9)
    assert in_rows([*upright, across]) == [[0, 1, 2]]


def test_one_tile_that_looks_turned_does_not_tear_a_block() -> None:
    spots = [*line(3, (100, 100)), *line(3, (100, 141))]
    spots[1] = Spot(131, 100, 40, 30, math.pi / 2, 0.9)
    assert in_rows(spots) == [[0, 1, 2], [3, 4, 5]]


def test_a_row_with_gaps_on_a_slope_is_one_row() -> None:
    rack = [Spot(100 + 31 * i, 300 - 5 * i, 30, 40, 0.0, 0.9) for i in (*range(5), 8, 9, 12)]
    assert in_rows(rack) == [list(range(8))]


def test_one_tile_is_a_row() -> None:
    assert in_rows(line(1, (100, 100))) == [[0]]


def test_no_tiles_make_no_rows() -> None:
    assert in_rows([]) == []


def standing(*middles: tuple[float, float]) -> list[Spot]:
    """Return tiles that stand about, each a little otherwise."""
    return [Spot(x, y, 30, 40, 0.1 * (i % 3 - 1), 0.9) for i, (x, y) in enumerate(middles)]


def test_tiles_standing_raggedly_along_a_line_are_one_row() -> None:
    ragged = standing((100, 300), (240, 265), (170, 330), (330, 325), (400, 280), (470, 330))
    assert in_rows(ragged) == [[0, 2, 1, 3, 4, 5]]


def test_tiles_standing_about_are_read_from_the_left_and_wholly_higher_ones_first() -> None:
    about = standing((400, 100), (100, 112), (250, 90), (330, 260), (90, 255), (210, 390))
    assert in_rows(about) == [[1, 2, 0], [4, 3], [5]]


def test_a_tile_far_below_begins_a_row() -> None:
    about = standing((100, 100), (250, 110), (400, 95), (420, 400), (90, 600))
    assert in_rows(about) == [[0, 1, 2], [3], [4]]


def test_a_pair_that_leans_does_not_turn_the_picture() -> None:
    upper = [Spot(x, y, 30, 40, 0.0, 0.9) for x, y in ((100, 100), (133, 112))]
    assert in_rows([*upper, *line(2, (700, 260))]) == [[0, 1], [2, 3]]


def test_one_that_stands_a_little_further_back_is_not_read_before_those_left_of_it() -> None:
    about = standing((300, 100), (90, 122), (200, 190))
    assert in_rows(about) == [[1, 0], [2]]


def test_a_tile_before_the_left_end_of_a_ragged_row_is_read_before_it() -> None:
    row = [Spot(200 + 36 * i, 300 + 12 * (i % 2), 30, 40, 0.0, 0.9) for i in range(6)]
    assert in_rows([*row, Spot(155, 325, 30, 40, 0.0, 0.9)]) == [[6], [0, 1, 2, 3, 4, 5]]


def test_single_tiles_beside_a_row_do_not_tear_it() -> None:
    spots = [*line(7, (100, 300)), *standing((150, 100), (300, 160), (420, 120))]
    assert [0, 1, 2, 3, 4, 5, 6] in in_rows(spots)


BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def kind_of(*codes: str) -> str:
    """Return what tiles of these *codes* are together."""
    tiles = [TileReading(code, 0.9, BOX) for code in codes]
    return group(0, range(len(tiles)), tiles).kind


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        (("3s", "4s", "5s"), "chow"),
        (("4m", "0m", "6m"), "chow"),
        (("7z", "7z", "7z"), "pung"),
        (("5p", "5p", "0p", "5p"), "kong"),
        (("0z", "2m", "2m", "0z"), "kong_concealed"),
        (("1f", "6f"), "flowers"),
        (("1z", "2z", "3z"), "tiles"),
        (("9m", "1p", "2p"), "tiles"),
        (("1m", "1m"), "tiles"),
        (("1m", "2m", "3m", "4m", "5m"), "hand"),
        (("03-bright", "03-ribbon"), "tiles"),
    ],
)
def test_tiles_together_are_named(codes: tuple[str, ...], kind: str) -> None:
    assert kind_of(*codes) == kind


def row(*lefts: float) -> list[Spot]:
    """Return tiles of 30 by 40 pixels whose left edges are at *lefts*."""
    return [Spot(left + 15, 20, 30, 40, 0.0, 0.9) for left in lefts]


def test_touching_tiles_are_one_group() -> None:
    assert split([0, 1, 2], row(0, 31, 62)) == [[0, 1, 2]]


def test_a_tile_set_apart_is_a_group_of_its_own() -> None:
    assert split([0, 1, 2], row(0, 31, 90)) == [[0, 1], [2]]


def test_a_group_tells_its_sideways_tile() -> None:
    across = Spot(82, 25, 30, 40, 3.14159 / 2, 0.9)
    assert split([0, 1, 2], [*row(0, 31), across]) == [[0, 1, 2]]


def test_no_tiles_make_no_groups() -> None:
    assert split([], []) == []
