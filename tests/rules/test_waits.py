"""What a hand waits for: every tile tried, and whatever the settlement says of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from hw_sim.players import HandSpec, winning_record
from rules.errors import RecordError
from rules.games import ruleset, tile_games
from tests.rules.records import Data, pung, record, seat, settle

READY = {0: {"hand": "23456m234p345s66s"}}
DORA = {"deal": {"indicators": ["1z"]}}


def waiting(hand: str, *melds: Data, **more: Any) -> Data:
    """Return a hand of riichi that seat 0, the banker, waits with."""
    return record("riichi", around={0: seat(0, 4, hand, *melds)}, **DORA, **more)


def winning_tiles(data: Data, seat: int = 0) -> list[str]:
    """Return the tiles that *seat* may win on."""
    return [wait.tile for wait in rules.waits(data, seat) if wait.wins]


def find_problems(data: object, seat: int = 0) -> list[tuple[str, str]]:
    """Return code and place of everything that keeps *data* from being asked about."""
    answer: Any = rules.waits_json(data, seat)
    return [(one["code"], one["where"]) for one in answer["error"]["problems"]]


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
@pytest.mark.parametrize("way", ["self_draw", "discard"])
def test_a_won_hand_waited_for_its_tile_at_what_it_paid(name: str, way: str) -> None:
    game: Any = ruleset(name)
    seats = game.players(game.defaults)
    winner = (1, way, None if way == "self_draw" else seats - 1)
    spec = HandSpec(winner=winner, state={"banker": 0})
    data = winning_record(game, random.Random(name), spec)
    before = {part: data[part] for part in data if part not in ("outcome", "wins")}
    (wait,) = [one for one in rules.waits(before, 1) if one.tile == data["wins"][0]["tile"]]
    (settlement,) = [
        one.settlement
        for one in wait.completions
        if one.by == way and winner[2] in (None, *one.sources)
    ]
    assert settlement is not None
    assert settlement.net[1] == settle(data)["net"][1]
    assert settlement.to_json()["wins"] == settle(data)["wins"]


def test_three_sided_waits_are_all_found() -> None:
    assert winning_tiles(waiting("23456m234p345s66s")) == ["1m", "4m", "7m"]


def test_a_hand_that_is_not_ready_waits_for_nothing() -> None:
    assert rules.waits(waiting("1379m1379p1379s1z"), 0) == ()


def test_a_tile_of_which_none_is_left_is_not_waited_for() -> None:
    assert rules.waits(waiting("1111m234p345s678s"), 0) == ()


def test_tiles_that_lie_elsewhere_are_not_left() -> None:
    others = {1: {"melds": [pung("444m") | {"from": 0}]}, 0: {"hand": "23456m234p345s66s"}}
    all_waits = rules.waits(record("riichi", around=others, **DORA), 0)
    assert {wait.tile: wait.left for wait in all_waits} == {"1m": 4, "7m": 4}


def test_a_win_worth_too_little_is_told_with_the_rule_against_it() -> None:
    (wait,) = rules.waits(waiting("234p345s99m79s", pung("222m")), 0)
    assert not wait.wins
    assert {one.by: one.problems[0].code for one in wait.completions} == {
        "self_draw": "below_minimum",
        "discard": "below_minimum",
    }
    assert "yaku" in wait.completions[0].problems[0].message


def test_a_hand_without_yaku_wins_by_self_draw_alone() -> None:
    (wait,) = rules.waits(waiting("222m234p345s99m79s"), 0)
    assert {one.by: one.settlement is not None for one in wait.completions} == {
        "self_draw": True,
        "discard": False,
    }


def test_the_bankers_discard_is_told_apart_where_he_pays_more() -> None:
    hand = {2: seat(2, 4, "123m456p789s11555z23p")}
    table = record("taiwan", around=hand, deal={"east": 1}, state={"banker": 1})
    for wait in rules.waits(table, 2):
        ways = {one.sources: one.settlement for one in wait.completions}
        assert set(ways) == {(), (1,), (3, 0)}


@pytest.mark.parametrize(
    ("data", "seat", "problem"),
    [
        ([], 0, ("bad_record", "")),
        ({"ruleset": "mahjongg"}, 0, ("unknown_ruleset", "ruleset")),
        ({"ruleset": 7}, 0, ("bad_record", "ruleset")),
        (record("mushi"), 0, ("bad_record", "ruleset")),
        (waiting("23456m234p345s66s"), 4, ("bad_record", "seat")),
        (waiting("23456m234p345s6s"), 0, ("bad_tiles", "seats[0].hand")),
        (
            record("riichi", around={0: {"hand": "23456m234p345s66s"}}),
            0,
            ("bad_record", "deal.indicators"),
        ),
        (waiting("23456m234p345s66s", options={"luck": 7}), 0, ("unknown_option", "options.luck")),
    ],
    ids=["a list", "no game", "a number", "cards", "nobody", "12 tiles", "no dora", "option"],
)
def test_what_keeps_every_tile_from_completing_the_hand_is_told(
    data: object, seat: int, problem: tuple[str, str]
) -> None:
    assert find_problems(data, seat)[0] == problem


def test_a_refusal_is_raised_in_python() -> None:
    with pytest.raises(RecordError):
        rules.waits({}, 0)
