"""Reading dice: pips of up to three, and what is said of a cocked one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hw_sim.camera import UHD, Conditions, SimCamera
from hw_sim.camera.painting import DICE, DieOnFelt, throw
from vision.recognise import WHOLE_SET
from vision.table.dice import read_dice
from vision.table.pipeline import read_table

PX_PER_MM = 3.0


def read_throw(*dice: DieOnFelt, seed: int = 1, dome: bool = False) -> list[int | None]:
    """Return what is read of *dice* on felt."""
    image = throw(dice, np.random.default_rng(seed), PX_PER_MM, dome=dome)
    return list(read_dice(image, PX_PER_MM))


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("kind", sorted(DICE))
def test_every_face_is_read_at_any_angle(pips: int, kind: str) -> None:
    for degrees in (0, 23, 45, 71):
        assert read_throw(DieOnFelt(pips, (0.0, 0.0), degrees, kind)) == [pips]


def test_three_dice_are_read_from_the_left() -> None:
    dice = [DieOnFelt(2, (20, -12), 10), DieOnFelt(5, (-30, 4), 64), DieOnFelt(1, (2, 18), 33)]
    assert read_throw(*dice) == [5, 1, 2]


@pytest.mark.parametrize("seed", range(6))
def test_dice_under_a_dome_are_read_through_its_glare(seed: int) -> None:
    assert read_throw(
        DieOnFelt(6, (-14, 0), 15), DieOnFelt(3, (14, 3), 50), seed=seed, dome=True
    ) == [
        6,
        3,
    ]


@pytest.mark.parametrize("seed", [19, 38])
def test_a_domes_glare_beside_a_die_is_not_taken_for_a_part_of_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pips = rng.integers(1, 7, 2).tolist()
    dice = [
        DieOnFelt(number, (across, float(rng.uniform(-9, 9))), float(rng.uniform(0, 90)))
        for number, across in zip(pips, (-14, 14), strict=True)
    ]
    assert read_throw(*dice, seed=seed, dome=True) == pips


@pytest.mark.parametrize("pips", range(1, 7))
@pytest.mark.parametrize("kind", sorted(DICE))
def test_a_cocked_die_is_not_guessed(pips: int, kind: str) -> None:
    assert read_throw(DieOnFelt(pips, (0, 0), 20, kind, cocked=True)) == [None]


def test_a_cocked_die_does_not_hide_the_other() -> None:
    assert read_throw(DieOnFelt(4, (-20, 0), 20, cocked=True), DieOnFelt(2, (20, 0), 5)) == [
        None,
        2,
    ]


def test_a_covered_die_is_not_guessed() -> None:
    image = throw([DieOnFelt(6, (0, 0), 0)], np.random.default_rng(1), PX_PER_MM)
    middle = image.shape[0] // 2
    cv2.circle(image, (middle + 12, middle), 12, (120, 150, 205), -1)
    assert read_dice(image, PX_PER_MM) in ((None,), ())


def test_empty_felt_has_no_dice() -> None:
    assert read_throw() == []


def test_a_round_button_is_no_die() -> None:
    image = throw([], np.random.default_rng(1), PX_PER_MM)
    cv2.circle(image, (180, 180), 22, (235, 240, 242), -1, cv2.LINE_AA)
    assert read_dice(image, PX_PER_MM) == ()


def test_four_squares_are_no_throw() -> None:
    assert read_throw(*(DieOnFelt(1, (-45.0 + 30 * i, 0.0), 0) for i in range(4))) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_dice_in_the_middle_of_the_table_are_read_with_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pips = [int(value) for value in rng.integers(1, 7, 3)]
    camera = SimCamera(seed=seed, conditions=Conditions(size=UHD))
    camera.roll(
        [
            DieOnFelt(
                number, (-26.0 + 26 * i, float(rng.uniform(-9, 9))), float(rng.uniform(0, 90))
            )
            for i, number in enumerate(pips)
        ]
    )
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    assert reading.dice == tuple(pips)


def test_a_coarse_picture_shows_no_dice() -> None:
    camera = SimCamera(seed=1)
    camera.roll([DieOnFelt(3, (0.0, 0.0), 10)])
    assert read_table(camera.grab().image, camera.calibration, WHOLE_SET).dice == ()


def test_a_blank_square_with_a_highlight_is_no_one() -> None:
    image = throw([], np.random.default_rng(1), PX_PER_MM)
    square = np.full((48, 48, 3), (225, 228, 230), np.uint8)
    cv2.circle(square, (24, 24), 8, (240, 243, 245), -1)
    image[160:208, 160:208] = cv2.GaussianBlur(square, (0, 0), 4.0)
    assert read_dice(image, PX_PER_MM) == (None,)
