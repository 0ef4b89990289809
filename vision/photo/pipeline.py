"""Reading a single photograph without calibration: every tile found, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rules.tiles import TILES
from vision.errors import NoTilesError
from vision.photo.refine import filter_tiles, place_confidence, real_confidence, share_within
from vision.photo.rows import Group, across_in, group, in_rows, split
from vision.problems import (
    Problem,
    blur_problem,
    cut_off,
    doubtful,
    light_problem,
    miscount_problem,
    overlaps,
    recapture_problem,
    surplus,
)
from vision.recognise.classifier import box_of, probabilities
from vision.recognise.crops import cut
from vision.recognise.detector import CONFIDENCE_POWER, Spot, corners, detect_at, detect_cards
from vision.recognise.enrolment import WHOLE_SET, EnrolledSet
from vision.recognise.naming import Finds, look_at, name, see
from vision.recognise.networks import NO_TILE, WHITE, in_white_light, scores, white_of
from vision.types import Box, Image, TileReading

_LOOKS_PX: Final = (100, 400, 800)
"""Longest sides at which a photograph is looked at: at the first a tile that fills 25 to 80 % of
its height is found, at the others none of those above 40 % (37 crops laid on a plain)."""
_BEST_WIDTH_PX: Final = 30.0
"""Width of a tile in the last look, of 14 to 44 at which tiles are found: 67 photographs ask for
0.21 taps each so, for 0.25 with 27 pixels; with 32 one that the edge halves is not found."""
_MOST_PX: Final = 2400
"""Longest side of the last look, whatever passed for small tiles: a kiosk has little memory."""
_SHAPES: Final = (4 / 3, 16 / 9)
"""Longer over shorter side of what cameras take, photographs and films."""


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """What one photograph shows."""

    rows: tuple[tuple[TileReading, ...], ...]
    """Rows in the order of reading, each from left to right."""
    groups: tuple[Group, ...] = ()
    """Tiles that lie together; places count over all rows."""
    problems: tuple[Problem, ...] = ()
    """What hinders, worst first, with what to do."""

    @property
    def tiles(self) -> tuple[TileReading, ...]:
        """Return all tiles, row after row."""
        return tuple(tile for row in self.rows for tile in row)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the tiles as plain objects, in order."""
        return [
            {
                "code": tile.code,
                "confidence": round(tile.confidence, 4),
                "row": number,
                "sideways": tile.sideways,
                "box": _round(tile.whole),
                "face": _round(tile.box),
                "alternatives": [
                    {"code": code, "confidence": round(share, 4)}
                    for code, share in tile.alternatives
                ],
                **({"decoded_from": tile.decoded_from} if tile.decoded_from else {}),
            }
            for number, row in enumerate(self.rows)
            for tile in row
        ]


def _round(box: Box) -> list[list[float]]:
    """Return the corners of *box* to a tenth of a pixel."""
    return [[round(x, 1), round(y, 1)] for x, y in box]


def read_photo(
    image: Image,
    tile_set: Mapping[str, int] | None = None,
    own: EnrolledSet | None = None,
) -> PhotoReading:
    """Return the tiles in *image*; raise `NoTilesError` when there is none.

    *own* is the set that lies there, where its owner has enrolled it: cards and dominoes are read
    by it alone.
    """
    light = light_problem(image)
    if light is not None and light.code == "too_dark":
        raise NoTilesError(light.message)
    spots, finds, stretch, real = _finds_in(image, own)
    if not spots:
        message = "no tile found in the picture: take it from above, nearer and in more light"
        raise NoTilesError(message if light is None else light.message)
    tile_set = tile_set or (WHOLE_SET if own is None else own.copies)
    readings = name(finds, tile_set, own, [place_confidence(spot) for spot in spots])
    rows = in_rows(spots)
    across = {place for row in rows for place in across_in(row, spots)}
    size = (image.shape[1], image.shape[0])
    tiles = [
        replace(
            tile,
            confidence=tile.confidence * share_within(tile.box, size) * real,
            sideways=place in across,
            body=box_of(spot.body() / (stretch, 1.0)),
        )
        for place, (tile, spot) in enumerate(zip(readings, spots, strict=True))
    ]
    read = tuple(tuple(tiles[place] for place in row) for row in rows)
    problems = (
        recapture_problem(real),
        light,
        blur_problem(finds.crops),
        *_hindrances(read, size, tile_set),
    )
    groups = tuple(_find_groups(rows, spots, tiles))
    return PhotoReading(read, groups, tuple(one for one in problems if one is not None))


def _finds_in(image: Image, own: EnrolledSet | None) -> tuple[list[Spot], Finds, float, float]:
    """Return places of tiles in *image*, what is there, how places are widened, how real it is."""
    if own is not None and not own.is_mahjong:  # printed itself: dots tell nothing
        spots = detect_cards(image)
        return spots, see(look_at(image), corners(spots), own), 1.0, 1.0
    looks = [_best_look(image, stretch) for stretch in _stretches(image)]
    best = max(looks, key=lambda look: look.value)
    finds = see(look_at(image, best.white), best.pixels, own, are_exact=False)
    places = filter_tiles(list(zip(best.spots, finds.faces, strict=True)))
    real = real_confidence(image, best.pixels[places]) if places else 1.0
    return [best.spots[place] for place in places], finds.only(places), best.stretch, real


def _stretches(image: Image) -> tuple[float, ...]:
    """Return by how much *image* may have to be widened for its tiles to have their shape.

    Few cameras take square pictures, but data sets are full of ones pressed into a square.
    """
    height, width = image.shape[:2]
    return (1.0, *_SHAPES, *(1 / one for one in _SHAPES)) if height == width else (1.0,)


def _find_groups(
    rows: Sequence[Sequence[int]], spots: Sequence[Spot], tiles: Sequence[TileReading]
) -> Iterator[Group]:
    """Yield the groups of all rows; their places count in reading order."""
    tiles_in_order = [tiles[place] for row in rows for place in row]
    count = 0
    for number, row in enumerate(rows):
        for part in split(row, spots):
            yield group(number, range(count, count + len(part)), tiles_in_order)
            count += len(part)


def _hindrances(
    rows: Sequence[Sequence[TileReading]], size: tuple[int, int], tile_set: Mapping[str, int]
) -> Iterator[Problem | None]:
    tiles = [tile for row in rows for tile in row]
    yield from overlaps(tiles)
    yield from surplus(tiles, tile_set)
    yield cut_off(rows, size)
    yield miscount_problem(sum(tile.code in TILES and tile.code[1] not in "fa" for tile in tiles))
    yield doubtful(tiles)


def find(image: Image) -> list[Spot]:
    """Return where the tiles of *image* are, looked for at the scale that suits their size."""
    return _best_look(image).spots


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What is found at one size."""

    value: float
    """How much of the picture is surely tiles whose faces can be read."""
    stretch: float
    spots: list[Spot]
    """Places in the picture made *stretch* times as wide."""
    pixels: NDArray[np.float64]
    """Corners, N×4×2, in the picture itself."""
    white: NDArray[np.float64]
    """How the picture shows what is white: blue, green, red."""


def _best_look(image: Image, stretch: float = 1.0) -> _Look:
    """Return what is found in *image* *stretch* times as wide, at the best scale, in white light.

    Seen too large, the strokes on a tile pass for tiles, and the tops of standing ones for white
    dragons: the faces that are read at each scale tell which is right. What the best of some looks
    finds tells size and light for a last one.
    """
    longest = max(image.shape[:2])
    looks = [_look(image, side / longest, stretch) for side in _LOOKS_PX]
    best = max(looks, key=lambda look: look.value)
    return _last_look(image, best) if best.spots else best


def _last_look(image: Image, best: _Look) -> _Look:
    """Return what is found in *image* at the scale of what *best* shows, if it is more."""
    narrow = float(np.median([min(spot.width, spot.height) for spot in best.spots]))
    longest = max(image.shape[0], image.shape[1] * best.stretch)
    factor = min(_BEST_WIDTH_PX / narrow, _MOST_PX / longest)
    last = _look(image, factor, best.stretch, best.white)
    return last if last.value > best.value else best


def _look(image: Image, factor: float, stretch: float, white: NDArray[np.float64] = WHITE) -> _Look:
    """Return what is found in *image* at *factor* times its size, by light that is *white*."""
    spots = detect_at(image, factor, white=white, stretch=stretch)
    pixels = corners(spots) / (stretch, 1.0)
    crops = cut(image, pixels)
    likely = probabilities(scores(in_white_light(crops, white)))[:, :NO_TILE].max(axis=1)
    areas = [spot.width * spot.height / stretch for spot in spots]
    value = float((likely * [spot.score for spot in spots]) ** CONFIDENCE_POWER @ areas)
    return _Look(value, stretch, spots, pixels, white_of(crops))
