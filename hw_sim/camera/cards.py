"""Cards and dominoes on the simulated table: piles laid out in rows before their owners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hw_sim.camera.placing import PlacedTile
from hw_sim.camera.scene import BACK
from vision.geometry import Layout

_GAP_MM: Final = 6.0
"""People part cards a little, so that cloth shows between them."""
_NEAR_MM: Final = 170.0
"""Where the row nearest to the middle has its upper edge."""
_WIDE_MM, _HALF_MM = 260.0, 156.0
"""Half a row where nobody sits beside it, and where one may not meet a neighbour's."""
_PAIR: Final = 2
_MIDDLE_MM: Final = (-105.0, 51.0, -165.0, 111.0, -27.0)
"""Upper edges of the rows in the middle; the last one has the plate in its midst."""
_MIDDLE_HALF_MM: Final = 140.0
_PLATE_MM: Final = 60.0
_TRICK_MM: Final = 80.0
"""Where the tiles of a trick have their upper edge, before who laid them."""
_APART_MM: Final = 14.0
"""How far piles lie apart, so that they can be counted."""
_HIGH: Final = 4
"""Tiles in a pile, one upon the other."""
_OFF_MM: Final = 0.8
_OFF_RADIANS: Final = 0.02


def lay(
    piles: Sequence[Sequence[str]],
    middle: Sequence[str],
    layout: Layout,
    rng: np.random.Generator,
) -> tuple[PlacedTile, ...]:
    """Return *piles*, one for each seat of *layout*, and what lies in the *middle* on the table.

    Raise `ValueError` where the middle has no room for them.
    """
    tile = layout.tile
    tiles: list[PlacedTile] = []
    step = tile.height_mm + _GAP_MM
    for seat, pile in enumerate(piles):
        for number, row in enumerate(
            _rows(pile, layout, _WIDE_MM if layout.seats == _PAIR else _HALF_MM)
        ):
            upper = _NEAR_MM + number * step
            tiles += _line(row, (seat, upper), layout, rng)
    places = list(_free(layout))
    if len(middle) > len(places):
        raise ValueError(f"{len(middle)} cards do not fit in the middle")
    tiles += (
        _place_card(code, place, (0, layout), rng)
        for code, place in zip(middle, places, strict=False)
    )
    return tuple(tiles)


def lay_trick(
    trick: Sequence[Sequence[str]],
    piles: Sequence[int],
    layout: Layout,
    rng: np.random.Generator,
) -> tuple[PlacedTile, ...]:
    """Return the *trick* that was laid last, a row before each seat, and everybody's *piles*."""
    tiles: list[PlacedTile] = []
    for seat, (row, count) in enumerate(zip(trick, piles, strict=True)):
        tiles += _line(row, (seat, _TRICK_MM), layout, rng)
        for lowest in _line([BACK] * count, (seat, _NEAR_MM), layout, rng, _APART_MM):
            heights = (level * layout.tile.depth_mm for level in range(_HIGH))
            tiles += (replace(lowest, on_mm=height) for height in heights)
    return tuple(tiles)


def _free(layout: Layout) -> Iterator[tuple[float, float]]:
    """Yield the places of cards in the middle: their centre, and their upper edge."""
    step = layout.tile.width_mm + _GAP_MM
    each = int((2 * _MIDDLE_HALF_MM + _GAP_MM) // step)
    for upper in _MIDDLE_MM:
        for place in range(each):
            u = (place - (each - 1) / 2) * step
            if upper != _MIDDLE_MM[-1] or abs(u) > _PLATE_MM:
                yield u, upper


def _rows(pile: Sequence[str], layout: Layout, half_mm: float) -> Iterator[Sequence[str]]:
    each = int((2 * half_mm + _GAP_MM) // (layout.tile.width_mm + _GAP_MM))
    yield from (pile[start : start + each] for start in range(0, len(pile), each))


def _line(
    row: Sequence[str],
    where: tuple[int, float],
    layout: Layout,
    rng: np.random.Generator,
    gap_mm: float = _GAP_MM,
) -> Iterator[PlacedTile]:
    seat, upper = where
    for place, code in enumerate(row):
        u = (place - (len(row) - 1) / 2) * (layout.tile.width_mm + gap_mm)
        yield _place_card(code, (u, upper), (seat, layout), rng)


def _place_card(
    code: str, place: tuple[float, float], owner: tuple[int, Layout], rng: np.random.Generator
) -> PlacedTile:
    seat, layout = owner
    off = rng.normal(0, _OFF_MM / 2, 2)
    v = place[1] + layout.tile.height_mm / 2 + float(off[1])
    turn = float(rng.normal(0, _OFF_RADIANS)) - layout.turn(seat)
    return PlacedTile(code, layout.to_table(seat, (place[0] + float(off[0]), v)), turn)
