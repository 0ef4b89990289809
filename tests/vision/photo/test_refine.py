"""Which of what was found are tiles."""

from __future__ import annotations

import pytest

from rules.tiles import CODES
from vision.photo.refine import NamedSpot, filter_tiles, share_within
from vision.recognise.classifier import Face, box_of
from vision.recognise.detector import Spot


def named_spot(
    code: str,
    share: float,
    score: float,
    size: tuple[float, float] = (30, 40),
    at: tuple[float, float] = (100, 100),
) -> NamedSpot:
    """Return something found *at* a place that is *code* with probability *share*."""
    codes = dict.fromkeys(CODES, 0.0) | {code: share}
    return Spot(*at, *size, 0.0, score), Face(codes, 0.0, 0.0)


HAND = [named_spot("3m", 0.97, 0.8) for _ in range(5)]
LONG = [named_spot("3m", 0.97, 0.8, at=(30.0 * i, 0.0)) for i in range(7)]


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        (HAND, named_spot("2s", 0.2, 0.7)),
        (HAND, named_spot("8p", 0.95, 0.35)),
        (HAND, named_spot("5z", 0.99, 0.8)),
        (LONG, named_spot("9s", 0.99, 0.8, at=(90.0, -300.0))),
        (LONG, named_spot("5z", 1.0, 0.9, at=(90.0, -300.0))),
        (LONG, named_spot("5z", 1.0, 0.9, at=(90.0, -34.0))),
        (LONG, named_spot("1s", 0.65, 0.7, at=(90.0, -300.0))),
        (LONG, named_spot("1s", 0.3, 0.7, at=(90.0, -70.0))),
    ],
    ids=[
        "a clear place, its face covered",
        "a faint place with a clear face",
        "a white dragon of full size",
        "a sure tile far apart",
        "a sure white dragon far apart",
        "a sure white dragon close above another row",
        "a likely tile far apart",
        "an unlikely tile two widths from a row",
    ],
)
def test_what_is_a_tile_stays(hand: list[NamedSpot], tile: NamedSpot) -> None:
    assert filter_tiles([*hand, tile]) == list(range(len(hand) + 1))


@pytest.mark.parametrize(
    ("hand", "things"),
    [
        (LONG, [named_spot("1s", 0.55, 0.7, at=(90.0, -300.0))]),
        (LONG, [named_spot("1s", 0.3, 0.7, at=(90.0, -80.0))]),
        (LONG, [named_spot("0z", 1.0, 0.9, at=(90.0, -300.0))]),
        (LONG, [named_spot("1s", 0.9, 0.7, (40, 60), (90.0, -300.0))]),
        (
            LONG,
            [
                named_spot("1s", 0.9, 0.7, (14, 20), (90.0, -300.0)),
                named_spot("8f", 0.7, 0.7, (14, 20), (110.0, -300.0)),
            ],
        ),
    ],
    ids=[
        "letters on a shelf",
        "letters three widths from a row",
        "a book",
        "large letters",
        "letters beside each other",
    ],
)
def test_what_is_no_tile_goes(hand: list[NamedSpot], things: list[NamedSpot]) -> None:
    assert filter_tiles([*hand, *things]) == list(range(len(hand)))


def test_nothing_stays_nothing() -> None:
    assert filter_tiles([]) == []


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.5])
@pytest.mark.parametrize(("x", "share"), [(320.0, 1.0), (0.0, 0.5), (640.0, 0.5), (900.0, 0.0)])
def test_a_face_counts_as_far_as_the_picture_shows_it(x: float, share: float, turn: float) -> None:
    part = share_within(box_of(Spot(x, 240, 30, 40, turn, 0.9).quad()), (640, 480))
    assert part == pytest.approx(share, abs=1e-4)
    assert part <= 1


def test_a_tile_that_fills_the_picture_is_wholly_shown() -> None:
    assert share_within(box_of(Spot(15, 20, 30, 40, 0.0, 0.9).quad()), (30, 40)) == pytest.approx(1)
