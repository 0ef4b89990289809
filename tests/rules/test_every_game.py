"""What holds for every hand of every game, whatever its sheet says."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, NoHandError, drawn_record, winning_record
from hw_sim.players.cards import played_record
from rules.errors import RANKS
from rules.games import CARD_PLAYS, tile_games
from rules.record.reader import RECORD_FIELDS
from rules.ruleset import Ruleset
from rules.tiles import CODES, KIND, TILES, Tile, parse
from tests.rules.cases import cases
from tests.rules.games.turning import CHANCES, check_turning, houses, paid_into_the_pot
from tests.rules.records import Data
from tests.rules.test_engine import JSON, places, replace_at

TILE_GAMES: Final = [game.id for game in tile_games()]
EVERY_GAME: Final = rules.rulesets()

CARRIED: Final[dict[str, st.SearchStrategy[Data]]] = {
    "ningbo": st.fixed_dictionaries({"first_banker": st.integers(0, 3)}),
    "taiwan": st.fixed_dictionaries({"first_banker": st.integers(0, 3)}),
    "taiwan-common": st.fixed_dictionaries({"first_banker": st.integers(0, 3)}),
    "wenzhou": st.fixed_dictionaries({"step": st.integers(0, 3)}),
    "yiwu": st.fixed_dictionaries(
        {
            "stake_size": st.sampled_from([1, 2, 4, 8, 16]),
            "bought": st.lists(st.booleans(), min_size=4, max_size=4),
        }
    ),
}
"""What a hand finds carried on, where it is not a number or a switch."""

HOLDS_A_SEAT: Final = ("first_banker",)
FREE_TO_ANSWER: Final = frozenset(("zero-rule",))
"""Games whose numbers of seats hang on an option: players decide it themselves."""

UNEQUAL_SUITS: Final = frozenset(("beijing", "riichi-3p", "wuhan-3p"))
"""Games in which the five of characters is special, or that play without a suit."""

WHITE: Final = "5z"
"""Stands for the tile turned up in games that play with it wild."""

ONE_COLOUR: Final = "all_green"
"""An element of one suit alone."""

DRAWN_AFTER: Final = frozenset(
    ("ataki-b", "five-player-1", "five-player-2", "riichi", "riichi-3p", "zero-rule")
)
"""Games in which a void hand is one that is broken off for a reason, and moves the table."""

PAID_WHILE_PLAYING: Final = frozenset(("singapore",))
"""Games whose kongs and flowers are paid for at once, however the hand ends."""

PLACES: Final = RECORD_FIELDS | {"play", ""}
"""Where in a record something can be wrong."""

TRIED: Final = (Phase.explicit, Phase.generate)
"""Hands laid out by chance are not made smaller by another chance."""

every_tile_game = pytest.mark.parametrize("name", TILE_GAMES)


def tables(name: str) -> st.SearchStrategy[Data]:
    """Return the tables before a hand of the game *name*."""
    game: Any = rules.ruleset(name)
    counters = {
        counter: st.booleans() if start is False else st.integers(0, 3)
        for counter, start in game.carry.items()
        if type(start) in (bool, int)
    }
    return st.fixed_dictionaries(
        {
            "banker": st.integers(0, game.seats[0] - 1),
            "round": st.integers(1, 4),
            "repeats": st.integers(0, 3),
            "carry": CARRIED.get(name, st.fixed_dictionaries(counters)),
        }
    )


def some_hand(name: str, chance: random.Random, draw: st.DataObject, *, is_won: bool) -> Data:
    """Return a hand of the game *name* under any options, at any table that lets it be played."""
    game: Any = rules.ruleset(name)
    lay_out = winning_record if is_won else drawn_record
    state = None if name in FREE_TO_ANSWER else draw.draw(tables(name))
    try:
        return lay_out(game, chance, HandSpec(options=draw.draw(houses(game)), state=state))
    except NoHandError:  # these options bar what these players look for
        return lay_out(game, chance)


def simple_hand(name: str, chance: random.Random) -> tuple[Data, Data]:
    """Return a won hand under the usual options, and its settlement."""
    data = winning_record(rules.ruleset(name), chance)  # type: ignore[arg-type]
    return data, rules.settle(data).to_json()


@every_tile_game
@settings(max_examples=settings().max_examples // 10, phases=TRIED)
@given(CHANCES, st.data(), st.booleans(), st.integers(1, 3))
def test_payments_balance_and_turn_with_the_seats(
    name: str, chance: random.Random, data: st.DataObject, is_won: bool, by: int
) -> None:
    check_turning(some_hand(name, chance, data, is_won=is_won), by, HOLDS_A_SEAT)


@every_tile_game
@settings(max_examples=settings().max_examples // 4, phases=TRIED)
@given(CHANCES)
def test_the_reading_has_the_tiles_of_the_hand(name: str, chance: random.Random) -> None:
    data, answer = simple_hand(name, chance)
    game: Any = rules.ruleset(name)
    entry: Any = answer["wins"][0]
    seat, win = data["seats"][entry["seat"]], data["wins"][0]
    indicators = [TILES[code] for code in data["deal"]["indicators"]]
    wild = game.wild_tiles(indicators, game.defaults)
    hand = parse((seat["hand"] or "") + (win["tile"] or ""))
    if not entry["reading"]:  # a hand that wins by its wild tiles, whatever the rest
        return
    concealed, *open_sets = (
        [tile for text in row for tile in parse(text)] for row in entry["reading"]
    )
    assert len(concealed) == len(hand)
    stands_for = game.substitutes(indicators, game.defaults)

    def kind(tile: Tile) -> int:
        return KIND[stands_for.get(tile, tile)]

    plain = [tile for tile in hand if tile not in wild and not (wild and CODES[tile] == WHITE)]
    assert Counter(map(kind, plain)) <= Counter(map(kind, concealed))
    melds = [tile for meld in seat["melds"] for tile in parse(meld["tiles"])]
    assert len(open_sets) == 0 or len(open_sets[0]) == len(melds)


@pytest.mark.parametrize("name", [name for name in TILE_GAMES if name not in UNEQUAL_SUITS])
@settings(max_examples=settings().max_examples // 4, phases=TRIED)
@given(CHANCES, st.permutations("mps"))
def test_the_suits_are_worth_the_same(name: str, chance: random.Random, suits: list[str]) -> None:
    data, answer = simple_hand(name, chance)
    other: Any = rules.settle_json(recolour(data, str.maketrans("mps", "".join(suits))))
    element_ids = {item["id"] for one in (answer, other) for item in one["wins"][0]["items"]}
    if ONE_COLOUR not in element_ids:
        assert other["net"] == answer["net"]


TILED: Final = frozenset(
    [
        "seats",
        "wins",
        "hand",
        "melds",
        "tiles",
        "claimed",
        "tile",
        "discards",
        "aside",
        "deal",
        "indicators",
        "hidden_indicators",
    ]
)


def recolour(data: Any, suits: dict[int, int]) -> Any:
    """Return *data* with characters, circles and bamboos changed for each other."""
    if isinstance(data, dict):
        return {key: recolour(one, suits) if key in TILED else one for key, one in data.items()}
    if isinstance(data, list):
        return [recolour(one, suits) for one in data]
    return data.translate(suits) if isinstance(data, str) else data


@every_tile_game
@settings(max_examples=settings().max_examples // 10, phases=TRIED)
@given(CHANCES)
def test_a_void_hand_is_as_if_it_had_not_been(name: str, chance: random.Random) -> None:
    data, _ = simple_hand(name, chance)
    void: Any = rules.settle_json({**data, "outcome": "abort", "wins": []})
    if name in DRAWN_AFTER:
        return
    before = {"round": 1, "repeats": 0, **data["state"]}
    assert {field: void["next"][field] for field in ("banker", "round", "repeats")} == before
    assert void["payments"] == [] or name in PAID_WHILE_PLAYING


@pytest.mark.parametrize("name", TILE_GAMES)
def test_what_is_counted_stands_in_the_catalogue(name: str) -> None:
    chance = random.Random(name)
    records = [case.data["record"] for case in cases(name) if case.data["kind"] != "break"]
    records += [simple_hand(name, chance)[0] for _ in range(20)]
    answers: list[Any] = [rules.settle_json(record) for record in records]
    entries = [one for answer in answers for one in answer.get("wins", ())]
    element_ids = {item["id"] for entry in entries for item in entry["items"]}
    assert element_ids
    assert element_ids <= rules.ruleset(name).by_element.keys()


SIZES: Final = """
ataki-b          50  3   136
beijing          16  22  136
changsha         18  6   108
fenghua          43  6   144
five-player-1    46  8   140
five-player-2    46  10  140
fuzhou           16  4   128
jinan            13  3   144
jinshan          37  3   144
mushi            5   5   0
nanchang         12  4   136
nanjing          25  10  144
ningbo           24  2   144
qinghunpeng      18  13  144
riichi           47  32  136
riichi-3p        47  35  108
sakura           12  3   0
shanghai-1980s   6   1   144
shanghai-laoshi  26  1   140
shanghai-liuxing 14  1   144
shanghai-xinshi  31  1   144
shuangkou        7   3   0
singapore        34  10  148
taiwan           38  19  144
taiwan-common    42  20  144
taizhou          20  5   136
tien-gow         13  10  0
wenzhou          13  5   136
wuhan            17  6   136
wuhan-3p         16  5   96
yangzhou         39  6   136
yichang          7   3   108
yiwu             7   2   136
zero-rule        46  13  170
"""
"""How many scoring elements, options and tiles the sheet of each game lists."""


@pytest.mark.parametrize("row", SIZES.strip().splitlines())
def test_the_catalogue_has_what_the_sheet_lists(row: str) -> None:
    name, *sizes = row.split()
    entry: Any = rules.describe(name)
    tiles = sum((entry["tiles"] or {}).values())
    assert [len(entry["elements"]), len(entry["options"]), tiles] == list(map(int, sizes))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_catalogue_names_everything_once(name: str) -> None:
    game, entry = rules.ruleset(name), json.loads(json.dumps(rules.describe(name)))
    assert (entry["id"], entry["native"]) == (name, game.native)
    assert len(game.by_element) == len(game.elements) == len(entry["elements"])
    assert [one["name"] for one in entry["options"]] == list(game.by_option)
    assert set(game.defaults) >= set(game.by_option)


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("junk", [None, -1, 2.5, "none of these", [], {"a": 1}], ids=repr)
def test_a_house_cannot_choose_what_the_sheet_has_not(name: str, junk: Any) -> None:
    sound = sound_records(name)[-1]
    options = dict.fromkeys(rules.ruleset(name).by_option, junk)
    wrong = {
        option
        for option, value in options.items()
        if not rules.ruleset(name).by_option[option].allows(value)
    }
    assert len(wrong) >= len(options) - 1  # one game's list may be empty
    answer: Any = rules.settle_json({**sound, "options": {**options, "surely_none": True}})
    unknown = [
        one["where"] for one in answer["error"]["problems"] if one["code"] == "unknown_option"
    ]
    assert unknown == [f"options.{name}" for name in options if name in wrong] + [
        "options.surely_none"
    ]


@cache
def sound_records(name: str) -> tuple[Data, ...]:
    """Return a sound record of the game *name*, told in full and as people tap it; never others."""
    if name in CARD_PLAYS:
        scores = [0] * rules.ruleset(name).seats[0]
        spec = HandSpec(state={"banker": 0, "scores": scores})
        return played_record(name, random.Random(4), spec)
    return (winning_record(rules.ruleset(name), random.Random(4)),)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", EVERY_GAME)
@settings(max_examples=settings().max_examples // 2)
@given(st.data(), JSON)
def test_whatever_stands_in_a_field_is_answered(name: str, data: Any, junk: Any) -> None:
    record = data.draw(st.sampled_from(sound_records(name)))
    check_answered(replace_at(record, data.draw(st.sampled_from(places(record))), junk))


@pytest.mark.parametrize("name", TILE_GAMES)
@settings(phases=TRIED)
@given(CHANCES)
def test_a_record_with_something_else_in_it_is_answered(name: str, chance: random.Random) -> None:
    record = copy.deepcopy(sound_records(name)[0])
    for _ in range(chance.choice((1, 1, 2, 3))):
        change(record, chance, rules.ruleset(name))
    check_answered(record)


def change(record: Data, chance: random.Random, game: Any) -> None:
    """Change *record* as people and cameras err: tiles, seats, marks, sets, ways of winning."""
    seat = chance.choice(record["seats"])
    win = chance.choice(record["wins"])
    tile = chance.choice(CODES[:46])
    match chance.randrange(7):
        case 0:
            win["tile"] = tile
        case 1:
            win["by"] = chance.choice(game.ways)
        case 2:
            win["seat"] = chance.randrange(len(record["seats"]))
        case 3:
            win["from"] = chance.choice((None, *range(len(record["seats"]))))
        case 4:
            win["marks"] = chance.sample(game.marks, min(2, len(game.marks)))
        case 5:
            seat["hand"] = (seat.get("hand") or "")[2:] + tile
        case _:
            kind = chance.choice(("pung", "kong_added", "kong_concealed", "kong_discard"))
            meld: Data = {"kind": kind, "tiles": tile * (3 + (kind != "pung"))}
            meld |= {} if kind == "kong_concealed" else {"from": 0}
            seat["melds"] = [*seat.get("melds", ()), meld]


def check_answered(record: Any) -> None:
    """Fail unless *record* is settled, or refused with documented codes and places."""
    answer: Any = rules.settle_json(record)
    json.dumps(answer)
    if "error" not in answer:
        assert sum(answer["net"]) + paid_into_the_pot(answer) == 0
        return
    for problem in answer["error"]["problems"]:
        assert problem["code"] in RANKS
        assert problem["message"]
        assert re.split(r"[.[]", problem["where"])[0] in PLACES


@pytest.mark.parametrize("name", TILE_GAMES)
def test_a_game_that_refuses_small_hands_says_what_they_must_have(name: str) -> None:
    game = rules.ruleset(name)
    refused = [case for case in cases(name) if case.data["expect"].get("error") == "below_minimum"]
    assert isinstance(game, Ruleset)
    assert game.minimum_in(game.defaults) is not None or not refused
