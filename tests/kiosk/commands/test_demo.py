from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from kiosk.commands.demo import demo


@pytest.mark.parametrize("game", ["wuhan", "taiwan", "riichi"])
def test_the_demo_plays_hands_and_finds_everything_as_it_lay(game: str) -> None:
    answer = CliRunner().invoke(demo, ["--hands", "3", "--seed", "1", "--game", game])
    assert answer.exit_code == 0, answer.output
    *hands, balance, ledger, like_log, total = answer.output.splitlines()
    assert sum(line.startswith("hand ") for line in hands) == 3
    assert (balance, ledger.split(",")[0]) == ("sum check: balanced", "ledger: whole")
    assert like_log.endswith("of 3 hands: discards, walls and sticks seen as the log has them")
    assert total == "3 of 3 hands read and settled as they lay"


def test_a_planted_misreading_is_found() -> None:
    answer = CliRunner().invoke(demo, ["--hands", "2", "--game", "wuhan", "--plant", "2"])
    assert answer.exit_code == 1
    assert "differs: seats" in answer.output


def test_a_hand_told_wrongly_is_found() -> None:
    answer = CliRunner().invoke(demo, ["--hands", "2", "--game", "tien-gow", "--plant", "1"])
    assert answer.exit_code == 1
    assert "differs: read" in answer.output
    assert "1 of 2 hands" in answer.output


def test_dominoes_are_read_by_the_camera() -> None:
    answer = CliRunner().invoke(demo, ["--hands", "2", "--seed", "3", "--game", "tien-gow"])
    assert answer.exit_code == 0, answer.output
    assert answer.output.count("tiles read, 0 corrected") == 2, answer.output


def test_playing_cards_are_told_by_touch() -> None:
    answer = CliRunner().invoke(demo, ["--hands", "2", "--seed", "3", "--game", "shuangkou"])
    assert answer.exit_code == 0, answer.output
    assert answer.output.count("told by touch") == 2, answer.output


def test_a_play_told_by_touch_alone_is_compared_too() -> None:
    wrong = ["--hands", "1", "--game", "tien-gow", "--touch", "--plant", "1"]
    answer = CliRunner().invoke(demo, wrong)
    assert answer.exit_code == 1
    assert "differs: record" in answer.output


def test_a_rough_evening_is_played_through() -> None:
    answer = CliRunner().invoke(
        demo, ["--hands", "2", "--seed", "5", "--game", "taiwan", "--rough"]
    )
    assert answer.exit_code == 0, answer.output
    assert "2 of 2 hands read and settled as they lay" in answer.output


@pytest.mark.parametrize(("game", "pack"), [("mushi", 40), ("sakura", 48)])
def test_flower_cards_are_read_by_the_camera(game: str, pack: int) -> None:
    answer = CliRunner().invoke(demo, ["--hands", "2", "--seed", "2", "--game", game])
    assert answer.exit_code == 0, answer.output
    counts = re.findall(r"(\d+) tiles read, 0 corrected", answer.output)
    assert list(map(int, counts)) == [pack, pack]
    assert "2 of 2 hands read and settled as they lay" in answer.output


def test_cards_of_another_hand_before_the_camera_are_found() -> None:
    answer = CliRunner().invoke(demo, ["--hands", "1", "--game", "mushi", "--plant", "1"])
    assert answer.exit_code == 1
    assert "differs: read" in answer.output
