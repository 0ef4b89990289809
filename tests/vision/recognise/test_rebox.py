"""A tile whose box is off is looked at in boxes like its neighbors'; others are believed."""

from __future__ import annotations

from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.vision.laid import TOP, WIDE, row
from vision.recognise.classifier import classify, cut
from vision.recognise.rebox import reboxed
from vision.types import SURE

if TYPE_CHECKING:
    from vision.recognise.detector import Spot
    from vision.recognise.filter import Named

CODES = ("3m", "7s", "6p", "2z", "5p")
HIGH = 130
LAST = len(CODES) - 1
PICTURE, SPOTS = row(CODES, HIGH)
HALF = replace(SPOTS[LAST], y=TOP + HIGH * 0.25, height=HIGH * 0.55, score=0.45)
ASKEW = replace(SPOTS[LAST], turn=pi / 5, score=0.55)


def named(*spots: Spot) -> list[Named]:
    """Return *spots* of the picture with what is seen in them."""
    return list(
        zip(spots, classify(cut(PICTURE, np.stack([one.quad() for one in spots]))), strict=True)
    )


def told(entry: Named) -> str:
    """Return which code *entry* is."""
    return entry[1].ranked()[0][0]


@pytest.mark.parametrize("off", [HALF, ASKEW], ids=["half of it", "askew"])
def test_a_box_that_is_off_gives_way_to_one_like_its_neighbors(off: Spot) -> None:
    found = reboxed(PICTURE, named(*SPOTS[:LAST], off), None)
    spot, _ = found[-1]
    assert [told(one) for one in found] == list(CODES)
    assert abs(spot.y - SPOTS[LAST].y) < HIGH / 5
    assert (spot.height / spot.width, spot.turn) == pytest.approx((HIGH / WIDE, 0.0), abs=1e-6)


def test_a_face_that_was_looked_for_is_no_sure_one() -> None:
    found = reboxed(PICTURE, named(*SPOTS[:LAST], HALF), None)
    assert found[-1][1].best < SURE


def test_the_other_half_of_a_tile_so_found_goes() -> None:
    low = replace(HALF, y=TOP + HIGH * 0.78, score=0.4)
    found = reboxed(PICTURE, named(*SPOTS[:LAST], HALF, low), None)
    assert [told(one) for one in found] == list(CODES)


def test_a_box_like_its_neighbors_is_believed_whatever_it_shows() -> None:
    between = replace(SPOTS[LAST], y=TOP + HIGH * 0.8)
    entries = named(*SPOTS[:LAST], between)
    faint = [*entries[:LAST], (between, replace(entries[LAST][1], codes={"1p": 0.5, "5p": 0.4}))]
    assert reboxed(PICTURE, faint, None) == faint


def test_two_neighbors_are_too_few_to_tell() -> None:
    entries = named(*SPOTS[2:LAST], HALF)
    assert {told(one) for one in reboxed(PICTURE, entries, None)} == {told(one) for one in entries}


def test_cloth_beside_a_row_stays_what_it_was() -> None:
    cloth = replace(SPOTS[0], y=30.0, height=HIGH / 2, score=0.4)
    entries = named(*SPOTS, cloth)
    assert reboxed(PICTURE, entries, None) == entries
