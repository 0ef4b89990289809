"""Pictures invented for the localiser: what is to be found in them can be seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hw_sim.camera.solids import Solid, look
from vision.training.material import Sample
from vision.training.scenes import invent, visible

VIEW = look((512, 512), 800.0, (0.0, 700.0, 300.0))
PLAIN = np.full((128, 96, 4), 255, np.uint8)
NOTHING = np.zeros((512, 512), np.bool_)


def standing(y_mm: float) -> Solid:
    """Return a tile that stands so far in front of the middle, its face towards the camera."""
    return Solid((0.0, y_mm), 0.0, (26.0, 20.0, 35.0), PLAIN, front=PLAIN)


def test_a_tile_behind_another_is_not_to_be_found() -> None:
    near, far = standing(60.0), standing(35.0)
    assert visible(VIEW, [far, near], NOTHING) == {near}


def test_a_tile_that_shows_above_another_is_to_be_found() -> None:
    near, far = standing(60.0), standing(-60.0)
    assert visible(VIEW, [far, near], NOTHING) == {near, far}


def test_of_a_stack_the_upper_tile_is_to_be_found() -> None:
    low = Solid((0.0, 0.0), 0.0, (26.0, 35.0, 20.0), PLAIN)
    high = replace(low, base_mm=20.0)
    assert visible(look((512, 512), 800.0, (0.0, 100.0, 700.0)), [low, high], NOTHING) == {high}


def test_a_tile_under_an_arm_is_not_to_be_found() -> None:
    assert visible(VIEW, [standing(0.0)], ~NOTHING) == set()


def test_the_same_chance_invents_the_same_picture() -> None:
    samples = [Sample("1p", PLAIN, upright=True)]
    one, other = (invent(np.random.default_rng(4), samples) for _ in range(2))
    assert (one.image == other.image).all()
    assert len(one.quads) > 0


def test_what_is_to_be_found_lies_in_or_about_the_picture() -> None:
    rng, samples = np.random.default_rng(1), [Sample("1p", PLAIN, upright=True)]
    middles = np.concatenate([invent(rng, samples).quads.mean(axis=1) for _ in range(20)])
    assert ((middles > -40) & (middles < 552)).all()
