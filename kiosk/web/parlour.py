"""The parlour's board, what was restored, and the ledger to take away."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.ledger.export import WRITERS, export
from kiosk.web.forms import service
from kiosk.web.words import words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.i18n import Catalogue
    from kiosk.parlour.feed import TableShown

bp = Blueprint("parlour", __name__)

SILENT_S = 30
"""After so long a table counts as gone: it tells of itself every two seconds."""
LOOK_AGAIN_S = 3
SORTS = {"csv": "text/csv", "json": "application/json"}


@bp.before_app_request
def tell_restored() -> ResponseReturnValue | None:
    """Show what was restored before anything else, until somebody has read it."""
    if request.endpoint != "play.screen" or request.method != "GET":
        return None
    keeper = service().keeper
    state = keeper.state() if keeper is not None else None
    if state is not None and state.sync is not None and state.sync.stops_table:
        return _away()
    if state is None or state.restored is None:
        return None
    return redirect(url_for("parlour.restored"), 303)


def _away() -> ResponseReturnValue:
    """Say that nothing counts while the database is away, and look again by itself."""
    say = words().say
    headline, steps = say("ui.database_away"), say("ui.database_away.steps")
    page = render_template("error.html", headline=headline, steps=steps)
    return page, 503, {"Refresh": str(LOOK_AGAIN_S), "Retry-After": str(LOOK_AGAIN_S)}


@bp.get("/restored")
def restored() -> ResponseReturnValue:
    """Show what was restored when the ledger was opened."""
    keeper = service().keeper
    found = keeper.state().restored if keeper is not None else None
    if found is None:
        return redirect(url_for("play.screen"), 303)
    return render_template("restored.html", restored=found)


@bp.post("/restored")
def read() -> ResponseReturnValue:
    """Take note that somebody has read it."""
    keeper = service().keeper
    if keeper is not None:
        keeper.tell(None)
    return redirect(url_for("play.screen"), 303)


@bp.get("/board")
def board() -> ResponseReturnValue:
    """Show all tables of the parlour."""
    keeper = service().keeper
    sync = keeper.sync if keeper is not None else None
    if sync is None:
        abort(404)
    tables = [_shown(table, words()) for table in sync.board()]
    return render_template("board.html", tables=tables, sync=sync.state())


@bp.get("/ledger/export.<form>")
@needs(Right.OPERATE)
def taken_away(form: str) -> ResponseReturnValue:
    """Send the whole ledger as a file."""
    keeper = service().keeper
    if keeper is None or form not in WRITERS:
        abort(404)
    head = {"Content-Disposition": f"attachment; filename=ledger.{form}"}
    with keeper.as_file() as ledger:
        return Response(export(ledger, form), mimetype=SORTS[form], headers=head)


def _shown(table: TableShown, say: Catalogue) -> dict[str, Any]:
    """Return one table as the board shows it, leaders first."""
    told = table.shown
    names, totals = told.get("names", ()), told.get("totals", ())
    seats = sorted(zip(names, totals, strict=False), key=lambda seat: -seat[1])
    game = told.get("ruleset")
    return {
        "name": table.table_id,
        "game": say.say(f"ruleset.{game}") if game else say.say("ui.board.free"),
        "hands": told.get("hands", 0),
        "is_gone": table.silent_s > SILENT_S,
        "silent_min": ceil(table.silent_s / 60),
        "seats": [{"name": name or "?", "total": total} for name, total in seats],
    }
