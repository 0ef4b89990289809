"""Tiles of a photograph in reading order: which lie in one row, and which row comes first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.tiles import COPIES, KIND, SUITS, TILES
from vision.geometry import group_linked, is_across
from vision.recognise.detector import Spot
from vision.types import BACK, TileReading

_REACH: Final = 1.75
"""Neighbors in a row are at most this many tile widths apart along it."""
_ASTRAY: Final = 0.5
"""… and at most this share of a tile's height off it."""
_SLIM: Final = 0.25
"""Loose tiles are one ragged row if they reach so much less far across it than along it."""


def in_rows(spots: Sequence[Spot]) -> list[list[int]]:
    """Return the places of *spots* by row, each from left to right, in the order of reading.

    Which way the rows of a group run is what most of its tiles say, so that one turned
    tile, or one that looks the same turned, does not tear them. Tiles that stand about loosely,
    fewer than two to a row, are read along their line where they keep to one, however raggedly,
    else one by one as rows are. Others go on after a gap where their line does, on a slope, too.
    """
    rows: list[list[int]] = []
    for group in group_linked(spots, range(len(spots)), _touch):
        turn = _common_turn([spots[i] for i in group])
        rows += group_linked(spots, group, partial(_beside, turn=turn))
    if len(rows) > max(1, len(spots) / 2):
        return _split_loose(spots)
    in_line = group_linked(rows, range(len(rows)), partial(_goes_on, spots))
    rows = [[place for part in parts for place in rows[part]] for parts in in_line]
    return _in_order([_left_to_right(row, spots) for row in rows], spots)


def _split_loose(spots: Sequence[Spot]) -> list[list[int]]:
    """Return the places of loose *spots* as one row where they lie along a line, else as several.

    A new one begins where reading goes back to the left, or on to what lies wholly below.
    """
    every = list(range(len(spots)))
    points = np.array([(spot.x, spot.y) for spot in spots])
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    if spread[1] < _SLIM * spread[0]:
        return [_left_to_right(every, spots)]
    rows: list[list[int]] = [[]]
    for (place,) in _in_order([[place] for place in every], spots):
        if rows[-1] and not _follows(spots[place], spots[rows[-1][-1]]):
            rows.append([])
        rows[-1].append(place)
    return rows


def _follows(spot: Spot, last: Spot) -> bool:
    """Return whether *spot* lies to the right of *last*, and not wholly below it."""
    return spot.x >= last.x and float(spot.body()[:, 1].min()) < float(last.body()[:, 1].max())


def _in_order(rows: list[list[int]], spots: Sequence[Spot]) -> list[list[int]]:
    """Return *rows*, places of *spots*, in the order of reading: from left to right.

    But what lies wholly above another comes before it, or higher where it reaches over it. Which
    way is up tells the longest row, if it has more than two tiles.
    """
    if not rows:
        return []
    longest = max(rows, key=len)
    along = _axis(longest, spots) if len(longest) > 2 else np.array([1.0, 0.0])
    axes = np.stack([along, (-along[1], along[0])], axis=1)
    middles = [np.array([(spots[place].x, spots[place].y) for place in row]) for row in rows]
    places = [middle @ axes for middle in middles]
    bodies = [np.concatenate([spots[place].body() @ axes for place in row]) for row in rows]
    start, end = (np.array([way(place[:, 0]) for place in places]) for way in (np.min, np.max))
    top, low = (np.array([way(body[:, 1]) for body in bodies]) for way in (np.min, np.max))
    height = np.array([place[:, 1].mean() for place in places])
    is_over = (start[:, None] <= end) & (start <= end[:, None]) & (height[:, None] < height)
    is_before = is_over | (low[:, None] <= top)
    left, order = np.argsort(start, kind="stable").tolist(), []
    while left:
        is_waiting = is_before[np.ix_(left, left)].any(axis=0)
        order.append(rows[left.pop(int(is_waiting.argmin()))])
    return order


def _common_turn(spots: Sequence[Spot]) -> float:
    """Return the angle that most of *spots* have; half turns make no difference."""
    across = sum(math.sin(2 * spot.turn) for spot in spots)
    along = sum(math.cos(2 * spot.turn) for spot in spots)
    return math.atan2(across, along) / 2


def across_in(row: Sequence[int], spots: Sequence[Spot]) -> list[int]:
    """Return those of *row*, places of *spots*, that lie across it while most do not."""
    turns = [spots[place].turn for place in row]
    common = _common_turn([spots[place] for place in row])
    off = np.array([is_across(turn - common) for turn in turns], bool)
    odd = off if off.sum() * 2 < len(row) else ~off
    return [place for place, is_odd in zip(row, odd, strict=True) if is_odd and odd.mean() < 0.5]


def _touch(one: Spot, other: Spot) -> bool:
    reach = _REACH * max(one.width, one.height, other.width, other.height)
    return math.hypot(one.x - other.x, one.y - other.y) < reach


def _beside(one: Spot, other: Spot, turn: float) -> bool:
    """Return whether the two are neighbors in a row that runs at the angle *turn*."""
    dx, dy = other.x - one.x, other.y - one.y
    along = abs(dx * math.cos(turn) + dy * math.sin(turn))
    across = abs(dy * math.cos(turn) - dx * math.sin(turn))
    (wide, tall), (wide2, tall2) = _extent(one, turn), _extent(other, turn)
    return along < _REACH * (wide + wide2) / 2 and across < _ASTRAY * min(tall, tall2)


def _goes_on(spots: Sequence[Spot], one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether the shorter of two rows lies on the line of the longer, if that has one."""
    row, rest = sorted((one, other), key=len, reverse=True)
    if len(row) <= 2:
        return False
    middle = np.mean([(spots[place].x, spots[place].y) for place in row], axis=0)
    along, down = _axis(row, spots).tolist()
    turn = math.atan2(down, along)
    return all(
        abs((spots[place].y - middle[1]) * along - (spots[place].x - middle[0]) * down)
        < _ASTRAY / 2 * _extent(spots[place], turn)[1]
        for place in rest
    )


def _extent(spot: Spot, turn: float) -> tuple[float, float]:
    """Return how far *spot* reaches along a row at the angle *turn*, and across it."""
    sides = spot.width, spot.height
    return sides[::-1] if is_across(spot.turn - turn) else sides


def _left_to_right(row: list[int], spots: Sequence[Spot]) -> list[int]:
    """Return *row* along its own line, from the left (from the top where it is upright)."""
    along = _axis(row, spots)
    return sorted(row, key=lambda place: float(along @ (spots[place].x, spots[place].y)))


def _axis(row: Sequence[int], spots: Sequence[Spot]) -> NDArray[np.float64]:
    """Return which way *row* runs, from the left: a vector of length 1."""
    if len(row) == 1:
        return np.array([1.0, 0.0])
    points = np.array([(spots[place].x, spots[place].y) for place in row])
    axis = np.linalg.svd(points - points.mean(axis=0))[2][0]
    return np.asarray(axis if axis[0] + 0.3 * axis[1] > 0 else -axis)


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles of one row that lie together."""

    kind: str
    """`hand`, `chow`, `pung`, `kong`, `kong_concealed`, `flowers` or `tiles`."""
    row: int
    tiles: tuple[int, ...]
    """Places in the reading, from 0."""
    sideways: tuple[int, ...] = ()
    """Which of *tiles* lie across the row: claimed ones."""


def split(row: Sequence[int], spots: Sequence[Spot]) -> list[list[int]]:
    """Return *row*, places of *spots* in order, in parts that lie half a tile and more apart."""
    parts = [[row[0]]] if row else []
    for before, place in pairwise(row):
        one, other = spots[before], spots[place]
        if _gap(one, other) > min(one.width, other.width) / 2:
            parts.append([])
        parts[-1].append(place)
    return parts


def _gap(one: Spot, other: Spot) -> float:
    """Return how far two tiles lie apart, in pixels: one's corner from the other's side."""
    quads = [spot.quad().astype(np.float32) for spot in (one, other)]
    return min(
        -cv2.pointPolygonTest(quad, corner, measureDist=True)
        for quad, corners in (quads, quads[::-1])
        for corner in corners.tolist()
    )


def group(row: int, places: Sequence[int], tiles: Sequence[TileReading]) -> Group:
    """Return what the tiles at *places* of a photograph are, which lie together in *row*."""
    codes = [tiles[place].code for place in places]
    sideways = tuple(place for place in places if tiles[place].sideways)
    return Group(_kind(codes), row, tuple(places), sideways)


def _kind(codes: Sequence[str]) -> str:
    """Return what tiles of these *codes* are together; one misread tile does not make a set."""
    if any(code not in TILES for code in codes):
        return "tiles"
    suits = {code[1] for code in codes}
    if suits and suits <= set("fa"):
        return "flowers"
    if len(codes) > COPIES:
        return "hand"
    faces = sorted(KIND[TILES[code]] for code in codes if code != BACK)
    is_one_kind = len(set(faces)) == 1
    if is_one_kind and len(codes) == COPIES:
        return "kong" if len(faces) == COPIES else "kong_concealed"
    if len(faces) < len(codes) or len(codes) != COPIES - 1:
        return "tiles"
    if is_one_kind:
        return "pung"
    is_run = [face - faces[0] for face in faces] == [0, 1, 2]
    return "chow" if is_run and len(suits) == 1 and suits <= set(SUITS) else "tiles"
