"""Where discards lie, in rows or in disorder, what is left of the walls, and sticks of points.

All of it comes from data: who lays a scene out may have invented it or have played it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from hw_sim.camera.placing import PlacedStick, PlacedTile, Spot
from hw_sim.camera.scene import BACK, Discard, Scene, SeatTiles, lying
from vision.geometry import ASIDE, FLOWERS, HAND, STICK_MM, Layout, Point

WALL_MM: Final = (284.0, 246.0)
"""Where the edge of a wall lies that is nearest its owner: before the hands, where flowers lie too;
further in where flowers need that place."""
RIVER_ROW, RIVER_ROWS = 6, 3
"""Discards in a row, and rows; the last row goes on."""
RIVER_GAP_MM: Final = 1.5
RIICHI_POINTS: Final = 1000
_STICK_STEP_MM, _STICK_ROWS = 32.0, 3
"""Distance of sticks beside the discards, so that they can be counted, and sticks in a column."""
CLEAR_MM: Final = 4.0
"""So much cloth shows between things that people keep apart."""
_TIGHT_MM: Final = 0.2
"""A machine pushes the stacks of a wall together."""
_BETWEEN_MM: Final = 1.0
"""How far tiles lie apart at least that were thrown in disorder."""
_Box = tuple[Point, tuple[float, float], float]
"""Middle, size and degrees."""
_THROWS, _TRIES = 3, 120
"""Attempts at throwing all of them, and at throwing one, until none lies on another."""


def walls(scene: Scene, layout: Layout) -> Iterator[tuple[int, Spot]]:
    """Yield seat and place of every tile that is left of the walls."""
    rows = zip(scene.seats, wall_rows(scene, layout), strict=True)
    for seat, (seat_tiles, row) in enumerate(rows):
        yield from ((seat, spot) for spot in _wall(seat_tiles, row, layout))


def discards(
    scene: Scene, layout: Layout, rng: np.random.Generator, tiles: Sequence[PlacedTile]
) -> Iterator[tuple[int, Spot]]:
    """Yield seat and place of every discard, clear of *tiles* where they lie in disorder."""
    rivers = [lying(seat_tiles.river) for seat_tiles in scene.seats]
    if scene.in_disorder:
        yield from _scatter(rivers, layout, rng, tiles)
        return
    for seat, river in enumerate(rivers):
        yield from ((seat, spot) for spot in _in_rows(river, layout))


# --- Discards --------------------------------------------------------------------------------


def _in_rows(river: Sequence[Discard], layout: Layout) -> Iterator[Spot]:
    tile = layout.tile
    for number in range(RIVER_ROWS):
        end = (number + 1) * RIVER_ROW if number < RIVER_ROWS - 1 else len(river)
        below = layout.river_mm + (number + 1) * tile.height_mm + number * RIVER_GAP_MM
        left = -min(RIVER_ROW / 2 * (tile.width_mm + RIVER_GAP_MM), layout.river_mm)
        for discard in river[number * RIVER_ROW : end]:
            wide, tall = tile.width_mm, tile.height_mm
            if discard.sideways:
                wide, tall = tall, wide
            v = below - tall / 2
            yield Spot(discard.code, left + wide / 2, v, discard.sideways, "river")
            left += wide + RIVER_GAP_MM


def _scatter(
    rivers: Sequence[Sequence[Discard]],
    layout: Layout,
    rng: np.random.Generator,
    tiles: Sequence[PlacedTile],
) -> Iterator[tuple[int, Spot]]:
    """Yield discards about the middle, each turned as it fell, none on another tile.

    Where there are too many for that, people have pushed them together into rows.
    """
    codes = [discard.code for river in rivers for discard in river]
    obstacles = [_box(tile.center_mm, math.degrees(tile.turn), layout) for tile in tiles]
    throws = (_throw_tiles(len(codes), layout, rng, obstacles) for _ in range(_THROWS))
    throw = next((boxes for boxes in throws if len(boxes) == len(codes)), None)
    if throw is None:
        mixed = [Discard(codes[place]) for place in rng.permutation(len(codes))]
        for seat in range(layout.seats):
            rows = _in_rows(mixed[seat :: layout.seats], layout)
            yield from ((seat, spot) for spot in rows)
        return
    for code, ((x, y), _, degrees) in zip(codes, throw, strict=True):
        u, v = layout.to_seat(0, (x, y))
        turn = math.radians(degrees) + layout.turn(0)
        yield 0, Spot(code, u, v, area="river", turn=turn)


def _throw_tiles(
    count: int, layout: Layout, rng: np.random.Generator, obstacles: Sequence[_Box]
) -> list[_Box]:
    """Return up to *count* boxes about the middle, clear of each other and of *obstacles*."""
    boxes: list[_Box] = []
    half = layout.stick_mm
    middle: _Box = ((0.0, 0.0), (2 * half, 2 * half), 0.0)
    outer = ASIDE.upper_mm + layout.out_mm - CLEAR_MM
    for _ in range(count * _TRIES):
        if len(boxes) == count:
            break
        x, y = (float(one) for one in rng.uniform(-outer, outer, 2))
        box = _box((x, y), float(rng.uniform(0, 360)), layout)
        reach = math.hypot(*box[1])
        near = [one for one in (*obstacles, *boxes) if math.dist(one[0], box[0]) < reach]
        if not any(_overlap(box, one) for one in (middle, *near)):
            boxes.append(box)
    return boxes


def _box(place: Point, degrees: float, layout: Layout) -> _Box:
    """Return what a tile at *place* covers, and as much about it as shows between tiles."""
    tile = layout.tile
    return place, (tile.width_mm + _BETWEEN_MM, tile.height_mm + _BETWEEN_MM), degrees


def _overlap(one: _Box, other: _Box) -> bool:
    return cv2.rotatedRectangleIntersection(one, other)[0] != cv2.INTERSECT_NONE


# --- Walls -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WallRow:
    """Where what is left of a wall lies, in its owner's frame."""

    right: float
    """Where its first stack ends, gone or not."""
    ends: tuple[float, float] | None
    """Where what is left begins and ends, from the owner's left; `None` where nothing is."""
    is_pushed: bool
    """Whether it was pushed in, because flowers find no room on either side of it."""


def wall_rows(scene: Scene, layout: Layout) -> list[WallRow]:
    """Return where the wall before each seat lies; where one is pushed in, none reaches over it."""
    rows = [_wall_row(one, layout, WALL_MM[0]) for one in scene.seats]
    if not any(row.is_pushed for row in rows):
        return rows
    inner = [_wall_row(one, layout, WALL_MM[1]) for one in scene.seats]
    return [
        replace(row, is_pushed=row.is_pushed or before.is_pushed)
        for row, before in zip(inner, rows, strict=True)
    ]


def _wall_row(seat_tiles: SeatTiles, layout: Layout, corner: float) -> WallRow:
    """Return where a wall lies that meets nobody's whose edge is *corner* mm from the middle.

    What is left of one that is too long is moved to where it meets nobody's sets.
    """
    step = layout.tile.width_mm + _TIGHT_MM
    left = [stack for stack, high in enumerate(seat_tiles.wall) if high]
    right = min(len(seat_tiles.wall) * step / 2, corner - layout.tile.height_mm - CLEAR_MM)
    right = max(right, (max(left, default=0) + 1) * step - HAND.baseline_mm)
    if not left:
        return WallRow(right, None, is_pushed=False)
    ends = right - (left[-1] + 1) * step, right - left[0] * step
    least_room = len(seat_tiles.flowers) * (layout.tile.width_mm + RIVER_GAP_MM) + 2 * CLEAR_MM
    room = max(ends[0] - FLOWERS.start_mm, FLOWERS.baseline_mm - ends[1])
    return WallRow(right, ends, is_pushed=bool(seat_tiles.flowers) and room < least_room)


def _wall(seat_tiles: SeatTiles, row: WallRow, layout: Layout) -> Iterator[Spot]:
    tile = layout.tile
    v = WALL_MM[row.is_pushed] - tile.height_mm / 2
    for stack, high in enumerate(seat_tiles.wall):
        u = row.right - (stack + 0.5) * (tile.width_mm + _TIGHT_MM)
        for tier in range(high):
            yield Spot(BACK, u, v, area="wall", on_mm=tier * tile.depth_mm)


# --- Sticks ----------------------------------------------------------------------------------


def sticks(scene: Scene, layout: Layout) -> Iterator[PlacedStick]:
    """Yield the sticks of points: a seat's own before its discards, others beside them."""
    for seat, seat_tiles in enumerate(scene.seats):
        seat_sticks = [(RIICHI_POINTS, (0.0, layout.stick_mm))] if seat_tiles.has_stick else []
        seat_sticks += zip(seat_tiles.sticks, _beside(len(seat_tiles.sticks), layout), strict=True)
        for points, place in seat_sticks:
            yield PlacedStick(points, layout.to_table(seat, place), -layout.turn(seat))


def _beside(count: int, layout: Layout) -> Iterator[Point]:
    """Yield where *count* sticks lie to the right of a seat's discards, one beyond the other."""
    u = RIVER_ROW / 2 * (layout.tile.width_mm + RIVER_GAP_MM) + layout.tile.height_mm
    for number in range(count):
        column, row = divmod(number, _STICK_ROWS)
        v = layout.river_mm + STICK_MM[1] / 2 + CLEAR_MM + row * _STICK_STEP_MM
        yield u + STICK_MM[0] / 2 + column * (STICK_MM[0] + CLEAR_MM), v
