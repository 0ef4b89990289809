"""What is refined: which way tiles lie, what is no tile, and how far a face is believed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import pi

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.camera.tables import learned
from hw_sim.camera import Conditions, LaidMeld, LayingStyle, Scene, SeatTiles, SimCamera
from rules.tiles import CODES
from tests.vision.laid import row
from vision.recognise.classifier import Face, classify, cut
from vision.recognise.decode import WHOLE_SET
from vision.recognise.detector import Spot
from vision.recognise.enrolled import EnrolledSet
from vision.recognise.networks import CLASSES, FEATURES
from vision.recognise.refine import (
    NamedSpot,
    align,
    blank_tiles,
    filter_tiles,
    jitter_check,
    orient,
    set_consistency,
)
from vision.table.cache import ReadingCache
from vision.table.pipeline import read_table
from vision.types import BACK, REVIEW_THRESHOLD, Image, SeatReading, TableReading

# --- Tiles with an unsure angle lie as those beside them do ---

LYING = [Spot(30.0 * place, 50.0, 28.0, 27.0, 0.1, 1.0) for place in range(5)]
"""Tiles seen from so low that they are as wide as high."""


def aligned(tiles: list[Spot], place: int, turn: float, steady: float = 0.3) -> Spot:
    """Return the tile at *place* of *tiles*, aligned once its angle was told so."""
    seen = [*tiles]
    seen[place] = replace(tiles[place], turn=turn, steady=steady)
    return align(seen)[place]


def test_an_unsure_tile_lies_as_its_neighbors_and_stays_unsure() -> None:
    found = aligned(LYING, 2, 0.8)
    assert (found.turn, found.steady) == (pytest.approx(0.1), 0.3)


def test_a_sure_tile_lies_as_it_was_seen() -> None:
    assert aligned(LYING, 2, 0.8, steady=0.95).turn == 0.8


def test_a_half_turn_makes_no_difference_to_neighbors() -> None:
    turned = [*LYING[:1], replace(LYING[1], turn=0.1 + pi), *LYING[2:]]
    assert aligned(turned, 2, 0.8).turn % pi == pytest.approx(0.1, abs=0.01)


def test_neighbors_that_lie_anyhow_tell_nothing() -> None:
    anyhow = [replace(one, turn=0.7 * place) for place, one in enumerate(LYING)]
    assert aligned(anyhow, 2, 0.8).turn == 0.8


def test_a_tile_alone_lies_as_it_was_seen() -> None:
    assert align([replace(LYING[0], steady=0.2, turn=0.8)])[0].turn == 0.8


# --- A squat row is turned as its faces say, a single tile by its own ---

ROW = ("4p", "5p", "9p", "3m")
HIGH = 104
"""As squat as tiles look that are seen from low above the table."""

PICTURE, UPRIGHT = row(ROW, HIGH)
ACROSS = [replace(spot, width=HIGH * 0.9, height=HIGH * 0.98, turn=pi / 2) for spot in UPRIGHT]


def test_a_row_taken_for_one_that_lies_across_is_turned_as_a_whole() -> None:
    assert [face.code for _, face in orient(PICTURE, ACROSS)] == list(ROW)


def test_tiles_of_a_row_taken_two_ways_are_turned_alike() -> None:
    found = orient(PICTURE, [*UPRIGHT[:2], *ACROSS[2:]])
    assert [face.code for _, face in found] == list(ROW)
    assert [np.cos(2 * spot.turn) for spot, _ in found] == pytest.approx([1.0] * 4)


def test_a_row_that_lies_as_it_was_seen_stays() -> None:
    assert [spot for spot, _ in orient(PICTURE, UPRIGHT)] == UPRIGHT


def test_what_shows_no_face_either_way_stays() -> None:
    bare = [replace(spot, y=30.0, height=50.0, width=48.0) for spot in UPRIGHT]
    assert [spot.turn for spot, _ in orient(PICTURE, bare)] == [0.0] * 4


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
    assert filter_tiles([*hand, tile]) == [*hand, tile]


@pytest.mark.parametrize(
    ("hand", "things"),
    [
        (HAND, [found("8p", 0.4, 0.35)]),
        (HAND, [found("5z", 0.99, 0.8, (30, 18))]),
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
        "a faint place with a faint face",
        "the top of a standing tile",
        "letters on a shelf",
        "letters beside each other",
    ],
)
def test_what_is_no_tile_goes(hand: list[NamedSpot], things: list[NamedSpot]) -> None:
    assert filter_tiles([*hand, *things]) == hand


def test_nothing_stays_nothing() -> None:
    assert filter_tiles([]) == []


# --- Flowers are looked at three times; everything else once ---

FLOWERS = tuple(f"{number}f" for number in range(1, 9))


@pytest.fixture(scope="module")
def flowers() -> tuple[Image, NDArray[np.float64]]:
    """Return a frame with the eight flowers of a set never trained on, and where they lie."""
    camera = SimCamera(seed=4, tile_set="garden")
    nobody = SeatTiles()
    camera.show(Scene((SeatTiles(("1m", "5z"), flowers=FLOWERS), nobody, nobody, nobody)))
    quads = np.array([tile.box for tile in camera.truth()])
    return camera.grab().image, quads


def lower(quads: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """Return *quads* moved down by this *share* of their height."""
    return quads + share * (quads[:, 3] - quads[:, 0])[:, None]


def test_a_flower_is_the_mean_of_a_look_where_it_is_one_higher_and_one_lower(
    flowers: tuple[Image, NDArray[np.float64]],
) -> None:
    image, quads = flowers
    looks = [classify(cut(image, lower(quads, share))) for share in (0.0, -0.05, 0.05)]
    steady = jitter_check(partial(ReadingCache().look, image), quads, looks[0], None)
    assert steady[:2] == looks[0][:2]
    for place in range(2, len(quads)):
        three = [look[place].codes["4f"] for look in looks]
        assert steady[place].codes["4f"] == pytest.approx(np.mean(three), abs=1e-6)


def test_a_box_two_millimetres_off_makes_no_flower_of_another_that_is_believed(
    flowers: tuple[Image, NDArray[np.float64]],
) -> None:
    image, quads = flowers
    second = lower(quads[[3]], 0.08)
    (once,) = classify(cut(image, second))
    (steady,) = jitter_check(partial(ReadingCache().look, image), second, [once], None)
    assert once.codes["2f"] < 0.1
    assert once.best > 0.8
    assert steady.best < 0.6


# --- Tiles read as one kind that do not look alike are doubted ---


def sure(code: str, upside_down: float = 0.0) -> Face:
    """Return a face that is surely *code*."""
    return Face(dict.fromkeys(CODES, 0.0) | {code: 1.0}, 0.0, upside_down)


def scores(*looks: int) -> NDArray[np.float32]:
    """Return the network's scores of faces: those with one number look alike."""
    kinds = np.random.default_rng(3).normal(size=(10, FEATURES)).astype(np.float32)
    rows = np.zeros((len(looks), CLASSES + 2 + FEATURES), np.float32)
    rows[:, CLASSES + 2 :] = kinds[list(looks)]
    return rows


OTHERS = [sure(code) for code in ("1p", "2p", "3p", "4p")]


@pytest.mark.parametrize(
    ("looks", "doubted"),
    [((0, 0, 0), []), ((0, 0, 1), [2]), ((0, 1, 2), [0, 1, 2]), ((1, 0, 0), [0])],
    ids=["alike", "one other", "all other", "first other"],
)
def test_a_face_unlike_others_of_its_kind_is_doubted(
    looks: tuple[int, ...], doubted: list[int]
) -> None:
    tiles = [*(sure("8m") for _ in looks), *OTHERS]
    checked = set_consistency(tiles, scores(*looks, 4, 5, 6, 7))
    assert [place for place, one in enumerate(checked) if one.best < REVIEW_THRESHOLD] == doubted
    assert [one.code for one in checked] == [one.code for one in tiles]
    assert [sum(one.codes.values()) for one in checked] == pytest.approx([1.0] * len(tiles))


@pytest.mark.parametrize(
    "tiles",
    [
        [sure("8m"), sure("8m", upside_down=1.0), *OTHERS],
        [sure("0z"), sure("0z"), sure("1f"), sure("1f"), *OTHERS],
        [sure("8m"), sure("8m")],
    ],
    ids=["the other way up", "flowers and backs", "too few"],
)
def test_what_cannot_be_compared_stays(tiles: list[Face]) -> None:
    assert set_consistency(tiles, scores(*range(len(tiles)))) == tiles


def test_a_cursive_south_beside_true_wests_is_not_told_as_a_sure_one() -> None:
    hand = ("3z", "3z", "2z", "2z", "1p", "2p", "3p", "4s", "5s", "6s")
    camera = SimCamera(seed=4, tile_set="garden")
    scene = Scene((SeatTiles(hand), SeatTiles(), SeatTiles(), SeatTiles()))
    camera.show(scene, LayingStyle(upside_down=0.0))
    read = read_table(camera.grab().image, camera.calibration, WHOLE_SET).seats[0].hand
    wrong = [tile for tile, code in zip(read, hand, strict=True) if tile.code != code]
    assert wrong, "read rightly now: another pair of faces is needed here"
    assert all(tile.confidence < REVIEW_THRESHOLD for tile in wrong)


# --- White tiles without print: white dragons of some sets, backs of others ---

NUMBERS = ("1m", "2m", "3m", "5p", "6p", "7p", "2s", "3s", "4s", "6z", "6z", "9m", "9m")
DRAGONS = LaidMeld("pung", ("5z",) * 3, "5z", 1)


def white_backed(*seats: SeatTiles, tile_set: str, own: EnrolledSet | None = None) -> TableReading:
    """Return what is read of *seats*, whose tiles have white backs."""
    usual = Conditions()
    material = replace(usual.material, back=(222.0, 234.0, 238.0))
    camera = SimCamera(seed=3, tile_set=tile_set, conditions=replace(usual, material=material))
    camera.show(Scene((*seats, *(SeatTiles(),) * (4 - len(seats)))))
    return read_table(camera.grab().image, camera.calibration, WHOLE_SET, own=own)


def hand(seat: SeatReading) -> str:
    """Return the codes of the hand before *seat*."""
    return "".join(tile.code for tile in seat.hand)


def test_a_whole_hand_of_bare_tiles_is_face_down() -> None:
    seen = white_backed(
        SeatTiles(NUMBERS[:10], (DRAGONS,)), SeatTiles((BACK,) * 13), tile_set="garden"
    )
    assert [tile.code for tile in seen.seats[0].melds[0].tiles] == ["5z"] * 3
    assert hand(seen.seats[1]) == BACK * 13
    assert not seen.problems


def test_a_few_bare_tiles_are_white_dragons() -> None:
    seen = white_backed(SeatTiles(NUMBERS[:10], (DRAGONS,)), tile_set="plain")
    assert [tile.code for tile in seen.seats[0].melds[0].tiles] == ["5z"] * 3


def test_the_owners_framed_white_dragon_makes_bare_tiles_backs() -> None:
    few = SeatTiles((*NUMBERS[:4], BACK, BACK, *NUMBERS[4:8]))
    seen = white_backed(few, tile_set="garden", own=learned("garden"))
    assert hand(seen.seats[0]).count(BACK) == 2
    assert "5z" not in hand(seen.seats[0])


BARE = np.full((64, 64, 3), (228, 236, 238), np.uint8)


@pytest.mark.parametrize(("count", "code"), [(6, "5z"), (7, BACK)])
def test_more_bare_tiles_than_white_dragons_are_backs(count: int, code: str) -> None:
    told = blank_tiles([sure("5z")] * count, np.stack([BARE] * count))
    assert {one.code for one in told} == {code}


def test_where_backs_are_colored_bare_tiles_are_white_dragons() -> None:
    amber = np.full((64, 64, 3), (40, 140, 220), np.uint8)
    told = blank_tiles([sure("5z")] * 8 + [sure(BACK)], np.stack([BARE] * 8 + [amber]))
    assert [one.code for one in told] == ["5z"] * 8 + [BACK]
