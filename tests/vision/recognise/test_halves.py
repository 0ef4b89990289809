"""A tile found as two halves becomes one again; two tiles stay two."""

from __future__ import annotations

from vision.recognise.detector import Spot
from vision.recognise.halves import pairs


def upright(x: float, y: float = 100.0, size: tuple[float, float] = (26.0, 35.0)) -> Spot:
    """Return a tile at *x*, *y*."""
    return Spot(x, y, *size, 0.0, 0.8)


def half(x: float, y: float) -> Spot:
    """Return the upper or lower half of a tile, which lies across it."""
    return Spot(x, y, 17.5, 26.0, 1.5708, 0.8)


ROW = [upright(100 + 27 * i) for i in range(5)]


def test_two_halves_of_one_tile_make_a_tile() -> None:
    ((one, other, whole),) = pairs([*ROW, half(235, 91), half(235, 109)])
    assert {one, other} == {5, 6}
    assert abs(whole.x - 235) < 1
    assert abs(whole.y - 100) < 1
    assert (round(whole.width), round(whole.height)) == (26, 36)
    assert abs(whole.turn) < 0.01


def test_tiles_side_by_side_are_no_halves() -> None:
    assert pairs(ROW) == []


def test_two_sideways_tiles_on_each_other_are_no_halves() -> None:
    added = [Spot(300, 85, 26, 35, 1.5708, 0.8), Spot(300, 112, 26, 35, 1.5708, 0.8)]
    assert pairs([*ROW, *added]) == []


def test_small_tiles_far_off_among_their_like_are_no_halves() -> None:
    far = [upright(100 + 14 * i, 20, (13.0, 17.5)) for i in range(6)]
    assert pairs([*ROW, *far]) == []


def test_halves_far_from_each_other_belong_to_two_tiles() -> None:
    assert pairs([*ROW, half(235, 91), half(300, 109)]) == []


def test_three_tiles_do_not_tell_how_large_one_is() -> None:
    assert pairs([ROW[0], half(235, 91), half(235, 109)]) == []
