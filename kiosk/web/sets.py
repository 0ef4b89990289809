"""What the operator lays before the camera: faces to learn a tile set by, and printed markers."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

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

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import Right
from kiosk.camera.tile_sets import FACES, OWN
from kiosk.errors import Refused
from kiosk.web.forms import refusal_words, service
from kiosk.web.words import tile_name, words
from rules.tiles import TILES
from vision.errors import VisionError

if TYPE_CHECKING:
    from flask.sansio.blueprints import BlueprintSetupState
    from flask.typing import ResponseReturnValue

    from kiosk.camera.enrolment import Lesson, Shelf
    from vision.camera import Image

bp = Blueprint("sets", __name__, url_prefix="/operator")

MOST_BYTES: Final = 64 * 1024 * 1024
"""Of all pictures of a lesson together."""
LOOKED: Final = "jantaku_lesson"
_WIDTH: Final = 1280


class Looked:
    """The last picture that was to be learned from, with what was found in it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jpeg = b""

    def put(self, shown: Lesson) -> None:
        """Keep the last picture of *shown*, its tiles numbered."""
        import cv2

        from vision.photo.overlay import outlined

        image = outlined(shown.images[-1], shown.rows[-1])
        scale = min(1.0, _WIDTH / image.shape[1])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        done, packed = cv2.imencode(".jpg", small)
        assert done
        with self._lock:
            self._jpeg = packed.tobytes()

    def jpeg(self) -> bytes:
        """Return the picture; empty where none was looked at since the start."""
        with self._lock:
            return self._jpeg


@bp.record_once
def make_room(state: BlueprintSetupState) -> None:
    """Give the application its place for the picture looked at."""
    state.app.extensions[LOOKED] = Looked()


@bp.get("/sets/")
@needs(Right.OPERATE)
def ask() -> ResponseReturnValue:
    """Show the sets learned here, and ask for a picture of another one."""
    return render_template(
        "sets.html",
        tab="camera",
        kinds={kind: len(codes) for kind, codes in FACES.items()},
        names=shelf().names(),
        own=OWN,
        missed=request.args.get("missed") == "1" and bool(looked().jpeg()),
    )


@bp.post("/sets/learn")
@needs(Right.OPERATE)
def learn() -> ResponseReturnValue:
    """Learn a set from the camera's picture or from files, and show what was learned."""
    from kiosk.camera.enrolment import SHAPES, codes_of, lesson

    request.max_content_length = MOST_BYTES
    name, kind = request.form.get("name", ""), request.form.get("kind", "")
    try:
        codes, place = codes_of(kind), shelf()
        place.check_name(name)
        shown = lesson(_pictures(), SHAPES.get(kind))
        looked().put(shown)
        if shown.count != len(codes):
            told = words().say("ui.sets.count", found=shown.count, wanted=len(codes))
            flash(told, "wrong")
            return redirect(url_for("sets.ask", missed=1), 303)
        learned = shown.learned(name, codes)
        office().once(request.form.get("op", ""), lambda: place.keep(learned, shown.faces()))
    except (Refused, VisionError) as error:
        flash(refusal_words(error.code), "wrong")
        return redirect(url_for("sets.ask"), 303)
    return redirect(url_for("sets.show", name=name), 303)


@bp.get("/sets/looked.jpg")
@needs(Right.OPERATE)
def last_look() -> ResponseReturnValue:
    """Return the last picture looked at, what was found in it numbered."""
    return Response(looked().jpeg() or abort(404), mimetype="image/jpeg")


@bp.get("/sets/<name>")
@needs(Right.OPERATE)
def show(name: str) -> ResponseReturnValue:
    """Show the faces of the set *name* as they were seen."""
    try:
        codes = shelf().faces(name)
    except (Refused, VisionError) as error:
        flash(refusal_words(error.code), "wrong")
        return redirect(url_for("sets.ask"), 303)
    faces = [(place, face_name(code)) for place, code in enumerate(codes)]
    return render_template("set.html", tab="camera", name=name, faces=faces, own=OWN)


@bp.get("/sets/<name>/<int:place>.webp")
@needs(Right.OPERATE)
def face(name: str, place: int) -> ResponseReturnValue:
    """Return the picture of one face."""
    try:
        picture = shelf().face(name, place)
    except Refused:
        picture = None
    return Response(picture or abort(404), mimetype="image/webp")


@bp.post("/sets/<name>/take-back")
@needs(Right.OPERATE)
def take_back(name: str) -> ResponseReturnValue:
    """Undo the last lesson of the set *name*."""
    place = shelf()
    try:
        was_done, had_one = office().once(request.form.get("op", ""), lambda: place.take_back(name))
    except (Refused, VisionError) as error:
        flash(refusal_words(error.code), "wrong")
        return redirect(url_for("sets.ask"), 303)
    if not was_done:
        flash(words().say("ui.sets.older" if had_one else "ui.sets.gone", name=name), "good")
    return redirect(url_for("sets.ask"), 303)


@bp.get("/markers.svg")
@needs(Right.OPERATE)
def markers() -> ResponseReturnValue:
    """Return the calibration's markers on a sheet of A4, to print at their true size."""
    from vision.calibration.markers import svg

    answer = Response(svg(), mimetype="image/svg+xml")
    answer.headers["Content-Disposition"] = 'inline; filename="jantaku-markers.svg"'
    return answer


def shelf() -> Shelf:
    """Return the sets learned at this kiosk."""
    from kiosk.camera import enrolment

    return enrolment.Shelf(office().settings.data_dir)


def looked() -> Looked:
    """Return where the last picture looked at is."""
    found: Looked = current_app.extensions[LOOKED]
    return found


def face_name(code: str) -> str:
    """Return what the face *code* is called: a tile, a flower card, a domino, a playing card."""
    if code in TILES:
        return tile_name(code)
    keys = (f"card.{code}", f"domino.{code}")
    return next((words().say(key) for key in keys if words().knows(key)), code)


def _pictures() -> list[Image]:
    """Return the files sent, in their order; without any, what the camera sees now."""
    from kiosk.camera.enrolment import field_of
    from vision.loading import unpacked

    files = [sent for sent in request.files.getlist("file") if sent.filename]
    if files:
        return [unpacked(sent.read(), sent.filename or "") for sent in files]
    return [field_of(service().frame(), office().settings.data_dir)]
