"""Who won: what a call and a claim make of a draft, and how a noted win is taken back.

In most games a win ends the hand, and one call names all who won. Where play goes on, each call
adds its winners to those noted before. Each check raises `Refused`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from kiosk.errors import Refused
from kiosk.session import commands as c
from kiosk.session.draft import Draft, DraftWin, Numbering, Stage
from rules.game import Game

SEPARATE: Final = "separate"
"""The fact that a win is on another tile than the one before it (`Game.plays_on`)."""


def call_win(draft: Draft, seat: int, game: Game) -> Draft:
    """Return *draft* at the screen that asks how *seat* won."""
    numbering = Numbering(draft.next_number)
    pending = DraftWin(seat, number=numbering.take())
    wins = (*draft.noted_wins, pending) if game.plays_on else (pending,)
    after = replace(draft, stage=Stage.OUTCOME, outcome="win", wins=wins)
    return replace(after, next_number=numbering.next)


def with_claims(draft: Draft, claims: tuple[c.Claim, ...], game: Game) -> Draft:
    """Return *draft* with the winners of one tile: at reading, or in play where it goes on."""
    if game.plays_on:
        return _with_wins(draft, claims)
    numbering = Numbering(draft.next_number)
    win_by_seat = {win.seat: win for win in draft.wins}
    wins = tuple(
        replace(
            win_by_seat.get(claim.seat) or DraftWin(claim.seat, number=numbering.take()),
            by=claim.by,
            giver=claim.giver,
        )
        for claim in claims
    )
    use_up_wall = replace(draft, stage=Stage.READING, outcome="win", wins=wins, problems=())
    return replace(use_up_wall, next_number=numbering.next)


def _with_wins(draft: Draft, claims: tuple[c.Claim, ...]) -> Draft:
    """Return *draft* back in play with these wins after those noted before."""
    numbering = Numbering(draft.next_number)
    call = 1 + max((win.call for win in draft.noted_wins), default=0)
    new = [
        DraftWin(claim.seat, claim.by, claim.giver, number=numbering.take(), call=call)
        for claim in claims
    ]
    wins = separate_wins((*draft.noted_wins, *new))
    return replace(
        draft, stage=Stage.PLAYING, outcome="", wins=wins, next_number=numbering.next, problems=()
    )


def use_up_wall(draft: Draft) -> Draft:
    """Return *draft* after the last tile of the wall, at reading or, without a win, at review."""
    if draft.wins:
        return replace(draft, stage=Stage.READING, outcome="win")
    return replace(draft, stage=Stage.REVIEW, outcome="draw")


def find_win(draft: Draft, seat: int, number: int | None = None) -> DraftWin | None:
    """Return the win of *seat* with this *number*, its first where none is given."""
    return next((win for win in draft.wins_of(seat) if number in (None, win.number)), None)


def forget_win(draft: Draft, number: int) -> Draft:
    """Return *draft* without the win *number*; at review without any win nobody has won."""
    if all(win.number != number for win in draft.wins):
        raise Refused("no_such_win", "this win is not there any more", where="win")
    wins = separate_wins(win for win in draft.wins if win.number != number)
    is_drawn = draft.outcome == "win" and not wins
    return replace(draft, wins=wins, outcome="draw" if is_drawn else draft.outcome)


def give_win(draft: Draft, seat: int, winner: int, number: int | None = None) -> Draft:
    """Return *draft* with a win of *seat* as *winner*'s, who shows what *seat* did.

    Where *winner* shows tiles already, only the win goes. Whoever gave *seat* a tile and is now
    its owner changes places with *seat*.
    """
    target = find_win(draft, seat, number)
    if target is None:
        raise Refused("no_such_win", f"seat {seat} has no such win in this hand", where="seat")
    if any(win.call == target.call for win in draft.wins_of(winner)):
        raise Refused("same_winner_twice", "a seat can win once", where="winner")
    new_win = replace(target, seat=winner, giver=seat if target.giver == winner else target.giver)
    wins = tuple(new_win if win is target else win for win in draft.wins)
    after = replace(draft, wins=separate_wins(wins))
    shows = draft.seats[winner]
    return after if shows.hand or shows.melds else _with_tiles_moved(after, seat, winner)


def _with_tiles_moved(draft: Draft, seat: int, winner: int) -> Draft:
    old, new = draft.seats[seat], draft.seats[winner]
    melds = tuple(
        replace(meld, giver=seat if meld.giver == winner else meld.giver) for meld in old.melds
    )
    seats = list(draft.seats)
    seats[winner] = replace(new, hand=old.hand, melds=melds, flowers=old.flowers, aside=old.aside)
    seats[seat] = replace(old, hand=None, melds=(), flowers=new.flowers, aside=new.aside)
    return replace(draft, seats=tuple(seats))


def separate_wins(wins: Iterable[DraftWin]) -> tuple[DraftWin, ...]:
    """Return *wins*, those that a call of their own sets apart from the tile before saying so.

    Only games that go on after a win count calls; in the others all won on one tile.
    """
    new_wins: list[DraftWin] = []
    for win in wins:
        facts = {name: value for name, value in win.facts.items() if name != SEPARATE}
        if new_wins and _could_be_one(new_wins[-1], win):
            facts[SEPARATE] = True
        new_wins.append(replace(win, facts=facts) if win.call else win)
    return tuple(new_wins)


def _could_be_one(before: DraftWin, win: DraftWin) -> bool:
    """Return whether *win*, of a later call, looks like another on the tile of the one *before*."""
    is_taken = win.giver is not None
    return is_taken and before.call != win.call and (before.by, before.giver) == (win.by, win.giver)


def with_calls(draft: Draft) -> Draft:
    """Return *draft*, written from the record of a game that plays on, with its calls counted."""
    wins: list[DraftWin] = []
    for win in draft.wins:
        call = wins[-1].call if wins else 0
        if not _was_one_tile([one for one in wins if one.call == call], win):
            call += 1
        wins.append(replace(win, call=call))
    return replace(draft, wins=tuple(wins))


def _was_one_tile(before: list[DraftWin], win: DraftWin) -> bool:
    """Return whether *win* was on the tile that the wins *before* it, all of one call, were on."""
    if not before or win.giver is None or win.facts.get(SEPARATE, False):
        return False
    codes = {one.tile and one.tile.code for one in (*before, win)}
    ways = {(one.by, one.giver) for one in (*before, win)}
    return len(codes) == len(ways) == 1 and win.seat not in {one.seat for one in before}


def share_tile(wins: tuple[DraftWin, ...], numbering: Numbering) -> tuple[DraftWin, ...]:
    """Return *wins* with the tile that one of several winners has given to those without one."""
    tile_by_call = {(win.call, win.giver): win.tile for win in wins if win.tile is not None}
    new_wins = []
    for win in wins:
        tile = None if win.giver is None else tile_by_call.get((win.call, win.giver))
        if win.tile is None and tile is not None:
            new_wins.append(replace(win, tile=replace(tile, number=numbering.take())))
        else:
            new_wins.append(win)
    return tuple(new_wins)


def by_tiles(wins: tuple[DraftWin, ...]) -> tuple[DraftWin, ...]:
    """Return *wins* as their tiles tell them, whatever was said that the hands are worth."""
    return tuple(replace(win, value=None) for win in wins)


def claims_of(command: c.SayWho | c.CallWin) -> tuple[c.Claim, ...]:
    """Return who claims to have won; who calls may have drawn the tile himself."""
    return (
        command.claims if isinstance(command, c.SayWho) else (c.Claim(command.seat, "self_draw"),)
    )


def check_winners(claims: Sequence[c.Claim], seats: int) -> None:
    """Raise `Refused` unless these can be the winners of one hand."""
    if not claims:
        raise Refused("no_winner", "say who won", where="wins")
    winners = [claim.seat for claim in claims]
    for place, claim in enumerate(claims):
        where = f"wins[{place}]"
        check_seat(claim.seat, seats, f"{where}.seat")
        if claim.giver is not None:
            check_seat(claim.giver, seats, f"{where}.from")
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
    """Raise `Refused` where the game ends otherwise: most with a win, some with the wall.

    An amended hand is never dealt again: the table between hands is the next one's.
    """
    match command:
        case c.GoBack(Stage.TABLE) if draft.amends is not None:
            raise Refused("not_now", "an older hand was dealt long ago", where="stage")
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


def check_seat(seat: int, seats: int, where: str) -> None:
    """Raise `Refused` unless someone sits at *seat*."""
    if not 0 <= seat < seats:
        raise Refused("no_such_seat", f"there is no seat {seat}", where=where)
