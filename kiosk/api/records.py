"""The ledger for those who keep it, for programs: verified, copied, taken away; the parlour."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from flask import Response, abort, jsonify, request

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import Right
from kiosk.api import body
from kiosk.api.once import once
from kiosk.api.route import Route
from kiosk.support import doctor
from kiosk.web import operator_records, parlour
from kiosk.web.forms import service
from kiosk.web.imports import MOST_BYTES

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.ledger.backup import Restored


@needs(Right.OPERATE)
def ledger() -> ResponseReturnValue:
    """Recompute the ledger and return what was found."""
    return jsonify(report=doctor.report_json(doctor.ledger_report(office().settings)))


@needs(Right.OPERATE)
def export(form: str) -> ResponseReturnValue:
    """Return the whole ledger, names and all, as a file."""
    return parlour.taken_away(form)


@needs(Right.OPERATE)
def preview_import() -> ResponseReturnValue:
    """Return what a ledger that was taken away would bring here, and what is wrong with it."""
    text = _text_of(_large("text"))
    return jsonify(asdict(operator_records.keeper().preview(text)))


@needs(Right.OPERATE)
def import_ledger() -> ResponseReturnValue:
    """Write what a ledger that was taken away has more than this one."""
    asked = _large("op", "text")
    text = _text_of(asked)
    is_repeat, events = office().once(body.op_id(asked["op"]), lambda: service().take_in(text))
    return jsonify(is_repeat=is_repeat, events=events or 0)


def _large(*names: str) -> dict[str, Any]:
    """Return the fields *names* of a body that may hold a whole ledger."""
    request.max_content_length = MOST_BYTES
    return body.fields(*names)


def _text_of(asked: dict[str, Any]) -> str:
    """Return the ledger's text."""
    return body.text(asked["text"], "text", MOST_BYTES)


@needs(Right.OPERATE)
def backups() -> ResponseReturnValue:
    """Return the copies of the ledger, newest first, and how tape and parlour stand."""
    return jsonify(operator_records.copies_json())


@needs(Right.OPERATE)
def back_up() -> ResponseReturnValue:
    """Copy the ledger now, and verify the copy."""
    return once(body.fields("op"), lambda: operator_records.keeper().back_up())


@needs(Right.ADMIN)
def restore() -> ResponseReturnValue:
    """Go back to a copy of the ledger and what the tape has since; the file of now is kept."""
    asked = body.fields("op", "backup")
    name = body.text(asked["backup"], "backup")
    return once(asked, lambda: operator_records.restore_named(name))


@needs(Right.READ)
def restored() -> ResponseReturnValue:
    """Return what the ledger was put together from when it was opened; null where it was whole."""
    found = _restored()
    if found is None:
        return jsonify(restored=None)
    files = {"backup": found.backup, "kept": found.kept}
    names = {what: None if path is None else path.name for what, path in files.items()}
    return jsonify(restored={**asdict(found), **names})


@needs(Right.SCORE)
def seen_restored() -> ResponseReturnValue:
    """Take note that somebody has read what was restored; the screen goes on."""
    if _restored() is None:
        abort(404, "Nothing was restored.")
    operator_records.keeper().tell(None)
    return Response(status=204)


def _restored() -> Restored | None:
    """Return what was restored and nobody has read yet."""
    keeper = service().keeper
    return None if keeper is None else keeper.state().restored


@needs(Right.READ)
def board() -> ResponseReturnValue:
    """Return all tables of the parlour."""
    keeper = service().keeper
    if keeper is None or keeper.sync is None:
        abort(404, "This kiosk belongs to no parlour.")
    state = keeper.sync.state()
    tables = [{**asdict(table), "shown": dict(table.shown)} for table in keeper.sync.board()]
    return jsonify(tables=tables, is_online=state.is_online, backlog=state.backlog)


ROUTES: Final = (
    Route("GET", "/ledger", ledger),
    Route("GET", "/ledger/export.<form>", export),
    Route("POST", "/ledger/import", import_ledger),
    Route("POST", "/ledger/import/preview", preview_import),
    Route("GET", "/ledger/backups", backups),
    Route("POST", "/ledger/backups", back_up),
    Route("POST", "/ledger/restore", restore),
    Route("GET", "/ledger/restored", restored),
    Route("DELETE", "/ledger/restored", seen_restored),
    Route("GET", "/board", board),
)
