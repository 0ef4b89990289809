"""A hand that was played by rule, moved on the table top tile by tile."""

from __future__ import annotations

from hw_sim.machine.places import Places
from hw_sim.machine.tiles import Area, InWall, OnTop, SimTile
from hw_sim.players.by_rule import TableHand
from rules.tiles import CODES, TILES


def lay_drawn(hand: TableHand, places: Places) -> None:
    """Move what was drawn of *hand* from the walls to where it lies, equal tiles as it comes.

    Indicators lie beside the wall, before the banker; some games pull the lower tile of the last
    stack out from under the upper one. Raise `ValueError` where other tiles stand there.
    """
    at = hand.course.at
    beside = OnTop(at.state.banker, Area.ASIDE)
    tiles_by_face: dict[str, list[SimTile]] = {}
    for side, stack, tier in hand.places_gone():
        tile = places.pull_out(InWall(side, stack, tier), beside)
        tiles_by_face.setdefault(tile.face, []).append(tile)
    rivers = hand.rivers()
    for seat, place in enumerate(at.seats):
        rows = [
            (Area.MELDS, [tile for meld in place.melds for tile in meld.tiles]),
            (Area.HAND, place.hand),
            (Area.FLOWERS, place.flowers),
            (Area.ASIDE, place.aside),
            (Area.DISCARDS, [TILES[one.code] for one in rivers[seat] if not one.is_claimed]),
        ]
        for area, tiles in rows:
            for code in map(CODES.__getitem__, tiles):
                places.lay(tiles_by_face[code].pop(), OnTop(seat, area))
