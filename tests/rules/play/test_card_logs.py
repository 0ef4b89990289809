"""A hand of cards or dominoes is read again from its log, and a log that is none is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules.games import CARD_PLAYS, card_play_of
from rules.games.logs import read_hands
from rules.play.actions import Abort
from rules.play.card_logs import read_card_log, write_card_log
from rules.play.cards import CardCourse, begin_cards, choose
from rules.play.logs import LogError, write_log
from tests.rules.play.hands import last_of, mixed_player, new_course

GAMES = sorted(CARD_PLAYS)


def play_hand(game: str, seed: int = 1) -> CardCourse[Any]:
    course = begin_cards(card_play_of(game), random.Random(seed))
    while not course.is_over:
        course = course.after(choose(course, course.to_act[0]))
    return course


def read_error(lines: list[str]) -> LogError:
    with pytest.raises(LogError) as error:
        list(read_hands(lines))
    return error.value


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_of_cards_is_played_again_from_its_log(game: str) -> None:
    for seed in range(5):
        course = play_hand(game, seed)
        first, *_, last = read_card_log(write_card_log(course), card_play_of)
        assert not first.log
        assert last.log == course.log
        assert last.record() == course.record()


@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_is_cut_shows_what_stands_before(game: str) -> None:
    lines = [*write_card_log(play_hand(game))][:-1]
    error = read_error(lines)
    assert str(error) == f"line {len(lines) + 1}: the log ends before the hand does"
    assert error.course is not None
    assert len(error.course.log) == len(lines) - 1


@pytest.mark.parametrize("game", GAMES)
def test_what_may_not_be_laid_is_refused_with_its_line_and_rule(game: str) -> None:
    lines = list(write_card_log(play_hand(game)))
    lines[1] = lines[1].replace('"seat": 0', '"seat": 1')
    error = read_error(lines)
    assert str(error).startswith("line 2: ")
    assert error.problem is not None
    assert error.problem.reason is not None


def forge_log(**changes: object) -> list[str]:
    """Return the log of a hand of mushi whose first line says something else."""
    head, *rest = write_card_log(play_hand("mushi"))
    return [json.dumps({**json.loads(head), **changes}), *rest]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (forge_log(version=2), "line 1: version: version 2 is not known, only 1"),
        (forge_log(extra=1), "line 1: lacks fields or has too many: extra"),
        (forge_log(state=3), "line 1: state: must be an object"),
        (forge_log(pack="all"), "line 1: pack: must be a list of cards"),
        (forge_log(pack=["01-bright"]), "line 1: pack: the pack has 0 of 01-junk1, not 1"),
        (forge_log(options={"no_such": 1}), "line 1: options"),
    ],
)
def test_a_first_line_that_is_none_is_refused(lines: list[str], reason: str) -> None:
    assert str(read_error(lines)).startswith(reason)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"do": "fly", "seat": 0}, "do: must be one of lay, take, pull, pass, abort"),
        ({"do": "pass", "seat": 0, "cards": []}, "cards: is no field of this"),
        ({"do": "lay", "seat": -1, "cards": []}, "seat: must be a seat"),
        ({"do": "lay", "seat": 0, "cards": [1]}, "cards: must be a list of cards"),
        ({"do": "lay", "seat": 0, "cards": [], "down": 1}, "down: must be true or false"),
        ([], "must be an object"),
    ],
)
def test_a_line_that_says_no_act_is_refused(line: object, reason: str) -> None:
    lines = [*forge_log()][:1]
    assert str(read_error([*lines, json.dumps(line)])) == f"line 2: {reason}"


def test_a_hand_thrown_in_for_its_cards_is_read_again() -> None:
    deals = (begin_cards(card_play_of("mushi"), random.Random(seed)) for seed in range(2_000))
    acts = ((one, act) for one in deals for seat in one.to_act for act in one.legal(seat))
    deal, throws_in = next((deal, act) for deal, act in acts if isinstance(act, Abort))
    over = deal.after(throws_in)
    *_, last = read_card_log(write_card_log(over), card_play_of)
    assert last.record() == over.record()


def test_logs_of_tiles_are_read_by_the_same_door() -> None:
    chance = random.Random(1)
    over = last_of(new_course("riichi", chance), mixed_player(chance, 0.8), chance)
    *_, last = read_hands(write_log(over))
    assert last.record() == over.record()
