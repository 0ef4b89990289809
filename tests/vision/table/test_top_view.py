"""Which parts of the table the localiser looks at."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import Layout
from vision.recognise.networks import STRIDE
from vision.table.top_view import Part, TopView, content

SIDE = 872
"""Pixels of the view of a usual table."""


def lying(*things: tuple[int, int, int, int]) -> TopView:
    """Return a view of cloth with *things*: left, top, width and height of each, in pixels."""
    cloth = np.ones((SIDE, SIDE), bool)
    for left, top, wide, tall in things:
        cloth[top : top + tall, left : left + wide] = False
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    return TopView(image, cloth, Layout(), np.zeros_like(cloth))


def about(part: Part, thing: tuple[int, int, int, int]) -> int:
    """Return how many pixels *part* goes on beyond *thing*, where it does least."""
    left, top, wide, tall = thing
    return min(left - part.left, top - part.top, part.right - left - wide, part.low - top - tall)


@pytest.mark.parametrize("wide", range(20, 41, 3))
def test_a_tile_is_seen_with_half_of_one_about_it_in_whole_strides(wide: int) -> None:
    """The localiser would see the last pixels over again, and the tile elsewhere."""
    thing = (400, 620, wide, 35)
    (part,) = content(lying(thing))
    assert about(part, thing) >= 12
    assert (part.right - part.left) % STRIDE == (part.low - part.top) % STRIDE == 0


def test_what_lies_at_the_edge_of_the_view_is_looked_at_within_it() -> None:
    (part,) = content(lying((200, SIDE - 40, 26, 35)))
    assert 0 <= part.left < part.right <= SIDE
    assert 0 <= part.top < part.low <= SIDE


def test_tiles_that_lie_apart_are_looked_at_one_by_one() -> None:
    assert len(content(lying((300, 400, 26, 35), (420, 400, 26, 35)))) == 2


def test_what_is_narrower_than_half_a_tile_is_not_looked_at() -> None:
    assert content(lying((300, 400, 85, 7))) == []
