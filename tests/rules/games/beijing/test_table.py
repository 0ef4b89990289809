"""Who pays in Beijing, fines, and what is carried on."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import rules
from hw_sim.players import winning_record
from rules.hands.divide import divisions
from rules.hands.keys import pack
from rules.tiles import CODES, KINDS, TILES, parse
from tests.rules.games.beijing.hands import OPEN, PLAIN, TURNED, beijing, names, unpaid
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, kong, net, points, pung, refusal, settle, steps

GAME = rules.ruleset("beijing")
WILDS = "147m258p369s2222z"
FROM_0 = (pung("234m") | {"kind": "chow", "claimed": "3m"}, pung("888p"), pung("333s"))
KONG = ("345m34p56799s", "5p")
PAYS_ALL: Data = {"discarder_pays_all": True}


def test_everybody_pays_and_the_banker_twice() -> None:
    assert net(beijing(*OPEN)) == [-8, 16, -4, -4]


def test_the_discarder_pays_twice() -> None:
    assert net(beijing(*PLAIN, source=2)) == [-8, 20, -8, -4]


@pytest.mark.parametrize(
    ("options", "gains"),
    [({}, [-16, 32, -8, -8]), ({"robbed_pays_all": True}, [0, 32, -32, 0])],
)
def test_a_robbed_kong_is_paid_like_a_self_draw(options: Data, gains: list[int]) -> None:
    robbed: dict[int, Data] = {2: {"melds": [{"kind": "kong_added", "tiles": "5555s", "from": 0}]}}
    how: Data = {"by": "robbed_kong", "source": 2, "around": robbed}
    assert net(beijing(*PLAIN, options=options, **how)) == gains


@pytest.mark.parametrize(
    ("options", "amounts"),
    [
        ({}, [1, 1, 2]),
        ({"banker_kong_double": False}, [1, 1, 1]),
        ({"kong_points": [3, 2]}, [3, 3, 6]),
    ],
)
def test_kongs_are_paid_for_besides(options: Data, amounts: list[int]) -> None:
    data = beijing(*KONG, kong("8888p", "discard"), options=options)
    rows = [row["amount"] for row in settle(data)["payments"] if row["for"] == "kong"]
    assert rows == amounts


def test_a_kong_draw_doubles_its_kongs_too() -> None:
    data = beijing(*KONG, kong("8888p"), marks=("kong_draw",))
    rows = [row["amount"] for row in settle(data)["payments"] if row["for"] == "kong"]
    assert sorted(rows) == [4, 4, 8]


@pytest.mark.parametrize(
    ("options", "gains"),
    [
        (PAYS_ALL, [0, 16, -16, 0]),
        ({**PAYS_ALL, "self_draw_double": False}, [0, 16, -16, 0]),
    ],
)
def test_the_discarder_may_pay_for_all(options: Data, gains: list[int]) -> None:
    assert net(beijing(*PLAIN, source=2, options=options)) == gains


def test_the_self_draw_may_lose_its_double() -> None:
    assert points(beijing(*PLAIN, options={**PAYS_ALL, "self_draw_double": False})) == 4
    assert points(beijing(*PLAIN, options=PAYS_ALL)) == 8
    assert points(beijing(*PLAIN, options={"self_draw_double": False})) == 8


BOUND: Data = {"options": {"three_claims": True}}


def test_three_claims_make_the_giver_pay_everything() -> None:
    assert net(beijing("4599s", "6s", *FROM_0)) == [-8, 16, -4, -4]
    assert net(beijing("4599s", "6s", *FROM_0, **BOUND)) == [-16, 16, 0, 0]


def test_every_bond_is_paid_in_full() -> None:
    fed = [pung(tiles) | {"from": 1} for tiles in ("111m", "999m", "111p")]
    twice = beijing("4599s", "6s", *FROM_0, around={0: {"melds": fed}}, **BOUND)
    assert net(twice) == [-32, 32, 0, 0]
    text = "base +1, self_draw ×2, no_wild ×2, payers ×2, banker ×+2, bonds ×2, for 2, for 3"
    assert steps(settle(twice)) == text
    two = beijing("4599s", "6s", *FROM_0, around={3: {"melds": fed}}, **BOUND)
    assert net(two) == [-16, 32, 0, -16]
    discarded = beijing(*PLAIN, source=2, around={3: {"melds": fed}}, **BOUND)
    assert net(discarded) == [0, 20, 0, -20]


@pytest.mark.parametrize(
    ("how", "name", "gains"),
    [
        ({"winner": 0, "marks": ("dealt",)}, "heavenly_hand", [60, -20, -20, -20]),
        ({"source": 0, "marks": ("first_discard",)}, "earthly_hand", [-20, 60, -20, -20]),
    ],
)
def test_rare_hands_are_flat(how: Data, name: str, gains: list[int]) -> None:
    assert names(beijing(*PLAIN, **how)) == [name]
    assert net(beijing(*PLAIN, **how)) == gains
    assert net(beijing(*PLAIN, options=PAYS_ALL, **how)) == gains
    assert name not in names(beijing(*PLAIN, options={"rare_hand_points": 0}, **how))


def test_four_wilds_win_whatever_the_rest() -> None:
    assert net(beijing(WILDS, None, by="declared")) == [-20, 60, -20, -20]
    kongs = beijing("147m258p2222z", None, kong("9999s"), by="declared")
    assert net(kongs) == [-24, 68, -22, -22]


def test_four_wilds_must_be_there_and_played() -> None:
    assert refusal(beijing("147m258p3699s222z", None, by="declared"))[0] == "not_a_win"
    data = beijing(WILDS, None, by="declared", options={"rare_hand_points": 0})
    assert refusal(data)[0] == "barred"
    given_up = {"facts": {"discarded_wild": True}}
    assert refusal(beijing(WILDS, None, by="declared", before=given_up))[0] == "barred"


def test_several_winners_are_each_paid_by_all_where_agreed() -> None:
    second: Data = {"seat": 3, "by": "discard", "from": 2, "tile": "5s"}
    also: dict[int, Data] = {3: {"hand": "123m123678p4688s"}}
    data = beijing(*PLAIN, source=2, around=also, options={"several_winners": True})
    data["wins"].append(second)
    assert net(data) == [-16, 16, -16, 16]
    data["options"] = {}
    assert refusal(data)[0] == "barred"


FALSE_WIN: Data = {"kind": "false_win", "seat": 2}


def test_a_false_win_costs_the_agreed_sum() -> None:
    assert net(unpaid("abort", incidents=[FALSE_WIN])) == [20, 20, -60, 20]
    options: Data = {"false_win_points": 5}
    assert net(unpaid(incidents=[FALSE_WIN], options=options)) == [5, 5, -15, 5]


def test_a_false_win_may_cost_what_it_would_have_brought() -> None:
    options: Data = {"false_win": "reverse"}
    false_win = FALSE_WIN | {"amounts": [8, 4, 0, 4]}
    assert net(unpaid("abort", incidents=[false_win], options=options)) == [8, 4, -16, 4]
    assert refusal(unpaid("abort", incidents=[FALSE_WIN], options=options))[0] == "bad_record"


BURNT: Data = {"incidents": [{"kind": "same_first_discards", "seat": 0}]}
FINED: Data = {"options": {"same_first_discards_points": 10}}
ALIKE: dict[int, Data] = {seat: {"discards": ["9p"]} for seat in (0, 2, 3)}


def test_a_burnt_banker_pays_when_the_hand_is_won() -> None:
    plain = beijing(*PLAIN, source=2, **BURNT)
    assert net(plain) == [-8, 20, -8, -4]
    assert net(beijing(*PLAIN, source=2, **(BURNT | FINED))) == [-38, 30, 2, 6]
    assert net(unpaid(**(BURNT | FINED))) == [0, 0, 0, 0]
    assert (
        refusal(unpaid(incidents=[{"kind": "same_first_discards", "seat": 1}]))[0] == "bad_record"
    )


def test_equal_first_discards_are_seen() -> None:
    how: Data = {"before": {"discards": ["9p"]}, "around": ALIKE}
    assert net(beijing(*PLAIN, source=2, **(how | FINED))) == [-38, 30, 2, 6]
    other: Data = {"before": {"discards": ["1p"]}, "around": ALIKE}
    assert net(beijing(*PLAIN, source=2, **(other | FINED))) == [-8, 20, -8, -4]


@pytest.mark.parametrize(
    ("options", "state", "doubled"),
    [
        ({"upstairs_after_draw": "next_hand"}, {"carry": {"upstairs": 1}}, True),
        ({"upstairs_after_draw": "next_hand"}, {}, False),
        ({}, {"carry": {"upstairs": 1}}, False),
        ({"upstairs_third_repeat": True}, {"repeats": 2}, True),
        ({"upstairs_third_repeat": True}, {"repeats": 1}, False),
        (
            {"upstairs_third_repeat": True, "upstairs_after_draw": "whole_round"},
            {"repeats": 2, "carry": {"upstairs": 3}},
            True,
        ),
    ],
)
def test_hands_upstairs_count_double_once(options: Data, state: Data, doubled: bool) -> None:
    answer = settle(beijing(*OPEN, options=options, state=state))
    assert answer["net"] == ([-16, 32, -8, -8] if doubled else [-8, 16, -4, -4])
    assert ("upstairs ×2" in steps(answer)) == doubled


@pytest.mark.parametrize(
    ("house", "outcome", "left"),
    [
        ("none", "draw", 0),
        ("none", "win", 0),
        ("next_hand", "draw", 1),
        ("next_hand", "win", 0),
        ("whole_round", "draw", 4),
        ("whole_round", "win", 2),
        ("whole_round", "abort", 3),
        ("next_hand", "abort", 3),
    ],
)
def test_how_long_hands_stay_upstairs(house: str, outcome: str, left: int) -> None:
    how: Data = {"options": {"upstairs_after_draw": house}, "state": {"carry": {"upstairs": 3}}}
    data = beijing(*OPEN, **how) if outcome == "win" else unpaid(outcome, **how)
    assert settle(data)["next"]["carry"] == {"upstairs": left}


def test_the_banker_stays_after_his_win_and_a_draw() -> None:
    state = {"banker": 3, "round": 2, "repeats": 1}
    draw = settle(unpaid(state=state))["next"]
    assert (draw["banker"], draw["round"], draw["repeats"]) == (3, 2, 2)
    loss = settle(beijing(*PLAIN, state=state))["next"]
    assert (loss["banker"], loss["round"], loss["repeats"], loss["over"]) == (0, 3, 0, False)
    void = settle(unpaid("abort", state=state))["next"]
    assert (void["banker"], void["round"], void["repeats"]) == (3, 2, 1)


def test_one_indicator_is_turned_up() -> None:
    assert refusal(beijing(*PLAIN, deal={"indicators": []}))[0] == "bad_record"
    assert refusal(beijing(*PLAIN, deal={"indicators": ["1z", "1m"]}))[0] == "bad_record"


@pytest.mark.parametrize(
    "options",
    [
        {"kong_points": [1]},
        {"extra_elements": ["mixed_one_suit"]},
        {"factors": {"self_draw": 1}},
        {"factors": {"five_wilds": 2}},
    ],
)
def test_options_that_the_game_has_not(options: Data) -> None:
    assert refusal(beijing(*PLAIN, options=options))[0] == "unknown_option"


@settings(max_examples=40)
@given(CHANCES, st.integers(0, 12))
def test_a_wild_in_place_of_another_tile_never_makes_a_self_draw_lose(
    chance: random.Random, place: int
) -> None:
    data: Any = winning_record(GAME, chance)
    (win,) = data["wins"]
    assume(win["by"] == "self_draw")
    codes = [CODES[tile] for tile in parse(data["seats"][win["seat"]]["hand"])]
    indicators = [TILES[code] for code in data["deal"]["indicators"]]
    (wild,) = GAME.wild_tiles(indicators, GAME.defaults)
    codes[place % len(codes)] = CODES[wild]
    data["seats"][win["seat"]]["hand"] = "".join(codes)
    answer: Any = rules.settle_json(data)
    assume(answer.get("error", {}).get("code") != "bad_tiles")  # there are only four
    assert "error" not in answer, answer


def plain_best(concealed: tuple[int, ...]) -> int:
    """Return the best a self-draw of sets can bring by trying every tile for each wild."""
    wild = TILES["2z"]
    meanings = [range(KINDS) if tile == wild else (tile,) for tile in concealed]
    best = 0
    for kinds in product(*meanings):
        if max(map(kinds.count, kinds)) > 4:
            continue
        same = kinds == concealed
        for division in divisions(pack(kinds), 4):
            starts = {part.kind for part in division.parts if part.is_run}
            straight = any({low, low + 3, low + 6} <= starts for low in (0, 9, 18))
            five = concealed[-1] == 4 and 3 in starts
            best = max(best, 4 * 2 ** (same + straight + five))
    return best


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("12346789m55p34s2z", "5s"),
        ("123456m789p678s2z", "9s"),
        ("1245789m44p67s22z", "8s"),
        ("46m345p345678s22z", "5m"),
        ("4m345p34567899s2z", "5m"),
        ("333444555m678p2z", "9s"),
        ("123456789m113p2z", "2z"),
    ],
)
def test_wild_tiles_bring_what_trying_every_tile_does(hand: str, tile: str) -> None:
    data = beijing(hand, tile)
    assert data["deal"] == TURNED
    assert points(data) == plain_best(parse(hand) + parse(tile))
