"""The operator's pages: health, machine, camera, the ledger's copies, and all for support."""

from __future__ import annotations

import hashlib
import threading
from functools import partial
from typing import Any, Final

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from kiosk.access.request_guard import is_operator, needs, operator_context
from kiosk.access.rights import SCOPES, Right
from kiosk.camera import light
from kiosk.camera.newest import Newest
from kiosk.errors import Refused, without_secrets
from kiosk.session.shapes import MAX_SEATS
from kiosk.support import doctor
from kiosk.support.bundle import support_bundle
from kiosk.table.maintenance import MAX_JOG_MM, MECHANISMS, SIDES
from kiosk.table.set_places import PLACES
from kiosk.table.set_places import picture as picture_of_place
from kiosk.web.context import path_of, refusal_words, service, words
from kiosk.web.views.camera import SHAPES, parse_field, state_words
from kiosk.web.views.frame import view_faults
from kiosk.web.views.health import view_lights, view_troubles
from kiosk.web.views.machine import (
    check_words,
    noise_words,
    problem_words,
    view_happening,
    view_log_entry,
)

bp = Blueprint("operator", __name__)


@bp.get("/operator/pin")
def pin() -> ResponseReturnValue:
    """Ask for the PIN."""
    if is_operator():
        return redirect(path_of(request.args.get("then", "")), 303)
    lock = operator_context().pin_lock
    return render_template(
        "operator_pin.html",
        then=path_of(request.args.get("then", url_for("operator.show"))),
        has_pin=lock.has_pin,
        wait_s=lock.wait_s,
    )


@bp.get("/operator/")
@needs(Right.OPERATE)
def show() -> ResponseReturnValue:
    """Show staff how the table is, what went wrong this week and what is due."""
    settings, t = operator_context().settings, words()
    here = service().maintenance
    report = None if here is None else here.report()
    return render_template(
        "operator.html",
        tab="show",
        report=report,
        lights=view_lights(report, _sees(), doctor.checks(settings), t),
        troubles=() if here is None else view_troubles(here.faults, t),
        hands=0 if here is None else here.faults.hands,
    )


def _sees() -> bool | None:
    """Return whether the camera gives a picture now, `None` where there is no camera."""
    if not current_app.config["HAS_CAMERA"]:
        return None
    stills: Newest[bytes] = current_app.extensions["jantaku_stills"]
    try:
        stills.newer(0)
    except Refused:
        return False
    return True


@bp.get("/operator/support")
@needs(Right.OPERATE)
def support() -> ResponseReturnValue:
    """Show what support asks for: versions, settings, the line, the ledger's chain, events."""
    settings, t = operator_context().settings, words()
    here = service().maintenance
    report = None if here is None else here.report()
    happenings = () if report is None else report.happenings
    return render_template(
        "operator_support.html",
        tab="support",
        view=service().view(),
        report=report,
        happenings=[view_happening(one, t) for one in happenings],
        noise=partial(noise_words, t=t),
        problem=partial(problem_words, t=t),
        checks=doctor.checks(settings),
        check_words=partial(check_words, t=t),
        disk=doctor.disk_of(settings),
        ledger=doctor.ledger_report(settings),
        ledger_bytes=doctor.size_of(settings.ledger),
        versions=doctor.versions(),
        settings=doctor.describe_settings(settings),
    )


@bp.get("/operator/log")
@needs(Right.OPERATE)
def log() -> ResponseReturnValue:
    """Show the newest lines of the log, the newest first."""
    lines = [view_log_entry(entry, words()) for entry in reversed(operator_context().log.entries())]
    return render_template("operator_log.html", tab="support", lines=lines)


@bp.get("/operator/bundle.zip")
@needs(Right.OPERATE)
def bundle() -> ResponseReturnValue:
    """Return everything that support needs to know, in one file."""
    answer = Response(
        support_bundle(operator_context(), service().maintenance), mimetype="application/zip"
    )
    filename = f"jantaku-support-{operator_context().bundle_id}.zip"
    answer.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return answer


@bp.get("/operator/tokens")
@needs(Right.ADMIN)
def tokens() -> ResponseReturnValue:
    """Show which programs may call the kiosk, and the form for one more."""
    tokens = operator_context().secrets.read().tokens
    return render_template("operator_tokens.html", tab="support", tokens=tokens, scopes=SCOPES)


@bp.get("/operator/machine")
@needs(Right.OPERATE)
def machine() -> ResponseReturnValue:
    """Show where the sets are, what is sensed, and the motions that may be asked for."""
    here = service().maintenance
    return render_template(
        "operator_machine.html",
        tab="machine",
        report=None if here is None else here.report(),
        places=PLACES,
        picture=picture_of_place,
        mechanisms=tuple(MECHANISMS),
        sides=range(SIDES),
        max_jog=MAX_JOG_MM,
        is_at_rest=not service().view().stage.is_in_hand,
    )


@bp.get("/operator/camera")
@needs(Right.OPERATE)
def camera() -> ResponseReturnValue:
    """Show what the camera sees and reads, under a grid, and how the table is lit."""
    try:
        lighting, problem = light.measure(service().still()), ""
    except Refused as refusal:
        lighting, problem = None, refusal_words(refusal.code)
    return render_template(
        "operator_camera.html",
        tab="camera",
        light=lighting,
        problem=problem,
        field=parse_field(),
        state="" if problem else state_words(),
        shapes=SHAPES,
        most_seats=MAX_SEATS,
    )


@bp.get("/operator/ledger/")
@needs(Right.OPERATE)
def ledger() -> ResponseReturnValue:
    """Recompute the ledger and show whether it is whole, with its copies."""
    report = doctor.ledger_report(operator_context().settings)
    faults = view_faults(() if report is None else report.faults, words())
    context = {"seen": service().view().seq, "faults": faults}
    return render_template(
        "operator_ledger.html", tab="ledger", report=report, copies=copies_json(), **context
    )


@bp.get("/operator/ledger/restore/<name>")
@needs(Right.ADMIN)
def ask_restore(name: str) -> ResponseReturnValue:
    """Ask whether to go back to a copy; hands since then come back from the tape."""
    matches = [one for one in copies_json()["backups"] if one["name"] == name]
    if not matches:
        return redirect(url_for("operator.ledger"), 303)
    return render_template("operator_restore.html", tab="ledger", copy=matches[0])


def copies_json() -> dict[str, Any]:
    """Return the copies, newest first, and how the tape and the line to the parlour stand."""
    keeper = service().safekeeping
    if keeper is None:
        return {"backups": [], "tape": None, "sync": None}
    state = keeper.state()
    sync = state.sync
    return {
        "backups": [
            {"name": one.path.name, "made_ms": one.made_ms, "seq": one.seq, "hands": one.hands}
            for one in keeper.backups()
        ],
        "tape": {"seq": state.tape_seq, "error": state.tape_error or state.backup_error},
        "sync": None
        if sync is None
        else {
            "is_online": sync.is_online,
            "backlog": sync.backlog,
            "error": without_secrets(sync.error),
            "is_fenced": sync.is_fenced,
        },
    }


MOST_IMPORT_BYTES: Final = 32 * 1024 * 1024
"""Of a file: more than twenty thousand hands."""
WAITING: Final = "jantaku_import"


class Waiting:
    """The one file that was looked at and waits to be taken in; it never lies on the disk."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[str, str] = {}

    def put(self, text: str) -> str:
        """Hold *text*, and none of before; return by what it is asked for."""
        sign = hashlib.sha256(text.encode()).hexdigest()
        with self._lock:
            self._held = {sign: text}
        return sign

    def find(self, sign: str) -> str:
        """Return the text; raise `Refused` where another one was put there since."""
        with self._lock:
            if sign not in self._held:
                raise Refused("import_gone", "send the file once more", where="import")
            return self._held[sign]

    def clear(self) -> None:
        """Hold nothing any more."""
        with self._lock:
            self._held = {}


@bp.record_once
def hold_import(state: BlueprintSetupState) -> None:
    """Give the application its place for a waiting file."""
    state.app.extensions[WAITING] = Waiting()


def waiting() -> Waiting:
    """Return where the file waits."""
    waiting_file: Waiting = current_app.extensions[WAITING]
    return waiting_file


@bp.get("/operator/ledger/import/")
@needs(Right.OPERATE)
def ask_import() -> ResponseReturnValue:
    """Ask for the file."""
    waiting().clear()
    return render_template("import.html", tab="ledger", most=MOST_IMPORT_BYTES // 1024 // 1024)
