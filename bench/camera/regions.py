"""Regions of a photograph: tiles that lie together, apart from the others (`vision.md` §5, T3).

Labels tell tiles, no groups: what lies within half a tile of each other is taken for one region.
In which order regions are told is nobody's mistake; within one, tiles have theirs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import group_linked
from vision.recognise.classifier import box_of
from vision.types import Box, TileReading

LabelledTile = tuple[str, "NDArray[np.float64]"]
"""A true code and its box: middle, width and height in pixels."""

_TOGETHER: Final = 0.5
"""Boxes whose edges are nearer than this, in shorter sides, lie together."""
_RAGGED_ROW: Final = 0.25
"""Tiles that reach less far across than this share of their length may be told as one row."""
_LEAST: Final = 3
"""Two tiles are always in line."""
_LEVEL: Final = 0.25
"""Tiles whose middles are less than this off, in heights of a tile, are in line."""


def widen(
    truth: Sequence[LabelledTile], rows: Sequence[Sequence[TileReading]], by: float
) -> tuple[list[LabelledTile], list[list[TileReading]]]:
    """Return both as they lie in the picture made *by* times as wide."""

    def wide(box: Box) -> Box:
        return box_of(np.array(box) * (by, 1.0))

    tiles = [[replace(one, box=wide(one.box), body=wide(one.whole)) for one in row] for row in rows]
    return [(code, box * (by, 1.0, by, 1.0)) for code, box in truth], tiles


def exact(
    truth: Sequence[LabelledTile], rows: Sequence[Sequence[TileReading]]
) -> list[tuple[bool, bool]]:
    """Return of each region of *truth* whether *rows* tell it.

    First whether its tiles are read there, all of them, no other, in an order that people may read
    them in; second whether besides no row joins them to tiles elsewhere.
    """
    label = _labels(truth)
    pair_rows = [[(tile, _region(tile, truth, label)) for tile in row] for row in rows]
    verdicts = []
    for region in dict.fromkeys(label):
        own = [one for one, mark in zip(truth, label, strict=True) if mark == region]
        is_exact = _tells([tile for row in pair_rows for tile, mark in row if mark == region], own)
        marks = [{mark for _, mark in row} for row in pair_rows]
        apart = all(mark == {region} for mark in marks if region in mark)
        verdicts.append((is_exact, is_exact and apart))
    return verdicts


def within(
    truth: Sequence[LabelledTile], rows: Sequence[Sequence[TileReading]]
) -> list[list[TileReading]]:
    """Return *rows* without what was read where nothing of *truth* is labelled."""
    label = _labels(truth)
    return [[tile for tile in row if _region(tile, truth, label) is not None] for row in rows]


def _tells(read: Sequence[TileReading], truth: Sequence[LabelledTile]) -> bool:
    """Return whether *read* is *truth* in an order that people may read it in."""
    if len(read) != len(truth):
        return False
    left, when = list(range(len(read))), []
    for code, box in truth:
        place = min(left, key=lambda place: gap_to(box, read[place]))
        left.remove(place)
        when.append(place)
        if read[place].code != code:
            return False
    boxes = np.array([box for _, box in truth])
    return any(all(when[a] < when[b] for a, b in pairs) for pairs in _orders(boxes))


def _orders(boxes: NDArray[np.float64]) -> Iterator[list[tuple[int, int]]]:
    """Yield the orders in which *boxes*, N×4, may be told: pairs of which the first comes first.

    In a row those are all. Where tiles stand about they have less order: what lies wholly above
    comes first, and what lies to the left at about one height. A ragged row is told either way.
    """
    along, off = _line(boxes[:, :2])
    tall = float(np.median(boxes[:, 3]))
    is_row = len(boxes) >= _LEAST and off <= _LEVEL * tall
    if is_row or _spread(boxes[:, :2]) < _RAGGED_ROW:
        yield list(itertools.combinations(along, 2))
    if not is_row:
        pairs = itertools.permutations(range(len(boxes)), 2)
        steps = ((pair, boxes[pair[1], :2] - boxes[pair[0], :2]) for pair in pairs)
        yield [
            pair
            for pair, (across, down) in steps
            if down > tall or (abs(down) < _LEVEL * tall and across > 0)
        ]


def gap_to(box: NDArray[np.float64], tile: TileReading) -> float:
    """Return how many pixels lie between the middles of *box* and *tile*."""
    return float(np.hypot(*(np.mean(tile.whole, axis=0) - box[:2])))


def _labels(truth: Sequence[LabelledTile]) -> list[int]:
    """Return the number of the region that each tile of *truth* is of."""
    boxes = [box for _, box in truth]
    groups = group_linked(boxes, range(len(boxes)), _are_together)
    number = {place: region for region, group in enumerate(groups) for place in group}
    return [number[place] for place in range(len(boxes))]


def _are_together(box: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Return whether less than `_TOGETHER` of a tile lies between *box* and *other*."""
    between = np.abs(box[:2] - other[:2]) - (box[2:] + other[2:]) / 2
    return float(between.max()) < _TOGETHER * float(min(box[2:].min(), other[2:].min()))


def _region(tile: TileReading, truth: Sequence[LabelledTile], label: Sequence[int]) -> int | None:
    """Return the region that *tile* was read in: it lies within a tile of one of its boxes."""
    gap, place = min((gap_to(box, tile), place) for place, (_, box) in enumerate(truth))
    return label[place] if gap < float(truth[place][1][2:].max()) else None


def in_order(truth: Sequence[LabelledTile]) -> list[LabelledTile]:
    """Return *truth* as people read it: rows from the top, each from its left end."""
    if len(truth) < 2:
        return list(truth)
    boxes = np.array([box for _, box in truth])
    middles, tall = boxes[:, :2], float(np.median(boxes[:, 3]))
    level = float(np.ptp(middles[:, 1])) < tall
    if level or _spread(middles) < _RAGGED_ROW:
        return [truth[i] for i in _line(middles)[0]]
    rows: list[list[int]] = []
    for place in np.argsort(middles[:, 1]).tolist():
        last = rows[-1] if rows else []
        if last and middles[place][1] - np.mean(middles[last, 1]) < tall / 2:
            last.append(place)
        else:
            rows.append([place])
    return [truth[i] for row in rows for i in sorted(row, key=lambda place: middles[place][0])]


def _line(middles: NDArray[np.float64]) -> tuple[list[int], float]:
    """Return the places of *middles*, N×2, along their line from its left, and how far off one is.

    That is the farthest of them, in pixels.
    """
    about = middles - middles.mean(axis=0)
    axis = np.linalg.svd(about, full_matrices=False)[2][0]
    axis = axis if axis[0] + 0.3 * axis[1] > 0 else -axis
    off = np.abs(about @ np.array([-axis[1], axis[0]])).max()
    return [int(place) for place in np.argsort(about @ axis)], float(off)


def _spread(middles: NDArray[np.float64]) -> float:
    """Return how far *middles*, N×2, reach across the line that they lie along, as a share."""
    spread = np.linalg.svd(middles - middles.mean(axis=0), compute_uv=False)
    return float(spread[1] / max(1.0, spread[0])) if len(spread) > 1 else 0.0
