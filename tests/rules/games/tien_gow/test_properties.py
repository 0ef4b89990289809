"""Tien Gow: thousands of hands that simulated players have played by the rules."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec
from hw_sim.players.cards import HandRecords, played_record
from tests.rules.games.tien_gow.hands import Data, net, plain_net
from tests.rules.games.turning import CHANCES, moved_row

GAME = rules.ruleset("tien-gow")


def played(chance: random.Random) -> HandRecords:
    """Return a hand played under any options."""
    options = {option.name: chance.choice(option.values) for option in GAME.options}
    state = {"banker": chance.randrange(4), "repeats": chance.randrange(3), "scores": [0] * 4}
    return played_record("tien-gow", chance, HandSpec(options=options, state=state))


def turned(told: Data, by: int) -> Data:
    """Return the record *told* with everybody moved *by* seats."""
    new = copy.deepcopy(told)
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
    full, told = played(chance)
    assert rules.settle_json(full) == rules.settle_json(told)


@given(CHANCES)
def test_a_hand_pays_what_the_formulas_of_the_sheet_say(chance: random.Random) -> None:
    full, told = played(chance)
    chosen = {**GAME.defaults, **told["options"]}
    assert net(full) == plain_net(told["play"], chosen, told["state"])


ENDS = (
    ("1-2", "1-2"), ("1-2", "2-4"), ("1-2", "3-6"), ("1-5", "1-5"), ("1-5", "1-6"),
    ("2-4+1-2", "2-4+1-2"), ("1-5+1-5", "1-5+1-5"), ("1-5+1-5", "1-6+1-6"),
    ("1-3+1-3+1-4+2-3", "4-4+4-4+2-5+3-4"), ("6-6+6-6+3-6+4-5", "6-6+6-6+3-6+4-5"), ("5-5", "6-6"),
)  # fmt: skip
"""Ways of ending a hand, most of them worth something."""


def told(chance: random.Random) -> Data:
    """Return the summary of a hand, possible or not, with a rare end and rare feats."""
    cuts = sorted(chance.randrange(9) for _ in range(3))
    piles = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 8 - cuts[2]]
    led, won = chance.choice(ENDS)
    leader, winner = chance.sample(range(4), 2)
    winner = leader if led == won else winner
    up = list(dict.fromkeys((leader, winner)))
    feats = [
        {"kind": kind, "seat": chance.randrange(4)}
        for kind in ("supreme", "civil_supreme")
        if chance.random() < 0.2
    ]
    return {
        "piles": piles,
        "last": {"leader": leader, "led": led.split("+"), "winner": winner,
                 "tiles": won.split("+"), "up": up},
        "premiums": feats,
        "sweep": chance.choice(("seven", "eight")) if 8 in piles else None,
        "opening": [chance.choice(("6-6", "3-6", "1-1"))],
    }  # fmt: skip


@given(CHANCES)
def test_rare_ends_pay_what_the_formulas_of_the_sheet_say(chance: random.Random) -> None:
    chosen = {option.name: chance.choice(option.values) for option in GAME.options}
    state = {"banker": chance.randrange(4), "repeats": chance.randrange(3)}
    for _ in range(30):
        record = {"ruleset": "tien-gow", "options": chosen, "state": state,
                  "play": told(chance), "outcome": "win"}  # fmt: skip
        answer: Any = rules.settle_json(record)
        if "error" not in answer:
            assert answer["net"] == plain_net(record["play"], chosen, state)
            return
    assume(False)


@given(CHANCES, st.integers(1, 3))
def test_turning_the_seats_turns_the_payments(chance: random.Random, by: int) -> None:
    told = played(chance).summary
    before: Any = rules.settle_json(told)
    after: Any = rules.settle_json(turned(told, by))
    assert sum(before["net"]) == 0
    assert after["net"] == moved_row(before["net"], by)
    assert after["next"]["banker"] == (before["next"]["banker"] + by) % 4


@given(CHANCES)
def test_what_lay_face_down_need_not_be_known(chance: random.Random) -> None:
    full, told = played(chance)
    hidden = copy.deepcopy(full)
    hidden["play"] |= {"hands": None, "sweep": told["play"]["sweep"]}
    for trick in hidden["play"]["tricks"]:
        for laid in trick["plays"]:
            laid["tiles"] = None if laid.get("down") else laid["tiles"]
    assert net(hidden) == net(full)


@given(CHANCES, st.integers(0, 7), st.integers(0, 4))
def test_a_hand_may_be_given_up_anywhere(chance: random.Random, tricks: int, plays: int) -> None:
    full = played(chance).full
    log = full["play"]["tricks"][: tricks + 1]
    log[-1] = {"plays": log[-1]["plays"][:plays]}
    broken: Any = {**full, "play": {"tricks": log}, "outcome": "abort"}
    assert net(broken) == [0, 0, 0, 0]


@given(CHANCES)
def test_a_log_that_stops_early_is_no_played_hand(chance: random.Random) -> None:
    full = played(chance).full
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
