"""What else would have counted: one thing said otherwise, and what the settlement says of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from hw_sim.players import HandSpec, winning_record
from rules.errors import RecordError
from rules.games import ruleset, tile_games
from tests.rules.records import Data, pung, record_no_win, record_win

DORA = {"indicators": ["4z"]}
Found = dict[tuple[str, str], tuple[int, list[str]]]


def riichi(hand: str, tile: str, *melds: Data, **more: Any) -> Data:
    """Return a hand that seat 1 won on the discard of seat 2 unless *more* says otherwise."""
    return record_win("riichi", hand, tile, *melds, deal=DORA, **{"source": 2, **more})


def else_of(data: Data) -> Found:
    """Return by how much more each change brings, and which elements count then beside."""
    (answer,) = rules.what_else(data)
    return {
        (one.change, word): (one.difference, [item.id for item in one.gained])
        for one in answer.alternatives
        for word in one.words
    }


def settle_with(data: Data, change: str, word: str) -> int:
    """Return what the winner gets where the *word* of a mark, declaration or tile is changed."""
    (win,) = data["wins"]
    winner: int = win["seat"]
    seats = [*data["seats"]]
    lies = seats[winner]
    if change == "mark":
        win = {**win, "marks": [*win.get("marks", ()), word]}
    elif change == "declared":
        seats[winner] = {**lies, "declared": [*lies.get("declared", ()), word]}
    else:
        win = {**win, "tile": word}
    return rules.settle({**data, "seats": seats, "wins": [win]}).net[winner]


@pytest.mark.parametrize("name", [game.id for game in tile_games()])
@pytest.mark.parametrize("way", ["self_draw", "discard"])
def test_every_change_brings_what_the_settlement_of_the_changed_record_says(
    name: str, way: str
) -> None:
    game: Any = ruleset(name)
    seats = game.players(game.defaults)
    winner = (1, way, None if way == "self_draw" else seats - 1)
    data = winning_record(game, random.Random(name), HandSpec(winner=winner, state={"banker": 0}))
    got = rules.settle(data).net[1]
    (answer,) = rules.what_else(data)
    assert all(one.difference >= 0 for one in answer.alternatives)
    for one in answer.alternatives:
        if one.change in ("mark", "declared", "tile"):
            for word in one.words:
                assert settle_with(data, one.change, word) == got + one.difference


def test_a_concealed_hand_without_riichi_would_have_had_more_with_it() -> None:
    gains = else_of(riichi("234m345p22s456s67m", "5m"))
    assert gains["by", "self_draw"] == (700, ["fully_concealed_self_draw"])
    assert gains["declared", "riichi"] == (1900, ["riichi"])
    assert gains["tile", "0m"][1] == ["red_five"]


def test_the_wait_that_was_missed_is_named_with_what_it_would_have_brought() -> None:
    gains = else_of(riichi("23m123p123s99s789m", "4m", by="self_draw", source=None))
    assert "three_similar_sequences" in gains["tile", "1m"][1]


def test_an_open_hand_is_offered_no_riichi() -> None:
    assert ("declared", "riichi") not in else_of(riichi("234m345p22s67m", "5m", pung("555z")))


def test_what_a_limit_swallows_counts_but_brings_nothing() -> None:
    hand = riichi("1113334569m789m", "9m", marks=("last_discard",), before={"declared": ["riichi"]})
    gains = else_of(hand)
    assert gains["mark", "ippatsu"] == (0, ["ippatsu"])


def test_discarders_who_come_to_the_same_are_one() -> None:
    data = record_win("taiwan", "123m456p789s11555z23p", "1p", source=2, deal={"east": 0})
    (answer,) = rules.what_else(data)
    ways = [(one.words, one.sources) for one in answer.alternatives if one.change == "by"]
    assert ways == [(("self_draw",), ()), (("discard",), (0,))]


def test_what_holds_beside_something_higher_is_told_with_that() -> None:
    data = record_win("taiwan", "123m456p789s11555z23p", "1p", deal={"east": 0})
    (answer,) = rules.what_else(data)
    assert answer.contained == {
        "self_draw": "fully_concealed_self_draw",
        "concealed_hand": "fully_concealed_self_draw",
    }


def test_hands_that_nobody_won_have_no_else() -> None:
    assert rules.what_else(record_no_win("riichi", deal=DORA)) == ()


def test_cards_have_no_else() -> None:
    play = {"hands": [["10S"] * 27] * 4, "plays": [], "finish": [0, 1, 2, 3]}
    data = {"ruleset": "shuangkou", "outcome": "abort", "play": play}
    assert rules.what_else_json(data).keys() <= {"wins", "error"}


@pytest.mark.parametrize("data", [[], {"ruleset": "mahjongg"}, riichi("1379m1379p1379s1z", "2z")])
def test_what_cannot_be_settled_is_refused_as_by_the_settlement(data: Any) -> None:
    with pytest.raises(RecordError) as refused:
        rules.what_else(data)
    assert rules.what_else_json(data)["error"] == refused.value.to_json()
    assert rules.settle_json(data)["error"] == refused.value.to_json()
