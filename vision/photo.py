"""Reading a single photograph without calibration: every tile found, row by row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from vision.classify import Likely, classify, cut
from vision.decode import WHOLE_SET, decode
from vision.errors import NoTilesError, UnreadableImageError
from vision.localise import Spot, localise
from vision.rows import in_rows
from vision.seen import seen_tile
from vision.sift import sift

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from vision.camera import Image
    from vision.reading import SeenTile

_LOOKS_PX: Final = (400, 800, 1500)
"""Longest sides at which a photograph is looked at."""

_BEST_WIDTH_PX: Final = 27.0
_GOOD_WIDTHS_PX: Final = (19.0, 38.0)
_MOST_PX: Final = 2400
_STEADY: Final = 0.8
_UPRIGHT: Final = (1.1, 2.1)
"""Height over width of tiles whose angle needs no second thought."""
_FIRST: Final = 0.15
_CLOSE_UP: Final = (1.05, 1.8)
"""Height over width of a picture that may be one tile and nothing else."""
_CLOSE_UP_PX: Final = 700
_CLOSE_UP_SURE: Final = 0.8


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """What one photograph shows."""

    rows: tuple[tuple[SeenTile, ...], ...]
    """Rows from top to bottom, each from left to right."""

    @property
    def tiles(self) -> tuple[SeenTile, ...]:
        """Return all tiles, row after row."""
        return tuple(tile for row in self.rows for tile in row)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the tiles as plain objects, in order."""
        return [
            {
                "code": tile.code,
                "confidence": round(tile.confidence, 4),
                "row": number,
                "box": [[round(x, 1), round(y, 1)] for x, y in tile.box],
                "alternatives": [
                    {"code": code, "confidence": round(share, 4)}
                    for code, share in tile.alternatives
                ],
            }
            for number, row in enumerate(self.rows)
            for tile in row
        ]


def load(path: Path) -> Image:
    """Return the picture in the file *path*; raise `UnreadableImageError` when it is none."""
    try:
        packed = np.fromfile(path, np.uint8)
    except OSError as error:
        message = f"cannot open {path.name}: check that the file is there and may be read"
        raise UnreadableImageError(message, where=str(path)) from error
    image = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    if image is None:
        message = f"{path.name} is no picture that can be read: give a JPEG, PNG or WebP photograph"
        raise UnreadableImageError(message, where=str(path))
    return np.asarray(image, np.uint8)


def read_photo(image: Image, tile_set: Mapping[str, int] = WHOLE_SET) -> PhotoReading:
    """Return the tiles in *image*; raise `NoTilesError` when there is none."""
    spots = find(image)
    named = sift(_named(image, spots))
    named = named or [_close_up(image)]
    codes = decode([one for _, one in named], tile_set)
    tiles = [
        seen_tile(one, code, spot.quad()) for (spot, one), code in zip(named, codes, strict=True)
    ]
    spots = [spot for spot, _ in named]
    return PhotoReading(tuple(tuple(tiles[i] for i in row) for row in in_rows(spots)))


def find(image: Image) -> list[Spot]:
    """Return where the tiles of *image* are, looked for at the scale that suits their size.

    Seen too large, the strokes on a tile pass for tiles; what is sure at one scale tells
    that scale from the others.
    """
    longest = max(image.shape[:2])
    looks = [(look, _at(image, look / longest)) for look in _LOOKS_PX]
    look, spots = max(looks, key=lambda one: _sureness(one[1]))
    if not spots:
        return []
    width = float(np.median([min(spot.width, spot.height) for spot in spots])) * look / longest
    if _GOOD_WIDTHS_PX[0] <= width <= _GOOD_WIDTHS_PX[1]:
        return spots
    again = _at(image, min(look * _BEST_WIDTH_PX / width, _MOST_PX) / longest)
    return max(spots, again, key=_sureness)


def _sureness(spots: Sequence[Spot]) -> float:
    """Return how much of the picture is surely tiles; parts of tiles cover less than tiles."""
    return sum(spot.score**2 * spot.width * spot.height for spot in spots)


def _at(image: Image, factor: float) -> list[Spot]:
    """Return the tiles seen in *image* made *factor* times as large, in its own pixels."""
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    sized = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8)
    return [spot.scaled(1 / factor) for spot in localise(sized)]


def _named(image: Image, spots: Sequence[Spot]) -> list[tuple[Spot, Likely]]:
    """Return *spots* with what is on the tiles; unsteady ones are looked at crosswise too."""
    if not spots:
        return []
    choices = [*spots, *(spot.across() for spot in spots)]
    wanted = [place for place, spot in enumerate(choices) if place < len(spots) or _wavers(spot)]
    likely = classify(cut(image, np.stack([choices[place].quad() for place in wanted])))
    said = dict(zip(wanted, likely, strict=True))
    named = []
    for place, spot in enumerate(spots):
        cross = said.get(place + len(spots))
        if cross is not None and cross.best > said[place].best + _FIRST:
            named.append((choices[place + len(spots)], cross))
        else:
            named.append((spot, said[place]))
    return named


def _wavers(spot: Spot) -> bool:
    """Return whether *spot* may as well lie crosswise: an unsure angle, or wider than high."""
    return spot.steady < _STEADY or not _UPRIGHT[0] < spot.height / spot.width < _UPRIGHT[1]


def _close_up(image: Image) -> tuple[Spot, Likely]:
    """Return the one tile that fills *image*, or raise `NoTilesError`."""
    height, width = image.shape[:2]
    whole = Spot(width / 2, height / 2, width, height, 0.0, 1.0)
    small = max(height, width) <= _CLOSE_UP_PX and min(height, width) >= 16
    if small and _CLOSE_UP[0] <= height / width <= _CLOSE_UP[1]:
        (likely,) = classify(cut(image, whole.quad()[None]))
        if likely.best >= _CLOSE_UP_SURE:
            return whole, likely
    message = "no tile found in the picture: take it from above, nearer and in more light"
    raise NoTilesError(message)
