"""What was played before: every session, every player, a page to print and one to take along."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import segno
from flask import Blueprint, Response, abort, render_template, request, url_for

from kiosk.i18n import signed
from kiosk.ledger.history import records_of
from kiosk.session.events import PlayerId
from kiosk.web.book import book_shown
from kiosk.web.forms import names_of, service, when
from kiosk.web.frame import game_shown, name_of
from kiosk.web.settled import ranks
from kiosk.web.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask.typing import ResponseReturnValue

    from kiosk.ledger.history import Sitting
    from kiosk.service import View

bp = Blueprint("history", __name__, url_prefix="/history")

A_PAGE: Final = 20
"""Sessions on one page."""


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show sessions, latest first, from the one before the address says, and who has played."""
    before = request.args.get("before", type=int)
    past = service().past
    opened = [one for one in past.opened() if before is None or one < before]
    players = [one for one in service().players() if one.name]
    known = {one.id: one.name for one in players}
    shown = [_session_shown(past.sitting(one), known) for one in reversed(opened[-A_PAGE:])]
    older = opened[-A_PAGE] if len(opened) > A_PAGE else None
    return render_template(
        "history.html", sessions=shown, players=players, older=older, is_latest=before is None
    )


@bp.get("/<int:opened>")
def session(opened: int) -> ResponseReturnValue:
    """Show the ledger of one session."""
    view = _view_of(opened)
    book = book_shown(view, words())
    return render_template("ledger.html", book=book, seen=view.seq, opened=opened, may_repair=False)


@bp.get("/<int:opened>/print")
def printed(opened: int) -> ResponseReturnValue:
    """Show a session on white, for paper."""
    view = _view_of(opened)
    return render_template("printed.html", book=book_shown(view, words()), opened=opened)


@bp.get("/<int:opened>/qr.svg")
def code(opened: int) -> ResponseReturnValue:
    """Return the result as a QR code to take home."""
    picture = io.BytesIO()
    view = _view_of(opened)
    code_of(result_text(view)).save(picture, kind="svg", scale=6, border=4, light="#fff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


@bp.get("/players/<player>")
def player(player: str) -> ResponseReturnValue:
    """Show what someone has done, game by game."""
    name = next((one.name for one in service().players() if one.id == player), "")
    if not name:
        abort(404)
    say = words()
    records = [
        {"game": game_shown(one.ruleset, say), "record": one}
        for one in records_of(PlayerId(player), service().past.sittings())
    ]
    return render_template("player.html", name=name, records=records)


def result_text(view: View) -> str:
    """Return the result of a session as plain text: the game, then everyone by rank."""
    session = view.session
    assert session is not None
    say = words()
    totals = session.standing.totals
    places = sorted(zip(ranks(totals), range(len(totals)), strict=True))
    lines = [
        f"{place}. {name_of(view.names, seat, say)} {totals[seat]:,}"
        f" ({signed(totals[seat] - session.start_score)})"
        for place, seat in places
    ]
    title = f"{game_shown(session.ruleset, say).title} {when(session.opened, 'date')}"
    return "\n".join([title, *lines])


def code_of(text: str) -> segno.QRCode:
    """Return the QR code of *text*."""
    return segno.make(text, error="m", micro=False)


def _view_of(opened: int) -> View:
    """Return the view of the session that event *opened* opened; end with 404 for none."""
    view = service().view()
    found = service().past.session(opened)
    if found is None:
        abort(404)
    return replace(view, session=found, names=names_of(found.players), draft=None)


def _session_shown(sitting: Sitting, known: Mapping[PlayerId, str]) -> dict[str, Any]:
    """Return one session in a line: the game, the hands, everyone by rank; *known* are named."""
    say = words()
    names = tuple(known.get(player, "") for player in sitting.players)
    places = sorted(zip(ranks(sitting.totals), range(len(names)), strict=True))
    return {
        "address": url_for("history.session", opened=sitting.opened),
        "opened": sitting.opened,
        "game": game_shown(sitting.ruleset, say),
        "hands": sitting.hands,
        "is_open": not sitting.is_closed,
        "seats": [
            {"rank": rank, "name": name_of(names, seat, say), "total": sitting.totals[seat]}
            for rank, seat in places
        ],
    }
