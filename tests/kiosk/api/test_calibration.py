"""A program tells the table's form and the corners' pixels, and asks what is stored."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hw_sim.camera import SimCamera
from tests.kiosk.api.program import Program
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.views.test_camera import (
    ENDS,
    SQUARE,
    camera,
    find_pixels,
    read_calibration,
    round_table,
    show,
    worst_mm,
)

__all__ = ["camera", "round_table"]


def points(camera: SimCamera, places: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """Return the pixels of *places* as a program sends them."""
    return [[round(x), round(y)] for x, y in find_pixels(camera, places)]


def test_nothing_is_stored_at_first(program: Program) -> None:
    assert program.get("/camera/calibration").get_json() == {"calibration": None}


def test_markers_are_found_without_a_word_of_the_table(
    parlour: Parlour, program: Program, camera: SimCamera
) -> None:
    show(parlour, camera)
    assert program.post("/camera/calibration").get_json() == {"is_repeat": False}
    calibration = program.get("/camera/calibration").get_json()["calibration"]
    assert calibration["markers"] == 8
    assert calibration["table"] == {"seats": 4, "side_mm": 840.0}
    assert calibration["size"] == [1920, 1080]
    assert calibration["standing"]["state"] == "holds"


def test_a_pushed_table_is_told_with_how_far(
    parlour: Parlour, program: Program, camera: SimCamera
) -> None:
    show(parlour, camera)
    program.post("/camera/calibration")
    parlour.camera.film = np.roll(parlour.camera.film, 14, axis=1)
    standing = program.get("/camera/calibration").get_json()["calibration"]["standing"]
    assert standing["state"] == "moved"
    assert standing["moved_mm"] == pytest.approx(13, abs=3)


def test_four_pixels_do_without_markers(
    parlour: Parlour, program: Program, camera: SimCamera
) -> None:
    show(parlour, camera)
    table = {"seats": 4, "side_mm": 840}
    answer = program.post("/camera/calibration", table=table, points=points(camera, SQUARE))
    assert answer.status_code == 200
    assert program.get("/camera/calibration").get_json()["calibration"]["markers"] == 0
    assert worst_mm(parlour, camera) < 4.0


def test_a_round_table_is_measured_by_its_ends(
    parlour: Parlour, program: Program, round_table: SimCamera
) -> None:
    show(parlour, round_table)
    table = {"seats": 6, "oval_mm": [1500, 1500]}
    program.post("/camera/calibration", table=table, points=points(round_table, ENDS))
    calibration = program.get("/camera/calibration").get_json()["calibration"]
    assert calibration["table"] == {"seats": 6, "oval_mm": [1500.0, 1500.0]}


@pytest.mark.parametrize(
    ("fields", "status", "code", "where"),
    [
        ({"table": {"seats": 4, "side_mm": 300}}, 409, "no_such_field", "table.side_mm"),
        ({"table": {"seats": 6, "oval_mm": [900, 1500]}}, 409, "field_too_small", "table.oval_mm"),
        ({"table": {"seats": 4, "side_mm": 840, "oval_mm": [900, 900]}}, 409, "no_such_field",
         "table.oval_mm"),
        ({"table": {"seats": 10}}, 400, "bad_json", "table.seats"),
        ({"table": {"seats": 4, "legs": 4}}, 400, "bad_json", "table.legs"),
        ({"table": []}, 400, "bad_json", "table"),
        ({"points": [[1, 1]]}, 409, "no_such_table", "points"),
        ({"points": [[1, 1], [2, 1], [2, 2], [1]]}, 400, "bad_json", "points[3]"),
        ({"points": [[1, 1], [2, "x"]]}, 400, "bad_json", "points[1][1]"),
        ({"points": [[1, 1], [9, 1], [9, 9], [1, 2000]]}, 409, "no_such_table", "points[3]"),
        ({"points": [[1, 1], [9, 1], [9, 9], [1, 9]]}, 409, "no_such_table", "points"),
        ({"points": [[100, 900], [900, 900], [900, 100], [100, 100]]}, 409, "wrong_way_round",
         "points"),
    ],
    ids=["small", "narrow", "both", "ten", "legs", "list", "one", "half", "text", "outside",
         "close", "turned"],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(
    parlour: Parlour,
    program: Program,
    camera: SimCamera,
    fields: dict[str, Any],
    status: int,
    code: str,
    where: str,
) -> None:
    show(parlour, camera)
    answer = program.post("/camera/calibration", **fields)
    error = answer.get_json()["error"]
    assert (answer.status_code, error["code"], error["where"]) == (status, code, where)
    assert read_calibration(parlour) is None
