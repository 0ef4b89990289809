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
    log_action,
    mark_touched,
    over,
    settle_wins,
    to_draw,
)
from rules.play.kongs import with_claimed
from rules.play.legal import offers
from rules.play.play_rules import PlayRules
from rules.play.position import Ending, Place, Position, Window
from rules.play.record import describe_win
from rules.tiles import without
from rules.value import evolve


def open_window(play: PlayRules, at: Position, window: Window, is_closed: bool = False) -> Position:
    """Return the position in which *window* is open, or what follows if nobody can claim."""
    if is_closed:
        return _go_on_unclaimed(play, at, window)
    window = with_complete(play, at, window)
    position = evolve(at, window=window, stage="claims")
    others = at.others(window.source)
    all_offers = [(seat, mine) for seat in others if (mine := offers(play, position, seat))]
    if not all_offers:
        return _go_on_unclaimed(play, at, window)
    return evolve(position, window=evolve(window, offers=tuple(all_offers)))


def with_complete(play: PlayRules, at: Position, window: Window) -> Window:
    """Return *window* with the seats whose hands its tile may complete."""
    if window.by == "robbed_flower":
        return window
    others = at.others(window.source)
    able = [seat for seat in others if play.may_complete(at, seat, window.tile)]
    return evolve(window, complete=frozenset(able)) if able else window


def record_answer(play: PlayRules, at: Position, action: Action) -> Position:
    """Return the position after one seat's answer; the last one closes the window."""
    window = at.window
    assert window is not None
    mine = next(offers for seat, offers in window.offers if seat == action.seat)
    rest = tuple([one for one in window.offers if one[0] != action.seat])
    window = evolve(window, offers=rest, answers=(*window.answers, action))
    at = log_action(at, action, window=window)
    if isinstance(action, Pass):
        words = play.pass_notes(at, window, action.seat, mine)
        at = at.note(action.seat, *words) if words else at
    return at if rest else _close_window(play, at)


def _close_window(play: PlayRules, at: Position) -> Position:
    window = at.window
    assert window is not None
    claims = [answer for answer in window.answers if not isinstance(answer, Pass)]
    if not claims:
        return _go_on_unclaimed(play, evolve(at, window=None), window)

    def rank(claim: Action) -> tuple[int, int]:
        distance = (claim.seat - window.source) % at.players
        return -play.claim_rank(claim), distance

    claims.sort(key=rank)
    wins = [claim for claim in claims if isinstance(claim, Win)]
    if wins:
        outcome = play.winners(at, [describe_win(play, at, one) for one in wins])
        if isinstance(outcome, Ending):
            return over(_confirm_declaration(play, at, window), outcome)
        return settle_wins(play, at, tuple(outcome))
    return _apply_claim(play, _let_go(play, at, window), claims[0])


def _let_go(play: PlayRules, at: Position, window: Window) -> Position:
    """Return the position after a tile not won on: announcements stand, misses are noted."""
    seats = {answer.seat for answer in window.answers}
    for seat in window.complete:
        words = play.miss_notes(at, window, seat, was_offered=seat in seats)
        at = at.note(seat, *words) if words else at
    return _confirm_declaration(play, at, window)


def _confirm_declaration(play: PlayRules, at: Position, window: Window) -> Position:
    return play.stands(at, window.source, window.declares) if window.declares else at


def _go_on_unclaimed(play: PlayRules, at: Position, window: Window) -> Position:
    at = _let_go(play, at, window)
    if at.has_laid_aside:
        return aside_stands(play, at)
    if window.by == "robbed_kong":
        return kong_stands(play, at)
    if window.by == "robbed_flower":
        return flower_stands(play, at)
    own = play.wins_after_discard(at)
    if own:
        return settle_wins(play, at, tuple([describe_win(play, at, one) for one in own]))
    ending = play.end_after_discard(at)
    if ending is not None:
        return over(at, ending)
    return to_draw(play, at, at.next_after(window.source))


def _apply_claim(play: PlayRules, at: Position, claim: Action) -> Position:
    """Return the position after a set was claimed: its owner discards, or draws for a kong."""
    assert isinstance(claim, (Chow, Pung, Kong))
    assert claim.tile is not None
    place = at.seats[claim.seat]
    hand = place.hand
    for tile in claim.tiles:
        hand = without(hand, tile)
    melds = (*place.melds, with_claimed(claim))
    notes = place.notes - play.cleared_by_own_claim
    seats = at.put(claim.seat, evolve(place, hand=hand, melds=melds, notes=notes))
    seats = _without_skipped(play, seats, claim)
    at = mark_touched(play, evolve(at, seats=seats, turn=claim.seat, window=None))
    if isinstance(claim, Kong):
        return kong_stands(play, evolve(at, kong=claim))
    return evolve(at, stage="turn", drew="", drawn=None, claimed=claim, kong=None)


def _without_skipped(
    play: PlayRules, seats: tuple[Place, ...], claim: Chow | Pung | Kong
) -> tuple[Place, ...]:
    """Return *seats* without the notes that go when *claim* passes over somebody's turn."""
    notes, source = play.cleared_when_skipped, claim.source
    if not notes or source is None:
        return seats
    count = len(seats)
    skipped_seats = {(source + step) % count for step in range(1, (claim.seat - source) % count)}
    return tuple(
        [
            evolve(place, notes=place.notes - notes) if seat in skipped_seats else place
            for seat, place in enumerate(seats)
        ]
    )
