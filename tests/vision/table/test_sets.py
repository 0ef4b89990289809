"""Where sets laid down begin and end, told by the cloth around them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import Layout
from vision.table.sets import MeldTile, Strip, plausible, settled, strips

RIGHT = 400.0


def lengths(gap_mm: float) -> list[float]:
    """Return how long the strips before seat 0 are where cloth shows within a pung's length."""

    def shows(seat: int, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        lies = (seat == 0) & (u > RIGHT - 88) & (u < RIGHT) & (v > 360) & (v < 398)
        gap = (u > RIGHT - 12.6) & (u < RIGHT - 12.6 + gap_mm)
        return np.asarray(~lies | gap)

    return [strip.right - strip.left for strip in strips(shows, Layout()) if strip.seat == 0]


def test_a_set_is_as_long_as_no_cloth_shows() -> None:
    (length,) = lengths(0.0)
    assert length == pytest.approx(88, abs=2)


def test_cloth_between_two_sets_parts_them() -> None:
    assert max(lengths(3.0)) < 80


def kong(seat: int, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return where cloth shows about an added kong whose sideways tiles lie at its left end."""
    stack = (u > RIGHT - 88) & (u < RIGHT - 53) & (v > 345.5)
    upright = (u >= RIGHT - 53) & (u < RIGHT) & (v > 363)
    return np.asarray(~((seat == 0) & (stack | upright) & (v < 398)))


def test_a_tile_above_a_sideways_one_leaves_no_other_way_to_lie() -> None:
    (strip,) = strips(kong, Layout())
    (laid,) = plausible(kong, strip, Layout())
    assert [one.sideways for one in laid] == [True, False, False, True]
    assert laid[3].u == laid[0].u


LONG = Strip(0, RIGHT - 93, RIGHT, 398.0)
"""A pung with a sideways tile is 88 mm long; the side of a tile is seen at one end of this one."""
ROW = (MeldTile(334.5, 380.5, False), MeldTile(365.0, 385.0, True), MeldTile(386.5, 380.5, False))


@pytest.mark.parametrize(("seen_off", "moved"), [(0.0, 0.0), (-4.0, -4.0), (-8.0, -5.0), (3, 0)])
def test_a_set_lies_where_its_tiles_are_seen_within_its_strip(
    seen_off: float, moved: float
) -> None:
    seen = [(one.u + seen_off, one.v + 1.0) for one in ROW[:2]]
    laid = settled(LONG, ROW, seen, Layout())
    assert [one.u - was.u for one, was in zip(laid, ROW, strict=True)] == pytest.approx([moved] * 3)


def test_a_set_of_which_no_tile_was_seen_stays_at_its_right_end() -> None:
    assert settled(LONG, ROW, [(0.0, 0.0)], Layout()) == ROW


def five(seat: int, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Return where cloth shows about five tiles, the leftmost sideways."""
    sideways = (u > RIGHT - 141) & (u < RIGHT - 106) & (v > 372)
    upright = (u >= RIGHT - 106) & (u < RIGHT) & (v > 363)
    return np.asarray(~((seat == 0) & (sideways | upright) & (v < 398)))


def test_where_there_are_five_of_each_a_set_may_have_five() -> None:
    (strip,) = strips(five, Layout())
    (laid,) = plausible(five, strip, Layout(largest_set=5))
    assert [one.sideways for one in laid] == [True, False, False, False, False]


def test_where_there_are_four_of_each_no_set_has_five() -> None:
    (strip,) = strips(five, Layout())
    assert plausible(five, strip, Layout()) == []
