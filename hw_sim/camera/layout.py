"""A scene's tiles put on the table top as players put them.

Claimed tiles lie sideways at the place that says from whom they came, the fourth tile
of an added kong lies on that one's inner side, a concealed kong shows two backs. Hands
are not exact: every tile is a little off.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision import geometry as places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

    from hw_sim.camera.scene import LaidMeld, Scene, SeatTiles
    from vision.geometry import Layout, Row

BACK: Final = "0z"
SIDEWAYS: Final = math.pi / 2


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile on the table: its face, the centre in the table frame, how it is turned."""

    code: str
    center_mm: tuple[float, float]
    turn: float
    """Radians clockwise from upright for seat 0, half turns included."""
    tilt_mm: float = 0.0
    """By how much its left edge is up."""
    on_mm: float = 0.0
    """How high it lies: on other tiles of a pile."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How players lay tiles."""

    all_backs: bool = False
    """Whether a concealed kong lies with all four face down."""
    off_mm: float = 0.4
    off_radians: float = 0.008
    gap_mm: float = 0.5
    upside_down: float = 0.4
    """How many tiles lie upside down, 0 to 1."""
    tilted: float = 0.0
    """How many tiles lean with one edge on something, 0 to 1."""


HASTY: Final = Manners(off_mm=1.6, off_radians=0.02, gap_mm=1.0, tilted=0.03)
"""How people lay tiles who want the next hand."""
_TILT_MM: Final = 2.5


@dataclass(frozen=True, slots=True)
class _Spot:
    """A tile in the frame of its seat."""

    code: str
    u: float
    v: float
    sideways: bool = False


def lay_out(
    scene: Scene, layout: Layout, rng: np.random.Generator, manners: Manners | None = None
) -> tuple[Placed, ...]:
    """Return every tile of *scene* on the table."""
    manners = manners or Manners()
    placed: list[Placed] = []
    for seat, laid in enumerate(scene.seats):
        for spot in _seat_spots(laid, layout, manners):
            placed.append(_settled(spot, seat, layout, rng, manners))
    for y, codes in (
        (places.INDICATORS_Y_MM, scene.indicators),
        (places.HIDDEN_INDICATORS_Y_MM, scene.hidden_indicators),
    ):
        step = layout.tile.width_mm + manners.gap_mm
        for i, code in enumerate(codes):
            spot = _Spot(code, places.INDICATORS_X_MM + i * step, y - layout.out_mm)
            placed.append(_settled(spot, 0, layout, rng, manners))
    return tuple(placed)


def _settled(
    spot: _Spot, seat: int, layout: Layout, rng: np.random.Generator, manners: Manners
) -> Placed:
    """Return *spot* of *seat* on the table, a little off."""
    off = rng.normal(0, manners.off_mm / 2, 2)
    turn = float(rng.normal(0, manners.off_radians)) - layout.turn(seat)
    turn += SIDEWAYS * (1 if rng.random() < 0.5 else -1) if spot.sideways else 0.0
    turn += math.pi if rng.random() < manners.upside_down else 0.0
    # Neighbors never overlap: the disorder across a row stays within half the gap.
    along = float(max(-manners.gap_mm / 2, min(manners.gap_mm / 2, off[0])))
    tilt = _TILT_MM if manners.tilted and rng.random() < manners.tilted else 0.0
    place = layout.to_table(seat, (spot.u + along, spot.v + float(off[1])))
    return Placed(spot.code, place, turn, tilt)


def _seat_spots(laid: SeatTiles, layout: Layout, manners: Manners) -> Iterator[_Spot]:
    """Yield the tiles of one seat."""
    yield from _line(laid.hand, places.HAND, layout, manners)
    for place, code in enumerate(() if laid.winning is None else (laid.winning, *laid.won_again)):
        step = layout.tile.width_mm + manners.gap_mm
        u = places.HAND.start_mm + len(laid.hand) * step + layout.tile.width_mm / 2
        u += (places.WINNING_GAP_MM if laid.hand else 0.0) + place * step
        yield _Spot(code, u, places.HAND.baseline_mm - layout.tile.height_mm / 2)
    yield from _line(laid.flowers, places.FLOWERS, layout, manners)
    yield from _line(laid.aside, places.ASIDE, layout, manners)
    right = layout.melds.start_mm
    for meld in laid.melds:
        spots = _meld_spots(meld, right, layout, manners)
        yield from spots
        right = _left_end(spots, layout) - places.MELD_GAP_MM


def _line(codes: Sequence[str], row: Row, layout: Layout, manners: Manners) -> Iterator[_Spot]:
    """Yield *codes* side by side along *row*."""
    tile = layout.tile
    for i, code in enumerate(codes):
        u = row.start_mm + tile.width_mm / 2 + i * (tile.width_mm + manners.gap_mm)
        yield _Spot(code, u, row.baseline_mm - tile.height_mm / 2)


def _meld_spots(meld: LaidMeld, right: float, layout: Layout, manners: Manners) -> list[_Spot]:
    """Return the tiles of *meld*, its right end at *right*."""
    tile, spots, edge = layout.tile, [], right
    for code, sideways, stacked in reversed(_order(meld, layout.seats, manners)):
        wide = tile.height_mm if sideways else tile.width_mm
        tall = tile.width_mm if sideways else tile.height_mm
        v = places.MELDS.baseline_mm - tall / 2
        spots.append(_Spot(code, edge - wide / 2, v, sideways))
        if stacked is not None:
            spots.append(_Spot(stacked, edge - wide / 2, v - tall - manners.gap_mm, sideways))
        edge -= wide + manners.gap_mm
    return spots


def _left_end(spots: Sequence[_Spot], layout: Layout) -> float:
    """Return where the leftmost of *spots* ends."""
    tile = layout.tile
    return min(s.u - (tile.height_mm if s.sideways else tile.width_mm) / 2 for s in spots)


def _order(meld: LaidMeld, seats: int, manners: Manners) -> list[tuple[str, bool, str | None]]:
    """Return *meld* from its owner's left: code, whether sideways, the tile stacked on it."""
    tiles = list(meld.tiles)
    if meld.from_offset is None:
        tiles = sorted(tiles, key=lambda code: code[0] != "0")
        shown = (BACK, *tiles[:-2], BACK) if not manners.all_backs else (BACK,) * len(tiles)
        return [(code, False, None) for code in shown]
    claimed = meld.claimed or tiles[0]
    tiles.remove(claimed)
    stacked = tiles.pop() if meld.kind == "kong_added" else None
    place = {1: len(tiles), seats - 1: 0}.get(meld.from_offset, 1)
    row: list[tuple[str, bool, str | None]] = [(code, False, None) for code in tiles]
    row.insert(place, (claimed, True, stacked))
    return row
