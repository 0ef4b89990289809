"""`jantaku read` on pictures of our own tiles, and on what is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from kiosk.commands.camera import read
from rules import ruleset

PHOTOS = Path(__file__).parent / "photos"
ROW = PHOTOS / "row.jpg"
BLOCK = PHOTOS / "block.jpg"
ROW_CODES = ["2m", "3m", "4m", "6p", "7p", "8p", "1s", "3s", "3s", "9s", "6z", "6z", "1z"]
BLOCK_CODES = ["1p", "5p", "9p", "0z", "4m", "7z", "2s", "8s", "3z", "5m", "7m", "6s"]


def run(*arguments: str | Path) -> tuple[int, list[dict[str, Any]]]:
    """Return the exit status and the lines of `jantaku read` with *arguments*."""
    result = CliRunner().invoke(read, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]


def test_a_row_is_read_from_left_to_right() -> None:
    status, (line,) = run(ROW)
    assert status == 0
    assert [tile["code"] for tile in line["tiles"]] == ROW_CODES
    assert line["path"] == str(ROW)


def test_only_tiles_of_the_game_are_read() -> None:
    _, (line,) = run(ROW, "--game", "changsha")
    codes = [tile["code"] for tile in line["tiles"]]
    assert codes[:10] == ROW_CODES[:10]
    assert set(codes) <= set(ruleset("changsha").tiles)


@pytest.mark.parametrize("game", ["mushi", "no-such-game"])
def test_a_game_whose_tiles_nobody_knows_is_refused(game: str) -> None:
    assert run(ROW, "--game", game) == (2, [])


def test_every_tile_has_a_confidence_two_boxes_and_alternatives() -> None:
    _, (line,) = run(ROW)
    for tile in line["tiles"]:
        assert 0 <= tile["confidence"] <= 1
        assert (len(tile["box"]), len(tile["face"])) == (4, 4)
        assert all(set(other) == {"code", "confidence"} for other in tile["alternatives"])


def test_a_block_is_read_row_by_row_with_its_back() -> None:
    _, (line,) = run(BLOCK)
    assert [tile["code"] for tile in line["tiles"]] == BLOCK_CODES
    assert [tile["row"] for tile in line["tiles"]] == [0] * 4 + [1] * 4 + [2] * 4


def test_several_photographs_give_a_line_each_in_order() -> None:
    status, lines = run(BLOCK, ROW)
    assert status == 0
    assert [line["path"] for line in lines] == [str(BLOCK), str(ROW)]


def test_drawing_writes_the_picture_with_what_was_read(tmp_path: Path) -> None:
    run(ROW, "--draw", tmp_path / "out")
    drawing = cv2.imread(str(tmp_path / "out" / "row.png"))
    plain = cv2.imread(str(ROW))
    assert drawing is not None
    assert plain is not None
    assert drawing.shape == plain.shape
    assert (drawing != plain).any()


@pytest.mark.parametrize("content", [b"", b"not a picture", ROW.read_bytes()[:300]])
def test_a_damaged_file_is_refused_with_what_to_do(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "damaged.jpg"
    path.write_bytes(content)
    status, (line,) = run(path)
    assert status == 2
    assert line["error"]["code"] == "unreadable_image"
    assert line["error"]["where"] == str(path)
    assert "give a whole JPEG" in line["error"]["message"]


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    status, (line,) = run(tmp_path / "gone.jpg")
    assert status == 2
    assert line["error"]["code"] == "unreadable_image"


def test_a_picture_without_tiles_says_so(tmp_path: Path) -> None:
    felt = np.random.default_rng(1).normal((80, 110, 40), 6, (480, 640, 3))
    path = tmp_path / "felt.png"
    cv2.imwrite(str(path), np.clip(felt, 0, 255).astype(np.uint8))
    status, (line,) = run(path)
    assert status == 2
    assert line["error"]["code"] == "no_tiles"
    assert "nearer" in line["error"]["message"]


def test_one_bad_picture_does_not_stop_the_others(tmp_path: Path) -> None:
    status, lines = run(tmp_path / "gone.jpg", ROW)
    assert status == 2
    assert "error" in lines[0]
    assert len(lines[1]["tiles"]) == len(ROW_CODES)
