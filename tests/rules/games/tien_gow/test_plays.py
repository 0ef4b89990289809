"""Tien Gow: what beats what, and thousands of hands that simulated players have played."""

from __future__ import annotations

import copy
import random
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec
from hw_sim.players.cards import HandRecords, played_record
from rules.errors import Reason
from rules.games.cards.tien_gow.course import Course
from rules.games.cards.tien_gow.plays import (
    CIVIL,
    COPIES,
    MILITARY,
    TABLE,
    TrickPlay,
    beats,
    combination,
)
from tests.ids import case_id
from tests.rules.games.tien_gow.hands import Data, net, plain_net
from tests.rules.games.turning import CHANCES, moved_row

PLAIN = rules.ruleset("tien-gow").defaults
CIVIL_HOUSE = {**PLAIN, "civil_supreme": True}
PACK = sorted(tile for tile, copies in COPIES.items() for _ in range(copies))


def wins(play: str, best: str, led: str | None = None, options: object = PLAIN) -> bool:
    """Return whether *play* beats *best* in a trick to which *led* was led."""
    house = options if isinstance(options, dict) else PLAIN
    one, other, first = (
        combination(tiles.split("+"), house) for tiles in (play, best, led or best)
    )
    assert one is not None
    assert other is not None
    assert first is not None
    return beats(one, other, first, house)


def test_there_are_32_dominoes() -> None:
    assert (len(PACK), len(CIVIL), sum(map(len, MILITARY))) == (32, 11, 10)


@pytest.mark.parametrize(
    ("tiles", "kind"),
    [
        ("6-6", "civil"),
        ("1-2", "military"),
        ("1-2+2-4", "supreme"),
        ("2-4+1-2", "supreme"),
        ("5-6+5-6", "civil_pair"),
        ("3-6+4-5", "military_pair"),
        ("1-4+2-3", "military_pair"),
        ("1-4+1-2", None),
        ("6-6+4-5", "mixed_pair"),
        ("1-3+2-3", "mixed_pair"),
        ("6-6+3-5", None),
        ("5-5+2-4", None),
        ("6-6+3-6+6-6", "civil_triple"),
        ("6-6+3-6+4-5", "military_triple"),
        ("1-1+2-6+3-5+1-1", "four"),
        ("1-1+2-6+3-5+6-6", None),
        ("5-5+5-5+5-6", None),
        ("1-5+1-5", "civil_pair"),
        ("", None),
    ],
    ids=case_id,
)
def test_what_tiles_are_together(tiles: str, kind: str | None) -> None:
    match = combination(tiles.split("+"), PLAIN)
    assert (None if match is None else match.kind) == kind


def test_the_civil_supreme_is_one_only_where_the_house_has_it() -> None:
    match = combination(("1-5", "1-5"), CIVIL_HOUSE)
    assert match is not None
    assert match.kind == "civil_supreme"


@pytest.mark.parametrize(
    ("play", "best"),
    [
        ("6-6", "1-1"),
        ("1-6", "1-5"),
        ("3-6", "2-6"),
        ("1-4", "1-2"),
        ("6-6+6-6", "1-1+1-1"),
        ("3-6+4-5", "1-4+2-3"),
        ("6-6+3-6", "1-1+2-6"),
        ("4-4+4-4+2-5", "1-3+1-3+1-4"),
        ("6-6+3-6+4-5", "1-1+2-6+3-5"),
        ("1-1+1-1+2-6+3-5", "4-4+4-4+2-5+3-4"),
    ],
)
def test_the_stronger_of_one_kind_wins(play: str, best: str) -> None:
    assert wins(play, best)
    assert not wins(best, play)


@pytest.mark.parametrize(
    ("play", "best"),
    [
        ("3-6", "4-5"),
        ("6-6", "6-6"),
        ("6-6+3-6", "6-6+4-5"),
        ("6-6", "1-2"),
        ("3-6", "1-5"),
        ("6-6+6-6", "1-2+2-4"),
        ("1-2+2-4", "1-5+1-5"),
        ("3-6+4-5", "1-5+1-5"),
        ("6-6+6-6+3-6", "1-3+1-4+2-3"),
    ],
)
def test_equal_ones_and_other_kinds_never_win(play: str, best: str) -> None:
    assert not wins(play, best)


def test_only_high_legs_beat_a_led_civil_supreme() -> None:
    beaten = {**CIVIL_HOUSE, "high_legs": "beats"}
    assert wins("1-6+1-6", "1-5+1-5", options=beaten)
    assert not wins("6-6+6-6", "1-6+1-6", "1-5+1-5", beaten)
    assert not wins("6-6+6-6", "1-5+1-5", options=beaten)
    assert not wins("1-6+1-6", "1-5+1-5", options=CIVIL_HOUSE)
    assert wins("6-6+6-6", "1-6+1-6", options=beaten)


def test_among_all_combinations_the_better_one_is_better_than_all_below() -> None:
    every = list(TABLE.values())
    for one, other, third in product(every, repeat=3):
        if beats(one, other, third, PLAIN) and beats(other, third, third, PLAIN):
            assert beats(one, third, third, PLAIN)


def test_every_set_of_four_families_and_pairs_is_found_among_all_sets_of_tiles() -> None:
    sets = {
        tuple(tiles)
        for size in (1, 2, 3, 4)
        for tiles in combinations(PACK, size)
        if combination(tiles, PLAIN) is not None
    }
    # singles 21; civil pairs 11, military 4, mixed 8, the supreme; triples 8 + 4; fours 4
    assert len(sets) == 21 + 11 + 4 + 8 + 1 + 8 + 4 + 4
    assert sets == set(TABLE)


def test_a_course_says_whose_turn_it_is() -> None:
    course = Course(PLAIN, 3)
    turns = []
    for tiles, down in ((("5-5",), False), (None, True), (("1-3",), False), (("1-5",), True)):
        turns.append(course.turn)
        course = course.after(TrickPlay(course.turn, tiles, down))
    assert turns == [3, 0, 1, 2]
    assert (course.turn, course.piles, course.left) == (1, (0, 1, 0, 0), 7)


def test_a_course_says_why_a_play_is_none() -> None:
    course = Course(PLAIN, 0).after(TrickPlay(0, ("5-5",)))
    assert course.fault(TrickPlay(1, ("1-3",))) is None
    assert course.fault(TrickPlay(1, ("3-3",))) == (
        "bad_meld",
        Reason("does_not_beat", {"cards": "5-5"}),
    )
    assert course.fault(TrickPlay(2, ("1-3",))) == (
        "bad_record",
        Reason("other_turn", {"seat": 1}),
    )


GAME = rules.ruleset("tien-gow")


def play_hand(chance: random.Random) -> HandRecords:
    """Return a hand played under any options."""
    options = {option.name: chance.choice(option.values) for option in GAME.options}
    state = {"banker": chance.randrange(4), "repeats": chance.randrange(3), "scores": [0] * 4}
    return played_record("tien-gow", chance, HandSpec(options=options, state=state))


def turn_seats(record: Data, by: int) -> Data:
    """Return *record* with everybody moved *by* seats."""
    new = copy.deepcopy(record)
    play = new["play"]
    new["state"]["banker"] = (new["state"]["banker"] + by) % 4
    play["piles"] = moved_row(play["piles"], by)
    for entry in (play["last"], *play["premiums"]):
        for field in ("seat", "leader", "winner"):
            if field in entry:
                entry[field] = (entry[field] + by) % 4
        if "up" in entry:
            entry["up"] = [(seat + by) % 4 for seat in entry["up"]]
    return new


@given(CHANCES)
def test_log_and_summary_come_to_the_same(chance: random.Random) -> None:
    full, summary = play_hand(chance)
    assert rules.settle_json(full) == rules.settle_json(summary)


@given(CHANCES)
def test_a_hand_pays_what_the_formulas_of_the_sheet_say(chance: random.Random) -> None:
    full, summary = play_hand(chance)
    house = {**GAME.defaults, **summary["options"]}
    assert net(full) == plain_net(summary["play"], house, summary["state"])


ENDS = (
    ("1-2", "1-2"), ("1-2", "2-4"), ("1-2", "3-6"), ("1-5", "1-5"), ("1-5", "1-6"),
    ("2-4+1-2", "2-4+1-2"), ("1-5+1-5", "1-5+1-5"), ("1-5+1-5", "1-6+1-6"),
    ("1-3+1-3+1-4+2-3", "4-4+4-4+2-5+3-4"), ("6-6+6-6+3-6+4-5", "6-6+6-6+3-6+4-5"), ("5-5", "6-6"),
)  # fmt: skip
"""Ways of ending a hand, most of them worth something."""


def make_summary(chance: random.Random) -> Data:
    """Return the summary of a hand, possible or not, with a rare end and rare feats."""
    cuts = sorted(chance.randrange(9) for _ in range(3))
    piles = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 8 - cuts[2]]
    led, best = chance.choice(ENDS)
    leader, winner = chance.sample(range(4), 2)
    winner = leader if led == best else winner
    up = list(dict.fromkeys((leader, winner)))
    feats = [
        {"kind": kind, "seat": chance.randrange(4)}
        for kind in ("supreme", "civil_supreme")
        if chance.random() < 0.2
    ]
    return {
        "piles": piles,
        "last": {"leader": leader, "led": led.split("+"), "winner": winner,
                 "tiles": best.split("+"), "up": up},
        "premiums": feats,
        "sweep": chance.choice(("seven", "eight")) if 8 in piles else None,
        "opening": [chance.choice(("6-6", "3-6", "1-1"))],
    }  # fmt: skip


@given(CHANCES)
def test_rare_ends_pay_what_the_formulas_of_the_sheet_say(chance: random.Random) -> None:
    house = {option.name: chance.choice(option.values) for option in GAME.options}
    state = {"banker": chance.randrange(4), "repeats": chance.randrange(3)}
    for _ in range(30):
        record = {"ruleset": "tien-gow", "options": house, "state": state,
                  "play": make_summary(chance), "outcome": "win"}  # fmt: skip
        answer: Any = rules.settle_json(record)
        if "error" not in answer:
            assert answer["net"] == plain_net(record["play"], house, state)
            return
    assume(False)


@given(CHANCES, st.integers(1, 3))
def test_turning_the_seats_turns_the_payments(chance: random.Random, by: int) -> None:
    summary = play_hand(chance).summary
    before: Any = rules.settle_json(summary)
    after: Any = rules.settle_json(turn_seats(summary, by))
    assert sum(before["net"]) == 0
    assert after["net"] == moved_row(before["net"], by)
    assert after["next"]["banker"] == (before["next"]["banker"] + by) % 4


@given(CHANCES)
def test_what_lay_face_down_need_not_be_known(chance: random.Random) -> None:
    full, summary = play_hand(chance)
    hidden = copy.deepcopy(full)
    hidden["play"] |= {"hands": None, "sweep": summary["play"]["sweep"]}
    for trick in hidden["play"]["tricks"]:
        for play in trick["plays"]:
            play["tiles"] = None if play.get("down") else play["tiles"]
    assert net(hidden) == net(full)


@given(CHANCES, st.integers(0, 7), st.integers(0, 4))
def test_a_hand_may_be_given_up_anywhere(chance: random.Random, tricks: int, plays: int) -> None:
    full = play_hand(chance).full
    log = full["play"]["tricks"][: tricks + 1]
    log[-1] = {"plays": log[-1]["plays"][:plays]}
    broken: Any = {**full, "play": {"tricks": log}, "outcome": "abort"}
    assert net(broken) == [0, 0, 0, 0]


@given(CHANCES)
def test_a_log_that_stops_early_is_no_played_hand(chance: random.Random) -> None:
    full = play_hand(chance).full
    short = {**full, "play": {"tricks": full["play"]["tricks"][:-1]}}
    answer: Any = rules.settle_json(short)
    assert answer["error"]["code"] == "bad_record"


@pytest.mark.parametrize(
    "option", [option.name for option in GAME.options if option.name != "taking"]
)
def test_every_option_changes_some_hand(option: str) -> None:
    """A sequence of hands in which the other values of the option pay otherwise."""
    (changed,) = [one for one in GAME.options if one.name == option]
    assert any(
        len({repr(rules.settle_json(hand)) for hand in variants}) > 1
        for variants in (
            [{**hand, "options": {**hand["options"], option: value}} for value in changed.values]
            for hand in TELLING
        )
    )


def _telling() -> list[Data]:
    """Return hands of which each option changes one."""
    table = {"ruleset": "tien-gow", "outcome": "win", "state": {"banker": 0}}
    four = {"leader": 0, "led": ["1-3", "1-3", "1-4", "2-3"], "winner": 2,
            "tiles": ["4-4", "4-4", "2-5", "3-4"]}  # fmt: skip
    low = {"leader": 1, "led": ["1-2"], "winner": 2, "tiles": ["2-4"]}
    legs = {"leader": 1, "led": ["1-5", "1-5"], "winner": 2, "tiles": ["1-6", "1-6"]}
    sweep = {"leader": 0, "led": ["2-2"], "winner": 0, "tiles": ["2-2"]}
    piles = [2, 2, 4, 0]
    return [
        {**table, "options": options, "play": play}
        for options, play in (
            ({}, {"piles": [1, 5, 2, 0], "last": low}),
            ({}, {"piles": piles, "last": four}),
            ({"last_trick_premium": True}, {"piles": piles, "last": four}),
            ({"civil_supreme": True}, {"piles": piles, "last": legs}),
            ({}, {"piles": [8, 0, 0, 0], "last": sweep, "sweep": "eight", "opening": ["6-6"]}),
            ({}, {"dealt_hand": {"seat": 1, "as": "seven"}}),
        )
    ]


TELLING = _telling()
