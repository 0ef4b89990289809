"""What three-player Wuhan mahjong changes, and that the rest is Wuhan's: wuhan-3p.md.

Seat 0 is banker, seat 1 wins, `9s` makes `1s` wild.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from hw_sim.players import HandSpec, winning_record
from rules.games.hubei.wuhan_3p import GAME
from rules.tiles import TILES, Tile, parse, write
from tests.ids import case_id
from tests.rules.games.turning import CHANCES
from tests.rules.records import (
    Data,
    chow,
    code,
    items,
    kong,
    net,
    pung,
    record,
    record_win,
    refusal,
    settle,
)

INDICATOR = {"indicators": ["9s"]}
FREE = {"minimum_points": 0}
PLAIN = ("456p789p2355s", "4s", chow("123p"))
"""A minor win without a wild tile, one set open, eyes of 5."""

PUNGS = ("333p777p999p4s", "4s", pung("222z"))
"""A hard major win of 10 points, ×2 for the open set."""

HONORS = ("3334445556z", "6z", pung("222z"))
LOOSE_HONORS = ("2334455566z", "6z", pung("222z"))
"""No four sets: the fourth `2z` is alone."""

CLAIMED = ("8s", "8s", chow("234p"), pung("999p"), pung("666s"), chow("567p"))
EYES = ("2558p58p2588s", "5s", pung("222p"))
OPEN = {"melds": [pung("999s") | {"from": 1}]}


def three(hand: str, tile: str, *melds: Data, **how: Any) -> Data:
    """Return the record of a won hand; *around* says what lies before other seats."""
    around = how.pop("around", {})
    data = record_win("wuhan-3p", hand, tile, *melds, **{"deal": INDICATOR, **how})
    for seat, lying in around.items():
        data["seats"][seat] = lying
    return data


def names(data: Data) -> set[str]:
    return set(items(settle(data)))


def test_there_are_96_tiles_without_characters_and_east() -> None:
    assert sum(GAME.tiles.values()) == 96
    assert {tile[1] for tile in GAME.tiles} == {"p", "s", "z"}
    assert "1z" not in GAME.tiles


@pytest.mark.parametrize("stranger", ["1z", "5m", "1f", "0p"])
def test_other_tiles_are_refused(stranger: str) -> None:
    around = {0: {"discards": [stranger]}}
    assert code(three(*PLAIN, around=around)) == "bad_tiles"


@pytest.mark.parametrize("stranger", ["1z", "5m"])
def test_no_such_indicator_is_turned_up(stranger: str) -> None:
    assert code(three(*PLAIN, deal={"indicators": [stranger]})) == "bad_tiles"


@pytest.mark.parametrize("seats", [2, 4])
def test_three_sit_down(seats: int) -> None:
    data = three(*PLAIN)
    data["seats"] = [data["seats"][1]] + [{}] * (seats - 1)
    assert refusal(data) == ("bad_record", "seats")


@pytest.mark.parametrize(
    ("indicator", "wild"),
    [("2z", "3z"), ("3z", "4z"), ("4z", "6z"), ("7z", "6z"), ("6z", "5z"), ("5z", "2z"),
     ("9p", "1p"), ("4s", "5s")],
)  # fmt: skip
def test_the_wild_tile_follows_in_a_circle_without_east(indicator: str, wild: str) -> None:
    assert GAME.wild_tiles([TILES[indicator]], GAME.defaults) == {TILES[wild]}


def test_only_red_dragons_are_kong_tiles() -> None:
    assert "kong_tiles" not in GAME.defaults
    assert GAME.aside_tiles([TILES["9s"]], GAME.defaults) == {TILES["7z"]}
    assert refusal(three(*PLAIN, options={"kong_tiles": "red"}))[0] == "unknown_option"
    assert code(three(*PLAIN, before={"aside": "6z"})) == "bad_tiles"


def test_a_chow_comes_from_the_seat_before_of_three() -> None:
    assert net(three(*PLAIN, winner=0))[0] > 0  # seat 2 gave it
    assert code(three(*PLAIN[:2], chow("123p") | {"from": 2})) == "bad_meld"


def test_a_minor_win_is_one_point_doubled() -> None:
    assert items(settle(three(*PLAIN))) == {
        "common_win": 1, "open_sets": 1, "no_wild": 1, "self_draw": 1,
    }  # fmt: skip
    assert net(three(*PLAIN)) == [-16, 24, -8]


def test_one_loser_who_owes_the_minimum_is_enough() -> None:
    # soft, open, own tile: 4; the banker 8, the other 4
    soft = ("456p78p12355s", "9p", chow("123p"))
    assert net(three(*soft, deal={"indicators": ["8p"]}, winner=1)) == [-16, 24, -8]
    by_wild = ("46p1s789p2355s", "4s", chow("123p"))
    assert net(three(*by_wild)) == [-8, 12, -4]
    assert code(three(*by_wild, source=2)) == "below_minimum"  # 4 and 4
    assert net(three(*by_wild, source=0)) == [-8, 10, -2]  # the banker gave it


@pytest.mark.parametrize(("least", "is_won"), [(0, True), (8, True), (16, True), (32, False)])
def test_the_minimum_is_what_the_table_plays_with(least: int, is_won: bool) -> None:
    answer: Any = rules.settle_json(three(*PLAIN, options={"minimum_points": least}))
    assert ("error" not in answer) is is_won


def test_below_the_minimum_the_message_names_what_is_owed() -> None:
    answer: Any = rules.settle_json(three(*PLAIN, options={"minimum_points": 32}))
    few = "at least one loser must owe 32 or more, and none owes over 16"
    assert answer["error"]["message"] == few


def test_own_tile_and_claimed_are_whole_doubles_in_a_major_win() -> None:
    assert net(three(*PUNGS)) == [-80, 160, -80]
    assert net(three(*PUNGS, source=2)) == [-40, 120, -80]
    assert items(settle(three(*PUNGS)))["self_draw"] == 1


def test_the_banker_is_not_doubled_in_a_major_win() -> None:
    assert net(three(*PUNGS, winner=0)) == [160, -80, -80]


def test_kong_bloom_takes_the_place_of_the_own_tile() -> None:
    data = three(*PLAIN, marks=("kong_draw",))
    assert names(data) == {"kong_draw", "open_sets", "no_wild"}
    assert net(data) == [-40, 80, -40]


@pytest.mark.parametrize("how", [{}, {"source": 2}, {"source": 0, "options": FREE}])
def test_there_is_no_bottom_tile(how: Data) -> None:
    assert net(three(*PLAIN, marks=("last_tile",), **how)) == net(three(*PLAIN, **how))


def test_the_last_tile_may_be_konged() -> None:
    both = three(*PLAIN, marks=("last_tile", "kong_draw"))
    assert names(both) == {"kong_draw", "open_sets", "no_wild"}


def test_the_last_tile_allows_no_second_wild_tile() -> None:
    two_wild = ("46p1s79p1s2355s", "4s", chow("123p"))
    assert code(three(*two_wild, marks=("last_tile",))) == "barred"
    assert names(three(*two_wild, marks=("kong_draw",))) == {"kong_draw", "open_sets"}


def test_everybody_holds_thirteen_tiles_at_a_draw() -> None:
    data = record("wuhan-3p", outcome="draw", deal=INDICATOR)
    data["seats"][2] = {"hand": "123456789p1234s2z"}
    assert code(data) == "bad_tiles"
    data["seats"][2] = {"hand": "123456789p1234s"}
    assert settle(data)["payments"] == []


def test_all_honors_in_four_sets_are_one_suit_and_all_pungs() -> None:
    data = three(*HONORS)
    assert names(data) == {
        "pure_one_suit", "all_honors", "all_pungs", "open_sets", "no_wild", "self_draw",
    }  # fmt: skip
    assert settle(data)["wins"][0]["score"] == 30


def test_loose_honors_are_all_honors_only() -> None:
    data = three(*LOOSE_HONORS)
    assert names(data) == {"all_honors", "open_sets", "no_wild", "self_draw"}
    assert settle(data)["wins"][0]["score"] == 10


def test_a_wild_tile_makes_honors_four_sets_where_it_can() -> None:
    data = three("333444556z1s", "6z", pung("222z"))
    assert names(data) >= {"pure_one_suit", "all_honors", "all_pungs"}


@pytest.mark.parametrize("hand", [LOOSE_HONORS, EYES])
def test_all_honors_and_all_eyes_are_a_golden_limit_at_once(hand: tuple[Any, ...]) -> None:
    assert net(three(*hand, source=2)) == [-600, 1200, -600]
    assert net(three(*hand, source=2, around={0: OPEN})) == [-400, 900, -500]
    assert net(three(*hand, around={0: OPEN, 2: {"melds": [kong("7777p")]}})) == [-400, 900, -500]
    both = {0: OPEN, 2: {"melds": [pung("777p") | {"from": 1}]}}
    assert net(three(*hand, around=both)) == [-400, 800, -400]


def test_a_golden_limit_at_once_is_paid_for_a_soft_hand_too() -> None:
    soft = ("233445556z1s", "6z", pung("222z"))  # 10 ×2 open, and ×2 for the discarder
    assert net(three(*soft, source=2, options={"minimum_points": 32})) == [-600, 1200, -600]
    robbed = {2: {"melds": [pung("333z") | {"from": 0}]}}
    data = three("244455566z1s", "3z", pung("222z"), by="robbed_kong", source=2, around=robbed)
    assert net(data) == [0, 900, -900]


def test_without_honors_or_eyes_both_losers_must_reach_the_limit() -> None:
    reds = {0: {"aside": "77z"}, 2: {"aside": "7z"}}
    assert net(three(*PUNGS, around=reds)) == [-300, 460, -160]
    more = {0: {"aside": "77z"}, 2: {"aside": "11s"}}
    assert net(three(*PUNGS, around=more)) == [-600, 1200, -600]
    assert net(three(*PUNGS, around={**more, 0: {"aside": "77z", **OPEN}})) == [-400, 900, -500]


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 300),
        ({"double_per_open_set": True}, 600),
        ({"limits": [100, 200, 300, 400]}, 100),
        ({"limits": [100, 200, 300, 400], "double_per_open_set": True}, 100),
    ],
)
def test_the_limits_are_what_the_table_plays_with(options: Data, most: int) -> None:
    data = three(*PUNGS, around={2: {"aside": "111s"}}, options=options)
    assert net(data)[2] == -most


def test_every_open_set_doubles_where_the_table_says_so() -> None:
    hand = ("789p2355s", "4s", chow("123p"), chow("456p"))
    assert items(settle(three(*hand)))["open_sets"] == 1
    assert net(three(*hand, options={"double_per_open_set": True})) == [-32, 48, -16]


@pytest.mark.parametrize(
    ("unit", "gains"), [(1, [-16, 24, -8]), (10, [-2, 3, -1]), (20, [-1, 1, 0])]
)
def test_points_are_divided_for_each_loser(unit: int, gains: list[int]) -> None:
    assert net(three(*PLAIN, options={"divide_by": unit})) == gains


def test_several_major_conditions_add_up_or_double() -> None:
    pure = ("333p777p999p4p", "4p", pung("222p"))
    assert settle(three(*pure))["wins"][0]["score"] == 20
    exponential = {"major_base": "exponential"}
    assert settle(three(*HONORS, options=exponential))["wins"][0]["score"] == 40


def test_a_robbed_player_pays_for_both() -> None:
    robbed = {2: {"melds": [pung("444s") | {"from": 0}]}}
    data = three(*PLAIN, by="robbed_kong", source=2, around=robbed)
    assert names(data) == {"robbing_the_kong", "open_sets", "no_wild"}
    assert net(data) == [0, 120, -120]


@pytest.mark.parametrize(("is_ready", "gains"), [(True, [-40, 120, -80]), (False, [0, 120, -120])])
def test_an_unready_discarder_pays_for_all_claimed(is_ready: bool, gains: list[int]) -> None:
    data = three(*CLAIMED, source=2, facts={"discarder_ready": is_ready})
    assert net(data) == gains


@pytest.mark.parametrize(
    ("hand", "gains"),
    [
        ("34567p34588s", [-40, 200, -160]),
        ("34567p34599s", [0, 200, -200]),  # its eyes are no 2, 5 or 8
    ],
)
def test_a_shown_hand_tells_whether_the_discarder_was_ready(hand: str, gains: list[int]) -> None:
    seat = {"hand": hand, "melds": [pung("333z") | {"from": 0}]}
    assert net(three(*CLAIMED, source=2, around={2: seat})) == gains


def test_who_gave_the_third_open_set_of_one_suit_pays_for_both() -> None:
    sets = (pung("222p"), pung("333p"), pung("777p") | {"from": 2})
    assert net(three("4499p", "9p", *sets)) == [0, 320, -320]
    two_and_a_kong = (pung("222p"), pung("333p"), kong("7777p"))
    assert 0 not in net(three("4499p", "9p", *two_and_a_kong))


def test_the_third_open_set_of_honors_is_liable_only_where_they_are_four_sets() -> None:
    sets = (pung("222z"), pung("333z"), pung("444z") | {"from": 2})
    assert net(three("5566z", "6z", *sets)) == [0, 1200, -1200]
    loose = (pung("222z"), pung("333z"), pung("444z") | {"from": 2})
    assert net(three("2556z", "6z", *loose)) == [-600, 1200, -600]


def state(banker: int, round_: int = 1, repeats: int = 0) -> dict[str, int]:
    return {"banker": banker, "round": round_, "repeats": repeats}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (state(1, 1, 2), (1, 1, 3, False)),
        (state(0, 1, 2), (1, 1, 0, False)),
        (state(2, 1), (0, 2, 0, False)),
        (state(2, 4), (0, 5, 0, True)),
        (state(1, 4), (1, 4, 1, False)),
    ],
    ids=case_id,
)
def test_three_bankers_make_a_round_and_four_rounds_a_session(before: Any, after: Any) -> None:
    post = settle(three(*PLAIN, state=before, options=FREE))["next"]
    assert (post["banker"], post["round"], post["repeats"], post["over"]) == after


def test_the_banker_stays_after_a_draw() -> None:
    data = record("wuhan-3p", outcome="draw", deal=INDICATOR, state=state(2, 4, 1))
    post = settle(data)["next"]
    assert (post["banker"], post["round"], post["repeats"], post["over"]) == (2, 4, 2, False)


def test_of_two_claimants_the_nearer_wins() -> None:
    barred = three(*PLAIN, winner=1, source=2, facts={"rivals": [0]}, options=FREE)
    assert code(barred) == "barred"
    assert net(three(*PLAIN, winner=0, source=2, facts={"rivals": [1]}, options=FREE))[0] > 0


def hard_hand(chance: random.Random) -> tuple[Data, int]:
    """Return a hand won by an own tile, without its wild tile, and that tile."""
    while True:
        hand = winning_record(GAME, chance, HandSpec(winner=(1, "self_draw", None)))
        (wild,) = GAME.wild_tiles([TILES[hand["deal"]["indicators"][0]]], GAME.defaults)
        if wild not in parse(hand["seats"][1]["hand"] + hand["wins"][0]["tile"]):
            return hand, wild


@given(CHANCES, st.integers(0, 12))
def test_a_wild_tile_in_place_of_another_never_makes_an_own_tile_lose(
    chance: random.Random, place: int
) -> None:
    hand, wild = hard_hand(chance)
    seat = hand["seats"][1]
    tiles = list(parse(seat["hand"]))
    tiles[place % len(tiles)] = Tile(wild)
    seat["hand"] = write(tiles)
    answer: Any = rules.settle_json(hand | {"options": FREE})
    assert answer.get("error", {}).get("code") in (None, "bad_tiles")  # all four may lie elsewhere
