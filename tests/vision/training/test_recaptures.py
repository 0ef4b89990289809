"""Pictures of tiles on screens and in print, drawn for training."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training import recaptures
from vision.training.recaptures import (
    Draw,
    draw_print,
    draw_screen,
    draw_tiles,
    lay_pattern,
    photograph,
    send,
)

GREY = np.full((400, 400, 3), 128, np.uint8)
DRAWN = pytest.mark.parametrize(
    "draw", [draw_tiles, draw_screen, draw_print], ids=lambda draw: draw.__name__
)


def grain(draw: Draw, seed: int) -> float:
    """Return how much brightness varies, over its mean, in what *draw* makes of plain grey."""
    light = draw(GREY, 1.0, np.random.default_rng(seed)).mean(axis=2)
    return float(light.std() / light.mean())


def test_what_is_plain_has_dots_on_a_screen_and_in_print_only() -> None:
    assert all(grain(draw_tiles, seed) < 0.01 for seed in range(6))
    assert all(grain(draw_screen, seed) > 0.05 for seed in range(6))
    assert np.median([grain(draw_print, seed) for seed in range(6)]) > 0.05


def test_a_screens_pixels_let_all_light_through_in_the_mean() -> None:
    for seed in range(20):
        cell = recaptures._stripes(np.random.default_rng(seed))
        assert cell.mean(axis=(0, 1)) == pytest.approx(np.ones(3), abs=1e-3)


@DRAWN
def test_the_same_chance_draws_the_same_picture(draw: Draw) -> None:
    def picture() -> np.ndarray:
        rng = np.random.default_rng(4)
        return send(photograph(draw(GREY, 1.0, rng), rng), rng)

    assert (picture() == picture()).all()


@DRAWN
def test_every_picture_is_as_large_as_the_camera_makes_it(draw: Draw) -> None:
    rng = np.random.default_rng(5)
    assert photograph(draw(GREY, 1.0, rng), rng).shape == (recaptures.SIDE, recaptures.SIDE, 3)


def test_a_programs_pattern_shows_and_keeps_to_the_picture() -> None:
    for seed in range(20):
        picture = lay_pattern(GREY, 1.0, np.random.default_rng(seed))
        assert picture.shape == (recaptures.SIDE, recaptures.SIDE, 3)
        assert picture.std() > 1
        assert picture.mean() == pytest.approx(128, abs=60)


def test_thresholds_in_order_leave_a_tones_brightness() -> None:
    tone = np.full((recaptures.SIDE, recaptures.SIDE, 3), 0.5, np.float32)
    for seed in range(20):
        dots = recaptures._in_order(tone, np.random.default_rng(seed))
        assert dots.mean() == pytest.approx(0.5, abs=0.06)
