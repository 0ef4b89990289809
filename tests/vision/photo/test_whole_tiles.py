"""In a photograph taken aslant a tile's box goes about all that is seen of it, its sides too."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from hw_sim.camera.art import faces
from hw_sim.camera.solids import Light, Material, Solid, View, face_on_body, look, paint, shadows
from vision.images import load_image
from vision.photo.pipeline import PhotoReading, read_photo
from vision.types import REVIEW_THRESHOLD, Image

ROW = Path(__file__).parent / "photos" / "row.jpg"
CODES = ("3m", "7s", "6p", "2z", "5p", "9s", "1m")
SIZE = (900, 600)
SQUARE = 640
BODY = Material()
EDGE = np.full((60, 78, 4), (232, 240, 243, 255), np.uint8)


def aslant(height_mm: float, size: tuple[int, int] = SIZE) -> View:
    """Return a camera half a metre in front of the table's middle, so high above it."""
    return look(size, 1.1 * size[0], (0.0, 500.0, height_mm))


def lying(place: int, face: np.ndarray) -> Solid:
    """Return the tile at *place* of a row lying face up."""
    return Solid((30.0 * (place - 3), 0.0), 0.0, (26.0, 35.0, 20.0), face)


def standing(place: int, face: np.ndarray) -> Solid:
    """Return the tile at *place* of a row standing with its face to the camera."""
    return Solid((30.0 * (place - 3), 0.0), 0.0, (26.0, 20.0, 35.0), EDGE, front=face)


WAYS = {"standing": (standing, 320.0), "lying": (lying, 420.0)}
"""How tiles are put, and from how high they are photographed, in millimetres."""


def photograph(way: str, view: View) -> tuple[Image, list[np.ndarray]]:
    """Return a row that lies or stands as *view* shows it, and its tiles' outlines there."""
    put, _ = WAYS[way]
    row = [put(place, face_on_body(faces("plain")[code], BODY)) for place, code in enumerate(CODES)]
    felt = np.full((view.size[1], view.size[0], 3), (60.0, 110.0, 40.0))
    picture = (felt * shadows(view, row, Light())[:, :, None]).astype(np.uint8)
    paint(picture, view, row, BODY)
    ends = (np.vstack([tile.corners(tile.base_mm), tile.corners(tile.top_mm)]) for tile in row)
    return picture, [view.project(corners) for corners in ends]


@cache
def read_row(way: str) -> tuple[PhotoReading, list[np.ndarray]]:
    """Return what is read of a row that lies or stands, and its tiles' outlines."""
    picture, outlines = photograph(way, aslant(WAYS[way][1]))
    return read_photo(picture), outlines


def middle(points: np.ndarray) -> np.ndarray:
    """Return the middle of the upright box about *points*."""
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)


def width(points: np.ndarray) -> float:
    """Return how wide *points* are."""
    return float(np.ptp(points[:, 0]))


@pytest.mark.parametrize("high", [700, 1400])
def test_one_large_tile_in_a_large_picture_is_read(high: int) -> None:
    picture = np.random.default_rng(1).normal((60, 110, 40), 4, (2400, 3200, 3))
    face = face_on_body(faces("plain")["7p"], BODY)[:, :, :3]
    wide = round(high * 26 / 35)
    picture[500 : 500 + high, 900 : 900 + wide] = cv2.resize(face, (wide, high))
    reading = read_photo(np.clip(picture, 0, 255).astype(np.uint8))
    assert [tile.code for tile in reading.tiles] == ["7p"]


@pytest.mark.parametrize("shows", [0.5, 0.6, 0.8])
def test_a_tile_that_the_edge_of_the_picture_cuts_is_never_sure(shows: float) -> None:
    picture = load_image(ROW)
    last = np.array(read_photo(picture).tiles[-1].box)
    edge = int(last[:, 0].min() + shows * width(last))
    *others, cut = read_photo(picture[:, :edge]).tiles
    assert cut.confidence < REVIEW_THRESHOLD
    assert all(tile.confidence >= REVIEW_THRESHOLD for tile in others)


@pytest.mark.parametrize("way", WAYS)
def test_the_box_is_that_of_the_whole_tile(way: str) -> None:
    reading, outlines = read_row(way)
    assert_found(reading, outlines)


@pytest.mark.parametrize("size", [(1280, 960), (1280, 720), (960, 1280), (720, 1280)])
def test_a_picture_pressed_into_a_square_is_read_in_its_own_shape(size: tuple[int, int]) -> None:
    picture, outlines = photograph("standing", aslant(320.0, size))
    assert_found(read_photo(press(picture)), outlines, np.array(size) / SQUARE)


@pytest.mark.parametrize("way", WAYS)
def test_an_upright_film_from_low_above_pressed_into_a_square_is_read(way: str) -> None:
    picture, _ = photograph(way, aslant(220.0, (720, 1280)))
    assert [tile.code for tile in read_photo(press(picture)).tiles] == list(CODES)


def press(picture: Image) -> Image:
    """Return *picture* pressed into a square."""
    side = (SQUARE, SQUARE)
    return np.asarray(cv2.resize(picture, side, interpolation=cv2.INTER_AREA), np.uint8)


def assert_found(
    reading: PhotoReading, outlines: list[np.ndarray], larger: np.ndarray | float = 1.0
) -> None:
    """Compare *reading* with the row, and its boxes, scaled by *larger*, with the *outlines*."""
    assert [tile.code for tile in reading.tiles] == list(CODES)
    for tile, outline in zip(reading.tiles, outlines, strict=True):
        off = np.hypot(*(middle(np.array(tile.whole) * larger) - middle(outline)))
        assert off < 0.12 * width(outline)


@pytest.mark.parametrize(("way", "side"), [("standing", -1), ("lying", 1)])
def test_the_face_is_told_besides(way: str, side: int) -> None:
    """The top of a standing tile is above its face, the side of a lying one below it."""
    reading, _ = read_row(way)
    for tile in reading.to_json():
        box, face = np.array(tile["box"], np.float32), np.array(tile["face"], np.float32)
        assert cv2.contourArea(box) > 1.15 * cv2.contourArea(face)
        assert side * (middle(box)[1] - middle(face)[1]) > 0
