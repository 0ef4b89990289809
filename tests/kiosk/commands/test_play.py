"""A hand in the terminal, from the wall to its settlement, and its log read again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from rules.games import PLAYS


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed)


@pytest.mark.parametrize("game", sorted(PLAYS))
def test_a_hand_against_bots_is_played_to_its_settlement_and_shown_again(
    game: str, tmp_path: Path
) -> None:
    log = tmp_path / "hand.jsonl"
    told = run(
        "play", game, "--seed", "3", "--against", "bots", "--log", str(log), typed="1\n" * 90
    )
    assert told.exit_code == 0, told.output
    shown = run("replay", str(log))
    assert shown.exit_code == 0
    assert told.output.splitlines()[-8:] == shown.output.splitlines()[-8:]


def test_tiles_of_others_are_not_told_while_bots_play() -> None:
    told = run("play", "riichi", "--against", "bots", typed="1\n1\nq\n").output
    drawn = [line for line in told.splitlines() if line.startswith("Player 2: draws")]
    assert drawn
    assert set(drawn) == {"Player 2: draws"}


def test_a_tile_or_a_word_says_why_it_cannot_be_done() -> None:
    told = run("play", "wuhan", typed="0z\nwin\nwhat\nq\n").output
    assert "0z is not in the hand" in told
    assert "the tiles form no winning hand" in told
    assert "Type a number from the list" in told
    assert "not played to its end" in told


def test_a_game_that_cannot_be_played_says_which_can() -> None:
    told = run("play", "yichang")
    assert told.exit_code == 2
    assert "yichang cannot be played from the wall yet; these can: " in told.output


def test_a_house_option_decides_how_the_hand_is_played() -> None:
    with_flowers = run("play", "taiwan", typed="q\n").output
    without = run("play", "taiwan", "--option", "flowers=false", typed="q\n").output
    assert "flower" in with_flowers
    assert "flower" not in without
    assert run("play", "taiwan", "--option", "flowers=maybe").exit_code == 2


def test_a_log_that_is_cut_off_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    run("play", "wuhan", "--against", "bots", "--log", str(log), typed="1\n" * 90)
    log.write_text("\n".join(log.read_text("utf-8").splitlines()[:9]), "utf-8")
    told = run("replay", str(log))
    assert told.exit_code == 2
    assert "line 10: the log ends before the hand does" in told.output
    assert "Player 1" in told.output


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
def test_a_hand_is_played_in_every_language(language: str) -> None:
    told = run("play", "riichi", "--language", language, typed="q\n")
    assert told.exit_code == 0
    assert "discards" not in told.output
