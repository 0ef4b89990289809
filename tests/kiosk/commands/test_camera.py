"""`jantaku calibrate`: markers, taps, and the check at a start."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from hw_sim.camera import UHD, Conditions, SimCamera
from kiosk.commands.camera import calibrate
from tests.vision.calibration.knocks import bare
from vision.calibration import Calibration
from vision.geometry import Layout


@pytest.fixture(scope="module")
def stills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a still of a table, which stands in for a camera."""
    folder = tmp_path_factory.mktemp("stills")
    cv2.imwrite(str(folder / "table.png"), SimCamera(seed=3).grab().image)
    return folder


def run(*arguments: object) -> tuple[int, str]:
    """Return exit status and everything said."""
    result = CliRunner().invoke(calibrate, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_markers_are_measured_stored_and_hold(stills: Path, tmp_path: Path) -> None:
    status, output = run("--camera", stills, "--data", tmp_path, "--still", tmp_path / "z.png")
    assert (status, "8 markers" in output) == (0, True)
    stored = json.loads((tmp_path / "calibration.json").read_text())
    assert Calibration.from_json(stored).marks is not None
    assert cv2.imread(str(tmp_path / "z.png")) is not None
    status, output = run("--camera", stills, "--data", tmp_path, "--check")
    assert (status, "is where it was" in output) == (0, True)


def test_a_moved_camera_fails_the_check(stills: Path, tmp_path: Path) -> None:
    run("--camera", stills, "--data", tmp_path)
    folder = tmp_path / "moved"
    folder.mkdir()
    image = cv2.imread(str(stills / "table.png"))
    assert image is not None
    cv2.imwrite(str(folder / "a.png"), np.roll(image, 12, axis=1))
    status, output = run("--camera", folder, "--data", tmp_path, "--check")
    assert (status, "has moved by 1" in output) == (1, True)


def test_four_points_do_without_markers(stills: Path, tmp_path: Path) -> None:
    half = 420.0
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    pixels = SimCamera(seed=3).floor_pixels(corners)
    points = [part for x, y in pixels for part in ("--point", f"{x:.0f},{y:.0f}")]
    status, output = run("--camera", stills, "--data", tmp_path, *points)
    assert (status, "found by points" in output) == (0, True)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a still of a table on which no markers lie."""
    folder = tmp_path_factory.mktemp("plain")
    cv2.imwrite(str(folder / "table.png"), bare().grab().image)
    return folder


def corners() -> list[str]:
    """Return the field's corners as the command takes them."""
    half = 420.0
    places = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    pixels = bare().floor_pixels(places)
    return [part for x, y in pixels for part in ("--point", f"{x:.0f},{y:.0f}")]


def test_a_table_found_by_points_is_known_again_and_a_push_noticed(
    plain: Path, tmp_path: Path
) -> None:
    status, output = run("--camera", plain, "--data", tmp_path, *corners())
    assert (status, "landmarks kept" in output) == (0, True), output
    status, output = run("--camera", plain, "--data", tmp_path, "--check")
    assert (status, "is where it was, to 0." in output, "landmarks" in output) == (0, True, True), (
        output
    )
    pushed = tmp_path / "pushed"
    pushed.mkdir()
    image = cv2.imread(str(plain / "table.png"))
    assert image is not None
    cv2.imwrite(str(pushed / "a.png"), np.roll(image, 9, axis=0))
    status, output = run("--camera", pushed, "--data", tmp_path, "--check")
    assert (status, "has moved by 8" in output) == (1, True), output


def test_a_covered_edge_cannot_tell_and_says_what_to_do(plain: Path, tmp_path: Path) -> None:
    run("--camera", plain, "--data", tmp_path, *corners())
    covered = tmp_path / "covered"
    covered.mkdir()
    cv2.imwrite(str(covered / "a.png"), np.full((1080, 1920, 3), 90, np.uint8))
    status, output = run("--camera", covered, "--data", tmp_path, "--check")
    assert (status, "cannot tell: 0 markers seen" in output) == (1, True), output
    assert "clear the table's corners and edge" in output


def test_a_table_whose_edge_shows_nothing_is_told_so(tmp_path: Path) -> None:
    stills = tmp_path / "stills"
    stills.mkdir()
    cv2.imwrite(str(stills / "a.png"), np.full((1080, 1920, 3), 90, np.uint8))
    status, output = run("--camera", stills, "--data", tmp_path, *corners())
    assert (status, "shows too little to notice a moved camera by" in output) == (0, True), output
    status, output = run("--camera", stills, "--data", tmp_path, "--check")
    assert (status, "keeps nothing to compare" in output) == (1, True), output


def test_hidden_markers_are_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((480, 640, 3), 90, np.uint8))
    status, output = run("--camera", tmp_path, "--data", tmp_path)
    assert (status, "corner marker 0, 1, 2, 3" in output) == (2, True)


def test_a_point_that_is_none_is_named(stills: Path, tmp_path: Path) -> None:
    status, output = run("--camera", stills, "--data", tmp_path, "--point", "left")
    assert (status, "'left' is no pair of numbers: write --point X,Y" in output) == (2, True)


def test_a_check_without_a_calibration_says_what_to_do(stills: Path, tmp_path: Path) -> None:
    status, output = run("--camera", stills, "--data", tmp_path, "--check")
    assert (status, "run jantaku calibrate first" in output) == (2, True)


def test_without_a_camera_it_says_how_to_name_one(tmp_path: Path) -> None:
    status, output = run("--data", tmp_path)
    assert (status, "--camera" in output) == (2, True)


def test_the_markers_are_written_to_print(tmp_path: Path) -> None:
    sheet = tmp_path / "markers.PDF"
    status, output = run("--markers", sheet)
    assert (status, "at 100 %" in output) == (0, True)
    assert sheet.read_bytes().startswith(b"%PDF")


def test_a_sheet_of_another_kind_is_refused(tmp_path: Path) -> None:
    status, output = run("--markers", tmp_path / "markers.doc")
    assert (status, "ends in .pdf" in output) == (2, True)


def test_a_round_table_is_measured_drawn_and_checked(tmp_path: Path) -> None:
    stills = tmp_path / "stills"
    stills.mkdir()
    camera = SimCamera(Layout(6, oval_mm=(1500.0, 1500.0)), seed=2, conditions=Conditions(size=UHD))
    cv2.imwrite(str(stills / "table.png"), camera.grab().image)
    wish = ("--camera", stills, "--data", tmp_path, "--seats", 6, "--oval", "1500,1500")
    status, output = run(*wish, "--still", tmp_path / "zones.png")
    assert (status, "8 markers" in output) == (0, True), output
    stored = Calibration.from_json(json.loads((tmp_path / "calibration.json").read_text()))
    assert stored.table == Layout(6, oval_mm=(1500.0, 1500.0))
    status, output = run("--camera", stills, "--data", tmp_path, "--check")
    assert (status, "is where it was" in output) == (0, True)


@pytest.mark.parametrize(
    ("oval", "message"),
    [("900,900", "6 seats need a field 1117 mm wide"), ("round", "write --oval WIDTH,DEPTH"),
     ("10,10", "outside 600 to 3000")],
)  # fmt: skip
def test_a_field_that_cannot_be_is_named(
    stills: Path, tmp_path: Path, oval: str, message: str
) -> None:
    status, output = run("--camera", stills, "--data", tmp_path, "--seats", 6, "--oval", oval)
    assert (status, message in output) == (2, True), output
