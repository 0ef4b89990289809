"""Old Shanghai's first generation, each element hit and nearly missed: shanghai-laoshi.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.shanghai.hands import PLAIN, read_items, shanghai, worth
from tests.rules.records import Data, chow, kong, pung, settle, steps

TAKE: Data = {"source": 3}
WEST: Data = {"state": {"banker": 3}}
"""Seat 1 is West when seat 3 is banker."""
THREE = "234m789p45m"
"""Two sets and a two-sided wait for 3m or 6m: a set and a pair are missing."""

HANDS: list[Any] = [
    # waits and ways
    (*PLAIN, [], {}, "base=10 self_draw=2 all_sequences", 24),
    (*PLAIN, [], TAKE, "base=10 all_sequences", 20),
    ("234m789p34588s57m", "6m", [], TAKE, "base=10 closed_wait=2", 12),
    ("234m789p34588s89m", "7m", [], TAKE, "base=10 edge_wait=2", 12),
    ("234m789p34588s12m", "3m", [], TAKE, "base=10 closed_wait=2", 12),  # 12m4m took it as 2-4
    ("567m789p34588s12m", "3m", [], TAKE, "base=10 edge_wait=2", 12),
    ("567m789p34588s23m", "1m", [], TAKE, "base=10 all_sequences", 20),
    ("567m789p345s234m8s", "8s", [], TAKE, "base=10 pair_wait=2", 12),
    # all sequences
    ("789p34588s45m", "6m", [chow("234m")], TAKE, "base=10 all_sequences", 20),
    (THREE + "34555s", "6m", [], TAKE, "base=10 all_sequences", 20),
    (THREE + "345s11z", "6m", [], TAKE, "base=10 all_sequences", 20),
    (THREE + "345s22z", "6m", [], TAKE, "base=10 seat_wind_pair=4", 14),
    (THREE + "345s33z", "6m", [], TAKE | WEST, "base=10 seat_wind_pair=4", 14),
    (THREE + "345s22z", "6m", [], TAKE | WEST, "base=10 all_sequences", 20),
    (THREE + "345s77z", "6m", [], TAKE, "base=10 dragon_pair=4", 14),
    # pungs and kongs
    (THREE + "88s", "6m", [pung("555p")], TAKE, "base=10 minor_open_pung=2", 12),
    (THREE + "88s", "6m", [pung("999s")], TAKE, "base=10 major_open_pung=4", 14),
    (THREE + "88s", "6m", [pung("333z")], TAKE, "base=10 major_open_pung=4", 14),
    (THREE + "88s555p", "6m", [], TAKE, "base=10 minor_concealed_pung=4", 14),
    (THREE + "88s111p", "6m", [], TAKE, "base=10 major_concealed_pung=8", 18),
    (THREE + "88s", "6m", [kong("5555p", "discard")], TAKE, "base=10 minor_open_kong=8", 18),
    (THREE + "88s", "6m", [kong("5555p", "added")], TAKE, "base=10 minor_open_kong=8", 18),
    (THREE + "88s", "6m", [kong("4444z", "added")], TAKE, "base=10 major_open_kong=16", 26),
    (THREE + "88s", "6m", [kong("5555p")], TAKE, "base=10 minor_concealed_kong=16", 26),
    (THREE + "88s", "6m", [kong("9999s")], TAKE, "base=10 major_concealed_kong=32", 42),
    # tai of pungs
    (THREE + "88s", "6m", [pung("555z")], TAKE, "base=10 major_open_pung=4 dragon_pung", 28),
    (THREE + "88s", "6m", [kong("6666z")], TAKE, "base=10 major_concealed_kong=32 dragon_pung", 84),
    (THREE + "88s", "6m", [pung("222z")], TAKE, "base=10 major_open_pung=4 seat_wind_pung", 28),
    (THREE + "88s", "6m", [pung("111z")], TAKE, "base=10 major_open_pung=4", 14),
    ("45m88s234m", "6m", [pung("555z"), pung("777z")], TAKE,
     "base=10 major_open_pung=8 dragon_pung=2", 72),
    # all pungs: the last one open when claimed
    ("22m99p333s", "2m", [pung("555p"), pung("888p")], TAKE,
     "base=10 minor_open_pung=6 minor_concealed_pung=4 all_pungs", 40),
    ("22m99p333s", "2m", [pung("555p"), pung("888p")], {},
     "base=10 minor_open_pung=4 minor_concealed_pung=8 self_draw=2 all_pungs", 48),
    ("9p", "9p", [pung("555p"), pung("888p"), kong("2222m"), pung("333s")], TAKE,
     "base=10 minor_open_pung=6 minor_concealed_kong=16 pair_wait=2 all_pungs", 68),
    # suits
    ("1234577m", "6m", [chow("789m"), pung("111z")], TAKE,
     "base=10 major_open_pung=4 mixed_one_suit", 28),
    ("2345556m", "7m", [chow("789m"), pung("111m")], TAKE,
     "base=10 major_open_pung=4 pure_one_suit=3", 112),
    ("6z", "6z", [pung("111z"), pung("333z"), pung("444z"), pung("555z")], TAKE,
     "base=10 major_open_pung=16 dragon_pair=4 pair_wait=2 dragon_pung all_pungs", 128),
    # flowers
    (*PLAIN, [], TAKE | {"flowers": "1f"}, "base=10 flower=4 all_sequences", 28),
    (*PLAIN, [], TAKE | {"flowers": "2f"}, "base=10 flower=4 all_sequences seat_flower", 56),
    (*PLAIN, [], TAKE | WEST | {"flowers": "13f"},
     "base=10 flower=8 all_sequences seat_flower", 72),
    (*PLAIN, [], TAKE | {"flowers": "1234f"}, "base=10 flower=16 all_sequences flower_set=2", 208),
    # supplements
    (*PLAIN, [], {"marks": ("flower_draw",)}, "base=10 self_draw=2 all_sequences kong_draw", 48),
    (*PLAIN, [], {"marks": ("kong_draw", "flower_draw")},
     "base=10 self_draw=2 all_sequences kong_draw", 48),
    (*PLAIN, [], TAKE | {"marks": ("kong_draw",)}, "base=10 all_sequences", 20),
    (*PLAIN, [], {"marks": ("dealt", "last_tile", "first_draw")},
     "base=10 self_draw=2 all_sequences", 24),
    # the base
    (*PLAIN, [], TAKE | {"options": {"base": 0}}, "all_sequences", 0),
    (*PLAIN, [], TAKE | {"options": {"base": 20}}, "base=20 all_sequences", 40),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names", "points"), HANDS)
def test_a_hand_counts_hu_and_doubles_them(
    hand: str, tile: str, melds: list[Data], how: Data, names: str, points: int
) -> None:
    data = shanghai("laoshi", hand, tile, *melds, **how)
    assert worth(data) == (read_items(names), points)


def test_a_claimed_tile_goes_into_the_sequence_and_the_pung_stays_concealed() -> None:
    data = shanghai("laoshi", "55567m234m99p345s", "5m", source=3)
    assert worth(data) == (read_items("base=10 minor_concealed_pung=4"), 14)


def test_four_alike_are_a_pung_and_part_of_a_sequence() -> None:
    data = shanghai("laoshi", "333345m678p3499s", "5s", source=3)
    assert worth(data)[0] == read_items("base=10 minor_concealed_pung=4")


def test_the_last_tile_takes_the_place_that_brings_more() -> None:
    """4m is the middle of 3-4-5 or an end of 4-5-6, and only the latter is all sequences."""
    data = shanghai("laoshi", "34556m678p34588s", "4m", source=3)
    assert worth(data) == (read_items("base=10 all_sequences"), 20)


def test_a_narrow_wait_counts_though_other_tiles_would_have_won_too() -> None:
    data = shanghai("laoshi", "3455m678p345s777z", "5m", source=3)
    assert worth(data)[0] == read_items("base=10 major_concealed_pung=8 pair_wait=2 dragon_pung")


def test_three_pungs_in_a_row_are_read_as_pungs() -> None:
    data = shanghai("laoshi", "222333444m67p99s", "8p", source=3)
    assert worth(data) == (read_items("base=10 minor_concealed_pung=12"), 22)


def robbing(**more: Any) -> Data:
    """Return a robbed kong of seat 2, base 10."""
    return shanghai("laoshi", "123789m23499p46s", "5s", source=2, by="robbed_kong", **more)


def test_robbing_a_kong_is_a_tai_but_no_self_draw() -> None:
    data = robbing(around={2: (None, pung("555s"))})
    assert worth(data) == (read_items("base=10 closed_wait=2 robbing_the_kong"), 24)


@pytest.mark.parametrize("meld", [pung("555s"), kong("5555s", "added")])
def test_a_robbed_kong_counts_as_the_open_pung(meld: Data) -> None:
    answer = settle(robbing(around={2: ("1129m37p47s47z", meld)}))
    assert answer["losers"][1] == {
        "seat": 2,
        "score": 2,
        "unit": "points",
        "items": [{"id": "minor_open_pung", "value": 2}],
        "reading": [],
    }


LOSERS: list[Any] = [
    ("147m258p369s1347z", [], "", "", 0),
    ("22z55z66z147m258p9s", [], "", "dragon_pair=4 seat_wind_pair=2", 6),
    ("33z147m258p369s17z", [], "", "", 0),
    ("8888p147m369s147z", [], "", "minor_concealed_pung=4", 4),
    ("777z147m258p369s1z", [], "", "major_concealed_pung=8 dragon_pung", 16),
    ("222z147m258p369s1z", [], "", "major_concealed_pung=8 seat_wind_pung", 16),
    ("111z147m258p369s7z", [], "", "major_concealed_pung=8", 8),
    ("147m258p369s1z", [kong("2222z", "discard")], "",
     "major_open_kong=16 seat_wind_pung", 32),
    ("147m258p3s", [pung("666z"), kong("3333m")], "",
     "major_open_pung=4 minor_concealed_kong=16 dragon_pung", 40),
    ("147m258p369s1347z", [], "13f", "flower=8", 8),
    ("147m258p369s1347z", [], "2f", "flower=4 seat_flower", 8),
    ("147m258p369s1347z", [], "1234f", "flower=16 flower_set=2", 64),
    ("234567m234567p1z", [], "", "", 0),
    ("111222333m567m1z", [], "", "major_concealed_pung=8 minor_concealed_pung=8", 16),
    (None, [], "2f", "flower=4 seat_flower", 8),
    (None, [pung("999p")], "", "major_open_pung=4", 4),
    (None, [], "", "", 0),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "melds", "flowers", "names", "points"), LOSERS)
def test_a_loser_counts_what_he_has(
    hand: str | None, melds: list[Data], flowers: str, names: str, points: int
) -> None:
    """Seat 1 is South and seat 2 wins."""
    data = shanghai(
        "laoshi", "8s345s345p", "8s", chow("789s"), pung("999m"), winner=2,
        around={1: (hand, *melds)},
    )  # fmt: skip
    data["seats"][1]["flowers"] = flowers
    answer = settle(data)
    assert [entry["seat"] for entry in answer["losers"]] == [0, 1, 3]
    loser = answer["losers"][1]
    assert {item["id"]: item["value"] for item in loser["items"]} == read_items(names)
    assert loser["score"] == points


def test_all_pay_the_winner_alike_and_the_banker_double() -> None:
    assert settle(shanghai("laoshi", *PLAIN, source=3))["net"] == [-40, 80, -20, -20]
    assert settle(shanghai("laoshi", *PLAIN, winner=0))["net"] == [144, -48, -48, -48]


def test_losers_pay_each_other_the_difference_the_banker_double() -> None:
    around = {0: (None, pung("111p")), 2: (None, pung("111s")), 3: (None, kong("2222s"))}
    answer = settle(shanghai("laoshi", *PLAIN, source=3, around=around))
    side = [row for row in answer["payments"] if row["for"] == "side"]
    assert side == [
        {"from": 0, "to": 3, "amount": 24, "for": "side"},
        {"from": 2, "to": 3, "amount": 12, "for": "side"},
    ]
    assert {row["for"] for row in answer["payments"]} == {"win", "side"}
    assert answer["net"] == [-40 - 24, 80, -20 - 12, -20 + 36]
    assert steps(answer) == "base +10, all_sequences ×2, banker ×2"
    assert steps(answer, 3) == "hand +16 of 3, hand -4 of 0, banker ×2"


def test_there_is_no_limit() -> None:
    data = shanghai("laoshi", "5z", "5z", kong("1111z"), kong("2222z"), kong("6666z"),
                    kong("7777z"), winner=0, flowers="1234f", marks=("kong_draw",))  # fmt: skip
    hu = 10 + 4 * 32 + 4 + 16 + 2 + 2
    tai = 2 + 1 + 1 + 2 + 1
    assert settle(data)["wins"][0]["score"] == hu << tai
    assert settle(data)["net"][0] == 6 * (hu << tai)


def test_a_drawn_hand_pays_nothing_and_lists_nobody() -> None:
    data = shanghai("laoshi", *PLAIN, around={2: (None, kong("1111z"))})
    answer = settle(data | {"outcome": "draw", "wins": []})
    assert (answer["net"], answer["wins"], answer.get("losers", [])) == ([0] * 4, [], [])
