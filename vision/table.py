"""Reading the whole table from one frame of a calibrated camera."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision import laid_sets
from vision.arrange import OnTable, arrange
from vision.classify import Likely, classify, cut
from vision.cloth import is_cloth
from vision.decode import decode
from vision.layout import MELDS, Layout, TileSize
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
_SEEN: Final = 0.12
"""Lower than for photographs: where tiles may lie and how large they are is known here, and
cloth is known when it is seen."""
_CORE_MM: Final = 8.0
_MOSTLY: Final = 0.5
_APART: Final = 0.88
"""Centres of neighbors are at least this share of a tile's width apart."""
_SQUARE: Final = math.sin(math.radians(12))
"""Tiles lie along their row or across it, this exactly; what seems turned more is looked at both
ways."""
_STEADY: Final = 0.8
_WHOLE: Final = 0.85
"""What looks narrower than this share of a tile may be half a one, seen across."""
_FIRST: Final = 0.15
"""By how much more likely a face has to be for a tile to lie across what was seen."""
_NO_TILE: Final = 0.5
_CLOTH: Final = 0.12
"""Beyond a sideways tile this much cloth shows at one end at least; an upright one covers it."""
_STRIP_MM: Final = (1.2, 0.4)
"""How far the strip that tells upright from sideways keeps from both outlines."""
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
    quads, likely = _with_whole_sets(_View(image, calibration, layout, metric), quads, likely)
    pixels = calibration.to_pixels(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    held = [place for place, one in enumerate(likely) if one.no_tile < _NO_TILE]
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
    cloth = is_cloth(metric)
    spots = localise(metric, _SEEN, apart_px)
    for spot in spots:
        x, y, _ = (float(value) for value in to_table @ (spot.x, spot.y, 1.0))
        row = layout.row_at((x, y))
        if (row is None and layout.line_at((x, y)) is None) or _is_cloth(spot, cloth):
            continue
        owners = layout.turn(row[0]) if row is not None else 0.0
        if row is not None and row[1] is MELDS:
            across = _is_stacked(spot, owners, spots, layout.tile)
            across = across or _shows_cloth(spot, owners, cloth, layout.tile)
            turns: tuple[float, ...] = (_settled(spot.turn + owners, across),)
        else:
            whole = spot.width > _WHOLE * layout.tile.width_mm * _PX_PER_MM
            turns = _turns(spot.turn + owners, spot.steady if whole else 0.0)
        size = (layout.tile.width_mm, layout.tile.height_mm)
        found.append([Spot(x, y, *size, turn - owners, spot.score).quad() for turn in turns])
    return found


def _is_cloth(spot: Spot, cloth: NDArray[np.bool_]) -> bool:
    """Return whether there is nothing but cloth at *spot*: a gap between tiles looks like one."""
    reach = round(_CORE_MM * _PX_PER_MM)
    x, y = round(spot.x), round(spot.y)
    core = cloth[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return bool(core.mean() > _MOSTLY)


def _settled(turn: float, across: bool) -> float:
    """Return *turn* where it fits a tile that lies *across* or not, else the exact angle."""
    askew = abs(math.cos(turn)) if across else abs(math.sin(turn))
    if askew < _SQUARE:
        return turn
    return math.pi / 2 if across else 0.0


def _is_stacked(spot: Spot, owners: float, spots: list[Spot], tile: TileSize) -> bool:
    """Return whether *spot* lies right above or below another tile, as two sideways ones do."""
    cos, sin = math.cos(owners), math.sin(owners)
    for other in spots:
        dx, dy = (other.x - spot.x) / _PX_PER_MM, (other.y - spot.y) / _PX_PER_MM
        along, across = dx * cos - dy * sin, dx * sin + dy * cos
        near = tile.width_mm * 0.8 < abs(across) < tile.width_mm * 1.2
        if near and abs(along) < tile.width_mm * 0.3:
            return True
    return False


def _shows_cloth(spot: Spot, owners: float, cloth: NDArray[np.bool_], tile: TileSize) -> bool:
    """Return whether cloth shows where an upright tile at *spot* would reach further.

    What is printed must not decide how a tile lies: turned, south looks like west.
    """
    shares = (_cloth_share(spot, owners, cloth, (side, tile)) for side in (-1, 1))
    return max(shares) > _CLOTH


def _cloth_share(
    spot: Spot, owners: float, cloth: NDArray[np.bool_], end: tuple[int, TileSize]
) -> float:
    """Return how much cloth shows in the strip that only an upright tile at *spot* covers."""
    side, tile = end
    inner, outer = tile.width_mm / 2 + _STRIP_MM[0], tile.height_mm / 2 - _STRIP_MM[1]
    u = np.linspace(-0.35, 0.35, 9) * tile.width_mm
    v = side * np.linspace(inner, outer, 4)
    across, along = np.meshgrid(u, v)
    cos, sin = math.cos(owners), math.sin(owners)
    x = spot.x + (across * cos + along * sin) * _PX_PER_MM
    y = spot.y + (along * cos - across * sin) * _PX_PER_MM
    rows = np.clip(np.round(y), 0, cloth.shape[0] - 1).astype(int)
    columns = np.clip(np.round(x), 0, cloth.shape[1] - 1).astype(int)
    return float(cloth[rows, columns].mean())


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


@dataclass(frozen=True, slots=True)
class _View:
    """One frame, and the table seen in it."""

    image: Image
    calibration: Calibration
    layout: Layout
    metric: Image

    def faces(self, quads: NDArray[np.float64]) -> list[Likely]:
        """Return what is seen at corners N×4×2 of the table frame."""
        pixels = self.calibration.to_pixels(quads.reshape(-1, 2)).reshape(-1, 4, 2)
        return classify(cut(self.image, pixels))

    def shows_cloth(self) -> laid_sets.Shows:
        """Return what says whether cloth shows at places of a seat's frame."""
        cloth = is_cloth(self.metric)
        reach = self.layout.side_mm / 2 + _MARGIN_MM

        def shows(seat: int, u: NDArray[np.float64], v: NDArray[np.float64]) -> NDArray[np.bool_]:
            turn = self.layout.turn(seat)
            x = u * math.cos(turn) + v * math.sin(turn)
            y = v * math.cos(turn) - u * math.sin(turn)
            column, row = (
                np.clip(np.round((at + reach) * _PX_PER_MM), 0, len(cloth) - 1).astype(int)
                for at in (x, y)
            )
            return np.asarray(cloth[row, column])

        return shows


def _with_whole_sets(
    view: _View, quads: NDArray[np.float64], likely: list[Likely]
) -> tuple[NDArray[np.float64], list[Likely]]:
    """Return the tiles found, those of sets laid down as the whole sets fit best."""
    shows = view.shows_cloth()
    corners, faces = list(quads), list(likely)
    for strip in laid_sets.strips(shows, view.layout):
        choices = []
        for laid in laid_sets.layouts(strip, view.layout):
            whole = laid_sets.stacked(shows, strip, laid, view.layout)
            places = np.stack([laid_sets.corners(strip.seat, one, view.layout) for one in whole])
            seen = view.faces(places)
            choices.append((laid_sets.likelihood(whole, seen), places, seen))
        if not choices:
            continue
        _, places, seen = max(choices, key=lambda choice: choice[0])
        others = [
            place
            for place, quad in enumerate(corners)
            if not laid_sets.holds(strip, tuple(quad.mean(axis=0)), view.layout)
        ]
        corners = [corners[place] for place in others] + list(places)
        faces = [faces[place] for place in others] + seen
    return np.stack(corners), faces


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
