"""What the operator does: PIN, tokens, machine, camera, tile sets, and the ledger's copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask import session as cookie

from kiosk.access.request_guard import DOOR, needs, operator_context
from kiosk.access.rights import SCOPES, Right
from kiosk.camera.survey import known_table, store_calibration
from kiosk.errors import Refused
from kiosk.i18n import number
from kiosk.table.maintenance import Motion, check_at_rest, check_machine
from kiosk.web.actions.forms import carry_through, form_number_or_none, once
from kiosk.web.context import path_of, refusal_steps, refusal_words, service, words
from kiosk.web.views.camera import (
    MOST_BYTES,
    _seat_count,
    corners_address,
    lesson_picture,
    parse_field,
    parse_tapping,
    tile_set_store,
)
from kiosk.web.views.operator import MOST_IMPORT_BYTES, waiting
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flask.typing import ResponseReturnValue

    from kiosk.ledger.safekeeping import Safekeeping
    from kiosk.table.maintenance import Maintenance
    from vision.geometry import Layout
    from vision.types import Image

bp = Blueprint("operator", __name__)


@bp.post("/operator/pin")
def enter() -> ResponseReturnValue:
    """Open the operator's door where the PIN is right."""
    then = path_of(request.form.get("then", ""))
    try:
        cookie[DOOR] = operator_context().pin_lock.enter(request.form.get("pin", ""))
    except Refused as refusal:
        t = words()
        message = t("error.pin_wait.for", seconds=operator_context().pin_lock.wait_s)
        waits = refusal.code == "pin_wait"
        flash(message if waits else refusal_words(refusal.code), "wrong")
        return redirect(url_for("operator.pin", then=then), 303)
    return redirect(then, 303)


@bp.post("/operator/pin/new")
@needs(Right.ADMIN)
def choose_new() -> ResponseReturnValue:
    """Choose another PIN; every open door is shut."""
    return carry_through(_set_pin, url_for("operator.tokens"))


@bp.post("/operator/leave")
def leave() -> ResponseReturnValue:
    """Shut this screen's door."""
    operator_context().pin_lock.leave(cookie.pop(DOOR, ""))
    return redirect(url_for("screen.show"), 303)


@bp.post("/operator/tokens")
@needs(Right.ADMIN)
def make_token() -> ResponseReturnValue:
    """Make a token and show it, once."""
    label, scope = request.form.get("label", ""), request.form.get("scope", "")
    if scope not in SCOPES:
        abort(400)
    secrets, now_ms = operator_context().secrets, operator_context().clock.wall_ms()
    try:
        _, result = once(lambda: secrets.make_token(label, Right(scope), now_ms))
    except Refused as refusal:
        flash(refusal_words(refusal.code), "wrong")
        return redirect(url_for("operator.tokens"), 303)
    if result is None:
        flash(refusal_words("already_counted"), "good")
        return redirect(url_for("operator.tokens"), 303)
    token, text = result
    return render_template("operator_token.html", tab="support", token=token, text=text)


@bp.post("/operator/tokens/drop")
@needs(Right.ADMIN)
def drop_token() -> ResponseReturnValue:
    """Take a token back."""
    token = request.form.get("token", "")
    return carry_through(
        lambda: operator_context().secrets.drop_token(token), url_for("operator.tokens")
    )


def _set_pin() -> str:
    new, again = request.form.get("pin", ""), request.form.get("again", "")
    if new != again:
        raise Refused("pins_differ", "the two PINs are not the same", where="pin")
    operator_context().pin_lock.choose(new)
    return words()("ui.operator.pin_chosen")


@bp.post("/operator/machine/move")
@needs(Right.OPERATE)
def move() -> ResponseReturnValue:
    """Start one motion, once."""
    return carry_through(_move, url_for("operator.machine"))


def _move() -> None:
    motion = Motion(
        request.form.get("motion", ""),
        request.form.get("mechanism", "tray"),
        form_number_or_none("side") or 0,
        form_number_or_none("distance") or 0,
    )
    in_hand = service().view().stage.is_in_hand
    once(lambda: maintenance().move(motion, is_in_hand=in_hand))


@bp.post("/operator/machine/take")
@needs(Right.OPERATE)
def take_table() -> ResponseReturnValue:
    """Take the other table that is at the port."""
    return carry_through(_take_table, url_for("operator.machine"))


def _take_table() -> None:
    serial = request.form.get("serial", "")
    once(lambda: maintenance().take_table(serial))


@bp.post("/operator/machine/clear")
@needs(Right.OPERATE)
def clear() -> ResponseReturnValue:
    """Tell the machine that the cause of its fault is gone."""
    return carry_through(_clear, url_for("operator.machine"))


def _clear() -> None:
    once(lambda: maintenance().clear_fault())


@bp.post("/operator/health/mended")
@needs(Right.OPERATE)
def strike_off() -> ResponseReturnValue:
    """Strike off what a fault did at a side this week: it has been looked after."""
    return carry_through(_strike_off, url_for("operator.show"))


def _strike_off() -> None:
    code, side = form_number_or_none("code") or 0, form_number_or_none("side")
    once(lambda: maintenance().faults.strike_off(code, side))


def maintenance() -> Maintenance:
    """Return the machine for the operator; raise `Refused` where there is none."""
    return check_machine(service().maintenance)


@bp.post("/operator/camera/calibrate")
@needs(Right.OPERATE)
def calibrate() -> ResponseReturnValue:
    """Find the table by the markers on its rim, and store where it lies."""
    field = parse_field()
    return carry_through(
        lambda: _calibrate_once(lambda: store_table_place(field.table())),
        url_for("operator.camera", **field.form_fields()),
    )


@bp.post("/operator/camera/corners")
@needs(Right.OPERATE)
def store() -> ResponseReturnValue:
    """Store where the table lies by the corners tapped."""
    field = parse_field()
    tapping = parse_tapping(field)
    if not tapping.is_done:
        abort(400)
    try:
        message = _calibrate_once(lambda: store_table_place(field.table(), tapping.points))
    except Refused as refusal:
        flash(refusal_steps(refusal), "wrong")
        return redirect(corners_address(field, tapping), 303)
    flash(message or words()("ui.place.stored"), "good")
    return redirect(url_for("operator.camera"), 303)


def store_table_place(
    table: Layout | None = None, points: Sequence[tuple[float, float]] = ()
) -> float:
    """Return by how many mm the marks were missed, having stored where the *table* lies now.

    The marks are its markers, or *points* tapped. Without *table* it is the one that was measured
    before for as many as play. Raise `Refused` while a hand is played.
    """
    check_at_rest(is_in_hand=service().view().stage.is_in_hand)
    settings = operator_context().settings
    layout = table or known_table(settings, _seat_count())
    return store_calibration(service().frame(), settings, layout, points)


def _calibrate_once(work: Callable[[], float]) -> str | None:
    """Carry *work* out once, and return by how much the marks were missed, in words."""
    _, off_mm = once(work)
    return None if off_mm is None else words()("ui.operator.calibrated", off=f"{off_mm:.1f}")


@bp.post("/operator/sets/learn")
@needs(Right.OPERATE)
def learn() -> ResponseReturnValue:
    """Learn a set from the camera's picture or from files, and show what was learned."""
    from kiosk.camera.enrolment import codes_of, lesson

    request.max_content_length = MOST_BYTES
    name, kind = request.form.get("name", ""), request.form.get("kind", "")
    try:
        codes, place = codes_of(kind), tile_set_store()
        place.check_name(name)
        set_lesson = lesson(_pictures(), codes)
        lesson_picture().put(set_lesson)
        if set_lesson.count != len(codes):
            message = words()("ui.sets.count", found=set_lesson.count, wanted=len(codes))
            flash(message, "wrong")
            return redirect(url_for("camera.ask_set", missed=1), 303)
        tile_set = set_lesson.learn(name, codes)
        once(lambda: place.keep(tile_set, set_lesson.faces()))
    except (Refused, VisionError) as error:
        flash(refusal_words(error.code), "wrong")
        return redirect(url_for("camera.ask_set"), 303)
    return redirect(url_for("camera.show_set", name=name), 303)


@bp.post("/operator/sets/<name>/take-back")
@needs(Right.OPERATE)
def take_back(name: str) -> ResponseReturnValue:
    """Undo the last lesson of the set *name*."""
    place = tile_set_store()
    try:
        was_done, had_one = once(lambda: place.take_back(name))
    except (Refused, VisionError) as error:
        flash(refusal_words(error.code), "wrong")
        return redirect(url_for("camera.ask_set"), 303)
    if not was_done:
        flash(words()("ui.sets.older" if had_one else "ui.sets.gone", name=name), "good")
    return redirect(url_for("camera.ask_set"), 303)


def _pictures() -> list[Image]:
    """Return the files sent, in their order; without any, what the camera sees now."""
    from kiosk.camera.enrolment import field_of
    from vision.images import decode_images

    files = [upload for upload in request.files.getlist("file") if upload.filename]
    if files:
        return decode_images((upload.filename or "", upload.read()) for upload in files)
    return [field_of(service().frame(), operator_context().settings.data_dir)]


@bp.post("/operator/ledger/back-up")
@needs(Right.OPERATE)
def back_up() -> ResponseReturnValue:
    """Copy the ledger now."""
    return carry_through(_back_up, url_for("operator.ledger"))


def _back_up() -> str:
    once(lambda: safekeeping().back_up())
    return words()("ui.operator.backed_up")


@bp.post("/operator/ledger/restore")
@needs(Right.ADMIN)
def restore() -> ResponseReturnValue:
    """Go back to a copy of the ledger; the file of now is kept beside it."""
    return carry_through(_restore, url_for("operator.ledger"))


def _restore() -> str:
    name = request.form.get("backup", "")
    once(lambda: restore_backup(name))
    return words()("ui.operator.restored")


def safekeeping() -> Safekeeping:
    """Return who keeps the ledger's copies; raise `Refused` where nobody does."""
    keeper = service().safekeeping
    if keeper is None:
        raise Refused("no_keeper", "this kiosk keeps no copies of its ledger", where="ledger")
    return keeper


def restore_backup(name: str) -> None:
    """Go back to the copy called *name*; raise `Refused` where there is none."""
    paths = [copy.path for copy in safekeeping().backups() if copy.path.name == name]
    if not paths:
        raise Refused("no_such_backup", f"there is no copy {name}", where="backup")
    service().restore(paths[0])


@bp.post("/operator/ledger/import/")
@needs(Right.OPERATE)
def look_at_import() -> ResponseReturnValue:
    """Show what the file would bring, and each line of it that cannot be taken in."""
    request.max_content_length = MOST_IMPORT_BYTES
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        return _import_refused("import_empty")
    try:
        text = upload.read().decode("utf-8-sig" if upload.filename.endswith("csv") else "utf-8")
        preview = safekeeping().preview(text)
    except UnicodeDecodeError:
        return _import_refused("import_no_text")
    except Refused as refusal:
        return _import_refused(refusal.code)
    sign = waiting().put(text) if not preview.troubles else ""
    return render_template(
        "import_preview.html", tab="ledger", name=upload.filename, preview=preview, sign=sign
    )


@bp.post("/operator/ledger/import/take")
@needs(Right.OPERATE)
def take_in() -> ResponseReturnValue:
    """Write what the file has more than the ledger."""
    sign = request.form.get("sign", "")
    try:
        was_done, events = once(lambda: service().take_in(waiting().find(sign)))
    except Refused as refusal:
        return _import_refused(refusal.code)
    waiting().clear()
    if not was_done:
        flash(words()("ui.import.done", events=number(events or 0)), "good")
    return redirect(url_for("operator.ledger"), 303)


def _import_refused(code: str) -> ResponseReturnValue:
    flash(refusal_words(code), "wrong")
    return redirect(url_for("operator.ask_import"), 303)
