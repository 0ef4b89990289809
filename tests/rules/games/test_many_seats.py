"""What holds for every hand of five-player riichi and rule 0, whatever the number of players."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, drawn_record, winning_record
from rules.ruleset import Ruleset
from tests.rules.games.riichi.random_hands import record
from tests.rules.games.turning import turn_seats
from tests.rules.records import Data

SEEDS: Final = st.integers(0, 10**6)
TABLES: Final[list[tuple[str, Data]]] = [
    ("five-player-1", {}),
    ("five-player-2", {}),
    *(("zero-rule", {"players": count}) for count in range(2, 10)),
    ("zero-rule", {"players": 5, "five_scoring": "rule_2"}),
]
NAMES: Final = [f"{game}-{len(one)}-{one.get('players', 5)}" for game, one in TABLES]
EVERY_TABLE = pytest.mark.parametrize(("game", "options"), TABLES, ids=NAMES)


def hands(game: str, options: Data, seed: int) -> Iterator[Data]:
    """Yield a won and a drawn hand of a table with counters and sticks on it."""
    chance = random.Random(seed)
    ruleset = rules.ruleset(game)
    assert isinstance(ruleset, Ruleset)
    players = ruleset.players({**ruleset.defaults, **options})
    carry = {name: 1 for name in ("honba", "deposits") if players <= 4 or name == "deposits"}
    state = {"banker": chance.randrange(players), "round": 2, "carry": carry}
    state["scores"] = [chance.randrange(0, 50000, 100) for _ in range(players)]
    spec = HandSpec(options=options, state=state)
    yield winning_record(ruleset, chance, spec)
    yield drawn_record(ruleset, chance, spec)


@EVERY_TABLE
@given(seed=SEEDS)
@settings(max_examples=8)
def test_what_some_pay_others_and_the_pot_get(game: str, options: Data, seed: int) -> None:
    for data in hands(game, options, seed):
        answer: Any = rules.settle_json(data)
        left = answer["next"]["carry"]["deposits"] - 1
        assert sum(answer["net"]) == 1000 * -left
        assert all(row["amount"] % 10 == 0 for row in answer["payments"])


@EVERY_TABLE
@given(seed=SEEDS, places=st.integers(1, 8))
@settings(max_examples=8)
def test_turning_the_seats_turns_the_payments(
    game: str, options: Data, seed: int, places: int
) -> None:
    for data in hands(game, options, seed):
        count = len(data["seats"])
        here: Any = rules.settle_json(data)
        there: Any = rules.settle_json(turn_seats(data, places % count))
        if here["next"]["over"] or there["next"]["over"]:
            return  # what lies on the table at the end goes by seat numbers
        gains = [there["net"][(seat + places) % count] for seat in range(count)]
        assert gains == here["net"]
        assert there["next"]["banker"] == (here["next"]["banker"] + places) % count
        assert [win["items"] for win in there["wins"]] == [win["items"] for win in here["wins"]]


def in_game(data: Data, game: str, **options: Any) -> Data:
    """Return a hand of riichi as one of *game*, red fives told as plain ones."""
    hand = copy.deepcopy(data)
    hand["ruleset"] = game
    same = ("open_tanyao", "kiriage", "counted_yakuman", "double_yakuman")
    hand["options"] = {name: one for name, one in data["options"].items() if name in same} | options
    hand["deal"]["indicators"] = hand["deal"]["indicators"][:1]
    hand["deal"]["hidden_indicators"] = hand["deal"]["hidden_indicators"][:1]
    return hand


def without_reds(seed: int) -> Data:
    """Return the random riichi hand of *seed*, with one indicator and as others play it.

    There are neither red fives nor human hands then.
    """
    data = record(random.Random(seed))
    hand = in_game(data, "riichi", **data["options"])
    hand["options"] |= {"red_fives": 0, "liability": "none", "human_hand": "none"}
    plain: Data = _plain(hand)
    return plain


def _plain(value: Any) -> Any:
    """Return *value* with every red five told as a plain one."""
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    is_tiles = isinstance(value, str) and value[-1:] in ("m", "p", "s", "z")
    return value.replace("0", "5") if is_tiles and value[:1].isdigit() else value


@given(SEEDS)
def test_rule_0_for_four_is_riichi(seed: int) -> None:
    data = without_reds(seed)
    ordinary: Any = rules.settle_json(data)
    here: Any = rules.settle_json(in_game(data, "zero-rule", players=4, ura_dora=True))
    if "error" in ordinary:
        assert ordinary["error"]["code"] == here["error"]["code"]
        return
    assert (here["net"], here["next"]["carry"]) == (ordinary["net"], ordinary["next"]["carry"])
    assert here["wins"] == ordinary["wins"]


@given(SEEDS)
def test_what_four_players_can_hold_divides_alike_with_five(seed: int) -> None:
    data = without_reds(seed)
    win = data["wins"][0]
    if win["seat"] == data["state"]["banker"]:
        return
    five = in_game(data, "zero-rule", players=5, ura_dora=True)
    five["seats"] = [*five["seats"], {}]
    five["state"] = {"banker": five["state"]["banker"], "round": 1}
    data["state"] = {"banker": data["state"]["banker"], "round": 1}
    answers: list[Any] = [rules.settle_json(one) for one in (data, five)]
    if any("error" in answer for answer in answers):
        return
    entry, other = (answer["wins"][0] for answer in answers)
    honors = {"dragon_pung", "seat_wind_pung", "round_wind_pung", "dragon_pair"}
    both = [one[name] for one in (entry, other) for name in ("items", "fu_items")]
    ids = {item["id"] for items in both for item in items}
    if not ids & honors and not any("three_dragons" in one or "pair" in one for one in ids):
        assert entry["items"] == other["items"]
        assert entry["reading"] == other["reading"]
