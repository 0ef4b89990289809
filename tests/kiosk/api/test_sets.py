"""Tile sets are learned, looked at and taken back by a program too."""

from __future__ import annotations

import base64

import cv2

from kiosk.camera.tile_sets import FACES
from tests.kiosk.api.program import Program
from tests.kiosk.web.views.test_camera_sets import camera, photograph
from vision.types import Image

__all__ = ["camera", "photograph"]


def test_a_set_is_learned_by_a_picture_and_taken_back(program: Program, photograph: Image) -> None:
    png = cv2.imencode(".png", photograph)[1].tobytes()
    fields = {"kind": "dominoes", "pictures": [base64.b64encode(png).decode()]}
    answer = program.post("/sets", name="old-bones", **fields)
    assert (answer.status_code, answer.get_json()) == (200, {"is_repeat": False})
    assert program.get("/sets").get_json()["sets"] == ["old-bones"]
    assert set(program.get("/sets/old-bones").get_json()["faces"]) == set(FACES["dominoes"])
    assert program.get("/sets/old-bones/faces/20.webp").mimetype == "image/webp"
    assert program.get("/camera/looked.jpg").mimetype == "image/jpeg"
    assert program.post("/sets/old-bones/take-back").status_code == 200
    assert program.get("/sets/old-bones").status_code == 404


def test_an_empty_table_teaches_nothing(program: Program) -> None:
    answer = program.post("/sets", name="old-bones", kind="dominoes")
    assert (answer.status_code, answer.get_json()["error"]["where"]) == (409, "photos")
    assert program.get("/sets").get_json()["sets"] == []


def test_what_is_no_picture_is_told_with_its_place(program: Program) -> None:
    answer = program.post("/sets", name="a", kind="dominoes", pictures=["?"])
    error = answer.get_json()["error"]
    assert (error["code"], error["where"]) == ("bad_json", "pictures[0]")


def test_markers_are_there_to_print(program: Program) -> None:
    assert program.get("/camera/markers.pdf").data.startswith(b"%PDF")
