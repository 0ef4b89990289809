"""Tile sets learned at this kiosk, for programs: by the camera, or by pictures that are sent."""

from __future__ import annotations

import base64
import binascii
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from flask import Response, abort, jsonify, request

from kiosk.access.request_guard import needs, office
from kiosk.access.rights import Right
from kiosk.api import body
from kiosk.api.once import once
from kiosk.api.route import Route
from kiosk.camera.tile_sets import FACES, OWN
from kiosk.errors import Refused
from kiosk.web import sets as pages
from kiosk.web.forms import service
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.typing import ResponseReturnValue

    from vision.camera import Image

MOST_PICTURES: Final = 8


@needs(Right.OPERATE)
def sets() -> ResponseReturnValue:
    """Return the sets learned here, which of them lies on the table, and what can be learned."""
    return jsonify(
        sets=list(pages.shelf().names()),
        on_table=OWN,
        kinds={kind: list(codes) for kind, codes in FACES.items()},
    )


@needs(Right.OPERATE)
def tile_set(name: str) -> ResponseReturnValue:
    """Return the faces of one set, in the order of their pictures."""
    with _told(404):
        return jsonify(name=name, faces=list(pages.shelf().faces(name)))


@needs(Right.OPERATE)
def face(name: str, place: int) -> ResponseReturnValue:
    """Return the picture of one face."""
    with _told(404):
        picture = pages.shelf().face(name, place)
    if picture is None:
        abort(404, "There is no picture of this face.")
    return Response(picture, mimetype="image/webp")


@needs(Right.OPERATE)
def learn() -> ResponseReturnValue:
    """Learn a set from pictures in their order, without any from what the camera sees now."""
    from kiosk.camera.enrolment import SHAPES, codes_of, lesson

    request.max_content_length = pages.MOST_BYTES
    asked = body.fields("op", "name", "kind", pictures=[])
    name = body.text(asked["name"], "name", 40)
    with _told():
        codes, place = codes_of(body.text(asked["kind"], "kind", 40)), pages.shelf()
        place.check_name(name)
        shown = lesson(_pictures(asked["pictures"]), SHAPES.get(asked["kind"]))
        pages.looked().put(shown)
        shown.check(codes)
        learned = shown.learned(name, codes)
        return once(asked, lambda: place.keep(learned, shown.faces()))


@needs(Right.OPERATE)
def looked() -> ResponseReturnValue:
    """Return the last picture that was to be learned from, with what was found in it numbered."""
    return pages.last_look()


@needs(Right.OPERATE)
def take_back(name: str) -> ResponseReturnValue:
    """Undo the last lesson of a set."""
    asked = body.fields("op")
    with _told():
        return once(asked, lambda: pages.shelf().take_back(name))


@needs(Right.OPERATE)
def markers() -> ResponseReturnValue:
    """Return the calibration's markers on a sheet of A4."""
    return pages.markers()


def _pictures(sent: Any) -> list[Image]:
    """Return the pictures *sent*, each base64; without any, what the camera sees now."""
    if type(sent) is not list or len(sent) > MOST_PICTURES:
        raise Refused("bad_json", f"must be at most {MOST_PICTURES} pictures", where="pictures")
    if not sent:
        from kiosk.camera.enrolment import field_of

        return [field_of(service().frame(), office().settings.data_dir)]
    return [_picture(one, f"pictures[{place}]") for place, one in enumerate(sent)]


def _picture(text: Any, where: str) -> Image:
    from vision.loading import unpacked

    try:
        return unpacked(base64.b64decode(text, validate=True), where)
    except (TypeError, ValueError, binascii.Error) as error:
        raise Refused("bad_json", "must be a picture in base64", where=where) from error


@contextmanager
def _told(status: int = 0) -> Iterator[None]:
    """Tell what the recogniser refuses in the interface's shape, or as *status* where given."""
    try:
        yield
    except (Refused, VisionError) as error:
        if status:
            abort(status, str(error))
        raise Refused(error.code, str(error), where=error.where) from error


ROUTES: Final = (
    Route("GET", "/sets", sets),
    Route("POST", "/sets", learn),
    Route("GET", "/sets/<name>", tile_set),
    Route("GET", "/sets/<name>/faces/<int:place>.webp", face),
    Route("POST", "/sets/<name>/take-back", take_back),
    Route("GET", "/camera/looked.jpg", looked),
    Route("GET", "/camera/markers.svg", markers),
)
