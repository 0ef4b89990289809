"""Reading a single photograph without calibration: every tile found, row by row."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.tiles import TILES
from vision.errors import NoTilesError
from vision.photo.refine import filter_tiles, place_confidence, share_within
from vision.photo.rows import Group, across_in, group, in_rows, split
from vision.problems import (
    Problem,
    blur_problem,
    cut_off,
    doubtful,
    light_problem,
    miscounted,
    overlaps,
    surplus,
)
from vision.recognise.classifier import box_of, probabilities
from vision.recognise.crops import cut
from vision.recognise.decode import WHOLE_SET
from vision.recognise.detector import Spot, detect, detect_cards, leaning
from vision.recognise.enrolled import EnrolledSet
from vision.recognise.naming import Finds, look_at, name, see
from vision.recognise.networks import NO_TILE, WHITE, in_white_light, scores, white_of
from vision.types import REVIEW_THRESHOLD, Box, Image, TileReading


class _Look:
    """At which sizes a photograph is looked at; tiles are found at 14 to 44 pixels of width."""

    LOOKS_PX: Final = (100, 400, 800)
    """Longest sides at which a photograph is looked at: at the first a tile that fills 25 to 80 %
    of its height is found, at the others none of those above 40 % (37 crops laid on a plain)."""
    PRESSED: Final = (4 / 3, 3 / 4)
    """By how much a picture pressed into a square is widened: cameras take 4 by 3, either way
    up."""
    BEST_WIDTH_PX: Final = 27.0
    """Width of a tile in the last look; there is none where it is within half an octave anyway."""
    MOST_PX: Final = 2400
    """Longest side of the last look."""


class _CloseUp:
    """A picture of one tile and nothing else."""

    CLOSE_UP: Final = (1.05, 1.8)
    """Height over width of a picture that may be one tile and nothing else."""
    CLOSE_UP_PX: Final = 700
    """Longest side of such a picture."""
    CLOSE_UP_CONFIDENCE: Final = 0.8
    """Probability, 0 to 1, that the classifier must give the whole picture as one face."""


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
                "box": _rounded(tile.whole),
                "face": _rounded(tile.box),
                "alternatives": [
                    {"code": code, "confidence": round(share, 4)}
                    for code, share in tile.alternatives
                ],
                **({"decoded_from": tile.decoded_from} if tile.decoded_from else {}),
            }
            for number, row in enumerate(self.rows)
            for tile in row
        ]


def _rounded(box: Box) -> list[list[float]]:
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
    spots, finds = _tiles_in(image, own)
    if not spots:
        spots, finds = _close_up(image, light)
    tile_set = tile_set or (WHOLE_SET if own is None else own.copies)
    rows = in_rows(spots)
    across = {place for row in rows for place in across_in(row, spots)}
    named = name(finds, tile_set, own, [place_confidence(spot) for spot in spots])
    size = (image.shape[1], image.shape[0])
    tiles = [
        replace(
            tile,
            confidence=tile.confidence * share_within(spot, size),
            sideways=place in across,
            body=box_of(spot.body()),
        )
        for place, (tile, spot) in enumerate(zip(named, spots, strict=True))
    ]
    found = [light, blur_problem(finds.crops)]
    told_rows = tuple(tuple(tiles[place] for place in row) for row in rows)
    return PhotoReading(
        told_rows,
        tuple(_grouped(rows, spots, tiles)),
        (
            *(problem for problem in found if problem is not None),
            *_hindered(told_rows, image, tile_set),
        ),
    )


def _tiles_in(image: Image, own: EnrolledSet | None) -> tuple[list[Spot], Finds]:
    if own is not None and not own.is_mahjong:
        spots = detect_cards(image)
        return spots, see(look_at(image), _quads(spots), own)
    seen = _best_look(image)
    finds = see(look_at(image, seen.white), _quads(seen.spots), own, are_exact=False)
    held = filter_tiles(list(zip(seen.spots, finds.faces, strict=True)))
    return [seen.spots[place] for place in held], finds.only(held)


def _quads(spots: Sequence[Spot]) -> NDArray[np.float64]:
    """Return the corners of *spots*, N×4×2."""
    return np.array([spot.quad() for spot in spots]).reshape(-1, 4, 2)


def _grouped(
    rows: Sequence[Sequence[int]], spots: Sequence[Spot], tiles: Sequence[TileReading]
) -> Iterator[Group]:
    """Yield the groups of all rows; their places count in reading order."""
    ordered = [place for row in rows for place in row]
    number = {place: i for i, place in enumerate(ordered)}
    told = [tiles[place] for place in ordered]
    for row_number, row in enumerate(rows):
        for part in split(row, spots):
            yield group(row_number, [number[place] for place in part], told)


def _hindered(
    rows: Sequence[Sequence[TileReading]], image: Image, tile_set: Mapping[str, int]
) -> Iterator[Problem]:
    tiles = [tile for row in rows for tile in row]
    yield from overlaps(tiles)
    hands = [tile for tile in tiles if tile.code in TILES and tile.code[1] not in "fa"]
    told = (cut_off(rows, (image.shape[1], image.shape[0])), miscounted(len(hands)))
    yield from surplus(tiles, tile_set)
    yield from (problem for problem in told if problem is not None)
    yield from doubtful(tiles, REVIEW_THRESHOLD)


def find(image: Image) -> list[Spot]:
    """Return where the tiles of *image* are, looked for at the scale that suits their size."""
    return _best_look(image).spots


def _best_look(image: Image) -> _Seen:
    """Return what is seen in *image* at the best scale and in white light.

    Seen too large, the strokes on a tile pass for tiles, and the tops of standing ones for white
    dragons: the faces that are read at each scale tell which is right. What the best of some looks
    finds tells size and light for a last one.
    """
    best = max(_looks(image), key=lambda look: look.value)
    if not best.spots:
        return best
    width = _width(best, max(image.shape[:2]))
    wanted = width if _is_good(width) else _Look.BEST_WIDTH_PX
    side = min(best.side * wanted / width, _Look.MOST_PX)
    last = _search(image, side / best.stretch, best.stretch, best.white)
    return last if last.value > best.value else best


def _is_good(width: float) -> bool:
    """Return whether tiles so many pixels wide need no look at another size."""
    return abs(math.log2(width / _Look.BEST_WIDTH_PX)) <= 0.5


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one look at a photograph finds."""

    value: float
    side: float
    """Longest side, in pixels, at which it was looked at, widened by *stretch*."""
    stretch: float
    spots: list[Spot]
    white: NDArray[np.float64]
    """How the picture shows what is white: blue, green, red."""


def _looks(image: Image) -> Iterator[_Seen]:
    """Yield what is seen in *image* at each size, once for each way to widen it."""
    for stretch in _stretches(image):
        for side in _Look.LOOKS_PX:
            yield _search(image, side, stretch)


def _search(image: Image, side: float, stretch: float, white: NDArray[np.float64] = WHITE) -> _Seen:
    """Return what is seen in *image* made *side* pixels long and *stretch* as wide.

    It is searched in light that makes *white* white. Of value is how much of the picture is surely
    tiles whose faces can be read.
    """
    spots = _at(image, side / max(image.shape[:2]), stretch, white)
    crops = cut(image, _quads(spots))
    likely = probabilities(scores(in_white_light(crops, white)))[:, :NO_TILE].max(axis=1)
    value = 0.0
    for spot, sure in zip(spots, likely.tolist(), strict=True):
        value += (spot.score * sure) ** 2 * spot.width * spot.height
    return _Seen(value, side * stretch, stretch, spots, white_of(crops))


def _width(seen: _Seen, longest: int) -> float:
    """Return how wide the tiles *seen* were in that look, in its pixels; 0 without any."""
    narrow = [min(spot.width, spot.height) for spot in seen.spots]
    return float(np.median(narrow)) * seen.side / longest if narrow else 0.0


def _stretches(image: Image) -> tuple[float, ...]:
    """Return by how much *image* may have to be widened for its tiles to have their shape.

    No camera takes square pictures, but data sets are full of ones pressed into a square.
    """
    height, width = image.shape[:2]
    return (
        (1.0, *_Look.PRESSED) if height == width and height > _CloseUp.CLOSE_UP_PX // 2 else (1.0,)
    )


def _at(image: Image, factor: float, stretch: float, white: NDArray[np.float64]) -> list[Spot]:
    """Return the tiles seen in *image* made *factor* times as large and then *stretch* as wide."""
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    wide = factor * stretch
    sized = np.asarray(cv2.resize(image, None, fx=wide, fy=factor, interpolation=way), np.uint8)
    sized = in_white_light(sized, white)
    if stretch == 1.0:
        return [spot.scaled(1 / factor) for spot in detect(sized)]
    return [_pressed(spot, (wide, factor)) for spot in detect(sized)]


def _pressed(spot: Spot, factors: tuple[float, float]) -> Spot:
    """Return *spot* of a picture made *factors* as wide and high, in the picture itself."""
    corners = spot.quad() / np.array(factors)
    (along, down), middle = (corners[1] - corners[0], corners[3] - corners[0]), corners.mean(axis=0)
    return replace(
        spot,
        x=float(middle[0]),
        y=float(middle[1]),
        width=float(np.hypot(*along)),
        height=float(np.hypot(*down)),
        turn=float(np.arctan2(along[1], along[0])),
        lean=leaning(along, down),
        deep=(spot.deep[0] / factors[0], spot.deep[1] / factors[1]),
    )


def _close_up(image: Image, light: Problem | None) -> tuple[list[Spot], Finds]:
    """Return the one tile that fills *image*, or raise `NoTilesError`: *light* may be to blame."""
    height, width = image.shape[:2]
    whole = Spot(width / 2, height / 2, width, height, 0.0, 1.0)
    small = max(height, width) <= _CloseUp.CLOSE_UP_PX
    if small and _CloseUp.CLOSE_UP[0] <= height / width <= _CloseUp.CLOSE_UP[1]:
        white = white_of(cut(image, _quads([whole])))
        finds = see(look_at(image, white), _quads([whole]), None, are_exact=False)
        if finds.faces[0].best >= _CloseUp.CLOSE_UP_CONFIDENCE:
            return [whole], finds
    message = "no tile found in the picture: take it from above, nearer and in more light"
    raise NoTilesError(message if light is None else light.message)
