"""Rows of real tiles that training never saw, from above and aslant: T2 and T3 of lying hands.

Two whole sets were photographed from above, tile by tile in rows without a gap. Each row is laid
on cloth of one color and read as a photograph of its own, and once more as it looks to somebody
who sits before it or stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.camera import public_reader
from bench.camera.progress import with_progress
from bench.camera.regions import LabelledTile
from bench.camera.scores import Confidences, Photographs
from hw_sim.camera.solids import look
from rules.tiles import CODES, parse
from vision.errors import VisionError
from vision.images import load_image
from vision.photo import read_photo
from vision.types import Image

_FOLDER: Final = "grids/camerash"
_DOTS, _BAMBOOS, _CHARACTERS = "123456789p", "123456789s", "123456789m"
_SETS: Final = {
    "5.jpg": (13, (*(_DOTS + "1324z",) * 4, *(_BAMBOOS,) * 4, *(_CHARACTERS,) * 4)),
    "10.jpg": (
        12,
        (
            *(_DOTS + "765z",) * 4,
            *(f"{_BAMBOOS}12z{n}f" for n in range(1, 5)),
            *(f"{_CHARACTERS}34z{n}f" for n in range(5, 9)),
        ),
    ),
}
"""Columns of a photograph, and its rows from the left as far as they are tiles of a usual set."""
_CLOTH: Final = (60, 120, 40)
_EDGE_PX: Final = 80
_SIZE_PX: Final = (1280, 800)
_TILE_MM: Final = 26.0
_FAR_MM: Final = (350.0, 35.0)
"""From how far a row is looked at: so much, and so much more for each of its tiles."""
_LOW, _HIGH = 35, 65
"""Degrees above the table from which a row is looked at."""
_AROUND: Final = 0.6
"""Radians to either side."""
_FILLED: Final = 0.85

_Row = tuple["Image", list["LabelledTile"]]


def rows(photos: Path) -> Iterator[_Row]:
    """Yield every row as a picture, with what lies there."""
    for name, (columns, lines) in _SETS.items():
        image = load_image(photos / _FOLDER / name)
        wide, tall = image.shape[1] / columns, image.shape[0] / len(lines)
        for number, line in enumerate(lines):
            codes = [CODES[tile] for tile in parse(line)]
            top, low = round(number * tall), round((number + 1) * tall)
            row = image[top:low, : round(len(codes) * wide)]
            picture = cv2.copyMakeBorder(row, *(_EDGE_PX,) * 4, cv2.BORDER_CONSTANT, value=_CLOTH)
            yield np.asarray(picture, np.uint8), list(_label(codes, wide, tall))


def _label(codes: Iterable[str], wide: float, tall: float) -> Iterator[LabelledTile]:
    """Yield the tiles of a row that begins at the upper left, within the edge."""
    for number, code in enumerate(codes):
        yield code, np.array([_EDGE_PX + wide * (number + 0.5), _EDGE_PX + tall / 2, wide, tall])


def aslant(row: _Row, rng: np.random.Generator) -> _Row:
    """Return *row* as it looks from a place beside it, 35 to 65 degrees above the table."""
    image, tiles = row
    height, width = image.shape[:2]
    mm = _TILE_MM / tiles[0][1][2]
    up, around = np.radians(rng.uniform(_LOW, _HIGH)), rng.uniform(-_AROUND, _AROUND)
    far = _FAR_MM[0] + _FAR_MM[1] * len(tiles)
    level = far * np.cos(up)
    eye = (float(np.sin(around) * level), float(np.cos(around) * level), float(np.sin(up) * far))
    view = look(_SIZE_PX, float(_SIZE_PX[0] * far / (width * mm) * _FILLED), eye)

    def project(points: Sequence[Sequence[float]]) -> NDArray[np.float64]:
        flat = (np.array(points) - np.array([width, height]) / 2) * mm
        return np.asarray(view.project(np.column_stack([flat, np.zeros(len(flat))])))

    corners = [[0, 0], [width, 0], [width, height], [0, height]]
    to = project(corners).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), to)
    picture = cv2.warpPerspective(image, matrix, _SIZE_PX, borderValue=_CLOTH)
    labels = []
    for code, (x, y, wide, tall) in tiles:
        left, right, top, low = project(
            [[x - wide / 2, y], [x + wide / 2, y], [x, y - tall / 2], [x, y + tall / 2]]
        )
        sides = np.hypot(*(right - left)), np.hypot(*(low - top))
        labels.append((code, np.array([*(left + right) / 2, *sides])))
    return np.asarray(picture, np.uint8), labels


def lying(photos: Path, every: int) -> tuple[dict[str, Any], dict[str, Confidences]]:
    """Return T2, T3 and reject quality of rows, one in *every*, and every confidence.

    Beside them stands what a public detector reads on the same pictures.
    """
    rng = np.random.default_rng(7)
    counts = {"from_above": Photographs(), "aslant": Photographs()}
    public = {name: Photographs() for name in counts}
    for row in with_progress("rows of two sets", list(rows(photos))[::every]):
        for name, (image, tiles) in (("from_above", row), ("aslant", aslant(row, rng))):
            public[name].add(tiles, [public_reader.read(image)])
            try:
                counts[name].add(tiles, read_photo(image).rows)
            except VisionError:
                counts[name].add(tiles, ())
    figures: dict[str, Any] = {name: count.figures() for name, count in counts.items()}
    figures["public_detector"] = {name: count.figures() for name, count in public.items()}
    return figures, {f"rows, {name}": count.confidences for name, count in counts.items()}
