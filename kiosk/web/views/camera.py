"""What the operator lays before the camera: the table to be found in its picture, and tile sets."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    url_for,
)

from kiosk.access.request_guard import needs, operator_context
from kiosk.access.rights import Right
from kiosk.camera.corner_taps import SIDES, Tapping, pixels
from kiosk.camera.survey import load_calibration, measure_table, standing, table_of
from kiosk.camera.tile_sets import FACES, OWN
from kiosk.errors import Refused
from kiosk.web.context import refusal_steps, refusal_words, service, tile_name, words
from rules.tiles import TILES
from vision.errors import VisionError

if TYPE_CHECKING:
    from flask.sansio.blueprints import BlueprintSetupState
    from flask.typing import ResponseReturnValue

    from kiosk.camera.corner_taps import Pixel
    from kiosk.camera.enrolment import Lesson, TileSetStore
    from kiosk.camera.survey import Standing
    from vision.geometry import Layout
    from vision.types import Image

bp = Blueprint("camera", __name__)
SEATS: Final = 4
"""Seats that a field is measured for where nobody has sat down yet."""
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

    def form_fields(self) -> dict[str, Any]:
        """Return the form's fields, for an address or another form."""
        size = {"wide": self.wide, "deep": self.deep} if self.is_oval else {"side": self.side}
        return {"seats": self.seats, "shape": self.shape, **size}


@bp.get("/operator/camera/corners")
@needs(Right.OPERATE)
def corners() -> ResponseReturnValue:
    """Show a still to tap the next corner on, or in the end what was found."""
    field = parse_field()
    tapping, tap = parse_tapping(field), _tap()
    try:
        table, image = field.table(), service().frame()
    except Refused as refusal:
        flash(refusal_steps(refusal), "wrong")
        return redirect(url_for("operator.camera", **field.form_fields()), 303)
    if tap is not None:
        return redirect(corners_address(field, tapping.with_tap(*tap, _size(image))), 303)
    off_mm, problem = _miss_of(image, table, tapping)
    return render_template(
        "operator_corners.html",
        tab="camera",
        field=field,
        tapping=tapping,
        kind=_kind(tapping),
        fields=_merge_fields(field, tapping),
        back=_back(field, tapping),
        shown=SHOWN,
        tall={wide: round(wide * image.shape[0] / image.shape[1]) for wide in SHOWN},
        off_mm=off_mm,
        problem=problem,
    )


@bp.get("/operator/camera/corners.jpg")
@needs(Right.OPERATE)
def sight() -> ResponseReturnValue:
    """Return the still: whole with the points tapped, enlarged, or with the seats' zones in it."""
    from kiosk.camera import still_marks
    from kiosk.camera.reader import jpeg

    field, image = parse_field(), service().frame()
    tapping, wide = parse_tapping(field), SHOWN[0]
    if tapping.near is not None:
        picture = still_marks.enlarge(image, tapping.box(_size(image)), wide)
    else:
        still = _mark_zones(image, field, tapping) if tapping.is_done else image
        picture = still_marks.draw_points(still, tapping.points, wide)
    return Response(jpeg(picture), mimetype="image/jpeg")


def parse_field() -> Field:
    """Return the table that the form or the address tells of; what it leaves out is as usual."""
    layout = usual_table()
    is_oval = layout.oval_mm is not None
    shape = request.values.get("shape", SHAPES[is_oval])
    if shape not in SHAPES:
        abort(400)
    side = (table_of(layout.seats) if is_oval else layout).span_mm
    wide, deep = layout.oval_mm or (side, side)
    return Field(
        _number("seats", layout.seats),
        shape,
        _number("side", side),
        _number("wide", wide),
        _number("deep", deep),
    )


def standing_now() -> Standing | None:
    """Return whether the camera sees the table where it was; `None` if nobody can know."""
    try:
        return standing(service().frame(), operator_context().settings)
    except Refused:
        return None


def state_words() -> str:
    """Return that in words; empty if nobody can know."""
    position = standing_now()
    if position is None:
        return ""
    return words()(f"ui.place.state.{position.state}", mm=f"{position.moved_mm:.0f}")


def usual_table() -> Layout:
    """Return the table that was measured last, else the usual one for as many as play."""
    calibration = load_calibration(operator_context().settings.data_dir)
    layout = None if calibration is None else calibration.table
    return layout or table_of(_seat_count())


def _seat_count() -> int:
    session = service().view().session
    return SEATS if session is None else len(session.players)


def _number(name: str, default: float) -> int:
    """Return the number in field *name*; *default* where nothing was written."""
    text = request.values.get(name, "")
    if not text:
        return round(default)
    if not _NUMBER.fullmatch(text):
        abort(400)
    return int(text)


def parse_tapping(field: Field) -> Tapping:
    """Return what the request says was tapped; end it with 400 where that cannot be."""
    values = request.values
    try:
        points, near = pixels(values.get("points", "")), pixels(values.get("near", ""))
        is_for_lens = values.get("lens") == "1" and not field.is_oval
        return Tapping(field.is_oval, points, near[0] if near else None, is_for_lens)
    except ValueError:
        abort(400)


def _tap() -> tuple[Pixel, int] | None:
    """Return where the still was tapped, in CSS pixels, and how wide it was drawn."""
    for width in SHOWN:
        at = [request.args.get(f"on{width}.{axis}", "") for axis in "xy"]
        if all(_NUMBER.fullmatch(one) for one in at):
            return (int(at[0]), int(at[1])), width
    return None


def _miss_of(image: Image, table: Layout, tapping: Tapping) -> tuple[float, str]:
    """Return by how many mm the points are missed and why they are no table's, once all are there.

    One of them is nothing: 0, or empty.
    """
    if not tapping.is_done:
        return 0.0, ""
    try:
        return measure_table(image, table, tapping.points).off_mm, ""
    except Refused as refusal:
        return 0.0, refusal_steps(refusal)


def _mark_zones(image: Image, field: Field, tapping: Tapping) -> Image:
    """Return *image* with the zones of the table found; as it is where none was."""
    from kiosk.camera import still_marks

    try:
        table = field.table()
        calibration = measure_table(image, table, tapping.points)
    except Refused:
        return image
    return still_marks.zones(image, calibration, table, SHOWN[0])


def _kind(tapping: Tapping) -> str:
    """Return what is tapped now: a `corner`, the middle of a `side`, or an oval's `end`."""
    if tapping.is_oval:
        return "end"
    return "side" if tapping.place in SIDES else "corner"


def _back(field: Field, tapping: Tapping) -> str:
    if tapping.points or tapping.near:
        return corners_address(field, tapping.back())
    return url_for("operator.camera", **field.form_fields())


def corners_address(field: Field, tapping: Tapping) -> str:
    """Return the page that asks for the next corner of *field*."""
    return url_for("camera.corners", **_merge_fields(field, tapping))


def _merge_fields(field: Field, tapping: Tapping) -> dict[str, Any]:
    return {**field.form_fields(), **tapping.form_fields()}


def _size(image: Image) -> Pixel:
    return image.shape[1], image.shape[0]


MOST_BYTES: Final = 64 * 1024 * 1024
"""Of all pictures of a lesson together."""
LOOKED: Final = "jantaku_lesson"
_WIDTH: Final = 1280


class LessonPicture:
    """The last picture that was to be learned from, with what was found in it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jpeg = b""

    def put(self, lesson: Lesson) -> None:
        """Keep the last picture of *lesson*, its tiles numbered."""
        import cv2

        from vision.photo import draw_outlines

        image = draw_outlines(lesson.images[-1], lesson.rows[-1])
        scale = min(1.0, _WIDTH / image.shape[1])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        is_encoded, jpeg = cv2.imencode(".jpg", small)
        assert is_encoded
        with self._lock:
            self._jpeg = jpeg.tobytes()

    def jpeg(self) -> bytes:
        """Return the picture; empty where none was looked at since the start."""
        with self._lock:
            return self._jpeg


@bp.record_once
def hold_lesson_picture(state: BlueprintSetupState) -> None:
    """Give the application its place for the picture looked at."""
    state.app.extensions[LOOKED] = LessonPicture()


@bp.get("/operator/sets/")
@needs(Right.OPERATE)
def ask_set() -> ResponseReturnValue:
    """Show the sets learned here, and ask for a picture of another one."""
    return render_template(
        "sets.html",
        tab="camera",
        kinds={kind: len(codes) for kind, codes in FACES.items()},
        names=tile_set_store().names(),
        own=OWN,
        missed=request.args.get("missed") == "1" and bool(lesson_picture().jpeg()),
    )


@bp.get("/operator/sets/looked.jpg")
@needs(Right.OPERATE)
def last_lesson() -> ResponseReturnValue:
    """Return the last picture looked at, what was found in it numbered."""
    return Response(lesson_picture().jpeg() or abort(404), mimetype="image/jpeg")


@bp.get("/operator/sets/<name>")
@needs(Right.OPERATE)
def show_set(name: str) -> ResponseReturnValue:
    """Show the faces of the set *name* as they were seen."""
    try:
        codes = tile_set_store().faces(name)
    except (Refused, VisionError) as error:
        flash(refusal_words(error.code), "wrong")
        return redirect(url_for("camera.ask_set"), 303)
    faces = [(place, face_name(code)) for place, code in enumerate(codes)]
    return render_template("set.html", tab="camera", name=name, faces=faces, own=OWN)


@bp.get("/operator/sets/<name>/<int:place>.webp")
@needs(Right.OPERATE)
def face(name: str, place: int) -> ResponseReturnValue:
    """Return the picture of one face."""
    try:
        picture = tile_set_store().face(name, place)
    except Refused:
        picture = None
    return Response(picture or abort(404), mimetype="image/webp")


@bp.get("/operator/markers.pdf")
@needs(Right.OPERATE)
def markers() -> ResponseReturnValue:
    """Return the calibration's markers on a sheet of A4, to print at their true size."""
    from vision.calibration import markers_pdf

    answer = Response(markers_pdf(), mimetype="application/pdf")
    answer.headers["Content-Disposition"] = 'inline; filename="jantaku-markers.pdf"'
    return answer


def tile_set_store() -> TileSetStore:
    """Return the sets learned at this kiosk."""
    from kiosk.camera import enrolment

    return enrolment.TileSetStore(operator_context().settings.data_dir)


def lesson_picture() -> LessonPicture:
    """Return where the last picture looked at is."""
    picture: LessonPicture = current_app.extensions[LOOKED]
    return picture


def face_name(code: str) -> str:
    """Return what the face *code* is called: a tile, a flower card, a domino, a playing card."""
    if code in TILES:
        return tile_name(code)
    keys = (f"card.{code}", f"domino.{code}")
    return next((words()(key) for key in keys if words().knows(key)), code)
