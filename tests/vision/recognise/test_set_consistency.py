"""Tiles read as one kind that do not look alike are doubted; the reading itself stays."""

from __future__ import annotations

import numpy as np
import pytest

from hw_sim.camera.camera import SimCamera
from hw_sim.camera.scene import LayingStyle, Scene, SeatTiles
from rules.tiles import CODES
from vision.recognise.classifier import Likely
from vision.recognise.decode import WHOLE_SET
from vision.recognise.networks import CLASSES, FEATURES
from vision.recognise.set_consistency import checked
from vision.table.pipeline import read_table
from vision.types import SURE


def sure(code: str, upside_down: float = 0.0) -> Likely:
    """Return a face that is surely *code*."""
    return Likely(dict.fromkeys(CODES, 0.0) | {code: 1.0}, 0.0, upside_down)


def said(*looks: int) -> np.ndarray:
    """Return what is said of faces: those with one number look alike."""
    rng = np.random.default_rng(3)
    kinds = rng.normal(size=(10, FEATURES)).astype(np.float32)
    rows = np.zeros((len(looks), CLASSES + 2 + FEATURES), np.float32)
    rows[:, CLASSES + 2 :] = kinds[list(looks)]
    return rows


OTHERS = [sure(code) for code in ("1p", "2p", "3p", "4p")]


@pytest.mark.parametrize(
    ("looks", "doubted"),
    [((0, 0, 0), []), ((0, 0, 1), [2]), ((0, 1, 2), [0, 1, 2]), ((1, 0, 0), [0])],
    ids=["alike", "one other", "all other", "first other"],
)
def test_a_face_unlike_its_fellows_is_doubted(looks: tuple[int, ...], doubted: list[int]) -> None:
    tiles = [*(sure("8m") for _ in looks), *OTHERS]
    told = checked(tiles, said(*looks, 4, 5, 6, 7))
    assert [place for place, one in enumerate(told) if one.best < SURE] == doubted
    assert [one.ranked()[0][0] for one in told] == [one.ranked()[0][0] for one in tiles]


def test_likelihoods_of_a_doubted_face_still_sum_to_one() -> None:
    told = checked([sure("8m"), sure("8m"), *OTHERS], said(0, 1, 4, 5, 6, 7))
    assert sum(told[0].codes.values()) == pytest.approx(1.0)


def test_tiles_that_lie_the_other_way_up_are_no_fellows() -> None:
    tiles = [sure("8m"), sure("8m", upside_down=1.0), *OTHERS]
    assert checked(tiles, said(0, 1, 4, 5, 6, 7)) == tiles


def test_flowers_and_backs_have_no_fellows() -> None:
    tiles = [sure("0z"), sure("0z"), sure("1f"), sure("1f"), *OTHERS]
    assert checked(tiles, said(0, 1, 2, 3, 4, 5, 6, 7)) == tiles


def test_a_few_tiles_do_not_tell_what_faces_have_in_common() -> None:
    tiles = [sure("8m"), sure("8m")]
    assert checked(tiles, said(0, 1)) == tiles


def test_a_cursive_south_beside_true_wests_is_not_told_as_a_sure_one() -> None:
    hand = ("3z", "3z", "2z", "2z", "1p", "2p", "3p", "4s", "5s", "6s")
    camera = SimCamera(seed=4, tile_set="garden")
    scene = Scene((SeatTiles(hand), SeatTiles(), SeatTiles(), SeatTiles()))
    camera.show(scene, LayingStyle(upside_down=0.0))
    read = read_table(camera.grab().image, camera.calibration, WHOLE_SET).seats[0].hand
    wrong = [tile for tile, code in zip(read, hand, strict=True) if tile.code != code]
    assert wrong, "read rightly now: another pair of faces is needed here"
    assert all(tile.confidence < SURE for tile in wrong)
