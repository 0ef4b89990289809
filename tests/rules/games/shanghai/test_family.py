"""What the four games of old Shanghai share: claims, refusals, the table, and every hand."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

import rules
from hw_sim.players import HandSpec, winning_record
from tests.rules.games.shanghai.hands import PLAIN, shanghai
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, chow, codes, kong, pung, settle

GAMES = ("laoshi", "liuxing", "xinshi", "1980s")
every_game = pytest.mark.parametrize("game", GAMES)

SEVEN_PAIRS = ("1144m2266p3388s6z", "6z")
UNRELATED = ("147m258p369s1234z", "5z")
OFF: Any = [
    ("234m789p34588s45m", "7m", []),
    ("19m19p19s1234567z", "1z", []),
    ("1144m2266p88s", "8s", [pung("333s")]),
    ("147m258p36s34z", "5z", [pung("111s")]),
    ("146m258p369s1234z", "5z", []),
    ("1111m2266p3388s6z", "7z", []),
]


@every_game
@pytest.mark.parametrize(("hand", "tile", "melds"), OFF)
def test_tiles_that_make_no_hand(game: str, hand: str, tile: str, melds: list[Data]) -> None:
    assert codes(shanghai(game, hand, tile, *melds)) == [("not_a_win", "wins[0]")]


@pytest.mark.parametrize("game", ["laoshi", "liuxing", "1980s"])
@pytest.mark.parametrize("hand", [SEVEN_PAIRS, UNRELATED])
def test_only_the_new_style_knows_hands_without_sets(game: str, hand: tuple[str, str]) -> None:
    assert codes(shanghai(game, *hand)) == [("not_a_win", "wins[0]")]
    assert settle(shanghai("xinshi", *hand))["wins"]


@every_game
def test_a_hand_has_one_winner(game: str) -> None:
    data = shanghai(game, *PLAIN, source=3, around={2: ("123456s45m111p77z",)})
    data["wins"].append({"seat": 2, "tile": "6m", "by": "discard", "from": 3})
    assert codes(data) == [("barred", "wins[1]")]


@every_game
@pytest.mark.parametrize(
    ("source", "rivals", "barred"),
    [(0, [2], False), (0, [3, 2], False), (3, [0], True), (3, [2], False), (2, [3], True),
     (2, [0, 3], True)],
)  # fmt: skip
def test_the_nearest_after_the_discarder_wins(
    game: str, source: int, rivals: list[int], barred: bool
) -> None:
    data = shanghai(game, *PLAIN, source=source, facts={"rivals": rivals})
    if barred:
        assert codes(data) == [("barred", "wins[0].facts.rivals")]
    else:
        assert settle(data)["wins"][0]["seat"] == 1


@every_game
def test_a_flower_is_no_tile_of_a_hand(game: str) -> None:
    assert codes(shanghai(game, "234m789p34588s4m1f", "6m"))[0] == ("bad_tiles", "seats[1].hand")
    around = {2: ("147m258p369s147z1f",)}
    assert codes(shanghai(game, *PLAIN, around=around)) == [("bad_tiles", "seats[2].hand")]
    assert codes(shanghai(game, "234m789p34588s45m", "2f"))[0][0] == "bad_tiles"


@every_game
def test_only_flowers_are_laid_out(game: str) -> None:
    assert codes(shanghai(game, *PLAIN, flowers="1m")) == [("bad_tiles", "seats[1].flowers")]
    data = shanghai(game, *PLAIN)
    data["seats"][3]["aside"] = "1m"
    assert codes(data) == [("bad_tiles", "seats[3].aside")]


@every_game
def test_a_flower_is_there_once(game: str) -> None:
    data = shanghai(game, *PLAIN, flowers="2f")
    data["seats"][3]["flowers"] = "2f"
    assert codes(data) == [("bad_tiles", "seats[3].flowers")]


def test_the_first_generation_has_no_plants() -> None:
    answers = {game: rules.settle_json(shanghai(game, *PLAIN, flowers="5f")) for game in GAMES}
    assert [game for game, answer in answers.items() if "error" in answer] == ["laoshi"]
    assert codes(shanghai("laoshi", *PLAIN, flowers="5f")) == [("bad_tiles", "seats[1].flowers")]


@every_game
def test_nothing_is_turned_up(game: str) -> None:
    data = shanghai(game, *PLAIN, deal={"indicators": ["1m"]})
    assert codes(data) == [("bad_record", "deal.indicators")]


@every_game
def test_the_winners_hand_is_shown(game: str) -> None:
    assert codes(shanghai(game, None, "6m")) == [("bad_record", "seats[1].hand")]


@every_game
@pytest.mark.parametrize(
    ("meld", "refused"),
    [
        (kong("6666m"), "barred"),
        (pung("555m"), "bad_record"),
        (chow("678m"), "bad_record"),
        (kong("6666m", "discard"), "bad_record"),
    ],
)
def test_only_a_tile_added_to_a_pung_is_robbed(game: str, meld: Data, refused: str) -> None:
    data = shanghai(game, *PLAIN, source=2, by="robbed_kong", around={2: (None, meld)})
    assert codes(data)[0][0] == refused


@every_game
@pytest.mark.parametrize("meld", [pung("666m"), kong("6666m", "added")])
def test_a_robbed_kong_is_recorded_in_either_way(game: str, meld: Data) -> None:
    data = shanghai(game, *PLAIN, source=2, by="robbed_kong", around={2: (None, meld)})
    assert settle(data)["wins"][0]["seat"] == 1


@every_game
def test_a_chow_is_the_left_hand_neighbours(game: str) -> None:
    data = shanghai(game, "789p34588s45m", "6m", chow("234m") | {"from": 2})
    assert codes(data) == [("bad_meld", "seats[1].melds[0]")]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("laoshi", {"base": 5}),
        ("laoshi", {"base": True}),
        ("laoshi", {"base_points": 1}),
        ("liuxing", {"base_points": 0}),
        ("liuxing", {"base_points": 1.5}),
        ("xinshi", {"base_points": -1}),
        ("1980s", {"base_chips": 0}),
        ("1980s", {"base": 10}),
    ],
)
def test_options_that_cannot_be(game: str, options: Data) -> None:
    (name,) = options
    problems = codes(shanghai(game, *PLAIN, options=options))
    assert problems == [("unknown_option", f"options.{name}")]


@every_game
def test_there_are_no_incidents_nor_counters(game: str) -> None:
    data = shanghai(game, *PLAIN, incidents=[{"kind": "false_win", "seat": 2}])
    assert codes(data)[0][0] == "bad_record"
    assert codes(shanghai(game, *PLAIN, state={"carry": {"pot": 1}}))[0][0] == "bad_record"


def next_of(data: Data) -> tuple[int, int, int, bool]:
    """Return banker, round, repeats and whether the session is over."""
    after = settle(data)["next"]
    assert after["carry"] == {}
    return after["banker"], after["round"], after["repeats"], after["over"]


@pytest.mark.parametrize("game", GAMES[:3])
def test_the_banker_stays_after_his_own_win_only(game: str) -> None:
    state = {"banker": 3, "round": 4, "repeats": 2}
    assert next_of(shanghai(game, *PLAIN, winner=3, state=state)) == (3, 4, 3, False)
    assert next_of(shanghai(game, *PLAIN, winner=1, state=state)) == (0, 5, 0, False)
    state = {"banker": 1, "round": 1, "repeats": 2}
    assert next_of(shanghai(game, *PLAIN, winner=2, state=state)) == (2, 1, 0, False)


@every_game
def test_after_a_draw_the_banker_stays_and_nothing_is_paid(game: str) -> None:
    data = shanghai(game, *PLAIN, state={"banker": 2, "round": 3, "repeats": 1})
    draw = data | {"outcome": "draw", "wins": []}
    assert next_of(draw) == (2, 3, 2, False)
    assert settle(draw)["payments"] == []


def make_win(game: str, chance: random.Random, state: Data | None = None) -> Data:
    """Return a won hand in any state of the table."""
    return winning_record(rules.ruleset(game), chance, HandSpec(state=state))


def recolour(data: Any) -> Any:
    """Return *data* with characters, circles and bamboos changed for each other."""
    if isinstance(data, dict):
        tiles = ("seats", "wins", "hand", "melds", "tiles", "claimed", "tile")
        return {key: recolour(one) if key in tiles else one for key, one in data.items()}
    if isinstance(data, list):
        return [recolour(one) for one in data]
    return data.translate(str.maketrans("mps", "psm")) if isinstance(data, str) else data


@settings(max_examples=40)
@given(CHANCES)
def test_of_the_first_generation_the_losers_pay_each_other_apart(chance: random.Random) -> None:
    """Every two seats settle the difference of what they have, the banker's doubled."""
    data = make_win("shanghai-laoshi", chance)
    answer = settle(data)
    (win,) = answer["wins"]
    points = {entry["seat"]: entry["score"] for entry in answer["losers"]}
    banker = data["state"]["banker"]
    net = [0] * 4
    for seat, own in points.items():
        gains = [(other, own - its) for other, its in points.items() if other != seat]
        for other, gain in [*gains, (win["seat"], -win["score"])]:
            times = 2 if banker in (seat, other) else 1
            net[seat] += times * gain
    net[win["seat"]] = -sum(net)
    assert answer["net"] == net


@settings(max_examples=40)
@given(CHANCES)
def test_the_new_style_is_never_worth_less_than_the_popular_form(chance: random.Random) -> None:
    data = make_win("shanghai-liuxing", chance)
    before = settle(data)["wins"][0]["score"]
    assert settle(data | {"ruleset": "shanghai-xinshi"})["wins"][0]["score"] >= before
