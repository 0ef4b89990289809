"""Whose discard pays for everyone: taizhou.md, "Liability"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.zhejiang.taizhou.special import ways
from rules.games.zhejiang.taizhou.winning import SETS
from rules.hands.covers import completes
from rules.hands.keys import LANE, Key, counts
from rules.scoring.kinds import DRAGONS

if TYPE_CHECKING:
    from rules.games.zhejiang.taizhou.winning import Claim, Score
    from rules.record.values import Meld, Record
    from rules.tiles import Tile

DRAGON_SETS = 2
SUIT_SETS = 3


def is_liable(won: Claim, score: Score) -> bool:
    """Return whether the discarder pays all payments of the hand."""
    if won.win.by != "discard":
        return False
    house = won.record.options["fresh_required"]
    return (
        (_feeds_third_dragon(won) and (house == "none" or is_fresh(won)))
        or _feeds_pure_suit(won, score)
        or (won.tile in DRAGONS and (house != "both" or is_fresh(won)) and is_far(won))
    )


def _exposed(won: Claim) -> tuple[Meld, ...]:
    """Return the winner's sets that a tile was claimed for."""
    return tuple(meld for meld in won.record.seats[won.win.seat].melds if meld.is_exposed)


def _feeds_third_dragon(won: Claim) -> bool:
    """Return whether the other two dragons lie exposed in pungs or kongs: rule 1."""
    laid = {meld.tiles[0] for meld in _exposed(won)} & DRAGONS
    return won.tile in DRAGONS and len(laid - {won.tile}) == DRAGON_SETS


def _feeds_pure_suit(won: Claim, score: Score) -> bool:
    """Return whether three sets of the discarded suit lie exposed in a pure hand: rule 2."""
    of_suit = [meld for meld in _exposed(won) if meld.tiles[0] // 9 == won.tile // 9]
    is_pure = any(item.id == "pure_one_suit" for item in score.items)
    return is_pure and len(of_suit) >= SUIT_SETS


def is_fresh(won: Claim) -> bool:
    """Return whether no tile like the winning one was discarded before (D13)."""
    told: bool | None = won.win.facts.get("fresh")
    if told is not None:
        return told
    record, source = won.record, won.win.source
    seen: list[Tile] = []
    for number, seat in enumerate(record.seats):
        if seat.discards is None:
            return False
        ends_with_it = number == source and seat.discards[-1:] == (won.tile,)
        seen += seat.discards[:-1] if ends_with_it else seat.discards
    return won.tile not in seen and not _lies_exposed(record, won.tile)


def _lies_exposed(record: Record, tile: Tile) -> bool:
    """Return whether a tile like *tile* was claimed, or lies in an exposed pung or kong."""
    return any(
        tile == meld.claimed or (meld.kind != "chow" and meld.is_exposed and tile in meld.tiles)
        for seat in record.seats
        for meld in seat.melds
    )


def is_far(won: Claim) -> bool:
    """Return whether the discarder was neither ready nor one tile from it (D13)."""
    told: bool | None = won.win.facts.get("discarder_far")
    if told is not None:
        return told
    assert won.win.source is not None
    seat = won.record.seats[won.win.source]
    if seat.hand is None:
        return False
    sets = SETS - len(seat.melds)
    return not any(_is_near(way.key, sets) for way in ways(seat.hand, won.indicator))


def _is_near(key: Key, sets: int) -> bool:
    """Return whether the naturals of *key* are ready, or would be after one exchange.

    The tile that is still to come counts as wild, and so does one that was exchanged:
    what is left of the naturals must fit into the sets and the eye.
    """
    return completes(key, sets) or any(
        count and completes(key - LANE[kind], sets) for kind, count in enumerate(counts(key))
    )
