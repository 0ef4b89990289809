"""The sheets of the review screen: one tile, one row, one set, each on a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

import rules
from kiosk.errors import Refused
from kiosk.session import Part, Stage
from kiosk.session.corrections import find_tile, row_of
from kiosk.web.forms import at_the_hand
from kiosk.web.frame import name_of
from kiosk.web.keys import Stock, stock
from kiosk.web.melds import KINDS, KONG, sizes
from kiosk.web.places import place_of, place_text
from kiosk.web.play import frame
from kiosk.web.reviewing import Choice
from kiosk.web.words import words
from rules.ruleset import Ruleset

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session import Draft, DraftMeld, DraftTile, DraftWin

bp = Blueprint("edit", __name__, url_prefix="/edit")

Shown = dict[str, Any]


@bp.get("/tile/<int:number>")
def tile(number: int) -> ResponseReturnValue:
    """Show one tile with what it may be instead."""
    view = _view()
    if view is None or view.draft is None:
        return redirect(url_for("play.screen"), 303)
    try:
        seen = find_tile(view.draft, number)
    except Refused:
        return redirect(url_for("play.screen"), 303)
    left = _stock(view)
    return render_template(
        "tile.html",
        **frame(view),
        seen_tile=seen,
        alternatives=left.alternatives(seen),
        keys=left.pad(),
        can_be_winning=_in_winners_hand(view.draft, seen),
        moves=_moves(view, seen),
    )


@bp.get("/row/<part>")
def row(part: str) -> ResponseReturnValue:
    """Show one row with the pad to add tiles."""
    view = _view()
    if view is None or view.draft is None:
        return redirect(url_for("play.screen"), 303)
    place = place_of(part, request.args.get("seat", type=int))
    if place.seat is not None and place.seat >= len(view.draft.seats):
        abort(404)
    say = words().say
    title = say(f"ui.part.{part}")
    if place.seat is not None:
        name = name_of(view.names, place.seat, words())
        title = say("ui.row.title", part=title, name=name)
    return render_template(
        "row.html",
        **frame(view),
        title=title,
        place=place_text(place),
        action=url_for("review.add"),
        tiles=row_of(view.draft, place),
        keys=_stock(view).pad(),
    )


@bp.get("/winning/<int:seat>")
def winning(seat: int) -> ResponseReturnValue:
    """Ask which tile won."""
    view = _view()
    if view is None or view.draft is None:
        return redirect(url_for("play.screen"), 303)
    win = win_named(view.draft, seat, request.args.get("win", type=int))
    if win is None:
        abort(404)
    name = name_of(view.names, seat, words())
    return render_template(
        "row.html",
        **frame(view),
        title=words().say("ui.row.winning", name=name),
        place="",
        is_winning=True,
        action=url_for("review.winning", seat=seat, win=win.number),
        tiles=(win.tile,) if win.tile else (),
        keys=_stock(view).pad(),
    )


@bp.get("/meld/<int:seat>")
@bp.get("/meld/<int:seat>/<int:number>")
def meld(seat: int, number: int | None = None) -> ResponseReturnValue:
    """Show the form for a set, a new one or one that lies there."""
    view = _view()
    if view is None or view.draft is None:
        return redirect(url_for("play.screen"), 303)
    if seat >= len(view.draft.seats):
        abort(404)
    melds = view.draft.seats[seat].melds
    known = next((one for one in melds if one.number == number), None)
    shown = frame(view)
    return render_template(
        "meld.html", **shown, **_meld_form(view, known, seat), owner=shown["seats"][seat]
    )


def win_named(draft: Draft, seat: int, number: int | None) -> DraftWin | None:
    """Return the win of *seat* with this *number*, its first where none is given."""
    wins = (win for win in draft.wins_of(seat) if number in (None, win.number))
    return next(wins, None)


def _view() -> View | None:
    """Return the state while tiles can be corrected, else nothing."""
    view = at_the_hand()
    return view if view.stage in (Stage.REVIEW, Stage.PLAYING) else None


def _stock(view: View) -> Stock:
    assert view.session is not None
    assert view.draft is not None
    return stock(rules.ruleset(view.session.ruleset), view.session.options, view.draft)


def _in_winners_hand(draft: Draft, seen: DraftTile) -> bool:
    """Return whether *seen* lies concealed before a winner."""
    return any(seen in (draft.seats[win.seat].hand or ()) for win in draft.wins)


def _moves(view: View, seen: DraftTile) -> list[Shown]:
    """Return the rows of the same seat that *seen* may belong to instead."""
    assert view.session is not None
    assert view.draft is not None
    game = rules.ruleset(view.session.ruleset)
    parts = [Part.HAND]
    if game.flower_tiles({**game.defaults, **view.session.options}):
        parts.append(Part.FLOWERS)
    if game.uses_aside:
        parts.append(Part.ASIDE)
    say = words().say
    for seat in range(len(view.draft.seats)):
        places = [place_of(part, seat) for part in parts]
        if any(seen in row_of(view.draft, place) for place in places):
            return [
                {
                    "label": say("ui.tile.move", part=say(f"ui.part.{place.part}")),
                    "place": place_text(place),
                }
                for place in places
                if seen not in row_of(view.draft, place)
            ]
    return []


def _meld_form(view: View, known: DraftMeld | None, seat: int) -> Shown:
    """Return what the form for a set offers, filled in from the *known* one."""
    assert view.session is not None
    game = rules.ruleset(view.session.ruleset)
    assert isinstance(game, Ruleset)
    options = {**game.defaults, **view.session.options}
    own = len(known.tiles) if known else KONG
    kind = known.kind if known else ""
    giver = known.giver if known else None
    claimed = None
    if known and known.claimed:
        claimed = next((i for i, one in enumerate(known.tiles) if one.code == known.claimed), None)
    return {
        "meld": known,
        "claimed": claimed,
        "kinds": [
            Choice(one, words().say(f"ui.meld.{one}"), one == kind)
            for one in KINDS
            if game.chows or one != "chow"
        ],
        "givers": [
            {"number": one.number, "name": one.name, "is_chosen": one.number == giver}
            for one in frame(view)["seats"]
            if one.number != seat
        ],
        "shows_claims": game.shows_claims,
        "sizes": [
            Choice(str(size), words().say("ui.meld.tiles", count=size), size == own)
            for size in sizes(game.largest_set, game.tiles_for(options).values())
        ],
        "keys": _stock(view).pad(),
    }
