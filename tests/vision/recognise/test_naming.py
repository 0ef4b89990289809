"""How tiles that were found are named: some by three looks, white ones by what else lies there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.camera.tables import enrol_set
from hw_sim.camera import Conditions, LaidMeld, Scene, SeatTiles, SimCamera
from rules.tiles import CODES, KIND, TILES
from vision.recognise import WHOLE_SET
from vision.recognise.classifier import Face, classify, compare_with_clear
from vision.recognise.crops import cut
from vision.recognise.enrolment import EnrolledSet
from vision.recognise.naming import blank_tiles, look_at, see
from vision.recognise.networks import CLASSES, FEATURES, Floats32
from vision.table.pipeline import read_table
from vision.types import BACK, REVIEW_THRESHOLD, Image, SeatReading, TableReading

# --- Flowers and tiles of a photograph are looked at three times; everything else once ---

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


@pytest.mark.parametrize(("are_exact", "once"), [(True, 2), (False, 0)])
def test_flowers_and_all_tiles_of_a_photograph_are_the_mean_of_three_looks(
    flowers: tuple[Image, NDArray[np.float64]], once: int, *, are_exact: bool
) -> None:
    """One look is where the tile is, one a little higher, one lower; others have the first only."""
    image, quads = flowers
    places = [quads, *(lower(quads[once:], share) for share in (-0.05, 0.05))]
    crops = cut(image, np.concatenate(places))
    looks = classify(crops, are_alike=are_exact)
    steady = see(look_at(image), quads, None, are_exact=are_exact).faces
    assert steady[:once] == looks[:once]
    stride = len(quads) - once
    for place in range(once, len(quads)):
        three = [looks[place + step * stride] for step in range(3)]
        for code in ("4f", "1m", "5z"):
            mean = np.mean([look.codes[code] for look in three])
            assert steady[place].codes[code] == pytest.approx(mean, abs=1e-5)


def test_a_box_three_millimetres_off_makes_no_flower_of_another_that_is_believed(
    flowers: tuple[Image, NDArray[np.float64]],
) -> None:
    image, quads = flowers
    second = lower(quads[[3]], 0.1)
    (once,) = classify(cut(image, second))
    (steady,) = see(look_at(image), second, None).faces
    assert once.codes["2f"] < 0.1
    assert once.best > REVIEW_THRESHOLD
    assert steady.best < REVIEW_THRESHOLD


# --- Unclear faces of a table are compared with its clear ones ---


def faces_of(*looks: tuple[dict[str, float], int]) -> tuple[NDArray[np.float64], Floats32]:
    """Return the classes' probabilities of faces, and outputs of the look that each has."""
    kinds, outputs = np.zeros((len(looks), CLASSES)), np.zeros((len(looks), CLASSES + 6))
    for place, (shares, look) in enumerate(looks):
        outputs[place, FEATURES][look] = 1.0
        for code, share in shares.items():
            kinds[place, KIND[TILES[code]]] = share
    return kinds, outputs.astype(np.float32)


CLEAR_ONE = ({"1m": 1.0}, 0)
CLEAR_SEVEN = ({"7p": 1.0}, 1)
CLEAR_WEST = ({"3z": 1.0}, 3)


@pytest.mark.parametrize(
    ("shares", "look", "code"),
    [
        ({"1m": 0.6, "4m": 0.3}, 2, "4m"),
        ({"1m": 0.6, "4m": 0.3}, 0, "1m"),
        ({"4m": 0.6, "1m": 0.3}, 0, "4m"),
        ({"1m": 0.96, "4m": 0.003}, 2, "1m"),
        ({"1m": 0.6, "2f": 0.4}, 2, "1m"),
    ],
)
def test_what_looks_otherwise_than_the_clear_ones_of_a_kind_is_rather_another(
    shares: dict[str, float], look: int, code: str
) -> None:
    """But what looks like none may be half covered: it is nothing that hardly came in question."""
    kinds, outputs = faces_of(CLEAR_ONE, CLEAR_SEVEN, CLEAR_WEST, (shares, look))
    compared = compare_with_clear(kinds, outputs, outputs)
    assert compared[-1].argmax() == KIND[TILES[code]]
    assert compared[-1].sum() == pytest.approx(1.0)
    np.testing.assert_array_equal(compared[:3], kinds[:3])


def test_a_face_is_like_a_clear_one_that_lies_the_other_way_up() -> None:
    kinds, outputs = faces_of(CLEAR_ONE, CLEAR_SEVEN, CLEAR_WEST, ({"1m": 0.6, "4m": 0.4}, 2))
    _, flip_outputs = faces_of(CLEAR_ONE, CLEAR_SEVEN, CLEAR_WEST, ({"1m": 0.6, "4m": 0.4}, 0))
    compared = compare_with_clear(kinds, outputs, flip_outputs)
    assert compared[-1].argmax() == KIND[TILES["1m"]]


def test_two_kinds_are_too_few_to_compare_with() -> None:
    """Three clear 1m do not tell what all faces of the set have in common."""
    kinds, outputs = faces_of(*[CLEAR_ONE] * 3, CLEAR_SEVEN, ({"1m": 0.9, "4m": 0.1}, 2))
    np.testing.assert_array_equal(compare_with_clear(kinds, outputs, outputs), kinds)


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
    reading = white_backed(
        SeatTiles(NUMBERS[:10], (DRAGONS,)), SeatTiles((BACK,) * 13), tile_set="garden"
    )
    assert [tile.code for tile in reading.seats[0].melds[0].tiles] == ["5z"] * 3
    assert hand(reading.seats[1]) == BACK * 13
    assert not reading.problems


def test_a_few_bare_tiles_are_white_dragons() -> None:
    reading = white_backed(SeatTiles(NUMBERS[:10], (DRAGONS,)), tile_set="plain")
    assert [tile.code for tile in reading.seats[0].melds[0].tiles] == ["5z"] * 3


def test_the_owners_framed_white_dragon_makes_bare_tiles_backs() -> None:
    few = SeatTiles((*NUMBERS[:4], BACK, BACK, *NUMBERS[4:8]))
    reading = white_backed(few, tile_set="garden", own=enrol_set("garden"))
    assert hand(reading.seats[0]).count(BACK) == 2
    assert "5z" not in hand(reading.seats[0])


def sure(code: str) -> Face:
    """Return a face that is surely *code*."""
    return Face(dict.fromkeys(CODES, 0.0) | {code: 1.0}, 0.0, 0.0)


BARE = np.full((64, 64, 3), (228, 236, 238), np.uint8)


@pytest.mark.parametrize(("count", "code"), [(8, "5z"), (9, BACK)])
def test_more_bare_tiles_than_two_sets_have_white_dragons_are_backs(count: int, code: str) -> None:
    faces = blank_tiles([sure("5z")] * count, np.stack([BARE] * count), 4)
    assert {one.code for one in faces} == {code}


@pytest.mark.parametrize(("of_others", "code"), [(0.99, BACK), (0.46, "5z")])
def test_a_bare_tile_is_as_like_the_owners_white_dragon_as_others_are_like_theirs(
    of_others: float, code: str
) -> None:
    like = np.full((3, CLASSES), -1.0, np.float32)
    like[:2, KIND[TILES["1m"]]] = of_others
    like[2, KIND[TILES["5z"]]] = 0.36
    faces = blank_tiles([sure("1m"), sure("1m"), sure("5z")], np.stack([BARE] * 3), 4, like)
    assert [one.code for one in faces] == ["1m", "1m", code]
