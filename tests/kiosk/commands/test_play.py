"""A hand in the terminal, from the wall to its settlement, and its log read again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kiosk.cli import main
from rules.games import CARD_PLAYS, PLAYS


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


def test_a_question_mark_says_why_a_discard_could_not_be_claimed() -> None:
    told = run("play", "riichi", "--seed", "3", "--against", "bots", typed="1\n?\n1\n?\nq\n").output
    assert "Player 1 could not: chow 23s + 1s – a chow comes from the left-hand" in told


@pytest.mark.parametrize("game", sorted(CARD_PLAYS))
def test_a_hand_of_cards_against_bots_is_played_to_its_settlement(game: str) -> None:
    told = run("play", game, "--seed", "3", "--against", "bots", typed="1\n" * 200)
    assert told.exit_code == 0, told.output
    assert "banker" in told.output.splitlines()[-1].lower()


def test_cards_laid_face_down_by_others_are_not_told() -> None:
    told = run("play", "tien-gow", "--against", "bots", typed="1\n1\nq\n").output
    down = [line for line in told.splitlines() if line.endswith("face down")]
    others = [line for line in down if line.startswith(("Player 2", "Player 3", "Player 4"))]
    assert {line.split(": ")[1] for line in others} == {"lays face down"}


def test_cards_typed_say_why_they_cannot_be_laid() -> None:
    told = run("play", "tien-gow", typed="6-6 1-1\nwhat\nq\n").output
    assert "1-1 is not in the hand" in told
    assert "or the cards that you lay, in a row" in told


@pytest.mark.parametrize("game", sorted(CARD_PLAYS))
def test_a_hand_of_cards_is_kept_and_shown_again(tmp_path: Path, game: str) -> None:
    log = tmp_path / "hand.jsonl"
    run("play", game, "--against", "bots", "--log", str(log), typed="1\n" * 200)
    told = run("replay", str(log))
    assert told.exit_code == 0, told.output
    assert told.output.startswith("The cards are dealt; Player 1 begins.")
    assert len(told.output.splitlines()) > len(log.read_text("utf-8").splitlines())


def test_a_hand_of_cards_has_no_form_of_another_program(tmp_path: Path) -> None:
    log = ("--log", str(tmp_path / "hand.jsonl"), "--log-format", "mjai")
    told = run("play", "mushi", *log)
    assert told.exit_code == 2
    assert "the forms of other programs are for riichi" in told.output


def test_a_game_that_there_is_not_is_refused() -> None:
    told = run("play", "whist")
    assert told.exit_code == 2
    assert "there is no ruleset 'whist'" in told.output


def test_a_house_option_decides_how_the_hand_is_played() -> None:
    with_flowers = run("play", "taiwan", typed="q\n").output
    without = run("play", "taiwan", "--option", "flowers=false", typed="q\n").output
    assert "lays the flower" in with_flowers
    assert "lays the flower" not in without
    assert run("play", "taiwan", "--option", "flowers=maybe").exit_code == 2


def test_a_log_that_is_cut_off_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    run("play", "wuhan", "--against", "bots", "--log", str(log), typed="1\n" * 90)
    log.write_text("\n".join(log.read_text("utf-8").splitlines()[:9]), "utf-8")
    told = run("replay", str(log))
    assert told.exit_code == 2
    assert "line 10: the log ends before the hand does" in told.output
    assert "Player 1" in told.output


def test_nothing_more_to_read_leaves_the_hand_and_keeps_what_was_played(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    told = run("play", "wuhan", "--against", "bots", "--log", str(log), typed="1\n1\n")
    assert told.exit_code == 0
    assert "not played to its end" in told.output
    assert "Player 1: discards" in run("replay", str(log)).output


def test_a_hand_left_early_is_kept_in_our_form_where_the_other_has_none(tmp_path: Path) -> None:
    log = tmp_path / "hand.json"
    left = ("riichi", "--against", "bots", "--log", str(log), "--log-format", "mjai")
    told = run("play", *left, typed="1\nq\n")
    assert told.exit_code == 2
    assert f"{log} is in the form jantaku" in told.output
    assert "Player 1: discards" in run("replay", str(log)).output


def test_a_log_that_another_form_cannot_tell_is_refused_when_it_is_shown(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    run("play", "wuhan", "--against", "bots", "--log", str(log), typed="1\n" * 90)
    told = run("replay", str(log), "--log", str(tmp_path / "hand.json"), "--log-format", "mjai")
    assert told.exit_code == 2
    assert "only riichi" in told.output


@pytest.mark.parametrize(
    "text", ["", "\n", "{}\n", "\0\1"], ids=["empty", "bare", "other", "binary"]
)
def test_a_file_that_is_no_log_is_refused_by_its_line(text: str, tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    log.write_text(text, "utf-8")
    told = run("replay", str(log))
    assert told.exit_code == 2
    assert told.output.startswith("bad_record: line 1: ")


@pytest.mark.parametrize("given", ["red_fives", "red_fives=", "red_fives=many", "nothing=1"])
@pytest.mark.parametrize("game", ["riichi", "sakura"])
def test_an_option_that_the_game_has_not_is_named(game: str, given: str) -> None:
    told = run("play", game, "--option", given)
    assert told.exit_code == 2
    assert f"unknown_option: {'options.' if '=' in given else 'write it as '}" in told.output
    assert given.partition("=")[0] in told.output


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
def test_a_hand_is_played_in_every_language(language: str) -> None:
    told = run("play", "riichi", "--language", language, typed="q\n")
    assert told.exit_code == 0
    assert "discards" not in told.output


@pytest.mark.parametrize("form", ["mjai", "tenhou"])
def test_a_hand_of_riichi_is_kept_in_another_programs_form_and_shown_again(
    form: str, tmp_path: Path
) -> None:
    log, ours = tmp_path / "hand.json", tmp_path / "ours.jsonl"
    played = ("play", "riichi", "--against", "bots", "--log", str(log), "--log-format", form)
    told = run(*played, typed="1\n" * 90)
    shown = run("replay", str(log), "--log", str(ours))
    assert told.output.splitlines()[-8:] == shown.output.splitlines()[-8:]
    assert run("replay", str(ours)).output.splitlines()[1:] == shown.output.splitlines()[1:]


def test_a_hand_that_another_form_cannot_tell_is_refused_before_it_is_played(
    tmp_path: Path,
) -> None:
    log = str(tmp_path / "hand.json")
    told = run("play", "wuhan", "--log", log, "--log-format", "mjai")
    assert told.exit_code == 2
    assert "only riichi" in told.output


def test_one_hand_of_several_is_shown_and_kept(tmp_path: Path) -> None:
    files = [tmp_path / f"{seed}.jsonl" for seed in (1, 2)]
    for seed, file in enumerate(files, start=1):
        hand = ("riichi", "--seed", str(seed), "--against", "bots", "--log-format", "mjai")
        run("play", *hand, "--log", str(file), typed="1\n" * 90)
    both = tmp_path / "both.jsonl"
    both.write_text("".join(file.read_text("utf-8") for file in files), "utf-8")
    assert run("replay", str(both)).output.count("The tiles are dealt") == 2
    assert run("replay", str(both), "--hand", "2").output == run("replay", str(files[1])).output
    assert run("replay", str(both), "--hand", "3").exit_code == 2
    assert run("replay", str(both), "--log", str(tmp_path / "x")).exit_code == 2


def test_a_stranger_reads_who_he_is_how_tiles_are_written_and_what_to_type() -> None:
    told = run("play", "riichi", "--against", "bots", typed="q\n").output.splitlines()
    assert told[:2] == [
        "The tiles are dealt; Player 1 is the banker.",
        "You are Player 1; plain players have the other seats.",
    ]
    assert told[2].startswith("Tiles are written 1m to 9m (characters)")
    assert told[3].startswith("Type a number from the list, or the tile that you discard.")


def test_a_tile_typed_is_discarded() -> None:
    told = run("play", "riichi", "--against", "bots", typed="13z\n1z\nq\n").output
    assert "Player 1: discards 1z" in told


def test_cards_typed_are_laid() -> None:
    told = run("play", "tien-gow", "--against", "bots", typed="4-4 4-4\nq\n").output
    assert "Player 1: lays 4-4 4-4" in told


def test_nobody_is_told_that_others_let_a_tile_go() -> None:
    told = run("play", "riichi", "--against", "bots", typed="1\n" * 12 + "q\n").output
    assert "discards" in told
    assert not re.findall(r"Player [234]: passes", told)


def test_tiles_that_stand_for_any_or_are_laid_aside_are_named() -> None:
    told = run("play", "wuhan", "--against", "bots", typed="q\n").output
    assert "indicator: 4z · stand for any tile: 6z · laid aside one by one: 7z" in told


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
    told = run("play", game, "--rules", "--log", str(log), typed="1\n1\n1\nq\n").output
    assert f"    By the rules: {rule}" in told.splitlines()
    assert f"    By the rules: {rule}" in run("replay", "--rules", str(log)).output.splitlines()
    assert "By the rules" not in run("replay", str(log)).output
