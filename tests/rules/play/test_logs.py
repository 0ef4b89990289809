"""A log is the whole hand, and nothing that was not played can stand in it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from rules.games import PLAYS, play_of
from rules.play.logs import LogError, read_log, write_log
from tests.rules.play.hands import last_of, mixed_player, new_course


def log_hand(name: str, seed: int = 1) -> list[str]:
    """Return the log of a hand of the game *name*."""
    chance = random.Random(seed)
    return list(write_log(last_of(new_course(name, chance), mixed_player(chance, 0.8), chance)))


@pytest.mark.parametrize("name", sorted(PLAYS))
def test_a_log_read_again_is_the_same_hand(name: str) -> None:
    for seed in range(5):
        lines = log_hand(name, seed)
        *_, over = read_log(lines, play_of)
        assert list(write_log(over)) == lines
        assert over.is_over


def change_line(place: int, **fields: object) -> Callable[[list[str]], list[str]]:
    """Return what gives a line of a log other *fields*."""

    def change(lines: list[str]) -> list[str]:
        data = {**json.loads(lines[place]), **fields}
        return [*lines[:place], json.dumps(data), *lines[place + 1 :]]

    return change


def with_a_tile_of_nobody(lines: list[str]) -> list[str]:
    """Return a log whose first discard is a tile that is in no hand."""
    return change_line(1, tile="0z")(lines)


FORGED: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "cut off in a line": (lambda lines: [*lines[:5], lines[5][:9]], "line 6: is not JSON"),
    "cut off after a line": (lambda lines: lines[:5], "line 6: the log ends before the hand"),
    "empty": (lambda _: [], "line 1: nothing is written here"),
    "another version": (change_line(0, version=2), "line 1: version: version 2 is not known"),
    "something else": (lambda lines: lines[1:], "line 1: log: this is no log"),
    "a tile too many in the wall": (
        lambda lines: change_line(0, wall=json.loads(lines[0])["wall"] + "1m")(lines),
        "line 1: wall: the wall has 5 of 1m",
    ),
    "out of turn": (lambda lines: [lines[0], *lines[2:]], "line 2"),
    "a tile that nobody holds": (
        with_a_tile_of_nobody,
        "line 2: 0z is not in the hand",
    ),
    "an action that is none": (change_line(3, do="sing"), "line 4: do: must be one of"),
    "more after the end": (lambda lines: [*lines, lines[-1]], "the hand is over"),
    "a game that cannot be played": (
        change_line(0, ruleset="tien-gow"),
        "line 1: ruleset: tien-gow is played with cards",
    ),
    "no state": (change_line(0, state=[]), "line 1: state: must be an object"),
    "no list of dice": (change_line(0, dice=3), "line 1: dice"),
    "no seat": (change_line(2, seat="me"), "line 3: seat: must be a seat"),
    "no tile": (change_line(1, tile="x"), "line 2: tile: 'x' is no tile"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_log_that_was_not_played_is_refused_with_its_line(what: str) -> None:
    change, reason = FORGED[what]
    with pytest.raises(LogError) as error:
        list(read_log(change(log_hand("riichi", 2)), play_of))
    assert reason in str(error.value)


def test_what_stands_before_a_wrong_line_was_played() -> None:
    lines = log_hand("wuhan")
    with pytest.raises(LogError) as error:
        list(read_log(lines[:20], play_of))
    assert error.value.course is not None
    assert list(write_log(error.value.course)) == lines[:20]
