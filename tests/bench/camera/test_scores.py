"""What the recogniser's figures count, and how they are drawn."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from bench.camera.progress import Size, with_progress
from bench.camera.scores import Photographs, diagram, reliability
from vision.types import TileReading

TRUTH = [("1m", np.array([20.0, 20.0, 20.0, 28.0])), ("2m", np.array([44.0, 20.0, 20.0, 28.0]))]


def tile(code: str, x: float, confidence: float = 0.99) -> TileReading:
    """Return a tile 20 pixels wide whose middle is at *x*, 20."""
    left, right = x - 10.0, x + 10.0
    return TileReading(code, confidence, ((left, 6.0), (right, 6.0), (right, 34.0), (left, 34.0)))


def count_tiles(*tiles: TileReading) -> Photographs:
    """Return the counts of one photograph in which *tiles* was read."""
    counts = Photographs()
    counts.add(TRUTH, [tiles])
    return counts


def test_a_photograph_read_exactly_needs_no_tap() -> None:
    figures = count_tiles(tile("1m", 20), tile("2m", 44)).figures()
    assert (figures["t2_end_to_end_f1"], figures["taps_per_photograph"]) == (1.0, 0.0)
    assert figures["t3_ordered_throughout"]["right"] == 1
    assert figures["t3_regions_grouped"]["right"] == 1


def test_a_box_a_third_of_a_tile_off_is_not_found_but_named() -> None:
    figures = count_tiles(tile("1m", 20), tile("2m", 50.5)).figures()
    assert figures["t2_localisation_f1"] == 0.5
    assert figures["named_within_half_a_tile_f1"] == 1.0
    assert figures["wrong_and_sure"]["right"] == 0


def test_a_wrong_name_is_counted_as_sure_only_where_it_is() -> None:
    assert count_tiles(tile("9m", 20), tile("2m", 44)).sure_and_wrong == 1
    assert count_tiles(tile("9m", 20, 0.5), tile("2m", 44)).sure_and_wrong == 0


def test_a_tile_where_none_lies_is_wrong_and_costs_a_tap() -> None:
    counts = count_tiles(tile("1m", 20), tile("2m", 44), tile("3m", 300))
    assert (counts.sure_and_wrong, counts.taps, counts.miscounted) == (1, 1, 1)


def test_the_diagram_shows_every_series_by_its_name() -> None:
    pairs = [(0.95, True)] * 9 + [(0.95, False), (0.4, False)]
    table = reliability(pairs)
    assert [(row["of"], row["right"]) for row in table] == [(1, 0.0), (10, 0.9)]
    picture = diagram({"crops": table, "crops, enrolled": table})
    ElementTree.fromstring(picture)
    assert "crops, enrolled, 11 tiles" in picture


def test_everything_is_measured_while_it_is_told_how_far_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert list(with_progress("frames", [3, 4])) == [3, 4]
    assert capsys.readouterr().err.splitlines() == ["frames: 1 of 2", "frames: 2 of 2"]


def test_a_size_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="counted from 1"):
        Size(tables=0, every=1, times=1)
