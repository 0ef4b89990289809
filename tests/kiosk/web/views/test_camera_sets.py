"""The operator lays out one of each face, and the kiosk learns, shows and takes it back."""

from __future__ import annotations

import io
import json
from uuid import uuid4

import cv2
import numpy as np
import pytest

from hw_sim.camera import Conditions, SimCamera
from hw_sim.camera.art import SIZES
from kiosk.camera.tile_sets import FACES, OnTable
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Page, Visitor, unlock
from vision.geometry import Layout
from vision.types import Image

SAME_SITE = {"Sec-Fetch-Site": "same-origin"}
DOMINOES = list(FACES["dominoes"])


@pytest.fixture(scope="module")
def camera() -> SimCamera:
    """Return a camera over a table on which one of each domino lies."""
    layout = Layout(tile=SIZES["dominoes"])
    camera = SimCamera(layout, seed=3, tile_set="dominoes", conditions=Conditions(noise=3.0))
    camera.spread(DOMINOES, 11, apart=1.5)
    return camera


@pytest.fixture(scope="module")
def photograph(camera: SimCamera) -> Image:
    """Return the dominoes alone, as somebody takes their picture."""
    corners = np.array([tile.box for tile in camera.truth()]).reshape(-1, 2)
    (left, top), (right, low) = corners.min(axis=0) - 50, corners.max(axis=0) + 50
    image = camera.grab().image
    return np.ascontiguousarray(image[int(top) : int(low), int(left) : int(right)])


@pytest.fixture
def operator(parlour: Parlour) -> Visitor:
    """Return someone who has unlocked the operator's pages."""
    return unlock(parlour.app, "/operator/sets/")


def send(
    operator: Visitor, image: Image | None, name: str = "table", kind: str = "dominoes"
) -> None:
    """Let *operator* send the form with a picture, or without one."""
    data: dict[str, object] = {"op": uuid4().hex, "name": name, "kind": kind}
    if image is not None:
        png = cv2.imencode(".png", image)[1].tobytes()
        data["file"] = (io.BytesIO(png), "all.png")
    answer = operator.browser.post(
        "/operator/sets/learn", data=data, headers=SAME_SITE, follow_redirects=True
    )
    operator._arrive(answer)


def test_a_photograph_is_learned_and_shown_face_by_face(
    parlour: Parlour, operator: Visitor, photograph: Image
) -> None:
    send(operator, photograph)
    assert operator.sees("table: 21 faces learned")
    assert operator.page.html.count("<img") == len(DOMINOES)
    face = operator.browser.get("/operator/sets/table/20.webp")
    assert cv2.imdecode(np.frombuffer(face.data, np.uint8), cv2.IMREAD_COLOR) is not None
    assert operator.browser.get("/operator/sets/table/21.webp").status_code == 404
    own = OnTable(parlour.operator_context.settings.data_dir)()
    assert own is not None
    assert set(own.codes) == set(DOMINOES)


def test_the_camera_looks_where_no_file_is_sent(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    folder = parlour.operator_context.settings.data_dir
    (folder / "calibration.json").write_text(json.dumps(camera.calibration.to_json()))
    parlour.camera.film = camera.grab().image
    send(operator, None)
    assert operator.sees("21 faces learned")


def test_a_picture_without_enough_tiles_is_shown_with_what_was_found(
    operator: Visitor, photograph: Image
) -> None:
    send(operator, photograph, kind="hanafuda")
    assert operator.sees("48 expected")
    assert operator.browser.get("/operator/sets/looked.jpg").mimetype == "image/jpeg"
    assert operator.sees("None yet.")


def test_what_was_learned_is_taken_back(operator: Visitor, photograph: Image) -> None:
    send(operator, photograph)
    assert operator.tap("Undo").sees("The set table is deleted.")
    assert operator.sees("None yet.")


def test_a_second_lesson_taken_back_leaves_the_first(
    parlour: Parlour, operator: Visitor, photograph: Image
) -> None:
    path = parlour.operator_context.settings.data_dir / "sets" / "table.npz"
    send(operator, photograph)
    first = path.read_bytes()
    send(operator, (photograph * 0.8).astype(np.uint8))
    assert path.read_bytes() != first
    assert operator.tap("Undo").sees("is back to what it was before")
    assert path.read_bytes() == first


@pytest.mark.parametrize(("name", "kind"), [("../x", "dominoes"), ("mine", "chess")])
def test_a_name_that_leads_elsewhere_and_a_kind_there_is_not_are_refused(
    operator: Visitor, photograph: Image, name: str, kind: str
) -> None:
    send(operator, photograph, name, kind)
    assert operator.path == "/operator/sets/"
    assert operator.sees("None yet.")


def test_what_is_no_picture_is_named(operator: Visitor) -> None:
    answer = operator.browser.post(
        "/operator/sets/learn",
        data={"name": "table", "kind": "dominoes", "file": (io.BytesIO(b"GIF89"), "a.gif")},
        headers=SAME_SITE,
        follow_redirects=True,
    )
    operator.page = Page(answer.text)
    assert operator.sees("picture")


def test_a_set_that_is_not_there_leads_back_to_the_list(operator: Visitor) -> None:
    assert operator.go("/operator/sets/grandma").path == "/operator/sets/"


def test_the_markers_are_there_to_print(operator: Visitor) -> None:
    sheet = operator.browser.get("/operator/markers.pdf")
    assert sheet.mimetype == "application/pdf"
    assert sheet.data.startswith(b"%PDF")
