"""Corrections, one tap each, and the way to the settlement and into the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

import rules
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.commands import (
    AddTiles,
    Claim,
    ConfirmHand,
    CorrectTile,
    Declare,
    EnterByHand,
    ForgetIncident,
    LayMeld,
    Mark,
    MoveTile,
    NoteIncident,
    ReadTable,
    RemoveMeld,
    RemoveTile,
    SayHow,
    SeatFact,
    Settle,
    WinFact,
    WinKong,
    WinOn,
    WinOnTile,
    WriteRow,
)
from kiosk.web.edit import win_named
from kiosk.web.forms import (
    at_the_hand,
    carry_out,
    form_is_on,
    form_number,
    form_number_or_none,
    refusal_words,
    service,
    submit,
)
from kiosk.web.incidents import details_in_form
from kiosk.web.melds import faces_alike, laid
from kiosk.web.outcome import how_of
from kiosk.web.places import place_from
from kiosk.web.play import outcome, ways_of
from kiosk.web.reviewing import meant
from rules.ruleset import Ruleset
from rules.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue

    from rules.tiles import Tile

bp = Blueprint("review", __name__, url_prefix="/review")


@bp.post("/read")
def read() -> ResponseReturnValue:
    """Let the camera look, or look again."""
    return carry_out(ReadTable())


@bp.post("/by-hand")
def by_hand() -> ResponseReturnValue:
    """Go on without the camera."""
    return carry_out(EnterByHand())


@bp.post("/tile")
def correct() -> ResponseReturnValue:
    """Say what a tile is."""
    return carry_out(CorrectTile(form_number("tile"), _code("code")))


@bp.post("/tile/none")
def remove() -> ResponseReturnValue:
    """Say that there is no such tile."""
    return carry_out(RemoveTile(form_number("tile")))


@bp.post("/tile/move")
def move() -> ResponseReturnValue:
    """Put a tile into another row."""
    place = place_from(request.form.get("place", ""))
    return carry_out(MoveTile(form_number("tile"), place))


@bp.post("/tile/winning")
def win_on_tile() -> ResponseReturnValue:
    """Say that a tile of the hand is the winning tile."""
    return carry_out(WinOnTile(form_number("tile")))


@bp.post("/winning/<int:seat>")
def winning(seat: int) -> ResponseReturnValue:
    """Say which tile won."""
    return carry_out(WinOn(seat, _code("code"), _win_number()))


@bp.post("/row")
def add() -> ResponseReturnValue:
    """Add a tile to a row and stay at the pad for the next one."""
    place = place_from(request.form.get("place", ""))
    pad = url_for("edit.row", part=place.part, seat=place.seat)
    return carry_out(AddTiles(place, _code("code")), pad)


@bp.post("/row/clear")
def clear_row() -> ResponseReturnValue:
    """Take every tile of a row away."""
    place = place_from(request.form.get("place", ""))
    return carry_out(WriteRow(place, ""), url_for("edit.row", part=place.part, seat=place.seat))


@bp.post("/meld")
def meld() -> ResponseReturnValue:
    """Lay a set open, or change one."""
    kind = request.form.get("kind", "")
    alike = faces_alike(_code("first"), _substitutes())
    claimed_at, size = form_number_or_none("claimed"), form_number_or_none("size")
    tiles, claimed = laid(kind, alike, claimed_at, size)
    seat, number = form_number("seat"), form_number_or_none("meld")
    giver = None if kind == "kong_concealed" else _giver(seat)
    return carry_out(LayMeld(seat, kind, tiles, claimed, giver, number))


def _giver(seat: int) -> int | None:
    """Return whose tile *seat* claimed; its left neighbour's where the game does not show it."""
    session = service().view().session
    if session is None or rules.ruleset(session.ruleset).shows_claims:
        return form_number_or_none("giver")
    return (seat - 1) % len(session.players)


def _substitutes() -> Mapping[Tile, Tile]:
    """Return the tiles that are another one in the hand that is reviewed."""
    view = service().view()
    if view.session is None or view.draft is None:
        return {}
    game = rules.ruleset(view.session.ruleset)
    if not isinstance(game, Ruleset):
        return {}
    turned_up = tuple(TILES[tile.code] for tile in view.draft.indicators)
    return game.substitutes(turned_up, {**game.defaults, **view.session.options})


@bp.post("/meld/none")
def remove_meld() -> ResponseReturnValue:
    """Say that there is no such set."""
    return carry_out(RemoveMeld(form_number("meld")))


@bp.get("/how/<int:seat>")
def how(seat: int) -> ResponseReturnValue:
    """Ask again how a seat won."""
    view = at_the_hand()
    if view.stage not in (Stage.REVIEW, Stage.PLAYING) or view.draft is None:
        return redirect(url_for("play.screen"), 303)
    win = win_named(view.draft, seat, _win_number())
    if win is None:
        abort(404)
    shown = outcome(view)
    winner = shown["seats"][seat]
    asked = {
        "winner": winner,
        "ways": ways_of(view, winner),
        "number": win.number,
        "others": (),
        "asks": False,
    }
    return render_template("outcome.html", **{**shown, **asked})


@bp.post("/how/<int:seat>")
def say_how(seat: int) -> ResponseReturnValue:
    """Correct how a seat won."""
    by, giver = how_of(request.form.get("how", ""))
    return carry_out(SayHow(Claim(seat, by, giver), _win_number()))


@bp.post("/mark")
def mark() -> ResponseReturnValue:
    """Set or clear a mark of a win."""
    mark, seat = request.form.get("mark", ""), form_number("seat")
    return carry_out(Mark(seat, mark, on=form_is_on(), win=_win_number()))


@bp.post("/kong")
def kong() -> ResponseReturnValue:
    """Say on which kong's supplement a seat won, or that nobody has said."""
    seat, place = form_number("seat"), form_number_or_none("kong")
    return carry_out(WinKong(seat, place, _win_number()))


@bp.post("/declare")
def declare() -> ResponseReturnValue:
    """Set or clear an announcement of a seat."""
    return carry_out(Declare(form_number("seat"), request.form.get("word", ""), on=form_is_on()))


@bp.post("/fact")
def fact() -> ResponseReturnValue:
    """Say what the tiles cannot show."""
    name, seat = request.form.get("fact", ""), form_number("seat")
    of_win = request.form.get("of") == "win"
    value = _meant(name, of_win=of_win)
    if of_win:
        return carry_out(WinFact(seat, name, value, _win_number()))
    return carry_out(SeatFact(seat, name, value))


@bp.post("/incident")
def incident() -> ResponseReturnValue:
    """Note a fine, a false win or the like."""
    kind = request.form.get("kind", "")
    details = details_in_form(service().view(), kind)
    return carry_out(NoteIncident(kind, form_number_or_none("seat"), details))


@bp.post("/incident/none")
def forget_incident() -> ResponseReturnValue:
    """Take an incident back."""
    return carry_out(ForgetIncident(form_number("index")))


@bp.post("/settle")
def settle() -> ResponseReturnValue:
    """Show what the hand pays; what is wrong comes back to the tiles."""
    return carry_out(Settle())


@bp.post("/confirm")
def confirm() -> ResponseReturnValue:
    """Count the hand; a second tap of the same page counts nothing more."""
    try:
        answer = submit(ConfirmHand())
    except Refused as refused:
        flash(refusal_words(refused.code), "wrong")
    else:
        key = "already_counted" if answer.is_repeat else "counted"
        flash(refusal_words(key), "good")
    return redirect(url_for("play.screen"), 303)


def _win_number() -> int | None:
    """Return which of a seat's wins is meant, where the page says so."""
    return request.values.get("win", type=int)


def _code(field: str) -> str:
    """Return the tile code in *field*."""
    code = request.form.get(field, "")
    if not code:
        abort(400)
    return code


def _meant(name: str, *, of_win: bool) -> Any:
    """Return the value of fact *name* in the form; end the request where it makes no sense."""
    session = service().view().session
    if session is None:
        abort(400)
    game = rules.ruleset(session.ruleset)
    known = {one.id: one.kind for one in (game.win_facts if of_win else game.seat_facts)}
    if name not in known:
        abort(400)
    try:
        return meant(request.form.get("value", ""), known[name])
    except ValueError:
        abort(400)
