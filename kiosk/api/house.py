"""What the operator does, for programs: state, log, machine, camera, tokens."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from flask import Response, abort, jsonify

from kiosk import diagnosis, light
from kiosk.api import body
from kiosk.api.once import once
from kiosk.api.route import Route
from kiosk.bundle import machine_json, support_bundle
from kiosk.errors import Refused
from kiosk.pages import operator_work
from kiosk.pages.desk import service
from kiosk.rights import SCOPES, Right
from kiosk.security import needs, office
from kiosk.workshop import Motion

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.keys import Token

LARGEST: Final = 1_000_000


@needs(Right.OPERATE)
def house() -> ResponseReturnValue:
    """Return versions, settings, disk and what was checked."""
    settings = office().settings
    disk = diagnosis.disk_of(settings)
    return jsonify(
        versions=diagnosis.versions(),
        settings=diagnosis.settings_shown(settings),
        disk={**asdict(disk), "is_low": disk.is_low},
        checks=[asdict(check) for check in diagnosis.checks(settings)],
    )


@needs(Right.OPERATE)
def log() -> ResponseReturnValue:
    """Return the newest lines of the log, oldest first."""
    return jsonify(lines=list(office().log.lines()))


@needs(Right.OPERATE)
def bundle() -> ResponseReturnValue:
    """Return the bundle for support."""
    return Response(support_bundle(office(), service().workshop), mimetype="application/zip")


@needs(Right.OPERATE)
def machine() -> ResponseReturnValue:
    """Return everything that the machine tells; null where there is none."""
    workshop = service().workshop
    return jsonify(machine=None if workshop is None else machine_json(workshop.report()))


@needs(Right.OPERATE)
def move() -> ResponseReturnValue:
    """Start one motion, once, while no hand is being played."""
    asked = body.fields("op", "motion", mechanism="tray", side=0, distance_mm=0)
    motion = Motion(
        body.text(asked["motion"], "motion"),
        body.text(asked["mechanism"], "mechanism"),
        body.whole(asked["side"], "side", 0, 3),
        body.whole(asked["distance_mm"], "distance_mm", -LARGEST, LARGEST),
    )
    return once(asked, lambda: operator_work.workshop().move(motion, service().view().stage))


@needs(Right.OPERATE)
def clear_fault() -> ResponseReturnValue:
    """Tell the machine that the cause of its fault is gone."""
    return once(body.fields("op"), lambda: operator_work.workshop().clear_fault())


@needs(Right.OPERATE)
def camera_light() -> ResponseReturnValue:
    """Return how the table is lit."""
    return jsonify(asdict(light.measure(service().still())))


@needs(Right.OPERATE)
def calibrate() -> ResponseReturnValue:
    """Find the table by the markers on its rim, and store where it lies."""
    return once(body.fields("op"), operator_work.calibrated)


@needs(Right.ADMIN)
def tokens() -> ResponseReturnValue:
    """Return what is known of each token."""
    return jsonify(tokens=[_token_json(token) for token in office().keys.held().tokens])


@needs(Right.ADMIN)
def make_token() -> ResponseReturnValue:
    """Make a token and return it; it is told this once."""
    asked = body.fields("op", "label", "right")
    label, right = body.text(asked["label"], "label", 40), body.text(asked["right"], "right")
    if right not in SCOPES:
        raise Refused("bad_json", f"must be one of {', '.join(SCOPES)}", where="right")
    keys, now_ms = office().keys, office().clock.wall_ms()
    _, made = office().once(
        body.op_id(asked["op"]), lambda: keys.make_token(label, Right(right), now_ms)
    )
    if made is None:
        abort(409, "This operation was carried out before; its token is not told twice.")
    token, text = made
    return jsonify({**_token_json(token), "token": text}), 201


@needs(Right.ADMIN)
def drop_token(token: str) -> ResponseReturnValue:
    """Take a token back."""
    office().keys.drop_token(token)
    return Response(status=204)


@needs(Right.ADMIN)
def put_pin() -> ResponseReturnValue:
    """Choose another PIN; every open operator's page is shut."""
    office().door.choose(body.text(body.fields("pin")["pin"], "pin", 12))
    return Response(status=204)


def _token_json(token: Token) -> dict[str, Any]:
    """Return *token* without its digest."""
    known = asdict(token)
    del known["digest"]
    return known


ROUTES: Final = (
    Route("GET", "/house", house),
    Route("GET", "/house/log", log),
    Route("GET", "/house/bundle.zip", bundle),
    Route("GET", "/machine", machine),
    Route("POST", "/machine/motions", move),
    Route("POST", "/machine/clear-fault", clear_fault),
    Route("GET", "/camera/light", camera_light),
    Route("POST", "/camera/calibration", calibrate),
    Route("GET", "/tokens", tokens),
    Route("POST", "/tokens", make_token),
    Route("DELETE", "/tokens/<token>", drop_token),
    Route("PUT", "/pin", put_pin),
)
