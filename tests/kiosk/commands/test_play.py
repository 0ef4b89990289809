"""A hand in the terminal, from the wall to its settlement, and its log read again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from rules.games import CARD_PLAYS, PLAYS


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, words, input=stdin)


@pytest.mark.parametrize("game", sorted(PLAYS))
def test_a_hand_against_bots_is_played_to_its_settlement_and_shown_again(
    game: str, tmp_path: Path
) -> None:
    log = tmp_path / "hand.jsonl"
    result = run(
        "play", game, "--seed", "3", "--against", "bots", "--log", str(log), stdin="1\n" * 90
    )
    assert result.exit_code == 0, result.output
    replay = run("replay", str(log))
    assert replay.exit_code == 0
    assert result.output.splitlines()[-8:] == replay.output.splitlines()[-8:]


def test_tiles_of_others_are_not_told_while_bots_play() -> None:
    output = run("play", "riichi", "--against", "bots", stdin="1\n1\nq\n").output
    draws = [line for line in output.splitlines() if line.startswith("Player 2: draws")]
    assert draws
    assert set(draws) == {"Player 2: draws"}


def test_a_tile_or_a_word_says_why_it_cannot_be_done() -> None:
    output = run("play", "wuhan", stdin="0z\nwin\nwhat\nq\n").output
    assert "0z is not in the hand" in output
    assert "the tiles form no winning hand" in output
    assert "Type a number from the list" in output
    assert "not played to its end" in output


def test_a_question_mark_says_why_a_discard_could_not_be_claimed() -> None:
    output = run(
        "play", "riichi", "--seed", "3", "--against", "bots", stdin="1\n?\n1\n?\nq\n"
    ).output
    assert "Player 1 could not: chow 23s + 1s – a chow comes from the left-hand" in output


@pytest.mark.parametrize("game", sorted(CARD_PLAYS))
def test_a_hand_of_cards_against_bots_is_played_to_its_settlement(game: str) -> None:
    result = run("play", game, "--seed", "3", "--against", "bots", stdin="1\n" * 200)
    assert result.exit_code == 0, result.output
    assert "banker" in result.output.splitlines()[-1].lower()


def test_cards_laid_face_down_by_others_are_not_told() -> None:
    output = run("play", "tien-gow", "--against", "bots", stdin="1\n1\nq\n").output
    down = [line for line in output.splitlines() if line.endswith("face down")]
    others = [line for line in down if line.startswith(("Player 2", "Player 3", "Player 4"))]
    assert {line.split(": ")[1] for line in others} == {"lays face down"}


def test_cards_typed_say_why_they_cannot_be_laid() -> None:
    output = run("play", "tien-gow", stdin="6-6 1-1\nwhat\nq\n").output
    assert "1-1 is not in the hand" in output
    assert "or the cards that you lay, in a row" in output


@pytest.mark.parametrize("game", sorted(CARD_PLAYS))
def test_a_hand_of_cards_is_kept_and_shown_again(tmp_path: Path, game: str) -> None:
    log = tmp_path / "hand.jsonl"
    run("play", game, "--against", "bots", "--log", str(log), stdin="1\n" * 200)
    result = run("replay", str(log))
    assert result.exit_code == 0, result.output
    assert result.output.startswith("The cards are dealt; Player 1 begins.")
    assert len(result.output.splitlines()) > len(log.read_text("utf-8").splitlines())


def test_a_hand_of_cards_has_no_form_of_another_program(tmp_path: Path) -> None:
    log = ("--log", str(tmp_path / "hand.jsonl"), "--log-format", "mjai")
    result = run("play", "mushi", *log)
    assert result.exit_code == 2
    assert "the forms of other programs are for riichi" in result.output


def test_a_game_that_there_is_not_is_refused() -> None:
    result = run("play", "whist")
    assert result.exit_code == 2
    assert "there is no ruleset 'whist'" in result.output


def test_a_house_option_decides_how_the_hand_is_played() -> None:
    with_flowers = run("play", "taiwan", stdin="q\n").output
    without = run("play", "taiwan", "--option", "flowers=false", stdin="q\n").output
    assert "lays the flower" in with_flowers
    assert "lays the flower" not in without
    assert run("play", "taiwan", "--option", "flowers=maybe").exit_code == 2


def test_a_log_that_is_cut_off_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    run("play", "wuhan", "--against", "bots", "--log", str(log), stdin="1\n" * 90)
    log.write_text("\n".join(log.read_text("utf-8").splitlines()[:9]), "utf-8")
    result = run("replay", str(log))
    assert result.exit_code == 2
    assert "line 10: the log ends before the hand does" in result.output
    assert "Player 1" in result.output


def test_nothing_more_to_read_leaves_the_hand_and_keeps_what_was_played(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    result = run("play", "wuhan", "--against", "bots", "--log", str(log), stdin="1\n1\n")
    assert result.exit_code == 0
    assert "not played to its end" in result.output
    assert "Player 1: discards" in run("replay", str(log)).output


def test_a_hand_left_early_is_kept_in_our_form_where_the_other_has_none(tmp_path: Path) -> None:
    log = tmp_path / "hand.json"
    left = ("riichi", "--against", "bots", "--log", str(log), "--log-format", "mjai")
    result = run("play", *left, stdin="1\nq\n")
    assert result.exit_code == 2
    assert f"{log} is in the form jantaku" in result.output
    assert "Player 1: discards" in run("replay", str(log)).output


def test_a_log_that_another_form_cannot_tell_is_refused_when_it_is_shown(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    run("play", "wuhan", "--against", "bots", "--log", str(log), stdin="1\n" * 90)
    result = run("replay", str(log), "--log", str(tmp_path / "hand.json"), "--log-format", "mjai")
    assert result.exit_code == 2
    assert "only riichi" in result.output


@pytest.mark.parametrize(
    "text", ["", "\n", "{}\n", "\0\1"], ids=["empty", "bare", "other", "binary"]
)
def test_a_file_that_is_no_log_is_refused_by_its_line(text: str, tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    log.write_text(text, "utf-8")
    result = run("replay", str(log))
    assert result.exit_code == 2
    assert result.output.startswith("bad_record: line 1: ")


@pytest.mark.parametrize("option", ["red_fives", "red_fives=", "red_fives=many", "nothing=1"])
@pytest.mark.parametrize("game", ["riichi", "sakura"])
def test_an_option_that_the_game_has_not_is_named(game: str, option: str) -> None:
    result = run("play", game, "--option", option)
    assert result.exit_code == 2
    assert f"unknown_option: {'options.' if '=' in option else 'write it as '}" in result.output
    assert option.partition("=")[0] in result.output


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
def test_a_hand_is_played_in_every_language(language: str) -> None:
    result = run("play", "riichi", "--language", language, stdin="q\n")
    assert result.exit_code == 0
    assert "discards" not in result.output


@pytest.mark.parametrize("form", ["mjai", "tenhou"])
def test_a_hand_of_riichi_is_kept_in_another_programs_form_and_shown_again(
    form: str, tmp_path: Path
) -> None:
    log, ours = tmp_path / "hand.json", tmp_path / "ours.jsonl"
    command = ("play", "riichi", "--against", "bots", "--log", str(log), "--log-format", form)
    result = run(*command, stdin="1\n" * 90)
    replay = run("replay", str(log), "--log", str(ours))
    assert result.output.splitlines()[-8:] == replay.output.splitlines()[-8:]
    assert run("replay", str(ours)).output.splitlines()[1:] == replay.output.splitlines()[1:]


def test_a_hand_that_another_form_cannot_tell_is_refused_before_it_is_played(
    tmp_path: Path,
) -> None:
    log = str(tmp_path / "hand.json")
    result = run("play", "wuhan", "--log", log, "--log-format", "mjai")
    assert result.exit_code == 2
    assert "only riichi" in result.output


def test_one_hand_of_several_is_shown_and_kept(tmp_path: Path) -> None:
    files = [tmp_path / f"{seed}.jsonl" for seed in (1, 2)]
    for seed, file in enumerate(files, start=1):
        hand = ("riichi", "--seed", str(seed), "--against", "bots", "--log-format", "mjai")
        run("play", *hand, "--log", str(file), stdin="1\n" * 90)
    both = tmp_path / "both.jsonl"
    both.write_text("".join(file.read_text("utf-8") for file in files), "utf-8")
    assert run("replay", str(both)).output.count("The tiles are dealt") == 2
    assert run("replay", str(both), "--hand", "2").output == run("replay", str(files[1])).output
    assert run("replay", str(both), "--hand", "3").exit_code == 2
    assert run("replay", str(both), "--log", str(tmp_path / "x")).exit_code == 2


def test_a_stranger_reads_who_he_is_how_tiles_are_written_and_what_to_type() -> None:
    lines = run("play", "riichi", "--against", "bots", stdin="q\n").output.splitlines()
    assert lines[:2] == [
        "The tiles are dealt; Player 1 is the banker.",
        "You are Player 1; plain players have the other seats.",
    ]
    assert lines[2].startswith("Tiles are written 1m to 9m (characters)")
    assert lines[3].startswith("Type a number from the list, or the tile that you discard.")


def test_a_tile_typed_is_discarded() -> None:
    output = run("play", "riichi", "--against", "bots", stdin="13z\n1z\nq\n").output
    assert "Player 1: discards 1z" in output


def test_cards_typed_are_laid() -> None:
    output = run("play", "tien-gow", "--against", "bots", stdin="4-4 4-4\nq\n").output
    assert "Player 1: lays 4-4 4-4" in output


def test_nobody_is_told_that_others_let_a_tile_go() -> None:
    output = run("play", "riichi", "--against", "bots", stdin="1\n" * 12 + "q\n").output
    assert "discards" in output
    assert not re.findall(r"Player [234]: passes", output)


def test_tiles_that_stand_for_any_or_are_laid_aside_are_named() -> None:
    output = run("play", "wuhan", "--against", "bots", stdin="q\n").output
    assert "indicator: 4z · stand for any tile: 6z · laid aside one by one: 7z" in output


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("riichi", "who has drawn discards"),
        ("shuangkou", "who leads lays any combination"),
        ("sakura", "one card of the hand is laid, face up"),
    ],
)
def test_the_rules_of_each_step_are_said_where_they_are_wanted(
    game: str, rule: str, tmp_path: Path
) -> None:
    log = tmp_path / "hand.jsonl"
    output = run("play", game, "--rules", "--log", str(log), stdin="1\n1\n1\nq\n").output
    assert f"    By the rules: {rule}" in output.splitlines()
    assert f"    By the rules: {rule}" in run("replay", "--rules", str(log)).output.splitlines()
    assert "By the rules" not in run("replay", str(log)).output
