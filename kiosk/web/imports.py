"""Taking an export in: the file is looked at first, line by line, and written only when held."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING, Final

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import Right
from kiosk.errors import Refused
from kiosk.i18n import number
from kiosk.web.forms import refusal_words, service
from kiosk.web.operator_records import keeper
from kiosk.web.words import words

if TYPE_CHECKING:
    from flask.sansio.blueprints import BlueprintSetupState
    from flask.typing import ResponseReturnValue

bp = Blueprint("imports", __name__, url_prefix="/operator/ledger/import")

MOST_BYTES: Final = 32 * 1024 * 1024
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
def make_room(state: BlueprintSetupState) -> None:
    """Give the application its place for a waiting file."""
    state.app.extensions[WAITING] = Waiting()


def waiting() -> Waiting:
    """Return where the file waits."""
    found: Waiting = current_app.extensions[WAITING]
    return found


@bp.get("/")
@needs(Right.OPERATE)
def ask() -> ResponseReturnValue:
    """Ask for the file."""
    waiting().clear()
    return render_template("import.html", tab="ledger", most=MOST_BYTES // 1024 // 1024)


@bp.post("/")
@needs(Right.OPERATE)
def look() -> ResponseReturnValue:
    """Show what the file would bring, and each line of it that cannot be taken in."""
    request.max_content_length = MOST_BYTES
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return _back("import_empty")
    try:
        text = sent.read().decode("utf-8-sig" if sent.filename.endswith("csv") else "utf-8")
        found = keeper().preview(text)
    except UnicodeDecodeError:
        return _back("import_no_text")
    except Refused as refused:
        return _back(refused.code)
    sign = waiting().put(text) if not found.troubles else ""
    return render_template(
        "import_preview.html", tab="ledger", name=sent.filename, found=found, sign=sign
    )


@bp.post("/take")
@needs(Right.OPERATE)
def take() -> ResponseReturnValue:
    """Write what the file has more than the ledger."""
    sign, op = request.form.get("sign", ""), request.form.get("op", "")
    try:
        was_done, events = office().once(op, lambda: service().take_in(waiting().find(sign)))
    except Refused as refused:
        return _back(refused.code)
    waiting().clear()
    if not was_done:
        flash(words().say("ui.import.done", events=number(events or 0)), "good")
    return redirect(url_for("records.ledger"), 303)


def _back(code: str) -> ResponseReturnValue:
    flash(refusal_words(code), "wrong")
    return redirect(url_for("imports.ask"), 303)
