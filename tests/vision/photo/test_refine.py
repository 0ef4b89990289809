"""Which of what was found are tiles, and which way they lie."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np
import pytest

from rules.tiles import CODES
from tests.vision.laid import row
from vision.photo.refine import (
    NamedSpot,
    filter_tiles,
    orient,
)
from vision.recognise.classifier import Face, classify, cut
from vision.recognise.detector import Spot

# --- A squat row is turned as its faces say, a single tile by its own ---

ROW = ("4p", "5p", "9p", "3m")
HIGH = 104
"""As squat as tiles look that are seen from low above the table."""

PICTURE, UPRIGHT = row(ROW, HIGH)
ACROSS = [replace(spot, width=HIGH * 0.9, height=HIGH * 0.98, turn=pi / 2) for spot in UPRIGHT]


def codes_at(spots: list[Spot]) -> list[str]:
    """Return what is read at *spots* of the picture."""
    return [face.code for face in classify(cut(PICTURE, np.stack([one.quad() for one in spots])))]


def test_a_row_taken_for_one_that_lies_across_is_turned_as_a_whole() -> None:
    assert codes_at(orient(PICTURE, ACROSS)) == list(ROW)


def test_tiles_of_a_row_taken_two_ways_are_turned_alike() -> None:
    found = orient(PICTURE, [*UPRIGHT[:2], *ACROSS[2:]])
    assert codes_at(found) == list(ROW)
    assert [np.cos(2 * spot.turn) for spot in found] == pytest.approx([1.0] * 4)


def test_a_tile_whose_angle_is_unsure_lies_as_those_about_it() -> None:
    askew = replace(UPRIGHT[1], turn=0.6, width=HIGH * 1.1, steady=0.3)
    found = orient(PICTURE, [UPRIGHT[0], askew, *UPRIGHT[2:]])
    assert codes_at(found) == list(ROW)
    assert found[1].turn == pytest.approx(0.0)


def test_a_tile_that_surely_lies_across_its_row_stays() -> None:
    across = replace(UPRIGHT[1], turn=pi / 2)
    assert orient(PICTURE, [UPRIGHT[0], across, *UPRIGHT[2:]])[1].turn == across.turn


def test_a_row_that_lies_as_it_was_seen_stays() -> None:
    assert orient(PICTURE, UPRIGHT) == UPRIGHT


def test_what_shows_no_face_either_way_stays() -> None:
    bare = [replace(spot, y=30.0, height=50.0, width=48.0) for spot in UPRIGHT]
    assert [spot.turn for spot in orient(PICTURE, bare)] == [0.0] * 4


def test_nothing_found_is_nothing_named() -> None:
    assert orient(PICTURE, []) == []


# --- What in a photograph is a tile ---


def found(
    code: str,
    share: float,
    score: float,
    size: tuple[float, float] = (30, 40),
    at: tuple[float, float] = (100, 100),
) -> NamedSpot:
    """Return something found *at* a place that is *code* with probability *share*."""
    codes = dict.fromkeys(CODES, 0.0) | {code: share}
    return Spot(*at, *size, 0.0, score), Face(codes, 0.0, 0.0)


HAND = [found("3m", 0.97, 0.8) for _ in range(5)]
LONG = [found("3m", 0.97, 0.8, at=(30.0 * i, 0.0)) for i in range(7)]


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        (HAND, found("2s", 0.2, 0.7)),
        (HAND, found("8p", 0.95, 0.35)),
        (HAND, found("5z", 0.99, 0.8)),
        (LONG, found("9s", 0.99, 0.8, at=(90.0, -300.0))),
        (LONG, found("5z", 1.0, 0.9, at=(90.0, -300.0))),
        (LONG, found("5z", 1.0, 0.9, at=(90.0, -34.0))),
    ],
    ids=[
        "a clear place, its face covered",
        "a faint place with a clear face",
        "a white dragon of full size",
        "a sure tile far apart",
        "a sure white dragon far apart",
        "a sure white dragon close above another row",
    ],
)
def test_what_is_a_tile_stays(hand: list[NamedSpot], tile: NamedSpot) -> None:
    assert filter_tiles([*hand, tile]) == list(range(len(hand) + 1))


@pytest.mark.parametrize(
    ("hand", "things"),
    [
        (LONG, [found("1s", 0.9, 0.7, at=(90.0, -300.0))]),
        (
            LONG,
            [
                found("1s", 0.9, 0.7, (14, 20), (90.0, -300.0)),
                found("8f", 0.7, 0.7, (14, 20), (110.0, -300.0)),
            ],
        ),
    ],
    ids=[
        "letters on a shelf",
        "letters beside each other",
    ],
)
def test_what_is_no_tile_goes(hand: list[NamedSpot], things: list[NamedSpot]) -> None:
    assert filter_tiles([*hand, *things]) == list(range(len(hand)))


def test_nothing_stays_nothing() -> None:
    assert filter_tiles([]) == []
