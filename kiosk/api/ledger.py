"""The ledger for those who keep it: verified, copied, taken away; the parlour's board."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response, abort
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import operator_context
from kiosk.access.rights import Right
from kiosk.api.models import Body, Count, Done, Flag, Op, OperationBody, Reply, Text, Word, reply
from kiosk.api.operations import ANY, Operation, once
from kiosk.ledger.backup import Restoration
from kiosk.support import doctor as diagnosis
from kiosk.web.actions.operator import restore_backup, safekeeping
from kiosk.web.context import service
from kiosk.web.views.history import export_ledger
from kiosk.web.views.operator import MOST_IMPORT_BYTES, copies_json


class Report(Reply):
    """What was found when the ledger was computed again."""

    is_whole: Flag
    events: Count
    hands: Count
    damage: list[dict[str, Any]]
    faults: list[dict[str, Any]]


class Copy(Reply):
    """A copy of the ledger."""

    name: Text


class Copies(Reply):
    """The copies of the ledger, newest first, and how tape and parlour stand."""

    backups: list[Copy]
    tape: dict[str, Any] | None
    sync: dict[str, Any] | None


class LedgerText(Body):
    """A ledger that was taken away."""

    text: Word


class ToTakeIn(LedgerText):
    """A ledger to be taken in, once."""

    op: Op


class ToRestore(Body):
    """The copy to go back to."""

    op: Op
    backup: Text


class TableEvents(Reply):
    """What an export has of one table."""

    table_id: Text
    events: Count


class Trouble(Reply):
    """Why an export cannot be taken in."""

    what: Word


class Preview(Reply):
    """What an export would bring."""

    tables: list[TableEvents]
    players: Count
    troubles: list[Trouble]


class RestoredLedger(Reply):
    """What the ledger was put together from when it was opened."""

    events: Count
    hands: Count


class BoardTable(Reply):
    """A table of the parlour."""

    table_id: Text


@Operation("GET", "/ledger", Right.OPERATE, reply(report=Report | None))
def ledger() -> ResponseReturnValue:
    """Recompute the ledger and return what was found."""
    return {"report": diagnosis.report_json(diagnosis.ledger_report(operator_context().settings))}


@Operation("GET", "/ledger/export.<form>", Right.OPERATE, media=ANY, fails=(404,))
def export(form: str) -> ResponseReturnValue:
    """Return the whole ledger, names and all, as a file."""
    return export_ledger(form)


@Operation(
    "POST",
    "/ledger/import/preview",
    Right.OPERATE,
    Preview,
    LedgerText,
    fails=(409, 422),
    most_bytes=MOST_IMPORT_BYTES,
)
def preview_import(body: LedgerText) -> ResponseReturnValue:
    """Return what a ledger that was taken away would bring here, and what is wrong with it."""
    return asdict(safekeeping().preview(body.text))


@Operation(
    "POST",
    "/ledger/import",
    Right.OPERATE,
    reply(is_repeat=Flag, events=Count),
    ToTakeIn,
    fails=(409, 422),
    most_bytes=MOST_IMPORT_BYTES,
)
def import_ledger(body: ToTakeIn) -> ResponseReturnValue:
    """Write what a ledger that was taken away has more than this one."""
    is_repeat, events = service().once(body.op, lambda: service().take_in(body.text))
    return {"is_repeat": is_repeat, "events": events or 0}


@Operation("GET", "/ledger/backups", Right.OPERATE, Copies)
def backups() -> ResponseReturnValue:
    """Return the copies of the ledger, newest first, and how tape and parlour stand."""
    return copies_json()


@Operation("POST", "/ledger/backups", Right.OPERATE, Done, OperationBody, fails=(409,))
def back_up(body: OperationBody) -> ResponseReturnValue:
    """Copy the ledger now, and verify the copy."""
    return once(body.op, lambda: safekeeping().back_up())


@Operation("POST", "/ledger/restore", Right.ADMIN, Done, ToRestore, fails=(404, 409))
def restore(body: ToRestore) -> ResponseReturnValue:
    """Go back to a copy of the ledger and what the tape has since; the file of now is kept."""
    return once(body.op, lambda: restore_backup(body.backup))


@Operation("GET", "/ledger/restored", Right.READ, reply(restored=RestoredLedger | None))
def last_restoration() -> ResponseReturnValue:
    """Return what the ledger was put together from when it was opened; null where it was whole."""
    restoration = _restoration()
    if restoration is None:
        return {"restored": None}
    files = {"backup": restoration.backup, "kept": restoration.kept}
    names = {what: None if path is None else path.name for what, path in files.items()}
    return {"restored": {**asdict(restoration), **names}}


@Operation("DELETE", "/ledger/restored", Right.SCORE, status=204, fails=(404,))
def dismiss_restoration() -> ResponseReturnValue:
    """Take note that somebody has read what was restored; the screen goes on."""
    if _restoration() is None:
        abort(404, "Nothing was restored.")
    safekeeping().tell(None)
    return Response(status=204)


def _restoration() -> Restoration | None:
    safekeeping = service().safekeeping
    return None if safekeeping is None else safekeeping.state().restored


@Operation(
    "GET",
    "/board",
    Right.READ,
    reply(tables=list[BoardTable], is_online=Flag, backlog=Count),
    fails=(404,),
)
def board() -> ResponseReturnValue:
    """Return all tables of the parlour."""
    safekeeping = service().safekeeping
    if safekeeping is None or safekeeping.sync is None:
        abort(404, "This kiosk belongs to no parlour.")
    state = safekeeping.sync.state()
    tables = [{**asdict(table), "shown": dict(table.shown)} for table in safekeeping.sync.board()]
    return {"tables": tables, "is_online": state.is_online, "backlog": state.backlog}
