"""Tile sets learned at this kiosk: by the camera, or by pictures that are sent."""

from __future__ import annotations

import base64
import binascii
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

from flask import Response, abort
from pydantic import Field

from kiosk.access.request_guard import operator_context
from kiosk.access.rights import Right
from kiosk.api.models import Done, OperationBody, Text, Word, reply, schema_extra
from kiosk.api.operations import JPEG, PDF, WEBP, Operation, once
from kiosk.camera.tile_sets import FACES, OWN
from kiosk.errors import Refused
from kiosk.web.context import service
from kiosk.web.views import camera as pages
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.typing import ResponseReturnValue

    from vision.types import Image

MOST_PICTURES: Final = 8


class Lesson(OperationBody):
    """A set to be learned by pictures in their order, without any by what the camera sees."""

    name: Text
    kind: Text
    pictures: Annotated[
        list[Annotated[Word, schema_extra(format="byte")]], Field(max_length=MOST_PICTURES)
    ] = []


@Operation(
    "GET", "/sets", Right.OPERATE, reply(sets=list[Text], on_table=Text, kinds=dict[str, Any])
)
def sets() -> ResponseReturnValue:
    """Return the sets learned here, which of them lies on the table, and what can be learned."""
    return {
        "sets": list(pages.tile_set_store().names()),
        "on_table": OWN,
        "kinds": {kind: list(codes) for kind, codes in FACES.items()},
    }


@Operation("GET", "/sets/<name>", Right.OPERATE, reply(faces=list[Text]), fails=(404,))
def tile_set(name: str) -> ResponseReturnValue:
    """Return the faces of one set, in the order of their pictures."""
    with _refusals(404):
        return {"name": name, "faces": list(pages.tile_set_store().faces(name))}


@Operation("GET", "/sets/<name>/faces/<int:place>.webp", Right.OPERATE, media=WEBP, fails=(404,))
def face(name: str, place: int) -> ResponseReturnValue:
    """Return the picture of one face."""
    with _refusals(404):
        picture = pages.tile_set_store().face(name, place)
    if picture is None:
        abort(404, "There is no picture of this face.")
    return Response(picture, mimetype=WEBP)


@Operation(
    "POST",
    "/sets",
    Right.OPERATE,
    Done,
    Lesson,
    fails=(409, 422),
    most_bytes=pages.MOST_BYTES,
)
def learn(body: Lesson) -> ResponseReturnValue:
    """Learn a set from pictures in their order, without any from what the camera sees now."""
    from kiosk.camera.enrolment import codes_of, lesson

    with _refusals():
        codes, place = codes_of(body.kind), pages.tile_set_store()
        place.check_name(body.name)
        set_lesson = lesson(_pictures(body.pictures), codes)
        pages.lesson_picture().put(set_lesson)
        set_lesson.check(codes)
        tile_set = set_lesson.learn(body.name, codes)
        return once(body.op, lambda: place.keep(tile_set, set_lesson.faces()))


@Operation("GET", "/camera/looked.jpg", Right.OPERATE, media=JPEG, fails=(404,))
def lesson_picture() -> ResponseReturnValue:
    """Return the last picture that was to be learned from, with what was found in it numbered."""
    return pages.last_lesson()


@Operation("POST", "/sets/<name>/take-back", Right.OPERATE, Done, OperationBody, fails=(409, 422))
def take_back(name: str, body: OperationBody) -> ResponseReturnValue:
    """Undo the last lesson of a set."""
    with _refusals():
        return once(body.op, lambda: pages.tile_set_store().take_back(name))


@Operation("GET", "/camera/markers.pdf", Right.OPERATE, media=PDF)
def markers() -> ResponseReturnValue:
    """Return the calibration's markers on a sheet of A4."""
    return pages.markers()


def _pictures(json_body: list[str]) -> list[Image]:
    """Return the pictures of *json_body*, each base64; without any, what the camera sees now."""
    if not json_body:
        from kiosk.camera.enrolment import field_of

        return [field_of(service().frame(), operator_context().settings.data_dir)]
    from vision.images import decode_images

    entries = ((f"pictures[{place}]", one) for place, one in enumerate(json_body))
    return decode_images((name, _content(one, name)) for name, one in entries)


def _content(text: str, where: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error) as error:
        raise Refused("bad_json", "must be a picture in base64", where=where) from error


@contextmanager
def _refusals(status: int = 0) -> Iterator[None]:
    """Tell what the recogniser refuses in the interface's shape, or as *status* where given."""
    try:
        yield
    except (Refused, VisionError) as error:
        if status:
            abort(status, str(error))
        raise Refused(error.code, str(error), where=error.where) from error
