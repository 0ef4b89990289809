"""Hands of riichi told in other programs' logs and read again, and logs that nobody played."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from riichienv import MjaiReplay, RiichiEnv

from rules.errors import RecordError
from rules.games import play_of
from rules.games.riichi.logs.formats import read_any, write_as
from rules.play.course import Course
from rules.play.logs import LogError
from tests.conftest import TIMES
from tests.rules.play.hands import last_of, mixed_player, new_course
from tests.rules.play.riichi_peer import RULE

HANDS = 8 * TIMES
GAMES = ("riichi", "riichi-3p")
HOUSES: dict[str, tuple[dict[str, Any], ...]] = {
    "riichi": ({}, {"multiple_wins": "two"}, {"multiple_wins": "nearest", "red_fives": 0}),
    "riichi-3p": ({}, {"north": "value"}, {"multiple_wins": "nearest"}),
}


def over(name: str, seed: int, **options: Any) -> Course:
    """Return a hand that was played to its end."""
    chance = random.Random(seed)
    course = new_course(name, chance, options)
    return last_of(course, mixed_player(chance, seed % 3 / 2), chance)


def strip_dice(course: Course) -> dict[str, Any]:
    """Return the record of a hand but for the dice, which no such log has."""
    record = course.record()
    del record["deal"]["dice"]
    return record


def read(lines: list[str], **house: Any) -> Course:
    *_, last = read_any(lines, play_of, house)
    return last


@pytest.mark.parametrize("form", ["mjai", "tenhou"])
@pytest.mark.parametrize("name", GAMES)
def test_a_hand_told_and_read_again_is_the_same_hand(name: str, form: str) -> None:
    for seed in range(HANDS):
        house = HOUSES[name][seed % 3]
        course = over(name, seed, **house)
        lines = list(write_as(form, course))
        again = read(lines, **house)
        assert strip_dice(again) == strip_dice(course), seed
        assert list(write_as(form, again)) == lines


def their_hands(mode: str, seed: int) -> list[dict[str, Any]]:
    """Return the log of a hand that RiichiEnv dealt and chance played."""
    chance = random.Random(seed)
    env: Any = RiichiEnv(game_mode=mode, seed=seed, rule=RULE)
    observations = env.reset()
    while not env.done():
        observations = env.step(
            {seat: their_choice(one.legal_actions(), chance) for seat, one in observations.items()}
        )
    log: list[dict[str, Any]] = env.mjai_log
    return log


def their_choice(legal: list[Any], chance: random.Random) -> Any:
    rare = [one for one in legal if str(one.action_type).split(".")[-1] not in ("DISCARD", "PASS")]
    return chance.choice(rare if rare and chance.random() < 0.5 else legal)


@pytest.mark.parametrize("mode", ["4p-red-single", "3p-red-single"])
def test_riichienvs_own_logs_are_read_and_come_to_the_same_points(mode: str) -> None:
    for seed in range(HANDS):
        log = their_hands(mode, seed)
        course = read([json.dumps(event) for event in log])
        ends = [event for event in log if event["type"] in ("hora", "ryukyoku")]
        assert course.is_over
        assert bool(course.at.wins) == (ends[0]["type"] == "hora")


@pytest.mark.parametrize("name", GAMES)
def test_riichienv_plays_our_logs_from_every_seat(name: str, tmp_path: Path) -> None:
    for seed in range(HANDS):
        course = over(name, seed)
        file = tmp_path / f"{seed}.jsonl"
        file.write_text("\n".join(write_as("mjai", course)) + "\n", "utf-8")
        (kyoku,) = MjaiReplay.from_jsonl(str(file)).take_kyokus()
        assert len(list(kyoku.take_win_result_contexts())) == len(course.at.wins)
        discards = [len(place.river) for place in course.at.seats]
        for seat in range(course.at.players):  # a step that it could not take would raise
            assert len(list(kyoku.steps(seat, skip_single_action=False))) >= discards[seat]


Change = Callable[[list[str]], list[str]]


def changed(kind: str, **fields: object) -> Change:
    """Return what gives the first event of this *kind* other *fields*."""

    def change(lines: list[str]) -> list[str]:
        place = next(i for i, line in enumerate(lines) if json.loads(line)["type"] == kind)
        return [
            *lines[:place],
            json.dumps({**json.loads(lines[place]), **fields}),
            *lines[place + 1 :],
        ]

    return change


FORGED: dict[str, tuple[Change, str]] = {
    "cut off in a line": (lambda lines: [*lines[:7], lines[7][:9]], "line 8: is not JSON"),
    "cut off after a line": (lambda lines: lines[:9], "line 10: the log ends before the hand"),
    "another version": (changed("dahai", type="discard"), "line 4: type: 'discard' is no event"),
    "a tile of nobody": (changed("dahai", pai="9x"), "line 4: pai: '9x' is no tile"),
    "a tile that is not told": (changed("tsumo", pai="?"), "line 3: pai: a tile is not told"),
    "a seat that is none": (changed("dahai", actor=7), "line 4: actor: must be a seat"),
    "out of turn": (lambda lines: [*lines[:3], *lines[4:]], "line 4"),
    "another's points": (changed("hora", deltas=[1, 2, 3, 4]), "the points are"),
    "too many of a tile": (
        changed("start_kyoku", tehais=[["1m"] * 13] * 4),
        "line 2: there is one 1m more",
    ),
    "a first event that is none": (changed("start_game", type=[]), "line 1: type: a hand begins"),
    "another seat's tiles that are none": (
        changed("start_kyoku", tehais=[["1m"] * 13] * 3 + [[{}]]),
        "line 2: tehais: {} is no tile",
    ),
    "two winds of the round": (changed("start_kyoku", bakaze="ES"), "line 2: kyoku"),
    "a dragon as wind of the round": (changed("start_kyoku", bakaze="P"), "line 2: kyoku"),
    "no hand at all": (lambda lines: lines[:1], ""),
    "a hand of one": (changed("start_kyoku", tehais=[["1m"] * 13]), "line 2: tehais"),
    "two hands in one": (lambda lines: [*lines[:5], *lines[1:]], "line 6: type: 'start_kyoku'"),
    "an end that is none": (changed("hora", type="ryukyoku", reason="tired"), "reason: 'tired'"),
}


@cache
def find_win() -> Course:
    """Return a hand that somebody won."""
    return next(one for seed in range(50) if (one := over("riichi", seed)).at.wins)


def won_in_mjai() -> list[str]:
    """Return its log in mjai."""
    return list(write_as("mjai", find_win()))


@pytest.mark.parametrize("what", FORGED)
def test_a_log_in_mjai_that_was_not_played_is_refused_with_its_line(what: str) -> None:
    change, reason = FORGED[what]
    if not reason:
        assert list(read_any(change(won_in_mjai()), play_of)) == []
        return
    with pytest.raises(LogError) as refused:
        list(read_any(change(won_in_mjai()), play_of))
    assert reason in str(refused.value)


def test_what_stands_before_a_wrong_line_was_played() -> None:
    lines = won_in_mjai()
    with pytest.raises(LogError) as refused:
        list(read_any(lines[:12], play_of))
    assert refused.value.course is not None
    assert refused.value.course.at.log


def tenhou_hand(change: Callable[[list[Any]], object]) -> list[str]:
    """Return a log of tenhou.net/6 whose hand was changed."""
    data = json.loads(next(write_as("tenhou", find_win())))
    change(data["log"][0])
    return [json.dumps(data)]


FORGED_TENHOU: dict[str, tuple[Callable[[list[Any]], object], str]] = {
    "no result": (lambda hand: hand.pop(), "hand 1: a hand is a list for three or four seats"),
    "a tile that is none": (
        lambda hand: hand[5].__setitem__(0, 99),
        "hand 1, seat 0, take 1: pai: '99'",
    ),
    "a set that is none": (lambda hand: hand[5].__setitem__(0, "c1"), "hand 1: 'c1' is no set"),
    "another's points": (
        lambda hand: hand[-1].__setitem__(1, [1, 2, 3, 4]),
        "hand 1, result: the points are",
    ),
    "a discard too few": (lambda hand: hand[6].pop(), "hand 1"),
    "a banker that is none": (
        lambda hand: [hand[0].__setitem__(0, 3), hand.__delitem__(slice(13, 16))],
        "hand 1: 0: 3 is no number of a hand",
    ),
    "a hand before the first": (lambda hand: hand[0].__setitem__(0, -1), "hand 1: 0: -1 is no"),
    "an end that is no word": (lambda hand: hand.__setitem__(-1, [[]]), "hand 1: '[]' ends no"),
    "another end": (lambda hand: hand.__setitem__(-1, ["終"]), "hand 1: '終' ends no hand"),
}


@pytest.mark.parametrize("what", FORGED_TENHOU)
def test_a_log_of_tenhou_that_was_not_played_is_refused_with_its_place(what: str) -> None:
    change, reason = FORGED_TENHOU[what]
    with pytest.raises(LogError) as refused:
        list(read_any(tenhou_hand(change), play_of))
    assert reason in str(refused.value)


@pytest.mark.parametrize("form", ["mjai", "tenhou"])
def test_only_riichi_has_such_logs(form: str) -> None:
    with pytest.raises(RecordError, match="only riichi"):
        list(write_as(form, over("wuhan", 1)))


def test_several_hands_of_one_log_are_read_one_after_the_other() -> None:
    lines = [line for seed in (1, 2) for line in write_as("mjai", over("riichi", seed))]
    starts = [course for course in read_any(lines, play_of) if not course.at.log]
    assert len(starts) == 2
