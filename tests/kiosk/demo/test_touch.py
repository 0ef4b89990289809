"""Five and more people play unattended: their hands are told by touch, or read."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from kiosk.cli import main


def demo(path: Path, *how: str) -> tuple[int, str]:
    """Return exit status and what `jantaku demo` prints."""
    result = CliRunner().invoke(main, ["demo", "--data", str(path), *how])
    return result.exit_code, result.output


@pytest.mark.parametrize("game", ["five-player-1", "five-player-2", "zero-rule"])
def test_hands_of_five_are_told_and_settled(game: str, tmp_path: Path) -> None:
    status, said = demo(tmp_path, "--game", game, "--hands", "8", "--seed", "5", "--touch")
    assert status == 0, said
    assert "the machine serves 4 sides" in said
    assert said.count("told by touch") == 8
    assert "nobody wins" in said
    assert "8 of 8 hands read and settled as they lay" in said


def test_a_hand_that_was_told_wrongly_is_found(tmp_path: Path) -> None:
    status, said = demo(tmp_path, "--game", "zero-rule", "--hands", "2", "--plant", "1", "--touch")
    assert status == 1
    assert "differs: " in said


def test_the_camera_reads_the_hands_of_five(tmp_path: Path) -> None:
    status, said = demo(tmp_path, "--game", "zero-rule", "--hands", "2", "--seed", "5")
    assert status == 0, said
    assert said.count("tiles read") == 2
    assert "2 of 2 hands read and settled as they lay" in said
