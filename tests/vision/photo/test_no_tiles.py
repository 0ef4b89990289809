"""What is no tile, but looks like one, in a single photograph: what holds, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import NoTilesError
from vision.images import load_image
from vision.photo import read_photo
from vision.types import REVIEW_THRESHOLD, Image

PHOTOS = Path(__file__).parent / "photos"
ROW, BLOCK = PHOTOS / "row.jpg", PHOTOS / "block.jpg"


def sure(image: Image) -> list[str]:
    """Return what is surely read in *image*."""
    try:
        tiles = read_photo(image).tiles
    except NoTilesError:
        return []
    return [tile.code for tile in tiles if tile.confidence >= REVIEW_THRESHOLD]


def on_a_screen(image: Image, pitch: float) -> Image:
    """Return *image* photographed from a screen whose pixels are *pitch* of the camera's wide."""
    fine = cv2.resize(image, None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
    lit = np.full(fine.shape, 0.2)
    for stripe in range(3):
        for line in (2 * stripe, 2 * stripe + 1):
            lit[:, line::6, 2 - stripe] = 1.0
    lit[5::6] *= 0.4
    screen = np.clip(fine * lit * 1.8, 0, 255).astype(np.uint8)
    factor = pitch / 6
    picture = cv2.resize(screen, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.uint8)


def in_print(image: Image, pitch: float) -> Image:
    """Return *image* as dots of ink that are *pitch* pixels apart, larger where it is darker."""
    large = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[: large.shape[0], : large.shape[1]] * (2 * np.pi / pitch)
    grid = 127 + 63 * (np.cos(0.9 * x + 0.4 * y) + np.cos(0.9 * y - 0.4 * x))
    dots = np.clip((large - grid[..., None]) * 4 + 128, 40, 235).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(dots, (0, 0), 0.8), np.uint8)


def under_lines(image: Image) -> Image:
    """Return *image* as a program shows it behind dark lines, every third row."""
    lined = image.astype(np.float32)
    lined[::3] *= 0.8
    return lined.astype(np.uint8)


def under_waves(image: Image) -> Image:
    """Return *image* as a program shows it under the waves that two grids make."""
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    waves = np.sin(1.3 * x + 0.1 * y) * np.sin(1.25 * x + 0.3 * y)
    return np.clip(image * (1 + 0.25 * waves[..., None]), 0, 255).astype(np.uint8)


def in_tones(image: Image) -> Image:
    """Return *image* in eight colors, by thresholds in a square's order."""
    order = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])
    tall, wide = image.shape[:2]
    threshold = np.tile(order * 16 + 8, (tall // 4 + 1, wide // 4 + 1))[:tall, :wide, None]
    return np.where(image > threshold, 255, 0).astype(np.uint8)


def grainy(image: Image) -> Image:
    """Return *image* as a camera takes it in little light."""
    grain = np.random.default_rng(3).normal(0, 12, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


PIPS: dict[int, list[tuple[float, float]]] = {
    2: [(0, -1), (0, 1)],
    3: [(0, -1), (0, 0), (0, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    9: [(across, down / 3) for across in (-1.0, 1.0) for down in (-3, -1, 1, 3)] + [(0, 0)],
}
"""Where the pips of a card lie about its middle."""
ARC = np.linspace(0, 2 * np.pi, 60)
HEART = np.stack(
    [
        np.sin(ARC) ** 3,
        -(13 * np.cos(ARC) - 5 * np.cos(2 * ARC) - 2 * np.cos(3 * ARC) - np.cos(4 * ARC)) / 16,
    ],
    axis=1,
)
SUITS = {
    "hearts": (HEART, (30, 30, 190)),
    "spades": (HEART * (1, -1), (25, 25, 25)),
    "diamonds": (np.array([(0, -1.2), (0.8, 0), (0, 1.2), (-0.8, 0)]), (30, 30, 190)),
}


def playing_cards(suit: str) -> Image:
    """Return four cards of *suit* on a green table."""
    table = np.full((700, 1000, 3), (60, 110, 40), np.uint8)
    shape, ink = SUITS[suit]
    for place, (rank, pips) in enumerate(PIPS.items()):
        left = 60 + 215 * place
        cv2.rectangle(table, (left, 200), (left + 180, 450), (245, 245, 245), -1)
        cv2.putText(table, str(rank), (left + 8, 235), cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 3)
        for across, down in pips:
            middle = (left + 92 + 42 * across, 327 + 78 * down)
            cv2.fillPoly(table, [(shape * 24 + middle).astype(np.int32)], ink)
    return table


@pytest.mark.parametrize("suit", SUITS)
def test_playing_cards_are_never_sure_tiles(suit: str) -> None:
    assert sure(playing_cards(suit)) == []


@pytest.mark.parametrize("pitch", [0.9, 1.4, 2.0, 2.7, 3.6])
def test_tiles_on_a_screen_whose_stripes_show_are_never_surely_read(pitch: float) -> None:
    assert sure(on_a_screen(load_image(ROW), pitch)) == []


@pytest.mark.parametrize("pitch", [1.3, 2.0, 3.2, 4.5, 6.0, 8.0])
def test_tiles_in_print_whose_dots_show_are_never_surely_read(pitch: float) -> None:
    assert sure(in_print(load_image(ROW), pitch)) == []


@pytest.mark.parametrize("pattern", [under_lines, under_waves, in_tones])
def test_tiles_under_a_programs_pattern_are_never_surely_read(
    pattern: Callable[[Image], Image],
) -> None:
    assert sure(pattern(load_image(ROW))) == []


def test_grain_makes_no_picture_of_tiles() -> None:
    problems = read_photo(grainy(load_image(ROW))).problems
    assert "recaptured" not in [problem.code for problem in problems]


def test_tiles_themselves_are_no_picture_of_tiles() -> None:
    reading = read_photo(load_image(ROW))
    assert "recaptured" not in [problem.code for problem in reading.problems]
    assert len(sure(load_image(ROW))) == len(reading.tiles)


def test_who_photographs_a_screen_is_told_to_photograph_the_tiles() -> None:
    problems = read_photo(on_a_screen(load_image(ROW), 2.7)).problems
    assert "photograph the tiles themselves" in problems[0].message


@pytest.mark.xfail(reason="what pixels do not show, nothing tells (model card)")
def test_a_screen_whose_pixels_are_the_cameras_is_never_surely_read() -> None:
    assert sure(on_a_screen(load_image(BLOCK), 1.0)) == []
