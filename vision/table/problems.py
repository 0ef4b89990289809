"""What hinders the reading of a whole table: ids of problems, for the screens' words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration
from vision.geometry import HAND
from vision.problems import blur_problem, light_problem, pixels_problem
from vision.recognise.crops import cut
from vision.table.cache import BLOCK_PX
from vision.table.top_view import PX_PER_MM, TopView, legal_places

_GROWN: Final = 1.25
"""A tile covers so much of the view more than its face, with its sides and its shadow's edge."""
_MOST_FOREIGN: Final = 0.25
"""About a tile on cloth more of anything else than of cloth takes up to 0.18 of a square two tiles
high, among discards and walls (7,331 on 80 tables); 0.35 and more on paper that reaches a tile's
width beyond the print (808 of these)."""


def hindrances(
    view: TopView,
    calibration: Calibration,
    quads: NDArray[np.float64],
    crops: NDArray[np.uint8],
) -> Iterator[str]:
    """Yield the ids of what hindered the reading of the tiles at *quads*, worst first.

    *quads* are corners in the table frame, N×4×2, *crops* the faces seen there, in white light;
    where there are none, pieces of what else lies on the table.
    """
    faces = cut(view.image, (quads + view.reach) * PX_PER_MM)[:, ::BLOCK_PX, ::BLOCK_PX]
    light = light_problem(view.image) or pixels_problem(
        faces.reshape(-1, 3) if len(quads) else view.lying
    )
    blur = blur_problem(crops)
    if light is not None:
        yield light.code
    if not len(quads):
        yield "no_tiles"
    if _is_cut_off(view, calibration):
        yield "outside"
    # Without light or sharp edges nobody can tell cloth from what lies over it.
    if view.tells_cloth and light is None and blur is None and _is_over_rows(view, quads):
        yield "in_the_way"
    if blur is not None:
        yield "blurred"


def _is_cut_off(view: TopView, calibration: Calibration) -> bool:
    layout = view.layout
    ends = ((HAND.start_mm, HAND.baseline_mm), (-HAND.start_mm, HAND.baseline_mm))
    places = [layout.to_table(seat, end) for seat in range(layout.seats) for end in ends]
    pixels = calibration.to_pixels(np.array(places))
    return bool(((pixels < 0) | (pixels >= calibration.size)).any())


def _is_over_rows(view: TopView, quads: NDArray[np.float64]) -> bool:
    """Return whether something that is neither cloth nor tile lies over the seats' rows."""
    wide = round(view.layout.tile.width_mm * PX_PER_MM)
    over = cv2.morphologyEx(foreign_mask(view, quads), cv2.MORPH_OPEN, np.ones((wide, wide)))
    return bool(over[legal_places(view.layout, rows_only=True)].any())


def foreign_mask(view: TopView, quads: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return where the view shows neither cloth nor the tiles with corners *quads*, 1 there.

    *quads* are in the table frame, N×4×2; the mask is as large as the view.
    """
    left = (~view.cloth).astype(np.uint8)
    middles = quads.mean(axis=1, keepdims=True)
    outlines = ((quads - middles) * _GROWN + middles + view.reach) * PX_PER_MM
    for quad in np.round(outlines).astype(np.int32):
        cv2.fillConvexPoly(left, quad, 0)
    return left


def cloth_confidence(view: TopView, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how sure it is that each tile with corners *quads* is one, by what lies about it.

    Tiles lie on cloth, pictures of tiles on paper or on a screen: about which less cloth lies than
    other things may be one or the other.
    """
    if not view.tells_cloth:
        return np.ones(len(quads))
    reach = round(view.layout.tile.height_mm * PX_PER_MM)
    balance = foreign_mask(view, quads) - view.cloth.astype(np.float32)
    about = cv2.blur(balance, (2 * reach + 1,) * 2, borderType=cv2.BORDER_CONSTANT)
    middles = np.round((quads.mean(axis=1) + view.reach) * PX_PER_MM).astype(int)
    x, y = middles.clip(0, len(about) - 1).T
    return np.where(about[y, x] > _MOST_FOREIGN, 0.5, 1.0)
