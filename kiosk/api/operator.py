"""What the operator does: state, log, machine, camera, tokens."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import pydantic
from flask import Response, abort
from pydantic import Strict
from typing_extensions import TypeAliasType

from kiosk.access.request_guard import operator_context
from kiosk.access.rights import Right
from kiosk.api.models import (
    Body,
    Count,
    Done,
    Extent,
    OperationBody,
    Pair,
    Reply,
    Text,
    Word,
    reply,
    schema_extra,
)
from kiosk.api.operations import ZIP, Operation, once
from kiosk.camera import light
from kiosk.camera.survey import load_calibration, table_of
from kiosk.errors import Refused
from kiosk.session.shapes import MAX_SEATS
from kiosk.support import doctor as diagnosis
from kiosk.support.bundle import machine_json, support_bundle
from kiosk.table.maintenance import MAX_JOG_MM, MECHANISMS, SIDES
from kiosk.table.maintenance import Motion as MachineMotion
from kiosk.table.set_places import PLACES
from kiosk.web.actions.operator import maintenance, store_table_place
from kiosk.web.context import service
from kiosk.web.views.camera import standing_now

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.access.secrets import Token as HeldToken
    from vision.geometry import Layout

Scope = Literal["read", "score", "operate", "admin"]
MOST_POINTS: Final = 8
"""The field's corners, and the middles of its sides."""
POINTS: Final = (
    "Pixels of the camera's picture: the corners of the field, the far left one as seat 0 sees it "
    "first, then clockwise; of a round or oval one its far, right, near and left end; with four "
    "more, the middles between them. Without any its markers are looked for."
)
JOG: Final = {"minimum": -MAX_JOG_MM, "maximum": MAX_JOG_MM, "not": {"const": 0}}


class House(Reply):
    """Versions, settings, disk, what was checked, and by what service knows the bundle."""

    bundle: Text
    versions: dict[str, Any]
    settings: dict[str, Any]
    disk: dict[str, Any]
    checks: list[dict[str, Any]]


class SetPlace(Body):
    """Where a set of tiles is in the machine."""

    which: Count
    place: Annotated[Word, schema_extra(enum=list(PLACES))]
    percent: Annotated[int, pydantic.Field(ge=0, le=100)]
    fault: Count


class MachineReport(Reply):
    """Everything that the machine tells."""

    sets: list[SetPlace]
    other_table: Word


class OfSide(Body):
    """What went wrong, and at which side of the table; null for the table as a whole."""

    code: Count
    side: Annotated[int, Strict(), pydantic.Field(ge=0, le=SIDES - 1)] | None


class Trouble(OfSide):
    """What went wrong at one side in seven days."""

    times: Count
    last_ms: int
    is_due: bool


class StrikeOff(OperationBody, OfSide):
    """What was looked after."""


class Move(OperationBody):
    """A motion of the whole machine."""

    motion: Literal["census", "home", "self_test"]


class Jog(OperationBody):
    """A mechanism to be moved by hand."""

    motion: Literal["jog"]
    mechanism: Annotated[Word, schema_extra(enum=list(MECHANISMS))]
    distance_mm: Annotated[int, Strict(), schema_extra(**JOG)]
    side: Annotated[int, Strict(), pydantic.Field(ge=0, le=SIDES - 1)] = 0


Motion = TypeAliasType("Motion", Annotated[Move | Jog, pydantic.Field(discriminator="motion")])


class ToTake(OperationBody):
    """A table that was refused as not this kiosk's."""

    serial: Word


class Field(Body):
    """A table: a square field's side, or width and depth of a round or oval one."""

    seats: Annotated[int, Strict(), pydantic.Field(ge=1, le=MAX_SEATS)]
    side_mm: Extent | None = None
    oval_mm: Pair | None = None


class ToCalibrate(OperationBody):
    """A table, and the pixels of its field where it has no markers."""

    table: Field | None = None
    points: Annotated[list[Pair], pydantic.Field(max_length=MOST_POINTS, description=POINTS)] = []


class Standing(Reply):
    """Whether the table lies where it was."""

    state: Literal["holds", "moved", "unknown", "plain"]
    moved_mm: float


class MeasuredTable(Reply):
    """The table that was measured."""

    seats: Count


class Calibration(Reply):
    """Where the table was found."""

    size: Annotated[list[Count], pydantic.Field(min_length=2, max_length=2)]
    markers: Count
    off_mm: float
    table: MeasuredTable | None
    standing: Standing | None


class Light(Reply):
    """How the table is lit."""

    fields: list[list[Count]]
    verdict: Text


class Token(Body):
    """What is known of a token."""

    id: Text
    label: Text
    right: Scope
    made_ms: int


class NewToken(Token):
    """A token, told this once."""

    token: Text


class ToMake(OperationBody):
    """The token to be made."""

    label: Annotated[Word, pydantic.Field(max_length=40), schema_extra(minLength=1)]
    right: Scope


class Pin(Body):
    """Another PIN."""

    pin: Annotated[Word, schema_extra(pattern="^[0-9]{4,12}$")]


@Operation("GET", "/house", Right.OPERATE, House)
def house() -> ResponseReturnValue:
    """Return versions, settings, disk, what was checked, and the id of the bundle for support."""
    settings = operator_context().settings
    disk = diagnosis.disk_of(settings)
    return {
        "bundle": operator_context().bundle_id,
        "versions": diagnosis.versions(),
        "settings": diagnosis.describe_settings(settings),
        "disk": {**asdict(disk), "is_low": disk.is_low},
        "checks": [asdict(check) for check in diagnosis.checks(settings)],
    }


@Operation("GET", "/house/log", Right.OPERATE, reply(lines=list[Word]))
def log() -> ResponseReturnValue:
    """Return the newest lines of the log, oldest first."""
    return {"lines": list(operator_context().log.lines())}


@Operation("GET", "/house/bundle.zip", Right.OPERATE, media=ZIP)
def bundle() -> ResponseReturnValue:
    """Return the bundle for support."""
    return Response(support_bundle(operator_context(), service().maintenance), mimetype=ZIP)


@Operation("GET", "/machine", Right.OPERATE, reply(machine=MachineReport | None))
def machine() -> ResponseReturnValue:
    """Return everything that the machine tells; null where there is none."""
    maintenance = service().maintenance
    return {"machine": None if maintenance is None else machine_json(maintenance.report())}


@Operation("GET", "/machine/faults", Right.OPERATE, reply(hands=Count, faults=list[Trouble]))
def faults() -> ResponseReturnValue:
    """Return the hands that the machine brought in seven days, and what went wrong in them."""
    here = service().maintenance
    troubles = () if here is None else here.faults.troubles()
    return {
        "hands": 0 if here is None else here.faults.hands,
        "faults": [{**asdict(one), "is_due": one.is_due} for one in troubles],
    }


@Operation("POST", "/machine/faults/struck-off", Right.OPERATE, Done, StrikeOff, fails=(409,))
def strike_off_faults(body: StrikeOff) -> ResponseReturnValue:
    """Forget what a fault did at a side in seven days: it has been looked after."""
    return once(body.op, lambda: maintenance().faults.strike_off(body.code, body.side))


@Operation("POST", "/machine/motions", Right.OPERATE, Done, Motion, fails=(409,))
def move(body: Move | Jog) -> ResponseReturnValue:
    """Start one motion, once, while no hand is being played."""
    how = (body.mechanism, body.side, body.distance_mm) if isinstance(body, Jog) else ()
    motion = MachineMotion(body.motion, *how)
    in_hand = service().view().stage.is_in_hand
    return once(body.op, lambda: maintenance().move(motion, is_in_hand=in_hand))


@Operation("POST", "/machine/clear-fault", Right.OPERATE, Done, OperationBody, fails=(409,))
def clear_fault(body: OperationBody) -> ResponseReturnValue:
    """Tell the machine that the cause of its fault is gone."""
    return once(body.op, lambda: maintenance().clear_fault())


@Operation("POST", "/machine/table", Right.OPERATE, Done, ToTake, fails=(409,))
def take_table(body: ToTake) -> ResponseReturnValue:
    """Take another table that is at the port as this kiosk's, by its serial number."""
    return once(body.op, lambda: maintenance().take_table(body.serial))


@Operation("GET", "/camera/light", Right.OPERATE, Light, fails=(409,))
def camera_light() -> ResponseReturnValue:
    """Return how the table is lit."""
    return asdict(light.measure(service().still()))


@Operation("POST", "/camera/calibration", Right.OPERATE, Done, ToCalibrate, fails=(409,))
def calibrate(body: ToCalibrate) -> ResponseReturnValue:
    """Find the table by its markers or by points of its field, and store where it lies."""
    table = None if body.table is None else _table(body.table)
    points = [(x, y) for x, y in body.points]
    return once(body.op, lambda: store_table_place(table, points))


@Operation("GET", "/camera/calibration", Right.OPERATE, reply(calibration=Calibration | None))
def calibration() -> ResponseReturnValue:
    """Return what is stored of the table's place; null where nothing is."""
    place = load_calibration(operator_context().settings.data_dir)
    if place is None:
        return {"calibration": None}
    now = standing_now()
    return {
        "calibration": {
            "table": None if place.table is None else _table_json(place.table),
            "size": list(place.size),
            "markers": len(place.marks or {}),
            "off_mm": place.off_mm,
            "standing": now and {"state": now.state, "moved_mm": round(now.moved_mm, 1)},
        }
    }


@Operation("GET", "/tokens", Right.ADMIN, reply(tokens=list[Token]))
def tokens() -> ResponseReturnValue:
    """Return what is known of each token."""
    return {"tokens": [_token_json(token) for token in operator_context().secrets.read().tokens]}


@Operation("POST", "/tokens", Right.ADMIN, NewToken, ToMake, status=201, fails=(409, 422))
def make_token(body: ToMake) -> ResponseReturnValue:
    """Make a token and return it; it is told this once."""
    secrets, now_ms = operator_context().secrets, operator_context().clock.wall_ms()
    _, result = service().once(
        body.op, lambda: secrets.make_token(body.label, Right(body.right), now_ms)
    )
    if result is None:
        abort(409, "This operation was carried out before; its token is not told twice.")
    token, text = result
    return {**_token_json(token), "token": text}, 201


@Operation("DELETE", "/tokens/<token>", Right.ADMIN, status=204, fails=(404,))
def drop_token(token: str) -> ResponseReturnValue:
    """Take a token back."""
    operator_context().secrets.drop_token(token)
    return Response(status=204)


@Operation("PUT", "/pin", Right.ADMIN, body=Pin, status=204)
def put_pin(body: Pin) -> ResponseReturnValue:
    """Choose another PIN; every open operator's page is shut."""
    operator_context().pin_lock.choose(body.pin)
    return Response(status=204)


def _table(json_body: Field) -> Layout:
    if json_body.side_mm is not None and json_body.oval_mm is not None:
        raise Refused(
            "no_such_field", "a field is square or oval: leave out the other", where="table.oval_mm"
        )
    oval = None if json_body.oval_mm is None else (json_body.oval_mm[0], json_body.oval_mm[1])
    try:
        return table_of(json_body.seats, json_body.side_mm, oval)
    except Refused as refusal:
        raise Refused(refusal.code, str(refusal), where=f"table.{refusal.where}") from refusal


def _table_json(table: Layout) -> dict[str, Any]:
    if table.oval_mm is not None:
        return {"seats": table.seats, "oval_mm": list(table.oval_mm)}
    return {"seats": table.seats, "side_mm": table.span_mm}


def _token_json(token: HeldToken) -> dict[str, Any]:
    body = asdict(token)
    del body["digest"]
    return body
