"""What was played before, here and at the parlour's other tables; pages to print and take along."""

from __future__ import annotations

from math import ceil
from typing import Any, Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

import rules
from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.errors import Refused
from kiosk.i18n import Catalogue, signed
from kiosk.ledger.export import WRITERS, export
from kiosk.ledger.safekeeping import BoardEntry
from kiosk.ledger.sittings import Sitting
from kiosk.session.event_faults import game_fault
from kiosk.view import SessionView
from kiosk.web.context import names_of, service, when, words
from kiosk.web.svg.qr import qr_file
from kiosk.web.views.beside_points import prize_words
from kiosk.web.views.frame import GameView, name_of, view_faults, view_game
from kiosk.web.views.ledger import view_ledger
from kiosk.web.views.scene import ranks

bp = Blueprint("history", __name__)
A_PAGE: Final = 20
"""Sessions on one page."""


@bp.get("/history/")
def show() -> ResponseReturnValue:
    """Show sessions, latest first, from the one before the address says, and who has played."""
    before = request.args.get("before", type=int)
    past = service().past
    openings = [one for one in past.openings() if before is None or one < before]
    players = service().players()
    sessions = [_view_session(past.sitting(one)) for one in reversed(openings[-A_PAGE:])]
    older = openings[-A_PAGE] if len(openings) > A_PAGE else None
    return render_template(
        "history.html", sessions=sessions, players=players, older=older, is_latest=before is None
    )


@bp.get("/history/<int:opening>")
def session(opening: int) -> ResponseReturnValue:
    """Show the ledger of one session."""
    state = service().past.state(opening)
    if state is None:
        abort(404)
    book = None
    if state.session is not None:
        book = view_ledger(past_view(opening), words(state.session.ruleset))
    fixed = {"may_repair": False, "may_reopen": False}
    context = {"seen": service().view().seq, "faults": view_faults(state.faults, words())}
    return render_template("ledger.html", book=book, opened=opening, **fixed, **context)


@bp.get("/history/<int:opening>/print")
def print_session(opening: int) -> ResponseReturnValue:
    """Show a session on white, for paper."""
    view = past_view(opening)
    return render_template(
        "printed.html", book=view_ledger(view, words(view.session.ruleset)), opened=opening
    )


@bp.get("/history/<int:opening>/qr.svg")
def code(opening: int) -> ResponseReturnValue:
    """Return the result as a QR code to take home."""
    return Response(qr_file(result_text(past_view(opening)), 6), mimetype="image/svg+xml")


def result_text(view: SessionView) -> str:
    """Return the result of a session as plain text: the game, then everyone by rank."""
    session = view.session
    t = words(session.ruleset)
    totals, beside = session.standing.everyones, prize_words(session, t)
    places = sorted(zip(ranks(totals), range(len(totals)), strict=True))
    lines = [
        f"{place}. {name_of(view.names, seat, t)} {totals[seat]:,}"
        f" ({signed(totals[seat] - session.start_score)}) {beside[seat]}".rstrip()
        for place, seat in places
    ]
    title = f"{view_game(session.ruleset, t).title} {when(session.opened, 'date')}"
    return "\n".join([title, *lines])


def past_view(opening: int) -> SessionView:
    """Return the view of the session that event *opening* opened; end with 404 for none."""
    session = service().past.session(opening)
    if session is None:
        abort(404, f"No session was opened by event {opening}.")
    fault = game_fault(session, rules)
    if fault is not None:
        where = f"events[{opening}]"
        raise Refused("unknown_ruleset", f"this program cannot show {fault.what}", where=where)
    return service().view().of(session, names_of(session.everyone))


def _view_session(sitting: Sitting) -> dict[str, Any]:
    """Return one session in a line: the game, the hands, everyone by rank."""
    t = words()
    names = names_of(sitting.players)
    places = sorted(zip(ranks(sitting.totals), range(len(names)), strict=True))
    return {
        "address": url_for("history.session", opening=sitting.opened),
        "opened": sitting.opened,
        "game": view_game(sitting.ruleset, t),
        "hands": sitting.hands,
        "is_open": not sitting.is_closed,
        "faults": sitting.faults,
        "seats": [
            {"rank": rank, "name": name_of(names, seat, t), "total": sitting.totals[seat]}
            for rank, seat in places
        ],
    }


SILENT_S = 30
"""After so long a table counts as gone: it tells of itself every two seconds."""
SORTS = {"csv": "text/csv", "json": "application/json"}


@bp.before_app_request
def announce_restore() -> ResponseReturnValue | None:
    """Show what was restored before anything else, until somebody has read it."""
    if request.endpoint != "screen.show" or request.method != "GET":
        return None
    safekeeping = service().safekeeping
    state = safekeeping.state() if safekeeping is not None else None
    if state is None or state.restored is None:
        return None
    return redirect(url_for("history.show_restore"), 303)


@bp.get("/restored")
def show_restore() -> ResponseReturnValue:
    """Show what was restored when the ledger was opened."""
    safekeeping = service().safekeeping
    restoration = safekeeping.state().restored if safekeeping is not None else None
    if restoration is None:
        return redirect(url_for("screen.show"), 303)
    return render_template("restored.html", restored=restoration)


@bp.get("/board")
def board() -> ResponseReturnValue:
    """Show all tables of the parlour."""
    safekeeping = service().safekeeping
    sync = safekeeping.sync if safekeeping is not None else None
    if sync is None:
        abort(404)
    tables = [_view_table(table, words()) for table in sync.board()]
    return render_template("board.html", tables=tables, sync=sync.state())


@bp.get("/ledger/export.<form>")
@needs(Right.OPERATE)
def export_ledger(form: str) -> ResponseReturnValue:
    """Send the whole ledger as a file."""
    safekeeping = service().safekeeping
    if safekeeping is None or form not in WRITERS:
        abort(404)
    head = {"Content-Disposition": f"attachment; filename=ledger.{form}"}
    return Response(export(safekeeping.ledger, form), mimetype=SORTS[form], headers=head)


def _view_table(table: BoardEntry, t: Catalogue) -> dict[str, Any]:
    """Return one table as the board shows it, leaders first."""
    state = table.shown
    names, totals = state.get("names", ()), state.get("totals", ())
    seats = sorted(zip(names, totals, strict=False), key=lambda seat: -seat[1])
    game = state.get("ruleset")
    free = GameView("", "", t("ui.board.free"), "")
    return {
        "name": table.table_id,
        "game": view_game(game, t) if game else free,
        "hands": state.get("hands", 0),
        "is_gone": table.silent_s > SILENT_S,
        "silent_min": ceil(table.silent_s / 60),
        "seats": [{"name": name or "?", "total": total} for name, total in seats],
    }
