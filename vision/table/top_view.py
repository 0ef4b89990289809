"""The table from straight above, and which parts of it hold anything but cloth.

Tiles are looked for only where something lies: `content` names those parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration.homography import Calibration, from_above
from vision.geometry import ASIDE, MELD_GAP_MM, MELDS, Layout
from vision.recognise.detector import Spot
from vision.recognise.networks import STRIDE, white_of
from vision.table.cache import BLOCK_PX
from vision.types import Image

PX_PER_MM: Final = 1.0
"""Scale of the view from above: a tile of 26 mm is 26 pixels wide, about the best to find."""
MARGIN_MM: Final = 16.0
"""How much of the rim beyond the playing field is looked at."""


class _Cloth:
    """What has the color of the cloth; chosen on simulated tables of any color and light."""

    NEAR: Final = 0.06
    """Shares of color no further apart than this are one tint; noise is well within it."""
    WHITE_PX: Final = 300
    """Brightest pixels that are a tile's body, where only one lies: half of a small face
    has no print."""
    LEAST: Final = 0.3
    """What covers a smaller share of the view is no cloth: backs of walls and of hands face down
    are none, on the smallest table with tiles of 32 mm. Half a mat of two colors covers 0.4."""
    BRIGHTER: Final = 1.5
    """The light on one table differs less than this, brightest over middle. Tiles of the cloth's
    tint must be brighter than it by so much twice, so that they are where the light is dim."""


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """The table from straight above, one pixel a millimetre, and where it shows its cloth."""

    image: Image
    cloth: NDArray[np.bool_]
    layout: Layout
    islands: NDArray[np.bool_]
    """What has the cloth's color too, and is dark print, or cloth that things surround."""

    @property
    def reach(self) -> float:
        """Return how many millimetres lie between the centre and the picture's edge."""
        return _reach(self.layout)

    @property
    def tells_cloth(self) -> bool:
        """Return whether cloth can be told from tiles: hardly darker than they are, it cannot."""
        return bool((self.cloth & ~_beyond(self.layout, len(self.cloth))).any())

    @property
    def lying(self) -> NDArray[np.uint8]:
        """Return the colors, N×3, of what lies where tiles may, one pixel of a block."""
        lying = legal_places(self.layout) & ~self.cloth
        return self.image[::BLOCK_PX, ::BLOCK_PX][lying[::BLOCK_PX, ::BLOCK_PX]]

    @property
    def white(self) -> NDArray[np.float64]:
        """Return blue, green and red of what is white where tiles may lie.

        Where cloth cannot be told it is what is brightest.
        """
        if self.tells_cloth:
            return white_of(self.lying)
        return white_of(self.image[::BLOCK_PX, ::BLOCK_PX], _of_one_tile(self.image))

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return the table point, in millimetres, of the pixel *x*, *y*."""
        return (x / PX_PER_MM - self.reach, y / PX_PER_MM - self.reach)


def top_view(image: Image, calibration: Calibration, layout: Layout) -> TopView:
    """Return the table in *image* from straight above."""
    picture = from_above(image, calibration, _reach(layout), PX_PER_MM)
    color_mask = is_cloth(picture)
    cloth = _whole(color_mask, layout)
    return TopView(picture, cloth | _beyond(layout, len(picture)), layout, color_mask & ~cloth)


@lru_cache(maxsize=2)
def _beyond(layout: Layout, side: int) -> NDArray[np.bool_]:
    """Return where the view from above, *side* pixels wide, shows what is not the table."""
    places = np.arange(side) / PX_PER_MM - _reach(layout)
    return layout.outside(places[None, :], places[:, None])


def _whole(cloth: NDArray[np.bool_], layout: Layout) -> NDArray[np.bool_]:
    """Return *cloth* without its islands: black strokes on tiles pass for black cloth.

    Cloth that tiles surround is a gap between them and larger than half a face, or no cloth.
    """
    left = cloth.astype(np.uint8)
    outlines, hierarchy = cv2.findContours(left, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return cloth
    least = layout.tile.width_mm * layout.tile.height_mm * PX_PER_MM**2 / 2
    small = [
        line
        for line, (_, _, _, parent) in zip(outlines, hierarchy[0], strict=True)
        if parent < 0 and cv2.contourArea(line) < least
    ]
    cv2.drawContours(left, small, -1, 0, cv2.FILLED)
    return left.astype(bool)


def _reach(layout: Layout) -> float:
    return layout.span_mm / 2 + MARGIN_MM


@dataclass(frozen=True, slots=True)
class Part:
    """A rectangle of the view from above, in its pixels."""

    left: int
    top: int
    right: int
    low: int

    def of(self, view: Image) -> Image:
        """Return what *view* shows there."""
        return view[self.top : self.low, self.left : self.right]

    def touches(self, changes: NDArray[np.bool_]) -> bool:
        """Return whether this part of the view has *changes*, a mask of its blocks."""
        rows = slice(self.top // BLOCK_PX, self.low // BLOCK_PX + 1)
        columns = slice(self.left // BLOCK_PX, self.right // BLOCK_PX + 1)
        return bool(changes[rows, columns].any())

    def spans(self, spot: Spot) -> bool:
        """Return whether *spot* of the view is in this part."""
        return self.left <= spot.x < self.right and self.top <= spot.y < self.low


def content(view: TopView) -> list[Part]:
    """Return the parts of the view in which something lies where tiles belong.

    What is narrower than half a tile is none, seen from anywhere. Things that lie nearer than a
    tile's width are in one part, which goes on for half of it around them, and then to whole
    strides: a tile that its edge cuts would seem longer, and to lie elsewhere. Where cloth cannot
    be told all is one part.
    """
    if not view.tells_cloth:
        return [Part(0, 0, len(view.image), len(view.image))]
    half = round(view.layout.tile.width_mm * PX_PER_MM / 2)
    bare = (~view.cloth).astype(np.uint8)
    busy = cv2.morphologyEx(bare, cv2.MORPH_OPEN, np.ones((half, half), np.uint8))
    around = np.ones((2 * half + 1, 2 * half + 1), np.uint8)
    things = np.where(legal_places(view.layout), busy, 0).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(things, around))
    starts, sizes = stats[1:, :2], stats[1:, 2:4]
    whole = np.minimum(sizes + -sizes % STRIDE, len(bare))
    starts = np.clip(starts - (whole - sizes) // 2, 0, len(bare) - whole)
    return [Part(*edges) for edges in np.hstack([starts, starts + whole]).tolist()]


def pieces(view: TopView) -> NDArray[np.float64]:
    """Return what lies where tiles belong in pieces of a tile's size: N×4×2, in millimetres."""
    tile = view.layout.tile
    steps = (round(tile.width_mm * PX_PER_MM), round(tile.height_mm * PX_PER_MM))
    piece = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * steps
    corners = [
        (x, y)
        for part in content(view)
        for x in range(part.left, part.right, steps[0])
        for y in range(part.top, part.low, steps[1])
    ]
    places = (np.array(corners).reshape(-1, 1, 2) + piece) / PX_PER_MM - view.reach
    return np.asarray(places, np.float64)


@lru_cache(maxsize=4)
def legal_places(layout: Layout, *, rows_only: bool = False) -> NDArray[np.bool_]:
    """Return where in the view tiles may lie, H×W, or where the seats' rows may."""
    slack, reach = layout.tile.width_mm / 2, _reach(layout)
    inner = ASIDE.upper_mm - layout.tile.width_mm
    over = MELD_GAP_MM / 2  # so far sets may lie over their row's ends: the rim begins soon after
    start = layout.melds.start_mm
    rows = (-(MELDS.upper_mm - slack), MELDS.upper_mm, inner, MELDS.upper_mm)
    sets = (-min(MELDS.baseline_mm, start), start + over, MELDS.upper_mm, MELDS.baseline_mm + over)
    areas = []
    for seat in range(layout.seats):
        for left, right, upper, lower in (rows, sets):
            corners = [(left, upper), (right, upper), (right, lower), (left, lower)]
            areas.append([layout.to_table(seat, corner) for corner in corners])
    if not rows_only:
        half = inner if layout.has_side_each else ASIDE.upper_mm  # without rows discards may lie
        half += layout.out_mm
        areas.append([(x * half, y * half) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    legal = np.zeros((round(2 * reach * PX_PER_MM),) * 2, np.uint8)
    for corners in np.round((np.array(areas) + reach) * PX_PER_MM).astype(np.int32):
        cv2.fillConvexPoly(legal, corners, 1)
    return legal.astype(bool)


def _of_one_tile(view: Image) -> float:
    """Return the quantile of brightness in *view* that a tile has, if only one lies there."""
    return 1 - _Cloth.WHITE_PX / float(view.shape[0] * view.shape[1])


def is_cloth(metric: Image) -> NDArray[np.bool_]:
    """Return which pixels of *metric*, the table from above, have a color of its cloth, H×W.

    What is much brighter than cloth of its tint is none, so that tiles show on grey and black
    tables. On a table hardly darker than tiles nothing is taken for cloth.
    """
    soft = cv2.blur(metric, (3, 3))
    channels = [channel.astype(np.float32) for channel in cv2.split(soft)]
    total = sum(channels[1:], channels[0])
    slack = total * _Cloth.NEAR + 1.0
    cloth = np.zeros(total.shape, bool)
    for color in _cloth_colors(metric):
        near = total < color.sum() * _Cloth.BRIGHTER
        for channel, share in zip(channels, color / color.sum(), strict=True):
            near &= np.abs(channel - total * share) < slack
        cloth |= near
    return cloth


def _cloth_colors(metric: Image) -> list[NDArray[np.float32]]:
    """Return the colors of the cloth that *metric* shows, the commonest first.

    There are none where tiles can hardly be told from the commonest.
    """
    # Not quite black: a camera under its cap shows no tint.
    some = metric[::BLOCK_PX, ::BLOCK_PX].reshape(-1, 3) + np.float32(1.0)
    white = np.quantile(some, _of_one_tile(metric), axis=0)
    colors = list(_common_colors(some[::BLOCK_PX]))
    if not colors or not _shows_tiles(colors[0], white):
        return []
    return [color for color in colors if _shows_tiles(color, white)]


def _shows_tiles(color: NDArray[np.float32], white: NDArray[np.float64]) -> bool:
    """Return whether tiles that are so *white* can be told from cloth of that *color*."""
    shares_tint = (np.abs(white / white.sum() - color / color.sum()) < 2 * _Cloth.NEAR).all()
    return bool(not shares_tint or white.sum() > _Cloth.BRIGHTER**2 * color.sum())


def _common_colors(pixels: NDArray[np.float32]) -> Iterator[NDArray[np.float32]]:
    """Yield the colors of *pixels*, N×3, whose tint enough of them have, the commonest first."""
    least = _Cloth.LEAST * len(pixels)
    while len(pixels) > least:
        tints = pixels / pixels.sum(axis=1, keepdims=True)
        blue, green, _ = (tints / _Cloth.NEAR).astype(int).T
        alike = blue * (green.max() + 1) + green
        tint = np.median(tints[alike == np.bincount(alike).argmax()], axis=0)
        near = (np.abs(tints - tint) < _Cloth.NEAR).all(axis=1)
        if near.sum() < least:
            return
        yield np.median(pixels[near], axis=0)
        pixels = pixels[~near]
