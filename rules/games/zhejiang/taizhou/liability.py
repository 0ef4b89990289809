"""Whose discard pays for everyone: taizhou.md, "Liability"."""

from __future__ import annotations

from rules.games.zhejiang.taizhou.elements import indicator_of, ways
from rules.hands.covers import completes
from rules.hands.keys import LANE, Key, counts
from rules.record.values import Meld, Record, Win
from rules.scoring import SETS, Score
from rules.tiles import DRAGONS, Tile

DRAGON_SETS = 2
SUIT_SETS = 3


def is_liable(record: Record, win: Win, score: Score) -> bool:
    """Return whether the discarder pays all payments of the hand."""
    if win.by != "discard":
        return False
    house, is_dragon = record.options["fresh_required"], win.tile in DRAGONS
    return (
        (_feeds_third_dragon(record, win) and (house == "none" or is_fresh(record, win)))
        or _feeds_pure_suit(record, win, score)
        or (is_dragon and (house != "both" or is_fresh(record, win)) and is_far(record, win))
    )


def _exposed_melds(record: Record, win: Win) -> tuple[Meld, ...]:
    return tuple(meld for meld in record.seats[win.seat].melds if meld.is_exposed)


def _feeds_third_dragon(record: Record, win: Win) -> bool:
    """Return whether the other two dragons lie exposed in pungs or kongs: rule 1."""
    exposed_dragons = {meld.tiles[0] for meld in _exposed_melds(record, win)} & DRAGONS
    return win.tile in DRAGONS and len(exposed_dragons - {win.tile}) == DRAGON_SETS


def _feeds_pure_suit(record: Record, win: Win, score: Score) -> bool:
    """Return whether three sets of the discarded suit lie exposed in a pure hand: rule 2."""
    suit = score.hand.tile // 9
    of_suit = [meld for meld in _exposed_melds(record, win) if meld.tiles[0] // 9 == suit]
    return "pure_one_suit" in score.names and len(of_suit) >= SUIT_SETS


def is_fresh(record: Record, win: Win) -> bool:
    """Return whether no tile like the winning one was discarded before (D13)."""
    answer: bool | None = win.facts.get("fresh")
    if answer is not None:
        return answer
    discards: list[Tile] = []
    for number, seat in enumerate(record.seats):
        if seat.discards is None:
            return False
        ends_with_it = number == win.source and seat.discards[-1:] == (win.tile,)
        discards += seat.discards[:-1] if ends_with_it else seat.discards
    return win.tile not in discards and not _lies_exposed(record, win.tile)


def _lies_exposed(record: Record, tile: Tile | None) -> bool:
    return any(
        tile == meld.claimed or (meld.kind != "chow" and meld.is_exposed and tile in meld.tiles)
        for seat in record.seats
        for meld in seat.melds
    )


def is_far(record: Record, win: Win) -> bool:
    """Return whether the discarder was neither ready nor one tile from it (D13)."""
    answer: bool | None = win.facts.get("discarder_far")
    if answer is not None:
        return answer
    seat = record.seats[win.seat if win.source is None else win.source]
    if seat.hand is None:
        return False
    sets = SETS - len(seat.melds)
    return not any(_is_near(way.key, sets) for way in ways(seat.hand, indicator_of(record)))


def _is_near(key: Key, sets: int) -> bool:
    """Return whether the naturals of *key* are ready, or would be after one exchange.

    The tile that is still to come counts as wild, and so does one that was exchanged:
    what is left of the naturals must fit into the sets and the eye.
    """
    return completes(key, sets) or any(
        count and completes(key - LANE[kind], sets) for kind, count in enumerate(counts(key))
    )
