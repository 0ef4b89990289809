"""Paths that cannot be had, given to every command that takes one: each says what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import pytest
from click.testing import CliRunner, Result

from hw_sim.camera import SimCamera
from kiosk.cli import main
from tests.vision.odd_images import ROW

CODES: Final = "2m 3m 4m 6p 7p 8p 1s 3s 3s 9s 6z 6z 1z"
CLOSED: Final = Path("/sys")
"""A folder in which nobody may make a file, not even the system's administrator."""
NO_TABLE: Final = "socket://127.0.0.1:1"

TOO_LONG: Final = "the path is too long: choose a shorter one"
FILE_IN_THE_WAY: Final = "a file lies where a folder has to be: move it"
A_FOLDER: Final = "this is a folder: name a file"
CLOSED_OFF: Final = "this user may not go there: choose another place"

FOLDERS: Final[dict[str, Callable[[Path, str], list[str]]]] = {
    "calibrate": lambda here, path: ["calibrate", "--camera", str(here / "stills"), "--data", path],
    "demo": lambda _, path: ["demo", "--hands", "1", "--touch", "--data", path],
    "doctor": lambda _, path: ["doctor", "--data", path],
    "enrol": lambda _, path: ["enrol", "mine", str(ROW), "--kind", CODES, "--data", path],
    "import": lambda here, path: ["import", str(here / "file"), "--data", path],
    "pin": lambda _, path: ["pin", "--data", path],
    "restore": lambda _, path: ["restore", "--data", path],
    "serve": lambda _, path: ["serve", "--port", "0", "--data", path],
    "take": lambda _, path: ["take", "--data", path],
    "token": lambda _, path: ["token", "add", "mine", "--data", path],
}
"""Commands that write into a folder, by the folder's path."""
FILES: Final[dict[str, Callable[[Path, str], list[str]]]] = {
    "calibrate --still": lambda here, path: [
        *("calibrate", "--camera", str(here / "stills"), "--data", str(here / "data")),
        *("--still", path),
    ],
    "calibrate --markers": lambda _, path: ["calibrate", "--markers", path + ".pdf"],
    "enrol --draw": lambda _, path: ["enrol", "mine", str(ROW), "--draw", path],
    "export --out": lambda here, path: ["export", "--data", str(here / "full"), "--out", path],
    "play --log": lambda _, path: ["play", "wuhan", "--against", "bots", "--log", path],
    "table --journal": lambda _, path: [
        *("table", "--port", NO_TABLE, "--journal", path, "run", "build"),
    ],
}
"""Commands that write a file, by its path."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file, a table's still and a ledger in it."""
    folder = tmp_path_factory.mktemp("paths")
    (folder / "file").write_text("not a folder")
    (folder / "stills").mkdir()
    cv2.imwrite(str(folder / "stills" / "table.png"), SimCamera(seed=3).grab().image)
    run("demo", "--hands", "1", "--touch", "--data", str(folder / "full"))
    return folder


def run(*arguments: str) -> Result:
    """Return what a command did; it may refuse, not break."""
    result = CliRunner().invoke(main, arguments, input="2468\n2468\n")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def refusal(arguments: list[str]) -> str:
    """Return what a command says that refuses, in lines that fit a terminal."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert max(map(len, result.output.splitlines())) < 300
    return result.output


@pytest.mark.parametrize("command", FOLDERS)
@pytest.mark.parametrize("path", ["x/" * 2_500, "x" * 300], ids=["path", "name"])
def test_a_folder_with_too_long_a_path_is_refused(here: Path, command: str, path: str) -> None:
    assert TOO_LONG in refusal(FOLDERS[command](here, str(here / path)))


@pytest.mark.parametrize("command", FOLDERS)
def test_a_file_where_the_folder_should_be_is_told(here: Path, command: str) -> None:
    for path in (here / "file", here / "file" / "below"):
        assert FILE_IN_THE_WAY in refusal(FOLDERS[command](here, str(path)))


@pytest.mark.skipif(not CLOSED.exists(), reason="only Linux has a folder closed to everyone")
@pytest.mark.parametrize("command", FOLDERS)
def test_a_folder_that_may_not_be_written_is_told(here: Path, command: str) -> None:
    for path in (CLOSED, CLOSED / "new"):
        assert CLOSED_OFF in refusal(FOLDERS[command](here, str(path)))


@pytest.mark.parametrize("command", FILES)
def test_a_file_with_too_long_a_name_is_refused(here: Path, command: str) -> None:
    assert TOO_LONG in refusal(FILES[command](here, str(here / ("x" * 300))))


@pytest.mark.parametrize("command", FILES)
def test_a_file_below_a_file_is_refused(here: Path, command: str) -> None:
    assert FILE_IN_THE_WAY in refusal(FILES[command](here, str(here / "file" / "below")))


@pytest.mark.parametrize("command", ["calibrate --still", "enrol --draw", "export --out"])
def test_a_folder_where_the_file_should_be_is_told(here: Path, command: str) -> None:
    assert A_FOLDER in refusal(FILES[command](here, str(here)))


def test_a_disk_that_is_full_is_told(here: Path) -> None:
    message = refusal(["export", "--data", str(here / "full"), "--out", "/dev/full"])
    assert "the disk is full: make room" in message


@pytest.mark.parametrize("command", ["calibrate --still", "enrol --draw"])
def test_a_picture_of_unknown_form_is_not_written(here: Path, command: str) -> None:
    message = refusal(FILES[command](here, str(here / "drawing.xyz")))
    assert "drawing.xyz: name a file that ends in .jpeg, .jpg, .png, .webp" in message


@pytest.mark.parametrize(
    ("path", "words"),
    [("x" * 300, TOO_LONG), ("file/below", FILE_IN_THE_WAY), (".", A_FOLDER), ("gone", "nothing")],
)
def test_settings_that_cannot_be_read_say_what_to_do(here: Path, path: str, words: str) -> None:
    for command in ("serve", "backup", "pin", "doctor", "calibrate"):
        assert words in refusal([command, "--config", str(here / path)])


def test_a_folder_that_the_settings_name_is_told_too(here: Path, tmp_path: Path) -> None:
    settings = tmp_path / "kiosk.toml"
    for value, words in (
        (str(here / "file"), FILE_IN_THE_WAY),
        ("x" * 300, TOO_LONG),
        ("a\\u0000b", "data_dir: must not have a null character"),
    ):
        settings.write_text(f'data_dir = "{value}"', "utf-8")
        assert words in refusal(["serve", "--port", "0", "--config", str(settings)])


def test_a_camera_s_folder_that_is_too_long_is_told(here: Path) -> None:
    message = refusal(["calibrate", "--camera", "x/" * 2_500, "--data", str(here / "data")])
    assert "holds no picture: give a recording, or a folder with photographs" in message
