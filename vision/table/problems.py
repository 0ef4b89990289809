"""What hinders the reading of a whole table: ids of problems, for the screens' words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration
from vision.geometry import HAND
from vision.problems import blur_problem, faces_problem, light_problem
from vision.table.grouping import COVERED
from vision.table.top_view import PX_PER_MM, TopView, regions


class _Arm:
    """What is an arm; measured on 60 simulated tables with a sleeve over them."""

    GROWN: Final = 1.25
    """A tile covers so much of the view more than its face, with its sides and its shadow's
    edge."""
    THICK: Final = 1.6
    """An arm is this thick at least, in heights of a tile: a row on the rim with the rim is not."""
    RIM_PX: Final = 6
    """So much of the view's edge counts as cloth, that a row against the rim is thinner than an
    arm."""
    ABOUT: Final = 1.3
    """What lies about a bare tile counts this far to each side, in heights of a tile: …"""
    LEFT: Final = 0.15
    """… rows of tiles leave less than this share of it to anything else. About tiles on cloth so
    much more of anything else than of cloth never lies: 0.0 at most with discards and walls, 0.5 on
    paper that reaches a tile's width beyond the print."""
    NEXT: Final = 1.25
    """What lies nearer than this to print, in heights of a tile, may be a tile that an arm
    covers."""
    ARM_PX: Final = 23
    """What is this wide and no tile hides some: sleeves and hands do, the sides of tiles do not."""


_ALL_BUT: Final = 0.9
"""So many pieces of what is no tile are blurred where the picture is: an arm has folds, too."""


def hindrances(
    view: TopView,
    calibration: Calibration,
    quads: NDArray[np.float64],
    crops: NDArray[np.uint8],
) -> Iterator[str]:
    """Yield the ids of what hindered the reading of the tiles at *quads*, worst first.

    *quads* are corners in the table frame, N×4×2, *crops* the faces seen there; where there are
    none, pieces of what else lies on the table, which is blurred if hardly one is sharp.
    """
    light = light_problem(view.image) or (faces_problem(crops) if len(quads) else None)
    blurred = blur_problem(crops, 0.5 if len(quads) else _ALL_BUT)
    if light is not None:
        yield light.code
    if not len(quads):
        yield "no_tiles"
    if _is_cut_off(view, calibration):
        yield "outside"
    # Without light or sharp edges nobody can tell cloth from what lies over it.
    if light is None and blurred is None and _is_hidden(view, quads):
        yield "in_the_way"
    if blurred is not None:
        yield "blurred"


def surplus_codes(codes: Sequence[str], copies: Mapping[str, int]) -> list[str]:
    """Return the *codes* that are read more often than the set has *copies*."""
    return [code for code, count in Counter(codes).items() if count > copies.get(code, count)]


def _is_cut_off(view: TopView, calibration: Calibration) -> bool:
    layout, (width, height) = view.layout, calibration.size
    ends = ((HAND.start_mm, HAND.baseline_mm), (-HAND.start_mm, HAND.baseline_mm))
    places = [layout.to_table(seat, end) for seat in range(layout.seats) for end in ends]
    x, y = calibration.to_pixels(np.array(places)).T
    return bool((x < 0).any() or (y < 0).any() or (x >= width).any() or (y >= height).any())


def _is_hidden(view: TopView, quads: NDArray[np.float64]) -> bool:
    """Return whether something that is neither cloth nor tile lies over the seats' rows."""
    square = np.ones((_Arm.ARM_PX, _Arm.ARM_PX), np.uint8)
    over = cv2.morphologyEx(foreign_mask(view, quads), cv2.MORPH_OPEN, square)
    *seats, _ = regions(view.layout)
    for (x, y), legal in seats:
        height, width = legal.shape
        if cv2.bitwise_and(over[y : y + height, x : x + width], legal).any():
            return True
    return False


def foreign_mask(view: TopView, quads: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return where the view shows neither cloth nor the tiles with corners *quads*, 1 there.

    *quads* are in the table frame, N×4×2; the mask is as large as the view.
    """
    left = (~view.cloth).astype(np.uint8)
    for quad in quads:
        middle = quad.mean(axis=0)
        grown = ((quad - middle) * _Arm.GROWN + middle + view.reach) * PX_PER_MM
        cv2.fillConvexPoly(left, np.round(grown).astype(np.int32), 0)
    return left


def occlusion_confidence(
    view: TopView, quads: NDArray[np.float64], bare: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return how sure each tile with corners *quads* may be, 0 to 1: 0 for a mere part of an arm.

    Only *bare* ones may be that. Where what is thick is bare tiles all over, it is rows of them.
    One beside a printed one may be a tile of its row with a hand on it: it is kept, no surer than
    `COVERED`. No surer is a printed one about which less cloth lies than other things: tiles lie on
    cloth, pictures of tiles on paper or on a screen.
    """
    tall = view.layout.tile.height_mm
    about = round(_Arm.ABOUT * tall * PX_PER_MM)
    alone = foreign_mask(view, quads)
    middles = quads.mean(axis=1)
    places = np.round((middles + view.reach) * PX_PER_MM).astype(int).clip(0, len(alone) - 1)
    columns, rows = places.T
    more = _within(alone, about) - _within(view.cloth.astype(np.uint8), about)
    is_off_cloth = view.tells_cloth & (more[rows, columns] > _Arm.LEFT)
    most = np.where(is_off_cloth, COVERED, 1.0)
    if not bare.any():
        return most
    over = foreign_mask(view, quads[~bare])
    thick = _thick(over, _Arm.THICK * tall / 2 * PX_PER_MM)
    left = _within(alone, about) / np.maximum(_within(over, about), 1e-6)
    for place in np.nonzero(bare)[0]:
        x, y = places[place]
        most[place] = 1.0
        if thick[y, x] and left[y, x] > _Arm.LEFT:
            beside = np.hypot(*(middles[~bare] - middles[place]).T) < _Arm.NEXT * tall
            most[place] = COVERED if beside.any() else 0.0
    return most


def _within(mask: NDArray[np.uint8], reach_px: int) -> NDArray[np.float32]:
    """Return how much of *mask* is 1 within so many pixels, to all sides of each of its own."""
    side = (2 * reach_px + 1, 2 * reach_px + 1)
    return np.asarray(cv2.blur(mask.astype(np.float32), side, borderType=cv2.BORDER_CONSTANT))


def _thick(mask: NDArray[np.uint8], radius_px: float) -> NDArray[np.bool_]:
    within = np.zeros_like(mask)
    held = slice(_Arm.RIM_PX, -_Arm.RIM_PX)
    within[held, held] = mask[held, held]
    inner = _to_nothing(within) >= radius_px
    return _to_nothing((~inner).astype(np.uint8)) < radius_px


def _to_nothing(mask: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return how far each pixel of *mask* is from the next one that is 0."""
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_5), np.float32)
