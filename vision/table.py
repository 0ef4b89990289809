"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.arrange import BACK, OnTable, arrange
from vision.classify import Likely, classify, cut
from vision.decode import decode
from vision.layout import Layout
from vision.localise import Spot, localise
from vision.seen import seen_tile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.camera import Image
    from vision.reading import SeenTile, TableReading

_PX_PER_MM: Final = 1.0
_MARGIN_MM: Final = 16.0
_SEEN: Final = 0.24
"""Lower than for photographs: where tiles may lie and how large they are is known here."""
_APART: Final = 0.62
"""Centres of neighbors are at least this share of a tile's width apart."""
_SQUARE: Final = math.sin(math.radians(12))
"""Tiles lie along their row or across it, this exactly; what seems turned more is looked at both
ways."""
_STEADY: Final = 0.8
_FIRST: Final = 0.15
"""By how much more likely a face has to be for a tile to lie across what was seen."""
_NO_TILE: Final = 0.5
_LOOKS_BACK: Final = 0.3
_SAME_TINT: Final = 0.03
_DARK: Final = 28.0
"""A table whose brightest twentieth is darker than this, of 255, cannot be read."""


def read_table(
    image: Image,
    calibration: Calibration,
    tile_set: Mapping[str, int],
    layout: Layout | None = None,
) -> TableReading:
    """Return what lies on the table in *image*.

    *tile_set* says how many copies of each code the game's set has; no tile is read as
    one that the set lacks. Doubt shows in the confidences, never in an error: an empty
    table gives empty seats and the problem `no_tiles`.
    """
    layout = layout or Layout()
    metric, to_table = _from_above(image, calibration, layout)
    placed = _placed(metric, to_table, layout)
    if not placed:
        return arrange((), layout, _problems(metric, seen=False))
    quads, likely = _faces(image, calibration, placed)
    pixels = calibration.to_pixels(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    felt = _tint(metric)
    held = [
        place
        for place, one in enumerate(likely)
        if one.no_tile < _NO_TILE and not _is_felt(image, pixels[place], one, felt)
    ]
    codes = decode([likely[place] for place in held], tile_set)
    found = [
        _on_table(seen_tile(likely[place], code, pixels[place]), quads[place])
        for place, code in zip(held, codes, strict=True)
    ]
    return arrange(found, layout, _problems(metric, seen=bool(found)))


def _from_above(
    image: Image, calibration: Calibration, layout: Layout
) -> tuple[Image, NDArray[np.float64]]:
    """Return the table from straight above and the 3×3 matrix from its pixels to millimetres."""
    reach = layout.side_mm / 2 + _MARGIN_MM
    to_mm = np.array([[1 / _PX_PER_MM, 0, -reach], [0, 1 / _PX_PER_MM, -reach], [0, 0, 1.0]])
    warp = calibration.face_plane @ to_mm
    side = round(2 * reach * _PX_PER_MM)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    factor = _shrink(calibration)
    if factor < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        warp = np.diag([factor, factor, 1.0]) @ warp
    seen = cv2.warpPerspective(image, warp, (side, side), flags=flags)
    return np.asarray(seen, np.uint8), to_mm


def _shrink(calibration: Calibration) -> float:
    """Return by how much to shrink the frame first so that seeing it from above does not alias."""
    middle = calibration.to_pixels(np.array([[0.0, 0.0], [100.0, 0.0]]))
    density = float(np.hypot(*(middle[1] - middle[0]))) / 100.0
    return min(1.0, 1.5 * _PX_PER_MM / density)


def _placed(
    metric: Image, to_table: NDArray[np.float64], layout: Layout
) -> list[list[NDArray[np.float64]]]:
    """Return, for each tile seen where tiles belong, the corners that its face may have.

    Corners are 4×2 in the table frame and of the set's own size. There is one choice for
    a tile that lies along or across its row, two where the angle seen is neither.
    """
    found = []
    apart_px = _APART * layout.tile.width_mm * _PX_PER_MM
    for spot in localise(metric, _SEEN, apart_px):
        x, y, _ = (float(value) for value in to_table @ (spot.x, spot.y, 1.0))
        row = layout.row_at((x, y))
        if row is None and layout.line_at((x, y)) is None:
            continue
        owners = layout.turn(row[0]) if row is not None else 0.0
        size = (layout.tile.width_mm, layout.tile.height_mm)
        turns = _turns(spot.turn + owners, spot.steady)
        found.append([Spot(x, y, *size, turn - owners, spot.score).quad() for turn in turns])
    return found


def _turns(turn: float, steady: float) -> tuple[float, ...]:
    """Return how a tile seen turned by *turn* in its row may really lie, likelier first."""
    across = abs(math.sin(turn)) > abs(math.cos(turn))
    square = min(abs(math.sin(turn)), abs(math.cos(turn))) < _SQUARE
    first = turn if square else math.pi / 2 * across
    if square and steady > _STEADY:
        return (first,)
    return (first, math.pi / 2 * (not across))


def _faces(
    image: Image, calibration: Calibration, placed: list[list[NDArray[np.float64]]]
) -> tuple[NDArray[np.float64], list[Likely]]:
    """Return the likeliest corners of each tile, N×4×2 in the table frame, and its face."""
    choices = np.stack([quad for quads in placed for quad in quads])
    pixels = calibration.to_pixels(choices.reshape(-1, 2)).reshape(-1, 4, 2)
    said = classify(cut(image, pixels))
    best, start = [], 0
    for quads in placed:
        group = range(start, start + len(quads))
        best.append(max(group, key=lambda place: said[place].best - _FIRST * (place > group[0])))
        start += len(quads)
    return choices[best], [said[place] for place in best]


def _is_felt(
    image: Image, quad: NDArray[np.float64], likely: Likely, felt: NDArray[np.float64]
) -> bool:
    """Return whether what looks like a back at *quad* is but the cloth between tiles.

    Seen alone, a plain back and plain cloth differ in nothing but their tint, and *felt*
    is the table's; a shadow darkens a tint and does not change it.
    """
    if likely.codes[BACK] < _LOOKS_BACK:
        return False
    middle = cut(image, quad[None])[0][16:-16, 16:-16]
    return bool(np.abs(_tint(middle) - felt).max() < _SAME_TINT)


def _tint(image: Image) -> NDArray[np.float64]:
    """Return the shares of blue, green and red in the ordinary color of *image*."""
    color = np.median(image.reshape(-1, 3), axis=0) + 1.0
    return np.asarray(color / color.sum())


def _on_table(tile: SeenTile, quad: NDArray[np.float64]) -> OnTable:
    """Return *tile* with its place, *quad* being its corners in the table frame."""
    middle, along = quad.mean(axis=0), quad[1] - quad[0]
    turn = float(np.arctan2(along[1], along[0]))
    return OnTable(tile, (float(middle[0]), float(middle[1])), turn)


def _problems(metric: Image, seen: bool) -> tuple[str, ...]:
    """Return the ids of what hindered the reading, worst first."""
    if float(np.percentile(metric, 95)) < _DARK:
        return ("too_dark",)
    return () if seen else ("no_tiles",)
