"""Where the table lies in the camera's picture: found by its markers, or by tapping its corners."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import Right
from kiosk.camera.corner_taps import SIDES, Tapping, pixels
from kiosk.camera.survey import known_table, measured, standing, store_calibration, stored, table_of
from kiosk.errors import Refused
from kiosk.table.maintenance import check_at_rest
from kiosk.web.forms import service
from kiosk.web.operator_forms import carry_through, words_of
from kiosk.web.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from flask.typing import ResponseReturnValue

    from kiosk.camera.corner_taps import Pixel
    from kiosk.camera.survey import Standing
    from vision.camera import Image
    from vision.geometry import Layout

bp = Blueprint("place", __name__, url_prefix="/operator/camera")

SEATS: Final = 4
"""A field is measured for so many seats where nobody has sat down yet."""
SHAPES: Final = ("square", "oval")
SHOWN: Final = (720, 480, 320)
"""Widths in CSS pixels at which a still to tap on is drawn, as screens have room (operator.css)."""
_NUMBER: Final = re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class Field:
    """What the form says of the table; lengths in millimetres."""

    seats: int
    shape: str
    side: int
    wide: int
    deep: int

    @property
    def is_oval(self) -> bool:
        """Return whether the field is round or oval."""
        return self.shape == "oval"

    def table(self) -> Layout:
        """Return that table; raise `Refused` for one that cannot be."""
        if self.is_oval:
            return table_of(self.seats, oval_mm=(self.wide, self.deep))
        return table_of(self.seats, self.side)

    def written(self) -> dict[str, Any]:
        """Return the form's fields, for an address or another form."""
        size = {"wide": self.wide, "deep": self.deep} if self.is_oval else {"side": self.side}
        return {"seats": self.seats, "shape": self.shape, **size}


@bp.post("/calibrate")
@needs(Right.OPERATE)
def calibrate() -> ResponseReturnValue:
    """Find the table by the markers on its rim, and store where it lies."""
    field = asked()
    return carry_through(
        lambda: _stored(lambda: calibrated(field.table())),
        url_for("work.camera", **field.written()),
    )


@bp.get("/corners")
@needs(Right.OPERATE)
def corners() -> ResponseReturnValue:
    """Show a still to tap the next corner on, or in the end what was found."""
    field = asked()
    tapping, tap = _tapping(field), _tap()
    try:
        table, image = field.table(), service().frame()
    except Refused as refused:
        flash(words_of(refused), "wrong")
        return redirect(url_for("work.camera", **field.written()), 303)
    if tap is not None:
        return redirect(_address(field, tapping.tapped(*tap, _size(image))), 303)
    off_mm, problem = _looked_at(image, table, tapping)
    return render_template(
        "operator_corners.html",
        tab="camera",
        field=field,
        tapping=tapping,
        kind=_kind(tapping),
        sent=_sent(field, tapping),
        back=_back(field, tapping),
        shown=SHOWN,
        tall={wide: round(wide * image.shape[0] / image.shape[1]) for wide in SHOWN},
        off_mm=off_mm,
        problem=problem,
    )


@bp.get("/corners.jpg")
@needs(Right.OPERATE)
def sight() -> ResponseReturnValue:
    """Return the still: whole with the points tapped, enlarged, or with the seats' zones in it."""
    from kiosk.camera import still_marks
    from kiosk.camera.reader import jpeg

    field, image = asked(), service().frame()
    tapping, wide = _tapping(field), SHOWN[0]
    if tapping.near is not None:
        picture = still_marks.enlarged(image, tapping.box(_size(image)), wide)
    else:
        drawn = _zoned(image, field, tapping) if tapping.is_done else image
        picture = still_marks.pointed(drawn, tapping.points, wide)
    return Response(jpeg(picture), mimetype="image/jpeg")


@bp.post("/corners")
@needs(Right.OPERATE)
def store() -> ResponseReturnValue:
    """Store where the table lies by the corners tapped."""
    field = asked()
    tapping = _tapping(field)
    if not tapping.is_done:
        abort(400)
    try:
        told = _stored(lambda: calibrated(field.table(), tapping.points))
    except Refused as refused:
        flash(words_of(refused), "wrong")
        return redirect(_address(field, tapping), 303)
    flash(told or words().say("ui.place.stored"), "good")
    return redirect(url_for("work.camera"), 303)


def asked() -> Field:
    """Return the table that the form or the address tells of, what it leaves out as known."""
    known = _usual()
    is_oval = known.oval_mm is not None
    shape = request.values.get("shape", SHAPES[is_oval])
    if shape not in SHAPES:
        abort(400)
    side = (table_of(known.seats) if is_oval else known).span_mm
    wide, deep = known.oval_mm or (side, side)
    return Field(
        _number("seats", known.seats),
        shape,
        _number("side", side),
        _number("wide", wide),
        _number("deep", deep),
    )


def standing_now() -> Standing | None:
    """Return whether the camera sees the table where it was; `None` if nobody can know."""
    try:
        return standing(service().frame(), office().settings)
    except Refused:
        return None


def state_words() -> str:
    """Return that in words; empty if nobody can know."""
    found = standing_now()
    if found is None:
        return ""
    return words().say(f"ui.place.state.{found.state}", mm=f"{found.moved_mm:.0f}")


def calibrated(table: Layout | None = None, points: Sequence[tuple[float, float]] = ()) -> float:
    """Return by how many mm the marks were missed, having stored where the *table* lies now.

    The marks are its markers, or *points* tapped. Without *table* it is the one that was measured
    before for as many as play. Raise `Refused` while a hand is played.
    """
    check_at_rest(service().view().stage)
    settings = office().settings
    meant = table or known_table(settings, _seated())
    return store_calibration(service().frame(), settings, meant, points)


def _stored(work: Callable[[], float]) -> str | None:
    """Carry *work* out once, and return by how much the marks were missed, in words."""
    _, off_mm = office().once(request.form.get("op", ""), work)
    return None if off_mm is None else words().say("ui.operator.calibrated", off=f"{off_mm:.1f}")


def _usual() -> Layout:
    """Return the table that was measured last, else the usual one for as many as play."""
    found = stored(office().settings.data_dir)
    known = None if found is None else found.table
    return known or table_of(_seated())


def _seated() -> int:
    session = service().view().session
    return SEATS if session is None else len(session.players)


def _number(name: str, known: float) -> int:
    """Return the number in field *name*; what is *known* where nothing was written."""
    text = request.values.get(name, "")
    if not text:
        return round(known)
    if not _NUMBER.fullmatch(text):
        abort(400)
    return int(text)


def _tapping(field: Field) -> Tapping:
    """Return what the request says was tapped; end it with 400 where that cannot be."""
    said = request.values
    try:
        points, near = pixels(said.get("points", "")), pixels(said.get("near", ""))
        is_for_lens = said.get("lens") == "1" and not field.is_oval
        return Tapping(field.is_oval, points, near[0] if near else None, is_for_lens)
    except ValueError:
        abort(400)


def _tap() -> tuple[Pixel, int] | None:
    """Return where the still was tapped, in CSS pixels, and how wide it was drawn."""
    for shown in SHOWN:
        at = [request.args.get(f"on{shown}.{axis}", "") for axis in "xy"]
        if all(_NUMBER.fullmatch(one) for one in at):
            return (int(at[0]), int(at[1])), shown
    return None


def _looked_at(image: Image, table: Layout, tapping: Tapping) -> tuple[float, str]:
    """Return by how many mm the points are missed and why they are no table's, once all are there.

    One of them is nothing: 0, or empty.
    """
    if not tapping.is_done:
        return 0.0, ""
    try:
        return measured(image, table, tapping.points).off_mm, ""
    except Refused as refused:
        return 0.0, words_of(refused)


def _zoned(image: Image, field: Field, tapping: Tapping) -> Image:
    """Return *image* with the zones of the table found; as it is where none was."""
    from kiosk.camera import still_marks

    try:
        table = field.table()
        found = measured(image, table, tapping.points)
    except Refused:
        return image
    return still_marks.zones(image, found, table, SHOWN[0])


def _kind(tapping: Tapping) -> str:
    """Return what is tapped now: a `corner`, the middle of a `side`, or an oval's `end`."""
    if tapping.is_oval:
        return "end"
    return "side" if tapping.place in SIDES else "corner"


def _back(field: Field, tapping: Tapping) -> str:
    """Return the address of the page before this one."""
    if tapping.points or tapping.near:
        return _address(field, tapping.back())
    return url_for("work.camera", **field.written())


def _address(field: Field, tapping: Tapping) -> str:
    return url_for("place.corners", **_sent(field, tapping))


def _sent(field: Field, tapping: Tapping) -> dict[str, Any]:
    """Return all that the next page must know."""
    return {**field.written(), **tapping.written()}


def _size(image: Image) -> Pixel:
    return image.shape[1], image.shape[0]
