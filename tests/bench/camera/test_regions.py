"""Regions of photographs: what lies together is right together."""

from __future__ import annotations

import itertools

import numpy as np

from bench.camera.regions import LabelledTile, exact, widen, within
from vision.types import TileReading

WIDE, TALL = 20.0, 28.0
HAND = [("1m", 20.0, 20.0), ("2m", 42.0, 20.0), ("3m", 64.0, 20.0)]
SET = [("7z", 220.0, 60.0), ("7z", 242.0, 60.0)]
TRUTH = [(code, np.array([x, y, WIDE, TALL])) for code, x, y in (*HAND, *SET)]


def tile_at(code: str, x: float, y: float) -> TileReading:
    """Return a tile read with its middle at *x*, *y*."""
    left, right, top, low = x - WIDE / 2, x + WIDE / 2, y - TALL / 2, y + TALL / 2
    return TileReading(code, 0.99, ((left, top), (right, top), (right, low), (left, low)))


def row(tiles: list[tuple[str, float, float]]) -> list[TileReading]:
    """Return *tiles* as they were read, in one row."""
    return [tile_at(*tile) for tile in tiles]


def test_each_region_is_right_in_whatever_order_they_are_told() -> None:
    assert exact(TRUTH, [row(SET), row(HAND)]) == [(True, True), (True, True)]


def test_a_misread_tile_spoils_its_own_region_alone() -> None:
    assert exact(TRUTH, [row(HAND), row([SET[0], ("6z", 242, 60)])]) == [
        (True, True),
        (False, False),
    ]


def test_tiles_that_changed_places_are_not_in_order() -> None:
    rows = [HAND[1], HAND[0], HAND[2]]
    assert exact(TRUTH, [row(rows), row(SET)])[0] == (False, False)


def test_a_missed_tile_and_one_too_many_spoil_a_region() -> None:
    assert not exact(TRUTH, [row(HAND[:2]), row(SET)])[0][0]
    assert not exact(TRUTH, [row([*HAND, ("4m", 84, 20)]), row(SET)])[0][0]


def test_what_lies_where_nothing_is_labelled_belongs_to_no_region() -> None:
    rows = [row(HAND), row(SET), row([("9p", 120, 200)])]
    assert exact(TRUTH, rows) == [(True, True), (True, True)]


def test_what_lies_elsewhere_is_left_out_where_only_regions_count() -> None:
    rows = within(TRUTH, [row(HAND), row([("9p", 120, 200)]), row(SET)])
    assert rows == [row(HAND), [], row(SET)]


def test_a_row_that_joins_two_regions_is_in_order_but_no_group() -> None:
    assert exact(TRUTH, [row([*HAND, *SET])]) == [(True, False), (True, False)]


def test_nothing_read_is_nothing_right() -> None:
    assert exact(TRUTH, []) == [(False, False), (False, False)]


def orders(*middles: tuple[float, float]) -> set[str]:
    """Return every order of tiles at *middles*, 1m and on, that is right."""
    codes = [f"{place + 1}m" for place in range(len(middles))]
    tiles = [(code, *middle) for code, middle in zip(codes, middles, strict=True)]
    truth = [(code, np.array([x, y, WIDE, TALL])) for code, x, y in tiles]
    tries = itertools.permutations(tiles)
    return {"".join(one[0][0] for one in order) for order in tries if is_exact(truth, list(order))}


def is_exact(truth: list[LabelledTile], order: list[tuple[str, float, float]]) -> bool:
    """Return whether the one region of *truth* is told in order."""
    return [is_ordered for is_ordered, _ in exact(truth, [row(order)])] == [True]


def test_a_row_however_turned_has_one_order() -> None:
    assert orders((0, 0), (22, 0), (44, 0)) == {"123"}
    assert orders((0, 44), (18, 30), (36, 16), (54, 2)) == {"1234"}


def test_rows_above_each_other_are_told_from_the_top() -> None:
    assert orders((0, 0), (22, 0), (0, 30), (22, 30)) == {"1234"}


def test_a_tile_that_stands_half_behind_its_neighbors_has_no_place_of_its_own() -> None:
    assert orders((0, 20), (24, 0), (48, 20)) == {"123", "132", "213"}


def test_a_ragged_row_in_a_pressed_picture_is_one_as_it_stood() -> None:
    places = {"8m": (339, 542), "2m": (423, 647), "3m": (511, 535), "6m": (600, 409)}
    places |= {"9m": (690, 493), "1m": (780, 454), "4m": (870, 360), "5m": (960, 493)}
    truth = [(code, np.array([x, y, 90.0, 185.0])) for code, (x, y) in places.items()]
    rows = [row([(code, x, y) for code, (x, y) in places.items()])]
    assert exact(truth, rows) == [(False, False)]
    assert exact(*widen(truth, rows, 16 / 9)) == [(True, True)]
