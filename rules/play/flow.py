"""How a hand goes on: the opening, the next draw, a supplement, wins, the end."""

from __future__ import annotations

from typing import Any, Final

from rules.play.actions import (
    Action,
    Kong,
    Win,
)
from rules.play.kongs import supplements_for
from rules.play.play_rules import REPLACED, PlayRules
from rules.play.position import Drew, Ending, LoggedWin, Position
from rules.play.record import WON
from rules.tiles import without
from rules.value import evolve

DECLINED: Final = "declined"
"""The note of a seat that left the last tile to the others."""


def log_action(at: Position, action: Action, **changes: Any) -> Position:
    """Return the position with *action* in its log and these *changes*."""
    return evolve(at, log=(*at.log, action), **changes)


def over(at: Position, ending: Ending, wins: tuple[LoggedWin, ...] = ()) -> Position:
    """Return the position of a hand that has ended so."""
    return evolve(at, stage="over", window=None, kong=None, ending=ending, wins=(*at.wins, *wins))


def go_on_opening(play: PlayRules, at: Position) -> Position:
    """Return where somebody has something to do in the opening, or the first turn."""
    banker = at.state.banker
    while at.step < len(play.opening):
        if any(True for _ in play.opening_offers(at, at.turn)):
            return at
        following = (at.turn + 1) % at.players
        at = _round_over(at) if following == banker else at
        if following == banker and not play.repeats_step(at):
            at = play.step_over(evolve(at, step=at.step + 1))
            if at.wins:
                return over(at, WON)
        at = evolve(at, turn=following)
    return evolve(at, stage="turn", turn=banker)


def _round_over(at: Position) -> Position:
    """Return the position in which flowers drawn in the go-round wait no more."""
    seats = [evolve(place, notes=place.notes - {REPLACED}) for place in at.seats]
    return evolve(at, seats=tuple(seats))


def to_draw(play: PlayRules, at: Position, seat: int) -> Position:
    """Return the position in which *seat* draws next, or in which nothing is left to draw."""
    place = at.seats[seat]
    if place.notes & play.cleared_by_draw:
        place = evolve(place, notes=place.notes - play.cleared_by_draw)
        at = evolve(at, seats=at.put(seat, place))
    at = evolve(
        at, stage="draw", turn=seat, window=None, kong=None, drew="", drawn=None, claimed=None
    )
    at = evolve(at, beside=None) if at.beside is not None else at
    return over(at, play.end_by_exhaustion(at)) if play.live(at) <= 0 else at


def decline(play: PlayRules, at: Position, seat: int) -> Position:
    """Return the position in which the next seat is offered the tile, or nobody is left to."""
    at = at.note(seat, DECLINED)
    if all(DECLINED in place.notes for place in at.seats):
        return over(at, play.end_by_exhaustion(at))
    return to_draw(play, at, at.next_after(seat))


def to_supplement(
    play: PlayRules, at: Position, seat: int, drew: Drew, kong: Kong | None = None
) -> Position:
    """Return the position in which *seat* draws a supplement, if one is left."""
    at = evolve(at, stage="draw", turn=seat, window=None, drew=drew, drawn=None)
    due = 1 if kong is None else supplements_for(kong)
    at = evolve(at, kong=kong, claimed=None, supplements_due=due, pips=())
    return over(at, play.end_by_exhaustion(at)) if play.supplements(at) <= 0 else at


def mark_touched(play: PlayRules, at: Position) -> Position:
    """Return the position after a claim or a kong: no first go-round, no open shots any more."""
    notes = play.cleared_by_claim
    seats = at.seats
    if any(place.notes & notes for place in seats):
        seats = tuple([evolve(place, notes=place.notes - notes) for place in seats])
    return evolve(at, untouched=False, seats=seats)


def turn_up(play: PlayRules, at: Position, count: int) -> Position:
    """Return the position with *count* more indicators for kongs turned up and none due.

    Of those that are due later the supplement may have taken the last tile.
    """
    at = evolve(at, indicators_due=0) if at.indicators_due else at
    for _ in range(count):
        place = play.kong_indicator_place(at)
        if place in at.wall.places_left:
            at = evolve(at, wall=at.wall.turn_up(place))
    return at


def kong_stands(play: PlayRules, at: Position) -> Position:
    """Return the position after a kong that nobody robbed: its indicators, its supplement."""
    kong = at.kong
    assert kong is not None
    at = mark_touched(play, at)
    if at.indicators_due:
        at = turn_up(play, at, at.indicators_due)
    count, is_later = play.indicators_for(at, kong)
    at = evolve(at, indicators_due=count) if is_later else turn_up(play, at, count)
    return to_supplement(play, at, kong.seat, "kong", kong)


def aside_stands(play: PlayRules, at: Position) -> Position:
    """Return the position after a tile laid aside that nobody won on: its supplement is due."""
    at = mark_touched(play, at) if play.aside_interrupts else at
    return at if at.is_over else evolve(at, stage="draw")


def flower_stands(play: PlayRules, at: Position) -> Position:
    """Return the position after a flower that nobody robbed: the opening goes on, or a draw."""
    if at.step < len(play.opening):
        return go_on_opening(play, evolve(at, stage="opening", window=None))
    return to_supplement(play, at, at.turn, "flower")


def settle_wins(play: PlayRules, at: Position, wins: tuple[LoggedWin, ...]) -> Position:
    """Return the position after *wins*: the end, or the next turn where play goes on."""
    if not play.plays_on:
        return over(at, WON, wins)
    at = _with_won_tile(at, wins[0].win)
    seats = list(at.seats)
    for one in wins:
        seats[one.win.seat] = play.after_win(seats[one.win.seat], one.win)
    at = evolve(at, seats=tuple(seats), wins=(*at.wins, *wins), window=None)
    if play.ends_after(at):
        return over(at, WON)
    return to_draw(play, at, at.next_after(wins[-1].win.seat))


def _with_won_tile(at: Position, win: Win) -> Position:
    """Return the position in which the tile won on lies beside the hand of the first winner."""
    place = at.seats[win.seat]
    place = evolve(place, won=(*place.won, win))
    if win.by == "self_draw" and win.tile is not None:
        place = evolve(place, hand=without(place.hand, win.tile))
    at = evolve(at, seats=at.put(win.seat, place))
    if win.by != "robbed_kong" or win.source is None or win.tile is None:
        return at
    source_place = at.seats[win.source]
    kind_of, kind = at.game.kind_of, at.game.kind_of[win.tile]
    melds = tuple(
        [
            meld.without(win.tile)
            if meld.kind == "kong_added" and kind_of[meld.tiles[0]] == kind
            else meld
            for meld in source_place.melds
        ]
    )
    return evolve(at, seats=at.put(win.source, evolve(source_place, melds=melds)))
