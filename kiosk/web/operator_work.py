"""The operator's work at machine and camera: motions, counts, self-test, light."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template, request, url_for

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import Right
from kiosk.camera import light
from kiosk.errors import Refused
from kiosk.session.events import MAX_SEATS
from kiosk.table.maintenance import MAX_JOG_MM, MECHANISMS, SIDES, Motion, Workshop, check_at_rest
from kiosk.table.set_places import PLACES
from kiosk.table.set_places import picture as picture_of_place
from kiosk.web.forms import form_number_or_none, refusal_words, service
from kiosk.web.machine_words import happening_shown, noise_words, problem_words
from kiosk.web.operator_forms import carry_through
from kiosk.web.operator_place import SHAPES, asked, state_words
from kiosk.web.words import words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

bp = Blueprint("work", __name__, url_prefix="/operator")


@bp.get("/machine")
@needs(Right.OPERATE)
def machine() -> ResponseReturnValue:
    """Show everything that the machine tells, with the motions that may be asked for."""
    here, say = service().workshop, words()
    report = None if here is None else here.report()
    happenings = () if report is None else report.happenings
    return render_template(
        "operator_machine.html",
        tab="machine",
        report=report,
        happenings=[happening_shown(one, say) for one in happenings],
        noise=partial(noise_words, say=say),
        problem=partial(problem_words, say=say),
        places=PLACES,
        picture=picture_of_place,
        mechanisms=tuple(MECHANISMS),
        sides=range(SIDES),
        max_jog=MAX_JOG_MM,
        is_at_rest=_is_at_rest(),
    )


@bp.post("/machine/move")
@needs(Right.OPERATE)
def move() -> ResponseReturnValue:
    """Start one motion, once."""
    return carry_through(_move, url_for("work.machine"))


def _move() -> None:
    """Start the motion in the form."""
    motion = Motion(
        request.form.get("motion", ""),
        request.form.get("mechanism", "tray"),
        form_number_or_none("side") or 0,
        form_number_or_none("distance") or 0,
    )
    stage = service().view().stage
    office().once(request.form.get("op", ""), lambda: workshop().move(motion, stage))


@bp.post("/machine/clear")
@needs(Right.OPERATE)
def clear() -> ResponseReturnValue:
    """Tell the machine that the cause of its fault is gone."""
    return carry_through(lambda: workshop().clear_fault(), url_for("work.machine"))


@bp.get("/camera")
@needs(Right.OPERATE)
def camera() -> ResponseReturnValue:
    """Show the camera's picture under a grid, and how the table is lit."""
    try:
        measured, problem = light.measure(service().still()), ""
    except Refused as refused:
        measured, problem = None, refusal_words(refused.code)
    return render_template(
        "operator_camera.html",
        tab="camera",
        light=measured,
        problem=problem,
        field=asked(),
        state="" if problem else state_words(),
        shapes=SHAPES,
        most_seats=MAX_SEATS,
    )


@bp.get("/camera.jpg")
@needs(Right.OPERATE)
def picture() -> ResponseReturnValue:
    """Return what the camera sees now, under a grid."""
    return Response(light.with_grid(service().still()), mimetype="image/jpeg")


def workshop() -> Workshop:
    """Return the machine for the operator; raise `Refused` where there is none."""
    found = service().workshop
    if found is None:
        raise Refused("no_machine", "this kiosk has no machine", where="table")
    return found


def _is_at_rest() -> bool:
    try:
        check_at_rest(service().view().stage)
    except Refused:
        return False
    return True
