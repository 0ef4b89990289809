"""The simulated camera as hard as reality: lens, light, leaning tiles, a hand on the rim."""

from __future__ import annotations

import numpy as np
import pytest

from hw_sim.camera.camera import Conditions, SimCamera, rough
from hw_sim.camera.scene import HASTY, LaidMeld, Scene, SeatTiles, codes
from vision.recognise.decode import WHOLE_SET
from vision.table.grouping import record_part
from vision.table.pipeline import read_table
from vision.types import SURE

NOBODY = SeatTiles()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_read_wrong_on_a_rough_table_is_doubtful(seed: int) -> None:
    camera = SimCamera(seed=seed, conditions=rough(np.random.default_rng(seed)))
    hand = codes("123m456p789s1122z")
    camera.show(Scene((SeatTiles(hand, winning="5m"), NOBODY, NOBODY, NOBODY)), HASTY)
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    seat = reading.seats[0]
    assert seat.winning is not None
    assert len(seat.hand) == len(hand)
    wrong = [tile for tile, code in zip(seat.hand, hand, strict=True) if tile.code != code]
    assert all(tile.confidence < SURE for tile in wrong)


def test_a_cheap_lens_bends_the_rim() -> None:
    straight = SimCamera(seed=1, conditions=Conditions(noise=0.0))
    bent = SimCamera(seed=1, conditions=Conditions(noise=0.0, bend=-0.15))
    assert (straight.grab().image != bent.grab().image).any()
    corner = np.array([[-400.0, -400.0]])
    moved = bent.floor_pixels(corner) - straight.floor_pixels(corner)
    assert float(np.hypot(*moved[0])) > 5


def test_a_leaning_tile_is_seen_larger() -> None:
    camera = SimCamera(seed=1)
    camera.show(Scene((SeatTiles(("1m",)), NOBODY, NOBODY, NOBODY)), HASTY)
    box = np.array(camera.truth()[0].box)
    assert np.hypot(*(box[1] - box[0])) > 20


def test_cards_lie_in_rows_where_they_are_spread() -> None:
    camera = SimCamera(seed=1)
    camera.spread(["1m", "2m", "3m", "4m"], 2)
    middles = [np.mean(tile.box, axis=0) for tile in camera.truth()]
    assert middles[0][1] < middles[2][1]
    assert middles[0][0] < middles[1][0]


@pytest.mark.parametrize("seed", [3, 4, 7, 9])
def test_sets_laid_hastily_are_read_with_who_gave_them(seed: int) -> None:
    camera = SimCamera(seed=seed, conditions=rough(np.random.default_rng(seed)))
    melds = (
        LaidMeld("kong_added", ("7m",) * 4, "7m", 3),
        LaidMeld("pung", ("2z",) * 3, "2z", 2),
        LaidMeld("kong_concealed", ("4z",) * 4),
        LaidMeld("chow", ("6s", "7s", "8s"), "7s", 3),
        LaidMeld("pung", ("8m",) * 3, "8m", 2),
    )
    seats = [NOBODY] * 4
    seats[seed % 4] = SeatTiles(("1p",), melds)
    scene = Scene(tuple(seats))
    camera.show(scene, HASTY)
    reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
    assert record_part(reading) == scene.record_part()
