"""What the operator does, for programs: state, log, machine, camera, tokens."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from flask import Response, abort, jsonify

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import SCOPES, Right
from kiosk.api import body
from kiosk.api.once import once
from kiosk.api.route import Route
from kiosk.camera import light
from kiosk.camera.survey import stored, table_of
from kiosk.errors import Refused
from kiosk.session.events import MAX_SEATS
from kiosk.support import doctor
from kiosk.support.bundle import machine_json, support_bundle
from kiosk.table.maintenance import Motion
from kiosk.web import operator_place, operator_work
from kiosk.web.forms import service

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.access.secrets import Token
    from vision.geometry import Layout

LARGEST: Final = 1_000_000
MOST_POINTS: Final = 8
"""The field's corners, and the middles of its sides."""


@needs(Right.OPERATE)
def house() -> ResponseReturnValue:
    """Return versions, settings, disk and what was checked."""
    settings = office().settings
    disk = doctor.disk_of(settings)
    return jsonify(
        versions=doctor.versions(),
        settings=doctor.settings_shown(settings),
        disk={**asdict(disk), "is_low": disk.is_low},
        checks=[asdict(check) for check in doctor.checks(settings)],
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
    """Find the table by its markers or by points of its field, and store where it lies."""
    asked = body.fields("op", table=None, points=[])
    table = None if asked["table"] is None else _table(asked["table"])
    points = _points(asked["points"])
    return once(asked, lambda: operator_place.calibrated(table, points))


@needs(Right.OPERATE)
def calibration() -> ResponseReturnValue:
    """Return what is stored of the table's place; null where nothing is."""
    found = stored(office().settings.data_dir)
    if found is None:
        return jsonify(calibration=None)
    table = None if found.table is None else _table_json(found.table)
    told = {"size": list(found.size), "markers": len(found.marks or {}), "off_mm": found.off_mm}
    now = operator_place.standing_now()
    standing = None if now is None else {"state": now.state, "moved_mm": round(now.moved_mm, 1)}
    return jsonify(calibration={"table": table, **told, "standing": standing})


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


def _table(sent: Any) -> Layout:
    """Return the table that is *sent*; raise `Refused` with its place for one that is none."""
    if type(sent) is not dict:
        raise Refused("bad_json", "must be a JSON object", where="table")
    body.check_names(sent, {"seats"}, {"side_mm", "oval_mm"}, "table")
    seats = body.whole(sent["seats"], "table.seats", 1, MAX_SEATS)
    side, oval = sent.get("side_mm"), sent.get("oval_mm")
    side_mm = None if side is None else body.whole(side, "table.side_mm", 0, LARGEST)
    oval_mm = None if oval is None else _pair(oval, "table.oval_mm")
    if side_mm is not None and oval_mm is not None:
        raise Refused(
            "no_such_field", "a field is square or oval: leave out the other", where="table.oval_mm"
        )
    try:
        return table_of(seats, side_mm, oval_mm)
    except Refused as refused:
        raise Refused(refused.code, str(refused), where=f"table.{refused.where}") from refused


def _table_json(table: Layout) -> dict[str, Any]:
    """Return *table* as it is sent."""
    if table.oval_mm is not None:
        return {"seats": table.seats, "oval_mm": list(table.oval_mm)}
    return {"seats": table.seats, "side_mm": table.span_mm}


def _points(sent: Any) -> list[tuple[int, int]]:
    """Return the pixels *sent*; none mean that the markers are to be found."""
    if type(sent) is not list or len(sent) > MOST_POINTS:
        raise Refused("bad_json", f"must be at most {MOST_POINTS} pairs", where="points")
    return [_pair(one, f"points[{place}]") for place, one in enumerate(sent)]


def _pair(sent: Any, where: str) -> tuple[int, int]:
    """Return the two whole numbers *sent*."""
    if type(sent) is not list or len(sent) != len("xy"):
        raise Refused("bad_json", "must be two whole numbers", where=where)
    one, other = (body.whole(part, f"{where}[{i}]", 0, LARGEST) for i, part in enumerate(sent))
    return one, other


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
    Route("GET", "/camera/calibration", calibration),
    Route("POST", "/camera/calibration", calibrate),
    Route("GET", "/tokens", tokens),
    Route("POST", "/tokens", make_token),
    Route("DELETE", "/tokens/<token>", drop_token),
    Route("PUT", "/pin", put_pin),
)
