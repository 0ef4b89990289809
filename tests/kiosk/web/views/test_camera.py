"""The table's form, and where it lies: told and tapped on the operator's pages."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from hw_sim.camera import UHD, Conditions, SimCamera
from kiosk.camera.corner_taps import CORNERS, ENLARGED, SIDES
from kiosk.web.views.camera import SHOWN
from tests.kiosk.web.parlour import Parlour
from tests.kiosk.web.visitor import Visitor, unlock
from vision.calibration import Calibration
from vision.geometry import Layout
from vision.types import Floats, Image

PIN = "2468"
SIX = Layout(6, oval_mm=(1500.0, 1500.0))
ROUND: dict[str, Any] = {"shape": "oval", "seats": "6", "wide": "1500", "deep": "1500"}
PLACES = np.array([[0.0, 0.0], [350.0, 350.0], [-350.0, 330.0], [120.0, -380.0]])
NAMES = {
    **dict(
        zip(
            CORNERS,
            ("Far left corner", "Far right corner", "Near right corner", "Near left corner"),
            strict=True,
        )
    ),
    **dict(zip(SIDES, ("far", "right", "near", "left"), strict=True)),
}
SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
ENDS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@pytest.fixture(scope="module")
def camera() -> SimCamera:
    """Return a camera above a square table; nothing on it but markers."""
    return SimCamera(seed=3)


@pytest.fixture(scope="module")
def webcam() -> SimCamera:
    """Return a camera whose lens bends."""
    return SimCamera(seed=4, conditions=Conditions(bend=-0.15))


@pytest.fixture
def operator(parlour: Parlour) -> Visitor:
    """Return someone who has unlocked the operator's pages."""
    return unlock(parlour.app)


@pytest.fixture(scope="module")
def round_table() -> SimCamera:
    """Return a camera above a round table for six."""
    return SimCamera(SIX, seed=2, conditions=Conditions(size=UHD))


@cache
def frame(camera: SimCamera) -> tuple[Image, bytes]:
    """Return what *camera* sees, and as JPEG; drawn once, for nothing moves there."""
    image = camera.grab().image
    return image, cv2.imencode(".jpg", image)[1].tobytes()


def show(parlour: Parlour, camera: SimCamera) -> None:
    """Let the kiosk's camera see what *camera* sees."""
    parlour.camera.film, parlour.camera.picture = frame(camera)


def find_pixels(
    camera: SimCamera, places: tuple[tuple[int, int], ...]
) -> list[tuple[float, float]]:
    """Return the pixels of *places*, in half sides of the field from its middle."""
    half = camera.layout.span_mm / 2
    return [(float(x), float(y)) for x, y in camera.floor_pixels(np.array(places, float) * half)]


def touch(visitor: Visitor, camera: SimCamera, at: tuple[float, float], width: int = 0) -> None:
    """Tap a place in the picture as a finger does: somewhere about it first, then at it."""
    picture_width, size = SHOWN[width], camera.conditions.size
    call = _find_picture_name(visitor)
    scale = picture_width / size[0]
    rough = int(at[0] * scale) + 4, int(at[1] * scale) + 4
    visitor.touch(call, *rough, place=width)
    left, top = (
        min(max(int((one + 0.5) / scale) - whole // ENLARGED // 2, 0), whole - whole // ENLARGED)
        for one, whole in zip(rough, size, strict=True)
    )
    finer = scale * ENLARGED
    visitor.touch(call, int((at[0] - left) * finer), int((at[1] - top) * finer), place=width)


def tap_corners(
    parlour: Parlour,
    visitor: Visitor,
    camera: SimCamera,
    places: tuple[tuple[int, int], ...] = SQUARE,
) -> None:
    """Tap the corners of a square field in turn, as *camera* sees them."""
    show(parlour, camera)
    begin(visitor)
    for at in find_pixels(camera, places):
        touch(visitor, camera, at)


def _find_picture_name(visitor: Visitor) -> str:
    """Return what the picture to tap is called."""
    pictures = [one for one in visitor.page.targets if one.sends and one.sends[0].startswith("on")]
    assert len(pictures) == len(SHOWN)
    return pictures[0].text


def read_calibration(parlour: Parlour) -> Calibration | None:
    """Return what the kiosk has stored."""
    path = parlour.operator_context.settings.data_dir / "calibration.json"
    return Calibration.from_json(json.loads(path.read_text())) if path.exists() else None


def worst_mm(parlour: Parlour, camera: SimCamera, places: Floats = PLACES) -> float:
    """Return by how much the stored calibration misses *places* on the table."""
    calibration = read_calibration(parlour)
    assert calibration is not None
    back = calibration.to_table(camera.calibration.to_pixels(places))
    return float(np.hypot(*(back - places).T).max())


def begin(visitor: Visitor, **table: Any) -> Visitor:
    """Tell of the *table* and start tapping."""
    return visitor.go("/operator/camera").tap("Tap the corners", **table)


@pytest.mark.parametrize("width", range(len(SHOWN)), ids=[str(one) for one in SHOWN])
def test_four_corners_are_tapped_and_the_table_is_stored(
    parlour: Parlour, operator: Visitor, camera: SimCamera, width: int
) -> None:
    show(parlour, camera)
    begin(operator)
    for at in find_pixels(camera, SQUARE):
        touch(operator, camera, at, width)
    assert operator.sees("Is this right?")
    assert read_calibration(parlour) is None
    operator.tap("Hold to save")
    assert operator.path == "/operator/camera"
    assert operator.sees("Found the table")
    calibration = read_calibration(parlour)
    assert calibration is not None
    assert (calibration.marks, calibration.table) == (None, Layout())
    assert worst_mm(parlour, camera) < 5.0


def test_each_corner_is_asked_for_in_its_turn(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    show(parlour, camera)
    begin(operator)
    for number, at in enumerate(find_pixels(camera, SQUARE), 1):
        assert operator.sees(NAMES[CORNERS[number - 1]])
        assert operator.sees(f"{number} of 4")
        touch(operator, camera, at)


def test_four_more_measure_the_lens(parlour: Parlour, operator: Visitor, webcam: SimCamera) -> None:
    show(parlour, webcam)
    begin(operator)
    for at in find_pixels(webcam, SQUARE):
        touch(operator, webcam, at)
    operator.tap("Four more, for the lens")
    for name, at in zip(SIDES, find_pixels(webcam, ENDS), strict=True):
        assert operator.sees(f"Middle of the {name} side")
        touch(operator, webcam, at)
    operator.tap("Hold to save")
    calibration = read_calibration(parlour)
    assert calibration is not None
    assert calibration.lens is not None
    assert worst_mm(parlour, webcam) < 6.0


def test_the_wrong_way_round_is_told_and_nothing_is_stored(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    tap_corners(parlour, operator, camera, SQUARE[::-1])
    assert operator.sees("The points run the wrong way round the table.")
    assert all("store" not in target.text for target in operator.page.targets)
    operator.tap("Start again")
    assert operator.sees("1 of 4")
    assert read_calibration(parlour) is None


def test_who_sends_such_points_all_the_same_stores_nothing(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    tap_corners(parlour, operator, camera)
    form = operator.find("Hold to save").form
    assert form is not None
    points = "_".join(dict(form.fields)["points"].split("_")[::-1])
    fields = [(name, points if name == "points" else value) for name, value in form.fields]
    operator.send(form, fields)
    assert operator.path == "/operator/camera/corners"
    assert "banner wrong" in operator.page.html
    assert read_calibration(parlour) is None


def test_points_of_another_table_are_told(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    show(parlour, camera)
    begin(operator)
    (x, y), *others = find_pixels(camera, SQUARE)
    for at in ((x + 400, y + 500), *others):
        touch(operator, camera, at)
    assert operator.sees("These points do not fit such a table.")


def test_back_takes_the_last_tap_away(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    show(parlour, camera)
    begin(operator)
    first, second, *_ = find_pixels(camera, SQUARE)
    touch(operator, camera, first)
    operator.touch("Far right corner", round(second[0] * 720 / 1920), round(second[1] * 720 / 1920))
    assert operator.sees("Now tap it exactly.")
    assert operator.tap("Back").sees("Tap near it")
    assert operator.sees("Far right corner")
    assert operator.tap("Back").sees("Far left corner")
    assert operator.tap("Back").path == "/operator/camera"


def test_a_round_table_is_tapped_at_its_ends(
    parlour: Parlour, operator: Visitor, round_table: SimCamera
) -> None:
    show(parlour, round_table)
    begin(operator, **ROUND)
    for name, at in zip(SIDES, find_pixels(round_table, ENDS), strict=True):
        assert operator.sees(f"{name.capitalize()} end")
        touch(operator, round_table, at)
    assert all("lens" not in target.text for target in operator.page.targets)
    operator.tap("Hold to save")
    calibration = read_calibration(parlour)
    assert calibration is not None
    assert calibration.table == SIX
    assert worst_mm(parlour, round_table, 1.7 * PLACES) < 8.0


def test_the_markers_of_a_round_table_are_found(
    parlour: Parlour, operator: Visitor, round_table: SimCamera
) -> None:
    show(parlour, round_table)
    operator.go("/operator/camera").tap("Find the table", **ROUND)
    calibration = read_calibration(parlour)
    assert calibration is not None
    assert (calibration.table, len(calibration.marks or {})) == (SIX, 8)
    form = operator.go("/operator/camera").find("Tap the corners").form
    assert form is not None
    assert set(ROUND.items()) <= set(form.fields)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"side": "300"}, "No playing field has this size."),
        ({"seats": "6", "side": "840"}, "No playing field has this size."),
        ({"seats": "12"}, "No playing field has this size."),
        (ROUND | {"wide": "900"}, "So many players do not fit on this field."),
        (ROUND | {"deep": "9000"}, "No playing field has this size."),
    ],
    ids=["small", "six", "twelve", "narrow", "deep"],
)
@pytest.mark.parametrize("way", ["Tap the corners", "Find the table"])
def test_a_table_that_cannot_be_is_told_and_stays_in_the_form(
    parlour: Parlour,
    operator: Visitor,
    camera: SimCamera,
    table: dict[str, Any],
    message: str,
    way: str,
) -> None:
    show(parlour, camera)
    operator.go("/operator/camera").tap(way, **table)
    assert operator.path == "/operator/camera"
    assert operator.sees(message)
    form = operator.find("Tap the corners").form
    assert form is not None
    assert set(table.items()) <= set(form.fields)
    assert read_calibration(parlour) is None


def test_a_square_table_for_six_is_told_by_its_own_side(
    parlour: Parlour, operator: Visitor
) -> None:
    six = Layout(6)
    camera = SimCamera(six, seed=5, conditions=Conditions(size=UHD))
    show(parlour, camera)
    begin(operator, seats="6", side=str(round(six.span_mm)))
    for at in find_pixels(camera, SQUARE):
        touch(operator, camera, at)
    operator.tap("Hold to save")
    calibration = read_calibration(parlour)
    assert calibration is not None
    assert calibration.table is not None
    assert calibration.table.span_mm == pytest.approx(six.span_mm, abs=1)


def test_two_taps_on_store_are_one(parlour: Parlour, operator: Visitor, camera: SimCamera) -> None:
    tap_corners(parlour, operator, camera)
    form = operator.find("Hold to save").form
    assert form is not None
    operator.send(form, form.fields)
    (parlour.operator_context.settings.data_dir / "calibration.json").unlink()
    operator.send(form, form.fields)
    assert operator.sees("Already saved.")
    assert read_calibration(parlour) is None


def test_nothing_is_stored_in_the_middle_of_a_hand(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    tap_corners(parlour, operator, camera)
    parlour.sit_down().tap("Skip the machine")
    operator.tap("Hold to save")
    assert operator.sees("A hand is being played.")
    assert read_calibration(parlour) is None


@pytest.mark.parametrize(
    "query",
    [
        "points=1",
        "points=1x1_2",
        "near=a",
        "shape=star",
        "seats=four",
        "points=1x1_1x2_1x3_1x4_1x5",
        "shape=oval&lens=1&points=1x1_1x2_1x3_1x4_1x5",
        "lens=1&points=1x1_1x2_1x3_1x4_1x5_1x6_1x7_1x8_1x9",
    ],
)
def test_what_no_page_sends_gets_its_page(operator: Visitor, query: str) -> None:
    assert operator.go(f"/operator/camera/corners?{query}").status == 400


def test_half_the_corners_are_not_stored(operator: Visitor) -> None:
    fields = {"op": "half-the-corners", "points": "1x1_9x1"}
    ours = {"Sec-Fetch-Site": "same-origin"}
    assert (
        operator.browser.post("/operator/camera/corners", data=fields, headers=ours).status_code
        == 400
    )


def test_the_still_shows_what_was_tapped_and_a_cut(parlour: Parlour, operator: Visitor) -> None:
    parlour.camera.film = np.full((450, 800, 3), 60, np.uint8)
    parlour.camera.film[200:210, 200:210] = 255
    whole, with_point, cut = (
        picture(operator, query) for query in ("", "points=400x100", "near=205x205")
    )
    assert whole.shape[1] == SHOWN[0]
    assert np.abs(whole[80:100, 350:370].astype(int) - with_point[80:100, 350:370]).max() > 100
    assert cut.shape[:2] == (403, 720)
    assert cut[200, 360].min() > 200


def test_the_zones_of_the_seats_are_drawn_in_the_end(
    parlour: Parlour, operator: Visitor, camera: SimCamera
) -> None:
    show(parlour, camera)
    corners = [f"{x:.0f}x{y:.0f}" for x, y in find_pixels(camera, SQUARE)]
    bare, zoned = (
        picture(operator, f"points={'_'.join(points)}") for points in (corners[:3], corners)
    )
    zones = np.abs(bare.astype(int) - zoned).max(axis=2) > 60
    hand = camera.calibration.to_pixels(np.array([[0.0, 330.0]]))[0] * SHOWN[0] / 1920
    x, y = (round(float(one)) for one in hand)
    assert zones[y - 4 : y + 5, x - 30 : x + 30].any(axis=0).all()


def picture(operator: Visitor, query: str) -> Any:
    """Return the still that the page shows for *query*."""
    jpeg = operator.browser.get(f"/operator/camera/corners.jpg?{query}").data
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_without_a_picture_there_is_nothing_to_tap(parlour: Parlour, operator: Visitor) -> None:
    parlour.camera.film = np.zeros((0, 0, 3), np.uint8)
    operator.go("/operator/camera/corners")
    assert operator.path == "/operator/camera"
    assert "banner wrong" in operator.page.html
