"""Kongs laid of one's own tiles, and how many supplements kongs bring.

Where a game has more than four copies of a kind a set may have more than four tiles: laid
down from the hand, claimed, or grown by tiles of one's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.play.actions import Action, Chow, Kong, Pung
from rules.play.position import Place, Position
from rules.record.values import TILES_OF_A_PUNG, Meld
from rules.tiles import without
from rules.value import evolve


def own_kongs(at: Position, seat: int) -> Iterator[Kong]:
    """Yield the kongs that *seat* can lay of its own tiles, or add tiles to."""
    hand, kind_of = at.seats[seat].hand, at.game.kind_of
    kinds = [kind_of[tile] for tile in hand]
    different = dict.fromkeys(kinds)
    may_have_four = len(kinds) - len(different) >= TILES_OF_A_PUNG
    for kind in different if may_have_four else ():
        if kinds.count(kind) > TILES_OF_A_PUNG:
            alike = tuple([tile for tile in hand if kind_of[tile] == kind])
            for size in range(TILES_OF_A_PUNG + 1, len(alike) + 1):
                yield Kong(seat, "kong_concealed", alike[:size])
    for meld in at.seats[seat].melds:
        if grows(at, meld):
            name = "kong_added" if meld.is_exposed else meld.kind
            more = tuple([tile for tile in hand if kind_of[tile] == kind_of[meld.tiles[0]]])
            for size in range(1, min(len(more), TILES_OF_A_PUNG) + 1):
                yield Kong(seat, name, more[:size])


def grows(at: Position, meld: Meld) -> bool:
    """Return whether tiles can be added to *meld*: to a pung, or a kong that is not whole."""
    return meld.kind != "chow" and len(meld.tiles) < at.game.largest_set


def adds(kong: Kong) -> bool:
    """Return whether *kong* adds to a set that lies there, in place of laying one."""
    return kong.tile is None and len(kong.tiles) <= TILES_OF_A_PUNG


def with_kong(at: Position, kong: Kong) -> tuple[Meld, ...]:
    """Return the sets of a seat after the *kong* of its own tiles."""
    melds = at.seats[kong.seat].melds
    if not adds(kong):
        return (*melds, Meld(kong.kind, kong.tiles))
    kind_of = at.game.kind_of
    is_open = kong.kind == "kong_added"
    place = next(
        place
        for place, meld in enumerate(melds)
        if grows(at, meld)
        and meld.is_exposed == is_open
        and kind_of[meld.tiles[0]] == kind_of[kong.tiles[0]]
    )
    old = melds[place]
    new = Meld(kong.kind, (*old.tiles, *kong.tiles), old.source, old.claimed)
    return (*melds[:place], new, *melds[place + 1 :])


def with_claimed(claim: Action) -> Meld:
    """Return the set that the *claim* of a discard lays down."""
    assert isinstance(claim, (Chow, Pung, Kong))
    assert claim.tile is not None
    kind = claim.kind if isinstance(claim, Kong) else "chow" if isinstance(claim, Chow) else "pung"
    return Meld(kind, tuple(sorted((*claim.tiles, claim.tile))), claim.source, claim.tile)


def around_kong(at: Position, kong: Kong) -> tuple[Place, Place]:
    """Return what lies before a seat but the tile just drawn, and what its *kong* would leave."""
    place = at.seats[kong.seat]
    assert at.drawn is not None
    before = evolve(place, hand=without(place.hand, at.drawn))
    after = place.hand
    for tile in kong.tiles:
        after = without(after, tile)
    return before, evolve(place, hand=after, melds=with_kong(at, kong))


def supplements_for(kong: Kong) -> int:
    """Return how many supplements *kong* brings: one for each tile that a set has beyond three."""
    if adds(kong):
        return len(kong.tiles)
    return len(kong.tiles) + (kong.tile is not None) - TILES_OF_A_PUNG
