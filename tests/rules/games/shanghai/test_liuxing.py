"""The popular form, each element hit and nearly missed, and its payments: shanghai-liuxing.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.shanghai.hands import PLAIN, read_items, shanghai, worth
from tests.rules.records import Data, chow, kong, pung, settle, steps

TAKE: Data = {"source": 3}
SPOILT = "234m789p45m"
"""Two sets and a two-sided wait for 3m or 6m: a set and a pair are missing."""

HANDS: list[Any] = [
    # all sequences, whatever the wait
    (*PLAIN, [], {}, "all_sequences"),
    (*PLAIN, [], TAKE, "all_sequences"),
    ("789p34588s45m", "6m", [chow("234m")], TAKE, "all_sequences"),
    ("234m789p34588s57m", "6m", [], TAKE, "all_sequences closed_wait"),
    ("567m789p34588s12m", "3m", [], TAKE, "all_sequences edge_wait"),
    ("234m789p34588s89m", "7m", [], TAKE, "all_sequences edge_wait"),
    ("567m789p345s234m8s", "8s", [], TAKE, "all_sequences pair_wait"),
    ("34556m678p34588s", "4m", [], TAKE, "all_sequences closed_wait"),
    ("1233m678p345s456p", "3m", [], TAKE, "all_sequences edge_wait"),
    # ... but no pair that a pung of would bring a tai
    (SPOILT + "345s11z", "6m", [], TAKE, ""),
    (SPOILT + "345s22z", "6m", [], TAKE, ""),
    (SPOILT + "345s33z", "6m", [], TAKE, "all_sequences"),
    (SPOILT + "345s66z", "6m", [], TAKE, ""),
    (SPOILT + "345s11z", "6m", [], TAKE | {"state": {"round": 2}}, "all_sequences"),
    (SPOILT + "345s11z", "6m", [], TAKE | {"state": {"round": 5}}, ""),
    (SPOILT + "345s44z", "6m", [], TAKE | {"state": {"round": 8}}, ""),
    # pungs and kongs
    (SPOILT + "88s", "6m", [pung("555p")], TAKE, ""),
    (SPOILT + "88s", "6m", [kong("5555p")], TAKE, ""),
    (SPOILT + "88s", "6m", [pung("555z")], TAKE, "dragon_pung"),
    (SPOILT + "88s666z", "6m", [], TAKE, "dragon_pung"),
    (SPOILT + "88s", "6m", [kong("7777z")], TAKE, "dragon_pung"),
    ("45m88s234m", "6m", [pung("555z"), pung("777z")], TAKE, "dragon_pung=2"),
    (SPOILT + "88s", "6m", [pung("222z")], TAKE, "seat_wind_pung"),
    (SPOILT + "88s", "6m", [pung("111z")], TAKE, "round_wind_pung"),
    (SPOILT + "88s", "6m", [pung("333z")], TAKE, ""),
    (SPOILT + "88s", "6m", [pung("222z")], TAKE | {"state": {"round": 2}},
     "seat_wind_pung round_wind_pung"),
    (SPOILT + "88s", "6m", [pung("222z")], TAKE | {"state": {"round": 6}},
     "seat_wind_pung round_wind_pung"),
    (SPOILT + "88s", "6m", [pung("333z")], TAKE | {"state": {"banker": 3}}, "seat_wind_pung"),
    ("22m99p333s", "2m", [pung("555p"), pung("888p")], TAKE, "all_pungs=2"),
    ("222333444m67p99s", "8p", [], TAKE, "all_sequences"),
    # suits
    ("1234577m", "6m", [chow("789m"), pung("333z")], TAKE, "mixed_one_suit=2"),
    ("2345556m", "7m", [chow("789m"), pung("111m")], TAKE, "pure_one_suit=4"),
    ("2345556m", "7m", [chow("789m"), pung("111p")], TAKE, ""),
    ("4z", "4z", [pung("333z"), pung("666z"), pung("222z"), pung("555z")], TAKE,
     "dragon_pung=2 all_pungs=2 pair_wait seat_wind_pung"),
    # flowers
    (*PLAIN, [], TAKE | {"flowers": "1345f"}, "all_sequences"),
    (*PLAIN, [], TAKE | {"flowers": "2f"}, "all_sequences seat_flower"),
    (*PLAIN, [], TAKE | {"flowers": "26f"}, "all_sequences seat_flower=2"),
    (*PLAIN, [], TAKE | {"flowers": "12346f"}, "all_sequences seat_flower flower_set=2"),
    (*PLAIN, [], TAKE | {"flowers": "1345678f"}, "all_sequences flower_set=2"),
    (*PLAIN, [], TAKE | {"flowers": "12345678f"}, "all_sequences flower_set=4"),
    # supplements
    (*PLAIN, [], {"marks": ("kong_draw",)}, "all_sequences kong_draw"),
    (*PLAIN, [], {"marks": ("flower_draw",)}, "all_sequences kong_draw"),
    (*PLAIN, [], {"marks": ("kong_draw", "flower_draw")}, "all_sequences kong_draw"),
    (*PLAIN, [], TAKE | {"marks": ("kong_draw",)}, "all_sequences"),
    (*PLAIN, [], {"marks": ("last_tile", "dealt")}, "all_sequences"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names"), HANDS)
def test_each_tai_doubles_the_fixed_point(
    hand: str, tile: str, melds: list[Data], how: Data, names: str
) -> None:
    elements, score = worth(shanghai("liuxing", hand, tile, *melds, **how))
    assert elements == read_items(names)
    assert score == 2 ** sum(elements.values())


def test_of_equal_readings_the_wait_listed_first_is_told() -> None:
    """3m is the edge of 1-2-3 or the pair's other half."""
    assert worth(shanghai("liuxing", "1233m678p345s456p", "3m"))[0] == read_items(
        "all_sequences edge_wait"
    )


def test_a_robbed_kong_brings_a_tai_and_is_paid_like_a_discard() -> None:
    how: Data = {"source": 2, "by": "robbed_kong", "around": {2: (None, kong("6666m", "added"))}}
    data = shanghai("liuxing", *PLAIN, **how)
    assert worth(data)[0] == read_items("all_sequences robbing_the_kong")
    assert settle(data)["net"] == [-4, 16, -8, -4]


@pytest.mark.parametrize(
    ("how", "net"),
    [
        ({}, [-4, 12, -4, -4]),
        (TAKE, [-2, 8, -2, -4]),
        ({"source": 0}, [-4, 8, -2, -2]),
        ({"winner": 0, "source": 2}, [8, -2, -4, -2]),
        (TAKE | {"options": {"base_points": 5}}, [-10, 40, -10, -20]),
    ],
)
def test_who_discards_or_everyone_pays_double_and_the_banker_like_others(
    how: Data, net: list[int]
) -> None:
    assert settle(shanghai("liuxing", *PLAIN, **how))["net"] == net


PURE = ("5556m", "7m")
LIABLE: list[Any] = [
    # three exposed sets of the suit
    ([chow("789m"), pung("111m"), pung("222m")], {"source": 3}, [0, 64, 0, -64]),
    ([chow("789m"), pung("111m"), kong("2222m", "discard")], {"source": 0}, [-64, 64, 0, 0]),
    ([chow("789m"), pung("111m"), kong("2222m", "added")], {"source": 0}, [-64, 64, 0, 0]),
    # a concealed kong is not exposed
    ([chow("789m"), pung("111m"), kong("2222m")], {"source": 3}, [-16, 64, -16, -32]),
    # drawn
    ([chow("789m"), pung("111m"), pung("222m")], {}, [-32, 96, -32, -32]),
]  # fmt: skip


@pytest.mark.parametrize(("melds", "how", "net"), LIABLE)
def test_who_feeds_a_pure_one_suit_on_the_table_pays_for_all(
    melds: list[Data], how: Data, net: list[int]
) -> None:
    assert settle(shanghai("liuxing", *PURE, *melds, **how))["net"] == net


def test_four_exposed_sets_of_the_suit_make_liable_too() -> None:
    melds = (chow("789m"), pung("111m"), pung("222m"), pung("555m"))
    answer = settle(shanghai("liuxing", "6m", "6m", *melds, source=3))
    assert answer["net"] == [0, 128, 0, -128]
    assert steps(answer, 1) == "base +1, pure_one_suit ×2^4, pair_wait ×2, for 2"


def test_two_exposed_sets_warn_nobody() -> None:
    data = shanghai("liuxing", "2223456m", "7m", chow("789m"), pung("111m"), source=3)
    assert settle(data)["net"] == [-16, 64, -16, -32]


def test_mixed_one_suit_makes_nobody_liable() -> None:
    data = shanghai("liuxing", "3z", "3z", chow("789m"), pung("111m"), pung("222m"), chow("456m"),
                    source=3)  # fmt: skip
    assert settle(data)["net"] == [-8, 32, -8, -16]


def test_a_robbed_kong_is_no_discard() -> None:
    how: Data = {"source": 3, "by": "robbed_kong", "around": {3: (None, pung("666m"))}}
    data = shanghai("liuxing", "5788m", "6m", chow("789m"), pung("111m"), pung("222m"), **how)
    assert settle(data)["net"] == [-64, 256, -64, -128]
