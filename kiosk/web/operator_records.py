"""The operator's look at the ledger: whether it is whole, its copies, and going back to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import Right
from kiosk.errors import Refused
from kiosk.support import doctor
from kiosk.web.forms import service
from kiosk.web.operator_forms import carry_through
from kiosk.web.words import words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.ledger.safekeeping import Keeper

bp = Blueprint("records", __name__, url_prefix="/operator/ledger")


@bp.get("/")
@needs(Right.OPERATE)
def ledger() -> ResponseReturnValue:
    """Recompute the ledger and show whether it is whole, with its copies."""
    report = doctor.ledger_report(office().settings)
    return render_template(
        "operator_ledger.html", tab="ledger", report=report, copies=copies_json()
    )


@bp.post("/back-up")
@needs(Right.OPERATE)
def back_up() -> ResponseReturnValue:
    """Copy the ledger now."""
    return carry_through(_back_up, url_for("records.ledger"))


def _back_up() -> str:
    """Copy the ledger once, and return so in words."""
    office().once(request.form.get("op", ""), lambda: keeper().back_up())
    return words().say("ui.operator.backed_up")


@bp.get("/restore/<name>")
@needs(Right.ADMIN)
def ask_restore(name: str) -> ResponseReturnValue:
    """Ask whether to go back to a copy; hands since then come back from the tape."""
    found = [one for one in copies_json()["backups"] if one["name"] == name]
    if not found:
        return redirect(url_for("records.ledger"), 303)
    return render_template("operator_restore.html", tab="ledger", copy=found[0])


@bp.post("/restore")
@needs(Right.ADMIN)
def restore() -> ResponseReturnValue:
    """Go back to a copy of the ledger; the file of now is kept beside it."""
    return carry_through(_restore, url_for("records.ledger"))


def _restore() -> str:
    """Go back once to the copy in the form, and return so in words."""
    name = request.form.get("backup", "")
    office().once(request.form.get("op", ""), lambda: restore_named(name))
    return words().say("ui.operator.restored")


def keeper() -> Keeper:
    """Return who keeps the ledger's copies; raise `Refused` where nobody does."""
    found = service().keeper
    if found is None:
        raise Refused("no_keeper", "this kiosk keeps no copies of its ledger", where="ledger")
    return found


def restore_named(name: str) -> None:
    """Go back to the copy called *name*; raise `Refused` where there is none."""
    found = [copy.path for copy in keeper().backups() if copy.path.name == name]
    if not found:
        raise Refused("no_such_backup", f"there is no copy {name}", where="backup")
    service().restore(found[0])


def copies_json() -> dict[str, Any]:
    """Return the copies, newest first, and how the tape and the line to the parlour stand."""
    found = service().keeper
    if found is None:
        return {"backups": [], "tape": None, "sync": None}
    state = found.state()
    sync = state.sync
    return {
        "backups": [
            {"name": one.path.name, "made_ms": one.made_ms, "seq": one.seq, "hands": one.hands}
            for one in found.backups()
        ],
        "tape": {"seq": state.tape_seq, "error": state.tape_error or state.backup_error},
        "sync": None
        if sync is None
        else {
            "is_online": sync.is_online,
            "backlog": sync.backlog,
            "error": doctor.without_secrets(sync.error),
            "is_fenced": sync.is_fenced,
        },
    }
