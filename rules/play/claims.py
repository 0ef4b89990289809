"""The claims of a tile: who may, what was answered, which claim goes before, what follows."""

from __future__ import annotations

from rules.play.actions import (
    Action,
    Chow,
    Kong,
    Pass,
    Pung,
    Win,
)
from rules.play.flow import (
    aside_stands,
    flower_stands,
    kong_stands,
    logged,
    over,
    settle_wins,
    to_draw,
    touched,
)
from rules.play.legal import offers
from rules.play.manner import Manner
from rules.play.position import Ending, Position, Window
from rules.play.record import without, won
from rules.record.values import Meld
from rules.value import changed


def open_window(manner: Manner, at: Position, window: Window, is_closed: bool = False) -> Position:
    """Return the position in which *window* is open, or what follows if nobody can claim."""
    at = changed(at, window=window, stage="claims")
    if is_closed:
        return _unclaimed(manner, at)
    others = at.others(window.source)
    if window.by != "robbed_flower":
        able = [seat for seat in others if manner.may_complete(at, seat, window.tile)]
        at = changed(at, window=changed(window, complete=frozenset(able)))
    found = [(seat, mine) for seat in others if (mine := offers(manner, at, seat))]
    if not found:
        return _unclaimed(manner, at)
    assert at.window is not None
    return changed(at, window=changed(at.window, offers=tuple(found)))


def answered(manner: Manner, at: Position, action: Action) -> Position:
    """Return the position after one seat's answer; the last one closes the window."""
    window = at.window
    assert window is not None
    mine = next(offers for seat, offers in window.offers if seat == action.seat)
    rest = tuple([one for one in window.offers if one[0] != action.seat])
    window = changed(window, offers=rest, answers=(*window.answers, action))
    at = logged(at, action, window=window)
    if isinstance(action, Pass):
        words = manner.passed(at, window, action.seat, mine)
        at = at.noted(action.seat, *words) if words else at
    return at if rest else _closed(manner, at)


def _closed(manner: Manner, at: Position) -> Position:
    window = at.window
    assert window is not None
    claims = [answer for answer in window.answers if not isinstance(answer, Pass)]
    if not claims:
        return _unclaimed(manner, at)

    def rank(claim: Action) -> tuple[int, int]:
        distance = (claim.seat - window.source) % at.players
        return -manner.priority[type(claim)], distance

    claims.sort(key=rank)
    wins = [claim for claim in claims if isinstance(claim, Win)]
    if wins:
        found = manner.winners(at, [won(manner, at, one) for one in wins])
        if isinstance(found, Ending):
            return over(_declared(manner, at, window), found)
        return settle_wins(manner, at, tuple(found))
    return _claimed(manner, _let_go(manner, at, window), claims[0])


def _let_go(manner: Manner, at: Position, window: Window) -> Position:
    """Return the position after a tile not won on: announcements stand, misses are noted."""
    offered = {answer.seat for answer in window.answers}
    for seat in window.complete:
        words = manner.missed(at, window, seat, was_offered=seat in offered)
        at = at.noted(seat, *words) if words else at
    return _declared(manner, at, window)


def _declared(manner: Manner, at: Position, window: Window) -> Position:
    return manner.stands(at, window.source, window.declares) if window.declares else at


def _unclaimed(manner: Manner, at: Position) -> Position:
    window = at.window
    assert window is not None
    at = _let_go(manner, at, window)
    at = changed(at, window=None)
    if at.has_laid_aside:
        return aside_stands(manner, at)
    if window.by == "robbed_kong":
        return kong_stands(manner, at)
    if window.by == "robbed_flower":
        return flower_stands(manner, at)
    ending = manner.end_after_discard(at)
    if ending is not None:
        return over(at, ending)
    return to_draw(manner, at, at.others(window.source)[0])


def _claimed(manner: Manner, at: Position, claim: Action) -> Position:
    """Return the position after a set was claimed: its owner discards, or draws for a kong."""
    assert isinstance(claim, (Chow, Pung, Kong))
    assert claim.tile is not None
    place = at.seats[claim.seat]
    hand = place.hand
    for tile in claim.tiles:
        hand = without(hand, tile)
    kind = claim.kind if isinstance(claim, Kong) else "chow" if isinstance(claim, Chow) else "pung"
    meld = Meld(kind, tuple(sorted((*claim.tiles, claim.tile))), claim.source, claim.tile)
    seats = at.put(claim.seat, changed(place, hand=hand, melds=(*place.melds, meld)))
    at = touched(manner, changed(at, seats=seats, turn=claim.seat, window=None))
    if isinstance(claim, Kong):
        return kong_stands(manner, changed(at, kong=claim))
    return changed(at, stage="turn", drew="", drawn=None, claimed=claim, kong=None)
