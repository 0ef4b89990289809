"""Corrections at the review, one tap each, and the way to the settlement and into the ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any, Final

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.errors import Refused
from kiosk.session import Session, Stage
from kiosk.session.answers import SayReady, SayValue, SayWinner
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
    SayLeader,
    SeatFact,
    Settle,
    StartPlay,
    WinFact,
    WinKong,
    WinOn,
    WinOnTile,
    WriteRow,
)
from kiosk.session.facts import parse
from kiosk.session.readiness import is_ready
from kiosk.table.port import Link
from kiosk.view import HandView
from kiosk.web.actions.forms import (
    carry_out,
    form_is_on,
    form_number,
    form_number_or_none,
    submit,
    then,
    then_settle,
)
from kiosk.web.actions.table import how_of
from kiosk.web.context import open_view, refusal_words, service, words
from kiosk.web.views.edit import KONG, place_from, win_number
from kiosk.web.views.value import parse_value, value_link
from rules.game import Fact
from rules.ruleset import Ruleset
from rules.tiles import CODES, KIND, TILES, Tile, write

bp = Blueprint("review", __name__)


@bp.post("/review/read")
def read() -> ResponseReturnValue:
    """Let the camera look, or look again."""
    return carry_out(ReadTable())


@bp.post("/review/by-hand")
def by_hand() -> ResponseReturnValue:
    """Go on without the camera."""
    return carry_out(EnterByHand())


@bp.post("/review/tile")
def correct() -> ResponseReturnValue:
    """Say what a tile is."""
    return carry_out(CorrectTile(form_number("tile"), _code("code")))


@bp.post("/review/tile/none")
def remove() -> ResponseReturnValue:
    """Say that there is no such tile."""
    return carry_out(RemoveTile(form_number("tile")))


@bp.post("/review/tile/move")
def move() -> ResponseReturnValue:
    """Put a tile into another row."""
    place = place_from(request.form.get("place", ""))
    return carry_out(MoveTile(form_number("tile"), place))


@bp.post("/review/tile/winning")
def win_on_tile() -> ResponseReturnValue:
    """Say that a tile of the hand is the winning tile."""
    return carry_out(WinOnTile(form_number("tile")))


@bp.post("/review/winning/<int:seat>")
def winning(seat: int) -> ResponseReturnValue:
    """Say which tile won."""
    return carry_out(WinOn(seat, _code("code"), win_number()))


@bp.post("/review/row")
def add() -> ResponseReturnValue:
    """Add a tile to a row and stay at the pad for the next one."""
    place = place_from(request.form.get("place", ""))
    pad = url_for("edit.row", part=place.part, seat=place.seat)
    return carry_out(AddTiles(place, _code("code")), pad)


@bp.post("/review/row/clear")
def clear_row() -> ResponseReturnValue:
    """Take every tile of a row away."""
    place = place_from(request.form.get("place", ""))
    return carry_out(WriteRow(place, ""), url_for("edit.row", part=place.part, seat=place.seat))


@bp.post("/review/meld")
def meld() -> ResponseReturnValue:
    """Lay a set open, or change one."""
    kind = request.form.get("kind", "")
    alike = faces_alike(_code("first"), _substitutes())
    claimed_at, size = form_number_or_none("claimed"), form_number_or_none("size")
    tiles, claimed_tile = meld_tiles(kind, alike, claimed_at, size)
    seat, number = form_number("seat"), form_number_or_none("meld")
    giver = None if kind == "kong_concealed" else _giver(seat)
    return carry_out(LayMeld(seat, kind, tiles, claimed_tile, giver, number))


def _giver(seat: int) -> int | None:
    """Return whose tile *seat* claimed; its left neighbour's where the game does not show it."""
    session = service().view().session
    if session is None or rules.ruleset(session.ruleset).shows_claims:
        return form_number_or_none("giver")
    return (seat - 1) % len(session.players)


def _substitutes() -> Mapping[Tile, Tile]:
    view = service().view()
    if view.session is None or view.draft is None:
        return {}
    game = rules.ruleset(view.session.ruleset)
    if not isinstance(game, Ruleset):
        return {}
    turned_up = tuple(TILES[tile.code] for tile in view.draft.indicators)
    return game.substitutes(turned_up, {**game.defaults, **view.session.options})


@bp.post("/review/meld/none")
def remove_meld() -> ResponseReturnValue:
    """Say that there is no such set."""
    return carry_out(RemoveMeld(form_number("meld")))


@bp.post("/review/how/<int:seat>")
def say_how(seat: int) -> ResponseReturnValue:
    """Correct how a seat won."""
    by, giver = how_of(request.form.get("how", ""))
    return carry_out(SayHow(Claim(seat, by, giver), win_number()))


@bp.post("/review/winner/<int:seat>")
def say_winner(seat: int) -> ResponseReturnValue:
    """Say that the win is another one's."""
    return carry_out(SayWinner(seat, form_number("winner"), win_number()))


@bp.post("/review/value/<int:seat>")
def say_value(seat: int) -> ResponseReturnValue:
    """Say what a hand is worth in place of its tiles; settle once all winners' are said.

    Where more is paid beside it, that is asked for first.
    """
    value = parse_value(request.form.get("told", "") or f"{_code('figure')}={_code('typed')}")
    answer = carry_out(SayValue(seat, value, win_number()))
    view = open_view(400)
    if (link := value_link(view, words())) is not None:
        return redirect(link[0], 303)
    is_paid_beside = rules.ruleset(view.session.ruleset).pays_beside_value
    return answer if is_paid_beside else then_settle(answer)


@bp.post("/review/value/<int:seat>/none")
def by_tiles(seat: int) -> ResponseReturnValue:
    """Let the tiles tell again what a hand is worth."""
    return carry_out(SayValue(seat, None, win_number()))


@bp.post("/review/mark")
def mark() -> ResponseReturnValue:
    """Set or clear a mark of a win."""
    mark, seat = request.form.get("mark", ""), form_number("seat")
    return carry_out(Mark(seat, mark, on=form_is_on(), win=win_number()))


@bp.post("/review/kong")
def kong() -> ResponseReturnValue:
    """Say on which kong's supplement a seat won, or that nobody has said."""
    seat, place = form_number("seat"), form_number_or_none("kong")
    return carry_out(WinKong(seat, place, win_number()))


@bp.post("/review/declare")
def declare() -> ResponseReturnValue:
    """Set or clear an announcement of a seat."""
    return carry_out(Declare(form_number("seat"), request.form.get("word", ""), on=form_is_on()))


@bp.post("/review/fact")
def fact() -> ResponseReturnValue:
    """Say what the tiles cannot show."""
    name, seat = request.form.get("fact", ""), form_number("seat")
    of_win = request.form.get("of") == "win"
    value = _fact_value(name, of_win=of_win)
    if of_win:
        return carry_out(WinFact(seat, name, value, win_number()))
    return carry_out(SeatFact(seat, name, value))


@bp.post("/review/ready")
def ready() -> ResponseReturnValue:
    """Say of one seat, or of all, whether it was ready when nobody won."""
    draft = open_view(400).draft
    ready_seats = {seat for seat, one in enumerate(draft.seats) if is_ready(one)}
    match request.form.get("all"):
        case "none":
            return carry_out(SayReady(()))
        case "declared":
            return carry_out(SayReady(tuple(ready_seats)))
        case "all":
            return carry_out(SayReady(tuple(range(len(draft.seats)))))
        case _:
            seats = {form_number("seat")}
            return carry_out(
                SayReady(
                    tuple(sorted(ready_seats | seats if form_is_on() else ready_seats - seats))
                )
            )


@bp.post("/review/void")
def void_reason() -> ResponseReturnValue:
    """Say why the hand is void, and settle it."""
    reason = NoteIncident(request.form.get("kind", ""), form_number_or_none("seat"))
    return then_settle(carry_out(reason))


@bp.post("/review/incident")
def incident() -> ResponseReturnValue:
    """Note a fine, a false win or the like."""
    kind = request.form.get("kind", "")
    details = details_in_form(open_view(400).session, kind)
    return carry_out(NoteIncident(kind, form_number_or_none("seat"), details))


@bp.post("/review/incident/none")
def forget_incident() -> ResponseReturnValue:
    """Take an incident back."""
    return carry_out(ForgetIncident(form_number("index")))


@bp.post("/review/settle")
def settle() -> ResponseReturnValue:
    """Show what the hand pays; what is wrong comes back to the tiles."""
    return carry_out(Settle())


@bp.post("/review/confirm")
def confirm() -> ResponseReturnValue:
    """Count the hand; a second tap of the same page counts nothing more."""
    try:
        answer = submit(ConfirmHand())
    except Refused as refusal:
        flash(refusal_words(refusal.code), "wrong")
    else:
        key = "already_counted" if answer.is_repeat else "counted"
        flash(refusal_words(key), "good")
        _begin_without_machine()
    return redirect(url_for("screen.show"), 303)


def _begin_without_machine() -> None:
    """Let people play on after a hand where no machine deals and nobody has to say who leads."""
    view = service().view()
    if not isinstance(view, HandView) or view.stage is not Stage.TABLE:
        return
    is_dealt = view.table.link is Link.ABSENT and not rules.ruleset(view.session.ruleset).plays
    if is_dealt and not service().can(SayLeader(0)):
        then(StartPlay())


def _code(field: str) -> str:
    code = request.form.get(field, "")
    if not code:
        abort(400)
    return code


def _fact_value(name: str, *, of_win: bool) -> Any:
    """Return the value of fact *name* in the form; end the request where it makes no sense."""
    session = service().view().session
    if session is None:
        abort(400)
    game = rules.ruleset(session.ruleset)
    facts = {one.id: one for one in (game.win_facts if of_win else game.seat_facts)}
    if name not in facts:
        abort(400)
    try:
        return parse(facts[name], request.form.get("value", ""))
    except ValueError:
        abort(400)


PUNG: Final = 3


def meld_tiles(
    kind: str, alike: Sequence[str], claimed_at: int | None, size: int | None = None
) -> tuple[str, str]:
    """Return the tiles of a set that begins with the first of *alike*, and which was claimed.

    *alike* are the faces that count as the same, in turn; *claimed_at* is the place of a chow's
    claimed tile, 0 to 2, *size* how many tiles a kong has where that may be more than four.
    Raise `Refused` for a run that does not fit into its suit.
    """
    first = alike[0]
    if first not in TILES:
        raise Refused("bad_tiles", f"{first!r} is no tile", where="first")
    if kind != "chow":
        count = PUNG if kind == "pung" else max(KONG, size or KONG)
        return "".join(islice(cycle(alike), count)), ""
    start = KIND[TILES[first]]
    run = [start + step for step in range(3)]
    if run[-1] >= len(CODES) or len({CODES[kind][1] for kind in run}) > 1:
        raise Refused("bad_meld", f"no run begins with {first}", where="first")
    return write(run), CODES[run[claimed_at or 0]]


def faces_alike(first: str, substitutes: Mapping[Tile, Tile]) -> list[str]:
    """Return the printed tiles that count as *first* does by *substitutes*, itself first.

    They are those of a kind of which no two look the same, such as the seasons.
    """
    kind = substitutes.get(TILES[first]) if first in TILES else None
    if kind is None:
        return [first]
    faces = [CODES[tile] for tile in sorted(substitutes) if substitutes[tile] == kind]
    place = faces.index(first)
    return faces[place:] + faces[:place]


def details_in_form(session: Session, kind: str) -> dict[str, Any]:
    """Return what the form says of an incident of this *kind*; what was left empty is left out."""
    game = rules.ruleset(session.ruleset)
    if kind not in game.incidents:
        abort(400)
    seats = len(session.players)
    facts = {fact.id: _detail(kind, fact, seats) for fact in game.incident_facts.get(kind, ())}
    return {name: value for name, value in facts.items() if value is not None}


def _detail(kind: str, fact: Fact, seats: int) -> Any:
    """Return the value of one field; of a list left half empty the rest is 0."""
    if fact.kind == "int":
        return form_number_or_none(f"{kind}.{fact.id}")
    values = [form_number_or_none(f"{kind}.{fact.id}.{seat}") for seat in range(seats)]
    if all(value is None for value in values):
        return None
    return [value or 0 for value in values]
