"""Where players put what lies on the table, tile by tile: pure but for the chance handed in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hw_sim.camera import rivers
from hw_sim.camera.placing import LayingStyle, PlacedTile, Spot, lay
from hw_sim.camera.rivers import WallRow
from hw_sim.camera.scene import BACK, LaidMeld, Scene, SeatTiles
from vision import geometry as places
from vision.geometry import Layout, Row

_INDICATORS_X_MM: Final = -54.0


def lay_out(
    scene: Scene, layout: Layout, rng: np.random.Generator, style: LayingStyle | None = None
) -> tuple[PlacedTile, ...]:
    """Return every tile of *scene* on the table."""
    style = style or LayingStyle()
    walls = rivers.wall_rows(scene, layout)
    tiles = [
        lay(spot, seat, layout, rng, style)
        for seat, seat_tiles in enumerate(scene.seats)
        for spot in _seat_spots(seat_tiles, walls[seat], layout, style)
    ]
    for y, codes in (
        (places.INDICATORS_Y_MM, scene.indicators),
        (places.HIDDEN_INDICATORS_Y_MM, scene.hidden_indicators),
    ):
        step = layout.tile.width_mm + style.gap_mm
        for i, code in enumerate(codes):
            u, v = _INDICATORS_X_MM + i * step, y - layout.out_mm
            tiles.append(lay(Spot(code, u, v, area="middle"), 0, layout, rng, style))
    tiles += [lay(spot, seat, layout, rng, style) for seat, spot in rivers.walls(scene, layout)]
    for seat, spot in list(rivers.discards(scene, layout, rng, tiles)):
        tiles.append(lay(spot, seat, layout, rng, style))
    return tuple(tiles)


def _seat_spots(
    seat_tiles: SeatTiles, wall: WallRow, layout: Layout, style: LayingStyle
) -> Iterator[Spot]:
    yield from _line(seat_tiles.hand, places.HAND, layout, style)
    for place, code in enumerate(
        () if seat_tiles.winning is None else (seat_tiles.winning, *seat_tiles.won_again)
    ):
        step = layout.tile.width_mm + style.gap_mm
        u = places.HAND.start_mm + len(seat_tiles.hand) * step + layout.tile.width_mm / 2
        u += (places.WINNING_GAP_MM if seat_tiles.hand else 0.0) + place * step
        yield Spot(code, u, places.HAND.baseline_mm - layout.tile.height_mm / 2)
    yield from _line(
        seat_tiles.flowers, _flower_row(seat_tiles, wall, layout, style), layout, style
    )
    yield from _line(seat_tiles.aside, places.ASIDE, layout, style)
    right = layout.melds.start_mm
    for meld in seat_tiles.melds:
        spots = _meld_spots(meld, right, layout, style)
        yield from spots
        right = _left_end(spots, layout) - places.MELD_GAP_MM


def _flower_row(seat_tiles: SeatTiles, wall: WallRow, layout: Layout, style: LayingStyle) -> Row:
    """Return where flowers lie: at the row's start, or beside the wall that still stands there."""
    if wall.ends is None or wall.is_pushed:
        return places.FLOWERS
    length_mm = len(seat_tiles.flowers) * (layout.tile.width_mm + style.gap_mm)
    if places.FLOWERS.start_mm + length_mm < wall.ends[0]:
        return places.FLOWERS
    return replace(places.FLOWERS, start_mm=wall.ends[1] + rivers.CLEAR_MM)


def _line(codes: Sequence[str], row: Row, layout: Layout, style: LayingStyle) -> Iterator[Spot]:
    tile = layout.tile
    for i, code in enumerate(codes):
        u = row.start_mm + tile.width_mm / 2 + i * (tile.width_mm + style.gap_mm)
        yield Spot(code, u, row.baseline_mm - tile.height_mm / 2)


def _meld_spots(meld: LaidMeld, right: float, layout: Layout, style: LayingStyle) -> list[Spot]:
    tile, spots, edge = layout.tile, [], right
    for code, sideways, top in reversed(_order(meld, layout.seats, style)):
        wide = tile.height_mm if sideways else tile.width_mm
        tall = tile.width_mm if sideways else tile.height_mm
        v = places.MELDS.baseline_mm - tall / 2
        spots.append(Spot(code, edge - wide / 2, v, sideways))
        if top is not None:
            spots.append(Spot(top, edge - wide / 2, v - tall - style.gap_mm, sideways))
        edge -= wide + style.gap_mm
    return spots


def _left_end(spots: Sequence[Spot], layout: Layout) -> float:
    tile = layout.tile
    return min(s.u - (tile.height_mm if s.sideways else tile.width_mm) / 2 for s in spots)


def _order(meld: LaidMeld, seats: int, style: LayingStyle) -> list[tuple[str, bool, str | None]]:
    """Return *meld* from its owner's left: code, whether sideways, the tile stacked on it."""
    tiles = list(meld.tiles)
    if meld.from_offset is None:
        tiles = sorted(tiles, key=lambda code: code[0] != "0")
        faces = (BACK, *tiles[:-2], BACK) if not style.all_backs else (BACK,) * len(tiles)
        return [(code, False, None) for code in faces]
    claimed_tile = meld.claimed or tiles[0]
    tiles.remove(claimed_tile)
    top = tiles.pop() if meld.kind == "kong_added" else None
    place = {1: len(tiles), seats - 1: 0}.get(meld.from_offset, 1)
    row: list[tuple[str, bool, str | None]] = [(code, False, None) for code in tiles]
    row.insert(place, (claimed_tile, True, top))
    return row
