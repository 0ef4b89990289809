"""Results to take along: a page and a picture of each session, and a table of all of them."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Final

from flask import Blueprint, Response, render_template, url_for
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import needs, operator_context
from kiosk.access.rights import Right
from kiosk.ledger.sittings import Sitting, results_of
from kiosk.view import SessionView
from kiosk.web.address import phone_address
from kiosk.web.context import names_of, service, when, words
from kiosk.web.svg.qr import code_of
from kiosk.web.svg.result_card import Card, CardRow, card_svg, result_card
from kiosk.web.svg.result_png import card_png
from kiosk.web.views.beside_points import prize_words
from kiosk.web.views.frame import name_of, view_game
from kiosk.web.views.history import past_view, result_text
from kiosk.web.views.scene import ranks

bp = Blueprint("results", __name__)
COLUMNS: Final = (
    "session_hash",
    "date",
    "ruleset",
    "seat",
    "player_id",
    "title",
    "score",
    "rating_delta",
    "place",
)
"""Of the table; where Pantheon has the like in the results of a session, they have its names."""


@bp.get("/history/<int:opening>/result")
def show(opening: int) -> ResponseReturnValue:
    """Show the result of a session with a code that brings a phone to this page."""
    view = past_view(opening)
    return render_template(
        "result.html",
        opened=opening,
        card=card_svg(card_of(view)),
        game=view_game(view.session.ruleset, words()),
        address=phone_address(),
    )


@bp.get("/history/<int:opening>/result.svg")
def picture(opening: int) -> ResponseReturnValue:
    """Return the result of a session as a drawing."""
    return _make_attachment(
        card_svg(card_of(past_view(opening))), f"result-{opening}.svg", "image/svg+xml"
    )


@bp.get("/history/<int:opening>/result.png")
def photo(opening: int) -> ResponseReturnValue:
    """Return the result of a session as a picture of pixels, for who takes no drawings."""
    view = past_view(opening)
    language = words(view.session.ruleset).language
    return _make_attachment(card_png(card_of(view), language), f"result-{opening}.png", "image/png")


def _make_attachment(picture: str | bytes, name: str, kind: str) -> Response:
    head = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(picture, mimetype=kind, headers=head)


@bp.get("/history/results.csv")
@needs(Right.OPERATE)
def table() -> ResponseReturnValue:
    """Return the results of every session that has ended, a line for each seat."""
    head = {"Content-Disposition": "attachment; filename=results.csv"}
    return Response(results_table(), mimetype="text/csv", headers=head)


def card_of(view: SessionView) -> Card:
    """Return the picture of a result; its code is the page's address, without one the result."""
    session = view.session
    t = words(session.ruleset)
    totals, results = session.standing.everyones, results_of(session)
    beside = prize_words(session, t)
    rows = [
        CardRow(place, name_of(view.names, seat, t), totals[seat], results[seat], beside[seat])
        for seat, place in enumerate(ranks(totals))
    ]
    address = phone_address()
    page = address + url_for("results.show", opening=session.opened)
    return result_card(
        view_game(session.ruleset, t).title,
        when(session.opened, "date"),
        sorted(rows, key=lambda row: row.place),
        code_of(page if address else result_text(view)),
    )


def results_table() -> str:
    """Return the results of every session that has ended as CSV, oldest first."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(COLUMNS)
    for sitting in service().past.sittings():
        if sitting.is_closed and sitting.hands:
            out.writerows(_lines(sitting))
    return text.getvalue()


def _lines(sitting: Sitting) -> list[tuple[object, ...]]:
    session = f"{operator_context().settings.table_id}-{sitting.opened}"
    day = datetime.fromtimestamp(sitting.began_ms / 1000, UTC).isoformat(timespec="seconds")
    names, places = names_of(sitting.players), ranks(sitting.totals)
    return [
        (
            session,
            day,
            sitting.ruleset,
            seat,
            player,
            names[seat],
            sitting.totals[seat],
            sitting.results[seat],
            places[seat],
        )
        for seat, player in enumerate(sitting.players)
    ]
