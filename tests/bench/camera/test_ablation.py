"""Readings without one step of the recogniser."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.camera.ablation import BOTH, PHOTOGRAPH, STEPS, TABLE, each_way, without
from vision.images import load_image
from vision.photo import read_photo

BLOCK = load_image(Path(__file__).parents[2] / "vision" / "photo" / "photos" / "block.jpg")


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_off_for_a_while_and_then_as_it_was(step: str) -> None:
    places = {**PHOTOGRAPH, **TABLE, **BOTH}[step]
    before = [getattr(where, name) for where, name in places]
    with without(step):
        off = [getattr(where, name) for where, name in places]
    assert off == list(places.values())
    assert [getattr(where, name) for where, name in places] == before


def test_each_way_reads_the_picture_and_none_changes_the_next() -> None:
    first, without_limit, again = each_way(["", "copies", ""], lambda: read_photo(BLOCK))
    assert first[1].rows == again[1].rows == read_photo(BLOCK).rows
    assert len(without_limit[1].tiles) == len(first[1].tiles)


def test_answers_that_were_kept_count_as_if_they_were_new() -> None:
    (_, _, first_s), (_, _, again_s) = each_way(["", ""], lambda: read_photo(BLOCK))
    assert again_s > first_s / 3
