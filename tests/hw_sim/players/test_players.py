from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import rules
from hw_sim.camera import Scene
from hw_sim.players import FurtherWin, HandSpec, NoHandError, drawn_record, winning_record
from rules.games import tile_games
from rules.record.wins import is_shared
from rules.tiles import CODES, TILES, parse

Record = dict[str, Any]

every_game = pytest.mark.parametrize("name", [game.id for game in tile_games()])


def win_hands(name: str, count: int, seed: int = 5, **how: Any) -> list[Record]:
    """Return *count* won hands of the game *name*."""
    rng = random.Random(seed)
    return [winning_record(rules.ruleset(name), rng, HandSpec(**how)) for _ in range(count)]


@cache
def hands_of(name: str) -> tuple[Record, ...]:
    """Return 120 won hands of the game *name*, made once for every test that only looks at them."""
    return tuple(win_hands(name, 120))


def tiles_on_the_table(record: Record) -> Iterator[str]:
    """Yield the code of every tile that lies somewhere."""
    yield from record["deal"]["indicators"]
    yield from record["deal"]["hidden_indicators"]
    wins = record["wins"]
    yield from (win["tile"] for place, win in enumerate(wins) if not is_shared(wins, place))
    for seat in record["seats"]:
        texts = [seat["hand"] or "", seat["flowers"], seat["aside"]]
        texts += [meld["tiles"] for meld in seat["melds"]]
        yield from (CODES[tile] for text in texts for tile in parse(text))


def winner_of(record: Record) -> Record:
    """Return what lies before the winner."""
    seat: Record = record["seats"][record["wins"][0]["seat"]]
    return seat


@every_game
def test_every_winning_hand_is_settled_by_its_game(name: str) -> None:
    for record in hands_of(name)[:40]:
        answer: Any = rules.settle_json(record)
        assert "error" not in answer
        assert answer["wins"][0]["seat"] == record["wins"][0]["seat"]


@every_game
def test_no_tile_lies_there_more_often_than_it_exists(name: str) -> None:
    game = rules.ruleset(name)
    for record in hands_of(name)[:40]:
        copies = game.tiles_for({**game.defaults, **record["options"]})
        lying = Counter(tiles_on_the_table(record))
        assert {code: count for code, count in lying.items() if count > copies.get(code, 0)} == {}


@every_game
def test_only_tiles_that_are_at_hand_are_laid_down(name: str) -> None:
    game = rules.ruleset(name)
    available = {code: min(count, 3) for code, count in game.tiles.items() if code != "5p"}
    for record in win_hands(name, 8, available=available):
        lying = Counter(tiles_on_the_table(record))
        assert all(count <= available.get(code, 0) for code, count in lying.items())


@every_game
def test_the_same_chance_gives_the_same_hands(name: str) -> None:
    first = list(hands_of(name)[:3])
    assert win_hands(name, 3) == first
    assert win_hands(name, 3, seed=6) != first


@every_game
def test_hands_come_in_every_way(name: str) -> None:
    records = hands_of(name)
    ways = Counter(record["wins"][0]["by"] for record in records)
    assert ways["self_draw"] > 20
    assert ways["discard"] > 20
    assert ways["robbed_kong"] > 0
    kongs = [meld for one in records for meld in winner_of(one)["melds"] if "kong" in meld["kind"]]
    assert len({meld["kind"] for meld in kongs}) == 3
    claimed = [meld for one in records for seat in one["seats"] for meld in seat["melds"]]
    claims = {"chow", "pung"} if rules.ruleset(name).chows else {"pung"}
    assert claims <= {meld["kind"] for meld in claimed}
    winners = {record["wins"][0]["seat"] for record in records}
    assert winners == set(range(rules.ruleset(name).seats[0]))


def test_wild_tiles_and_single_tiles_are_laid_in_wuhan() -> None:
    game = rules.ruleset("wuhan")
    wilds: Counter[int] = Counter()
    aside = 0
    for record in hands_of("wuhan"):
        indicators = [TILES[code] for code in record["deal"]["indicators"]]
        (wild,) = game.wild_tiles(indicators, game.defaults)
        wilds[parse(winner_of(record)["hand"]).count(TILES[CODES[wild]])] += 1
        aside += any(seat["aside"] for seat in record["seats"])
    assert wilds[0] > 10
    assert wilds[1] > 10
    assert wilds[2] > 2
    assert aside > 20


@pytest.mark.parametrize("name", ["yiwu", "wenzhou"])
def test_whites_are_laid_in_runs_in_the_indicators_place(name: str) -> None:
    runs = [
        meld["tiles"]
        for record in hands_of(name)
        for seat in record["seats"]
        for meld in seat["melds"]
        if meld["kind"] == "chow" and "5z" in meld["tiles"]
    ]
    assert len(runs) > 3


def test_seats_win_again_and_together_where_play_goes_on() -> None:
    records = hands_of("yichang")
    again = [one for one in records if len({w["seat"] for w in one["wins"]}) < len(one["wins"])]
    shared = [
        one for one in records if any(is_shared(one["wins"], at) for at in range(len(one["wins"])))
    ]
    assert max(len(one["wins"]) for one in records) > 2
    assert len(again) > 20
    assert len(shared) > 3


def test_the_wins_told_are_those_laid_down() -> None:
    further = (
        FurtherWin(3, "discard", 0, shares=True),
        FurtherWin(1, "discard", 0),
        FurtherWin(3, "self_draw"),
    )
    for record in win_hands("yichang", 10, winner=(1, "discard", 0), further=further):
        ways = [(win["seat"], win["by"], win.get("from")) for win in record["wins"]]
        assert ways == [
            (1, "discard", 0),
            (3, "discard", 0),
            (1, "discard", 0),
            (3, "self_draw", None),
        ]
        assert is_shared(record["wins"], 1)
        assert not is_shared(record["wins"], 2)


def test_riichi_hands_are_declared_and_turn_the_lower_indicators() -> None:
    records = hands_of("riichi")
    declared = [record for record in records if winner_of(record).get("declared")]
    assert len(declared) > 15
    for record in records:
        count = len(record["deal"]["hidden_indicators"])
        assert count == (len(record["deal"]["indicators"]) if record in declared else 0)


def test_no_lower_indicators_where_the_table_plays_without() -> None:
    for record in win_hands("riichi", 20, options={"ura_dora": False}):
        assert record["options"] == {"ura_dora": False}
        assert record["deal"]["hidden_indicators"] == []


@pytest.mark.parametrize(("double_bird", "birds"), [(False, 1), (True, 2)])
def test_birds_are_turned_up_after_a_win_in_changsha(double_bird: bool, birds: int) -> None:
    records = win_hands("changsha", 20, options={"double_bird": double_bird})
    for record in records:
        on_last = {"last_tile", "last_discard"}.intersection(record["wins"][0].get("marks", ()))
        assert len(record["deal"]["hidden_indicators"]) == (0 if on_last else birds)


def test_flowers_lie_before_taiwanese_players() -> None:
    assert sum(bool(winner_of(record)["flowers"]) for record in hands_of("taiwan")) > 5


@every_game
def test_what_is_laid_down_can_lie_on_the_table(name: str) -> None:
    for record in hands_of(name)[:20]:
        scene = Scene.from_record(record, rules.ruleset(name).hand_size)
        assert scene.seats[record["wins"][0]["seat"]].winning == record["wins"][0]["tile"]


@every_game
def test_the_state_of_the_table_stands_as_given(name: str) -> None:
    state = {"banker": 2, "round": 2, "repeats": 1}
    assert all(record["state"] == state for record in win_hands(name, 3, state=state))


@every_game
def test_drawn_hands_are_settled_and_some_show_what_they_waited_with(name: str) -> None:
    game, rng = rules.ruleset(name), random.Random(3)
    records = [drawn_record(game, rng) for _ in range(20)]
    for record in records:
        answer: Any = rules.settle_json(record)
        assert answer.get("wins") == []
    assert sum(seat["hand"] is not None for record in records for seat in record["seats"]) > 5


@every_game
def test_a_hand_is_found_within_fifty_milliseconds(name: str) -> None:
    win_hands(name, 5)
    start = time.process_time()
    win_hands(name, 40)
    assert time.process_time() - start < 40 * 0.050


def test_without_tiles_players_give_up_and_say_why() -> None:
    game = rules.ruleset("wuhan")
    with pytest.raises(NoHandError, match="too few tiles"):
        winning_record(game, random.Random(1), HandSpec(available={}))


def test_options_that_the_game_has_not_are_told() -> None:
    with pytest.raises(NoHandError, match="wuhan has no option dora"):
        winning_record(rules.ruleset("wuhan"), random.Random(1), HandSpec(options={"dora": 1}))


@every_game
def test_players_lay_down_the_win_that_was_called(name: str) -> None:
    facts = {"winner": (2, "discard", 1), "dice": [[2, 3]], "state": {"banker": 1}}
    if rules.ruleset(name).dice == 3:
        facts["dice"] = [[2, 3, 4]]
    (record,) = win_hands(name, 1, **facts)
    (win,) = record["wins"]
    assert (win["seat"], win["by"], win["from"], record["deal"]["dice"]) == (
        2,
        "discard",
        1,
        facts["dice"],
    )


def test_the_indicator_is_the_tile_that_was_turned_up() -> None:
    (record,) = win_hands("wuhan", 1, indicators=["9s"])
    assert record["deal"]["indicators"] == ["9s"]


def test_honors_are_flowers_in_fuzhou() -> None:
    records = hands_of("fuzhou")
    assert sum(bool(winner_of(record)["flowers"]) for record in records) > 5
    for record in records:
        sets = [meld["tiles"] for seat in record["seats"] for meld in seat["melds"]]
        assert not any("z" in text for text in (*sets, *(s["hand"] or "" for s in record["seats"])))
