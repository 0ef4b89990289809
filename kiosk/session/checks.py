"""What must hold of a command before it is carried out; each check raises `Refused`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Final

from kiosk.errors import Refused, refused_for
from kiosk.session import commands as c
from kiosk.session.draft import Draft, Stage
from kiosk.session.engine import Engine
from kiosk.session.record import split
from rules.errors import JantakuError, Problem
from rules.game import Game

FACES: Final = 6
"""Pips of a die."""
MAX_DICE: Final = 4
MAX_THROWS: Final = 8
MAX_ROW: Final = 60
"""Tiles that a row can hold; more is a slip of the finger, not a hand."""


def check_opening(command: c.OpenSession, engine: Engine) -> None:
    """Raise `Refused` unless this game can be opened with these players and options."""
    try:
        game = engine.ruleset(command.ruleset)
    except JantakuError as error:
        raise Refused(error.code, str(error), where="ruleset") from error
    seats = len(command.players)
    if len(set(command.players)) != seats:
        raise Refused("same_player_twice", "one person cannot sit twice", where="players")
    check_options(command, game)
    choices = game.seat_choices({**game.defaults, **command.options})
    if seats not in choices:
        allowed = ", ".join(str(number) for number in choices)
        raise Refused("bad_seats", f"{seats} players; this game takes {allowed}", where="players")


def check_options(command: c.OpenSession, game: Game) -> None:
    """Raise `Refused` where this game has no such option, or the option no such value."""
    problems = tuple(
        Problem("unknown_option", f"{name} cannot be {value!r}", f"options.{name}")
        for name, value in command.options.items()
        if name not in game.by_option or not game.by_option[name].allows(value)
    )
    if problems:
        raise refused_for(problems)


def check_winners(claims: Sequence[c.Claim], seats: int) -> None:
    """Raise `Refused` unless these can be the winners of one hand."""
    if not claims:
        raise Refused("no_winner", "say who won", where="wins")
    winners = [claim.seat for claim in claims]
    for place, claim in enumerate(claims):
        where = f"wins[{place}]"
        _check_seat(claim.seat, seats, f"{where}.seat")
        if claim.giver is not None:
            _check_seat(claim.giver, seats, f"{where}.from")
        if claim.giver == claim.seat:
            raise Refused("bad_giver", "nobody wins on an own discard", where=f"{where}.from")
        if claim.by == "self_draw" and claim.giver is not None:
            raise Refused("bad_giver", "a self-drawn tile has no giver", where=f"{where}.from")
        if claim.by in ("discard", "robbed_kong") and claim.giver is None:
            raise Refused("no_giver", "say whose tile it was", where=f"{where}.from")
    if len(set(winners)) != len(winners):
        raise Refused("same_winner_twice", "a seat can win once", where="wins")


def check_ending(
    command: c.GoBack | c.UseUpWall | c.CallDraw | c.ForgetWin, draft: Draft, game: Game
) -> None:
    """Raise `Refused` where the game ends otherwise: most with a win, some with the wall."""
    match command:
        case c.GoBack(Stage.OUTCOME) if game.plays_on:
            raise Refused("not_now", "go back to play and call the win again", where="stage")
        case c.UseUpWall() if not game.plays_on:
            raise Refused("not_now", "this game ends with a win", where="stage")
        case c.CallDraw() if game.plays_on and draft.noted_wins:
            raise Refused("not_now", "wins have been noted; end play instead", where="wins")
        case c.ForgetWin() if not game.plays_on:
            raise Refused("not_now", "go back to play instead", where="wins")
        case _:
            return


def check_correction(command: c.Command, draft: Draft, tiles: Container[str]) -> None:
    """Raise `Refused` unless what *command* names exists; *tiles* are the codes of the set."""
    seat = getattr(command, "seat", None)
    if seat is not None:
        _check_seat(seat, len(draft.seats), "seat")
    match command:
        case c.NoteDice(pips):
            _check_throw(pips, draft)
        case c.CorrectTile(_, code) | c.WinOn(_, code):
            _check_codes((code,), tiles, "code")
        case c.AddTiles(place, text) | c.WriteRow(place, text):
            _check_text(text, tiles)
            _check_seat(place.seat or 0, len(draft.seats), str(place))
        case c.LayMeld(_, _, text):
            _check_text(text, tiles)
        case c.MoveTile(_, place):
            _check_seat(place.seat or 0, len(draft.seats), str(place))
        case c.SayHow(claim):
            check_winners((claim,), len(draft.seats))
        case _:
            return


def _check_seat(seat: int, seats: int, where: str) -> None:
    """Raise `Refused` unless someone sits at *seat*."""
    if not 0 <= seat < seats:
        raise Refused("no_such_seat", f"there is no seat {seat}", where=where)


def _check_throw(pips: Sequence[int], draft: Draft) -> None:
    """Raise `Refused` unless *pips* can be one throw and this hand needs no more than a few."""
    if not 1 <= len(pips) <= MAX_DICE or any(not 1 <= pip <= FACES for pip in pips):
        raise Refused("bad_dice", f"{list(pips)} is no throw of dice", where="pips")
    if draft.drawn and len(pips) != len(draft.drawn[0]):
        raise Refused("bad_dice", "everyone throws as many dice in a draw", where="pips")
    if len(draft.dice) >= MAX_THROWS:
        raise Refused("bad_dice", "there are throws enough for this hand", where="pips")


def _check_text(text: str, tiles: Container[str]) -> None:
    """Raise `Refused` unless *text* is a row of these tiles in compact notation."""
    try:
        codes = split(text)
    except ValueError as error:
        raise Refused("bad_tiles", str(error), where="tiles") from error
    if len(codes) > MAX_ROW:
        raise Refused("bad_tiles", f"{len(codes)} tiles are too many for a row", where="tiles")
    _check_codes(codes, tiles, "tiles")


def _check_codes(codes: Iterable[str], tiles: Container[str], where: str) -> None:
    """Raise `Refused` unless each code is one of these tiles."""
    for code in codes:
        if code not in tiles:
            raise Refused("bad_tiles", f"{code!r} is no tile of this game", where=where)
