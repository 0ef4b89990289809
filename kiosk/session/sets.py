"""Sets laid down, as they stand in a draft."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiosk.session.draft import DraftMeld, DraftTile


def with_tiles(meld: DraftMeld, tiles: tuple[DraftTile, ...]) -> DraftMeld:
    """Return *meld* with *tiles*, the same by their numbers.

    A claimed one that is corrected stays the claimed one; where it is taken away, none is.
    """
    there = {tile.number: tile.code for tile in tiles}
    if meld.claimed in there.values():
        return replace(meld, tiles=tiles)
    new_codes = {tile.code: there.get(tile.number, "") for tile in meld.tiles}
    return replace(meld, tiles=tiles, claimed=new_codes.get(meld.claimed, ""))
