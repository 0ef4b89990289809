"""Shuangkou: what may be laid, what beats what, and how the turn goes round."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec
from hw_sim.players.cards import HandRecords, played_record
from rules.games.cards.shuangkou import STRENGTH, CardPlay, Course, beats, combination
from rules.games.cards.shuangkou_play import PLAY, holdings
from tests.ids import case_id
from tests.rules.games.shuangkou.hands import Data, bomb, net
from tests.rules.games.turning import CHANCES, moved_row

GAME = rules.ruleset("shuangkou")


@pytest.mark.parametrize(
    ("cards", "kind", "size"),
    [
        ("3S", "single", 1),
        ("RJ", "single", 1),
        ("3S 3S", "pair", 2),
        ("BJ BJ", "pair", 2),
        ("BJ RJ", None, 0),
        ("BJ BJ RJ", None, 0),
        ("BJ BJ RJ RJ", "king_bomb", 4),
        ("3S 3H 3D", "triple", 3),
        ("2S 2H 2D 2C", "bomb", 4),
        ("9S 9S 9H 9H 9D 9D 9C 9C", "bomb", 8),
        ("3S 4H 5S 6S 7S", "run", 5),
        ("3S 4H 5S 6S", None, 0),
        ("TS JS QS KS AS", "run", 5),
        ("JS QS KS AS 2S", None, 0),
        ("AS 2S 3S 4S 5S", None, 0),
        ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "run", 12),
        ("3S 4S 5S 6S 8S", None, 0),
        ("4S 4H 5S 5H 6S 6H", "pair_run", 6),
        ("4S 4H 5S 5H", None, 0),
        ("QS QH KS KH AS AH", "pair_run", 6),
        ("KS KH AS AH 2S 2H", None, 0),
        ("3S 3H 3D 4S 4H 4D 5S 5H 5D", "triple_run", 9),
        ("3S 3H 3D 4S 4H 4D", None, 0),
        ("3S 3H 3D 4S 4H", None, 0),
        ("3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C", None, 0),
        ("4S 4H 5S 5H 6S", None, 0),
        ("", None, 0),
    ],
    ids=case_id,
)
def test_what_cards_are_together(cards: str, kind: str | None, size: int) -> None:
    match = combination(cards.split())
    assert (None if match is None else (match.kind, match.size)) == (kind and (kind, size))


@pytest.mark.parametrize(
    ("play", "last"),
    [
        ("4S", "3S"),
        ("2S", "AS"),
        ("BJ", "2S"),
        ("RJ", "BJ"),
        ("RJ RJ", "BJ BJ"),
        ("4S 5S 6S 7S 8S", "3S 4S 5S 6S 7S"),
        ("3S 3H 3D 3C", "RJ RJ"),
        ("3S 3H 3D 3C", "TS JS QS KS AS"),
        ("4S 4H 4D 4C", "3S 3H 3D 3C"),
        ("3S 3S 3H 3H 3D", "2S 2H 2D 2C"),
        ("BJ BJ RJ RJ", "9S 9S 9H 9H 9D 9D 9C 9C"),
        ("BJ BJ RJ RJ", "3S"),
    ],
)
def test_the_stronger_beats_the_weaker(play: str, last: str) -> None:
    one, other = combination(play.split()), combination(last.split())
    assert one is not None
    assert other is not None
    assert beats(one, other)
    assert not beats(other, one)


@pytest.mark.parametrize(
    ("play", "last"),
    [
        ("4S", "4H"),
        ("4S 4H", "3S"),
        ("5S 5H", "3S 3H 3D"),
        ("4S 5S 6S 7S 8S 9S", "3S 4S 5S 6S 7S"),
        ("5S 5H 6S 6H 7S 7H", "3S 4S 5S 6S 7S 8S"),
        ("9S 9H 9D 9C", "9S 9H 9D 9C"),
        ("BJ BJ RJ RJ", "BJ BJ RJ RJ"),
    ],
)
def test_equal_ones_and_other_kinds_beat_nothing(play: str, last: str) -> None:
    one, other = combination(play.split()), combination(last.split())
    assert one is not None
    assert other is not None
    assert beats(one, other) == (play == "BJ BJ RJ RJ")
    assert beats(other, one) == (play == "BJ BJ RJ RJ")


@given(CHANCES)
def test_everything_that_players_find_in_a_hand_may_be_led(chance: random.Random) -> None:
    hand = chance.sample(PLAY.pack(), 27)
    for cards in holdings(hand):
        assert Counter(cards) <= Counter(hand)
        assert combination(cards) is not None or set(cards) == {"BJ", "RJ"}


def test_who_has_finished_is_skipped_and_the_partner_leads_when_all_have_passed() -> None:
    hand = tuple(card for card in STRENGTH if card[0] in "3456789")[:26]
    course = Course(0, spent=(hand, (), (), ()))
    course = course.after(CardPlay(0, ("TS",)))
    turns = [course.turn]
    for _ in range(2):
        course = course.after(CardPlay(course.turn, ()))
        turns.append(course.turn)
    assert course.finish == (0,)
    assert turns == [1, 2, 3]
    course = course.after(CardPlay(3, ()))
    assert (course.turn, course.last) == (2, None)
    course = course.after(CardPlay(2, ("TH",))).after(CardPlay(3, ()))
    assert course.turn == 1
    course = course.after(CardPlay(1, ()))
    assert (course.turn, course.last) == (2, None)


def play_hand(chance: random.Random) -> HandRecords:
    """Return a hand played under any options."""
    options = {option.name: chance.choice(option.values or (1, 2, 5)) for option in GAME.options}
    state = {"banker": chance.randrange(4), "scores": [0] * 4}
    return played_record("shuangkou", chance, HandSpec(options=options, state=state))


def turn_seats(record: Data, by: int) -> Data:
    """Return *record* with everybody moved *by* seats."""
    new = copy.deepcopy(record)
    new["state"]["banker"] = (new["state"]["banker"] + by) % 4
    new["play"]["finish"] = [(seat + by) % 4 for seat in new["play"]["finish"]]
    for one in new["play"]["bombs"]:
        one["seat"] = (one["seat"] + by) % 4
    return new


@given(CHANCES)
def test_log_and_summary_come_to_the_same(chance: random.Random) -> None:
    full, summary = play_hand(chance)
    answer: Any = rules.settle_json(full)
    assert answer == rules.settle_json(summary)
    both = {**full, "play": {**full["play"], **summary["play"]}}
    assert rules.settle_json(both) == answer


@given(CHANCES, st.integers(1, 3))
def test_turning_the_seats_turns_the_payments(chance: random.Random, by: int) -> None:
    summary = play_hand(chance).summary
    before: Any = rules.settle_json(summary)
    after: Any = rules.settle_json(turn_seats(summary, by))
    assert sum(before["net"]) == 0
    assert after["net"] == moved_row(before["net"], by)


@given(CHANCES)
def test_a_summary_that_differs_from_the_log_is_refused(chance: random.Random) -> None:
    full, summary = play_hand(chance)
    finish = summary["play"]["finish"]
    others = [finish[1], finish[0], *finish[2:]]
    strange = {**full, "play": {**full["play"], "finish": others}}
    answer: Any = rules.settle_json(strange)
    assert answer["error"]["code"] == "bad_record"
    never = bomb(finish[0], "3", 8)
    invented = {**full, "play": {**full["play"], "bombs": [never], "hands": None}}
    if never not in summary["play"]["bombs"]:
        answer = rules.settle_json(invented)
        assert answer["error"]["where"] == "play.bombs[0]"


@given(CHANCES, st.integers(0, 200))
def test_a_hand_may_be_given_up_anywhere(chance: random.Random, plays: int) -> None:
    full = play_hand(chance).full
    broken = {**full, "play": {"plays": full["play"]["plays"][:plays]}, "outcome": "abort"}
    assert net(broken) == [0, 0, 0, 0]


@given(CHANCES)
def test_nothing_is_laid_after_the_end(chance: random.Random) -> None:
    full = play_hand(chance).full
    plays = full["play"]["plays"]
    longer = {**full, "play": {"plays": [*plays, {"seat": 0, "cards": ["3S"]}]}}
    answer: Any = rules.settle_json(longer)
    assert answer["error"]["where"] == f"play.plays[{len(plays)}]"
    assert answer["error"]["code"] == "bad_record"
