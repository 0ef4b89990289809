"""Wins by the eight flowers alone, which several games have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.play.actions import Win
from rules.play.position import Position
from rules.tiles import TILES, Tile

ALL_FLOWERS: Final = frozenset(TILES[f"{place}f"] for place in range(1, 9))


def wins_with_all_flowers(at: Position, seat: int) -> Iterator[Win]:
    """Yield the win of *seat* if all eight flowers lie before it."""
    if ALL_FLOWERS.issubset(at.seats[seat].flowers):
        yield Win(seat, "declared")


def wins_by_seven_flowers(at: Position, seat: int, tile: Tile) -> Iterator[Win]:
    """Yield who robs the eighth flower with seven, *seat* having just laid out *tile*.

    The eighth is what was laid out, or it lies there already and the seventh was laid out.
    """
    for other, place in enumerate(at.seats):
        missing = ALL_FLOWERS.difference(place.flowers)
        if len(missing) != 1:
            continue
        (eighth,) = missing
        owner = next((one for one in at.others(other) if eighth in at.seats[one].flowers), None)
        if owner is not None and (other == seat or eighth == tile):
            yield Win(other, "robbed_flower", Tile(eighth), owner)
