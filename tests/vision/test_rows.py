"""The reading order of tiles in a photograph."""

from __future__ import annotations

import math

import pytest

from vision.localise import Spot
from vision.rows import in_rows


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


def test_a_sideways_tile_belongs_to_its_set() -> None:
    upright = line(2, (100, 100))
    across = Spot(164, 105, 30, 40, math.pi / 2, 0.9)
    assert in_rows([*upright, across]) == [[0, 1, 2]]


def test_one_tile_that_looks_turned_does_not_tear_a_block() -> None:
    spots = [*line(3, (100, 100)), *line(3, (100, 141))]
    spots[1] = Spot(131, 100, 40, 30, math.pi / 2, 0.9)
    assert in_rows(spots) == [[0, 1, 2], [3, 4, 5]]


def test_no_tiles_make_no_rows() -> None:
    assert in_rows([]) == []
