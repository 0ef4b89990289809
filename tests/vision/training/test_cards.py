"""Pictures of cards invented for the localiser."""

from __future__ import annotations

import numpy as np

from vision.training.cards import invent_cards
from vision.training.material import Sample
from vision.training.scenes import Picture

SAMPLES = [Sample("1p", np.full((140, 104, 4), 255, np.uint8), upright=True)]


def invent_picture(seed: int) -> Picture:
    return invent_cards(np.random.default_rng(seed), SAMPLES)


def sides(picture: Picture) -> np.ndarray:
    """Return width and height of each card in pixels, N×2."""
    across, down = (picture.quads[:, end] - picture.quads[:, 0] for end in (1, 3))
    return np.stack([np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)], axis=1)


def test_cards_are_higher_than_wide() -> None:
    for seed in range(10):
        wide, tall = sides(invent_picture(seed)).T
        assert np.median(tall / wide) > 1.1


def test_no_two_cards_that_are_to_be_found_have_one_middle() -> None:
    for seed in range(10):
        picture = invent_picture(seed)
        middles = picture.quads.mean(axis=1)
        far = np.linalg.norm(middles[:, None] - middles, axis=2) + 1e3 * np.eye(len(middles))
        assert far.min() > 0.15 * sides(picture)[:, 0].min()


def test_the_same_chance_invents_the_same_cards() -> None:
    assert (invent_picture(4).image == invent_picture(4).image).all()
