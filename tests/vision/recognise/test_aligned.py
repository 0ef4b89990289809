"""Tiles whose angle nobody can tell lie as the tiles beside them do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.recognise.aligned import aligned
from vision.recognise.detector import Spot

ROW = [Spot(30.0 * place, 50.0, 28.0, 27.0, 0.1, 1.0) for place in range(5)]
"""Tiles seen from so low that they are as wide as high."""


def told(row: list[Spot], place: int, turn: float, steady: float = 0.3) -> Spot:
    """Return the tile at *place* of *row* once its angle was told so."""
    seen = [*row]
    seen[place] = replace(row[place], turn=turn, steady=steady)
    return aligned(seen)[place]


def test_an_unsure_tile_lies_as_its_neighbors() -> None:
    assert told(ROW, 2, 0.8).turn == pytest.approx(0.1)


def test_it_stays_unsure_because_it_may_lie_across() -> None:
    assert told(ROW, 2, 0.8).steady == 0.3


def test_a_sure_tile_lies_as_it_was_seen() -> None:
    assert told(ROW, 2, 0.8, steady=0.95).turn == 0.8


def test_a_half_turn_makes_no_difference_to_neighbors() -> None:
    turned = [*ROW[:1], replace(ROW[1], turn=0.1 + 3.14159), *ROW[2:]]
    assert told(turned, 2, 0.8).turn % 3.14159 == pytest.approx(0.1, abs=0.01)


def test_neighbors_that_lie_anyhow_tell_nothing() -> None:
    anyhow = [replace(one, turn=0.7 * place) for place, one in enumerate(ROW)]
    assert told(anyhow, 2, 0.8).turn == 0.8


def test_a_tile_alone_lies_as_it_was_seen() -> None:
    assert aligned([replace(ROW[0], steady=0.2, turn=0.8)])[0].turn == 0.8
