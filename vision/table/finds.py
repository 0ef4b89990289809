"""What the localiser finds on the table top, each find as a tile of the table's own size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.geometry import RIVER, WALL, TileSize, is_across, is_askew
from vision.recognise.detector import SURE, Spot, apart, detect_at
from vision.table.cache import ReadingCache
from vision.table.top_view import PX_PER_MM, Part, TopView, content

_LEAST_PX: Final = TileSize().width_mm * PX_PER_MM
"""Tiles smaller than usual are looked at as large as those: 40 rough tables with tiles of 20.5 and
24 mm have 2,567 of 2,622 tiles right, without it 2,554."""


class _Size:
    """How large the tiles of a table are; measured on ten simulated ones of five sizes."""

    ENOUGH: Final = 8
    """With fewer of them the size is left as it was."""
    OFF: Final = 0.04
    """What differs by a smaller share is no other size; makers' sizes differ by 8 % and more. Width
    and height are found to 3 % from 20.5 to 32 mm (30 simulated tables)."""


def tile_size(spots: Sequence[Spot], before: TileSize) -> TileSize:
    """Return how large the tiles at *spots* of a view are: as *before*, unless they plainly differ.

    Their thickness cannot be seen from above; it stays.
    """
    sure = [spot for spot in spots if spot.score > SURE]
    if len(sure) < _Size.ENOUGH:
        return before
    sides = np.sort([(spot.width, spot.height) for spot in sure], axis=1) / PX_PER_MM
    width, height = (float(side) for side in np.median(sides, axis=0))
    off = max(abs(width / before.width_mm - 1), abs(height / before.height_mm - 1))
    if off < _Size.OFF or width >= height:
        return before
    return TileSize(width, height, before.depth_mm)


def lay_tiles(view: TopView, spots: Sequence[Spot]) -> list[Spot]:
    """Return those of *spots* that lie where tiles belong, in the table frame."""
    return [tile for spot in spots if (tile := _lay(spot, view)) is not None]


def locate(view: TopView, cache: ReadingCache) -> list[Spot]:
    """Return the tiles that lie where there is anything but cloth, in the view's pixels.

    Where nothing has changed since the last reading they lie as *cache* has it.
    """
    changes = cache.find_changes(view.image)
    parts = content(view)
    stale = [part for part in parts if part.touches(changes)]
    calm = [part for part in parts if part not in stale]
    spots = [spot for spot in cache.spots if any(part.spans(spot) for part in calm)]
    spots += _localise(view, stale) if stale else []
    cache.spots = apart(spots)
    return list(cache.spots)


def _localise(view: TopView, parts: Sequence[Part]) -> Iterator[Spot]:
    """Yield the tiles that the localiser finds in *parts* of the view."""
    white = view.white
    larger = max(1.0, _LEAST_PX / (view.layout.tile.width_mm * PX_PER_MM))
    for part in parts:
        for spot in detect_at(part.of(view.image), larger, white=white):
            yield replace(spot, x=spot.x + part.left, y=spot.y + part.top)


def _lay(spot: Spot, view: TopView) -> Spot | None:
    """Return *spot* as a tile of the table's size, square to its owner's rows; none off all rows.

    Thrown discards lie askew, as they are found.
    """
    layout, place = view.layout, view.place(spot.x, spot.y)
    row = layout.row_at(place, spot.turn) or layout.row_at(place, spot.turn, is_back=True)
    if row is None:
        return None
    rows = layout.turn(row[0])
    is_loose = row[1] in {RIVER, WALL} and is_askew(spot.turn + rows)
    turn = spot.turn if is_loose else _square(spot, rows)
    return Spot(*place, layout.tile.width_mm, layout.tile.height_mm, turn, spot.score)


def _square(spot: Spot, rows: float) -> float:
    """Return the turn of *spot* by whole quarters from its owner's *rows*, which are turned so.

    A tile that lies sideways between upright ones is found by no sure angle, but wider than high.
    """
    is_turned = is_across(spot.turn + rows)
    is_wide = spot.width > spot.height
    return math.pi / 2 * (is_turned != is_wide) - rows
