"""Flowers are looked at three times; everything else once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest

from hw_sim.camera.camera import SimCamera
from hw_sim.camera.scene import Scene, SeatTiles
from vision.recognise.classifier import classify, cut
from vision.recognise.jitter_check import steadied
from vision.table.cache import Memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.types import Image

NOBODY = SeatTiles()
FLOWERS = tuple(f"{number}f" for number in range(1, 9))


@pytest.fixture(scope="module")
def flowers() -> tuple[Image, NDArray[np.float64]]:
    """Return a frame with the eight flowers of a set never trained on, and where they lie."""
    camera = SimCamera(seed=4, tile_set="garden")
    camera.show(Scene((SeatTiles(("1m", "5z"), flowers=FLOWERS), NOBODY, NOBODY, NOBODY)))
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
    steady = steadied(partial(Memory().look, image), quads, looks[0], None)
    for place in range(2, len(quads)):
        three = [look[place].codes["4f"] for look in looks]
        assert steady[place].codes["4f"] == pytest.approx(np.mean(three), abs=1e-6)


def test_what_is_no_flower_stays_as_it_was_seen(
    flowers: tuple[Image, NDArray[np.float64]],
) -> None:
    image, quads = flowers
    once = classify(cut(image, quads))
    assert steadied(partial(Memory().look, image), quads, once, None)[:2] == once[:2]


def test_a_box_two_millimetres_off_makes_no_flower_of_another_that_is_believed(
    flowers: tuple[Image, NDArray[np.float64]],
) -> None:
    image, quads = flowers
    second = lower(quads[[3]], 0.08)
    (once,) = classify(cut(image, second))
    (steady,) = steadied(partial(Memory().look, image), second, [once], None)
    assert once.codes["2f"] < 0.1
    assert once.best > 0.8
    assert steady.best < 0.6
