"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.arrange import OnTable, arrange
from vision.classify import classify, cut
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
    spots = localise(metric)
    quads = np.stack([_face_mm(spot, to_table, layout) for spot in spots]) if spots else None
    if quads is None:
        return arrange((), layout, _problems(metric, ()))
    pixels = calibration.to_pixels(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    likely = classify(cut(image, pixels))
    held = [place for place, one in enumerate(likely) if one.no_tile < 0.5]
    codes = decode([likely[place] for place in held], tile_set)
    found = [
        _on_table(seen_tile(likely[place], code, pixels[place]), quads[place])
        for place, code in zip(held, codes, strict=True)
    ]
    return arrange(found, layout, _problems(metric, found))


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


def _face_mm(spot: Spot, to_table: NDArray[np.float64], layout: Layout) -> NDArray[np.float64]:
    """Return the corners of the face at *spot*, in the table frame, of the set's own size."""
    x, y, _ = to_table @ (spot.x, spot.y, 1.0)
    tile = layout.tile
    return Spot(x, y, tile.width_mm, tile.height_mm, spot.turn, spot.score).quad()


def _on_table(tile: SeenTile, quad: NDArray[np.float64]) -> OnTable:
    """Return *tile* with its place, *quad* being its corners in the table frame."""
    middle, along = quad.mean(axis=0), quad[1] - quad[0]
    turn = float(np.arctan2(along[1], along[0]))
    return OnTable(tile, (float(middle[0]), float(middle[1])), turn)


def _problems(metric: Image, found: object) -> tuple[str, ...]:
    """Return the ids of what hindered the reading, worst first."""
    if float(np.percentile(metric, 95)) < _DARK:
        return ("too_dark",)
    return () if found else ("no_tiles",)
